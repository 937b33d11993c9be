"""What may stand in a field of a card or of a word: each kind of field reads its value, or says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from sparring.games.onepiece.rules.values import ANY_CARD, Filter
from sparring.games.onepiece.rules.vocabulary import CATEGORIES, COLORS, DURATIONS, KEYWORDS, SIDES


def proper(text: Any) -> bool:
    """True for a text that can be shown on one line."""
    return isinstance(text, str) and text.strip() != "" and text.isprintable() and len(text) <= LONGEST


LONGEST = 200


class Reading:
    """Reads one card, and collects everything that is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.depth = 0
        """How deeply the list of words being read is nested."""
        self.trigger = False
        """Whether a Trigger is being read."""
        self.timing = ""
        """The timing of the effect that is being read."""
        self.permanent = False
        """Whether a permanent effect is being read."""
        self.bound: set[str] = set()
        """Names that the effect's actions have given so far."""

    def wrong(self, at: str, what: str) -> None:
        """Note a problem."""
        self.problems.append(f"{at}: {what}")


class Field:
    """What may stand in a field of a word."""

    default: Any = None

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The value for the word; what is wrong with it is noted."""
        raise NotImplementedError


class Whole(Field):
    """A whole number."""

    def __init__(self, low: int = 0, high: int = 50) -> None:
        super().__init__()
        self.low, self.high = low, high

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The number."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            reading.wrong(at, f"must be a whole number from {self.low} to {self.high}, not {value!r}")
            return self.low
        return value


class Flag(Field):
    """True or false."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """Which of them."""
        if not isinstance(value, bool):
            reading.wrong(at, f"must be true or false, not {value!r}")
        return value is True


class Text(Field):
    """Any text."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The text."""
        if not proper(value):
            reading.wrong(at, f"must be a text, not {value!r}")
            return ""
        return value


class OneOf(Text):
    """One of several fixed texts."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The word."""
        if not isinstance(value, str) or value not in self.words:
            reading.wrong(at, f"must be {' or '.join(self.words)}, not {value!r}")
            return self.words[0]
        return value


class Side(OneOf):
    """Whose cards are meant, seen from the effect's controller."""

    def __init__(self) -> None:
        super().__init__(*SIDES)


class Duration(OneOf):
    """How long something lasts."""

    def __init__(self) -> None:
        super().__init__(*DURATIONS)

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The word; `while_condition` is for permanent effects, and for nothing else."""
        word = super().read(value, at, reading)
        if value in DURATIONS and (value == "while_condition") != reading.permanent:
            reading.wrong(at, f"{value!r} does not go with this timing")
        return word


class Name(Text):
    """A name that an action gives to the cards it was about."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The name."""
        name = super().read(value, at, reading)
        reading.bound.add(name)
        return name


class Bound(Text):
    """A name that an earlier action has given."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The name."""
        name = super().read(value, at, reading)
        if name and name not in reading.bound:
            reading.wrong(at, f"no earlier action has given the name {name!r}")
        return name


class Which(Field):
    """A filter: which cards are meant."""

    default = ANY_CARD
    lists: ClassVar[tuple[str, ...]] = ("types_any", "name_any", "name_not", "category_any")
    numbers: ClassVar[tuple[str, ...]] = ("cost_max", "cost_eq", "power_max", "power_min")
    words: ClassVar[dict[str, tuple[str, ...]]] = {"color": COLORS, "keyword": tuple(KEYWORDS)}

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The filter."""
        if not isinstance(value, dict):
            reading.wrong(at, f"must be a filter, not {value!r}")
            return ANY_CARD
        found: dict[str, Any] = {}
        for key, given in value.items():
            here = f"{at}.{key}"
            if key in self.lists:
                texts = isinstance(given, list) and given and all(map(proper, given))
                if not texts:
                    reading.wrong(here, f"must be a list of texts, not {given!r}")
                elif key == "category_any" and not set(given) <= set(CATEGORIES):
                    reading.wrong(here, f"knows only {', '.join(CATEGORIES)}, not {given!r}")
                else:
                    found[key] = tuple(given)
            elif key in self.numbers:
                found[key] = Whole(-100_000, 100_000).read(given, here, reading)
            elif key in self.words:
                found[key] = OneOf(*self.words[key]).read(given, here, reading)
            elif key == "rested":
                found[key] = Flag().read(given, here, reading)
            else:
                reading.wrong(at, f"there is no filter {key!r}")
        return Filter(**found)


class Cards(NamedTuple):
    """A selector: which cards on the field an action is about, and whether somebody chooses them."""

    select: str
    side: str = "self"
    zone: tuple[str, ...] = ()
    min: int = 0
    max: int = 0
    exclude_this: bool = False
    filter: Filter = ANY_CARD
    bind: str = ""

    @property
    def depends(self) -> bool:
        """Whether it looks at what permanent effects may change."""
        return self.filter.depends


class Zones(Field):
    """Leaders, characters, or both."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """Which of them."""
        if not (isinstance(value, list) and value and set(map(str, value)) <= {"leader", "character"}):
            reading.wrong(at, f"must be a list of leader and character, not {value!r}")
            return ("character",)
        return tuple(value)


class Selector(Field):
    """Which cards on the field an action is about."""

    kinds: ClassVar[dict[str, dict[str, Field]]] = {
        "this": {},
        "battle_opponent": {},
        "bound": {"bind": Bound()},
        "all": {"side": Side(), "zone": Zones(), "filter": Which(optional=True)},
        "choose": {
            "side": Side(),
            "zone": Zones(),
            "min": Whole(),
            "max": Whole(1),
            "exclude_this": Flag(optional=True),
            "filter": Which(optional=True),
        },
    }

    def __init__(self, *only: str) -> None:
        super().__init__()
        self.only = only or tuple(self.kinds)

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The selector."""
        kind = value.get("select") if isinstance(value, dict) else None
        if kind not in self.only:
            reading.wrong(at, f"there is no selector {kind!r} here, only {', '.join(self.only)}")
            return Cards("this")
        found = read_fields(value, "select", self.kinds[kind], at, reading)
        if kind == "choose" and None not in (found["min"], found["max"]) and found["min"] > found["max"]:
            reading.wrong(at, f"min {found['min']} is above max {found['max']}")
        return Cards(kind, **{name: part for name, part in found.items() if part is not None})


class Taking(NamedTuple):
    """What may be taken of cards that are looked at."""

    max: int
    filter: Filter
    reveal: bool
    """Whether the opponent sees what is taken."""


class Take(Field):
    """What may be taken of cards that are looked at, or nothing."""

    fields: ClassVar[dict[str, Field]] = {"max": Whole(1), "filter": Which(), "to": OneOf("hand"), "reveal": Flag()}

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """How many, which, and whether they are shown; None for nothing."""
        if value is None:
            return None
        if not isinstance(value, dict):
            reading.wrong(at, f"must say what may be taken, or null, not {value!r}")
            return None
        found = read_fields(value, "", self.fields, at, reading)
        return Taking(found["max"], found["filter"], found["reveal"])


def read_fields(
    value: dict[str, Any],
    tag: str,
    fields: dict[str, Field],
    at: str,
    reading: Reading,
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The fields of a word, in the order of its declaration; what is missing or unknown is noted."""
    found: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            found[name] = field.read(value[name], f"{at}.{name}", reading)
        elif name in defaults:
            found[name] = defaults[name]
        else:
            if not field.optional:
                reading.wrong(at, f"lacks {name}")
            found[name] = field.default
    for name in value:
        if name != tag and name not in fields:
            reading.wrong(at, f"there is no field {name!r} here")
    return found


# ---------------------------------------------------------------------- annotations for the fields of words

Count: TypeAlias = Annotated[int, Whole(1)]
AtLeast: TypeAlias = Annotated[int, Whole()]
UpTo: TypeAlias = Annotated[bool, Flag()]
Whose: TypeAlias = Annotated[str, Side()]
EitherSide: TypeAlias = Annotated[str, OneOf("self", "opponent")]
Target: TypeAlias = Annotated[Cards, Selector()]
Until: TypeAlias = Annotated[str, Duration()]
Face: TypeAlias = Annotated[str, OneOf("up", "down")]
TopOrBottom: TypeAlias = Annotated[str, OneOf("top", "top_or_bottom")]
Fitting: TypeAlias = Annotated[Filter, Which()]
Category: TypeAlias = Annotated[str, OneOf(*CATEGORIES)]
