"""A scene: shapes with stable ids that any renderer can draw. A game says what is where, not how it looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in the units of the scene."""

Face: TypeAlias = Literal["cross", "ring", "sun", "moon", "leaf", "plum", "corn", "stone"]
"""What a piece looks like: a drawn cross or ring, or one of the discs."""


@dataclass(frozen=True)
class Plate:
    """The surface that a game lies on, or a wall in front of it."""

    id: str
    box: Box
    look: Literal["wood", "felt", "backing"] = "wood"
    """A backing is the surface behind holes."""

    holes: tuple[str, ...] = ()
    """The ids of cells where the plate has holes; pieces listed before the plate are visible through them."""

    tall: Box | None = None
    """The box on a narrow screen, if the scene has a layout for narrow screens."""


@dataclass(frozen=True)
class Cell:
    """A place for pieces."""

    id: str
    box: Box
    look: Literal["tile", "dimple", "bowl", "slot", "none"] = "tile"
    """A place without a look is not drawn."""

    last: bool = False
    """True if something just happened here."""

    means: str = ""
    """The move that a click here stands for, if it is legal; by default the id."""

    seeds: int | None = None
    """The number of seeds that lie here; None for a place that is not for seeds."""

    tall: Box | None = None


@dataclass(frozen=True)
class Disc:
    """A piece in the middle of a place."""

    id: str
    place: str
    """The id of the cell that it is on."""

    face: Face

    last: bool = False
    """True if it was put there by the latest move."""


@dataclass(frozen=True)
class Label:
    """Text in the middle of a box."""

    id: str
    box: Box
    text: str
    look: Literal["", "coord", "onwood", "mono", "count", "total", "who", "zone"] = ""
    """ "coord" for coordinates, "onwood" for coordinates on a plate, "mono" for fixed-width text, "count" for a number,
    "total" for a score, "who" for a player, "zone" for the title of a zone."""

    counts: str = ""
    """The id of a cell: the text is the number of seeds there, also while seeds are moving."""

    tall: Box | None = None
    wide_only: bool = False
    """True for a text that narrow screens leave out."""


@dataclass(frozen=True)
class Line:
    """A line from the middle of one place to the middle of another."""

    id: str
    start: str
    end: str


@dataclass(frozen=True)
class Arrow:
    """An arrow from one card to another, with a few words on it.

    It runs straight; with a lane it bends at its level, so that it crosses no card.
    """

    id: str
    start: str
    end: str
    text: str = ""
    level: float | None = None
    """The height at which the words stand, if the arrow crosses it; otherwise they stand in the middle."""

    tall_level: float | None = None
    lane: float | None = None
    """How far to the right a free lane is."""

    tall_lane: float | None = None
    around: tuple[bool, bool] = (False, False)
    """Whether the arrow takes the lane before its level, and after it, because a row of cards is in the way there."""


@dataclass(frozen=True)
class Zone:
    """A place for cards, which it lays out itself."""

    id: str
    box: Box
    card: tuple[float, float]
    """Width and height of a card in this zone."""

    flow: Literal["row", "pile", "fit"] = "row"
    """ "row": side by side, overlapping if there is no room; "pile": all in one place; "fit": side by side, smaller or
    in several rows if there is no room."""

    title: str = ""
    gap: float = 8.0
    """The distance between cards; negative if they overlap."""

    look: Literal["slot", "none"] = "slot"
    """A zone without a look is not drawn."""

    opens: bool = False
    """True for a pile that can be looked through; the game's `piles` say what is in it."""

    source: str = ""
    """The zone that a new card comes from, if no card that disappeared can be the same card."""

    tall: Box | None = None
    tall_card: tuple[float, float] | None = None
    tall_gap: float | None = None
    tall_title: str | None = None


@dataclass(frozen=True)
class Card:
    """A card that lies in a zone, or under another card."""

    id: str
    place: str
    """The id of the zone, or of the card that it lies under."""

    name: str = ""
    type: str = ""
    """The sort of card, shown if the card has no power."""

    colour: str = "black"
    """ "red", "green", "blue", "purple", "black" or "yellow"."""

    cost: int | None = None
    power: int | None = None
    base: int | None = None
    """The printed power; a different current power is drawn as raised or lowered."""

    counter: int | None = None
    """The power that it adds in defence from the hand."""

    sign: str = ""
    """The sign that is drawn on it: "Strike", "Slash", "Ranged", "Special" or "Wisdom"."""

    keywords: tuple[str, ...] = ()
    badge: str = ""
    """A few characters in the corner, such as the number of cards under it."""

    facts: str = ""
    """What else is printed on the card, in a few words."""

    text: str = ""
    """What the card does, in full."""

    rested: bool = False
    """True if the card was used: it is drawn lower than the others, and marked."""

    back: Literal["", "card", "token"] = ""
    """ "card" for a card that shows its back, "token" for a small card that looks like all other tokens; then the other
    fields are not shown."""

    hit: bool = False
    """True if something is about to happen to the card."""

    dim: bool = False
    """True if the card lies face down and only this seat knows it."""

    means: str = ""
    """The option that a click stands for; if it is not legal, the page says why."""


Shape: TypeAlias = Plate | Cell | Disc | Label | Line | Arrow | Zone | Card


@dataclass(frozen=True)
class Pick:
    """How an option is chosen by a click."""

    on: str
    """The id of the shape to click."""

    label: str
    """What the click does, for screen readers."""

    ghost: tuple[str, str] | None = None
    """The face of a piece to preview, and the id of the cell where it would be."""

    pointer: bool = False
    """True if an arrow above the shape shows that it can be chosen."""

    also: tuple[str, ...] = ()
    """The ids of other shapes that choose the same option, such as a second copy of a card."""

    onto: str = ""
    """The id of the shape onto which `on` is dragged to choose the option."""

    source: str = ""
    """The id of a shape that is dragged instead of `on`, such as the pile that a token comes from."""

    aims: str = ""
    """What `onto` is called, if it is chosen as a target in a second step; the option is then confirmed."""

    around: tuple[bool, bool] | None = None
    """Where the arrow to such a target takes the lane, as an `Arrow` does; without it, the arrow runs straight."""

    foretold: str = ""
    """What will happen, in short sentences, as far as the player can know."""

    times: int = 1
    """How often in a row it can be chosen, for an option that can be chosen several times at once."""

    gains: tuple[str, ...] = ()
    """For such an option: what one choice gives, what two give, and so on, in a few words each."""


@dataclass(frozen=True)
class Threat:
    """An empty cell where a side would win with a piece of its own."""

    place: str
    """The id of the cell."""

    seat: int


@dataclass(frozen=True)
class Step:
    """One step of the animation that leads to a scene: seeds move from cell to cell."""

    moves: tuple[tuple[str, str, int], ...]
    """The id of the cell they leave, the id of the cell they reach, and the number of seeds."""

    say: str = ""
    """What happens, in a sentence."""

    rest: bool = False
    """True if the animation pauses after this step."""


@dataclass(frozen=True)
class Scene:
    """A picture of what a seat may see; shapes are painted in order."""

    title: str
    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    about: str
    """The picture in words, for screen readers."""

    picks: Mapping[str, Pick] = field(default_factory=dict)
    """How each option is chosen; an option that is missing here becomes a button beside the picture."""

    prompt: str = "Make your choice."
    """What the player has to do, in one short sentence."""

    sides: tuple[Face, ...] = ()
    """The face of each seat's pieces."""

    arrive: Literal["drop", "place"] = "place"
    """How new pieces arrive: "drop" from above, or "place" where they are."""

    threats: tuple[Threat, ...] | None = None
    """Where either side would complete a line, shown on request; None for a game without threats."""

    steps: tuple[Step, ...] = ()
    """The animation from the scene before to this one; it ends with the shapes in their places."""

    tall: tuple[float, float] | None = None
    """The size of the layout for narrow screens, which uses the `tall` boxes of the shapes."""

    names: tuple[str, ...] = ()
    """What each seat can be called by what it plays, such as its leader; empty if nothing tells them apart."""

    aim: Arrow | None = None
    """How the arrow to a target runs before it is confirmed; its ends are those of the pick."""

    passes: str = ""
    """The option that the page may choose by itself, because the player can do nothing that matters.

    It may follow from what only this player sees, so the other players must not learn of it."""

    def _repr_svg_(self) -> str:
        from sparring.scenes.svg import svg

        return svg(self)
