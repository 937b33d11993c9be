"""Seven columns of six cells as bits, and the rules on them: the same functions run interpreted and compiled.

Bit `7 * column + row` is a cell, row 0 at the bottom. The seventh bit of each column is always empty. It keeps lines
from running over the edge, and makes room for a carry: adding the bottom cell of a column to all discs gives the cell
that the next disc falls into.
"""

from typing import Any, NamedTuple

from sparring.rules import kernels
from sparring.rules.kernels import NOT_OVER, kernel, mixed, popcount

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT
STRIDE = HEIGHT + 1
COLUMN = (1 << HEIGHT) - 1
BOTTOM = sum(1 << STRIDE * column for column in range(WIDTH))
BOARD = BOTTOM * COLUMN
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)

UP, RIGHT, RISING, FALLING = 1, STRIDE, STRIDE + 1, STRIDE - 1
"""The number of bits from one cell of a line to the next, in each direction."""


class Board(NamedTuple):
    """A position."""

    mine: int
    """Discs of the side to move."""

    both: int
    """All discs."""

    @property
    def theirs(self) -> int:
        """Discs of the side that has just moved."""
        return self.mine ^ self.both

    @property
    def to_move(self) -> int:
        """The seat to move: seat 0 begins, and then they alternate."""
        return self.both.bit_count() & 1

    @property
    def sides(self) -> tuple[int, int]:
        """The discs of the side that began, and of the other."""
        return (self.theirs, self.mine) if self.to_move else (self.mine, self.theirs)


EMPTY = Board(0, 0)


@kernel
def landing_cells(both: int) -> int:
    """The cells that a disc can fall into."""
    return (both + BOTTOM) & BOARD


@kernel
def fours(discs: int) -> int:
    """The first cell of every four in a row; 0 if there is none."""
    up = discs & discs >> UP
    right = discs & discs >> RIGHT
    rising = discs & discs >> RISING
    falling = discs & discs >> FALLING
    return (
        up & up >> 2 * UP
        | right & right >> 2 * RIGHT
        | rising & rising >> 2 * RISING
        | falling & falling >> 2 * FALLING
    )


@kernel
def winning_cells(discs: int) -> int:
    """The cells that would complete a four of these discs, taken or not."""
    cells = discs << UP & discs << 2 * UP & discs << 3 * UP
    for step in (RIGHT, RISING, FALLING):
        before, after = discs << step, discs >> step
        two_before, two_after = before & discs << 2 * step, after & discs >> 2 * step
        cells |= two_before & (discs << 3 * step | after) | two_after & (discs >> 3 * step | before)
    return cells & BOARD


def moves(position: Board, buffer: Any, start: int) -> int:
    """Every column with room, the middle ones first."""
    count = 0
    for column in CENTRE_FIRST:
        if position.both & 1 << STRIDE * column + HEIGHT - 1 == 0:
            buffer[start + count] = column
            count += 1
    return count


def play(position: Board, column: int) -> Board:
    """A disc falls into a column, and the sides change."""
    disc = (position.both + (1 << STRIDE * column)) & COLUMN << STRIDE * column
    return Board(position.mine ^ position.both, position.both | disc)


def result(position: Board) -> int:
    """Lost if the side that has just moved has a four; a full board is a draw."""
    if fours(position.mine ^ position.both):
        return -1
    return 0 if position.both == BOARD else NOT_OVER


def key(position: Board) -> int:
    """A hash of the sum of both sets of discs, which says for each column how high it is and whose discs it holds."""
    return mixed(position.mine + position.both)


def hint(position: Board, column: int) -> int:
    """The number of winning cells after the move."""
    disc = (position.both + (1 << STRIDE * column)) & COLUMN << STRIDE * column
    return popcount(winning_cells(position.mine | disc) & ~position.both)


kernels.register(Board, moves=moves, play=play, result=result, key=key, hint=hint)


def columns(position: Board) -> list[int]:
    """The columns that can be played, the middle ones first."""
    buffer = [0] * WIDTH
    return buffer[: moves(position, buffer, 0)]


def score_of(position: Board, value: int, plies: int) -> int:
    """The score of a win (1), draw (0) or loss (-1) in this many plies.

    It is the number of discs that the winner has left, the winning one included, so that a sooner win is worth more.

    >>> score_of(EMPTY, 1, 41), score_of(EMPTY, -1, 42), score_of(EMPTY, 1, 1)
    (1, -1, 21)
    """
    return value * (CELLS + 2 - position.both.bit_count() - plies >> 1)


def plies_of(position: Board, score: int) -> int:
    """The number of plies to the end of a game with this score.

    >>> plies_of(EMPTY, 1), plies_of(EMPTY, -1), plies_of(EMPTY, 0)
    (41, 42, 42)
    """
    left = CELLS - position.both.bit_count()
    if score == 0:
        return left
    most = left + 2 - 2 * abs(score)
    return most if most % 2 == (score > 0) else most - 1


def mirrored(position: Board) -> Board:
    """The board seen from behind.

    >>> mirrored(Board(1, 1)) == Board(1 << 42, 1 << 42)
    True
    """
    return Board(_turned(position.mine), _turned(position.both))


def _turned(discs: int) -> int:
    return sum((discs >> STRIDE * column & COLUMN) << STRIDE * (WIDTH - 1 - column) for column in range(WIDTH))
