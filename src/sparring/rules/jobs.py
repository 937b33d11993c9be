"""Long jobs that a game can do ahead: opening books, endgame tables."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LongJob:
    """What is asked for, and whom to tell how far it is."""

    tell: Callable[[str, int, int], None]
    """Told what is being done, how much of it is done, and how much there is."""

    processes: int = 1
    """How many may work at once."""

    save_to: Path | None = None
    """Where the result goes, or None for where the game looks for it."""

    size: int | None = None
    """How much to compute, in the game's own measure, or None for the usual."""
