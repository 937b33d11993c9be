"""Evaluations of a board: a plain one by seeds, and a rich one by what players look at."""

from typing import NamedTuple

from sparring.games.oware.board import HOUSES, ONES, REACHING, TOPS, Board, house, seeds_in, seeds_left
from sparring.rules.kernels import kernel, popcount, register_evaluation

LOW = 0x7F * ONES


class Plain(NamedTuple):
    """The weights of captured seeds, and of seeds in the own row."""

    captured: int = 10
    seed: int = 1


class Rich(NamedTuple):
    """The weights of what players look at, fitted to many games by `tools/tune_oware.py`."""

    captured: int = 100
    """For each captured seed; all other weights are in hundredths of it."""

    seed: int = 1
    """For each seed in the own row."""

    late_seed: int = 0
    """Added for each seed in the own row when few are left, because each side takes its own row at the end."""

    mobility: int = 220
    """For each house that is not empty."""

    feeding: int = -79
    """For each house that reaches the other row."""

    kroo: int = 210
    """For each house with twelve seeds or more, which goes all the way round."""

    ones: int = -120
    """For each house with one seed: one more makes two, which can be captured."""

    twos: int = -57
    """For each house with two seeds: one more makes three, which can be captured."""

    hoard: int = 7
    """For each seed in the house that is farthest from the other side."""

    few: int = 20
    """`late_seed` counts when fewer seeds than this are on the board."""


class Houses(NamedTuple):
    """The weights of an evaluation by tables: the value of each house by its number of seeds (see `houses.py`)."""

    captured: int = 100
    tilt: int = 0
    """Added for each seed in the own row, so that two opponents can evaluate the same board a little differently."""


MOST = 16
"""A house with more seeds than this counts as one with this many."""

PHASES = 3


@kernel
def phase_of(seeds: int) -> int:
    """The phase of the game by the seeds that are left: 0 for the beginning, 1 for the middle, 2 for the end."""
    return 0 if seeds > 36 else 1 if seeds > 22 else 2


def by_seeds(position: Board, weights: Plain) -> int:
    """The score of the side to move less that of the other side."""
    rows = seeds_in(position.mine) - seeds_in(position.theirs)
    return weights.captured * (position.captured - position.lost) + weights.seed * rows


@kernel
def count_equal(row: int, seeds: int) -> int:
    """The number of houses with exactly this many seeds."""
    other = row ^ seeds * ONES
    return HOUSES - popcount((other & LOW) + LOW & TOPS | other & TOPS)


@kernel
def count_from(row: int, seeds: int) -> int:
    """The number of houses with at least this many seeds."""
    return popcount((row + (128 - seeds) * ONES) & TOPS)


@kernel
def count_reaching(row: int) -> int:
    """The number of houses that reach the other row."""
    return popcount((row + REACHING) & TOPS)


@kernel
def row_score(row: int, seed: int, weights: Rich) -> int:
    """The score of one side's row."""
    return (
        seed * seeds_in(row)
        + weights.mobility * count_from(row, 1)
        + weights.feeding * count_reaching(row)
        + weights.kroo * count_from(row, 12)
        + weights.ones * count_equal(row, 1)
        + weights.twos * count_equal(row, 2)
        + weights.hoard * house(row, 0)
    )


def by_terms(position: Board, weights: Rich) -> int:
    """The score of the side to move less that of the other side."""
    seed = weights.seed
    if seeds_left(position) < weights.few:
        seed += weights.late_seed
    board = row_score(position.mine, seed, weights) - row_score(position.theirs, seed, weights)
    return weights.captured * (position.captured - position.lost) + board


register_evaluation(Board, Plain, by_seeds)
register_evaluation(Board, Rich, by_terms)
