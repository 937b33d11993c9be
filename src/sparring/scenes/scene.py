"""A scene: shapes with stable names, which any renderer can draw. A game says what is where, never how it looks."""

from dataclasses import dataclass
from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in the units of the scene."""


@dataclass(frozen=True)
class Plate:
    """What a game lies on."""

    id: str
    box: Box


@dataclass(frozen=True)
class Cell:
    """A place where pieces go."""

    id: str
    box: Box
    last: bool = False
    """Whether something just happened here."""

    round: bool = False
    """Whether it is a hole in a wall, and not a tile."""


@dataclass(frozen=True)
class Disc:
    """A piece in the middle of a place."""

    id: str
    place: str
    """The id of the cell that it is on."""

    face: str
    """What it looks like: "cross" or "ring", which are drawn, or "sun" or "moon", which are put in."""


@dataclass(frozen=True)
class Label:
    """Text in the middle of a box."""

    id: str
    box: Box
    text: str


@dataclass(frozen=True)
class Line:
    """A line from the middle of one place to the middle of another."""

    id: str
    start: str
    end: str


Shape: TypeAlias = Plate | Cell | Disc | Label | Line


@dataclass(frozen=True)
class Scene:
    """A picture of what a seat may see; shapes are painted in their order."""

    title: str
    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    about: str
    """The same in words, for those who do not see it."""
