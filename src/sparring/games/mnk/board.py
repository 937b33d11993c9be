"""Stones on a board of any size, as bits, and the rules on them: the same functions run interpreted and compiled.

Bit `row * (width + 1) + column` is a cell, row 0 at the bottom. Each row has one spare bit that is always empty, so
that no line runs over the edge. All lines of a direction are found at once: the bits are ANDed with themselves shifted
by one step, by two, and so on; a bit that is left is the beginning of a line.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from sparring.rules import kernels
from sparring.rules.kernels import NOT_OVER, kernel, mixed, popcount, wrapped

MOST_BITS = 63


class Board(NamedTuple):
    """A position."""

    mine: int
    """Stones of the side to move."""

    both: int
    """All stones."""

    width: int
    height: int
    length: int
    """The number of stones in a row that win."""

    @property
    def theirs(self) -> int:
        """Stones of the side that has just moved."""
        return self.mine ^ self.both

    @property
    def to_move(self) -> int:
        """The seat to move: seat 0 begins, and then they alternate."""
        return self.both.bit_count() & 1

    @property
    def sides(self) -> tuple[int, int]:
        """The stones of the side that began, and of the other."""
        return (self.theirs, self.mine) if self.to_move else (self.mine, self.theirs)


# ---------------------------------------------------------------------- lines


@kernel
def has_line(stones: int, width: int, length: int) -> bool:
    """True if the stones hold a line in any direction."""
    for step in (1, width, width + 1, width + 2):
        run = stones
        for _ in range(length - 1):
            run &= run >> step
        if run:
            return True
    return False


@kernel
def one_short(stones: int, empty: int, width: int, length: int) -> int:
    """The empty cells that would complete a line of these stones."""
    cells = 0
    for step in (1, width, width + 1, width + 2):
        here, complete, lacking_one = stones, -1, 0  # the beginnings of lines that lack nothing so far, and one stone
        for _ in range(length):
            lacking_one = lacking_one & here | complete & ~here
            complete &= here
            here >>= step  # in steps, because a shift by all of them at once could exceed a machine word
        cells |= _cells_of(lacking_one, step, length)
    return cells & empty


@kernel
def two_short(stones: int, empty: int, width: int, length: int) -> int:
    """The empty cells of lines that lack just two of these stones: a stone there threatens to complete the line."""
    cells = 0
    for step in (1, width, width + 1, width + 2):
        cells |= _cells_of(_lacking(stones, empty, step, length)[1], step, length)
    return cells & empty


@kernel
def count_short(stones: int, empty: int, width: int, length: int) -> tuple[int, int]:
    """The number of lines that lack just one of these stones, and just two; all lacking cells are empty."""
    ones = twos = 0
    for step in (1, width, width + 1, width + 2):
        lacking_one, lacking_two = _lacking(stones, empty, step, length)
        ones += popcount(lacking_one)
        twos += popcount(lacking_two)
    return ones, twos


@kernel
def _lacking(stones: int, empty: int, step: int, length: int) -> tuple[int, int]:
    """The beginnings of the lines in a direction that lack one stone, and two, on empty cells."""
    complete, lacking_one, lacking_two = -1, 0, 0
    for _ in range(length):
        lacking_two = lacking_two & stones | lacking_one & empty
        lacking_one = lacking_one & stones | complete & empty
        complete &= stones
        stones >>= step
        empty >>= step
    return lacking_one, lacking_two


@kernel
def _cells_of(begins: int, step: int, length: int) -> int:
    """All cells of the lines with these beginnings."""
    cells = begins
    for _ in range(length - 1):
        cells = cells << step | begins
    return cells


@kernel
def every_cell(width: int, height: int) -> int:
    """All cells of a board."""
    cells = 0
    for row in range(height):
        cells |= (1 << width) - 1 << row * (width + 1)
    return cells


full = cache(every_cell)


# ---------------------------------------------------------------------- the rules


def moves(position: Board, buffer: Any, start: int) -> int:
    """Every empty cell, in a spiral that starts in the middle."""
    column, row, right, up = (position.width - 1) // 2, (position.height - 1) // 2, 1, 0
    count = seen = leg = 0
    while seen < position.width * position.height:
        for _ in range(leg // 2 + 1):
            if 0 <= column < position.width and 0 <= row < position.height:
                seen += 1
                cell = row * (position.width + 1) + column
                if not position.both >> cell & 1:
                    buffer[start + count] = cell
                    count += 1
            column += right
            row += up
        right, up = -up, right
        leg += 1
    return count


def play(position: Board, cell: int) -> Board:
    """A stone is placed, and the sides change."""
    mine, both, width, height, length = position
    return Board(mine ^ both, both | 1 << cell, width, height, length)


def result(position: Board) -> int:
    """Lost if the side that has just moved has a line; a full board is a draw."""
    if has_line(position.mine ^ position.both, position.width, position.length):
        return -1
    return 0 if popcount(position.both) == position.width * position.height else NOT_OVER


def drawn(position: Board) -> bool:
    """True if every line holds stones of both sides, so that nobody can win any more."""
    cells, theirs = every_cell(position.width, position.height), position.mine ^ position.both
    return not (
        has_line(cells & ~theirs, position.width, position.length)
        or has_line(cells & ~position.mine, position.width, position.length)
    )


def key(position: Board) -> int:
    """A hash of both sets of stones."""
    return mixed(wrapped(mixed(position.mine) + position.both))


kernels.register(Board, moves=moves, play=play, result=result, drawn=drawn, key=key)


# ---------------------------------------------------------------------- the board itself


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
    """The cells of the rim that are not corners."""
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
    """The cells of all lines that these stones complete."""
    found = 0
    for line in lines(*board[2:]):
        if line & stones == line:
            found |= line
    return found


def bits(stones: int) -> Iterator[int]:
    """The cells of a set of stones, the lowest first.

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
