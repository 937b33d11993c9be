"""Files that are there whole or not at all."""

import os
import time
from pathlib import Path
from typing import Any


def write_whole(path: Path, *parts: Any) -> None:
    """Write bytes beside their place and then move them there, so that nobody ever reads half of them."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
