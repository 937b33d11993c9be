"""The rules of games with stones in a row, in sections with pictures, on a board of any size."""

from collections.abc import Callable, Sequence

from sparring.games.mnk.board import Board, bits, cell_name, play, threats
from sparring.rules.teaching import Picture, Section, Shown

Cells = list[tuple[int, int]]
"""Columns and rows, from 0 at the bottom left."""


def sections(empty: Board, many: str) -> list[Section]:
    """Place, win, block, draw; `many` is how many in a row win, in words."""
    return [
        Section(
            "Take turns",
            ("You and your opponent take turns. Each turn, put one of your pieces on any empty cell.",),
            _first_moves(empty),
        ),
        Section(
            f"{many} in a row win",
            (f"The first with {many.lower()} of their own in an unbroken line wins: across, upright or diagonal.",),
            (*_win(empty, _across), *_win(empty, _diagonal)),
        ),
        Section(
            "Block, and threaten twice",
            (
                "A line that lacks only one piece is a threat, and must be blocked.",
                "Two threats at once are a fork: only one of them can be blocked.",
            ),
            _fork(empty),
        ),
        Section("A draw", ("If the board is full and nobody has a line, the game is a draw.",)),
    ]


def _names(empty: Board, cells: Cells) -> list[str]:
    return [cell_name(row * (empty.width + 1) + column, empty.width) for column, row in cells]


def _first_moves(empty: Board) -> tuple[Picture, ...]:
    if empty.width * empty.height < 3 or empty.length < 2:
        return ()
    middle = (empty.width // 2, empty.height // 2)
    beside = next(cell for cell in ((0, 0), (1, 0), (0, 1)) if cell != middle)
    yours, theirs = _names(empty, [middle, beside])
    return (Picture(empty, (Shown("You begin anywhere.", (yours,)), Shown("Then it is their turn.", (theirs,)))),)


def _across(empty: Board) -> tuple[Cells, Cells] | None:
    """A line in a row, and the opponent's pieces above it; or the same upright on a narrow board."""
    width, height, length = empty.width, empty.height, empty.length
    if width >= length and height > 1:
        left, row = int(width > length), int(height > 2)
        return [(left + at, row) for at in range(length)], [(left + at, row + 1) for at in range(length - 1)]
    if height >= length and width > 1:
        return [(0, at) for at in range(length)], [(1, at) for at in range(length - 1)]
    return None


def _diagonal(empty: Board) -> tuple[Cells, Cells] | None:
    if min(empty.width, empty.height) < empty.length or empty.length < 3:
        return None
    return [(at, at) for at in range(empty.length)], [(at + 1, at) for at in range(empty.length - 1)]


def _win(empty: Board, line: Callable[[Board], tuple[Cells, Cells] | None]) -> tuple[Picture, ...]:
    """A line before and after its last piece."""
    found = line(empty)
    if found is None:
        return ()
    mine, theirs = (_names(empty, cells) for cells in found)
    *before, last = _alternating(mine, theirs)
    return (Picture(empty, (Shown("You lack one piece.", tuple(before)), Shown(f"You play {last} and win.", (last,)))),)


def _fork(empty: Board) -> tuple[Picture, ...]:
    """Two threats at once: a corner of tic-tac-toe, or an open line on a larger board."""
    if empty.length == 3 and min(empty.width, empty.height) >= 3:
        before = _names(empty, [(0, 0), (1, 1), (2, 2), (0, 2), (2, 0)])
    elif empty.width > empty.length > 3 and empty.height > 2:
        inner = [(at, 1) for at in range(1, empty.length)]
        before = _alternating(_names(empty, inner), _names(empty, [(at, 2) for at in range(2, empty.length)]))
    else:
        return ()
    board = _after(empty, before)
    open_cells = [cell_name(cell, empty.width) for cell in bits(threats(board)[1])]
    if len(open_cells) < 2:
        return ()
    block, win = open_cells[:2]
    return (
        Picture(
            empty,
            (
                Shown(f"You threaten {' and '.join(open_cells)}.", tuple(before)),
                Shown(f"They block {block}, you play {win} and win.", (block, win)),
            ),
        ),
    )


def _alternating(mine: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """The moves of both in turn, one's own first and last."""
    together = [name for pair in zip(mine, theirs, strict=False) for name in pair]
    return [*together, *mine[len(theirs) :]]


def _after(board: Board, names: Sequence[str]) -> Board:
    cells = {
        cell_name(row * (board.width + 1) + column, board.width): row * (board.width + 1) + column
        for row in range(board.height)
        for column in range(board.width)
    }
    for name in names:
        board = play(board, cells[name])
    return board
