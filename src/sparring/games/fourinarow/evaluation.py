"""The evaluation of a board: lines that lack one or two stones, and stones in the middle."""

from typing import NamedTuple

from sparring.games.mnk.board import Board, count_short, every_cell
from sparring.rules.kernels import kernel, popcount, register_evaluation


class Lines(NamedTuple):
    """The weights of open lines and of the centre."""

    three: int = 10
    """For each line that lacks one stone, on an empty cell."""

    two: int = 5
    """For each line that lacks two stones, on empty cells."""

    centre: int = 5
    """For each stone on one of the middle cells, of which there are one, two or four."""


@kernel
def middle(width: int, height: int) -> int:
    """The middle cells."""
    row = (1 << (width - 1) // 2) | (1 << width // 2)
    return row << (height - 1) // 2 * (width + 1) | row << height // 2 * (width + 1)


@kernel
def side_score(stones: int, empty: int, board: Board, weights: Lines) -> int:
    """The score of one side's stones."""
    threes, twos = count_short(stones, empty, board.width, board.length)
    in_the_middle = popcount(stones & middle(board.width, board.height))
    return weights.three * threes + weights.two * twos + weights.centre * in_the_middle


def by_lines(position: Board, weights: Lines) -> int:
    """The score of the side to move less that of the other side."""
    empty = every_cell(position.width, position.height) & ~position.both
    mine = side_score(position.mine, empty, position, weights)
    return mine - side_score(position.mine ^ position.both, empty, position, weights)


register_evaluation(Board, Lines, by_lines)
