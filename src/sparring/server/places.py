"""How many connections may be open: as many as the system allows, and no more than half of them from one address."""

import logging
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from sparring.server.problems import TooMuch, Unavailable

log = logging.getLogger("sparring.server")

MOST_FILES = 65_536
"""Open files that the server asks the system for, if the system allows fewer at first."""

OTHER_FILES = 384
"""Open files that are not connections: of the database, and three for each thread in which opponents think."""


def most_connections() -> int:
    """How many connections may be open, once this process may open as many files as the system lets it."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    allowed = MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(allowed // 2, allowed - OTHER_FILES)


class Place:
    """The place that one connection takes until it is released."""

    def __init__(self, places: "Places", address: str) -> None:
        self._places = places
        self._address: str | None = address

    def release(self) -> None:
        """Make room for another connection."""
        if self._address is not None:
            self._places.release(self._address)
            self._address = None


class Places:
    """Counts the open connections of each address.

    `shared` tells the addresses of proxies, from which everybody's connections come.
    """

    def __init__(self, most: int, shared: Callable[[str], bool] = lambda _: False) -> None:
        self._most = most
        self._shared = shared
        self._open: Counter[str] = Counter()
        self._told = False

    def take(self, address: str) -> Place:
        """Take a place; a Problem if there is none."""
        if self._open[address] >= max(1, self._most // 2) and not self._shared(address):
            raise TooMuch("You have too many open connections; close some of them first.")
        if self._open.total() >= self._most:
            if not self._told:
                log.warning("%d connections are open, the most that this process may have", self._most)
            self._told = True
            raise Unavailable("no_place", "Too many connections are open.", {"Retry-After": "5"})
        self._told = False
        self._open[address] += 1
        return Place(self, address)

    def release(self, address: str) -> None:
        """Count one connection less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
