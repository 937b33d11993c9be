"""Tactics for rule lists: each picks the columns that it prefers."""

from collections.abc import Mapping, Sequence
from typing import Any

from sparring.games.connect4.board import Board, landing_cells, play, winning_cells
from sparring.games.connect4.evaluation import Windows, side_score
from sparring.rules import Tactic


def win(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Columns that complete a four."""
    return _into(board, moves, winning_cells(board.mine))


def block(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Columns where the other side would complete a four."""
    return _into(board, moves, winning_cells(board.theirs))


def aggressive(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Columns after which the own windows score the most."""
    worth = {move: side_score(play(board, move).theirs, board.theirs, Windows()) for move in moves}
    return [move for move in moves if worth[move] == max(worth.values())]


def defensive(game: Any, board: Board, moves: Sequence[int]) -> list[int]:
    """Columns after which the other side's windows score the least."""
    left = {move: side_score(board.theirs, play(board, move).theirs, Windows()) for move in moves}
    return [move for move in moves if left[move] == min(left.values())]


TACTICS: Mapping[str, Tactic] = {"win": win, "block": block, "aggressive": aggressive, "defensive": defensive}


def _into(board: Board, moves: Sequence[int], cells: int) -> list[int]:
    wanted = cells & landing_cells(board.both)
    return [move for move in moves if play(board, move).both & ~board.both & wanted]
