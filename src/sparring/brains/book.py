"""What all opening books share: where they are found, and how they are computed step by step.

A book's own module says which positions it holds, what it knows of each, and how that is written to a file.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import platformdirs

from sparring.rules import SparringError
from sparring.rules.jobs import LongJob
from sparring.work.journal import Journal
from sparring.work.pool import executor

Row = tuple[int, ...]
"""A position and what is known of it, as numbers for a journal."""


class Sortable(Protocol):
    """Positions have an order, so that the same job always does the same work in the same order."""

    def __lt__(self, other: Any, /) -> bool: ...


Book = TypeVar("Book")
Position = TypeVar("Position", bound=Sortable)


def user_path(name: str) -> Path:
    """Where a book is stored that the user computes."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / name


def first_readable(places: Iterable[Path | Traversable], read: Callable[[bytes], Book]) -> Book | None:
    """The book of the first file that is there and not damaged."""
    for place in places:
        with suppress(OSError, SparringError, ValueError):
            return read(place.read_bytes())
    return None


class BookJob(Generic[Position]):
    """Computes the rows of a book. Each row goes to a journal at once, so a job that was stopped goes on later."""

    def __init__(self, job: LongJob, path: Path, numbers: int, position_of: Callable[[Row], Position]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._job = job
        self._workers = executor(job.processes, job.ray)
        self._journal = Journal(path.with_name(path.name + ".journal"), numbers)
        self._position_of = position_of
        self.rows = {position_of(row): row for row in self._journal.rows}
        """Everything that is known so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._journal.__exit__(*error)
        self._workers.__exit__(*error)

    def compute(self, wanted: Collection[Position], about: str, find: Callable[[Position], Row]) -> None:
        """Find the rows of all positions that have none yet."""
        missing = sorted(position for position in wanted if position not in self.rows)
        known = len(wanted) - len(missing)
        self._job.tell(about, known, len(wanted))
        for done, row in enumerate(self._workers.run(find, missing), known + 1):
            self.rows[self._position_of(row)] = row
            self._journal.write(*row)
            self._job.tell(about, done, len(wanted))


def layers(start: Position, followers: Callable[[Position], Iterable[Position]], plies: int) -> list[set[Position]]:
    """The positions after 0, 1, 2 … plies: that many layers."""
    found = [{start}]
    while len(found) < plies:
        found.append({after for position in found[-1] for after in followers(position)})
    return found
