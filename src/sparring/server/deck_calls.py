"""Calls about decks: the cards that there are, and whether a deck can be played. Nothing is stored."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from sparring.rules import BadSetting
from sparring.rules.decks import BuildsDecks
from sparring.server.limits import address_of
from sparring.server.messages import Asked, Deck
from sparring.server.open_matches import known_game
from sparring.server.services import ALWAYS, Served, errors

calls = APIRouter(responses=ALWAYS, tags=["decks"])

GameName = Annotated[str, Path(description="A game's name.", examples=["onepiece"], max_length=100)]


class DeckCard(BaseModel):
    """A card that decks can be built from."""

    id: str
    name: str
    kind: str = Field(description='The sort of card; a card that leads a deck is a "leader".')
    colours: list[str]
    cost: int | None
    power: int | None
    counter: int | None = Field(description="The power that it adds in defence.")
    marks: list[str] = Field(description="What to look for in it, such as a keyword.")
    facts: str
    text: str


class DeckListed(BaseModel):
    """A deck that comes with the game."""

    name: str
    title: str
    content: dict[str, Any]


class DecksListed(BaseModel):
    """What decks of a game are built from."""

    size: int = Field(description="The number of cards of a deck, besides the leader.")
    copies: int = Field(description="How many cards of one id a deck may have.")
    decks: list[DeckListed]
    cards: list[DeckCard]


class DeckAsked(Asked):
    """A deck to look at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "ST01"}]})
    deck: Deck = Field(description="A name, a text, or a deck as JSON.")


class FaultTold(BaseModel):
    """Something that keeps a deck from being played."""

    text: str
    card: str | None = Field(description="The id of the card that it is about, if it is about one.")


class DeckChecked(BaseModel):
    """Whether a deck can be played."""

    ok: bool
    faults: list[FaultTold]
    text: str | None = Field(description="A text that holds all of the deck, if it can be played.")
    content: dict[str, Any] | None = Field(description="The deck as JSON, if it can be played.")


def _builder(name: str) -> BuildsDecks:
    game = known_game(name)
    if not isinstance(game, BuildsDecks):
        raise BadSetting(f"No decks are built in {game.title}.")
    return game


@calls.get("/games/{game}/decks", responses=errors(404))
async def decks(game: GameName, request: Request, served: Served) -> DecksListed:
    """The decks that come with a card game, and the cards to build others from."""

    def read() -> DecksListed:
        rules = _builder(game)
        listed = [
            DeckListed(name=name, title=rules.deck_called(name)[1], content=dict(rules.deck_content(name)))
            for name in rules.decks_known()
        ]
        cards = [DeckCard(**asdict(card)) for card in rules.deck_pool()]
        return DecksListed(size=rules.deck_size, copies=rules.most_copies, decks=listed, cards=cards)

    return await served.background.run(address_of(request.scope), read)


@calls.post("/games/{game}/decks/check", responses=errors(404))
async def check(game: GameName, asked: DeckAsked, request: Request, served: Served) -> DeckChecked:
    """Whether a deck can be played, and everything that is wrong with it."""

    def read() -> DeckChecked:
        rules, given = _builder(game), asked.deck
        if given is None:
            raise BadSetting("Give the deck to look at.")
        faults = [] if isinstance(given, str) else rules.deck_faults(given)
        if faults:
            told = [FaultTold(text=fault.text, card=fault.card) for fault in faults]
            return DeckChecked(ok=False, faults=told, text=None, content=None)
        return DeckChecked(ok=True, faults=[], text=rules.deck_text(given), content=dict(rules.deck_content(given)))

    return await served.background.run(address_of(request.scope), read)
