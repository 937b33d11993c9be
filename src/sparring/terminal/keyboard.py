"""Reads lines from the keyboard without ever losing a Ctrl-C."""

import os
import select
import sys

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
    line, _, rest = bytes(_pending).partition(b"\n")
    _pending[:] = rest
    return line.decode(errors="replace")
