"""The opening book: exact scores and best moves of positions that take long to solve, computed by `build`.

It holds every position of the first plies, and every position that a perfect player can meet before a later ply
when it always plays the book's move, in either seat. A position and its mirror image are one entry.
"""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import platformdirs

from sparring.games.connect4.board import EMPTY, HEIGHT, STRIDE, WIDTH, Board, columns, mirrored, play, result
from sparring.rules import SparringError
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER
from sparring.work import journal
from sparring.work.pool import over_processes

ALL_PLIES = 3
"""Every position with so many discs or fewer is in the book."""

HEADER = b"sparring connect4 book 1\n"
BIAS = 32

USUAL_PLIES = 12
"""How far into a game the book goes, unless said."""


class Entry(NamedTuple):
    """What the book says of a position."""

    score: int
    """How it ends, for the side to move, as the solver scores it."""

    column: int
    """The best move: of several the one nearest to the centre."""


class Book:
    """Positions with what is known of them."""

    def __init__(self, entries: Mapping[int, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[tuple[Board, Entry]]:
        for key, entry in self._entries.items():
            yield board_of(key), entry

    def __getitem__(self, position: Board) -> Entry | None:
        """What is known of a position, seen from its own side, or None."""
        key, turned = canonical(position)
        entry = self._entries.get(key)
        if entry is not None and turned:
            return Entry(entry.score, WIDTH - 1 - entry.column)
        return entry

    def __contains__(self, key: int) -> bool:
        return key in self._entries

    def add(self, key: int, entry: Entry) -> None:
        """Write down what is known of a canonical position."""
        self._entries[key] = entry

    def __bytes__(self) -> bytes:
        packed = sorted(key << 9 | entry.score + BIAS << 3 | entry.column for key, entry in self._entries.items())
        steps = np.diff(np.array([0, *packed], np.int64))
        planes = steps.astype("<i8").view(np.uint8).reshape(-1, 8).T  # alike bytes together compress better
        return HEADER + zlib.compress(planes.tobytes(), 9)

    @staticmethod
    def of_bytes(content: bytes) -> "Book":
        """The book that was written so."""
        if not content.startswith(HEADER):
            raise SparringError("This is no opening book of Connect Four.")
        planes = np.frombuffer(zlib.decompress(content[len(HEADER) :]), np.uint8).reshape(8, -1)
        packed = np.cumsum(np.ascontiguousarray(planes.T).view("<i8")).tolist()
        return Book({each >> 9: Entry((each >> 3 & 63) - BIAS, each & 7) for each in packed})


@cache
def shipped() -> Book:
    """The book that comes with the game, or one that the user has built."""
    for path in (own_path(), files(__package__).joinpath("book.bin")):
        with suppress(OSError, SparringError, ValueError, zlib.error):
            return Book.of_bytes(path.read_bytes())
    return Book()


def own_path() -> Path:
    """Where a book is kept that the user builds."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "connect4-book.bin"


def key_of(position: Board) -> int:
    """A number that no other position has: in each column the first empty cell is marked by a carry."""
    return position.both + position.mine


def canonical(position: Board) -> tuple[int, bool]:
    """The lesser of the keys of a position and its mirror image, and whether that is the image's."""
    key, turned = key_of(position), key_of(mirrored(position))
    return (turned, True) if turned < key else (key, False)


def board_of(key: int) -> Board:
    """The position that has a key.

    >>> board_of(key_of(Board(0b1010, 0b1111))) == Board(0b1010, 0b1111)
    True
    """
    mine = both = 0
    for column in range(WIDTH):
        # Six discs or fewer of the column as `both + mine`: `both` is a run of ones, `mine` is some of them.
        sum_here = key >> STRIDE * column & (1 << STRIDE) - 1
        height = next(rows for rows in range(HEIGHT, -1, -1) if (1 << rows) - 1 <= sum_here)
        discs = (1 << height) - 1
        both |= discs << STRIDE * column
        mine |= sum_here - discs << STRIDE * column
    return Board(mine, both)


# ---------------------------------------------------------------------- building it


def build(job: LongJob) -> Path:
    """Compute a book for the first so many plies of a game, and write it.

    What is found is written to a journal beside the book at once, so that a job that was stopped goes on where it was.
    """
    plies, path = job.size or USUAL_PLIES, job.save_to or own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path.with_name(path.name + ".journal")) as kept:
        layers = _every_position(min(ALL_PLIES, plies - 1))
        last = len(layers) - 1
        _solve(kept, layers[last], f"every position after {last} plies", job)
        for layer in reversed(layers[:last]):
            for key in layer:
                kept.book.add(key, _from_children(kept.book, board_of(key)))
        # A perfect player that began is to move after 0, 2, 4 … plies, one that did not after 1, 3, 5 …
        met = [{canonical(EMPTY)[0]}, _followers({canonical(EMPTY)[0]})]
        for ply in range(plies):
            _solve(kept, met[ply], f"what perfect play meets after {ply} plies", job)
            met.append(_followers({canonical(_after_best(kept.book, key))[0] for key in met[ply]}))
    path.write_bytes(bytes(kept.book))
    return path


class Journal(journal.Journal):
    """A book in the making, with a file in which every entry is noted as soon as it is known."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, numbers=3)
        self.book = Book({key: Entry(score, column) for key, score, column in self.rows})

    def note(self, key: int, entry: Entry) -> None:
        """Write an entry down for good."""
        self.book.add(key, entry)
        self.write(key, entry.score, entry.column)


def solved(key: int) -> tuple[int, Entry]:
    """The entry of a canonical position."""
    from sparring.games.connect4.solver import Solver

    return key, Entry(*Solver().best(board_of(key)))


def _solve(kept: Journal, wanted: set[int], what: str, job: LongJob) -> None:
    missing = sorted(key for key in wanted if key not in kept.book)
    known = len(wanted) - len(missing)
    job.tell(what, known, len(wanted))
    for done, (key, entry) in enumerate(over_processes(solved, missing, job.processes), known + 1):
        kept.note(key, entry)
        job.tell(what, done, len(wanted))


def _every_position(plies: int) -> list[set[int]]:
    layers = [{canonical(EMPTY)[0]}]
    for _ in range(plies):
        layers.append(_followers(layers[-1]))
    return layers


def _followers(keys: set[int]) -> set[int]:
    """Every position that one move leads to and in which the game goes on."""
    following = (play(position, column) for position in map(board_of, keys) for column in columns(position))
    return {canonical(position)[0] for position in following if result(position) == NOT_OVER}


def _after_best(book: Book, key: int) -> Board:
    position = board_of(key)
    entry = book[position]
    assert entry is not None
    return play(position, entry.column)


def _from_children(book: Book, position: Board) -> Entry:
    """The entry of a position whose followers are all in the book."""
    best: Entry | None = None
    for column in columns(position):
        child = book[play(position, column)]
        assert child is not None
        if best is None or -child.score > best.score:
            best = Entry(-child.score, column)
    assert best is not None
    return best
