"""Review of a match: what each move lost, what it is called, and where the match turned."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sparring.coach.words import Word, accuracy, sure_loss, word_for
from sparring.rules import AnyGame

BETTER, WORSE = 0.6, 0.4
"""A player stands better above the one expected score, worse below the other, and even between them."""

DIGITS = 6
"""Decimals of expected scores that are told."""


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a match, compared with the best option."""

    ply: int
    """The number of the move, from 1."""

    seat: int
    move: str
    best: str
    """The best option; the move itself if nothing is better."""

    before: float
    """The expected score of the one who moved, with the best option."""

    after: float
    """The expected score of the one who moved, with this move: never more than before it, by the same judge."""

    line: tuple[str, ...] = ()
    """The better line: what follows the best option, that one first."""

    exact: bool = False
    """True if both results are proven."""

    error: float = 0.0
    """The standard error of the loss, where it was estimated in imagined games."""

    forced: bool = False
    """True if there was nothing to choose."""

    calibrated: bool = True
    """True if the expected scores were confirmed by played games, or are proven."""

    seen_by: str | None = None
    """The weakest level whose own sight finds a move that keeps the better result, where that is known."""

    explanation: str = ""
    """What the move does and what it misses, if the game can tell."""

    @property
    def loss(self) -> float:
        """The expected score that the move lost, from 0 to 1."""
        return round(self.before - self.after, DIGITS)

    @property
    def word(self) -> Word:
        """What the move is called."""
        return word_for(self.loss, self.error)

    @property
    def turns_the_match(self) -> bool:
        """True for a mistake or blunder after which the player no longer stands better, or stands worse."""
        return self.word.is_error and _standing(self.after) < _standing(self.before)

    def as_json(self, game: AnyGame) -> dict[str, Any]:
        """The move as the command line and the API give it."""
        return {
            "ply": self.ply,
            "seat": game.seats[self.seat],
            "move": self.move,
            "best": self.best,
            "before": round(self.before, DIGITS),
            "after": round(self.after, DIGITS),
            "loss": self.loss,
            "word": str(self.word),
            "line": list(self.line),
            "exact": self.exact,
            "seen_by": self.seen_by,
            **({"explanation": self.explanation} if self.explanation else {}),
            **({"error": round(self.error, DIGITS)} if self.error else {}),
            **({"forced": True} if self.forced else {}),
        }


def _standing(expected: float) -> int:
    """Whether a player stands better (1), even (0) or worse (-1)."""
    return (expected > BETTER) - (expected < WORSE)


@dataclass(frozen=True)
class Review:
    """All moves of a match that are judged so far."""

    game: AnyGame
    moves: tuple[ReviewedMove, ...]
    total: int
    """The number of moves of the match."""

    result: tuple[float, ...] | None = None
    """What each seat got in the end, from 0 to 1; None if the match is not over."""

    finished: bool = False
    """False while better judgements may still come."""

    @property
    def accuracy(self) -> dict[str, float]:
        """The accuracy of each seat, from 0 to 100; moves without a choice do not count."""
        return {name: round(accuracy(self._losses(seat)), 1) for seat, name in enumerate(self.game.seats)}

    def _losses(self, seat: int) -> list[float]:
        return [sure_loss(move.loss, move.error) for move in self.moves if move.seat == seat and not move.forced]

    @property
    def turning_points(self) -> list[int]:
        """The plies of the moves that turned the match."""
        return [move.ply for move in self.moves if move.turns_the_match]

    @property
    def words(self) -> dict[str, dict[str, int]]:
        """How many moves of each seat got each word; moves without a choice do not count."""
        counts: dict[str, Counter[str]] = {seat: Counter() for seat in self.game.seats}
        for move in self.moves:
            if not move.forced:
                counts[self.game.seats[move.seat]][str(move.word)] += 1
        return {seat: {str(word): count[str(word)] for word in Word} for seat, count in counts.items()}

    @property
    def exact(self) -> bool:
        """True if every move was judged by proven results."""
        return bool(self.moves) and all(move.exact for move in self.moves)

    @property
    def calibrated(self) -> bool:
        """True if all expected scores were confirmed by played games, or are proven."""
        return all(move.calibrated for move in self.moves)

    def course(self, seat: int) -> list[float | None]:
        """The expected score of a seat before the first move and after each one; None where it is not known.

        With more than two seats it is known only where that seat is to move.
        """
        known: dict[int, float] = {}
        for move in self.moves:
            if move.seat == seat:
                known[move.ply - 1] = move.before
            elif len(self.game.seats) == 2:
                known[move.ply - 1] = 1 - move.before
        if self.result is not None:
            known[self.total] = self.result[seat]
        elif self.moves and self.moves[-1].ply == self.total:
            last = self.moves[-1]
            known |= {self.total: last.after} if last.seat == seat else {}
            known |= {self.total: 1 - last.after} if last.seat != seat and len(self.game.seats) == 2 else {}
        return [round(known[ply], DIGITS) if ply in known else None for ply in range(self.total + 1)]

    def as_json(self) -> dict[str, Any]:
        """The review as the command line and the API give it."""
        return {
            "game": self.game.name,
            "accuracy": self.accuracy,
            "moves": [move.as_json(self.game) for move in self.moves],
            "turning_points": self.turning_points,
            "words": self.words,
            "course": {name: self.course(seat) for seat, name in enumerate(self.game.seats)},
            "exact": self.exact,
            "calibrated": self.calibrated,
        }


def lasting(values: Sequence[float | None]) -> list[float]:
    """A course without gaps: what is not known stays as it was before.

    >>> lasting([None, 0.5, None, 0.7])
    [0.5, 0.5, 0.5, 0.7]
    """
    known: Mapping[int, float] = {at: value for at, value in enumerate(values) if value is not None}
    if not known:
        return [0.5] * len(values)
    filled = [known[min(known)]]
    for value in values:
        filled.append(filled[-1] if value is None else value)
    return filled[1:]
