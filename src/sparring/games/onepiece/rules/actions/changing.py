"""What effects change about cards on the field: power, cost, keywords, who may block them, what protects them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

from sparring.games.onepiece.rules import lasting
from sparring.games.onepiece.rules.actions.choosing import meant, pick, still_there
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.events import Event, card_name
from sparring.games.onepiece.rules.language import Cards, Fitting, Name, OneOf, Target, Until, Whole
from sparring.games.onepiece.rules.sides import Change
from sparring.games.onepiece.rules.state import About, Binding, Source, State
from sparring.games.onepiece.rules.text import cards_get, cards_text, filter_text, until
from sparring.games.onepiece.rules.values import ANY_CARD
from sparring.games.onepiece.rules.vocabulary import KEYWORDS
from sparring.games.onepiece.rules.words import Action, Gist, Word

Points = Annotated[int, Whole(-100_000, 100_000)]


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """An effect changed a card for a while."""

    code: int
    what: str
    value: Any
    until: str

    def line(self, decks: Decks) -> str:
        """What changed, and for how long."""
        lasts = {"battle": " in this battle", "turn": " this turn"}.get(self.until, " until the next own turn")
        if self.until.startswith("end of turn"):
            lasts = f" until the {self.until}"
        return f"{self.who}'s {card_name(decks, self.code)} {self._change()}{lasts}."

    def _change(self) -> str:
        if self.what in ("power", "cost"):
            return f"gets {self.value:+d} {self.what}"
        if self.what == "keyword":
            return f"gets {self.value}"
        if self.what == "no ko":
            return "cannot be K.O.'d"
        if self.what == "base power":
            return f"has {self.value} base power"
        if self.what in TOLD:
            return TOLD[self.what]
        return "cannot be blocked" if self.value == ANY_CARD else "cannot be blocked by some"


TOLD: dict[str, str] = {}
"""What is told of a card when a change is made that has no number: each word that makes one adds its own."""


class ChangingWord(Action):
    """An action that changes cards: for a while, or all the time as a permanent effect."""

    known: ClassVar[dict[str, type[Word]]] = Action.known  # it is not a word itself
    told: ClassVar[str] = ""
    """What is told of a card that is changed, if that has no number."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.told:
            TOLD[cls.changes] = cls.told

    asks: ClassVar[str]

    def change(self) -> tuple[Cards, Any, str]:
        """The cards, the value of the change, and how long it lasts."""
        raise NotImplementedError

    def act(self, state: State, by: Source) -> None:
        """Have the cards chosen, and change them."""
        cards, value, duration = self.change()
        if not over_already(state, duration):
            pick(state, About(self.changes, by, self.asks, self), cards, _change, self.changes, value, duration)

    def always(self, state: State, by: Source) -> Iterator[tuple[int, Change]]:
        """The same as long as the conditions of a permanent effect hold."""
        cards, value, _ = self.change()
        made = Change(self.changes, value, "while_condition", by.seat)
        for unit in meant(state, by, cards):
            yield unit.id, made


def over_already(state: State, duration: str) -> bool:
    """True for a change that would last for a battle where there is none: it cannot be made (R0.3)."""
    return duration == "battle" and state.battle is None and state.decks.edition >= 3


def _change(
    state: State, numbers: tuple[int, ...], by: Source, what: str, value: Any, until: str, bind: str = ""
) -> None:
    ends = lasting.ends_at(state, by.seat, until)
    for unit in still_there(state, numbers):
        lasting.begin(state, unit, Change(what, value, ends, by.seat))
        state.changes_made += 1
        state.tell(Changed, unit.seat, unit.code, what, value, ends)
    if bind:
        state.bound = (*state.bound, Binding(bind, numbers))


@dataclass(frozen=True)
class ModifyPower(ChangingWord):
    """Add to power."""

    target: Target
    amount: Points
    duration: Until
    bind: Annotated[str, Name()] = ""

    changes: ClassVar[str] = "power"
    asks: ClassVar[str] = "Who gets the power?"

    def change(self) -> tuple[Cards, Any, str]:
        """More power, or less."""
        return self.target, self.amount, self.duration

    def act(self, state: State, by: Source) -> None:
        """Have the cards chosen, change them, and remember them by a name if one is given."""
        if not over_already(state, self.duration):
            about = About("power", by, self.asks, self)
            pick(state, about, self.target, _change, "power", self.amount, self.duration, self.bind)

    def says(self) -> str:
        """In words."""
        return f"{cards_get(self.target)} {self.amount:+d} power{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """So much power."""
        return Gist(self.target, power=self.amount, until=self.duration)


@dataclass(frozen=True)
class SetBasePower(ChangingWord):
    """Set base power; of several such effects on a card, the largest counts."""

    target: Target
    amount: Points
    duration: Until

    changes: ClassVar[str] = "base power"
    asks: ClassVar[str] = "Whose base power changes?"

    def change(self) -> tuple[Cards, Any, str]:
        """Another base power."""
        return self.target, self.amount, self.duration

    @property
    def kinds(self) -> tuple[str, ...]:
        """It counts when power is worked out."""
        return ("base power", "power")

    def says(self) -> str:
        """In words."""
        return f"the base power of {cards_text(self.target)} becomes {self.amount}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """That base power."""
        return Gist(self.target, base_power=self.amount, until=self.duration)


@dataclass(frozen=True)
class ModifyCost(ChangingWord):
    """Add to cost."""

    target: Target
    amount: Points
    duration: Until

    changes: ClassVar[str] = "cost"
    asks: ClassVar[str] = "Whose cost changes?"

    def change(self) -> tuple[Cards, Any, str]:
        """Another cost."""
        return self.target, self.amount, self.duration

    def says(self) -> str:
        """In words."""
        return f"{cards_get(self.target)} {self.amount:+d} cost{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """Another cost."""
        return Gist(self.target, until=self.duration, changes_cost=True)


@dataclass(frozen=True)
class GrantKeyword(ChangingWord):
    """Give a keyword."""

    target: Target
    keyword: Annotated[str, OneOf(*KEYWORDS)]
    duration: Until

    changes: ClassVar[str] = "keyword"
    asks: ClassVar[str] = "Who gets the keyword?"

    def change(self) -> tuple[Cards, Any, str]:
        """The keyword."""
        return self.target, self.keyword, self.duration

    def says(self) -> str:
        """In words."""
        return f"{cards_get(self.target)} {self.keyword}{until(self.duration)}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The keyword too: what a keyword changes is looked up only where some card may have it."""
        return ("keyword", self.keyword)

    @cached_property
    def gist(self) -> Gist:
        """The keyword."""
        return Gist(self.target, until=self.duration, keyword=self.keyword)


@dataclass(frozen=True)
class ForbidBlocker(ChangingWord):
    """When this attacker attacks, such characters cannot block."""

    attacker: Target
    duration: Until
    blocker_filter: Fitting = ANY_CARD

    changes: ClassVar[str] = "no blocker"
    asks: ClassVar[str] = "Who cannot be blocked?"

    def change(self) -> tuple[Cards, Any, str]:
        """Who cannot block."""
        return self.attacker, self.blocker_filter, self.duration

    def says(self) -> str:
        """In words."""
        who = "Blockers" if self.blocker_filter == ANY_CARD else f"Blockers {filter_text(self.blocker_filter)}"
        return f"{who} cannot block {cards_text(self.attacker)}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """Who cannot block."""
        return Gist(self.attacker, until=self.duration, unblockable=self.blocker_filter)


@dataclass(frozen=True)
class PreventKo(ChangingWord):
    """Such cards cannot be K.O.'d."""

    target: Target
    by: Annotated[str, OneOf("battle", "effect", "battle_with_leader", "any")]
    duration: Until

    changes: ClassVar[str] = "no ko"
    asks: ClassVar[str] = "Who cannot be K.O.'d?"

    def change(self) -> tuple[Cards, Any, str]:
        """By what they cannot be K.O.'d."""
        return self.target, self.by, self.duration

    def says(self) -> str:
        """In words."""
        how = {"battle": " in battle", "effect": " by effects", "battle_with_leader": " in battle with a leader"}
        return f"{cards_text(self.target)} cannot be K.O.'d{how.get(self.by, '')}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """It keeps cards on the field, which takes no attacker away and adds none."""
        return Gist(self.target, until=self.duration)
