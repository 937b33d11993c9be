"""The messages of the HTTP API, with examples; /openapi.json is made from them."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from sparring.rules.registry import LONGEST_TEXT
from sparring.server.teaching_messages import FirstGameListed

MOST_SECONDS = 3600.0
LONGEST_WAIT = 30.0

MOST_FIELDS = 100
"""The most fields of a request that are looked at."""

MOST_LINES = 5_000
"""The most lines of a record, and the most moves of a position."""

MOST_CHARACTERS = 200_000
"""The most characters of a record, of a position's moves and of its text."""


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


class PositionAsked(Asked):
    """A position, given in one of three ways; the start position if none is given."""

    moves: str | Annotated[list[str], Field(fail_fast=True)] | None = Field(
        None,
        description=f"Moves from the start, as one text or a list; at most {MOST_LINES}.",
        examples=["b2 a1", ["b2", "a1"]],
    )
    position: str | None = Field(None, description="A position's text.", examples=["x../.o./... x"])
    any_position: bool = Field(
        False, description="Take a position that no game reaches, such as one with more x than o may have."
    )
    record: str | None = Field(
        None,
        description="A match's record, as text; stands for the position at its end. "
        f"At most {MOST_LINES} lines and {MOST_CHARACTERS} characters.",
    )

    decks: Decks | None = None

    @model_validator(mode="after")
    def _decks_once(self) -> "PositionAsked":
        if self.record is not None and self.decks is not None:
            raise ValueError("give no decks with a record: it holds the decks that it was played with")
        return self

    @model_validator(mode="after")
    def _one_way(self) -> "PositionAsked":
        given = [name for name in ("moves", "position", "record") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"give the position in one way, not as {' and '.join(given)}")
        return self

    @model_validator(mode="after")
    def _not_too_long(self) -> "PositionAsked":
        moves = self.moves or ""
        text = moves if isinstance(moves, str) else " ".join(moves)
        for name, given in (("moves have", text), ("position has", self.position), ("record has", self.record)):
            if given is not None and len(given) > MOST_CHARACTERS:
                raise ValueError(f"The {name} {len(given)} characters; at most {MOST_CHARACTERS} are read")
        if (count := len(text.split())) > MOST_LINES:
            raise ValueError(f"There are {count} moves; at most {MOST_LINES} are read")
        if (lines := len((self.record or "").splitlines())) > MOST_LINES:
            raise ValueError(f"The record has {lines} lines; at most {MOST_LINES} are read")
        return self


class MoveAsked(PositionAsked):
    """Which opponent is asked for a move, and in which position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"opponent": "StrategistApe", "moves": "b2 a1", "seed": 7}]}
    )
    opponent: str = Field(
        max_length=300,
        description="NAME or NAME:key=value,key=value.",
        examples=["StrategistApe", "minimax:depth=4"],
    )
    seed: Seed | None = Field(None, description="The seed of the answer's randomness: same seed, same answer.")
    decision: dict[str, Any] | None = Field(None, description="What a match tells a player behind an address; unused.")


class MoveAnswered(BaseModel):
    """What an opponent plays."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"move": "c3", "seconds": 0.0004, "fallback": False, "remark": "Your corner is mine."}]
        }
    )
    move: str
    seconds: float = Field(description="How long it thought.")
    fallback: bool = Field(description="Whether the referee had to choose for it.")
    remark: str = Field(description="What it says.")


class AnalysisAsked(PositionAsked):
    """Which position is judged, and the limits of the search."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": "b2 a1", "time": 2}]})
    depth: Annotated[int, Field(ge=1, le=100)] | None = Field(None, description="The most plies to look ahead.")
    time: Annotated[float, Field(ge=0.001, le=MOST_SECONDS)] | None = Field(
        None, description="The most seconds to think."
    )


class ScenesAsked(PositionAsked):
    """A position, and the moves that are played from it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": "b2 a1", "line": ["c3", "a3"]}]})
    line: list[Annotated[str, Field(max_length=1000)]] = Field(
        max_length=200, description="Moves to play from the position, one after the other."
    )


class Frame(BaseModel):
    """A position of a line, as shapes to draw."""

    option: str | None = Field(description="The move that led there; null for the position itself.")
    seat: int | None = Field(None, description="Who made it.")
    scene: dict[str, Any]


class ScenesAnswered(BaseModel):
    """The scenes of a line."""

    frames: list[Frame] = Field(description="The scene of the position, and after each move of the line.")


class Judged(BaseModel):
    """One move, judged."""

    model_config = ConfigDict(extra="allow")
    move: str
    score: float = Field(description="For the side to move; in the game's own unit where it is proven.")
    chance: float = Field(description="The expected score of the side to move, from 0 to 1; 1, 0.5 or 0 if proven.")
    outcome: str | None = Field(description='"win", "draw" or "loss" for the side to move, where proven.')
    line: list[str] = Field(description="What is expected to follow.")


class AnalysisAnswered(BaseModel):
    """Every legal move judged."""

    to_move: str | None
    best: str | None
    options: list[Judged]
    depth: int
    nodes: int
    seconds: float
    method: str | None = Field(None, description='What scores assume: "max-n", "expectimax", "mcts".')
    calibrated: bool = Field(description="Whether the expected scores were confirmed by played games, or are proven.")


class HintAnswered(AnalysisAnswered):
    """What the strongest brain thinks of your decision."""

    value: float = Field(description="How you stand, from -1 (lost) to 1 (won).")
    idea: str = Field(description="What to look for: one sentence that names no option, to be shown first.")
    reason: str = Field(description="Why the best option is best.")


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
    first_varies: bool = Field(description="Whether the game itself decides who begins, so that no seat does.")
    builds_decks: bool = Field(description="Whether decks of one's own can be built for it.")
    sets_up: bool = Field(description="Whether positions can be set up by a form and played on from.")
    has_tree: bool = Field(description="Whether it can be shown how minimax looks ahead in it.")
    hides: bool = Field(description="Whether players see different things, such as their own cards alone.")


class OpponentListed(BaseModel):
    """An opponent of a game."""

    name: str
    about: str
    level: int = Field(description="Its intended strength, from 1 to 6.")
    style: str
    face: str
    default: bool = Field(description="Whether it is the one to play against if none is named.")
    adapts: bool = Field(description="Whether it plays as another one of these, the one that suits you.")
    talks: bool = Field(False, description="Whether it replies to what you say.")
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
