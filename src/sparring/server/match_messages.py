"""The messages of the HTTP API about matches, with examples."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from sparring.rules.registry import LONGEST_TEXT
from sparring.server.messages import Asked, Decks, PlayerName, Seed


class MatchAsked(Asked):
    """A match to begin."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"game": "tictactoe", "opponents": ["human", "ChampionChimp"]},
                {"game": "connect4", "opponents": ["human", "human"], "player": "Ada"},
            ]
        }
    )
    game: Annotated[str, Field(max_length=LONGEST_TEXT, pattern=r"^[^\x00-\x1f]*$")] = Field(
        description="A game's name, with its settings if it has any, such as a card game's decks or a board's size."
    )
    decks: Decks | None = None
    opponents: list[Annotated[str, Field(max_length=300)]] = Field(
        description='Who sits where: "human", or an opponent as text.', min_length=1, max_length=16
    )
    seat: Annotated[int, Field(ge=0, le=15)] | None = Field(
        None, description="Which of the human seats is yours; the first by default."
    )
    seed: Seed | None = Field(
        None,
        description="The seed of the match: same seed, same answers. A match between people takes none: whoever chose "
        "it could work out what is hidden.",
    )
    paced: bool = Field(False, description="Whether opponents seem to think as long as their character says.")
    clock: Annotated[float, Field(ge=5, le=86400)] | None = Field(
        None, description="Seconds that each person has for the whole match; no clock by default."
    )
    increment: Annotated[float, Field(ge=0, le=600)] = Field(
        0, description="Seconds that each choice adds to the clock of whoever chose."
    )
    player: PlayerName | None = Field(None, description="Your name; results are kept under it.")
    teach: bool = Field(False, description="Whether it is a game to learn from: it has lessons, and does not count.")


class ChoiceAsked(Asked):
    """The answer to the pending decision."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"option": "b2"}, {"option": "b2", "number": 0}]})
    option: str = Field(max_length=1000)
    number: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        None, description="Which decision it answers; a choice that is sent twice then counts once."
    )


class SeatAsked(Asked):
    """Taking a seat with the token that you were given."""

    player: PlayerName | None = Field(None, description="Your name; results are kept under it.")


class SeatTaken(BaseModel):
    """The seat is yours: this token opens it from now on, and the one you sent does not any more."""

    seat: int
    token: str


class WatchersInvited(BaseModel):
    """A link for watchers: send this token to anybody who may watch the match."""

    token: str


class MoveListed(BaseModel):
    """A choice that stands or an outcome of chance, as your seat was told of it."""

    seat: int | None = Field(description="Who chose; null where chance decided.")
    option: str


class DecisionPending(BaseModel):
    """What you are to decide."""

    number: int = Field(description="How many choices came before it.")
    kind: str
    options: list[str]
    may_offer: list[str] = Field([], description='What you may offer the other player now: "share", or nothing.')


class ResultShown(BaseModel):
    """How a match ended."""

    winner: int | None = Field(description="The seat that won, or null if nobody won alone.")
    name: str | None
    reason: str
    places: list[int] | None = Field(None, description="The place of each seat, 1 for the best; equals share one.")
    payoffs: list[float] | None = Field(None, description="What each seat got, in a game with payoffs.")


class MatchShown(BaseModel):
    """A match, as your seat may see it."""

    id: str
    game: str
    seat: int | None = Field(description="Your seat, or null if you watch.")
    players: list[str] = Field(description='For each seat "human", or an opponent.')
    seats: list[str] = Field([], description="What the game calls its seats; their number may be a setting of it.")
    names: list[str | None] = Field(description="What people call themselves, for each seat.")
    seated: list[bool] = Field(description="Whether somebody sits there, for each seat.")
    here: list[bool | None] = Field(
        [], description="In a match between people, whether each of them follows it now; null where nobody knows."
    )
    paced: bool
    clock: float | None = Field(None, description="Seconds that each person has for the whole match.")
    increment: float = Field(0, description="Seconds that each choice adds to the clock of whoever chose.")
    left: list[float | None] = Field([], description="Seconds that each person has left, if there is a clock.")
    teaches: bool = Field(False, description="Whether it is a game to learn from.")
    over: bool
    closed: str | None = Field(None, description="Why the match cannot go on, if its game has changed.")
    event: int | None = Field(None, description="The number of the latest event.")
    moves: list[MoveListed] = []
    position: str | None = Field(None, description="What you see, as the game's position text, if it has one.")
    drawing: str | None = Field(None, description="What you see, as lines to print.")
    news: list[str] = Field([], description="What happened since the previous decision, where the moves do not say it.")
    scene: dict[str, Any] | None = Field(None, description="What you see, as shapes to draw, if asked for.")
    to_move: int | None = Field(None, description="The seat that decides next.")
    decision: DecisionPending | None = Field(None, description="What you are to decide, if it is your turn.")
    offers: list[dict[str, Any]] = Field([], description="The open offers: each with its kind and the offering seat.")
    rematch: str | None = Field(None, description="The match in which the same people play again, if there is one.")
    result: ResultShown | None = None
    seed: int | None = Field(None, description="Known once the match is over.")


class MatchBegun(MatchShown):
    """A new match."""

    tokens: list[str | None] = Field(description="For each person's seat the token that opens it: yours or a friend's.")


class MatchListed(BaseModel):
    """One of your matches."""

    id: str
    game: str
    seat: int
    players: list[str]
    moves: int = Field(description="How many entries it has: choices (those taken back included), undos, resignations.")
    created: float = Field(description="Seconds since 1970.")
    changed: float
    over: bool
    winner: int | None = None
    reason: str = ""
