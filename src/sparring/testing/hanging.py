"""Ends a call of a game's own code that does not return, so that its author is told where it hangs."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LONGEST = 10
"""Seconds of processor time that one call of a game's own code may take."""


class Hangs(Exception):
    """A call of the game's own code does not return."""


@contextmanager
def ending_calls(is_own: Callable[[str], bool], longest: int) -> Iterator[None]:
    """Raise Hangs inside a call of a function in an own file that takes too long; in the main thread alone.

    Looks every second which call is running. Compiled code cannot be ended.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    running: FrameType | None = None
    seconds = 0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal running, seconds
        call = _outermost(frame, is_own)
        seconds = seconds + 1 if call is not None and call is running else 0
        running = call
        if seconds >= longest:
            seconds = 0
            raise Hangs(f"has not returned after {longest} s of processor time")

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _outermost(frame: FrameType | None, is_own: Callable[[str], bool]) -> FrameType | None:
    """The call of own code that the others are in; None if other code is running."""
    if frame is None or not is_own(frame.f_code.co_filename):
        return None
    found = frame
    while frame is not None:
        if is_own(frame.f_code.co_filename):
            found = frame
        frame = frame.f_back
    return found
