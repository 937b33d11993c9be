"""The messages of the HTTP API about puzzles."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sparring.server.messages import Asked, Frame
from sparring.server.people_messages import PuzzlesShown

MOST_MOVES, MOST_CHARACTERS = 200, 1000
"""The most moves of a try, and the most characters if it is one text."""


class PuzzleListed(BaseModel):
    """A puzzle: its position, its goal and its solution."""

    model_config = ConfigDict(extra="allow")
    id: str
    kind: Literal["win", "only", "draw", "capture", "lethal"]
    goal: str = Field(description="The goal in a sentence.")
    position: str | None = Field(None, description="The position as text; games without such texts have a record.")
    record: str | None = Field(None, description="The record of a match that leads to the position.")
    to_move: str = Field(description="The name of the solver's seat.")
    solution: list[str] = Field(description="The solver's moves, and between them the most stubborn answers.")
    rating: float | None = Field(description="How hard it is, on the scale of the game's opponents.")


class PuzzleShown(BaseModel):
    """A puzzle as a picture, without its solution."""

    id: str
    game: str
    title: str = Field(description="The game's title.")
    kind: Literal["win", "only", "draw", "capture", "lethal"]
    goal: str
    position: str | None = None
    record: str | None = None
    to_move: str
    seat: int = Field(description="The solver's seat.")
    rating: float | None
    level: int | None = Field(description="The lowest level that solves it more often than not; null if none does.")
    graded: bool = Field(description="Whether the levels of today have tried it.")
    today: bool = Field(description="Whether it is the puzzle of the day.")
    tried: Literal["solved", "failed"] | None = Field(description="How your first try ended.")
    scene: dict[str, Any]
    options: list[str] = Field(description="What can be chosen.")
    standing: PuzzlesShown


class TryAsked(Asked):
    """The moves of a try, from the puzzle's position on."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": ["4"]}]})
    moves: (
        Annotated[str, Field(max_length=MOST_CHARACTERS)]
        | Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=MOST_MOVES)]
    ) = Field(
        description="Your moves and the answers to them, as a solution lists them: a list, or one text with blanks "
        f"between moves. At most {MOST_MOVES}.",
    )
    hint: bool = Field(False, description="Ask for the next move; then the puzzle counts as not solved.")

    @property
    def each(self) -> list[str]:
        """The moves one by one."""
        return self.moves.split() if isinstance(self.moves, str) else self.moves


class Refuted(BaseModel):
    """What is wrong with a try."""

    moves: list[str] = Field(description="How the other side answers it, and how that goes on.")
    words: str = Field(description="What it comes to, in a sentence.")
    frames: list[Frame] = Field(description="The scene after each of these moves.")


class TryAnswered(BaseModel):
    """Whether a try is right so far."""

    right: bool
    solved: bool = Field(description="Whether the goal is reached.")
    moves: list[str] = Field(description="The right moves so far, with the answers to them.")
    frames: list[Frame] = Field(description="The scenes after your last move and after the answers to it.")
    options: list[str] = Field(description="What can be chosen next.")
    refutation: Refuted | None = Field(description="What is wrong with the last move, if it is not right.")
    hint: str | None = Field(description="A right move, if a hint was asked for.")
    solution: list[str] | None = Field(description="The solution, once the puzzle is solved.")
    counted: bool = Field(description="Whether this try counts for your puzzle rating.")
    standing: PuzzlesShown
