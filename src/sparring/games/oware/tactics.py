"""Tactics for rule lists: each picks the houses that it prefers."""

from collections.abc import Mapping, Sequence
from typing import Any

from sparring.games.oware.board import Board, play, seeds_in
from sparring.rules import Tactic


def capture(game: Any, position: Any, moves: Sequence[int]) -> list[int]:
    """Houses that capture the most seeds at once."""
    taken = {move: play(position.board, move).lost - position.board.captured for move in moves}
    most = max(taken.values())
    return [move for move in moves if taken[move] == most] if most else []


def aggressive(game: Any, position: Any, moves: Sequence[int]) -> list[int]:
    """Houses after which the most seeds are in the other row, where they can be captured."""
    return _most(position.board, moves, lambda after: seeds_in(after.mine))


def defensive(game: Any, position: Any, moves: Sequence[int]) -> list[int]:
    """Houses after which the most seeds are in the own row."""
    return _most(position.board, moves, lambda after: seeds_in(after.theirs))


TACTICS: Mapping[str, Tactic] = {"capture": capture, "aggressive": aggressive, "defensive": defensive}


def _most(board: Board, moves: Sequence[int], count: Any) -> list[int]:
    counted = {move: count(play(board, move)) for move in moves}
    return [move for move in moves if counted[move] == max(counted.values())]
