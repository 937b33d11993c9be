"""How a search goes deeper: one ply at a time, so that it has an answer whenever it is stopped."""

from collections.abc import Iterable
from itertools import count

TO_THE_END = -1
"""A depth that never runs out."""


class OutOfTime(Exception):
    """The search was told to stop."""


def depths(deepest: int | None, deepening: bool) -> Iterable[int]:
    """The depths to search: each one up to the deepest, or 1 and then the deepest at once."""
    if deepening:
        return count(1) if deepest is None else range(1, deepest + 1)
    return sorted({1, deepest}) if deepest else (1, TO_THE_END)
