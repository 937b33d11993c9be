"""The effect language: how its words are declared, and how cards that use them are read and checked.

A word is a function and its fields: `@condition(min=Whole())` above `def don_attached(state, by, min)` is all there is
to say, and whatever a card gets wrong about it is found from that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, TypeVar

from sparring.games.onepiece.rules.cards import Word
from sparring.games.onepiece.rules.values import ANY_CARD, Filter
from sparring.games.onepiece.rules.vocabulary import CATEGORIES, COLORS, DURATIONS, KEYWORDS, SIDES

Function = TypeVar("Function", bound=Callable[..., Any])


DEEPEST = 10
"""How deep actions may be nested."""

OF_A_TRIGGER = ("play_this", "add_this_to_hand", "activate_own_effect")
"""Actions about the card that is being taken from Life."""


def proper(text: Any) -> bool:
    """Whether something is a text that can be shown on a line."""
    return isinstance(text, str) and text.strip() != "" and text.isprintable() and len(text) <= LONGEST


LONGEST = 200


class Reading:
    """Reads one card, and collects everything that is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.depth = 0
        """How many lists of words the one being read is in."""
        self.trigger = False
        """Whether a Trigger is being read."""
        self.permanent = False
        """Whether an effect that is always on is being read."""
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
        """The value as the word's function gets it."""
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
    """One of some words."""

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
    """Which cards on the field an action is about, and who says so."""

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
    """A selector."""

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


class Words(Field):
    """A list of words of one kind."""

    default = ()

    def __init__(self, vocabulary: Vocabulary, at_least: int = 0, optional: bool = False) -> None:
        super().__init__(optional)
        self.vocabulary = vocabulary
        self.at_least = at_least

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The words in their order."""
        if not isinstance(value, list) or len(value) < self.at_least:
            reading.wrong(at, f"must be a list{' of at least one' if self.at_least else ''}, not {value!r}")
            return ()
        if reading.depth >= DEEPEST:
            reading.wrong(at, "actions are nested too deeply")
            return ()
        reading.depth += 1
        read = [self.vocabulary.read(item, f"{at} {number}", reading) for number, item in enumerate(value, 1)]
        reading.depth -= 1
        return tuple(word for word in read if word is not None)


class Choices(Field):
    """Lists of actions, of which one is chosen."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The lists."""
        if not isinstance(value, list) or len(value) < 2:
            reading.wrong(at, "must be a list of at least two lists of actions")
            return ()
        words = Words(ACTIONS, at_least=1)
        return tuple(words.read(item, f"{at} {number}", reading) for number, item in enumerate(value, 1))


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


class Vocabulary:
    """The words of one kind, by name."""

    def __init__(self, kind: str, tag: str) -> None:
        self.kind = kind
        self.tag = tag
        self.words: dict[str, tuple[Callable[..., Any], dict[str, Field]]] = {}
        self.lasting: dict[str, Callable[..., Any]] = {}
        """For permanent effects: what a word does all the time, where it can do that."""

    def __call__(self, name: str = "", /, **fields: Field) -> Callable[[Function], Function]:
        """Declare a word with its fields, in the order in which its function takes them; `from_` is for `from`."""
        named = {field.removesuffix("_"): what for field, what in fields.items()}

        def declare(function: Function) -> Function:
            self.words[name or function.__name__] = (function, named)
            return function

        return declare

    def always(self, word: str) -> Callable[[Function], Function]:
        """Declare what a word does all the time, as changes to cards."""

        def declare(function: Function) -> Function:
            self.lasting[word] = function
            return function

        return declare

    def read(self, value: Any, at: str, reading: Reading) -> Word | None:
        """A word as a card has it."""
        word = value.get(self.tag) if isinstance(value, dict) else None
        if not isinstance(word, str) or word not in self.words:
            reading.wrong(at, f"there is no {self.kind} {word!r}")
            return None
        if word in OF_A_TRIGGER and not reading.trigger:
            reading.wrong(at, f"{word} is for a Trigger only")
        function, fields = self.words[word]
        found = read_fields(value, self.tag, fields, f"{at} ({word})", reading)
        if self is ACTIONS and reading.permanent:
            if word not in self.lasting:
                reading.wrong(at, f"{word} cannot last, so it does not go with the timing permanent")
                return None
            function = self.lasting[word]
        return Word(word, function, tuple(found[name] for name in fields))


CONDITIONS = condition = Vocabulary("condition", "if")
COSTS = cost = Vocabulary("cost", "pay")
ACTIONS = action = Vocabulary("action", "op")


def read_fields(value: dict[str, Any], tag: str, fields: dict[str, Field], at: str, reading: Reading) -> dict[str, Any]:
    """The fields of a word; what is missing or unknown is noted."""
    found: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            found[name] = field.read(value[name], f"{at}.{name}", reading)
        elif field.optional:
            found[name] = field.default
        else:
            reading.wrong(at, f"lacks {name}")
            found[name] = field.default
    for name in value:
        if name != tag and name not in fields:
            reading.wrong(at, f"there is no field {name!r} here")
    return found
