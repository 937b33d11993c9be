"""Seven columns of six cells as bits, and the rules on them: the same functions run interpreted and compiled.

Bit `7 * column + row` is a cell, row 0 at the bottom. The seventh bit of each column is always empty, which keeps lines
from running over the edge and makes room for a carry: adding the bottom cell of a column to all discs gives the cell
that the next disc would fall into.
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
"""How far the next cell of a line is in each direction."""


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
    def sides(self) -> tuple[int, int]:
        """The discs of the one who began, and of the other."""
        return (self.mine, self.theirs) if self.both.bit_count() % 2 == 0 else (self.theirs, self.mine)


EMPTY = Board(0, 0)


@kernel
def landing_cells(both: int) -> int:
    """The cells that a disc can fall into."""
    return (both + BOTTOM) & BOARD


@kernel
def fours(discs: int) -> int:
    """Where fours begin; nothing if there is none."""
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
    """The one who has just moved may have won; a full board is a draw."""
    if fours(position.mine ^ position.both):
        return -1
    return 0 if position.both == BOARD else NOT_OVER


def key(position: Board) -> int:
    """In each column the sum of both sets of discs tells how high it is and whose they are, and needs no more bits."""
    return mixed(position.mine + position.both)


def hint(position: Board, column: int) -> int:
    """Moves that threaten much first."""
    disc = (position.both + (1 << STRIDE * column)) & COLUMN << STRIDE * column
    return popcount(winning_cells(position.mine | disc) & ~position.both)


kernels.register(Board, moves=moves, play=play, result=result, key=key, hint=hint)


def columns(position: Board) -> list[int]:
    """The columns that can be played, the middle ones first."""
    buffer = [0] * WIDTH
    return buffer[: moves(position, buffer, 0)]


def score_of(position: Board, value: int, plies: int) -> int:
    """A win (1), draw (0) or loss (-1) in so many plies as a score.

    The score is how many discs the winner has left, the winning one included, so that sooner is more.

    >>> score_of(EMPTY, 1, 41), score_of(EMPTY, -1, 42), score_of(EMPTY, 1, 1)
    (1, -1, 21)
    """
    return value * (CELLS + 2 - position.both.bit_count() - plies >> 1)


def plies_of(position: Board, score: int) -> int:
    """How many plies a game goes on that ends with a score.

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
