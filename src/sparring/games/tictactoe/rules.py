"""Tic-tac-toe: three stones in a row on three by three cells."""

from sparring.games.mnk import Board, LineGame
from sparring.games.mnk.puzzles import FullSearchJudge
from sparring.games.tictactoe.evaluation import line_score
from sparring.games.tictactoe.mentor import Sides, explain


class TicTacToe(LineGame):
    """Three in a row on a board of three by three."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    about = "Three in a row on a board of three by three, against seven characters."
    how_to_play = (
        "Take turns to mark an empty square.",
        "Three of yours in a line win.",
        "Two lines open at once are a fork: only one can be blocked.",
    )

    def __init__(self) -> None:
        super().__init__(width=3, height=3, length=3)

    def evaluate(self, position: Board, seat: int) -> float:
        """The line score, for one seat."""
        score = line_score(position)
        return score if seat == self.to_move(position) else -score

    def proven_score(self, position: Board, value: int, plies: int) -> float:
        """10 less one for every ply it takes, for a win; the same below zero for a loss; 0 for a draw."""
        return value * (10 - plies)

    def puzzle_judge(self) -> FullSearchJudge:
        """A search of the whole game."""
        return FullSearchJudge()

    def explain(self, position: Board, move: int) -> str:
        """What a move does, what it misses, and what to look at, all true of the position."""
        mover = self.to_move(position)
        return explain(position, move, Sides(self.seats[mover], self.seats[1 - mover]))
