"""What a game contributes to puzzles: a judge that knows which moves keep a goal."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

WON, DRAWN, LOST = 1, 0, -1


class Kind(StrEnum):
    """What a puzzle asks for."""

    WIN = "win"
    """Win by force, up to the end of the game."""

    ONLY = "only"
    """Find the only move that keeps a win which is still far away."""

    DRAW = "draw"
    """Save the draw: everything else loses."""

    CAPTURE = "capture"
    """Gain the most, counting what the other side takes back."""

    LETHAL = "lethal"
    """Win in this turn, whatever the other side holds."""


class Refutation(NamedTuple):
    """What is wrong with a try: how the other side answers it, and how that goes on."""

    line: tuple[str, ...]
    words: str = ""
    """What the line does not show, in a sentence."""

    position: Any = None
    """Where the line begins, if that is not the puzzle's own position after the try: a position as it may well be."""


class PuzzleJudge(ABC):
    """Finds the goals of positions, and the moves that keep them.

    What it says is proven, or confirmed by a search that looks further than the one that found it.
    """

    players: ClassVar[Sequence[str]] = ()
    """Opponents whose games are searched for puzzles; they are bounded by depth, so that games can be repeated."""

    opening: ClassVar[tuple[int, int]] = (0, 0)
    """The fewest and the most random plies that such a game begins with."""

    shares: ClassVar[Mapping[Kind, float]] = {Kind.WIN: 0.4, Kind.ONLY: 0.3, Kind.DRAW: 0.3}
    """The kinds of puzzles that the game has, each with the largest share of all puzzles that it may have."""

    most_tries: ClassVar[int] = 6
    """The most moves that the solver makes."""

    any_order: ClassVar[bool] = False
    """True if several moves may be right, so that every try is judged anew; else exactly one is."""

    tolerance: ClassVar[float] = 0.2
    """Two positions are alike if they differ in at most this share of their features."""

    fewest_tries: ClassVar[int] = 1
    """The fewest moves that the solver makes."""

    def move(self, position: Any, rng: Random) -> str:
        """A move for the games that are searched, where no opponents are named for them."""
        raise NotImplementedError

    @abstractmethod
    def goal(self, position: Any) -> Kind | None:
        """What the side to move can reach by one move alone; None if there is no puzzle in the position."""

    @abstractmethod
    def keeping(self, position: Any, kind: Kind) -> Collection[str]:
        """The moves that keep a goal."""

    @abstractmethod
    def reply(self, position: Any, kind: Kind) -> str:
        """The most stubborn move of the side that the goal is pursued against."""

    @abstractmethod
    def features(self, position: Any) -> Sequence[frozenset[Any]]:
        """What makes the position what it is, once for each of its mirror images and rotations."""

    def reached(self, position: Any, kind: Kind) -> bool:
        """True if the solver's move led to a position in which the goal is reached before the game is over."""
        return False

    def easy(self, position: Any, move: str) -> bool:
        """True if a move that keeps the goal is the first that anybody would try."""
        return False

    def words(self, position: Any, kind: Kind, moves: int) -> str:
        """The goal in a sentence, for the solver, who makes this many moves."""
        if kind is Kind.WIN and moves == 1:
            return "Win with your next move."
        return _WORDS[kind].format(moves=moves)

    def refutation(self, position: Any, move: str, kind: Kind) -> Refutation | None:
        """The answer to a move that does not keep the goal; None if the game's analyst shall find it."""
        return None


_WORDS = {
    Kind.WIN: "Win by force in {moves} moves.",
    Kind.ONLY: "Only one move wins. Find it.",
    Kind.DRAW: "Save the draw: every other move loses.",
    Kind.CAPTURE: "Find the best capture.",
    Kind.LETHAL: "Win this turn, whatever your opponent holds.",
}


class ProvingJudge(PuzzleJudge):
    """A judge of a game whose results can be proven: one move wins where no other does, or draws where all others lose.

    A won position is `ONLY` at first; it becomes `WIN` if the solver can be led to the end of the game.
    """

    @abstractmethod
    def results(self, position: Any) -> Mapping[str, int] | None:
        """The proven result of each move for the side to move; None if that cannot be proven quickly enough."""

    def goal(self, position: Any) -> Kind | None:
        """A win or a draw that hangs on one move."""
        results = self.results(position)
        if not results or len(results) < 2:
            return None
        best = max(results.values())
        if best == LOST or list(results.values()).count(best) > 1:
            return None
        return Kind.ONLY if best == WON else Kind.DRAW

    def keeping(self, position: Any, kind: Kind) -> list[str]:
        """The moves that are proven to win, or to draw."""
        wanted = DRAWN if kind is Kind.DRAW else WON
        return [move for move, result in (self.results(position) or {}).items() if result >= wanted]


@runtime_checkable
class HasPuzzles(Protocol):
    """A game in which puzzles can be found."""

    def puzzle_judge(self) -> PuzzleJudge:
        """A judge of this game's positions, for one thread at a time."""
