"""What tests of decks ask of a match: which cards a seat began with, held and played, and what a hand may have."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from sparring.games.onepiece.rules import events
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import KEEP
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.state import State
from sparring.rules.decks import HandTold

CHEAP, EARLY, DEAR = 2, 3, 7
"""Costs: what can be played at once, in the first turns, and only late."""

GOOD_COUNTER = 2000


def _cost(card: Card) -> int:
    return card.cost or 0


MARKS: Mapping[str, Callable[[Sequence[Card]], bool]] = {
    f"a character of cost {CHEAP} or less": lambda hand: any(
        card.category == "character" and _cost(card) <= CHEAP for card in hand
    ),
    f"two cards of cost {EARLY} or less": lambda hand: sum(_cost(card) <= EARLY for card in hand) >= 2,
    f"a card of cost {DEAR} or more": lambda hand: any(_cost(card) >= DEAR for card in hand),
    "a Blocker": lambda hand: any("Blocker" in card.keywords for card in hand),
    f"a counter of {GOOD_COUNTER}": lambda hand: any((card.counter or 0) >= GOOD_COUNTER for card in hand),
}
"""What an opening hand may have that matters, each with its test."""


def hand_told(positions: Sequence[State], seat: int) -> HandTold:
    """The cards that a seat had in a match."""
    kept, opening = _opening(positions, seat)
    held: set[int] = set(opening)
    played: set[int] = set()
    for state in positions:
        held.update(entry & CODE for entry in state.sides[seat].hand)
        for event in state.told or ():
            if isinstance(event, events.Played | events.UsedEvent) and event.seat == seat:
                played.add(event.code)
    if not positions:
        return HandTold(kept, (), frozenset(), frozenset())
    cards = positions[0].decks.cards
    hand = [cards[code] for code in opening]
    marks = frozenset(mark for mark, has in MARKS.items() if hand and has(hand))
    ids = [frozenset(cards[code].id for code in codes) for codes in (held, played & held)]
    return HandTold(kept, tuple(card.id for card in hand), ids[0], ids[1], marks)


def _opening(positions: Sequence[State], seat: int) -> tuple[bool, list[int]]:
    """Whether the first hand was kept, and the hand after that decision."""
    for before, after in pairwise(positions):
        question = before.question
        if question is not None and question.seat == seat and KEEP in question.options:
            told = [event for event in after.told or () if event.seat == seat]
            kept = not any(isinstance(event, events.TookMulligan) for event in told)
            return kept, [entry & CODE for entry in after.sides[seat].hand]
    return True, []
