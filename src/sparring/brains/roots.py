"""The options of a decision as a search at the root sees them, for every brain that deepens its search step by step."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sparring.brains.workspace import MOST_PLIES
from sparring.rules.kernels import play


@dataclass
class Root:
    """One option: the position that it leads to, and what the search has found about it so far."""

    option: str
    move: int
    following: Any
    value: int = 0
    exact: bool = True
    """False if the value is only an upper bound."""

    line: list[int] = field(default_factory=list)
    """The principal variation after this move."""


def depths(deepest: int | None, deepening: bool) -> range:
    """The depths to search after depth 1: each one up to the deepest, or the deepest alone."""
    last = deepest or MOST_PLIES - 1
    return range(2 if deepening else max(2, last), last + 1)


def line_text(position: Any, moves: Iterable[int], move_text: Callable[[Any, int], str]) -> tuple[str, ...]:
    """The moves of a line as text, each in the position where it is played."""
    texts = []
    for move in moves:
        texts.append(move_text(position, move))
        position = play(position, move)
    return tuple(texts)
