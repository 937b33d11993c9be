"""A cache on disk for compiled code, where outdated or damaged code is never found."""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs

from sparring.rules.digest import Digest, Undescribable
from sparring.rules.files import write_whole

CHECKSUM_SIZE = hashlib.sha256().digest_size

KEPT_DAYS = 60
"""Compiled code that was not used for this many days is deleted."""

COMPILER_FILES = tuple(str(Path(__file__).with_name(name)) for name in ("compiler.py", "numba_private.py"))
"""Source files that decide how functions are compiled and how their code is stored."""


class CodeCache:
    """The cached code of one function.

    A file's name is a digest of everything the code was made from: all functions it can reach and the constants they
    use, their source files, the argument types, the processor, and the versions of Python, NumPy and Numba. After an
    edit the name is another one, so outdated code is never found. A file is written completely before it gets its
    name, and starts with a checksum.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @property
    def folder(self) -> Path | None:
        """The folder that is tried first, or None if there is no folder at all."""
        return next(_folders(), None)

    def name(self, signature: tuple[Any, ...], processor: str) -> str | None:
        """The file name of the code for these argument types, or None if the code cannot be cached."""
        digest = Digest()
        try:
            digest.add(self._function)
            for argument in signature:
                digest.add(str(argument))
                if (position_type := getattr(argument, "instance_class", None)) is not None:
                    if position_type.__module__ == "__main__":
                        return None  # in another process that name means another type
                    digest.add(position_type)
        except Undescribable:
            return None
        digest.add((sys.version, numba.__version__, np.__version__, processor))
        for path in COMPILER_FILES:
            digest.add_file(path)
        return f"{self._function.__name__}-{digest}.code"

    def read(self, name: str) -> bytes | None:
        """The code in a file, or None if no folder has an undamaged file of that name."""
        for folder in _folders():
            with suppress(OSError):
                content = (folder / name).read_bytes()
                checksum, code = content[:CHECKSUM_SIZE], content[CHECKSUM_SIZE:]
                if hashlib.sha256(code).digest() == checksum:
                    with suppress(OSError):
                        os.utime(folder / name)
                    return code
        return None

    def write(self, name: str, code: bytes) -> None:
        """Write code to the first folder that can be written to, if there is one."""
        for folder in _folders():
            with suppress(OSError):
                write_whole(folder / name, hashlib.sha256(code).digest() + code)
                _delete_unused(folder)
                return


def _folders() -> Iterator[Path]:
    """The folders for compiled code: one in the user's cache, and a private one among the temporary files."""
    with suppress(OSError):
        folder = Path(platformdirs.user_cache_dir("sparring", appauthor=False)) / "kernels"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if folder.is_dir():
            yield folder
    user = os.getuid() if hasattr(os, "getuid") else None
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"sparring-kernels-{user or 0}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if user is None or folder.stat().st_uid == user:  # never run code that another user wrote
            yield folder


def _delete_unused(folder: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.iterdir():
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
