"""Reads lines from the keyboard without ever losing a Ctrl-C."""

import os
import select
import sys
from collections.abc import Iterator

from sparring.rules import SparringError

LONGEST_LINE = 64 * 1024
"""Characters of a line of standard input; an input without an end of line would fill the memory."""

_pending = bytearray()


def somebody_is_there() -> bool:
    """True if standard input is a terminal, so that a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def forget_typed() -> None:
    """Discard what a person typed ahead; lines from a pipe are kept."""
    if os.name == "posix" and somebody_is_there():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        _pending.clear()


def read_line(prompt: str) -> str:
    """Read one line of standard input; raises EOFError at its end.

    `input` can miss a Ctrl-C that comes just before it starts to wait, so this function waits in short intervals.
    """
    if sys.stdin is None:
        raise EOFError
    if os.name != "posix":
        return input(prompt)
    print(prompt, end="", flush=True)
    keyboard = sys.stdin.fileno()
    while b"\n" not in _pending:
        while not select.select([keyboard], [], [], 0.1)[0]:
            pass
        typed = os.read(keyboard, 4096)
        if not typed and not _pending:
            raise EOFError
        _pending.extend(typed or b"\n")
        if len(_pending) > LONGEST_LINE and b"\n" not in _pending:
            _pending.clear()
            raise _too_long()
    line, _, rest = bytes(_pending).partition(b"\n")
    _pending[:] = rest
    return line.decode(errors="replace")


def read_lines() -> Iterator[str]:
    """The lines of standard input, for a command that reads them all."""
    while line := sys.stdin.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            raise _too_long()
        yield line


def _too_long() -> SparringError:
    return SparringError(f"A line of the input is longer than {LONGEST_LINE:,} characters, the most that are read.")
