"""Tactics for rule lists: each picks the moves that it prefers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sparring.games.mnk.board import (
    Board,
    bits,
    centre_cells,
    corner_cells,
    edge_cells,
    full,
    lines,
    play,
    threats,
    two_short,
)
from sparring.rules import Tactic


def win(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells that complete a line."""
    return _among(moves, threats(board)[0])


def block(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells where the other side would complete a line."""
    return _among(moves, threats(board)[1])


def fork(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells that make two threats at once, if the other side cannot win at once."""
    return [move for move in moves if forks(play(board, move))]


def no_fork(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells after which the other side cannot answer with a fork."""
    return [move for move in moves if not can_fork(play(board, move))]


def stop_fork(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells that leave the other side the least to fork with, if it could fork.

    The worst fork counts first, which is the one with the most threats, then their number. A threat of one's own leaves
    the other side no time for a fork, except by the answer to it.
    """
    if not can_fork(board._replace(mine=board.theirs)):
        return []
    left = {move: _forks_left(play(board, move)) for move in moves}
    least = min(left.values())
    return [move for move in moves if left[move] == least]


def centre(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """The middle cell, or the middle ones of a board with an even side."""
    return _among(moves, centre_cells(board.width, board.height))


def corner(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """The corners."""
    return _among(moves, corner_cells(board.width, board.height))


def corner_if_centre_lost(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """The corners, once the other side holds the centre."""
    return corner(game, board, moves) if board.theirs & centre_cells(board.width, board.height) else []


def corner_fork(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Corners that fork."""
    return fork(game, board, corner(game, board, moves))


def edge(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells on the rim that are not corners."""
    return _among(moves, edge_cells(board.width, board.height))


def aggressive(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells on the most lines that hold own stones and none of the other side's."""
    return _most(moves, lambda move: _lines_through(board, move, board.mine, board.theirs))


def defensive(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Cells on the most lines that hold the other side's stones and no own ones."""
    return _most(moves, lambda move: _lines_through(board, move, board.theirs, board.mine))


TACTICS: Mapping[str, Tactic] = {
    "win": win,
    "block": block,
    "fork": fork,
    "no fork": no_fork,
    "stop fork": stop_fork,
    "centre": centre,
    "corner": corner,
    "corner if centre lost": corner_if_centre_lost,
    "corner fork": corner_fork,
    "edge": edge,
    "aggressive": aggressive,
    "defensive": defensive,
}


def forks(board: Board) -> bool:
    """True if the side that has just moved threatens two cells and the other side threatens none."""
    theirs, mine = threats(board)
    return mine.bit_count() > 1 and not theirs


def can_fork(board: Board) -> bool:
    """True if the side to move can fork."""
    return any(forks(play(board, move)) for move in _threatening(board))


def _forks_left(board: Board) -> tuple[int, int]:
    """The most threats that a fork of the side to move makes, and the number of its forks."""
    made = [threats(following)[1].bit_count() for move in _threatening(board) if forks(following := play(board, move))]
    return max(made, default=0), len(made)


def _threatening(board: Board) -> Iterator[int]:
    """Cells that may make a threat for the side to move: those of a line that lacks two stones."""
    empty = full(board.width, board.height) & ~board.both
    return bits(two_short(board.mine, empty, board.width, board.length))


def _among(moves: Sequence[int], wanted: int) -> list[int]:
    return [move for move in moves if wanted >> move & 1]


def _most(moves: Sequence[int], count: Callable[[int], int]) -> list[int]:
    most = max(map(count, moves))
    return [move for move in moves if count(move) == most]


def _lines_through(board: Board, cell: int, with_some: int, with_none: int) -> int:
    return sum(1 for line in lines(*board[2:]) if line >> cell & 1 and line & with_some and not line & with_none)
