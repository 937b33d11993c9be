"""Othello as a user writes it: five methods in plain Python, without an evaluation and without a kernel."""

from random import Random
from typing import ClassVar, NamedTuple

import sparring

SIZE = 8
BOARD = (1 << SIZE * SIZE) - 1
NOT_LEFT = BOARD // 255 * 254
NOT_RIGHT = BOARD // 255 * 127
PASS = "pass"

DIRECTIONS = (
    (8, BOARD),
    (-8, BOARD),
    (1, NOT_LEFT),
    (-1, NOT_RIGHT),
    (9, NOT_LEFT),
    (7, NOT_RIGHT),
    (-7, NOT_LEFT),
    (-9, NOT_RIGHT),
)
"""How many bits a step moves a disc, and the squares that it can arrive at without running over the edge."""


class Discs(NamedTuple):
    """The discs of the side to move and of the other, as bits, and who is to move."""

    mine: int
    theirs: int
    to_move: int


def shifted(discs: int, step: int, arriving: int) -> int:
    """The discs moved by one step."""
    return (discs << step if step > 0 else discs >> -step) & arriving


def turned(position: Discs, square: int) -> int:
    """The discs that a new disc on a square turns over."""
    found = 0
    for step, arriving in DIRECTIONS:
        line, at = 0, shifted(square, step, arriving)
        while at & position.theirs:
            line |= at
            at = shifted(at, step, arriving)
        if at & position.mine:
            found |= line
    return found


def squares(mine: int, theirs: int) -> int:
    """All squares where a disc turns another over."""
    found, empty = 0, BOARD & ~(mine | theirs)
    for step, arriving in DIRECTIONS:
        line = shifted(mine, step, arriving) & theirs
        for _ in range(SIZE - 3):
            line |= shifted(line, step, arriving) & theirs
        found |= shifted(line, step, arriving) & empty
    return found


class PlainOthello(sparring.Game[Discs, int]):
    """Enclose the other side's discs to turn them over; who has more at the end wins."""

    name, title = "plainothello", "Othello in plain Python"
    seats: ClassVar[tuple[str, ...]] = ("black", "white")

    def start(self, rng: Random) -> Discs:
        """Two discs of each side in the middle."""
        return Discs(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)

    def to_move(self, position: Discs) -> int:
        """Black begins; they alternate, and a side that cannot move passes."""
        return position.to_move

    def moves(self, position: Discs) -> list[int]:
        """The squares that turn something over, as bits; 0 is to pass."""
        found, left = [], squares(position.mine, position.theirs)
        while left:
            square = left & -left
            found.append(square)
            left ^= square
        return found or [0]

    def play(self, position: Discs, move: int) -> Discs:
        """A disc is placed, others are turned over, and the sides change."""
        discs = turned(position, move) if move else 0
        return Discs(position.theirs & ~discs, position.mine | discs | move, 1 - position.to_move)

    def outcome(self, position: Discs) -> sparring.Outcome | None:
        """It is over when nobody can move."""
        mine, theirs, seat = position
        if squares(mine, theirs) or squares(theirs, mine):
            return None
        ahead = mine.bit_count() - theirs.bit_count()
        return sparring.Outcome(None if ahead == 0 else seat if ahead > 0 else 1 - seat, "nobody can move")

    def move_text(self, position: Discs, move: int) -> str:
        """The square: a1 is the lowest bit."""
        if not move:
            return PASS
        row, column = divmod(move.bit_length() - 1, SIZE)
        return f"{'abcdefgh'[column]}{row + 1}"
