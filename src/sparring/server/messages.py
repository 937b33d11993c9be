"""The messages of the HTTP API, with examples; /openapi.json is made from them."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from sparring.rules.registry import LONGEST_TEXT
from sparring.server.teaching_messages import FirstGameListed

LONGEST_WAIT = 30.0

MOST_FIELDS = 100
"""The most fields of a request that are looked at."""


def _deck(given: Any) -> Any:
    if given is None or (isinstance(given, str) and len(given) <= LONGEST_TEXT) or isinstance(given, dict):
        return given
    if isinstance(given, str):
        raise ValueError(f"the text of a deck has at most {LONGEST_TEXT} characters, not {len(given)}")
    raise ValueError(f"a deck is a name, its content as JSON, or null for any deck; not {given!r:.60}")


Deck = Annotated[Any, BeforeValidator(_deck, json_schema_input_type=str | dict[str, Any] | None)]

Decks = Annotated[
    list[Deck],
    Field(
        min_length=1,
        max_length=16,
        description="In a card game, the deck of each seat: a name, a deck as JSON, or null for any deck.",
        examples=[["ST01", None]],
    ),
]
"""The decks of a match or of a position, one for each seat."""

Seed = Annotated[int, Field(ge=0, le=2**63 - 1)]


class Asked(BaseModel):
    """A request's body; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, given: Any) -> Any:
        if isinstance(given, dict) and len(given) > MOST_FIELDS:  # each of them would get an error of its own
            raise ValueError(f"There are {len(given)} fields; a request has at most {len(cls.model_fields)}")
        return given


class WhyAnswered(BaseModel):
    """Why something cannot be chosen."""

    why: str = Field(description="One sentence; empty if the option can be chosen.")


class NumberSettingListed(BaseModel):
    """A number that can be set about an opponent, as in NAME:key=value."""

    name: str
    type: Literal["integer", "number"]
    min: float
    max: float
    optional: bool = Field(description='Whether it may be left open, written "none".')
    default: float | None = Field(description="What it is for this opponent unless it is set.")
    about: str


class ChoiceSettingListed(BaseModel):
    """One of a few words that can be set about an opponent, as in NAME:key=value; a switch is on or off."""

    name: str
    type: Literal["choice", "switch"]
    choices: list[str]
    titles: dict[str, str] | None = Field(None, description="What people read instead of the words, if anything.")
    seat: int | None = Field(None, description="The seat that it is about, if it is about one.")
    default: str | None = Field(description="What it is for this opponent unless it is set.")
    about: str


SettingListed = Annotated[NumberSettingListed | ChoiceSettingListed, Field(discriminator="type")]


class GameListed(BaseModel):
    """A game."""

    name: str
    title: str
    about: str
    how: list[str] = Field(description="How it is played, in a few short sentences.")
    notice: str = Field(description="What has to be said about the game, such as whose it is; mostly nothing.")
    seats: list[str] = Field(description="What the seats are called, in the order in which they begin.")
    settings: list[SettingListed] = Field(description="What can be set about the game, as in NAME:key=value.")
    first_game: FirstGameListed | None = Field(description="The match that teaches it, if there is one.")
    builds_decks: bool = Field(description="Whether decks of one's own can be built for it.")
    has_tree: bool = Field(description="Whether it can be shown how minimax looks ahead in it.")


class OpponentListed(BaseModel):
    """An opponent of a game."""

    name: str
    about: str
    level: int = Field(description="Its intended strength, from 1 to 6.")
    style: str
    face: str
    default: bool = Field(description="Whether it is the one to play against if none is named.")
    adapts: bool = Field(description="Whether it plays as another one of these, the one that suits you.")
    settings: list[SettingListed]
    rating: float | None = Field(None, description="Its measured strength, with its interval.")
    low: float | None = None
    high: float | None = None
    games: int | None = Field(None, description="The number of games by which it was measured.")
    rated: bool = Field(True, description="Whether it has a rating of its own.")


def _not_me(name: str) -> str:
    if name == "me":
        raise ValueError("nobody can be called 'me', which stands for whoever asks")
    return name


PlayerName = Annotated[
    str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f/]+$"), AfterValidator(_not_me)
]


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
    names: list[str | None] = Field(description="What people call themselves, for each seat.")
    seated: list[bool] = Field(description="Whether somebody sits there, for each seat.")
    paced: bool
    clock: float | None = Field(None, description="Seconds that each person has for the whole match.")
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


class Health(BaseModel):
    """Whether the server can do its work."""

    status: str
    version: str
    database: str
    warm: bool = Field(description="Whether all opponents are prepared, and everything is compiled.")


class ErrorTold(BaseModel):
    """What went wrong."""

    code: str
    message: str


class ErrorAnswered(BaseModel):
    """What went wrong: a code for programs, a sentence for people."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"error": {"code": "unknown_game", "message": "There is no game 'chess'; …"}}]}
    )
    error: ErrorTold
