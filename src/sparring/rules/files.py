"""Files of the user, read within limits; and files that are written completely or not at all."""

import os
import stat
import time
from pathlib import Path
from typing import Any

from sparring.rules.errors import SparringError

LARGEST = 2 * 1024 * 1024
"""Bytes that a file of the user may have; the longest records and decks have a tenth of that."""


class UnreadableFile(SparringError):
    """A file that the user named and that cannot be read."""


def read_text(path: str | Path, what: str) -> str:
    """The text of a file that the user named; `what` the file is begins the message of an error: "The record"."""
    content = read_bytes(path, what)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFile(f"{what} {path} cannot be read: it is not a text file.") from None


def read_bytes(path: str | Path, what: str) -> bytes:
    """The bytes of a file that the user named.

    Devices and pipes may never end, so only regular files are read, and no more of them than the largest size.
    """
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            found = os.fstat(file.fileno())
            if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
                # No more than its size: some files of the system say 0, and still never end.
                return file.read(found.st_size)
    except OSError as error:
        raise UnreadableFile(f"{what} {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:  # no file can have this name
        raise UnreadableFile(f"{what} {path!r} cannot be read: {error}.") from None
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableFile(f"{what} {path} cannot be read: it is not a regular file.")
    raise UnreadableFile(
        f"{what} {path} cannot be read: it has {found.st_size:,} bytes, and {LARGEST:,} are the most that are read."
    )


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would make an ordinary open wait."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(path: Path, *parts: Any) -> None:
    """Write to a temporary file and rename it, so that no reader ever sees a half-written file."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
