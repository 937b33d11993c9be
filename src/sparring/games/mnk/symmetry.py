"""Symmetries of the board: what is true of a position is true of all its rotations and mirror images."""

from functools import cache

from sparring.games.mnk.board import Board, bits


@cache
def turnings(width: int, height: int) -> tuple[dict[int, int], ...]:
    """Every symmetry of a board, as a map from each cell to its image. The first one is the identity.

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
    """The image of a board under a symmetry."""
    mine, both = (sum(1 << goes[cell] for cell in bits(stones)) for stones in (board.mine, board.both))
    return board._replace(mine=mine, both=both)


def canonical(board: Board) -> tuple[Board, dict[int, int]]:
    """The image of a board that stands for all of them, and the symmetry that leads to it."""
    every = [(turned(board, goes), goes) for goes in turnings(board.width, board.height)]
    return min(every, key=lambda each: each[0])


def images(board: Board, cell: int) -> list[int]:
    """The cells that are equal to a cell by the symmetries of this position, itself included."""
    same = [goes for goes in turnings(board.width, board.height) if turned(board, goes) == board]
    return sorted({goes[cell] for goes in same})
