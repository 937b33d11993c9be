"""A scene: shapes with stable names, which any renderer can draw. A game says what is where, never how it looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in the units of the scene."""


@dataclass(frozen=True)
class Plate:
    """What a game lies on, or what stands before it."""

    id: str
    box: Box
    look: str = "wood"
    """ "wood", "felt", or "backing" for what is seen through holes."""

    holes: tuple[str, ...] = ()
    """The places where it has holes: pieces that are listed before it are seen through them, and fall behind it."""


@dataclass(frozen=True)
class Cell:
    """A place where pieces go."""

    id: str
    box: Box
    look: str = "tile"
    """ "tile", "dimple", "bowl", "slot", or "none" for a place that is not drawn."""

    last: bool = False
    """Whether something just happened here."""

    means: str = ""
    """The move that a click here would be, if it were legal; its own name unless said."""


@dataclass(frozen=True)
class Disc:
    """A piece in the middle of a place."""

    id: str
    place: str
    """The id of the cell that it is on."""

    face: str
    """What it looks like: "cross" or "ring", which are drawn, or "sun" or "moon", which are put in."""

    last: bool = False
    """Whether it was put there just now."""


@dataclass(frozen=True)
class Label:
    """Text in the middle of a box."""

    id: str
    box: Box
    text: str
    look: str = ""
    """ "coord" for what only helps to find one's way, "mono" for text whose columns matter."""


@dataclass(frozen=True)
class Line:
    """A line from the middle of one place to the middle of another."""

    id: str
    start: str
    end: str


Shape: TypeAlias = Plate | Cell | Disc | Label | Line


@dataclass(frozen=True)
class Pick:
    """How an option is chosen in the picture."""

    on: str
    """The shape that is clicked."""

    label: str
    """What that does, for those who do not see it."""

    ghost: tuple[str, str] | None = None
    """A piece to hint at, and the place where it would be."""

    pointer: bool = False
    """Whether an arrow above the shape shows that it can be chosen."""


@dataclass(frozen=True)
class Threat:
    """An empty place at which a side would win, were it to have a piece there."""

    place: str
    """The id of the cell."""

    seat: int


@dataclass(frozen=True)
class Scene:
    """A picture of what a seat may see; shapes are painted in their order."""

    title: str
    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    about: str
    """The same in words, for those who do not see it."""

    picks: Mapping[str, Pick] = field(default_factory=dict)
    """How each option is chosen; one that is not here is offered as a button beside the picture."""

    prompt: str = "Make your choice."
    """What is to be done, in one short sentence."""

    sides: tuple[str, ...] = ()
    """The face of each seat's pieces."""

    arrive: str = "place"
    """How new pieces come: "drop" from above, or "place" where they are."""

    threats: tuple[Threat, ...] | None = None
    """Where either side would complete a line, shown on request; None for a game that knows no such thing."""

    def _repr_svg_(self) -> str:
        from sparring.scenes.svg import svg

        return svg(self)
