"""Games in which a form sets up a position: what the form asks for, and what is wrong with what was filled in.

A filled-in form is JSON with a field for each side, and the fields of the whole position beside them. A side has a list
of cards for each zone; a zone for one card has that card. A card is its id, or an object with its id and its marks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from sparring.rules.capabilities import PosesPositions
from sparring.rules.decks import CardListed
from sparring.rules.naming import split
from sparring.rules.registry import game as find_game


@dataclass(frozen=True)
class PosingField:
    """Something that is asked for besides cards."""

    name: str
    label: str
    kind: Literal["number", "switch", "choice", "card", "numbers"]
    """A card is chosen among those in some zones of a side; "numbers" are several whole numbers from 1 on."""

    low: int = 0
    high: int = 0
    default: int | str | bool = 0
    choices: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    """Where a card is chosen from."""

    whose: Literal["mover", "other"] = "mover"
    """Whose card: of the side to move, or of the other one."""

    entry: Mapping[str, str] | None = None
    """For a mark that is one of a list: what its entry has besides the `value`; without it, the default holds."""


@dataclass(frozen=True)
class PosingZone:
    """A place for cards."""

    name: str
    label: str
    kinds: tuple[str, ...]
    """The kinds of cards that may lie there."""

    most: int | None = None
    """How many; a zone for one card holds that card and no list."""

    needed: bool = False
    marks: tuple[PosingField, ...] = ()
    """What can be set for each card there, such as whether it is rested."""

    number: PosingField | None = None
    """The field for a number of cards, in a zone where the number is enough."""


@dataclass(frozen=True)
class PosingGroup:
    """Fields that are given together or not at all."""

    name: str
    label: str
    fields: tuple[PosingField, ...]


@dataclass(frozen=True)
class PosingForm:
    """Everything that is asked for."""

    sides: tuple[str, ...]
    """The fields of the sides, in the order of the seats."""

    zones: tuple[PosingZone, ...]
    numbers: tuple[PosingField, ...]
    """Asked of each side."""

    whole: tuple[PosingField, ...]
    """Asked of the whole position."""

    groups: tuple[PosingGroup, ...] = ()


@runtime_checkable
class SetsUpPositions(PosesPositions, Protocol):
    """A game whose positions are set up by a form, and played on from."""

    posing_setting: str
    """The setting that holds the position in the game's name."""

    is_posed: bool
    """Whether this game begins in a position that was set up."""

    @classmethod
    def posing_form(cls) -> PosingForm:
        """What is asked for."""

    @classmethod
    def posing_pool(cls) -> Sequence[CardListed]:
        """The cards that may be put there."""

    @classmethod
    def posing_faults(cls, line: str) -> Sequence[str]:
        """Everything that is impossible about a position, in sentences for whoever sits in the first seat."""

    @classmethod
    def posed_name(cls, line: str) -> str:
        """The name of the game that begins in a position; raises a BadPosition if it is impossible."""


def without_position(spec: str) -> str:
    """The name of a game without the position in which it began, which shows what both sides hold."""
    if "=" not in spec:
        return spec
    name, given = split(spec)
    game = find_game(name)
    if not isinstance(game, SetsUpPositions) or game.posing_setting not in given:
        return spec
    del given[game.posing_setting]
    return name + type(game).name_with(**given).removeprefix(type(game).name)
