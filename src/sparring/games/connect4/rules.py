"""Connect Four: discs fall into seven columns, and four in a row win."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from sparring.games.connect4 import board, facts, text
from sparring.games.connect4.board import CELLS, EMPTY, Board
from sparring.games.connect4.evaluation import Threats, Windows
from sparring.games.connect4.rulebook import SECTIONS
from sparring.games.connect4.scene import board_scene
from sparring.games.connect4.tactics import TACTICS
from sparring.rules import KernelGame, Tactic
from sparring.rules.capabilities import Posed, with_seats
from sparring.rules.facts import Fact
from sparring.rules.jobs import LongJob
from sparring.rules.puzzles import PuzzleJudge
from sparring.rules.teaching import Section
from sparring.scenes import Scene


class ConnectFour(KernelGame[Board]):
    """Players take turns to drop a disc into a column; the first with four in a row wins, a full board is a draw."""

    name = "connect4"
    title = "Connect Four"
    about = "Four in a row with discs that fall, on seven columns of six, against opponents up to a perfect one."
    how_to_play = (
        "Choose a column; your disc falls to the lowest free hole.",
        "Four of yours in a line, in any direction, win.",
        "A full board without a four is a draw.",
    )
    seats: ClassVar[tuple[str, ...]] = ("x", "o")
    tactics: ClassVar[Mapping[str, Tactic]] = TACTICS
    evaluations: ClassVar[Mapping[str, Any]] = {"windows": Windows(), "threats": Threats()}

    def start(self, rng: Random) -> Board:
        """An empty board."""
        return EMPTY

    def to_move(self, position: Board) -> int:
        """Seat 0 begins, and then they alternate."""
        return position.to_move

    def progress(self, view: Board) -> float:
        """The share of the cells that are filled."""
        return view.both.bit_count() / CELLS

    def reason(self, position: Board, winner: int | None) -> str:
        """A four, or a full board."""
        return "the board is full" if winner is None else "four in a row"

    def proven_score(self, position: Board, value: int, plies: int) -> float:
        """How many discs the winner has left, the winning one included; below zero for a loss."""
        return board.score_of(position, value, plies)

    def move_text(self, position: Board, move: int) -> str:
        """The column, 1 on the left."""
        return str(move + 1)

    def why_not(self, position: Board, column: str) -> str:
        """A full column, or no column at all."""
        return text.why_not(position, column, over=self.outcome(position) is not None)

    def position_text(self, position: Board) -> str:
        """Rows from the top, then the side to move."""
        return text.write(position, self.seats)

    def read_position(self, line: str) -> Board:
        """The board of such a line, if a game can reach it."""
        return text.read(line)

    def pose(self, line: str) -> Posed:
        """The board of such a line, whatever its counts; in the game it belongs to, o may have begun."""
        posed, seats = text.pose(line)
        return Posed(with_seats(self, seats), posed)

    def facts(self, view: Board, move: int) -> list[Fact]:
        """Threats, forks, blocks, and who must open a column."""
        return facts.facts(view, move)

    def draw(self, view: Board) -> str:
        """The board with its columns' numbers."""
        return text.draw(view, self.seats)

    def rulebook(self) -> tuple[Section, ...]:
        """Drop, win, threaten, draw."""
        return SECTIONS

    def glossary(self) -> Mapping[str, str]:
        """What players call things."""
        return {"threat": "An empty hole in which a disc would complete four."}

    def build_book(self, job: LongJob) -> str:
        """Solve the opening, for the perfect opponent."""
        from sparring.games.connect4 import book

        path = book.build(job)
        return f"{path} knows {len(book.Book.of_bytes(path.read_bytes())):,} positions."

    def puzzle_judge(self) -> PuzzleJudge:
        """The exact solver."""
        from sparring.games.connect4 import puzzles

        return puzzles.judge()

    def scene(self, view: Board, last: str | None = None) -> Scene:
        """The board as a picture."""
        return board_scene(view, self.title, last, self.seats)
