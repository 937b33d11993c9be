"""Facts about a disc: those of all games with stones in a row, and those that come from discs falling."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sparring.games.connect4.board import BOARD, BOTTOM, FALLING, HEIGHT, RIGHT, RISING, STRIDE, UP, Board
from sparring.games.mnk.board import bits
from sparring.games.mnk.facts import Completes, Direction, Grid, Line, Stones, proposed
from sparring.rules import Judgement
from sparring.rules.facts import Fact, checked, counted, in_words, listed

LENGTH = 4

WAYS: tuple[tuple[int, Direction], ...] = (
    (RIGHT, "across"),
    (UP, "upright"),
    (RISING, "on the diagonal"),
    (FALLING, "on the diagonal"),
)


def hole(cell: int) -> str:
    """What a cell is called.

    >>> hole(0), hole(9)
    ('row 1 of column 1', 'row 3 of column 2')
    """
    column, row = divmod(cell, STRIDE)
    return f"row {row + 1} of column {column + 1}"


def _lines() -> Iterator[Line]:
    for step, direction in WAYS:
        for first in bits(BOARD):
            cells = sum(1 << first + step * place for place in range(LENGTH))
            if cells & BOARD == cells:
                yield Line(cells, direction)


GRID = Grid(LENGTH, BOARD, tuple(_lines()), {cell: hole(cell) for cell in bits(BOARD)}, BOTTOM, UP)


def facts(board: Board, column: int) -> list[Fact]:
    """What is true of a disc in a column, the most telling first; of a disc that wins, only that."""
    stones = Stones(GRID, board.mine, board.theirs)
    cell = landing(stones, column)
    found = checked([*proposed(stones, cell), *_of_falling(stones, cell)], stones, cell)
    return [fact for fact in found if isinstance(fact, Completes)] or found


def landing(stones: Stones, column: int) -> int:
    """The cell that a disc falls into."""
    return next(cell for cell in bits(stones.playable) if cell // STRIDE == column)


def _of_falling(stones: Stones, cell: int) -> Iterator[Fact]:
    after = stones.after(cell)
    for made, directions in after.passed.completing().items():
        yield Prepares(hole(made), directions[0])
    if wrong := _gifts(stones, cell):
        yield LeavesAlone(tuple(wrong))
    if opened := _poisoned(after):
        yield Tempo(tuple(column + 1 for column in opened), _holes_elsewhere(after, opened))


def _gifts(stones: Stones, cell: int) -> list[int]:
    """The other columns, from 1, where a disc makes room for one of the other side that wins."""
    theirs = stones.passed.completing()
    return [each // STRIDE + 1 for each in bits(stones.playable) if each != cell and each + UP in theirs]


def _poisoned(stones: Stones) -> list[int]:
    """The columns where a disc of the side to move lets the other side win right above it."""
    threatened = stones.passed.completing()
    return [cell // STRIDE for cell in bits(stones.playable) if cell + UP in threatened]


def _column(number: int) -> int:
    return sum(1 << STRIDE * number + row for row in range(HEIGHT))


def _holes_elsewhere(stones: Stones, columns: list[int]) -> int:
    """The number of empty cells in all other columns."""
    return (stones.empty & ~sum(_column(each) for each in columns)).bit_count()


@dataclass(frozen=True)
class Prepares(Fact):
    """The disc makes a winning cell that cannot be played yet: nobody may play below it without a loss."""

    place: str
    direction: Direction
    weight: ClassVar[int] = 65

    def holds(self, seen: Stones, move: int) -> bool:
        """The cell did not win before, does now, and is out of reach."""
        before, after = seen.completing(), seen.after(move)
        made = {
            hole(cell): directions
            for cell, directions in after.passed.completing().items()
            if cell not in before and not after.playable >> cell & 1
        }
        return self.direction in made.get(self.place, ()) and not after.wins() and not after.doomed_by()

    @property
    def idea(self) -> str:
        """That there is such a cell."""
        return f"You can prepare four {self.direction}, in a hole that nobody can reach yet."

    @property
    def reason(self) -> str:
        """Where the cell is."""
        return f"It prepares four {self.direction}: a disc in {self.place} would complete it."


@dataclass(frozen=True)
class LeavesAlone(Fact):
    """Other columns would let the other side win right above the disc."""

    columns: tuple[int, ...]
    weight: ClassVar[int] = 60

    def holds(self, seen: Stones, move: int) -> bool:
        """In these columns the cell above wins for the other side; in the one that is played it does not."""
        gives = move + UP in seen.passed.completing()
        return bool(self.columns) and self.columns == tuple(_gifts(seen, move)) and not gives

    @property
    def idea(self) -> str:
        """What to look at."""
        which = "one column gives" if len(self.columns) == 1 else f"{in_words(len(self.columns))} columns give"
        return f"Look at the hole above yours: {which} your opponent a win there."

    @property
    def reason(self) -> str:
        """Which columns to leave alone."""
        columns = f"column{'s' if len(self.columns) > 1 else ''} {listed(map(str, self.columns), 'or')}"
        return f"A disc in {columns} would let the other side win right above it."


@dataclass(frozen=True)
class Tempo(Fact):
    """The other side will have to open a column in which the disc above wins (zugzwang).

    All other columns together have an even number of empty cells, so the other side is the first to find none of them
    left. It cannot win in them either, not even if it got all their cells.
    """

    columns: tuple[int, ...]
    """The columns that it must not open, from 1."""

    holes: int
    """The empty cells in all other columns."""

    weight: ClassVar[int] = 85

    def holds(self, seen: Stones, move: int) -> bool:
        """The count is even, and no four of the other side is possible before it has to open a column."""
        after = seen.after(move)
        opened = _poisoned(after)
        if not opened or self.columns != tuple(column + 1 for column in opened) or after.wins():
            return False
        closed = sum(_column(column) for column in opened)
        elsewhere = after.empty & ~closed
        reach = after.mine | elsewhere | after.playable & closed
        possible = any(line.cells & reach == line.cells for line in GRID.lines)
        return self.holes == elsewhere.bit_count() and self.holes % 2 == 0 and not possible

    def agrees(self, judged: Judgement) -> bool:
        """It wins."""
        return judged.outcome in (None, "win")

    @property
    def idea(self) -> str:
        """What to count."""
        return "Count the holes that are left: your opponent will have to open a column that lets you win."

    @property
    def reason(self) -> str:
        """The count, and the column."""
        columns = f"column{'s' if len(self.columns) > 1 else ''} {listed(map(str, self.columns), 'or')}"
        if not self.holes:
            return f"The other side must now open {columns}, and the disc above wins."
        left = f"{counted(self.holes, 'hole')} are left elsewhere"
        return f"It wins the count: {left}, so the other side must open {columns} in the end, and the disc above wins."
