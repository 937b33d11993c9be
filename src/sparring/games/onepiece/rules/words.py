"""What a word of the effect language is: its fields, what it does, its sentence, and the gist of its effect.

A word is a frozen dataclass that is declared once, in one place. Its annotations are the schema: reading, checking and
error messages follow from them. Rules and texts ask the word (`act`, `says`), and minds fold its `gist`, so nothing but
the declaration knows its name. A field whose name Python keeps for itself has an underscore behind it: `from_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, get_args, get_type_hints

from sparring.games.onepiece.rules.language import Cards, Field, Reading, read_fields
from sparring.games.onepiece.rules.values import Filter

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.sides import Change, Unit
    from sparring.games.onepiece.rules.state import Source, State

DEEPEST = 10
"""How deep actions may be nested."""


class Gist(NamedTuple):
    """What an action can do at most, in terms that every mind understands. Minds fold gists; they never list words."""

    target: Cards | None = None
    """The cards on the field that it is about."""

    power: int = 0
    """Power that each of them gets."""

    until: str = ""
    """How long that lasts."""

    keyword: str = ""
    """A keyword that each of them gets."""

    unblockable: Filter | None = None
    """Characters that cannot block them."""

    removes: bool = False
    """Whether it takes them out of the fight: off the field, or rested."""

    rests: bool = False
    """Whether it does so by resting them."""

    readies: bool = False
    """Whether it sets them active."""

    changes_cost: bool = False
    """Whether it changes their cost."""

    cards: int = 0
    """Cards that it brings to its controller's hand or Life."""

    plays: int = 0
    """Cards that it puts onto its controller's field."""

    don: int = 0
    """DON!! that it makes available to its controller."""

    gives_don: int = 0
    """Rested DON!! that it gives to each of them at most."""

    rests_don: bool = False
    """Whether it rests DON!! of the opponent."""

    sets_off: str = ""
    """The timing of other effects of the same card that it sets off."""

    plays_this: bool = False
    """Whether it puts the card itself onto the field."""

    base_power: int | None = None
    """The base power that each of them gets."""

    negates: bool = False
    """Whether it takes their keywords and effects away."""

    holds_back: bool = False
    """Whether they can neither attack nor block meanwhile."""

    keeps_rested: bool = False
    """Whether they do not become active meanwhile."""

    aims: bool = False
    """Whether they may attack more than others may."""

    spares: bool = False
    """Whether it keeps a card from the trash, which matters to nobody at once."""

    mills: int = 0
    """Cards that it trashes from the top of the opponent's deck."""

    damage: int = 0
    """Damage that it deals to the opponent."""

    costs_less: int = 0
    """DON!! that cards in its controller's hand cost less, or those of the opponent more."""

    suffers: int = 0
    """Damage that it deals to its controller."""

    gives_cards: int = 0
    """Cards that it brings to the opponent's hand."""

    mills_own: int = 0
    """Cards that it trashes from the top of its controller's deck."""

    unproven: bool = False
    """Habits understand it, but proofs do not follow what it does: they must assume the worst."""

    unknown: bool = False
    """It may do something that no mind understands: proofs must assume the worst."""

    @property
    def weakens(self) -> bool:
        """Whether it is bad for the cards that it is about."""
        return self.removes or self.changes_cost or self.power < 0 or self.disables

    @property
    def disables(self) -> bool:
        """Whether it takes something else from them than their place, their power or their cost."""
        lowers = self.base_power is not None and self.target is not None and self.target.side == "opponent"
        return self.negates or self.holds_back or self.keeps_rested or lowers


class Price(NamedTuple):
    """What a part of a cost takes from its payer."""

    life: int = 0
    """Life cards that go to hand."""

    don: int = 0
    """DON!! that return to the DON!! deck."""

    cards: int = 0
    """Cards that are trashed from hand."""

    rests_this: bool = False
    """Whether the card itself is rested."""

    characters: int = 0
    """Characters that leave the field."""

    gives_up_this: bool = False
    """Whether the card itself leaves the field."""

    unknown: bool = False
    """It may take something that no mind understands."""


class Needs(NamedTuple):
    """What a condition asks for."""

    don: int = 0
    """DON!! attached to the card."""

    own_turn: bool = False
    """Whether it holds in its controller's turn only."""

    fights: bool = False
    """Whether the card must have been in the battle."""

    more: bool = False
    """Whether it asks for something else, which may or may not hold."""


class Word:
    """A word of the effect language, with what a card says about it."""

    kind: ClassVar[str]
    """What words of this vocabulary are called in messages."""

    tag: ClassVar[str]
    """The key under which a card names the word."""

    known: ClassVar[dict[str, type[Word]]]
    """All words of this vocabulary, by name."""

    name: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "known" not in cls.__dict__:
            cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.known[cls.name] = cls

    def says(self) -> str:
        """The word as a clause of a sentence."""
        return self.name.replace("_", " ")

    @property
    def depends(self) -> bool:
        """Whether it looks at what permanent effects may change."""
        return any(getattr(value, "depends", False) for value in vars(self).values())


class Condition(Word):
    """Something that must hold for an effect."""

    kind = "condition"
    tag = "if"
    known: ClassVar[dict[str, type[Word]]] = {}

    in_brackets: ClassVar[bool] = False
    """Whether it stands in brackets before the sentence, as cards print it."""

    def holds(self, state: State, by: Source) -> bool:
        """Whether it holds now."""
        raise NotImplementedError

    @cached_property
    def needs(self) -> Needs:
        """What it asks for; a condition that does not say may or may not hold, which is safe."""
        return Needs(more=True)


class Cost(Word):
    """A part of what must be paid for an effect."""

    kind = "cost"
    tag = "pay"
    known: ClassVar[dict[str, type[Word]]] = {}

    takes: ClassVar[str | None] = None
    """What it is paid from. Two parts that share it may get in each other's way; None may do so with any other."""

    def payable(self, state: State, by: Source) -> bool:
        """Whether it can be paid now, if nothing else is paid."""
        raise NotImplementedError

    def pay(self, state: State, by: Source) -> None:
        """Pay it."""
        raise NotImplementedError

    @cached_property
    def price(self) -> Price:
        """What it takes; a cost that does not say is unknown to every mind, which is safe."""
        return Price(unknown=True)


class Action(Word):
    """Something that an effect does."""

    kind = "action"
    tag = "op"
    known: ClassVar[dict[str, type[Word]]] = {}

    for_triggers: ClassVar[bool] = False
    """Whether it is about the card that is being taken from Life, and so for a Trigger only."""

    changes: ClassVar[str] = ""
    """What kind of `Change` it makes. A permanent effect may use it to make that change all the time."""

    lasts: ClassVar[bool] = True
    """Whether a permanent effect may make that change."""

    only: ClassVar[str] = ""
    """The only timing that it goes with, if it does not go with all."""

    def act(self, state: State, by: Source) -> None:
        """Carry it out."""
        raise NotImplementedError

    def always(self, state: State, by: Source) -> Iterator[tuple[int, Change]]:
        """What it does to cards all the time, by their numbers, as a permanent effect."""
        raise NotImplementedError

    def inside(self) -> tuple[Action, ...]:
        """The actions that it is made of."""
        return ()

    def may_replace(self, state: State, unit: Unit) -> bool:
        """For a replacement: whether it is about this character."""
        return True

    def asks_itself(self) -> bool:
        """Whether it leaves its controller the choice to do nothing."""
        chosen = [part for part in vars(self).values() if isinstance(part, Cards) and part.select == "choose"]
        return bool(chosen) and chosen[0].min == 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """What its change is about: what is looked up when a value is worked out."""
        return (self.changes,) if self.changes else ()

    @cached_property
    def gist(self) -> Gist:
        """What it can do at most; a word that does not say is unknown to every mind, which is safe."""
        return Gist(unknown=True)


def act(state: State, word: Action, by: Source) -> None:
    """Carry out an action: the frame that stands for it on the stack."""
    word.act(state, by)


def pay_part(state: State, word: Cost, by: Source) -> None:
    """Pay a part of a cost: the frame that stands for it on the stack."""
    word.pay(state, by)


def every_action(actions: Iterable[Action]) -> Iterator[Action]:
    """Actions with the actions inside them."""
    for word in actions:
        yield word
        yield from every_action(word.inside())


def every_gist(actions: Iterable[Action]) -> Iterator[Gist]:
    """The gists of actions, with those of the actions inside them."""
    for word in actions:
        yield word.gist
        yield from every_gist(word.inside())


# ---------------------------------------------------------------------- reading


@cache
def schema(word: type[Word]) -> tuple[dict[str, Field], dict[str, Any]]:
    """The fields of a word as a card writes them, and the defaults of those that may be left out."""
    hints = get_type_hints(word, include_extras=True)
    found = {field.name: field for field in fields(word)}  # type: ignore[arg-type]
    kinds = {name.removesuffix("_"): get_args(hints[name])[1] for name in found}
    defaults = {name.removesuffix("_"): field.default for name, field in found.items() if field.default is not MISSING}
    return kinds, defaults


def read_word(vocabulary: type[Word], value: Any, at: str, reading: Reading) -> Any:
    """A word as a card has it, or None if there is no such word."""
    name = value.get(vocabulary.tag) if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in vocabulary.known:
        reading.wrong(at, f"there is no {vocabulary.kind} {name!r}")
        return None
    word = vocabulary.known[name]
    if issubclass(word, Action) and word.for_triggers and not reading.trigger:
        reading.wrong(at, f"{name} is for a Trigger only")
    kinds, defaults = schema(word)  # type: ignore[arg-type]  # a class can be hashed, whatever its instances can
    found = read_fields(value, vocabulary.tag, kinds, f"{at} ({name})", reading, defaults)
    if issubclass(word, Action) and reading.permanent and not (word.changes and word.lasts):
        reading.wrong(at, f"{name} cannot last, so it does not go with the timing permanent")
        return None
    if issubclass(word, Action) and reading.timing == "in_hand" and word.only != "in_hand":
        reading.wrong(at, f"{name} does not go with the timing in_hand")
    elif issubclass(word, Action) and word.only not in ("", reading.timing):
        reading.wrong(at, f"{name} goes only with the timing {word.only}")
    return word(*found.values())


class Words(Field):
    """A list of words of one kind."""

    default = ()

    def __init__(self, vocabulary: type[Word], at_least: int = 0) -> None:
        super().__init__()
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
        read = [read_word(self.vocabulary, item, f"{at} {number}", reading) for number, item in enumerate(value, 1)]
        reading.depth -= 1
        return tuple(word for word in read if word is not None)


class Choices(Field):
    """Lists of actions, of which one is chosen."""

    def read(self, value: Any, at: str, reading: Reading) -> Any:
        """The lists."""
        if not isinstance(value, list) or len(value) < 2:
            reading.wrong(at, "must be a list of at least two lists of actions")
            return ()
        words = Words(Action, at_least=1)
        return tuple(words.read(item, f"{at} {number}", reading) for number, item in enumerate(value, 1))
