"""What a seat may see of a game, and no more.

Decks are open lists, as in tournaments that publish them: which fifty cards each side brought is known, where they are
is not. What a seat has learned stays learned: a card that returned to a hand openly, a Life card that was looked at,
what went under a deck for all to see.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece.rules.cards import Card, Decks
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.frames import Frame
from sparring.games.onepiece.rules.sides import CODE, FACE_UP, FROM_HAND, KNOWN, Change, Declined, Side, Unit
from sparring.games.onepiece.rules.state import About, Battle, Binding, Replacing, State, Waiting

Likelihood: TypeAlias = Callable[[Card, Declined], float]
"""How likely a card is in a hand that passed up a chance, relative to a card that this says nothing about."""

TRIES = 300
"""The most samples that are drawn until the player who decides has a choice."""

HIDDEN = CODE
"""The number that stands for a card that is not seen; no card has it."""


class Standing(NamedTuple):
    """A card on the field, as everybody sees it."""

    id: int
    seat: int
    code: int
    rested: bool
    don: int
    fresh: bool
    used: int
    changes: tuple[Change, ...]


class Half(NamedTuple):
    """One side, as a seat sees it; entries that are not seen have HIDDEN for a number."""

    leader: Standing
    characters: tuple[Standing, ...]
    stage: Standing | None
    hand: tuple[int, ...]
    among: tuple[int, ...]
    """Of the other side: cards known to be in hand, or among the Life cards that came from hand unseen."""

    life: tuple[int, ...]
    deck: tuple[int, ...]
    limbo: tuple[int, ...]
    trash: tuple[int, ...]
    active: int
    rested: int
    don_deck: int
    gained: int
    declined: tuple[Declined, ...]
    """Chances to use a card from hand that its player passed up."""


class View(NamedTuple):
    """A game as one seat sees it; whoever sees the same has an equal view, with an equal hash."""

    seat: int
    decks: Decks
    halves: tuple[Half, Half]
    turn: int
    turn_seat: int
    first: int
    battle: Battle | None
    stack: tuple[Frame, ...]
    asked: Frame | None
    """The frame that asks the pending decision; in a sampled game it asks the same seat for the same options."""

    to_move: int
    kind: str
    about: About | None
    """What that decision is about, for the seat that decides."""

    due: tuple[Waiting, ...]
    bound: tuple[Binding, ...]
    replacing: tuple[Replacing, ...]
    batch: int
    changes_made: int
    actions: int
    next_id: int
    lost: int
    reason: str
    told: tuple[Event, ...]
    """The events since the last decision, without what this seat did not see."""

    watched: bool = False
    """Whether it is for whoever watches: it has nothing that is hidden from a seat, and nothing can be chosen in it."""

    def sample(self, rng: Random, likelihood: Likelihood | None = None) -> State:
        """A full game that agrees with all that this seat knows.

        The rest is as likely as any other, unless a likelihood says what the other's hand has shown by what it did not
        do. That the other seat is asked something tells that it has a choice; a game in which it has none is imagined
        anew.
        """
        for _ in range(TRIES):
            state = self._sample(rng, likelihood)
            if self.asked is None or (state.question is not None and len(state.question.options) > 1):
                break
        return state

    def _sample(self, rng: Random, likelihood: Likelihood | None) -> State:
        state = State(self.decks, rng.getrandbits(62))
        state.sides = [self._imagined(seat, rng, likelihood) for seat in (0, 1)]
        state.turn, state.turn_seat, state.first = self.turn, self.turn_seat, self.first
        state.battle, state.bound, state.replacing = self.battle, self.bound, self.replacing
        state.stack, state.due = list(self.stack), list(self.due)
        state.batch, state.changes_made, state.actions, state.next_id = (
            self.batch,
            self.changes_made,
            self.actions,
            self.next_id,
        )
        state.lost, state.reason = self.lost, self.reason
        state.count_permanents()
        state.told = list(self.told)
        if self.asked is not None:
            state.stack.append(self.asked)
            state.ask_anyway()
        return state

    def _imagined(self, seat: int, rng: Random, likelihood: Likelihood | None) -> Side:
        half, other = self.halves[seat], KNOWN[1 - seat]
        unseen = self._unseen(seat)
        rng.shuffle(unseen)
        side = Side(self._unit(half.leader), [])
        side.characters = [self._unit(unit) for unit in half.characters]
        side.stage = None if half.stage is None else self._unit(half.stage)
        side.trash = list(half.trash)
        side.active, side.rested, side.don_deck = half.active, half.rested, half.don_deck
        side.gained, side.declined = half.gained, half.declined
        side.limbo = [self._likely(entry, unseen) for entry in half.limbo]
        if seat == self.seat:
            side.hand = list(half.hand)
            side.life = [_filled(entry, unseen) for entry in half.life]
        else:
            from_hand = sum(bool(entry & FROM_HAND and entry & CODE == HIDDEN) for entry in half.life)
            missing = len(half.hand) + from_hand - len(half.among)
            held = [code | other for code in half.among]
            held += self._held(half, missing, unseen, rng, likelihood) if likelihood else _taken(unseen, missing)
            rng.shuffle(held)
            side.hand = held[from_hand:]
            side.life = [
                entry & ~CODE | held.pop(0) if entry & FROM_HAND and entry & CODE == HIDDEN else _filled(entry, unseen)
                for entry in half.life
            ]
        side.deck = [_filled(entry, unseen) for entry in half.deck]
        return side

    def _held(self, half: Half, count: int, unseen: list[int], rng: Random, likelihood: Likelihood) -> list[int]:
        """Cards for a hand; a chance that was passed up says something only about cards that were there by then."""
        hints = [(hint, count - (half.gained - hint.gained)) for hint in half.declined]
        held = []
        for number in range(max((old for _, old in hints), default=0)):
            telling = [hint for hint, old in hints if number < old]
            likely = {code: self._likelihood(code, telling, likelihood) for code in set(unseen)}
            code = rng.choices(unseen, [likely[code] for code in unseen])[0]
            unseen.remove(code)
            held.append(code)
        return held + _taken(unseen, count - len(held))

    def _likelihood(self, code: int, hints: list[Declined], likelihood: Likelihood) -> float:
        return math.prod(likelihood(self.decks.cards[code], hint) for hint in hints)

    def _unseen(self, seat: int) -> list[int]:
        """The cards of a side that this seat does not see anywhere."""
        half = self.halves[seat]
        entries = (*half.hand, *half.among, *half.life, *half.deck, *half.limbo, *half.trash)
        seen = Counter(entry & CODE for entry in entries)
        seen.update(unit.code for unit in (*half.characters, *([half.stage] if half.stage else [])))
        return list((Counter(self.decks.lists[seat]) - seen).elements())

    def _unit(self, standing: Standing) -> Unit:
        unit = Unit(standing.id, standing.seat, standing.code, self.decks.cards[standing.code])
        unit.rested, unit.don, unit.fresh = standing.rested, standing.don, standing.fresh
        unit.used, unit.changes = standing.used, standing.changes
        if any(change.what == "negated" for change in unit.changes):
            unit.card = unit.card.blank
        return unit

    def _likely(self, entry: int, unseen: list[int]) -> int:
        """A Life card that is being taken as damage: its owner is asked about it, so it has a Trigger."""
        if entry & CODE == HIDDEN:
            with_trigger = [code for code in unseen if self.decks.cards[code].trigger]
            if with_trigger:
                unseen.remove(with_trigger[-1])
                unseen.append(with_trigger[-1])
        return _filled(entry, unseen)

    # ------------------------------------------------------------------ for whoever reads it

    def unseen_cards(self, seat: int) -> list[Card]:
        """The cards of a side that may be in hand, deck or Life, as far as this seat knows."""
        half = self.halves[seat]
        in_life = [entry & CODE for entry in half.life if entry & CODE != HIDDEN]
        return [self.decks.cards[code] for code in (*self._unseen(seat), *half.among, *in_life)]

    def shown(self) -> State:
        """The table with blanks for hidden cards, which is enough for the values of all cards on the field."""
        state = State(self.decks, 0)
        for half in self.halves:
            side = Side(self._unit(half.leader), list(half.deck))
            side.characters = [self._unit(unit) for unit in half.characters]
            side.stage = None if half.stage is None else self._unit(half.stage)
            side.hand, side.life, side.trash = list(half.hand), list(half.life), list(half.trash)
            side.active, side.rested, side.don_deck = half.active, half.rested, half.don_deck
            state.sides.append(side)
        state.turn, state.turn_seat, state.battle = self.turn, self.turn_seat, self.battle
        state.count_permanents()
        return state

    def card(self, entry: int) -> Card | None:
        """The card of an entry, or None if this seat does not see it."""
        return None if entry & CODE == HIDDEN else self.decks.cards[entry & CODE]

    def __deepcopy__(self, memo: object) -> View:
        return self  # nothing about it can change


def _taken(unseen: list[int], count: int) -> list[int]:
    return [unseen.pop() for _ in range(count)]


def _filled(entry: int, unseen: list[int]) -> int:
    return entry & ~CODE | unseen.pop() if entry & CODE == HIDDEN else entry


# ---------------------------------------------------------------------- making one


def view_of(state: State, seat: int) -> View:
    """What a seat may see of a game."""
    question = state.question
    return View(
        seat,
        state.decks,
        (_half(state, 0, seat), _half(state, 1, seat)),
        state.turn,
        state.turn_seat,
        state.first,
        state.battle,
        tuple(state.stack),
        None if question is None else state.frame,
        state.turn_seat if question is None else question.seat,
        "" if question is None else question.kind,
        None if question is None or question.seat != seat else question.about,
        tuple(state.due),
        state.bound,
        state.replacing,
        state.batch,
        state.changes_made,
        state.actions,
        state.next_id,
        state.lost,
        state.reason,
        tuple(event.seen_by(seat) for event in state.told or ()),
    )


def watchers_view_of(state: State) -> View:
    """What both seats see, as it lies before the first one."""
    mine, theirs = view_of(state, 0), view_of(state, 1)
    first, second = (_known_to_both(*each) for each in zip(mine.halves, theirs.halves, strict=True))
    told = tuple(event.seen_by(0).seen_by(1) for event in state.told or ())
    return mine._replace(halves=(first, second), about=None, told=told, watched=True)


def _known_to_both(one: Half, other: Half) -> Half:
    """A side as both seats see it: of a hand, what the other seat knows."""

    def both(here: tuple[int, ...], there: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(mine if mine & CODE == HIDDEN else yours for mine, yours in zip(here, there, strict=True))

    return one._replace(
        hand=(HIDDEN,) * len(one.hand),
        among=one.among or other.among,
        life=both(one.life, other.life),
        deck=both(one.deck, other.deck),
        limbo=both(one.limbo, other.limbo),
    )


def _half(state: State, seat: int, viewer: int) -> Half:
    side, mark = state.sides[seat], KNOWN[viewer]

    def seen(entries: list[int]) -> tuple[int, ...]:
        return tuple(entry if entry & mark else entry & ~CODE | HIDDEN for entry in entries)

    among: tuple[int, ...] = ()
    if seat == viewer:
        hand = tuple(side.hand)
        life = seen(side.life)
    else:
        hand = (HIDDEN,) * len(side.hand)
        from_hand = [entry for entry in side.life if entry & FROM_HAND]
        among = tuple(sorted(entry & CODE for entry in (*side.hand, *from_hand) if entry & mark))
        life = tuple(
            (entry & ~CODE | HIDDEN) & ~mark if entry & FROM_HAND else one
            for entry, one in zip(side.life, seen(side.life), strict=True)
        )
    return Half(
        _standing(side.leader),
        tuple(_standing(unit) for unit in side.characters),
        None if side.stage is None else _standing(side.stage),
        hand,
        among,
        life,
        seen(side.deck),
        seen(side.limbo),
        tuple(side.trash),
        side.active,
        side.rested,
        side.don_deck,
        side.gained,
        side.declined,
    )


def _standing(unit: Unit) -> Standing:
    return Standing(unit.id, unit.seat, unit.code, unit.rested, unit.don, unit.fresh, unit.used, unit.changes)


__all__ = ["FACE_UP", "HIDDEN", "Half", "Standing", "View", "view_of", "watchers_view_of"]
