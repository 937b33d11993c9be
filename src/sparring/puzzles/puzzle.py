"""A puzzle: a position, a goal, and the line that reaches it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sparring.rules import AnyGame, BadPosition, Record, SparringError, notation
from sparring.rules.capabilities import settled_answer
from sparring.rules.puzzles import HasPuzzles, Kind, PuzzleJudge


class NoPuzzles(SparringError):
    """A game has no puzzles, or not the one that was asked for."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one side can reach a goal."""

    id: str
    kind: Kind
    goal: str
    """The goal in a sentence."""

    to_move: str
    """The name of the solver's seat."""

    solution: tuple[str, ...]
    """The solver's moves, and between them the most stubborn answers; in a card puzzle one solution of several."""

    position: str | None = None
    """The position as text, in a game that has such texts."""

    record: str | None = None
    """The record of a match that leads to the position, in the other games."""

    solved: Mapping[str, float] = field(default_factory=dict)
    """The share of tries in which each level solved it."""

    rating: float | None = None
    """How hard it is, on the scale of the game's ladder; None where levels are not measured."""

    def start(self, game: AnyGame) -> Any:
        """The position in which the solver moves first."""
        if self.position is not None:
            return game.read_position(self.position)
        assert self.record is not None
        return notation.after_record(game, Record.parse(self.record))

    def as_json(self) -> dict[str, Any]:
        """The puzzle as the command line and the API give it."""
        return {
            "id": self.id,
            "kind": self.kind.value,
            "goal": self.goal,
            **({"record": self.record} if self.position is None else {"position": self.position}),
            "to_move": self.to_move,
            "solution": list(self.solution),
            "rating": None if self.rating is None else round(self.rating),
        }

    def as_stored(self) -> dict[str, Any]:
        """The puzzle as its file keeps it: its rating follows from who solves it."""
        told = self.as_json()
        del told["rating"]
        return told | {"solved": dict(self.solved)}

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> "Puzzle":
        """The puzzle that was stored."""
        return cls(
            id=told["id"],
            kind=Kind(told["kind"]),
            goal=told["goal"],
            to_move=told["to_move"],
            solution=tuple(told["solution"]),
            position=told.get("position"),
            record=told.get("record"),
            solved=told.get("solved", {}),
        )


def id_of(where: str) -> str:
    """A short name that follows from a puzzle's position or record alone.

    >>> id_of("x../.o./... x")
    '8cb9d2'
    """
    return hashlib.sha256(where.encode()).hexdigest()[:6]


def judge_of(game: AnyGame) -> PuzzleJudge:
    """The judge of a game, by its method `puzzle_judge` or by `judge` in the module `puzzles` of its package."""
    if isinstance(game, HasPuzzles):
        return game.puzzle_judge()
    if not has_puzzles(game):
        raise NoPuzzles(f"{game.title} has no puzzles.")
    judge: PuzzleJudge = import_module(_beside(game)).judge()
    return judge


def has_puzzles(game: AnyGame) -> bool:
    """Whether puzzles can be found in a game."""
    if isinstance(game, HasPuzzles):
        return True
    beside = _beside(game)
    return bool(beside) and find_spec(beside) is not None


def _beside(game: AnyGame) -> str:
    """The module `puzzles` in the package of a game; empty for a game that is a file of its own."""
    package = type(game).__module__.rpartition(".")[0]
    return f"{package}.puzzles" if package else ""


def advanced(game: AnyGame, position: Any, move: str) -> Any:
    """The position after a move and the questions after it that cannot matter."""
    position = game.play(position, game.options(position)[move])
    while (answer := settled_answer(game, position)) is not None:
        position = game.play(position, game.options(position)[answer])
    return position


def position_text(game: AnyGame, position: Any) -> str | None:
    """The position as text; None in a game without such texts."""
    try:
        return game.position_text(position)
    except BadPosition:
        return None


def own_moves(game: AnyGame, position: Any, line: Sequence[str]) -> int:
    """How many moves of a line are made by the side to move."""
    seat, count = game.to_move(position), 0
    for move in line:
        count += game.to_move(position) == seat
        position = advanced(game, position, move)
    return count
