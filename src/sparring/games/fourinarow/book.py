"""The opening book of the hard opponent: what its own search prefers when it looks deeper than it may in a game.

A position and all its turnings and mirror images are one entry.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import platformdirs

from sparring.games.mnk import LineGame
from sparring.games.mnk.board import Board, bits, full, play, result
from sparring.games.mnk.symmetry import canonical, images
from sparring.rules import Decision, SparringError
from sparring.rules.files import write_whole
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER
from sparring.work.journal import Journal
from sparring.work.pool import over_processes

DEPTH = 8
"""How many plies the book has looked ahead."""

USUAL_PLIES = 3
"""How far into a game the book goes, unless said."""

FIRST_LINE = "sparring fourinarow book 1: stones of the side to move, all stones, width, height, length, cell, score"


class Entry(NamedTuple):
    """What the book says of a position."""

    cells: tuple[int, ...]
    """The best cell, with those that are the same seen another way."""

    score: int


class Book:
    """Positions with what is known of them."""

    def __init__(self, rows: Iterable[tuple[int, ...]] = ()) -> None:
        self._rows = {Board(*row[:5]): row[5:] for row in rows}
        self._most_stones = max((position.both.bit_count() for position in self._rows), default=-1)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, position: Board) -> Entry | None:
        """What is known of a position, or None."""
        if position.both.bit_count() > self._most_stones:
            return None
        seen, goes = canonical(position)
        if seen not in self._rows:
            return None
        cell, score = self._rows[seen]
        comes_from = {there: here for here, there in goes.items()}
        return Entry(tuple(images(position, comes_from[cell])), score)

    def __str__(self) -> str:
        rows = sorted((*position, *known) for position, known in self._rows.items())
        return "\n".join([FIRST_LINE, *(",".join(map(str, row)) for row in rows)]) + "\n"

    @staticmethod
    def of_text(text: str) -> "Book":
        """The book that was written so."""
        first, *lines = text.splitlines() or [""]
        if first != FIRST_LINE:
            raise SparringError("This is no opening book of four in a row.")
        rows = [tuple(map(int, line.split(","))) for line in lines]
        if not all(map(_is_entry, rows)):
            raise SparringError("This opening book is damaged.")
        return Book(rows)


def _is_entry(row: tuple[int, ...]) -> bool:
    """Whether a row is a position and an empty cell of it."""
    if len(row) != 7 or min(row[:6]) < 0:
        return False
    board, cell = Board(*row[:5]), row[5]
    cells = full(board.width, board.height)
    return not board.both & ~cells and not board.mine & ~board.both and (cells & ~board.both) >> cell & 1 == 1


@cache
def shipped(width: int = 6, height: int = 6, length: int = 4) -> Book:
    """The book of a board: one that the user has built, or the one that comes with the game."""
    for path in (own_path(width, height, length), files(__package__).joinpath("book.csv")):
        with suppress(OSError, ValueError):
            return Book.of_text(path.read_text("ascii"))
    return Book()


def own_path(width: int = 6, height: int = 6, length: int = 4) -> Path:
    """Where a book is kept that the user builds."""
    folder = Path(platformdirs.user_data_dir("sparring", appauthor=False))
    return folder / f"fourinarow-{width}x{height}x{length}-book.csv"


# ---------------------------------------------------------------------- building it


def build(game: LineGame, job: LongJob) -> str:
    """Look deep into every position of the first so many plies, and write the book.

    What is found is written to a journal beside the book at once, so that a job that was stopped goes on where it was.
    """
    plies, path = job.size or USUAL_PLIES, job.save_to or own_path(*game.empty[2:])
    path.parent.mkdir(parents=True, exist_ok=True)
    layers = [{canonical(game.empty)[0]}]
    while len(layers) < plies:
        layers.append(_followers(layers[-1]))
    with Journal(path.with_name(path.name + ".journal"), numbers=7) as journal:
        rows = {Board(*row[:5]): row for row in journal.rows}
        for ply, layer in enumerate(layers):
            what, missing = f"every position after {ply} plies", sorted(layer - rows.keys())
            job.tell(what, len(layer) - len(missing), len(layer))
            found = over_processes(looked_at, missing, job.processes)
            for done, row in enumerate(found, len(layer) - len(missing) + 1):
                rows[Board(*row[:5])] = row
                journal.write(*row)
                job.tell(what, done, len(layer))
    wanted = set().union(*layers)
    book = Book(row for position, row in rows.items() if position in wanted)
    write_whole(path, str(book).encode("ascii"))
    shipped.cache_clear()
    return f"{path} knows {len(book):,} position{'s'[: len(book) != 1]}."


def looked_at(position: Board) -> tuple[int, ...]:
    """A position with the cell that a deep search prefers, and its score."""
    from sparring.brains.alphabeta import AlphaBeta
    from sparring.games.fourinarow.rules import FourInARow

    game = FourInARow(*position[2:])
    cells = game.options(position)
    found = AlphaBeta(game, depth=DEPTH).judge(Decision(game.to_move(position), tuple(cells), position))
    return (*position, cells[found.best], round(found[found.best].score))


def _followers(positions: set[Board]) -> set[Board]:
    """Every position that one move leads to and in which the game goes on."""
    following = (
        play(position, cell)
        for position in positions
        for cell in bits(full(position.width, position.height) & ~position.both)
    )
    return {canonical(position)[0] for position in following if result(position) == NOT_OVER}
