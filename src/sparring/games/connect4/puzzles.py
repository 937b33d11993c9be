"""Puzzles in Connect Four, judged by the exact solver."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from sparring.games.connect4.board import (
    CELLS,
    Board,
    columns,
    mirrored,
    play,
    result,
    score_of,
)
from sparring.games.connect4.solver import Solver
from sparring.rules.kernels import NOT_OVER
from sparring.rules.puzzles import DRAWN, LOST, WON, Kind, ProvingJudge

FEWEST_DISCS = 10
"""With fewer discs on the board a puzzle would be a question about openings."""

MOST_NODES = 3_000_000
"""Positions that are harder to solve are left alone."""


class ConnectFourJudge(ProvingJudge):
    """Solves positions exactly."""

    players: ClassVar[Sequence[str]] = ("level3", "level4", "level5", "level6", "level7")
    opening: ClassVar[tuple[int, int]] = (2, 10)

    def __init__(self) -> None:
        self._solver = Solver()

    def results(self, position: Board) -> dict[str, int] | None:
        """Whether each column wins, draws or loses."""
        if not FEWEST_DISCS <= position.both.bit_count() <= CELLS - 2:
            return None
        found = {}
        for column in columns(position):
            following = play(position, column)
            outcome = result(following)
            if outcome == NOT_OVER:
                low, high = self._solver.narrow(following, -1, 1, MOST_NODES)
                if low < high:
                    return None
                outcome = WON if low > 0 else LOST if high < 0 else DRAWN
            found[str(column + 1)] = -outcome
        return found

    def reply(self, position: Board, kind: Kind) -> str:
        """The column that loses latest, or that wins or draws if one does; of several the one nearest to the centre."""
        return str(max(columns(position), key=lambda column: self._score(position, column)) + 1)

    def _score(self, position: Board, column: int) -> int:
        following = play(position, column)
        outcome = result(following)
        return score_of(position, -outcome, 1) if outcome != NOT_OVER else -self._solver.solve(following)

    def features(self, position: Board) -> list[frozenset[tuple[int, bool]]]:
        """The discs of both sides, as they are and mirrored."""
        return [_discs(position), _discs(mirrored(position))]


def _discs(position: Board) -> frozenset[tuple[int, bool]]:
    cells = range(position.both.bit_length())
    return frozenset((cell, bool(position.mine >> cell & 1)) for cell in cells if position.both >> cell & 1)


@cache
def judge() -> ConnectFourJudge:
    """The judge of this process."""
    return ConnectFourJudge()
