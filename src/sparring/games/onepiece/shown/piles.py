"""The piles that a player may look through: both trashes, and what is left in their own deck.

What is left follows from the player's own list and from what they have seen of it. It is sorted, so it tells nothing of
the order of the deck, and it does not tell which of these cards are Life.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.view import HIDDEN, View
from sparring.games.onepiece.rules.vocabulary import CATEGORIES
from sparring.games.onepiece.shown.arrangement import zone_id
from sparring.games.onepiece.shown.scene import face
from sparring.scenes import Card as Drawn
from sparring.scenes import Pile


def piles_of(view: View) -> list[Pile]:
    """The piles that the seat of a view may look through."""
    trashes = [
        Pile(
            zone_id(seat, "trash"),
            f"{SEATS[seat]}'s trash",
            _sorted(view, (entry & CODE for entry in view.halves[seat].trash)),
        )
        for seat in (view.seat, 1 - view.seat)
    ]
    return trashes if view.watched else [_left_in_deck(view), *trashes]


def _left_in_deck(view: View) -> Pile:
    """All of the player's own list that they do not see anywhere but in the deck: it is there, or face down in Life."""
    half = view.halves[view.seat]
    entries = (*half.hand, *half.life, *half.limbo, *half.trash)
    seen = Counter(entry & CODE for entry in entries if entry & CODE != HIDDEN)
    seen.update(unit.code for unit in (*half.characters, *([half.stage] if half.stage else [])))
    left = Counter(view.decks.lists[view.seat]) - seen
    unknown = sum(entry & CODE == HIDDEN for entry in (*half.life, *half.limbo))
    about = f"Sorted, not in order: {len(half.deck)} of these {left.total()} cards are in your deck"
    about += f", {unknown} in your Life." if unknown else "."
    return Pile(zone_id(view.seat, "deck"), "Left in your deck", _sorted(view, left.elements()), about, private=True)


def _sorted(view: View, codes: Iterable[int]) -> tuple[tuple[Drawn, int], ...]:
    """Equal cards together: characters, events, stages, each from the cheapest to the dearest."""
    count = Counter(codes)

    def place(code: int) -> tuple[int, int, str, str]:
        card: Card = view.decks.cards[code]
        return (CATEGORIES.index(card.category), card.cost or 0, card.name, card.id)

    return tuple((_drawn(view, code), count[code]) for code in sorted(count, key=place))


def _drawn(view: View, code: int) -> Drawn:
    return replace(face(view, code, "", ""), counter=view.decks.cards[code].counter)
