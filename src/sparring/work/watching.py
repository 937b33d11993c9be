"""Stopping work that cannot look at the clock itself, because it runs compiled."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sparring.rules import Thinking

log = logging.getLogger("sparring.work")

EVERY = 0.004
"""How often the clock and the stop sign are looked at, in seconds."""


class _Watched:
    """Some work, and how it is stopped."""

    def __init__(self, thinking: Thinking, stop: Callable[[], None]) -> None:
        self.thinking = thinking
        self.stop = stop
        self.busy = threading.Lock()
        self.finished = False

    def look(self) -> None:
        """Stop the work if its time is over."""
        # Not waited for: an interrupted thread might never let go of it.
        if self.thinking.over and self.busy.acquire(blocking=False):
            try:
                if not self.finished:
                    self.finished = True
                    self.stop()
            finally:
                self.busy.release()


class _Watcher:
    """One thread that watches all such work: starting one for each would take longer than many a thought."""

    def __init__(self) -> None:
        self._watched: dict[int, _Watched] = {}
        self._work = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, watched: _Watched) -> None:
        """Watch some work from now on."""
        self._watched[id(watched)] = watched
        self._work.set()
        if self._thread is None or not self._thread.is_alive():  # in a forked process it is not
            self._thread = threading.Thread(target=self._watch, name="watching the clock", daemon=True)
            self._thread.start()

    def remove(self, watched: _Watched) -> None:
        """It is finished; once this returns it is not stopped any more."""
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
                    except Exception:  # one that cannot be stopped must not keep others from being
                        log.exception("some work could not be stopped")
                        self._watched.pop(id(watched), None)


_WATCHER = _Watcher()


@contextmanager
def stopped_by(thinking: Thinking, stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, `stop` is called as soon as the thinking is over."""
    watched = _Watched(thinking, stop)
    _WATCHER.add(watched)
    try:
        yield
    finally:
        _WATCHER.remove(watched)
