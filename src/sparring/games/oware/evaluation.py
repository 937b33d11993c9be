"""How good a board looks, in two ways: what is captured and where seeds lie, and what players of the game look at."""

from typing import NamedTuple

from sparring.games.oware.board import HOUSES, ONES, Board, house, seeds_in
from sparring.rules.kernels import kernel, popcount, register_evaluation

TOPS = 0x80 * ONES
LOW = 0x7F * ONES


class Plain(NamedTuple):
    """Captured seeds, and seeds in one's own row."""

    captured: int = 10
    seed: int = 1


class Rich(NamedTuple):
    """What players look at. A captured seed is worth 100."""

    captured: int = 100
    seed: int = 8
    """Each seed in one's own row."""

    mobility: int = 20
    """Each house that may be played."""

    kroo: int = 40
    """A house with twelve seeds or more, which goes all the way round."""

    ones: int = -15
    """A house with a single seed, which a last seed makes two."""

    twos: int = -20
    """A house with two, which a last seed makes three."""

    hoard: int = 4
    """Each seed in the house that is farthest from the other side: what lies there cannot be taken soon."""


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
def row_score(row: int, weights: Rich) -> int:
    """What one side has on the board."""
    return (
        weights.seed * seeds_in(row)
        + weights.mobility * count_from(row, 1)
        + weights.kroo * count_from(row, 12)
        + weights.ones * count_equal(row, 1)
        + weights.twos * count_equal(row, 2)
        + weights.hoard * house(row, 0)
    )


def by_terms(position: Board, weights: Rich) -> int:
    """What the side to move has, less what the other side has."""
    board = row_score(position.mine, weights) - row_score(position.theirs, weights)
    return weights.captured * (position.captured - position.lost) + board


register_evaluation(Board, Plain, by_seeds)
register_evaluation(Board, Rich, by_terms)
