"""Othello as a beginner would write it: a dictionary of cells, and a walk in each of eight directions."""

from itertools import product

DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
START = {(3, 4): "black", (4, 3): "black", (3, 3): "white", (4, 4): "white"}
OTHER = {"black": "white", "white": "black"}


def turned(board, cell, side):
    """The discs that a disc on a cell would turn."""
    found = []
    for step in DIRECTIONS:
        line, at = [], (cell[0] + step[0], cell[1] + step[1])
        while board.get(at) == OTHER[side]:
            line.append(at)
            at = at[0] + step[0], at[1] + step[1]
        if board.get(at) == side:
            found += line
    return found


def moves(board, side):
    """The cells where a side can put a disc."""
    cells = product(range(8), repeat=2)
    return {cell for cell in cells if cell not in board and turned(board, cell, side)}


def play(board, cell, side):
    """The board after a disc was put on a cell."""
    return {**board, cell: side, **dict.fromkeys(turned(board, cell, side), side)}


def name(cell):
    """The cell's name: its column from a, its row from 1."""
    return "abcdefgh"[cell[1]] + str(cell[0] + 1)
