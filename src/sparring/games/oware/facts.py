"""Facts about sowing a house: captures, seeds under attack, feeding, and who runs out of waiting moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from sparring.games.oware.board import (
    ENOUGH,
    HOUSES,
    Board,
    balance,
    can_move,
    capture,
    feeds,
    house,
    may_play,
    play,
    seeds_in,
    sow,
)
from sparring.rules.facts import Fact, checked, counted

FEW_SEEDS = 12
"""With at most this many seeds in the houses, waiting moves are counted."""


def facts(board: Board, number: int) -> list[Fact]:
    """What is true of sowing a house, the most telling first; of a move that ends the game, only that."""
    found = checked(_proposed(board, number), board, number)
    return [fact for fact in found if isinstance(fact, ReachesEnough | EndsGame)] or found


def _proposed(board: Board, number: int) -> Iterator[Fact]:
    after, taken = play(board, number), _taken(board, number)
    yield ReachesEnough(board.captured + taken)
    if not can_move(after.mine, after.theirs):
        yield EndsGame(after.lost + seeds_in(after.theirs), after.captured + seeds_in(after.mine))
    yield Captures(taken, _houses_emptied(board, number))
    yield MustFeed(_given(board, number))
    attacked, left = _most_taken(_passed(board)), _most_taken(after)
    yield Saves(attacked, left)
    yield ThreatensCapture(_most_taken(_passed(after)))
    yield Waits(waiting_moves(after.theirs), waiting_moves(after.mine))


# ---------------------------------------------------------------------- counting


def _passed(board: Board) -> Board:
    """The same seeds with the other side to move."""
    return Board(board.theirs, board.mine, board.lost, board.captured, 1 - board.north)


def _taken(board: Board, number: int) -> int:
    """The seeds that sowing a house captures."""
    return play(board, number).lost - board.captured


def _most_taken(board: Board) -> int:
    """The most seeds that the side to move can capture with one move."""
    able = [number for number in range(HOUSES) if may_play(board.mine, board.theirs, number)]
    return max((_taken(board, number) for number in able), default=0)


def _houses_emptied(board: Board, number: int) -> int:
    """The houses that a move captures from."""
    _, sown, last = sow(board.mine, board.theirs, number)
    left = capture(sown, last) if last >= HOUSES else sown
    return sum(1 for each in range(HOUSES) if house(sown, each) != house(left, each))


def _given(board: Board, number: int) -> int:
    """The seeds that a move sows into the other row."""
    return seeds_in(sow(board.mine, board.theirs, number)[1]) - seeds_in(board.theirs)


@cache
def waiting_moves(row: int) -> int:
    """The most moves in a row that can be made without giving the other side a seed."""
    most = 0
    for number in range(HOUSES):
        if house(row, number) and not feeds(row, number):
            most = max(most, 1 + waiting_moves(sow(row, 0, number)[0]))
    return most


# ---------------------------------------------------------------------- the facts


@dataclass(frozen=True)
class ReachesEnough(Fact):
    """The move captures the seeds that win."""

    seeds: int
    """All seeds that the side has captured then."""

    weight: ClassVar[int] = 100

    def holds(self, seen: Board, move: int) -> bool:
        """It has enough after the move, and not before."""
        return seen.captured < ENOUGH <= self.seeds == seen.captured + _taken(seen, move)

    @property
    def idea(self) -> str:
        """That the seeds are there."""
        return f"You can capture enough seeds to win: {ENOUGH} are needed."

    @property
    def reason(self) -> str:
        """How many seeds that makes."""
        return f"It captures enough seeds to win: that makes {self.seeds}."


@dataclass(frozen=True)
class EndsGame(Fact):
    """After the move the other side has nothing to sow, and each side takes the seeds of its own row."""

    own: int
    other: int
    weight: ClassVar[int] = 98

    def holds(self, seen: Board, move: int) -> bool:
        """The other side has no legal move, and this is the final count."""
        after = play(seen, move)
        total = after.captured + after.lost + seeds_in(after.mine) + seeds_in(after.theirs)
        fits = self.own + self.other == total and self.own - self.other == -balance(after)
        return fits and not can_move(after.mine, after.theirs) and max(after.captured, after.lost) < ENOUGH

    @property
    def idea(self) -> str:
        """How the game would end."""
        return f"You can end the game now, {self.own} to {self.other}." if self.own >= self.other else ""

    @property
    def reason(self) -> str:
        """How the game ends."""
        return f"It ends the game {self.own} to {self.other}: the other side has nothing to sow."


@dataclass(frozen=True)
class Captures(Fact):
    """The move captures seeds."""

    seeds: int
    houses: int
    weight: ClassVar[int] = 90

    def holds(self, seen: Board, move: int) -> bool:
        """Counted before and after."""
        return 0 < self.seeds == _taken(seen, move) and self.houses == _houses_emptied(seen, move)

    @property
    def idea(self) -> str:
        """How many seeds can be captured."""
        return f"You can capture {counted(self.seeds, 'seed')}."

    @property
    def reason(self) -> str:
        """How many seeds are captured, and from how many houses."""
        return f"It captures {counted(self.seeds, 'seed')} from {counted(self.houses, 'house')}."


@dataclass(frozen=True)
class MustFeed(Fact):
    """The other side has no seeds, so the move has to give it some."""

    seeds: int
    weight: ClassVar[int] = 80

    def holds(self, seen: Board, move: int) -> bool:
        """The other row is empty, and this many seeds are sown into it."""
        return not seen.theirs and 0 < self.seeds == _given(seen, move)

    @property
    def idea(self) -> str:
        """That the other side must be fed."""
        return "Your opponent has no seeds, so you must give them some."

    @property
    def reason(self) -> str:
        """How many seeds it gets."""
        return f"It gives the other side {counted(self.seeds, 'seed')}, as it must."


@dataclass(frozen=True)
class Saves(Fact):
    """The other side threatened to capture seeds, and can capture fewer now."""

    attacked: int
    """The most seeds that the other side could capture if it were its turn now."""

    left: int
    """The most that it can capture after the move."""

    weight: ClassVar[int] = 75

    def holds(self, seen: Board, move: int) -> bool:
        """Every capture of the other side is tried, before the move and after it."""
        before, after = _most_taken(_passed(seen)), _most_taken(play(seen, move))
        return (self.attacked, self.left) == (before, after) and self.left < self.attacked

    @property
    def idea(self) -> str:
        """What is under attack."""
        verb = "is" if self.attacked == 1 else "are"
        return f"{counted(self.attacked, 'seed').capitalize()} of yours {verb} under attack."

    @property
    def reason(self) -> str:
        """What is still under attack afterwards."""
        now = f"at most {counted(self.left, 'seed')}" if self.left else "none"
        return f"The other side threatened to capture {counted(self.attacked, 'seed')}; now it can capture {now}."


@dataclass(frozen=True)
class ThreatensCapture(Fact):
    """If the other side did nothing, the next move would capture seeds."""

    seeds: int
    weight: ClassVar[int] = 65

    def holds(self, seen: Board, move: int) -> bool:
        """Every capture is tried, as if the side that moved could move again; before the move all were smaller."""
        again = _most_taken(_passed(play(seen, move)))
        return _most_taken(seen) < self.seeds == again

    @property
    def idea(self) -> str:
        """What can be threatened."""
        return f"You can threaten to capture {counted(self.seeds, 'seed')}."

    @property
    def reason(self) -> str:
        """What is threatened."""
        return f"It threatens to capture {counted(self.seeds, 'seed')}."


@dataclass(frozen=True)
class Waits(Fact):
    """The other side is the first that must sow into the row of its opponent.

    Moves that stay in one's own row can only be made so often. The other side moves next, so it runs out first if it
    has no more of them.
    """

    own: int
    other: int
    weight: ClassVar[int] = 60

    def holds(self, seen: Board, move: int) -> bool:
        """Few seeds are left, both sides have some, and the longest series of waiting moves are compared."""
        after = play(seen, move)
        few = seeds_in(after.mine) + seeds_in(after.theirs) <= FEW_SEEDS
        counts = (self.own, self.other) == (waiting_moves(after.theirs), waiting_moves(after.mine))
        return bool(few and after.mine and after.theirs and counts and self.own >= max(self.other, 1))

    @property
    def idea(self) -> str:
        """What to count."""
        return "Count the moves that stay in each row: you can make your opponent sow across first."

    @property
    def reason(self) -> str:
        """Both counts."""
        return (
            f"It leaves {counted(self.own, 'move')} within its own row against {counted(self.other, 'move')} "
            "within the other, so the other side can be made to sow across first."
        )
