"""How long the other side watches a choice being made: longer if it matters more, but never too long in one turn.

The pace depends only on what the seat that watches can see, so it gives nothing away.
"""

from typing import Any

from sparring.match.table import Table
from sparring.rules import AnyGame
from sparring.rules.capabilities import HasTurns, WeighsChoices

LONGEST_PACE = 60.0
"""Seconds that an opponent may seem to think about one choice, at the most."""

TURN = 12.0
"""Seconds that the choices of one seat in a turn may take to watch, if thinking allows.

What the other side answers within the turn counts for itself."""

SHARE = 1 / 3
"""A choice may take this share of the seconds that are left of the turn."""

BEAT = 0.7
"""Seconds between a remark and the choice that it comes with."""


class Turns:
    """The seconds that it took to watch each seat's choices so far in the current turn."""

    def __init__(self) -> None:
        self._spent: dict[int, tuple[int, float]] = {}
        """By seat: the number of the latest turn in which it chose, and the seconds that its choices took."""

    def left_for(self, seat: int, turn: int) -> float:
        """The seconds that the next choice of a seat may take to watch; its first one of a turn may take any time."""
        latest, spent = self._spent.get(seat, (None, 0.0))
        return SHARE * max(0.0, TURN - spent) if latest == turn else LONGEST_PACE

    def add(self, seat: int, turn: int, seconds: float) -> None:
        """Count a choice of a seat, and the seconds that it took to watch."""
        latest, spent = self._spent.get(seat, (None, 0.0))
        self._spent[seat] = turn, seconds + (spent if latest == turn else 0.0)


def turn_of(table: Table) -> int:
    """The number of the current turn: as the game counts, or that of the first of its seat's choices in a row."""
    game, choices = table.game, table.choices
    if isinstance(game, HasTurns):
        return game.turn_of(table.position)
    seat, first = game.to_move(table.position), len(choices)
    while first and choices[first - 1].seat == seat:
        first -= 1
    return first


def weight(game: AnyGame, seat: int, before: Any, after: Any) -> float:
    """How much a choice matters to the seat that watches, from 0 to 1; 1 if the game does not say."""
    if not isinstance(game, WeighsChoices) or len(game.seats) != 2:
        return 1.0
    return min(1.0, max(0.0, game.weight(game.view(before, 1 - seat), game.view(after, 1 - seat))))


def seconds_to_watch(pace: float, weight: float, left: float) -> float:
    """How long a choice takes to watch, if its player wants to seem to think for `pace` seconds."""
    return min(pace * weight, left, LONGEST_PACE)
