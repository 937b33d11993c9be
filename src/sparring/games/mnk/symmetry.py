"""Boards turned and mirrored: what is true of one is true of all."""

from functools import cache

from sparring.games.mnk.board import Board, bits


@cache
def turnings(width: int, height: int) -> tuple[dict[int, int], ...]:
    """Every way to lay a board onto itself: for each cell, where it goes. The first one leaves it as it is.

    >>> len(turnings(6, 6)), len(turnings(7, 6))
    (8, 4)
    """
    found = []
    for swapped in (False, True) if width == height else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                goes = {}
                for row in range(height):
                    for column in range(width):
                        to_row, to_column = (column, row) if swapped else (row, column)
                        to_row = height - 1 - to_row if upside_down else to_row
                        to_column = width - 1 - to_column if mirrored else to_column
                        goes[row * (width + 1) + column] = to_row * (width + 1) + to_column
                found.append(goes)
    return tuple(found)


def turned(board: Board, goes: dict[int, int]) -> Board:
    """The board laid down another way."""
    mine, both = (sum(1 << goes[cell] for cell in bits(stones)) for stones in (board.mine, board.both))
    return board._replace(mine=mine, both=both)


def canonical(board: Board) -> tuple[Board, dict[int, int]]:
    """The one of all turnings of a board that stands for them, and how it is laid down so."""
    every = [(turned(board, goes), goes) for goes in turnings(board.width, board.height)]
    return min(every, key=lambda each: each[0])


def images(board: Board, cell: int) -> list[int]:
    """The cells that are the same as a cell on this board, seen another way: itself, and those like it."""
    same = [goes for goes in turnings(board.width, board.height) if turned(board, goes) == board]
    return sorted({goes[cell] for goes in same})
