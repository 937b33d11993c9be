"""Long computations: opening books and endgame tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Tell: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is in total."""

_listeners: list[Tell] = []


@dataclass(frozen=True)
class LongJob:
    """What to compute, and where to report progress."""

    tell: Tell

    processes: int = 1
    """The number of processes to use."""

    save_to: Path | None = None
    """Where to write the result; None for the place where the game looks for it."""

    size: int | None = None
    """How much to compute, in a unit of the game; None for the default."""

    ray: str | None = None
    """The Ray cluster to use instead of processes: "local" or an address."""


@contextmanager
def reporting_work_to(listen: Tell) -> Iterator[None]:
    """Call `listen` with the progress of work that a command has to wait for, as long as the context lasts."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def report_work(about: str, done: int, total: int) -> None:
    """Report progress to everybody who listens."""
    for listen in tuple(_listeners):
        listen(about, done, total)
