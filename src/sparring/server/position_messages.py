"""The messages about positions: what is asked about one, and how it is judged and drawn."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sparring.server.messages import Asked, Decks, Seed

MOST_SECONDS = 3600.0

MOST_LINES = 5_000
"""The most lines of a record, and the most moves of a position."""

MOST_CHARACTERS = 200_000
"""The most characters of a record, of a position's moves and of its text."""


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
    """Which position is judged, and for how long at the most."""

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
