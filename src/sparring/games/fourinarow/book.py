"""The opening book of the hard opponent: the moves that its own search prefers when it searches deeper than in a game.

A position and all its rotations and mirror images are one entry.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sparring.brains.book import BookJob, Row, first_readable, layers, user_path
from sparring.games.mnk import LineGame
from sparring.games.mnk.board import Board, bits, full, play, result
from sparring.games.mnk.symmetry import canonical, images
from sparring.rules import Decision, SparringError
from sparring.rules.files import write_whole
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER

DEPTH = 8
"""The depth of the search that computes the book."""

USUAL_PLIES = 3
"""The book goes this far into a game if the job does not say how far."""

NUMBERS = 7
"""The numbers of a row: the five of a board, the best cell and its score."""

FIRST_LINE = "sparring fourinarow book 1: stones of the side to move, all stones, width, height, length, cell, score"


class Entry(NamedTuple):
    """What the book knows of a position."""

    cells: tuple[int, ...]
    """The best cell, and all cells that are equal to it by symmetry."""

    score: int


class Book:
    """The entries of many positions."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows = {board_of(row): row[5:] for row in rows}
        self._most_stones = max((position.both.bit_count() for position in self._rows), default=-1)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, position: Board) -> Entry | None:
        """The entry of a position, or None."""
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
        """The book that `str` wrote."""
        first, *lines = text.splitlines() or [""]
        if first != FIRST_LINE:
            raise SparringError("This is no opening book of four in a row.")
        rows = [tuple(map(int, line.split(","))) for line in lines]
        if not all(map(_is_entry, rows)):
            raise SparringError("This opening book is damaged.")
        return Book(rows)


def board_of(row: Row) -> Board:
    """The position of a row."""
    return Board(*row[:5])


def _is_entry(row: Row) -> bool:
    """True if a row holds a position and an empty cell of it."""
    if len(row) != NUMBERS or min(row[:6]) < 0:
        return False
    board, cell = board_of(row), row[5]
    cells = full(board.width, board.height)
    return not board.both & ~cells and not board.mine & ~board.both and (cells & ~board.both) >> cell & 1 == 1


@cache
def shipped(width: int = 6, height: int = 6, length: int = 4) -> Book:
    """The book of a board that the user has computed, or else the one that comes with the game."""
    places = (own_path(width, height, length), files(__package__).joinpath("book.csv"))
    return first_readable(places, lambda content: Book.of_text(content.decode("ascii"))) or Book()


def own_path(width: int = 6, height: int = 6, length: int = 4) -> Path:
    """Where a book is stored that the user computes."""
    return user_path(f"fourinarow-{width}x{height}x{length}-book.csv")


# ---------------------------------------------------------------------- computing it


def build(game: LineGame, job: LongJob) -> str:
    """Search every position of the first plies deeply, and write the book."""
    plies, path = job.size or USUAL_PLIES, job.save_to or own_path(*game.empty[2:])
    every = layers(canonical(game.empty)[0], _followers, plies)
    with BookJob[Board](job, path, NUMBERS, board_of) as computing:
        for ply, layer in enumerate(every):
            computing.compute(layer, f"every position after {ply} plies", looked_at)
    book = Book(computing.rows[position] for layer in every for position in layer)
    write_whole(path, str(book).encode("ascii"))
    shipped.cache_clear()
    return f"{path} knows {len(book):,} position{'s'[: len(book) != 1]}."


def looked_at(position: Board) -> Row:
    """The row of a position: the position, the cell that a deep search prefers, and its score."""
    from sparring.brains.alphabeta import AlphaBeta
    from sparring.games.fourinarow.rules import FourInARow

    game = FourInARow(*position[2:])
    cells = game.options(position)
    found = AlphaBeta(game, depth=DEPTH).judge(Decision(game.to_move(position), tuple(cells), position))
    return (*position, cells[found.best], round(found[found.best].score))


def _followers(position: Board) -> set[Board]:
    """Every position that one move leads to and in which the game goes on."""
    empty = full(position.width, position.height) & ~position.both
    following = (play(position, cell) for cell in bits(empty))
    return {canonical(after)[0] for after in following if result(after) == NOT_OVER}
