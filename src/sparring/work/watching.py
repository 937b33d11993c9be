"""Stops compiled work, which cannot look at the clock itself."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sparring.rules import Thinking

log = logging.getLogger("sparring.work")

EVERY = 0.004
"""Seconds between two looks at the clock and the stop flag."""


class _Watched:
    """Some work, and the function that stops it."""

    def __init__(self, thinking: Thinking, stop: Callable[[], None]) -> None:
        self.thinking = thinking
        self.stop = stop
        self.busy = threading.Lock()
        self.finished = False

    def look(self) -> None:
        """Stop the work if its thinking is over."""
        # Without waiting: an interrupted thread might never release the lock.
        if self.thinking.over and self.busy.acquire(blocking=False):
            try:
                if not self.finished:
                    self.finished = True
                    self.stop()
            finally:
                self.busy.release()


class _Watcher:
    """One thread that watches all such work; starting a thread for each would often take longer than the work."""

    def __init__(self) -> None:
        self._watched: dict[int, _Watched] = {}
        self._work = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, watched: _Watched) -> None:
        """Watch a piece of work from now on."""
        self._watched[id(watched)] = watched
        self._work.set()
        if self._thread is None or not self._thread.is_alive():  # threads do not survive a fork
            self._thread = threading.Thread(target=self._watch, name="sparring clock", daemon=True)
            self._thread.start()

    def remove(self, watched: _Watched) -> None:
        """Watch it no more; once this returns, its stop function is not called any more."""
        self._watched.pop(id(watched), None)
        with watched.busy:
            watched.finished = True

    def _watch(self) -> None:
        while True:
            self._work.wait()
            self._work.clear()
            while self._watched:
                time.sleep(EVERY)
                for watched in list(self._watched.values()):
                    try:
                        watched.look()
                    except Exception:  # work that cannot be stopped must not keep other work from being stopped
                        log.exception("compiled work could not be stopped")
                        self._watched.pop(id(watched), None)


_WATCHER = _Watcher()


@contextmanager
def stopped_by(thinking: Thinking, stop: Callable[[], None]) -> Iterator[None]:
    """While this context lasts, call `stop` as soon as the thinking is over."""
    watched = _Watched(thinking, stop)
    _WATCHER.add(watched)
    try:
        yield
    finally:
        _WATCHER.remove(watched)
