# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""What every compiled search has: its counters, its limits and its principal variation, in one record.

A search gets everything behind one pointer, because Numba counts references to arrays that are arguments at every call.
"""

from typing import Any

import numpy as np
from numba import njit

from sparring.rules.compiler import compiled

inlined = njit(inline="always")
"""For one of two functions that call each other: Numba can load a function from its cache only if it calls itself."""

MOST_PLIES = 100
"""A search looks at most this many plies ahead."""

NO_LIMIT = np.iinfo(np.int64).max
"""A limit on nodes that is never reached."""

FIELDS: list[Any] = [
    ("nodes", "i8"),  # positions visited
    ("limit", "i8"),  # stop after this many nodes
    ("stop", "i8"),  # not 0: stop now; another thread may set it
    ("line", "i8", (MOST_PLIES + 1, MOST_PLIES + 1)),  # the principal variation from each ply on
    ("line_length", "i8", (MOST_PLIES + 1,)),
]
"""The fields that every search has; a search adds its own."""


def new_workspace(fields: np.dtype[Any]) -> Any:
    """An empty record with the given fields, for one search."""
    work = np.zeros(1, fields)
    work["limit"] = NO_LIMIT
    return work


@compiled
def keep_line(work, ply, move):
    """Make `move`, followed by the principal variation of the next ply, the principal variation of this ply."""
    line, length = work.line, work.line_length
    line[ply, 0] = move
    for place in range(length[ply + 1]):
        line[ply, place + 1] = line[ply + 1, place]
    length[ply] = length[ply + 1] + 1


@compiled
def keep_only_move(work, ply, move):
    """Make `move` alone the principal variation of this ply."""
    work.line[ply, 0] = move
    work.line_length[ply] = 1


def principal_variation(work: Any, ply: int = 1) -> list[int]:
    """The best line that the last search found from a ply on."""
    return work["line"][0, ply, : work["line_length"][0, ply]].tolist()  # type: ignore[no-any-return]
