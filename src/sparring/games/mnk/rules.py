"""The rules of every game in which stones in a row win."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from sparring.games.mnk import facts, rulebook, text
from sparring.games.mnk.board import MOST_BITS, Board, cell_name, cells
from sparring.games.mnk.scene import board_scene
from sparring.games.mnk.symmetry import turnings
from sparring.games.mnk.tactics import TACTICS
from sparring.rules import BadSetting, KernelGame, Tactic
from sparring.rules.capabilities import Posed, with_seats
from sparring.rules.facts import Fact
from sparring.rules.teaching import Section
from sparring.scenes import Scene

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")

LETTERS = 26
"""The most columns: each has one letter as its name."""


class LineGame(KernelGame[Board]):
    """Players take turns to place a stone; the first with enough in a row wins, a full board is a draw."""

    seats: ClassVar[tuple[str, ...]] = ("x", "o")
    tactics: ClassVar[Mapping[str, Tactic]] = TACTICS

    def __init__(self, width: int, height: int, length: int) -> None:
        if not (1 <= width <= LETTERS and height >= 1 and (width + 1) * height <= MOST_BITS + 1):
            raise BadSetting(
                f"A board of {width}×{height} does not fit: width must be from 1 to {LETTERS}, height at least 1, "
                f"and (width + 1) × height at most {MOST_BITS + 1}."
            )
        if not 1 <= length <= max(width, height):
            raise BadSetting(
                f"{length} in a row do not fit on a board of {width}×{height}: length must be from 1 to "
                f"{max(width, height)}."
            )
        self.empty = Board(0, 0, width, height, length)

    def start(self, rng: Random) -> Board:
        """An empty board."""
        return self.empty

    def to_move(self, position: Board) -> int:
        """Seat 0 begins, and then they alternate."""
        return position.to_move

    def moves(self, position: Board) -> list[int]:
        """Every empty cell, those with the most lines through them first."""
        return [cell for cell in cells(*position[2:]) if not position.both >> cell & 1]

    def progress(self, view: Board) -> float:
        """The share of the cells that are filled."""
        return view.both.bit_count() / (view.width * view.height)

    def symmetries(self) -> list[list[int]]:
        """All rotations and mirror images of the board."""
        turned = turnings(self.empty.width, self.empty.height)
        return [[goes.get(bit, bit) for bit in range(64)] for goes in turned]

    def reason(self, position: Board, winner: int | None) -> str:
        """A line, or a full board."""
        return "the board is full" if winner is None else f"{position.length} in a row"

    def move_text(self, position: Board, move: int) -> str:
        """The cell's name, a1 at the bottom left."""
        return cell_name(move, position.width)

    def all_moves(self) -> list[str]:
        """Every cell, row by row from the bottom."""
        width, height = self.empty.width, self.empty.height
        return [f"{chr(ord('a') + column)}{row}" for row in range(1, height + 1) for column in range(width)]

    def observation(self, view: Board, seat: int) -> list[float]:
        """The stones of the seat, then those of the other one, cell by cell."""
        written = text.write(view, self.seats).split()[0].replace("/", "")
        return [float(cell == self.seats[side]) for side in (seat, 1 - seat) for cell in written]

    def why_not(self, position: Board, text_: str) -> str:
        """Taken, off the board, or no cell at all."""
        return text.why_not(position, text_, self.outcome(position) is not None, self.seats)

    def position_text(self, position: Board) -> str:
        """Rows from the top, then the side to move."""
        return text.write(position, self.seats)

    def read_position(self, line: str) -> Board:
        """The board of such a line, if a game can reach it."""
        return text.read(line, self.empty)

    def pose(self, line: str) -> Posed:
        """The board of such a line, whatever its counts; in the game it belongs to, o may have begun."""
        board, seats = text.pose(line, self.empty)
        return Posed(with_seats(self, seats), board)

    def facts(self, view: Board, move: int) -> list[Fact]:
        """Threats, forks and blocks."""
        return facts.facts(view, move)

    def rulebook(self) -> list[Section]:
        """Place, win, block, draw."""
        length = self.empty.length
        return rulebook.sections(self.empty, NUMBERS[length] if length < len(NUMBERS) else str(length))

    def glossary(self) -> Mapping[str, str]:
        """What players call things."""
        return {
            "threat": "An empty cell where a player could complete a line with the next move.",
            "fork": "Two threats at once, of which only one can be blocked.",
        }

    def draw(self, view: Board) -> str:
        """The board with its coordinates."""
        return text.draw(view, self.seats)

    def scene(self, view: Board, last: str | None = None) -> Scene:
        """The board as a picture."""
        return board_scene(view, self.title, last, self.seats)
