"""A game that is written as a kernel: its class needs little more than a name and a start."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from sparring.rules import kernels
from sparring.rules.errors import BrokenGame
from sparring.rules.game import Game, Outcome

Position = TypeVar("Position")

USUAL_MOVES = 64
"""More moves than most positions have: a buffer of this size is made faster than one for the largest number."""


class BrokenKernel(BrokenGame):
    """A kernel function breaks its promise."""

    def __init__(self, function: str, sentence: str) -> None:
        super().__init__(sentence)
        self.function = function


class KernelGame(Game[Position, int]):
    """A game whose positions are kernel positions (`sparring.rules.kernels`) and whose moves are ints.

    A subclass defines `start`, and either registers the kernel function `mover` or defines `to_move`.
    """

    evaluations: ClassVar[Mapping[str, Any]] = {}
    """The weights of each evaluation by its name; the first is the default."""

    def to_move(self, position: Position) -> int:
        """The seat to move, by the kernel function `mover`."""
        mover = kernels.function_of("mover", type(position))
        if mover is None:
            raise BrokenGame(f"{self.name} needs either a method to_move or the kernel function mover.")
        return int(mover(position))

    def moves(self, position: Position) -> list[int]:
        """The kernel's moves, in its order."""
        try:
            buffer = [0] * USUAL_MOVES
            count = kernels.moves(position, buffer, 0)
        except IndexError:  # this position has more
            buffer = [0] * kernels.MOST_MOVES
            try:
                count = kernels.moves(position, buffer, 0)
            except IndexError as error:
                if "assignment" not in str(error):
                    raise
                most = f"{kernels.MOST_MOVES} moves, the largest number"
                raise BrokenKernel("moves", f"The kernel's moves writes more than {most}.") from error
        return buffer[:count]

    def play(self, position: Position, move: int) -> Position:
        """The position after a legal move."""
        following: Position = kernels.play(position, move)
        return following

    def outcome(self, position: Position) -> Outcome | None:
        """The kernel's result, or None while the game goes on."""
        result = kernels.result(position)
        if result == kernels.NOT_OVER:
            return None
        seat = self.to_move(position)
        winners = {1: seat, 0: None, -1: 1 - seat}
        if result not in winners:
            raise BrokenKernel("result", f"The kernel's result is {result!r}, not NOT_OVER, 1, 0 or -1.")
        winner = winners[result]
        return Outcome(winner, self.reason(position, winner))

    def reason(self, position: Position, winner: int | None) -> str:
        """Why a finished game is over: "four in a row", "the board is full"."""
        return ""

    def evaluate(self, position: Position, seat: int) -> float:
        """The default evaluation, for one seat; 0 if there is none."""
        score = kernels.evaluate(position, next(iter(self.evaluations.values()), kernels.Blind()))
        return score if seat == self.to_move(position) else -score
