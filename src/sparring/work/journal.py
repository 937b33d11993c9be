"""The results of a long job so far, on disk, so that a job that was stopped resumes where it was."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Self


class LineJournal:
    """Lines of text, each written as soon as it is known."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[str] = []
        """The lines that earlier runs of the job wrote."""

        with suppress(FileNotFoundError):
            kept = path.read_bytes()
            whole = kept[: kept.rfind(b"\n") + 1]
            if whole != kept:  # the last line was cut off
                os.truncate(path, len(whole))
            self.lines = whole.decode("utf-8", "replace").split("\n")[:-1]
        self._file = path.open("a", encoding="utf-8")

    def write_line(self, line: str) -> None:
        """Append a line and flush it."""
        self._file.write(line + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


class Journal(LineJournal):
    """Rows of whole numbers, each written as soon as it is known."""

    def __init__(self, path: Path, numbers: int) -> None:
        super().__init__(path)
        self.rows: list[tuple[int, ...]] = []
        """The rows that earlier runs of the job wrote."""

        for line in self.lines:
            with suppress(ValueError):  # not a row of ours
                row = tuple(map(int, line.split(",")))
                if len(row) == numbers:
                    self.rows.append(row)

    def write(self, *row: int) -> None:
        """Append a row and flush it."""
        self.write_line(",".join(map(str, row)))
