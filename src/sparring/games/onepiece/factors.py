"""How a game stands for a seat, in five factors from -100 to 100 (OP-4): each a small function of its own."""

from collections.abc import Callable, Mapping

from sparring.games.onepiece.habits import unit_worth
from sparring.games.onepiece.state import Side, State
from sparring.games.onepiece.values import has_keyword

LIFE = (0.0, 34.0, 58.0, 75.0, 88.0, 98.0)
"""What so many Life cards are worth: the fewer there are, the more the next one counts."""


def board_control(state: State, seat: int) -> float:
    """The characters of both sides against each other."""
    mine, theirs = (sum(unit_worth(state, unit) for unit in side.characters) for side in _sides(state, seat))
    return _share(mine, theirs, 8.0)


def resource_efficiency(state: State, seat: int) -> float:
    """DON!! that did something, and how many there are on either side."""
    own, other = _sides(state, seat)
    used = own.rested + sum(unit.given for unit in own.fighters() if unit.rested)
    share = used / own.don_on_field if own.don_on_field else 0.0
    return _bounded(50.0 * share + 5.0 * (own.don_on_field - other.don_on_field))


def life_differential(state: State, seat: int) -> float:
    """Life against Life."""
    own, other = _sides(state, seat)
    return _bounded(_life(own) - _life(other))


def card_advantage(state: State, seat: int) -> float:
    """Hand against hand."""
    own, other = _sides(state, seat)
    return _share(float(len(own.hand)), float(len(other.hand)), 4.0)


def tempo(state: State, seat: int) -> float:
    """Who can attack and block from here on: fighters, and more for those that are active, fast or strike twice."""
    own, other = (_readiness(state, side) for side in _sides(state, seat))
    return _share(own, other, 4.0)


FACTORS: Mapping[str, Callable[[State, int], float]] = {
    "board": board_control,
    "resources": resource_efficiency,
    "life": life_differential,
    "cards": card_advantage,
    "tempo": tempo,
}


def _sides(state: State, seat: int) -> tuple[Side, Side]:
    return state.sides[seat], state.sides[1 - seat]


def _share(mine: float, theirs: float, room: float) -> float:
    return 100.0 * (mine - theirs) / (mine + theirs + room)


def _life(side: Side) -> float:
    return LIFE[min(len(side.life), len(LIFE) - 1)] + max(0, len(side.life) - len(LIFE) + 1)


def _readiness(state: State, side: Side) -> float:
    total = 0.0
    for unit in side.characters:
        total += 1.0 if unit.rested else 1.3
        if not unit.rested and has_keyword(state, unit, "Blocker"):
            total += 0.5
        if has_keyword(state, unit, "Double Attack"):
            total += 0.5
    return total


def _bounded(value: float) -> float:
    return max(-100.0, min(100.0, value))
