"""The opening book: exact scores and best moves of positions that take long to solve.

It holds every position of the first plies. It also holds every position that a perfect player can meet before a later
ply, in either seat, if it always plays the book's move. A position and its mirror image are one entry.
"""

import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sparring.brains.book import BookJob, Row, first_readable, layers, user_path
from sparring.games.connect4.board import EMPTY, HEIGHT, STRIDE, WIDTH, Board, columns, mirrored, play, result
from sparring.rules import SparringError
from sparring.rules.files import write_whole
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER

ALL_PLIES = 3
"""The book holds every position with at most this many discs."""

USUAL_PLIES = 12
"""The book goes this far into a game if the job does not say how far."""

HEADER = b"sparring connect4 book 1\n"


class Entry(NamedTuple):
    """What the book knows of a position."""

    score: int
    """The exact score for the side to move, as the solver counts it."""

    column: int
    """The best move; of several, the one nearest to the centre."""


class Book:
    """The entries of many positions."""

    def __init__(self, entries: Mapping[int, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[tuple[Board, Entry]]:
        for key, entry in self._entries.items():
            yield board_of(key), entry

    def __getitem__(self, position: Board) -> Entry | None:
        """The entry of a position or of its mirror image, with the column as on this board; None if there is none."""
        key, turned = canonical(position)
        entry = self._entries.get(key)
        if entry is not None and turned:
            return Entry(entry.score, WIDTH - 1 - entry.column)
        return entry

    def __contains__(self, key: int) -> bool:
        return key in self._entries

    def add(self, key: int, entry: Entry) -> None:
        """Add the entry of a canonical position."""
        self._entries[key] = entry

    def __bytes__(self) -> bytes:
        words = sorted(packed(key, entry) for key, entry in self._entries.items())
        steps = np.diff(np.array([0, *words], np.int64))
        planes = steps.astype("<i8").view(np.uint8).reshape(-1, 8).T  # similar bytes next to each other compress better
        return HEADER + zlib.compress(planes.tobytes(), 9)

    @staticmethod
    def of_bytes(content: bytes) -> "Book":
        """The book that `bytes` wrote."""
        if not content.startswith(HEADER):
            raise SparringError("This is no opening book of Connect Four.")
        try:
            plain = zlib.decompress(content[len(HEADER) :])
        except zlib.error:
            raise SparringError("This opening book is damaged.") from None
        planes = np.frombuffer(plain, np.uint8).reshape(8, -1)
        return Book(dict(map(unpacked, np.cumsum(np.ascontiguousarray(planes.T).view("<i8")).tolist())))


@cache
def shipped() -> Book:
    """The book that the user has computed, or else the one that comes with the game."""
    return first_readable((own_path(), files(__package__).joinpath("book.bin")), Book.of_bytes) or Book()


def own_path() -> Path:
    """Where a book is stored that the user computes."""
    return user_path("connect4-book.bin")


# ---------------------------------------------------------------------- positions and entries as numbers

COLUMN_BITS, SCORE_BITS = 3, 6
SCORE_BIAS = 1 << SCORE_BITS - 1
"""Added to scores, so that none is negative."""


def packed(key: int, entry: Entry) -> int:
    """A canonical position and its entry as one number."""
    return (key << SCORE_BITS | entry.score + SCORE_BIAS) << COLUMN_BITS | entry.column


def unpacked(word: int) -> tuple[int, Entry]:
    """The canonical position and its entry.

    >>> unpacked(packed(key=12345, entry=Entry(score=-21, column=6)))
    (12345, Entry(score=-21, column=6))
    """
    rest, column = word >> COLUMN_BITS, word & (1 << COLUMN_BITS) - 1
    return rest >> SCORE_BITS, Entry((rest & (1 << SCORE_BITS) - 1) - SCORE_BIAS, column)


def key_of(position: Board) -> int:
    """A number that no other position has: the sum marks the first empty cell of each column by a carry."""
    return position.both + position.mine


def canonical(position: Board) -> tuple[int, bool]:
    """The smaller one of the keys of a position and its mirror image, and True if it is the mirror image's."""
    key, turned = key_of(position), key_of(mirrored(position))
    return (turned, True) if turned < key else (key, False)


def board_of(key: int) -> Board:
    """The position that has a key.

    >>> board_of(key_of(Board(0b1010, 0b1111))) == Board(0b1010, 0b1111)
    True
    """
    mine = both = 0
    for column in range(WIDTH):
        # The key holds `both + mine` of the column: `both` is a run of ones from the bottom, `mine` is some of them.
        sum_here = key >> STRIDE * column & (1 << STRIDE) - 1
        height = next(rows for rows in range(HEIGHT, -1, -1) if (1 << rows) - 1 <= sum_here)
        discs = (1 << height) - 1
        both |= discs << STRIDE * column
        mine |= sum_here - discs << STRIDE * column
    return Board(mine, both)


# ---------------------------------------------------------------------- computing it


def build(job: LongJob) -> Path:
    """Compute a book for the first plies of a game, and write it."""
    plies, path = job.size or USUAL_PLIES, job.save_to or own_path()
    with BookJob[int](job, path, numbers=3, position_of=lambda row: row[0]) as computing:
        book = Book({key: Entry(score, column) for key, score, column in computing.rows.values()})

        def solve(keys: set[int], about: str) -> None:
            computing.compute(keys, about, solved)
            for key in keys:
                _, score, column = computing.rows[key]
                book.add(key, Entry(score, column))

        start = canonical(EMPTY)[0]
        every = layers(start, _followers, min(ALL_PLIES + 1, plies))
        solve(every[-1], f"every position after {len(every) - 1} plies")
        for layer in reversed(every[:-1]):
            for key in layer:
                entry = _from_children(book, board_of(key))
                book.add(key, entry)
                computing.rows[key] = (key, *entry)
        # A perfect player that began is to move after 0, 2, 4 … plies, one that did not after 1, 3, 5 …
        met = [{start}, _followers(start)]
        for ply in range(plies):
            solve(met[ply], f"what perfect play meets after {ply} plies")
            moved = {canonical(_after_best(book, key))[0] for key in met[ply]}
            met.append({after for key in moved for after in _followers(key)})
    write_whole(path, bytes(book))
    shipped.cache_clear()
    return path


def solved(key: int) -> Row:
    """The row of a canonical position: its key, its score and its best column."""
    from sparring.games.connect4.solver import Solver

    return (key, *Solver().best(board_of(key)))


def _followers(key: int) -> set[int]:
    """Every position that one move leads to and in which the game goes on."""
    position = board_of(key)
    following = (play(position, column) for column in columns(position))
    return {canonical(after)[0] for after in following if result(after) == NOT_OVER}


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
