"""The evaluation of a board: every window of four cells in a line that only one side has discs in."""

from typing import NamedTuple

from sparring.games.connect4.board import (
    BOARD,
    COLUMN,
    FALLING,
    RIGHT,
    RISING,
    STRIDE,
    UP,
    WIDTH,
    Board,
    winning_cells,
)
from sparring.rules.kernels import kernel, popcount, register_evaluation

CENTRE = COLUMN << STRIDE * (WIDTH // 2)
STEPS = (UP, RIGHT, RISING, FALLING)


class Windows(NamedTuple):
    """The weights of windows and of the centre."""

    three: int = 100
    """For each window with three discs of one side and an empty cell."""

    two: int = 10
    """For each window with two discs of one side and two empty cells."""

    centre: int = 3
    """For each disc in the middle column."""


class Threats(NamedTuple):
    """The weights of another evaluation: cells that would complete a four, and the centre."""

    threat: int = 4
    centre: int = 1


@kernel
def side_score(discs: int, others: int, weights: Windows) -> int:
    """The score of one side's discs."""
    score = weights.centre * popcount(discs & CENTRE)
    for step in STEPS:
        # For all windows at once, one bit each: does it fit on the board, is it free of the other side, how many discs?
        room = BOARD & BOARD >> step & BOARD >> 2 * step & BOARD >> 3 * step
        blocked = others | others >> step | others >> 2 * step | others >> 3 * step
        first, second, third, fourth = discs, discs >> step, discs >> 2 * step, discs >> 3 * step
        both, either = first & second, first ^ second
        both_later, either_later = third & fourth, third ^ fourth
        three = both & either_later | both_later & either
        two = both & ~(third | fourth) | both_later & ~(first | second) | either & either_later
        free = room & ~blocked
        score += weights.three * popcount(three & free) + weights.two * popcount(two & free)
    return score


def by_windows(position: Board, weights: Windows) -> int:
    """The windows of the side to move less those of the other side."""
    theirs = position.mine ^ position.both
    return side_score(position.mine, theirs, weights) - side_score(theirs, position.mine, weights)


def by_threats(position: Board, weights: Threats) -> int:
    """The threats of the side to move less those of the other side."""
    empty, theirs = ~position.both, position.mine ^ position.both
    threats = popcount(winning_cells(position.mine) & empty) - popcount(winning_cells(theirs) & empty)
    centre = popcount(position.mine & CENTRE) - popcount(theirs & CENTRE)
    return weights.threat * threats + weights.centre * centre


register_evaluation(Board, Windows, by_windows)
register_evaluation(Board, Threats, by_threats)
