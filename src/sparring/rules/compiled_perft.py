# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Counting paths at machine speed, for kernels; imported only when there is much to count."""

from typing import Any

import numpy as np

from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, moves, play, result

MOST_DEPTH = 100
"""The longest paths that can be counted at once."""

WORK = np.dtype([("counts", "i8", (MOST_DEPTH,)), ("moves", "i8", (MOST_DEPTH * MOST_MOVES,))], align=True)


def counts_below(positions: Any, depth: int) -> Any:
    """For each position, the number of paths of each length from 1 to `depth`."""
    work = np.zeros(1, WORK)
    for position in positions:
        work["counts"] = 0
        count_from(position, depth, 0, 0, work)
        yield work["counts"][0, :depth].tolist()


@entry("the counting of paths")
def count_from(position, depth, ply, first, works):
    """Count from one position, called from the interpreter.

    Ply and first are 0, and arguments all the same: with a literal, Numba keeps code that it cannot load again.
    """
    count(position, depth, ply, first, works[0])


@compiled
def count(position, depth, ply, first, work):
    """Add the paths from a position, whose moves are written to the buffer from `first` on."""
    if result(position) != NOT_OVER:
        return
    end = first + moves(position, work.moves, first)
    work.counts[ply] += end - first
    if ply + 1 < depth:
        for index in range(first, end):
            count(play(position, work.moves[index]), depth, ply + 1, end, work)
