"""Four in a row on a board of six by six, or whatever else is set."""

from collections.abc import Mapping
from typing import Any, ClassVar

from sparring.games.fourinarow.evaluation import Lines
from sparring.games.mnk import Board, LineGame
from sparring.games.mnk.rules import NUMBERS
from sparring.rules import Judgement
from sparring.rules.jobs import LongJob
from sparring.rules.puzzles import PuzzleJudge
from sparring.rules.settings import Setting


class FourInARow(LineGame):
    """A stone on any empty cell; four in a row win, in any direction."""

    name = "fourinarow"
    title = "Four in a row"
    about = "Four in a row on a board of six by six, against opponents up to one that proves its wins."
    settings: ClassVar[Mapping[str, int]] = {"width": 6, "height": 6, "length": 4}
    offered: ClassVar[tuple[Setting, ...]] = (
        Setting.whole("width", 4, 9, default=6, about="how many cells the board is wide"),
        Setting.whole("height", 4, 9, default=6, about="how many cells the board is high"),
        Setting.whole("length", 3, 6, default=4, about="how many in a row win"),
    )
    evaluations: ClassVar[Mapping[str, Any]] = {"lines": Lines()}

    def __init__(self, width: int = 6, height: int = 6, length: int = 4) -> None:
        super().__init__(width, height, length)
        many = NUMBERS[length] if length < len(NUMBERS) else str(length)
        self.name = self.name_with(width=width, height=height, length=length)
        self.title = f"{many} in a row"
        if self.name != type(self).name:
            self.title += f" on {width}×{height}"
            self.about = f"{many} in a row on a board of {width} by {height} cells."
        self.how_to_play = (
            "Take turns to place a stone on any empty cell.",
            f"{many} of yours in a line, in any direction, win.",
            "A line that lacks one stone must be blocked; two of them at once cannot be.",
        )

    def build_book(self, job: LongJob) -> str:
        """Look deeper into the opening than there is time for in a game, for the hard opponent."""
        from sparring.games.fourinarow import book

        return book.build(self, job)

    def puzzle_judge(self) -> PuzzleJudge:
        """The proof search."""
        from sparring.games.fourinarow import puzzles

        return puzzles.judge(self.empty)

    def winning_tree(self, position: Board, won: Judgement) -> Mapping[str, int]:
        """The positions in which the winner has to know its move, and those in which it just completes a line."""
        from sparring.games.fourinarow.proof import THREATS, winning_tree

        assert won.plies is not None
        return winning_tree(position, (won.plies + 1) // 2, 0 if won.exact else THREATS)
