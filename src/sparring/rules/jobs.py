"""Long jobs that a game can do ahead: opening books, endgame tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Tell: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

_listeners: list[Tell] = []


@dataclass(frozen=True)
class LongJob:
    """What is asked for, and whom to tell how far it is."""

    tell: Tell

    processes: int = 1
    """How many may work at once."""

    save_to: Path | None = None
    """Where the result goes, or None for where the game looks for it."""

    size: int | None = None
    """How much to compute, in the game's own measure, or None for the usual."""


@contextmanager
def reporting_work_to(listen: Tell) -> Iterator[None]:
    """While this lasts, `listen` is told of long work that had to be done before something else could begin."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def report_work(about: str, done: int, total: int) -> None:
    """Tell whoever listens how far such work is."""
    for listen in tuple(_listeners):
        listen(about, done, total)
