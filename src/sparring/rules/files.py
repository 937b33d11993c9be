"""Files that are written completely or not at all."""

import os
import time
from pathlib import Path
from typing import Any


def write_whole(path: Path, *parts: Any) -> None:
    """Write to a temporary file and rename it, so that no reader ever sees a half-written file."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
