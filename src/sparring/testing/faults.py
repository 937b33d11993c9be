"""What can be wrong with a game, and how it is told."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Part(Enum):
    """A part of the contract that every game keeps."""

    DECLARATION = "its name, seats and signatures"
    POSITIONS = "positions are values that can be compared, hashed and copied, and never change"
    PURITY = "the rules are pure functions"
    MOVES = "every position that is not over has a seat to move and legal moves"
    ENDINGS = "every game ends with an outcome"
    TEXTS = "texts of moves and positions read back"
    VIEWS = "views hide what a seat may not know, and samples agree with them"
    CHANCE = "the outcomes of chance are the moves, and their probabilities add up to 1"
    EVALUATION = "evaluations are finite, and good for one seat is bad for the other"
    KERNEL = "compiled rules do what the interpreted ones do"
    RECORDS = "a record replays to the same positions"
    PICTURES = "every position can be drawn"
    OPPONENTS = "its opponents can be built, and answer"


class Found(NamedTuple):
    """What a check found at one position."""

    kind: str
    """Faults of the same kind are told once."""

    sentence: str
    method: str = ""
    """The method of the game that is to blame."""

    where: str = ""
    """The place, if it is not a method of the game's class."""


@dataclass(frozen=True)
class Fault:
    """Something wrong with a game."""

    part: Part
    kind: str
    fault: str
    """One sentence."""

    where: str
    """The file and line, or the method, and the moves that lead to the position."""

    plies: int = 0
    """How many moves lead there."""

    def __str__(self) -> str:
        return f"{self.fault} ({self.where})"

    def as_json(self) -> dict[str, str]:
        """The fault as the command line gives it."""
        return {"fault": self.fault, "where": self.where}
