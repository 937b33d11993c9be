"""Measuring in turn, so that a busy moment hits everybody alike, and figures beside what is wanted of them."""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
"""What others gave: their measure is taken where it is there, and left out where not."""

WIDTH = 118


def parser(about: str) -> argparse.ArgumentParser:
    """What every benchmark can be told."""
    options = argparse.ArgumentParser(description=about.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="a look, not a measurement: few repeats of little")
    return options


def interleaved(
    works: Mapping[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = time.process_time
) -> dict[str, list[float]]:
    """The seconds that each work took, all of them once in every repeat, each time another one first."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    names = list(works)
    for repeat in range(repeats):
        first = repeat % len(names)
        for name in names[first:] + names[:first]:
            began = clock()
            works[name]()
            taken[name].append(clock() - began)
    return taken


@contextmanager
def processor_clock() -> Iterator[None]:
    """While this lasts, time limits count the processor time of this process: a busy machine weakens nobody.

    Only one opponent thinks at a time, and they are not run in other processes.
    """
    clock = SimpleNamespace(monotonic=time.process_time, perf_counter=time.process_time)
    with patch("sparring.rules.player.time", clock), patch("sparring.brains.hidden.time", clock):
        yield


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios that were measured side by side."""
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def mean_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The ratio of the means."""
    return statistics.fmean(ours) / statistics.fmean(theirs)


def span(seconds: float) -> str:
    """A time as people write it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def times(ratio: float) -> str:
    """A ratio, as people write it."""
    return f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.2f} ×"


def at_most(limit: float, measured: float, show: Callable[[float], str]) -> tuple[str, str]:
    """What is wanted, and whether it is kept."""
    return f"≤ {show(limit)}", "yes" if measured <= limit else "NO"


def at_least(limit: float, measured: float, show: Callable[[float], str]) -> tuple[str, str]:
    """What is wanted, and whether it is kept."""
    return f"≥ {show(limit)}", "yes" if measured >= limit else "NO"


class Figures:
    """One subject's table, and what must be said about it."""

    def __init__(self, title: str, *columns: str) -> None:
        self.table = Table(*columns, title=title, title_justify="left")
        self.notes: list[str] = []

    def add(self, *cells: str) -> None:
        """One row; what is left out at its end is empty."""
        self.table.add_row(*cells)

    def note(self, sentence: str) -> None:
        """Say something below the table."""
        self.notes.append(sentence)

    def show(self) -> None:
        """Print the table and the notes."""
        console = Console(width=WIDTH)
        console.print(self.table)
        for sentence in self.notes:
            console.print(sentence, highlight=False)
        console.print()
