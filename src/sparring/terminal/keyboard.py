"""Lines that a person types, read so that Ctrl-C is never lost."""

import os
import select
import sys

_pending = bytearray()


def somebody_is_there() -> bool:
    """Whether standard input is a terminal that a person can be asked at."""
    return sys.stdin is not None and sys.stdin.isatty()


def forget_typed() -> None:
    """Drop what a person typed ahead; lines from a pipe stay."""
    if os.name == "posix" and somebody_is_there():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        _pending.clear()


def read_line(prompt: str) -> str:
    """One line of standard input; EOFError at its end.

    `input` may miss a Ctrl-C that comes just before it begins to wait, so this waits a moment at a time.
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
