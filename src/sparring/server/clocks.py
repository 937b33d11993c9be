"""The clocks of a match: what every seat has used, and for how long the running clock has run."""

import time
from collections import Counter
from typing import NamedTuple

from sparring.server.stored import Logged, Stored


class Thought(NamedTuple):
    """How many seconds a seat's clock ran for one decision."""

    seat: int
    seconds: float


class Clocks:
    """Measures the time of whoever is to move. A running clock is read from a clock that cannot be set."""

    def __init__(self, created: float) -> None:
        self.thoughts: list[Thought] = []
        """What was used for each choice, also for those that were taken back."""

        self._choices: Counter[int] = Counter()
        """How often each seat has chosen in time."""

        self._asked_at = created
        """When the seat to move was asked, in seconds since 1970, as other processes know it."""

        self._asked = time.monotonic()
        """The same by the monotonic clock of this process, from which the running clock is read."""

    def start(self, at: float) -> None:
        """Start the clock of the seat that was asked at this time, in seconds since 1970."""
        self._asked_at, self._asked = at, time.monotonic()

    def add(self, stored: Stored, logged: Logged, seat: int, *, in_time: bool = True) -> None:
        """Note what a seat has used for the choice that was logged, or until its time was over."""
        took = logged.took
        if took is None:  # an entry of an older version, which kept the wall clock's times alone
            took = 0.0 if stored.complete is None else max(0.0, logged.at - max(self._asked_at, stored.complete))
        self.thoughts.append(Thought(seat, took))
        self._choices[seat] += in_time

    def running(self, stored: Stored) -> float:
        """The seconds for which the clock of the seat to move has run; none before everybody has sat down."""
        return 0.0 if stored.complete is None else time.monotonic() - self._asked

    def left(self, stored: Stored, seat: int) -> float:
        """The seconds that a seat has left, the running decision not counted; every choice adds the increment."""
        assert stored.clock is not None
        used = sum(thought.seconds for thought in self.thoughts if thought.seat == seat)
        return stored.clock + stored.increment * self._choices[seat] - used

    def resume(self, stored: Stored, seat: int) -> None:
        """Let the running clock go on from what is stored, when the seat to move was not asked by this process.

        Only the wall clock tells how long ago that was, and it may have been set meanwhile. But no clock runs out
        while a process watches it without the match being ended. So if the clock seems to have run out already, or to
        have been started later than now, it starts anew.
        """
        self._asked = time.monotonic()
        if stored.complete is None or stored.clock is None:
            return
        ago = time.time() - max(self._asked_at, stored.complete)
        if 0 <= ago < self.left(stored, seat):
            self._asked -= ago
