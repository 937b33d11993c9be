"""Stopping work that cannot look at the clock itself, because it runs compiled."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sparring.rules import Thinking

EVERY = 0.004
"""How often the clock and the stop sign are looked at, in seconds."""


@contextmanager
def stopped_by(thinking: Thinking, stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, `stop` is called as soon as the thinking is over."""
    finished = threading.Event()

    def watch() -> None:
        while not finished.wait(EVERY):
            if thinking.over:
                stop()
                return

    watcher = threading.Thread(target=watch, name="watching the clock", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
