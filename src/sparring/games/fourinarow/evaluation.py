"""How good a board looks: lines that lack one stone or two, and stones in the middle."""

from typing import NamedTuple

from sparring.games.mnk.board import Board, count_short, every_cell
from sparring.rules.kernels import kernel, popcount, register_evaluation


class Lines(NamedTuple):
    """What open lines and the centre are worth."""

    three: int = 10
    """A line of four with three stones of one side and an empty cell: it lacks one."""

    two: int = 5
    """A line of four with two stones of one side and two empty cells: it lacks two."""

    centre: int = 5
    """Each stone on a middle cell, of which there are one, two or four."""


@kernel
def middle(width: int, height: int) -> int:
    """The middle cells."""
    row = (1 << (width - 1) // 2) | (1 << width // 2)
    return row << (height - 1) // 2 * (width + 1) | row << height // 2 * (width + 1)


@kernel
def side_score(stones: int, empty: int, board: Board, weights: Lines) -> int:
    """What one side has."""
    threes, twos = count_short(stones, empty, board.width, board.length)
    in_the_middle = popcount(stones & middle(board.width, board.height))
    return weights.three * threes + weights.two * twos + weights.centre * in_the_middle


def by_lines(position: Board, weights: Lines) -> int:
    """What the side to move has, less what the other side has."""
    empty = every_cell(position.width, position.height) & ~position.both
    mine = side_score(position.mine, empty, position, weights)
    return mine - side_score(position.mine ^ position.both, empty, position, weights)


register_evaluation(Board, Lines, by_lines)
