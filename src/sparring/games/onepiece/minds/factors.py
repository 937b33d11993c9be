"""How a game stands for a seat, in five factors from -100 to 100 (OP-4): each a small function of its own.

What Life, characters, cards and DON!! are worth was fitted to games played by habit (`tools/tune_onepiece.py`), and is
scaled so that the factors with the weights of a balanced style add up to what was fitted. What it is worth to have used
DON!!, and what it costs to stand rested, was set by hand.
"""

import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from sparring.games.onepiece.minds.faults import EvaluationError
from sparring.games.onepiece.rules.sides import Side
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import has_keyword

log = logging.getLogger("sparring.onepiece")

LIFE = (0.0, 27.0, 58.0, 73.0, 86.0, 100.0)
"""What so many Life cards are worth: the second and the last count most."""

CHARACTER, POWER, COST, BLOCKER = -3.2, 2.8, 1.6, 4.0
"""What a character is worth: it alone, for each thousand of its power, for its cost, and if it blocks."""

CARD = 9.6
DON = 3.5
USED = 15.0
RESTED = 12.0


def board_control(state: State, seat: int) -> float:
    """The characters of both sides against each other."""
    own, other = _sides(state, seat)
    return _bounded(_characters(state, own) - _characters(state, other))


def resource_efficiency(state: State, seat: int) -> float:
    """How many DON!! there are on either side, and how many of the own ones did something."""
    own, other = _sides(state, seat)
    used = own.rested + sum(unit.don for unit in own.fighters() if unit.rested)
    share = used / own.don_on_field if own.don_on_field else 0.0
    return _bounded(USED * share + DON * (own.don_on_field - other.don_on_field))


def life_differential(state: State, seat: int) -> float:
    """Life against Life."""
    own, other = _sides(state, seat)
    return _bounded(_life(own) - _life(other))


def card_advantage(state: State, seat: int) -> float:
    """Hand against hand."""
    own, other = _sides(state, seat)
    return _bounded(CARD * (len(own.hand) - len(other.hand)))


def tempo(state: State, seat: int) -> float:
    """Who stands ready: characters that are rested can be attacked and cannot block."""
    own, other = _sides(state, seat)
    return _bounded(RESTED * (_rested(other) - _rested(own)))


FACTORS: Mapping[str, Callable[[State, int], float]] = {
    "board": board_control,
    "resources": resource_efficiency,
    "life": life_differential,
    "cards": card_advantage,
    "tempo": tempo,
}


REMEMBERED = 4000
"""How many tables are remembered with their factors."""


class Appraiser:
    """Works out the five factors of tables; equal tables are worked out once (OP-12)."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[Any, Mapping[str, float]] = OrderedDict()

    def factors(self, state: State, seat: int) -> Mapping[str, float]:
        """The factors of a table by their names."""
        key = picture(state, seat)
        known = self._remembered.get(key)
        if known is None:
            known = {name: _factor(name, state, seat) for name in FACTORS}
            self._remembered[key] = known
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return known


def _factor(name: str, state: State, seat: int) -> float:
    try:
        value = float(FACTORS[name](state, seat))
        if not math.isfinite(value):
            raise ValueError(f"{value} is no number to compare")
    except Exception as error:  # one factor that fails must not stop a decision
        log.warning("%s", EvaluationError(f"the factor {name} failed: {error!r}", turn=state.turn, seat=seat))
        return 0.0
    return value


def picture(state: State, seat: int) -> tuple[Any, ...]:
    """All that the factors look at."""
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
    return state.decks.number, seat, state.turn_seat, sides


def _sides(state: State, seat: int) -> tuple[Side, Side]:
    return state.sides[seat], state.sides[1 - seat]


def _life(side: Side) -> float:
    return LIFE[min(len(side.life), len(LIFE) - 1)] + max(0, len(side.life) - len(LIFE) + 1)


def _characters(state: State, side: Side) -> float:
    total = 0.0
    for unit in side.characters:
        card = unit.card
        total += CHARACTER + POWER * (card.power or 0) / 1000 + COST * (card.cost or 0)
        if has_keyword(state, unit, "Blocker"):
            total += BLOCKER
    return total


def _rested(side: Side) -> int:
    return sum(unit.rested for unit in side.characters)


def _bounded(value: float) -> float:
    return max(-100.0, min(100.0, value))
