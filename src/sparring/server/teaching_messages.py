"""The messages of the calls that teach: rules, lessons, trees."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class RulesFrame(BaseModel):
    """One frame of a picture."""

    caption: str
    scene: dict[str, Any]


class RulesPicture(BaseModel):
    """A position and what becomes of it, as shapes to draw."""

    close_up: list[float] | None = Field(
        description="The part of the scenes to show: left, top, width, height, in their layout for narrow screens."
    )
    frames: list[RulesFrame]


class RulesSection(BaseModel):
    """One part of the rules."""

    title: str
    sentences: list[str]
    pictures: list[RulesPicture]


class RulesAnswered(BaseModel):
    """How a game works."""

    game: str
    title: str
    sections: list[RulesSection]
    words: dict[str, str] = Field(description="What the game's words mean.")


class FirstGameListed(BaseModel):
    """The match that teaches a game: begin it with these, and with `teach`."""

    game: str
    opponents: list[str]
    seed: int


class StakeTold(BaseModel):
    """What one option leads to."""

    option: str
    sentence: str


class LessonTold(BaseModel):
    """Something to learn about the decision that waits for you."""

    id: str
    title: str
    sentences: list[str]
    stakes: list[StakeTold]


class LessonAnswered(BaseModel):
    """The next lesson, if there is one."""

    number: int | None = Field(description="The decision that it is about; null if nothing waits for you.")
    lesson: LessonTold | None


class TreeAsked(BaseModel):
    """How far to look ahead."""

    model_config = ConfigDict(extra="forbid", strict=True)
    depth: Annotated[int, Field(ge=1, le=8)] = 3


class TreeNode(BaseModel):
    """A position that was looked at, or a move that was left out."""

    move: str | None = Field(description="The move that leads there; null for the position itself.")
    to_move: str | None
    value: float | None = Field(description="For the side to move at the root; null for a move that was left out.")
    says: str = Field(description="The value in words.")
    bound: Literal["exact", "at least", "at most"] | None
    alpha: float | None
    beta: float | None
    cut: bool = Field(description="Whether the move was left out.")
    best: bool = Field(description="Whether both sides would play so.")
    why: str
    children: list["TreeNode"]


class TreeAnswered(BaseModel):
    """What alpha-beta looked at."""

    to_move: str
    depth: int
    value: float
    nodes: int = Field(description="Positions that were looked at.")
    without_cuts: int | None = Field(description="Positions that minimax looks at; null if these are too many.")
    cuts: int = Field(description="Moves that were left out.")
    about: str
    root: TreeNode
