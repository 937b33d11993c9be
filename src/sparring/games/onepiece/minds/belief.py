"""What an opponent probably holds, from what it did not do.

A view already holds the cards that the opponent has played, shown and returned. What the opponent declined tells more:
with little Life left hardly anybody lets an attack through that one card could stop, and hardly anybody ends a turn
with the DON!! for a character in hand. The factors below were counted in games (`tools/hands_onepiece.py`). They make
cards more or less likely, never impossible, since people bluff.
"""

from random import Random

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import Declined
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View

COUNTERS = 0.12
"""How likely a character is whose counter alone would have stopped the attack, compared with other cards."""

EVENT = 2.0
"""How likely an event with [Counter] is: players keep these in hand until they have DON!! to spare."""

PLAYABLE = 0.4
"""How likely a character is that could have been played."""


def likelihood(card: Card, declined: Declined) -> float:
    """How likely a card is in a hand that declined something, compared with a card that says nothing about it."""
    if declined.what == "play":
        return PLAYABLE if card.category == "character" and card.main_price <= declined.limit else 1.0
    if card.category == "event":
        return EVENT if card.timed("counter") else 1.0
    return COUNTERS if (card.counter or 0) >= declined.limit else 1.0


def imagined(view: View, rng: Random) -> State:
    """An imagined game: it agrees with what a seat sees, and the opponent has a likely hand (a determinization)."""
    return view.sample(rng, likelihood)
