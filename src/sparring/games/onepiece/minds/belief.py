"""What an opponent probably holds, from what it did not do.

What a side has played, shown and returned is known to the card, and is in its view. What it declined tells more: with
little Life left hardly anybody lets an attack through that one card could stop, and hardly anybody ends a turn with
DON!! for a character. How much more likely each kind of card is, was counted in games
(`tools/hands_onepiece.py`); it stays a likelihood, since people bluff.
"""

from random import Random

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import Declined
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View

COUNTERS = 0.12
"""A character that would have stopped the attack alone."""

EVENT = 2.0
"""An event with [Counter]: such cards wait in hand for DON!! that are left."""

PLAYABLE = 0.4
"""A character that could have been played."""


def likelihood(card: Card, declined: Declined) -> float:
    """How likely a card is in a hand that declined something, compared with others."""
    if declined.what == "play":
        return PLAYABLE if card.category == "character" and card.main_price <= declined.limit else 1.0
    if card.category == "event":
        return EVENT if card.timed("counter") else 1.0
    return COUNTERS if (card.counter or 0) >= declined.limit else 1.0


def imagined(view: View, rng: Random) -> State:
    """A game that agrees with what a seat sees, with a hand that the opponent is likely to have."""
    return view.sample(rng, likelihood)
