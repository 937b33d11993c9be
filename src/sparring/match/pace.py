"""How long the other side watches a choice being made: longer if it matters more, but never too long in one turn.

The pace depends only on what the seat that watches can see, so it gives nothing away.
"""

from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import WeighsChoices

LONGEST_PACE = 60.0
"""Seconds that an opponent may seem to think about one choice, at the most."""

TURN = 12.0
"""Seconds that the choices of one seat in a row may take to watch, if thinking allows."""

SHARE = 1 / 3
"""A choice may take this share of the seconds that are left of the turn."""

BEAT = 0.7
"""Seconds between a remark and the choice that it comes with."""


class Turn:
    """The choices that one seat makes in a row, and how long they took so far."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._choices = 0
        self._spent = 0.0

    def left_for(self, seat: int) -> float:
        """The seconds that the next choice of a seat may take to watch; its first one may take any time."""
        if seat != self._seat or not self._choices:
            return LONGEST_PACE
        return SHARE * max(0.0, TURN - self._spent)

    def add(self, seat: int, seconds: float) -> None:
        """Count a choice of a seat, and the seconds that it took to watch."""
        if seat != self._seat:
            self._seat, self._choices, self._spent = seat, 0, 0.0
        self._choices += 1
        self._spent += seconds


def weight(game: AnyGame, seat: int, before: Any, after: Any) -> float:
    """How much a choice matters to the seat that watches, from 0 to 1; 1 if the game does not say."""
    if not isinstance(game, WeighsChoices) or len(game.seats) != 2:
        return 1.0
    return min(1.0, max(0.0, game.weight(game.view(before, 1 - seat), game.view(after, 1 - seat))))


def seconds_to_watch(pace: float, weight: float, left: float) -> float:
    """How long a choice takes to watch, if its player wants to seem to think for `pace` seconds."""
    return min(pace * weight, left, LONGEST_PACE)
