"""What reasons are checked against: the open table, the cards that may be hidden, and what an option leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from sparring.games.onepiece.minds import habits, lethal
from sparring.games.onepiece.minds.steady import is_usual
from sparring.games.onepiece.rules.options import Option
from sparring.games.onepiece.rules.sides import CODE, Side, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import label
from sparring.games.onepiece.rules.values import has_keyword
from sparring.games.onepiece.rules.view import View

MOST_ANSWERS = 40
"""Questions of its own that a seat answers at most until an option is carried out."""

WORLDS = 2
"""Imagined games in which an effect must do the same, so that what is told does not depend on hidden cards."""


OTHER_DECISIONS = ("action", "mulligan", "blocker", "counter")
"""Kinds of decisions that do not belong to an option that was chosen before."""


class After(NamedTuple):
    """A table after an option, before anybody else decides anything."""

    state: State
    chosen: bool
    """True if its own player had something to choose on the way: then the option *can* do this."""


@dataclass(frozen=True)
class Seen:
    """What the seat that decides can see, and some games that agree with it."""

    view: View
    worlds: Sequence[State]
    """Imagined games; their open cards are the real ones."""

    _afters: dict[Option, list[After]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.view.seat

    @property
    def table(self) -> State:
        """A game whose open cards are the real ones."""
        return self.worlds[0]

    @property
    def own(self) -> Side:
        """The side of the seat that decides; its hand is known."""
        return self.table.sides[self.seat]

    @property
    def other(self) -> Side:
        """The other side, of which only the open cards are known."""
        return self.table.sides[1 - self.seat]

    @property
    def usual(self) -> bool:
        """Whether blocks and counters decide attacks, and no other effects of these decks."""
        return is_usual(self.table.decks)

    def name(self, unit: Unit) -> str:
        """A card on the field as the seat speaks of it."""
        if unit.card.category != "leader":
            return label(self.table, unit)
        return "its own leader" if unit.seat == self.seat else "the leader"

    # ------------------------------------------------------------------ what an option leads to

    def afters(self, option: Option) -> list[After]:
        """The table after an option in a few imagined games."""
        if option not in self._afters:
            self._afters[option] = [after(world, option, self.seat) for world in self.worlds[:WORLDS]]
        return self._afters[option]

    # ------------------------------------------------------------------ what the opponent may counter with

    @cached_property
    def counters(self) -> tuple[int, ...]:
        """The most thousands that the opponent can counter with using no card, one card, two cards and so on."""
        unseen = self.view.unseen_cards(1 - self.seat)
        defence = lethal.defence_of(self.table, 1 - self.seat, unseen)
        return tuple(accumulate(defence.counters[: len(self.other.hand)], initial=0))

    @cached_property
    def imagined_counters(self) -> tuple[int, ...]:
        """The thousands that each imagined hand can counter with."""
        defences = (lethal.defence_of(world, 1 - self.seat) for world in self.worlds)
        return tuple(sum(defence.counters) for defence in defences)

    @cached_property
    def may_protect(self) -> bool:
        """Whether the opponent may hold a [Counter] event that does more than add power: it may prevent a K.O."""
        cards = self.view.unseen_cards(1 - self.seat) if self.other.hand else []
        events = [card for card in cards if card.timed("counter") and (card.cost or 0) <= self.other.active]
        return any(len(card.effects[number].actions) > 1 for card in events for number in card.timed("counter"))

    def to_stop(self, missing: int) -> int | None:
        """The fewest cards whose counters could add this many thousands, or None if no hand can."""
        return next((cards for cards, most in enumerate(self.counters) if most >= missing), None)

    @property
    def blockers(self) -> list[Unit]:
        """The opponent's active Blockers."""
        return [unit for unit in self.other.characters if not unit.rested and has_keyword(self.table, unit, "Blocker")]

    # ------------------------------------------------------------------ one's own means

    def own_counters(self) -> list[int]:
        """The power of each counter in one's own hand that can be used now."""
        return [value for entry in self.own.hand if (value := self.counter_of(entry & CODE))]

    def counter_of(self, code: int) -> int:
        """The power that a card in hand counters with now: its printed counter, or that of an event it can pay for."""
        card = self.table.decks.cards[code]
        if card.counter:
            return card.counter
        numbers = card.timed("counter")
        if card.category != "event" or not numbers or (card.cost or 0) > self.own.active:
            return 0
        gists = [word.gist for number in numbers for word in card.effects[number].actions]
        return sum(gist.power for gist in gists if gist.target is not None and gist.target.side == "self")

    def counters_only_add(self) -> bool:
        """True if no event in hand could answer an attack in another way than by power, for instance by a K.O."""
        events = [self.table.decks.cards[entry & CODE] for entry in self.own.hand]
        gists = [
            word.gist
            for card in events
            if card.category == "event" and (card.cost or 0) <= self.own.active
            for number in card.timed("counter")
            for word in card.effects[number].actions
        ]
        return all(gist.power > 0 and gist.target is not None and gist.target.side == "self" for gist in gists)


def missing(force: int, aim: int) -> int:
    """The thousands that a target lacks to stop an attack: an attack succeeds if its power is not below (R6.8)."""
    return (force - aim) // 1000 + 1


def after(world: State, option: Option, seat: int) -> After:
    """The table after an option, when its own player has answered by habit what it asks.

    Everybody is asked even where there is one option: whether the opponent has a choice must not show.
    """
    state, chosen = world.copy(), False
    turn, state.asks_anyway = state.turn, True
    state.choose(option)
    for _ in range(MOST_ANSWERS):
        question = state.question
        if question is None or question.seat != seat or question.kind in OTHER_DECISIONS or state.turn != turn:
            break
        chosen = chosen or len(question.options) > 1
        state.choose(habits.answer(state) if len(question.options) > 1 else question.options[0])
    return After(state, chosen)
