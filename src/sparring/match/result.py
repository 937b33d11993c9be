"""How a match ended, and how long its players may take."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from sparring.rules import BadSetting, Record


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    winner: int | None
    """The seat that won, or None if nobody won alone."""

    reason: str
    record: Record
    problems: Counter[str] = field(default_factory=Counter)
    """How often the referee had to choose for a player, by what went wrong."""

    faults: Counter[str] = field(default_factory=Counter)
    """What went wrong in code of the user's own and where, and how often: a sentence for each."""

    adjudicated: bool = False
    """True if the match went on for too long and was called a draw."""

    payoffs: tuple[float, ...] | None = None
    """What each seat got, if the game has payoffs."""

    places: tuple[int, ...] = ()
    """The place of each seat, 1 for the best."""

    @property
    def fallbacks(self) -> int:
        """How often the referee had to choose for a player."""
        return self.problems.total()

    @property
    def illegal(self) -> int:
        """How often a player answered with something that was not one of the options."""
        return self.problems["illegal"]


def limits_for(time_limit: float | Sequence[float | None] | None, seats: int) -> tuple[float | None, ...]:
    """The time limit of each seat, given one for all or one for each."""
    limits = tuple(time_limit) if isinstance(time_limit, Sequence) else (time_limit,) * seats
    if len(limits) != seats or any(limit is not None and not 0 < limit < inf for limit in limits):
        raise BadSetting(f"A time limit is a number of seconds above 0, or none, for each seat; not {time_limit!r}.")
    return limits
