"""Prices: what habit gives and takes for Life, cards, characters and DON!!, in points.

`tools/tune_onepiece.py --prices` lets habit play against itself with other prices on each side, and fits which of them
win. Prices that only beat habit itself are not taken over: they made `hard` weaker, which imagines its games with them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prices:
    """The prices by which habit decides."""

    life: tuple[float, ...] = (99.0, 6.0, 2.6, 2.0, 0.8, 0.6)
    """What it may cost to keep a Life card, by how much Life is left. Early hits are taken: each brings a card."""

    card: float = 1.0
    """A card in hand, to which its cost and counter are added."""

    card_cost: float = 0.35
    """One cost of a card in hand."""

    card_counter: float = 0.5
    """A thousand of a card's counter."""

    event_don: float = 0.3
    """A DON!! that a [Counter] event costs."""

    unit: float = 1.0
    """A character on the field, to which its cost, power and Blocker are added."""

    unit_cost: float = 0.5
    """One cost of a character on the field."""

    unit_power: float = 0.4
    """A thousand of a character's power."""

    unit_blocker: float = 1.0
    """Blocker."""

    saved: float = 0.8
    """The share of a character's worth that it may cost to save it."""

    tired: float = 0.3
    """A Blocker that is rested by blocking, but survives."""

    prize: tuple[float, ...] = (9.0, 5.0, 4.0, 3.5, 3.2, 3.0)
    """An attack on the leader, by how much Life that has."""

    prize_unit: float = 0.8
    """The share of a character's worth that an attack on it is worth."""

    don: float = 0.5
    """A DON!! that an attack needs."""

    strong_last: float = 0.05
    """What a thousand of power takes off an attack, so that the strong attack last."""

    bonus: float = 1.0
    """An effect that attacking sets off: whoever has one attacks first, since others may gain by it."""

    margin: float = 2.0
    """Thousands of power beyond the target's for which spare DON!! are given."""

    returned_don: float = 2.0
    """A DON!! that returns to the DON!! deck, and so is missing next turn."""


PRICES = Prices()
"""The prices in use."""
