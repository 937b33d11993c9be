# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Self-play for training: what a search of a game offers to it, and what all self-play shares."""

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from sparring.brains.transposition import move_of, probe
from sparring.rules.compiler import compiled
from sparring.rules.kernels import MOST_MOVES, key, mixed

LONGEST = 500
"""A game that is not over after this many plies is called a draw."""

DEEPEST = 60
"""The most plies that a search of the gate looks ahead."""

SPAN = 5.0
"""A move that is this many temperatures worse than the best is played in fewer than one game in a hundred."""

SELF_PLAY = np.dtype(
    [
        ("random", "i8"),  # the state of the random numbers
        ("depth", "i8"),
        ("opening", "i8"),  # the most random plies that a game begins with
        ("temperature", "f8"),  # how much worse a move may seem to be played now and then, in points
        ("first_ply", "i8"),  # 1; these are data because with literals, Numba keeps code that it cannot load again
        ("low", "i8"),
        ("high", "i8"),
        ("moves", "i8", (MOST_MOVES,)),
        ("values", "f8", (MOST_MOVES,)),
        ("sign", "i8", (LONGEST + 1,)),  # 1 or -1: whether the side to move is the one that began
        ("row", "i8", (LONGEST + 1,)),  # the number of the row that keeps the position of a ply
    ],
    align=True,
)


class Practice(Protocol):
    """Plays training games, with one search and one set of weights."""

    def self_play(self, seed: int, depth: int, opening: int, kept: Any, scores: Any, results: Any) -> tuple[int, int]:
        """Play games until the arrays are full of positions; returns the number of positions and of games.

        It keeps the inputs of each position, its score by a search to this depth, and the result of the game.
        """

    def best_move(self, position: Any, past: Sequence[Any], nodes: int) -> tuple[int, int]:
        """The best move by a search of this many nodes, and the nodes that it visited."""

    def over(self, position: Any, past: Sequence[Any]) -> int:
        """The result for the side to move, or NOT_OVER."""

    def forget(self) -> None:
        """Clear what the search remembers, so that results do not depend on earlier games."""


def new_self_play(seed: int, depth: int, opening: int, temperature: float, infinity: int) -> Any:
    """The record of self-play, for a search whose values stay below `infinity`."""
    own = np.zeros(1, SELF_PLAY)
    own["random"], own["depth"], own["opening"] = seed & (1 << 62) - 1, depth, opening
    own["temperature"], own["first_ply"], own["low"], own["high"] = temperature, 1, -infinity, infinity
    return own


@compiled
def random_share(own):
    """A random number from 0 to 1."""
    own.random += 0x5851F42D4C957F2D
    return (mixed(own.random) & 0xFFFFFFFFFFFFF) / 0x10000000000000


@compiled
def best_first(position, own, table, count):
    """Swap the move that the table holds as the best to the front of the moves."""
    known = probe(table, key(position)) if table.slots else 0
    if known:
        for index in range(1, count):
            if own.moves[index] == move_of(known):
                own.moves[index], own.moves[0] = own.moves[0], own.moves[index]
                return


@compiled
def worth_knowing(own, best):
    """The value below which it does not matter how bad a move is, because it will hardly be played."""
    return max(own.low, int(best - SPAN * own.temperature))


@compiled
def chosen_move(own, count):
    """The index of a move: the better its value, the more likely; a proven win or loss counts as what it is."""
    best = own.values[0]
    for index in range(1, count):
        best = max(best, own.values[index])
    total = 0.0
    for index in range(count):
        behind = (own.values[index] - best) / own.temperature
        own.values[index] = math.exp(max(-700.0, behind))
        total += own.values[index]
    left = random_share(own) * total
    for index in range(count):
        left -= own.values[index]
        if left < 0:
            return index
    return count - 1
