"""Puzzles in four in a row, judged by the proof search."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from sparring.games.fourinarow.proof import Prover
from sparring.games.mnk.board import Board, cell_name, play, result
from sparring.games.mnk.puzzles import features, free_cells
from sparring.rules.kernels import NOT_OVER
from sparring.rules.puzzles import DRAWN, LOST, WON, Kind, ProvingJudge

FEWEST_STONES = 7
"""With fewer stones on the board a puzzle would be a question about openings."""

MOST_NODES = 400_000
"""Positions of the search for one proof; moves that are harder to judge leave a position without a puzzle."""


class FourInARowJudge(ProvingJudge):
    """Proves of each move that it wins, or that it does not, with any number of stones."""

    players: ClassVar[Sequence[str]] = ("level3", "level4", "level5", "level6")
    opening: ClassVar[tuple[int, int]] = (3, 10)
    shares: ClassVar[Mapping[Kind, float]] = {Kind.WIN: 0.7, Kind.ONLY: 0.35, Kind.DRAW: 0.2}

    def __init__(self, board: Board) -> None:
        self._prover = Prover(board)

    def results(self, position: Board) -> dict[str, int] | None:
        """Whether each cell wins, draws or loses."""
        if position.both.bit_count() < FEWEST_STONES:
            return None
        found = {}
        for cell in free_cells(position):
            value = self._result(play(position, cell))
            if value is None:
                return None
            found[cell_name(cell, position.width)] = value
        return found

    def _result(self, following: Board) -> int | None:
        """The result of a move for the side that made it; None if it cannot be proven quickly enough."""
        outcome = result(following)
        if outcome != NOT_OVER:
            return -outcome
        left = following.width * following.height - following.both.bit_count()
        self._prover.forget()
        self._prover.limit_nodes(MOST_NODES)
        for stones in range(1, (left + 1) // 2 + 1):
            lost = self._prover.wins(following, stones)
            if lost is None:
                return None
            if lost:
                return LOST
            won = self._prover.has_won(following, stones)
            if won is None:
                return None
            if won:
                return WON
        return DRAWN

    def reply(self, position: Board, kind: Kind) -> str:
        """The cell that holds out longest; of those that do not lose, the one that the rules list first."""
        best = max(free_cells(position), key=lambda cell: self._stones_until_loss(play(position, cell)))
        return cell_name(best, position.width)

    def _stones_until_loss(self, following: Board) -> int:
        """The stones with which the other side wins after a move; more than there are if it does not."""
        left = following.width * following.height - following.both.bit_count()
        if result(following) != NOT_OVER:
            return left
        self._prover.forget()
        return next((stones for stones in range(1, left) if self._prover.wins(following, stones)), left)

    def features(self, position: Board) -> list[frozenset[tuple[int, bool]]]:
        """The stones of both sides, under each symmetry of the board."""
        return features(position)


@cache
def judge(board: Board) -> FourInARowJudge:
    """The judge of this process for boards of one size."""
    return FourInARowJudge(board)
