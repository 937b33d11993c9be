"""Calls about tests of decks: ask for one, see how far it is, stop it, forget it. Only their player sees them."""

import random
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from sparring.arena.decks import ALL
from sparring.opponents import catalogue
from sparring.rules import BadSetting
from sparring.rules.decks import DeckGiven, TakesDecks, TellsHands
from sparring.server.messages import Asked, Deck, Seed
from sparring.server.open_matches import known_game
from sparring.server.services import ALWAYS, Served, Visitor, errors, from_own_page, remember

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["decks"], dependencies=[Depends(from_own_page)])

MOST_GAMES, MOST_DECKS = 400, 20
"""Games against each deck, and decks of a field."""

GameName = Annotated[str, Path(description="A game's name.", examples=["onepiece"], max_length=100)]
LabId = Annotated[str, Path(description="The test's id.", max_length=40)]


class SwapAsked(Asked):
    """Copies of a card that are swapped for another card."""

    out: str = Field(max_length=100, description="The id of a card of the deck.")
    into: str = Field(max_length=100, description="The id of the card that takes its place.")
    count: int = Field(1, ge=1, le=50, description="How many copies.")


class LabAsked(Asked):
    """A deck to test, and how."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"deck": "ST01", "against": ["ST02"], "opponent": "easy", "games": 2}]}
    )
    deck: Deck = Field(description="A name, a text, or a deck as JSON.")
    against: list[Deck] | None = Field(
        None, min_length=1, max_length=MOST_DECKS, description="The decks that it meets; all of the game's unless said."
    )
    opponent: str | None = Field(
        None, max_length=100, description="Who plays both sides, without settings; the game's default unless said."
    )
    games: int = Field(20, ge=2, le=MOST_GAMES, description="Games against each deck, an even number.")
    swap: SwapAsked | None = Field(None, description="Also play the deck with this swap, until its effect is sure.")
    seed: Seed | None = Field(None, description="Play the same games again.")


class LabListed(BaseModel):
    """A test of a deck."""

    id: str
    game: str
    title: str = Field(description="What the deck is called.")
    status: str = Field(
        description="waiting, running, finished, stopped, spent (its processor time is used up) or failed."
    )
    created: float = Field(description="In seconds since 1970.")
    seconds: float = Field(description="The processor time that its games have taken so far.")


class LabShown(LabListed):
    """A test with what it has found out so far."""

    ahead: int = Field(description="How many tests come before it, while it waits.")
    minutes: float = Field(description="The processor time that a test may take here.")
    report: dict[str, Any] = Field(description="As `sparring lab --json` prints it.")


@calls.post("/games/{game}/labs", status_code=201, responses=errors(404))
async def ask(
    game: GameName, asked: LabAsked, request: Request, response: Response, served: Served, caller: Visitor
) -> LabShown:
    """Test a deck: it plays against each deck of a field in the background."""
    test = await served.background.run(caller.address, lambda: _as_stored(game, asked))
    served.thinkers.check(known_game(game), test["opponent"])
    key = caller.key or remember(response, request)
    lab = await served.labs.ask(key, game, test, caller.address)
    return LabShown(**await served.labs.told(lab, caller.address))


def _as_stored(name: str, asked: LabAsked) -> dict[str, Any]:
    """What is stored of a test; every deck as a text, so that no file is ever read."""
    game = known_game(name)
    if not isinstance(game, TellsHands) or not isinstance(game, TakesDecks):
        raise BadSetting(f"{game.title} has no decks that can be tested.")
    known = catalogue(game)
    who = asked.opponent or known.default
    if ":" in who or known[who].talks:
        raise BadSetting("A test is played by an opponent of the game without settings, and by none that talks.")
    deck = _text(game, asked.deck)
    return {
        "deck": deck,
        "title": game.deck_called(deck)[1],
        "against": [_text(game, given) for given in (game.decks_known() if asked.against is None else asked.against)],
        "opponent": who,
        "games": asked.games,
        "seed": random.SystemRandom().randrange(2**63) if asked.seed is None else asked.seed,
        "swap": asked.swap.model_dump() if asked.swap else None,
    }


def _text(game: TakesDecks, given: DeckGiven) -> str:
    if given is None or given == ALL:
        raise BadSetting("Name the decks of a test, or give them as JSON.")
    return game.deck_text(given)


@calls.get("/labs")
async def own(served: Served, caller: Visitor) -> list[LabListed]:
    """Your tests of decks, the latest first."""
    return [LabListed(**lab) for lab in (await served.labs.listed(caller.key) if caller.key else [])]


@calls.get("/labs/{lab_id}", responses=errors(404))
async def show(lab_id: LabId, served: Served, caller: Visitor) -> LabShown:
    """How far a test of yours is, and what it has found out so far."""
    lab = await served.labs.of(lab_id, caller.key)
    return LabShown(**await served.labs.told(lab, caller.address))


@calls.post("/labs/{lab_id}/stop", responses=errors(404))
async def stop(lab_id: LabId, served: Served, caller: Visitor) -> LabShown:
    """Stop a test of yours; what it has found out so far is kept."""
    await served.labs.stop(await served.labs.of(lab_id, caller.key))
    lab = await served.labs.of(lab_id, caller.key)
    return LabShown(**await served.labs.told(lab, caller.address))


@calls.delete("/labs/{lab_id}", responses=errors(404))
async def forget(lab_id: LabId, served: Served, caller: Visitor) -> LabListed:
    """Stop a test of yours, and delete it with its games."""
    lab = await served.labs.of(lab_id, caller.key)
    await served.labs.stop(lab)
    await served.labs.store.forget(lab.id)
    told = {"title": lab.asked["title"], "status": "stopped", "seconds": lab.seconds, "created": lab.created}
    return LabListed(id=lab.id, game=lab.game, **told)
