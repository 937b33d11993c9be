"""Puzzles in games with stones in a row: what their judges share."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from sparring.games.mnk.board import Board, bits, cell_name, moves, play, result
from sparring.games.mnk.symmetry import turned, turnings
from sparring.rules.kernels import NOT_OVER
from sparring.rules.puzzles import Kind, ProvingJudge


def features(board: Board) -> list[frozenset[tuple[int, bool]]]:
    """The stones of both sides, under each symmetry of the board."""
    return [_stones(turned(board, goes)) for goes in turnings(board.width, board.height)]


def _stones(board: Board) -> frozenset[tuple[int, bool]]:
    return frozenset((cell, bool(board.mine >> cell & 1)) for cell in bits(board.both))


def free_cells(board: Board) -> list[int]:
    """The cells that can be played."""
    buffer = [0] * (board.width * board.height)
    return buffer[: moves(board, buffer, 0)]


class FullSearchJudge(ProvingJudge):
    """Searches a small game to its end."""

    players: ClassVar[Sequence[str]] = ("level1", "level2", "level3")
    opening: ClassVar[tuple[int, int]] = (0, 4)
    shares: ClassVar[Mapping[Kind, float]] = {Kind.WIN: 1.0, Kind.ONLY: 1.0, Kind.DRAW: 1.0}
    tolerance: ClassVar[float] = 0.0

    def results(self, position: Board) -> dict[str, int]:
        """Whether each cell wins, draws or loses."""
        return {cell_name(cell, position.width): -value_of(play(position, cell))[0] for cell in free_cells(position)}

    def reply(self, position: Board, kind: Kind) -> str:
        """The cell that loses latest, or that wins or draws if one does."""
        best = max(free_cells(position), key=lambda cell: _worth(play(position, cell)))
        return cell_name(best, position.width)

    def features(self, position: Board) -> list[frozenset[tuple[int, bool]]]:
        """The stones of both sides, under each symmetry of the board."""
        return features(position)


def _worth(following: Board) -> tuple[int, int]:
    """What a move is worth that leads to a board: its result, and how soon it wins or how late it loses."""
    value, plies = value_of(following)
    return -value, plies if value > 0 else -plies


@lru_cache(100_000)
def value_of(board: Board) -> tuple[int, int]:
    """The result for the side to move if neither side errs, and the plies to it.

    >>> value_of(Board(0, 0, 3, 3, 3))
    (0, 9)
    """
    outcome = result(board)
    if outcome != NOT_OVER:
        return outcome, 0
    best = max(_worth(play(board, cell)) for cell in free_cells(board))
    return best[0], abs(best[1]) + 1
