"""Files that are there whole or not at all."""

import os
import time
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and then move it there, so that nobody ever reads half of it."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
