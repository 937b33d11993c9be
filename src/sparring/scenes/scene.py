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

    tall: Box | None = None
    """Its box on a narrow screen, where the scene has an arrangement for those."""


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

    seeds: int | None = None
    """How many seeds lie here, all of them alike; None for a place that is not for seeds."""

    tall: Box | None = None


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
    """ "coord" for what only helps to find one's way, "onwood" for the same on a plate, "mono" for text whose columns
    matter, "count" for a number, "total" for one that decides, "who" for a player, "zone" for what is beside one."""

    counts: str = ""
    """The id of a cell: the text is how many seeds lie there, also while they are moved."""

    tall: Box | None = None


@dataclass(frozen=True)
class Line:
    """A line from the middle of one place to the middle of another."""

    id: str
    start: str
    end: str


@dataclass(frozen=True)
class Arrow:
    """An arrow from one card to another, with a few words on it."""

    id: str
    start: str
    end: str
    text: str = ""
    level: float | None = None
    """How far down the words stand, if the arrow crosses that height; in its middle otherwise."""

    tall_level: float | None = None


@dataclass(frozen=True)
class Zone:
    """A place where cards lie; it says how they do, so that nobody has to work out where each of them is."""

    id: str
    box: Box
    card: tuple[float, float]
    """How wide and high a card in it is."""

    flow: str = "row"
    """ "row" side by side, over each other where there is no room; "pile" all on one heap; "fit" side by side, in
    several rows or smaller where there is no room."""

    title: str = ""
    gap: float = 8.0
    """How far cards are from each other; less than nothing where they cover each other."""

    look: str = "slot"
    """ "slot", or "none" for a place that is not drawn."""

    source: str = ""
    """The zone that a new card in it comes from, if no card went that it could have been."""

    tall: Box | None = None
    tall_card: tuple[float, float] | None = None
    tall_gap: float | None = None
    tall_title: str | None = None


@dataclass(frozen=True)
class Card:
    """A card that lies in a zone, or under another card."""

    id: str
    place: str
    """The id of the zone, or of the card that it was put to."""

    name: str = ""
    type: str = ""
    """What sort of card it is, which is written where it has no power."""

    colour: str = "black"
    """ "red", "green", "blue", "purple", "black" or "yellow"."""

    cost: int | None = None
    power: int | None = None
    base: int | None = None
    """The power that is printed on it: another one is drawn as risen or fallen."""

    counter: int | None = None
    """What it adds in defence, for as long as it is in hand."""

    sign: str = ""
    """What is drawn on it: "Strike", "Slash", "Ranged", "Special" or "Wisdom"."""

    keywords: tuple[str, ...] = ()
    badge: str = ""
    """A few signs in its corner, such as how many cards were put to it."""

    facts: str = ""
    """What else is printed on it, in a few words."""

    text: str = ""
    """What it does, for who reads it."""

    rested: bool = False
    """Whether it lies on its side."""

    back: str = ""
    """ "card" for one that shows its back, "token" for a small one that is like all others; then nothing else of it
    is told."""

    hit: bool = False
    """Whether something is about to happen to it."""

    dim: bool = False
    """Whether it lies face down, and only this seat knows what it is."""

    means: str = ""
    """What a click on it would be; if that is impossible, it is told why."""


Shape: TypeAlias = Plate | Cell | Disc | Label | Line | Arrow | Zone | Card


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

    also: tuple[str, ...] = ()
    """Other shapes that stand for the same, such as a second card of the same sort."""


@dataclass(frozen=True)
class Threat:
    """An empty place at which a side would win, were it to have a piece there."""

    place: str
    """The id of the cell."""

    seat: int


@dataclass(frozen=True)
class Step:
    """What happens at once on the way to a scene: seeds go from cell to cell."""

    moves: tuple[tuple[str, str, int], ...]
    """From which cell, to which, and how many."""

    say: str = ""
    """What it is, in a sentence."""

    rest: bool = False
    """Whether one is given a moment to see what has come of it."""


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

    steps: tuple[Step, ...] = ()
    """How it came about, if the scene before is still seen; at the end of them everything is as the shapes say."""

    tall: tuple[float, float] | None = None
    """The size of another arrangement, for narrow screens: that of the shapes' `tall` boxes."""

    def _repr_svg_(self) -> str:
        from sparring.scenes.svg import svg

        return svg(self)
