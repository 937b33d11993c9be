"""The evaluation of a table for a seat: five factors from -100 to 100 (OP-4), each a function of its own.

The values of Life, characters, cards and DON!! were fitted to games played by habit (`tools/tune_onepiece.py`). They
are scaled so that the factors with the weights of the balanced style add up to the fitted value. The values of used
DON!! and of rested characters were set by hand.
"""

import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sparring.games.onepiece.minds.faults import EvaluationError
from sparring.games.onepiece.rules.sides import Side, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import has_keyword

log = logging.getLogger("sparring.onepiece")

Factors: TypeAlias = Mapping[str, float]
"""The five factors of a table by name."""

MOST_REMEMBERED = 4000
"""Tables whose factors are remembered."""

LIFE = (0.0, 27.0, 58.0, 73.0, 86.0, 96.2)
"""The value of so much Life. The last two cards count most; the fifth was set by hand to about two cards in hand."""

CHARACTER = -3.2
"""The value of a character, to which its power, cost and Blocker are added."""

POWER = 2.8
"""The value of a thousand of a character's power."""

COST = 1.6
"""The value of one cost of a character."""

BLOCKER = 4.0
"""The value of Blocker."""

CARD = 9.6
"""The value of a card in hand."""

DON = 3.5
"""The value of a DON!! on the field."""

DON_TO_COME = 3.0
"""The value of one more DON!! in a later turn.

It is the worth of what the DON!! buys, by `CARD`, `POWER` and `COST`, less what `DON` counts already."""

STILL_MISSING = (20, 16, 12, 9, 6, 4, 2, 1, 0, 0, 0)
"""By the number of DON!! on the field: the sum, over all later turns, of how far each falls short of ten.

Each turn brings two. So returning DON!! early costs far more than returning four of ten, because all turns until then
miss them. Habit that returned four whenever that removed a character won 1 of 200 games against habit that did not."""

MOST_DON = len(STILL_MISSING) - 1

MOST_BEHIND = 6
"""DON!! of later turns that count at most: posed tables may have any number."""

USED = 15.0
"""The value of having used all DON!!."""

RESTED = 12.0
"""The price of a rested character."""


def board_control(state: State, seat: int) -> float:
    """The characters of both sides against each other."""
    own, other = _sides(state, seat)
    return _bounded(_characters(state, own) - _characters(state, other))


def resource_efficiency(state: State, seat: int) -> float:
    """DON!! against DON!!, and the share of one's own DON!! that was used."""
    own, other = _sides(state, seat)
    used = own.rested + sum(unit.don for unit in own.fighters() if unit.rested)
    share = used / own.don_on_field if own.don_on_field else 0.0
    ahead = _ahead(state, seat) - _ahead(state, 1 - seat)
    return _bounded(USED * share + DON * (own.don_on_field - other.don_on_field) + DON_TO_COME * ahead)


def life_differential(state: State, seat: int) -> float:
    """Life against Life."""
    own, other = _sides(state, seat)
    return _bounded(_life(own) - _life(other))


def card_advantage(state: State, seat: int) -> float:
    """Hand against hand."""
    own, other = _sides(state, seat)
    return _bounded(CARD * (len(own.hand) - len(other.hand)))


def tempo(state: State, seat: int) -> float:
    """Rested characters of the opponent against one's own: they can be attacked and cannot block."""
    own, other = _sides(state, seat)
    return _bounded(RESTED * (_rested(other) - _rested(own)))


FACTORS: Mapping[str, Callable[[State, int], float]] = {
    "board": board_control,
    "resources": resource_efficiency,
    "life": life_differential,
    "cards": card_advantage,
    "tempo": tempo,
}


def _sides(state: State, seat: int) -> tuple[Side, Side]:
    return state.sides[seat], state.sides[1 - seat]


def of_life(cards: int) -> float:
    """The value of this many Life cards."""
    return LIFE[min(cards, len(LIFE) - 1)] + max(0, cards - len(LIFE) + 1)


def of_character(state: State, unit: Unit) -> float:
    """The value of a character on the field."""
    card = unit.card
    worth = CHARACTER + POWER * (card.power or 0) / 1000 + COST * (card.cost or 0)
    return worth + BLOCKER if has_keyword(state, unit, "Blocker") else worth


def _ahead(state: State, seat: int) -> int:
    """DON!! that the turns to come of a side have beyond those that it would have without effects."""
    first = seat == state.first
    usual = max(0, min(2 * ((state.turn + first) // 2) - first, MOST_DON))
    don = min(state.sides[seat].don_on_field, MOST_DON)
    return max(-MOST_BEHIND, min(MOST_BEHIND, STILL_MISSING[usual] - STILL_MISSING[don]))


def _life(side: Side) -> float:
    return of_life(len(side.life))


def _characters(state: State, side: Side) -> float:
    total = 0.0
    for unit in side.characters:
        total += of_character(state, unit)
    return total


def _rested(side: Side) -> int:
    return sum(unit.rested for unit in side.characters)


def _bounded(value: float) -> float:
    return max(-100.0, min(100.0, value))


# ---------------------------------------------------------------------- all five, remembered


class FactorCache:
    """The five factors of tables; those of equal tables are computed once (OP-12)."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[tuple[Any, ...], Factors] = OrderedDict()

    def of(self, state: State, seat: int) -> Factors:
        """The factors of a table for a seat."""
        key = _what_factors_see(state, seat)
        known = self._remembered.get(key)
        if known is None:
            known = {name: _guarded(name, state, seat) for name in FACTORS}
            self._remembered[key] = known
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return known


def _guarded(name: str, state: State, seat: int) -> float:
    """A factor; one that fails counts as 0, and the log tells."""
    try:
        value = float(FACTORS[name](state, seat))
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a number to compare")
    except Exception as error:  # one factor that fails must not stop a decision
        log.warning("%s", EvaluationError(f"the factor {name} failed: {error!r}", turn=state.turn, seat=seat))
        return 0.0
    return value


def _what_factors_see(state: State, seat: int) -> tuple[Any, ...]:
    """Everything that the factors depend on."""
    sides = tuple(
        (
            len(side.life),
            len(side.hand),
            side.active,
            side.rested,
            side.don_deck,
            tuple((unit.code, unit.rested, unit.don, unit.changes) for unit in side.fighters()),
        )
        for side in state.sides
    )
    return state.decks.number, seat, state.turn_seat, state.turn, state.first, sides
