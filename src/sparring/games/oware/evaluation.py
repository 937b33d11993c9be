"""How good a board looks, in two ways: what is captured and where seeds lie, and what players of the game look at."""

from typing import NamedTuple

from sparring.games.oware.board import HOUSES, ONES, REACHING, SEEDS, TOPS, Board, house, seeds_in
from sparring.rules.kernels import kernel, popcount, register_evaluation

LOW = 0x7F * ONES


class Plain(NamedTuple):
    """Captured seeds, and seeds in one's own row."""

    captured: int = 10
    seed: int = 1


class Rich(NamedTuple):
    """What players look at, tuned on many games by `tools/tune_oware.py`."""

    captured: int = 100
    """Each captured seed; all others are in hundredths of it."""

    seed: int = 1
    """Each seed in one's own row."""

    late_seed: int = 0
    """What such a seed is worth beyond that when there are few: they will be counted for whose row it is."""

    mobility: int = 220
    """Each house that is not empty."""

    feeding: int = -79
    """Each house that reaches the other row."""

    kroo: int = 210
    """A house with twelve seeds or more, which goes all the way round."""

    ones: int = -120
    """A house with a single seed, which a last seed makes two."""

    twos: int = -57
    """A house with two, which a last seed makes three."""

    hoard: int = 7
    """Each seed in the house that is farthest from the other side."""

    few: int = 20
    """With fewer seeds than that on the board, there are few."""


class Houses(NamedTuple):
    """What each house is worth by how many seeds it holds, and whose turn it is; tuned by the same script."""

    captured: int = 100
    tilt: int = 0
    """Added for each seed in one's own row: two of these see the same board a little differently."""


MOST = 16
"""So many seeds in a house, or more."""

PHASES = 3


@kernel
def phase_of(seeds: int) -> int:
    """How far the game is, by how many seeds are left: the beginning, the middle or the end."""
    return 0 if seeds > 36 else 1 if seeds > 22 else 2


def by_seeds(position: Board, weights: Plain) -> int:
    """What the side to move has, less what the other side has."""
    rows = seeds_in(position.mine) - seeds_in(position.theirs)
    return weights.captured * (position.captured - position.lost) + weights.seed * rows


@kernel
def count_equal(row: int, seeds: int) -> int:
    """How many houses hold just so many seeds."""
    other = row ^ seeds * ONES
    return HOUSES - popcount((other & LOW) + LOW & TOPS | other & TOPS)


@kernel
def count_from(row: int, seeds: int) -> int:
    """How many houses hold so many seeds or more."""
    return popcount((row + (128 - seeds) * ONES) & TOPS)


@kernel
def count_reaching(row: int) -> int:
    """How many houses reach the other row."""
    return popcount((row + REACHING) & TOPS)


@kernel
def row_score(row: int, seed: int, weights: Rich) -> int:
    """What one side has on the board."""
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
    """What the side to move has, less what the other side has."""
    seed = weights.seed
    if SEEDS - position.captured - position.lost < weights.few:
        seed += weights.late_seed
    board = row_score(position.mine, seed, weights) - row_score(position.theirs, seed, weights)
    return weights.captured * (position.captured - position.lost) + board


register_evaluation(Board, Plain, by_seeds)
register_evaluation(Board, Rich, by_terms)
