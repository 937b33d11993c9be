"""Twelve houses as bytes, and the rules on them: the same functions run interpreted and compiled.

A row is six bytes. The lowest byte is the house that is farthest from the other row along the way of sowing. So adding
rows is adding numbers, and sowing along a row adds a run of ones. A board is seen by the side to move: its own row,
then the other one, in the direction of sowing.
"""

from typing import Any, NamedTuple

from sparring.rules import kernels
from sparring.rules.kernels import NOT_OVER, kernel, mixed, wrapped

HOUSES = 6
SEEDS = 48
ENOUGH = 25
"""The number of captured seeds that wins."""

MANY = 23
"""A house with more seeds than this looks to a learned evaluation as if it had this many."""

ONES = 0x010101010101
"""A seed in every house of a row."""

TOPS = 0x80 * ONES
REACHING = sum(128 - (HOUSES - number) << 8 * number for number in range(HOUSES))
"""Added to a row, this sets the top bit of every house with enough seeds to reach the other row."""


class Board(NamedTuple):
    """The seeds in all houses, the captured seeds, and the side to move."""

    mine: int
    """The row of the side to move."""

    theirs: int
    """The row of the other side."""

    captured: int
    """Seeds that the side to move has captured."""

    lost: int
    """Seeds that the other side has captured."""

    north: int
    """1 if north is to move, else 0."""


START = Board(4 * ONES, 4 * ONES, 0, 0, 0)


@kernel
def seeds_in(row: int) -> int:
    """All seeds of a row."""
    return wrapped(row * ONES) >> 40 & 255


@kernel
def seeds_left(position: Board) -> int:
    """All seeds that are not captured."""
    return seeds_in(position.mine) + seeds_in(position.theirs)


@kernel
def house(row: int, number: int) -> int:
    """The seeds of one house."""
    return row >> 8 * number & 255


@kernel
def ones(first: int, last: int) -> int:
    """A seed in each house from the first to the last one, as far as they are in the row."""
    first, last = max(first, 0), min(last, HOUSES - 1)
    return ONES >> 8 * (HOUSES - 1 - last + first) << 8 * first if first <= last else 0


@kernel
def feeds(row: int, number: int) -> bool:
    """True if a house has enough seeds to reach the other row."""
    return house(row, number) >= HOUSES - number


@kernel
def may_play(mine: int, theirs: int, number: int) -> bool:
    """True if a house may be played: it is not empty, and if the other side has no seeds, it gives it some."""
    return feeds(mine, number) if theirs == 0 else house(mine, number) > 0


def moves(position: Board, buffer: Any, start: int) -> int:
    """The houses that may be played, the last one first, because it needs the fewest seeds to reach the other row."""
    count = 0
    for number in range(HOUSES - 1, -1, -1):
        if may_play(position.mine, position.theirs, number):
            buffer[start + count] = number
            count += 1
    return count


@kernel
def can_move(mine: int, theirs: int) -> bool:
    """True if there is a legal move."""
    if theirs:
        return mine != 0
    return mine + REACHING & TOPS != 0


@kernel
def sow(mine: int, theirs: int, number: int) -> tuple[int, int, int]:
    """Both rows after sowing a house, and where the last seed fell: 0 to 5 in the own row, 6 to 11 in the other."""
    seeds = house(mine, number)
    laps, rest = (seeds - 1) // 11, (seeds - 1) % 11 + 1
    last = number + rest
    mine = (mine & ~(255 << 8 * number)) + ones(number + 1, last) + ones(0, last - 2 * HOUSES)
    theirs += ones(0, last - HOUSES)
    if laps:  # each lap leaves a seed in every house but the one that was played
        mine += laps * (ONES ^ 1 << 8 * number)
        theirs += laps * ONES
    return mine, theirs, last % (2 * HOUSES)


@kernel
def capture(theirs: int, last: int) -> int:
    """The other row after captures: from the house of the last seed backwards, twos and threes are taken.

    A capture of all seeds that the other side has captures nothing.
    """
    left, number = theirs, last - HOUSES
    while number >= 0 and 2 <= house(left, number) <= 3:
        left &= ~(255 << 8 * number)
        number -= 1
    return left if left else theirs


@kernel
def may_capture(mine: int, theirs: int, number: int) -> bool:
    """True if sowing a house may capture: its last seed falls on one or two seeds, or it goes all the way round."""
    seeds = house(mine, number)
    last = number + seeds - HOUSES
    return seeds > 11 or (0 <= last < HOUSES and 1 <= house(theirs, last) <= 2)


def play(position: Board, number: int) -> Board:
    """A house is sown, seeds are captured, and the sides change."""
    mine, theirs, last = sow(position.mine, position.theirs, number)
    captured = position.captured
    if last >= HOUSES:
        left = capture(theirs, last)
        captured += seeds_in(theirs - left)
        theirs = left
    return Board(theirs, mine, position.lost, captured, 1 - position.north)


@kernel
def balance(position: Board) -> int:
    """By how many seeds the side to move would be ahead if each side took the seeds of its own row."""
    return position.captured + seeds_in(position.mine) - position.lost - seeds_in(position.theirs)


def result(position: Board) -> int:
    """A side has enough seeds; or there is no legal move, and each side takes the seeds of its own row."""
    if position.lost >= ENOUGH:
        return -1
    if position.captured >= ENOUGH:
        return 1
    return NOT_OVER if can_move(position.mine, position.theirs) else repeated(position)


@kernel
def repeated(position: Board) -> int:
    """The game ends, and each side takes the seeds of its own row."""
    ahead = balance(position)
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


def key(position: Board) -> int:
    """A hash of the rows, the mover's captured seeds and the side to move; the rest follows from these."""
    return mixed(wrapped(mixed(position.mine) + (position.captured << 49 | position.north << 48) + position.theirs))


def inputs(position: Board) -> tuple[int, ...]:
    """What a learned evaluation looks at: how many seeds each house holds, and how many each side has captured."""
    mine, theirs = position.mine, position.theirs
    return (
        counted(mine, 0),
        counted(mine, 1),
        counted(mine, 2),
        counted(mine, 3),
        counted(mine, 4),
        counted(mine, 5),
        counted(theirs, 0),
        counted(theirs, 1),
        counted(theirs, 2),
        counted(theirs, 3),
        counted(theirs, 4),
        counted(theirs, 5),
        1 << position.captured,
        1 << position.lost,
    )


@kernel
def counted(row: int, number: int) -> int:
    """The seeds of a house as one bit; many count as `MANY`."""
    return 1 << min(house(row, number), MANY)


kernels.register(Board, moves=moves, play=play, result=result, repeated=repeated, key=key, inputs=inputs)
