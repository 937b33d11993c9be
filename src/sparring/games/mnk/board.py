"""Stones on a board of any size, as bits: what lies in a row, and what would."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

MOST_BITS = 63


class Board(NamedTuple):
    """A position: bit `row * (width + 1) + column` is a cell, row 0 at the bottom.

    One spare bit a row keeps lines from running over the edge.
    """

    mine: int
    """Stones of the side to move."""

    both: int
    """All stones."""

    width: int
    height: int
    length: int
    """How many in a row win."""

    @property
    def theirs(self) -> int:
        """Stones of the side that has just moved."""
        return self.mine ^ self.both

    @property
    def sides(self) -> tuple[int, int]:
        """The stones of the one who began, and of the other."""
        return (self.mine, self.theirs) if self.both.bit_count() % 2 == 0 else (self.theirs, self.mine)


def after(board: Board, cell: int) -> Board:
    """The board with a stone placed by the side to move, seen from the other side."""
    mine, both, width, height, length = board
    return Board(mine ^ both, both | 1 << cell, width, height, length)


def has_line(stones: int, width: int, length: int) -> bool:
    """Whether the stones hold a line: sideways, upwards or on a diagonal."""
    for step in (1, width + 1, width + 2, width):
        run = stones
        for _ in range(length - 1):
            run &= run >> step
        if run:
            return True
    return False


@cache
def full(width: int, height: int) -> int:
    """All cells of a board."""
    return sum(((1 << width) - 1) << row * (width + 1) for row in range(height))


@cache
def lines(width: int, height: int, length: int) -> tuple[int, ...]:
    """Every line that wins."""
    shapes = [sum(1 << step * place for place in range(length)) for step in (1, width + 1, width + 2, width)]
    placed = [shape << cell for shape in shapes for cell in range((width + 1) * height)]
    return tuple(dict.fromkeys(line for line in placed if line & full(width, height) == line))


@cache
def cells(width: int, height: int, length: int) -> tuple[int, ...]:
    """All cells, those with the most lines through them first."""
    through = lines(width, height, length)
    every = bits(full(width, height))
    return tuple(sorted(every, key=lambda cell: -sum(line >> cell & 1 for line in through)))


@cache
def corner_cells(width: int, height: int) -> int:
    """The corners."""
    return full(width, height) & sum(
        {1 << row * (width + 1) + column for row in (0, height - 1) for column in (0, width - 1)}
    )


@cache
def edge_cells(width: int, height: int) -> int:
    """The cells of the rim that are no corners."""
    rim = {
        1 << row * (width + 1) + column
        for row in range(height)
        for column in range(width)
        if row in (0, height - 1) or column in (0, width - 1)
    }
    return sum(rim) & ~corner_cells(width, height)


@cache
def centre_cells(width: int, height: int) -> int:
    """The middle cell, or the two or four in the middle where a side is even."""
    rows, columns = {(height - 1) // 2, height // 2}, {(width - 1) // 2, width // 2}
    return sum(1 << row * (width + 1) + column for row in rows for column in columns)


def threats(board: Board) -> tuple[int, int]:
    """The empty cells that would complete a line of the side to move, and of the other side."""
    mine, both, width, height, length = board
    theirs = mine ^ both
    won = lost = 0
    for line in lines(width, height, length):
        missing = line & ~both
        if missing and not missing & (missing - 1):
            if not line & theirs:
                won |= missing
            if not line & mine:
                lost |= missing
    return won, lost


def complete(stones: int, board: Board) -> int:
    """The cells of all lines that these stones hold."""
    found = 0
    for line in lines(*board[2:]):
        if line & stones == line:
            found |= line
    return found


def bits(stones: int) -> Iterator[int]:
    """The cells of a set of stones, from the lowest.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while stones:
        lowest = stones & -stones
        yield lowest.bit_length() - 1
        stones ^= lowest


def cell_name(cell: int, width: int) -> str:
    """A cell as people write it, a1 at the bottom left.

    >>> cell_name(0, 3), cell_name(5, 3)
    ('a1', 'b2')
    """
    row, column = divmod(cell, width + 1)
    return f"{chr(ord('a') + column)}{row + 1}"
