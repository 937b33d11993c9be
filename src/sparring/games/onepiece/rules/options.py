"""What can be chosen: one small type for each kind of option, and the text by which it is chosen and recorded.

`kind` tells the types apart, so that options of different kinds never compare equal, whatever they are about.
"""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sparring.games.onepiece.rules.text import actions_text, label, named, timing_text

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.state import Question, State


class Simple(NamedTuple):
    """An option that needs nothing but its name."""

    kind: str
    words: str = ""
    """Its text, where that is not its kind."""

    def text(self, state: State) -> str:
        """Its words."""
        return self.words or self.kind


END = Simple("end turn")
KEEP, MULLIGAN = Simple("keep"), Simple("mulligan")
NO_BLOCK, NO_COUNTER = Simple("no block"), Simple("no counter")
YES, NO, NONE = Simple("yes"), Simple("no"), Simple("none")
TRIGGER, TO_HAND = Simple("trigger", "use the Trigger"), Simple("to hand", "take it to hand")
UNKNOWN_CARD = Simple("unknown card")
"""Any card of a hand that the chooser does not see."""


class PlayCard(NamedTuple):
    """Play a card from hand in the main phase."""

    code: int
    kind: Literal["play"] = "play"

    def text(self, state: State) -> str:
        """Play it."""
        return f"play {state.decks.labels[self.code]}"


class Activate(NamedTuple):
    """Use an [Activate: Main] effect of a card on the field."""

    unit: int
    effect: int
    """Which of the card's effects."""

    kind: Literal["activate"] = "activate"

    def text(self, state: State) -> str:
        """Use the card; which effect, if it has several."""
        unit = state.find(self.unit)
        assert unit is not None
        numbers = unit.card.timed("activate_main")
        which = f", effect {numbers.index(self.effect) + 1}" if len(numbers) > 1 else ""
        return f"use {label(state, unit)}{which}"


class GiveDon(NamedTuple):
    """Give one active DON!! to a leader or character."""

    unit: int
    kind: Literal["give"] = "give"

    def text(self, state: State) -> str:
        """Who gets it."""
        return f"give DON!! to {named(state, self.unit, _asked(state).seat)}"


class Attack(NamedTuple):
    """Attack a leader or a rested character."""

    attacker: int
    target: int
    kind: Literal["attack"] = "attack"

    @property
    def at_leader(self) -> bool:
        """Whether the target is a leader; leaders have the numbers of their seats."""
        return self.target in (0, 1)

    def text(self, state: State) -> str:
        """Who is attacked, and with whom."""
        seat = _asked(state).seat
        aim = named(state, self.target, seat).removeprefix("opposing ")
        return f"attack {aim} with {named(state, self.attacker, seat)}"


class Block(NamedTuple):
    """Block an attack with a character."""

    unit: int
    kind: Literal["block"] = "block"

    def text(self, state: State) -> str:
        """Who blocks."""
        return f"block with {named(state, self.unit, _asked(state).seat)}"


class Counter(NamedTuple):
    """Trash a character from hand to add its counter value to a card on the field."""

    code: int
    unit: int
    kind: Literal["counter"] = "counter"

    def text(self, state: State) -> str:
        """What counters, and for whom."""
        return f"counter with {state.decks.labels[self.code]} for {named(state, self.unit, _asked(state).seat)}"


class CounterEvent(NamedTuple):
    """Use a [Counter] event from hand."""

    code: int
    kind: Literal["counter event"] = "counter event"

    def text(self, state: State) -> str:
        """Use it."""
        return f"use {state.decks.labels[self.code]}"


class ChooseUnit(NamedTuple):
    """Choose a card on the field."""

    unit: int
    kind: Literal["unit"] = "unit"

    def text(self, state: State) -> str:
        """The card as the chooser speaks of it."""
        return named(state, self.unit, _asked(state).seat)


class ChooseCard(NamedTuple):
    """Choose a card that is not on the field."""

    code: int
    kind: Literal["card"] = "card"

    def text(self, state: State) -> str:
        """The card's name."""
        return state.decks.labels[self.code]


class ReturnDon(NamedTuple):
    """Return a DON!! to the DON!! deck."""

    place: Literal["active", "rested", "given"]
    unit: int = -1
    """For a given one: the card that it was given to."""

    kind: Literal["don"] = "don"

    def text(self, state: State) -> str:
        """Where the DON!! is now."""
        if self.place == "given":
            return f"DON!! of {named(state, self.unit, _asked(state).seat)}"
        return f"{self.place} DON!!"


class Resolve(NamedTuple):
    """Carry out this one of several effects that wait."""

    unit: int
    code: int
    effect: int
    kind: Literal["resolve"] = "resolve"

    def text(self, state: State) -> str:
        """The card and the timing, and a number where these fit several of the options."""
        card, unit = state.decks.cards[self.code], state.find(self.unit)
        name = state.decks.labels[self.code] if unit is None else label(state, unit)
        options = [option for option in _asked(state).options if isinstance(option, Resolve)]
        copies = Tally(option.code for option in options)
        same = [option for option in options if option.code == self.code]
        text = f"{name}: {timing_text(card.effects[self.effect].timing)}"
        if copies[self.code] > 1 and (unit is None or len({option.unit for option in same}) < len(same)):
            text += f" ({same.index(self) + 1})"
        return text


class Go(NamedTuple):
    """Take the first turn or the second."""

    order: Literal["first", "second"]
    kind: Literal["go"] = "go"

    def text(self, state: State) -> str:
        """Which."""
        return f"go {self.order}"


class Amount(NamedTuple):
    """A number."""

    number: int
    kind: Literal["amount"] = "amount"

    def text(self, state: State) -> str:
        """The number."""
        return str(self.number)


class End(NamedTuple):
    """The top or the bottom of a deck or of Life."""

    place: Literal["top", "bottom"]
    kind: Literal["end"] = "end"

    def text(self, state: State) -> str:
        """Which."""
        return self.place


TOP, BOTTOM = End("top"), End("bottom")


class LifeOf(NamedTuple):
    """A player's Life."""

    seat: int
    kind: Literal["life of"] = "life of"

    def text(self, state: State) -> str:
        """Whose it is, as the chooser says it."""
        return "own Life" if self.seat == _asked(state).seat else "opposing Life"


class Way(NamedTuple):
    """One of several lists of actions."""

    number: int
    kind: Literal["way"] = "way"

    def text(self, state: State) -> str:
        """What would be done, with the sides as the chooser sees them."""
        question = _asked(state)
        by = question.about.by
        return actions_text(question.about.ways[self.number], own=by is None or by.seat == question.seat)


Option: TypeAlias = (
    Simple
    | PlayCard
    | Activate
    | GiveDon
    | Attack
    | Block
    | Counter
    | CounterEvent
    | ChooseUnit
    | ChooseCard
    | ReturnDon
    | Resolve
    | Go
    | Amount
    | End
    | LifeOf
    | Way
)

# Options are made for every table that is tried out, the same ones again and again. To remember them takes a third of
# the time of making them.
play_card, give_don, attack, use = cache(PlayCard), cache(GiveDon), cache(Attack), cache(Activate)
block, counter, counter_event = cache(Block), cache(Counter), cache(CounterEvent)
choose_unit, choose_card = cache(ChooseUnit), cache(ChooseCard)
amount, return_don_from = cache(Amount), cache(ReturnDon)


# ---------------------------------------------------------------------- texts


def option_texts(state: State) -> dict[str, Option]:
    """The options of the pending decision by their texts; a number is added where two would read the same."""
    if state.question is None:
        return {}
    texts: dict[str, Option] = {}
    for option in state.question.options:
        text = option.text(state)
        if text in texts:
            text = next(f"{text} ({number})" for number in range(2, 999) if f"{text} ({number})" not in texts)
        texts[text] = option
    return texts


def option_text(state: State, option: Option) -> str:
    """The text of an option of the pending decision."""
    if not state.decks.odd and not isinstance(option, Way):
        return option.text(state)
    return next(text for text, other in option_texts(state).items() if other == option)


def seen_text(state: State, option: Option, viewer: int) -> str:
    """What a seat is told when an option is chosen: less, where the text names a card that stays hidden."""
    question = _asked(state)
    if viewer == question.seat or not isinstance(option, ChooseCard):
        return option.text(state) if option == TO_HAND else option_text(state, option)
    return question.about.instead or option_text(state, option)


def _asked(state: State) -> Question:
    question = state.question
    assert question is not None
    return question
