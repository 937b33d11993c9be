"""Calls about positions that a form sets up: what it asks for, whether it is possible, whether a turn wins there."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from sparring.rules import AnyGame, BadSetting
from sparring.rules.capabilities import FindsLethal
from sparring.rules.posing import SetsUpPositions
from sparring.scenes import scene_message, scene_of
from sparring.server.deck_calls import DeckCard
from sparring.server.limits import address_of
from sparring.server.messages import Asked
from sparring.server.open_matches import known_game
from sparring.server.problems import Unavailable
from sparring.server.services import ALWAYS, Served, errors, unless_gone

calls = APIRouter(responses=ALWAYS, tags=["opponents"])

MOST_WORLDS = 200

GameName = Annotated[str, Path(description="A game's name.", examples=["onepiece"], max_length=100)]


class SetUpForm(BaseModel):
    """What is asked for to set up a position, and the cards that may be put there."""

    form: dict[str, Any]
    cards: list[DeckCard]


class SetUpAsked(Asked):
    """A position that a form has set up."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"position": "{}"}]})
    position: str = Field(description="The position as JSON.")


class SetUpShown(BaseModel):
    """Whether a position is possible, and what it looks like."""

    ok: bool
    faults: list[str] = Field(description="Everything that is impossible about it.")
    game: str | None = Field(description="The name of the game that begins there; a match of it is not rated.")
    scene: dict[str, Any] | None = Field(description="What the first seat sees.")
    options: list[str] = Field(description="What the side to move may do.")


class LethalAsked(SetUpAsked):
    """A position, and how much is tried out."""

    worlds: int = Field(100, ge=1, le=MOST_WORLDS, description="Imagined games where no win is sure.")


class LethalAnswered(BaseModel):
    """Whether the side to move wins in this turn."""

    sure: bool = Field(description="Whether it wins whatever the other side holds and does.")
    chance: float = Field(description="The share of imagined games in which the line wins; 1 for a sure win.")
    line: list[str]
    words: str


def _set_up(name: str) -> SetsUpPositions:
    game: AnyGame = known_game(name)
    if not isinstance(game, SetsUpPositions):
        raise BadSetting(f"No positions are set up in {game.title}.")
    return game


@calls.get("/games/{game}/setup", responses=errors(404))
async def form(game: GameName, request: Request, served: Served) -> SetUpForm:
    """What is asked for to set up a position of a card game."""

    def read() -> SetUpForm:
        rules = _set_up(game)
        cards = [DeckCard(**asdict(card)) for card in rules.posing_pool()]
        return SetUpForm(form=asdict(rules.posing_form()), cards=cards)

    return await served.background.run(address_of(request.scope), read)


@calls.post("/games/{game}/setup", responses=errors(404))
async def look(game: GameName, asked: SetUpAsked, request: Request, served: Served) -> SetUpShown:
    """Whether a position that was set up is possible, what it looks like, and what can be done in it."""

    def read() -> SetUpShown:
        rules = _set_up(game)
        faults = list(rules.posing_faults(asked.position))
        if faults:
            return SetUpShown(ok=False, faults=faults, game=None, scene=None, options=[])
        there, position = rules.pose(asked.position)
        scene = scene_message(scene_of(there, there.view(position, 0)))
        name = rules.posed_name(asked.position)
        return SetUpShown(ok=True, faults=[], game=name, scene=scene, options=list(there.options(position)))

    return await served.background.run(address_of(request.scope), read)


@calls.post("/games/{game}/lethal", responses=errors(404))
async def lethal(game: GameName, asked: LethalAsked, request: Request, served: Served) -> LethalAnswered:
    """Whether the side to move wins in this turn, as `sparring lethal` says it. If you hang up, it stops thinking."""
    address = address_of(request.scope)

    async def think() -> LethalAnswered:
        rules = known_game(game)
        if not isinstance(rules, FindsLethal) or not isinstance(rules, SetsUpPositions):
            raise BadSetting(f"{rules.title} has no turns of several moves.")
        there, position = await served.background.run(address, lambda: rules.pose(asked.position))
        found = await served.thinkers.lethal(there, position, asked.worlds, address=address)
        if found is None:
            raise Unavailable("too_long", "This could not be worked out in time; try fewer worlds.")
        return LethalAnswered(sure=found.sure, chance=found.chance, line=list(found.line), words=found.words)

    with served.thinkers.place_for(address):
        return await unless_gone(request, think())
