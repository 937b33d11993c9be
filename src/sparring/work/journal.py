"""The results of a long job so far, on disk, so that a job that was stopped resumes where it was."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Self


class Journal:
    """Rows of whole numbers, each written as soon as it is known."""

    def __init__(self, path: Path, numbers: int) -> None:
        self.rows: list[tuple[int, ...]] = []
        """The rows that earlier runs of the job wrote."""

        with suppress(FileNotFoundError):
            kept = path.read_bytes()
            whole = kept[: kept.rfind(b"\n") + 1]
            if whole != kept:  # the last line was cut off
                os.truncate(path, len(whole))
            for line in whole.splitlines():
                with suppress(ValueError):  # not a row of ours
                    row = tuple(map(int, line.split(b",")))
                    if len(row) == numbers:
                        self.rows.append(row)
        self._file = path.open("a", encoding="ascii")

    def write(self, *row: int) -> None:
        """Append a row and flush it."""
        self._file.write(",".join(map(str, row)) + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
