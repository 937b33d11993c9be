"""A circuit breaker: an endpoint that fails again and again is left alone for a while."""

import threading
import time
from collections.abc import Callable

FAILURES = 3
"""Failures in a row after which an endpoint is left alone."""

REST, LONGEST_REST = 15.0, 600.0
"""Seconds of the first rest, which doubles with every further failure, and of the longest."""


class Breaker:
    """Counts the failures of one endpoint. After a rest, one call at a time tries whether it works again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._rests_until = 0.0

    def may_ask(self) -> bool:
        """Whether the endpoint may be asked now; after a rest, the first caller is the one that tries."""
        with self._lock:
            if self._failures < FAILURES:
                return True
            now = self._clock()
            if now < self._rests_until:
                return False
            self._rests_until = now + self._rest()
            return True

    def succeeded(self) -> None:
        """The endpoint answered."""
        with self._lock:
            self._failures = 0

    def failed(self) -> None:
        """The endpoint did not answer."""
        with self._lock:
            self._failures += 1
            self._rests_until = self._clock() + self._rest()

    def _rest(self) -> float:
        return min(LONGEST_REST, REST * 2.0 ** max(0, min(20, self._failures - FAILURES)))


_breakers: dict[str, Breaker] = {}
_lock = threading.Lock()


def breaker_of(url: str) -> Breaker:
    """The breaker of an endpoint, one for the whole process."""
    with _lock:
        return _breakers.setdefault(url, Breaker())
