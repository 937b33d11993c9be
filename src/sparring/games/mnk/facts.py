"""Facts about a stone in games that are won by stones in a row, whether stones fall or not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, NamedTuple

from sparring.games.mnk.board import Board, bits, cell_name, full, lines
from sparring.rules import Judgement
from sparring.rules.facts import Fact, checked, in_words, listed

Direction = Literal["across", "upright", "on the diagonal"]

Directions = tuple[Direction, ...]


class Line(NamedTuple):
    """A row of cells that wins."""

    cells: int
    direction: Direction


@dataclass(frozen=True)
class Grid:
    """The cells of a board as bits, and the lines on them."""

    length: int
    """The number of stones in a row that win."""

    cells: int
    lines: tuple[Line, ...]
    names: Mapping[int, str]
    """What each cell is called, by the number of its bit."""

    floor: int
    """The cells that a stone can lie on although the cell below is empty: all of them, unless stones fall."""

    up: int = 0
    """The number of bits from a cell to the one above it, if stones fall."""


class Stones(NamedTuple):
    """A position of any game with stones in a row."""

    grid: Grid
    mine: int
    """Stones of the side to move."""

    theirs: int

    @property
    def empty(self) -> int:
        """The cells without a stone."""
        return self.grid.cells & ~self.mine & ~self.theirs

    @property
    def playable(self) -> int:
        """The cells where a stone can be placed now."""
        return self.empty & (self.grid.floor | (self.mine | self.theirs) << self.grid.up)

    @property
    def passed(self) -> "Stones":
        """The same stones with the other side to move."""
        return Stones(self.grid, self.theirs, self.mine)

    def after(self, cell: int) -> "Stones":
        """The position after the side to move has placed a stone."""
        return Stones(self.grid, self.theirs, self.mine | 1 << cell)

    def completing(self) -> dict[int, Directions]:
        """The empty cells that complete lines of the side to move, playable or not, and the lines' directions."""
        found: dict[int, Directions] = {}
        empty, mine = self.empty, self.mine
        for line in self.grid.lines:
            missing = line.cells & ~mine
            if missing & empty and not missing & (missing - 1):
                cell = missing.bit_length() - 1
                found[cell] = (*found.get(cell, ()), line.direction)
        return found

    def wins(self) -> dict[int, Directions]:
        """The cells where the side to move wins at once."""
        playable = self.playable
        return {cell: directions for cell, directions in self.completing().items() if playable >> cell & 1}

    def forks(self) -> list[int]:
        """The cells where a stone of the side to move wins with the next one, whatever the other side does."""
        return [cell for cell in bits(self.playable) if self.after(cell).doomed_by()]

    def doomed_by(self) -> list[int]:
        """The cells where the side that has just moved threatens to win, if only one of them can be stopped.

        Where stones fall, the second may be right above the first. Empty if the side to move can win at once.
        """
        threatened = self.passed.wins()
        if not threatened or self.wins():
            return []
        if len(threatened) > 1:
            return sorted(threatened)
        (cell,) = threatened
        above = cell + self.grid.up
        if self.grid.up and above in self.passed.completing():
            return [cell, above]
        return []


@cache
def grid_of(width: int, height: int, length: int) -> Grid:
    """The grid of a board on which stones may lie anywhere."""
    found = tuple(Line(line, _direction(line, width)) for line in lines(width, height, length))
    every = full(width, height)
    return Grid(length, every, found, {cell: cell_name(cell, width) for cell in bits(every)}, every)


def _direction(line: int, width: int) -> Direction:
    first, *rest = bits(line)
    step = rest[0] - first if rest else 1
    return "across" if step == 1 else "upright" if step == width + 1 else "on the diagonal"


def stones_of(board: Board) -> Stones:
    """The stones of a board."""
    return Stones(grid_of(*board[2:]), board.mine, board.theirs)


def facts(board: Board, cell: int) -> list[Fact]:
    """What is true of a stone on a cell, the most telling first; of a stone that wins, only that."""
    stones = stones_of(board)
    found = checked(proposed(stones, cell), stones, cell)
    return [fact for fact in found if isinstance(fact, Completes)] or found


def proposed(stones: Stones, cell: int) -> Iterator[Fact]:
    """Facts that may hold for a stone on a cell."""
    grid, after = stones.grid, stones.after(cell)
    if directions := stones.completing().get(cell):
        yield Completes(grid.length, directions[0])
    if directions := stones.passed.completing().get(cell):
        yield Blocks(grid.length, directions[0])
    if both := after.doomed_by():
        yield Forks(tuple(grid.names[each] for each in both))
    for threat, directions in after.passed.wins().items():
        yield Threatens(grid.names[threat], grid.length, directions[0])
    if not stones.wins() and not stones.passed.wins() and (forks := stones.passed.forks()):
        yield StopsFork(tuple(grid.names[each] for each in forks))


# ---------------------------------------------------------------------- the facts


@dataclass(frozen=True)
class Completes(Fact):
    """The stone completes a line."""

    length: int
    direction: Direction
    weight: ClassVar[int] = 100

    def holds(self, seen: Stones, move: int) -> bool:
        """The side to move wins at once on this cell, with a line of this length and direction."""
        return self.length == seen.grid.length and self.direction in seen.wins().get(move, ())

    @property
    def idea(self) -> str:
        """That a line can be completed."""
        return f"You can complete {in_words(self.length)} {self.direction} and win."

    @property
    def reason(self) -> str:
        """Which line is completed."""
        return f"It completes {in_words(self.length)} {self.direction} and wins."


@dataclass(frozen=True)
class Blocks(Fact):
    """The stone takes the one cell where the other side would win."""

    length: int
    direction: Direction
    weight: ClassVar[int] = 95

    def holds(self, seen: Stones, move: int) -> bool:
        """The other side would win at once on this cell and on no other."""
        won = seen.passed.wins()
        return self.length == seen.grid.length and list(won) == [move] and self.direction in won[move]

    @property
    def idea(self) -> str:
        """What the other side threatens."""
        return f"Your opponent threatens {in_words(self.length)} {self.direction}: stop it."

    @property
    def reason(self) -> str:
        """What is stopped."""
        return f"It stops {in_words(self.length)} {self.direction}."


@dataclass(frozen=True)
class Forks(Fact):
    """The stone makes two threats at once, and only one can be stopped."""

    places: tuple[str, ...]
    weight: ClassVar[int] = 90

    def holds(self, seen: Stones, move: int) -> bool:
        """After the stone these cells win, and the other side cannot win first."""
        places = tuple(seen.grid.names[each] for each in seen.after(move).doomed_by())
        return bool(places) and self.places == places

    def agrees(self, judged: Judgement) -> bool:
        """It wins with the next stone."""
        return judged.outcome in (None, "win")

    @property
    def idea(self) -> str:
        """That there is a fork."""
        return "You can make two threats at once, and only one can be stopped."

    @property
    def reason(self) -> str:
        """Where the threats are."""
        return f"It threatens to win at {listed(self.places)}, and only one of them can be stopped."


@dataclass(frozen=True)
class Threatens(Fact):
    """The stone makes a threat that must be answered."""

    place: str
    length: int
    direction: Direction
    weight: ClassVar[int] = 70

    def holds(self, seen: Stones, move: int) -> bool:
        """After the stone just this cell wins, and the other side cannot win first."""
        after = seen.after(move)
        threatened = {seen.grid.names[cell]: directions for cell, directions in after.passed.wins().items()}
        fits = list(threatened) == [self.place] and self.direction in threatened[self.place]
        return fits and self.length == seen.grid.length and not after.wins() and not after.doomed_by()

    @property
    def idea(self) -> str:
        """What can be threatened."""
        return f"You can threaten {in_words(self.length)} {self.direction}."

    @property
    def reason(self) -> str:
        """What is threatened, and where."""
        return f"It threatens {in_words(self.length)} {self.direction}, at {self.place}."


@dataclass(frozen=True)
class StopsFork(Fact):
    """The other side could have made two threats at once, and cannot any more."""

    places: tuple[str, ...]
    weight: ClassVar[int] = 75

    def holds(self, seen: Stones, move: int) -> bool:
        """If it were its turn, the other side could fork on these cells; after the stone it can fork on none."""
        if seen.wins() or seen.passed.wins():
            return False
        forks = tuple(seen.grid.names[each] for each in seen.passed.forks())
        return bool(forks) and self.places == forks and not seen.after(move).forks()

    @property
    def idea(self) -> str:
        """What the other side is up to."""
        return "Your opponent is about to make two threats at once: prevent that."

    @property
    def reason(self) -> str:
        """Where the other side could have forked."""
        return f"It stops the other side from making two threats at once, at {listed(self.places, 'or')}."
