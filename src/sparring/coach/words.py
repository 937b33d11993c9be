"""Words for moves, by the expected score that they lose, and the accuracy of a player. The same for all games.

A point is one percent of expected score: a move that turns a sure win into a draw loses 50 points. Losses are given as
expected scores are, from 0 to 1.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import fsum, inf, pow

POINTS = 100
"""Points of expected score between a sure loss and a sure win."""

HALVES = 15.0
"""Points lost by a move that make its accuracy half of what it could be."""

STANDARD_ERRORS = 2.0
"""Standard errors that are taken off a loss before it counts against a player, where the loss is an estimate."""


class Word(StrEnum):
    """What a move is called, from the best to the worst."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """True for a mistake and a blunder, which reviews point out."""
        return self in (Word.MISTAKE, Word.BLUNDER)


BEST_UP_TO = 0.5
"""The points that the best move may lose: two moves that are closer than this are equally good."""

LESS_THAN = {Word.GOOD: 5.0, Word.INACCURACY: 10.0, Word.MISTAKE: 20.0, Word.BLUNDER: inf}
"""The points below which each other word holds; the first that fits is taken."""


def word_for(loss: float, error: float = 0.0) -> Word:
    """The word for a move that loses so much expected score, known up to a standard error.

    Only what is lost for sure counts against a move, and a move that probably loses something is not called best.

    >>> [str(word_for(loss)) for loss in (0.005, 0.0051, 0.05, 0.1, 0.2)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    >>> str(word_for(0.3, error=0.08)), str(word_for(0.3, error=0.2))
    ('mistake', 'good')
    """
    if points(loss) <= BEST_UP_TO:
        return Word.BEST
    sure = points(sure_loss(loss, error))
    return next(word for word, limit in LESS_THAN.items() if sure < limit)


def points(loss: float) -> float:
    """A loss in points; rounded, so that a difference of two expected scores meets its threshold."""
    return round(POINTS * loss, 6)


def sure_loss(loss: float, error: float = 0.0) -> float:
    """The loss that is left when its uncertainty is taken off."""
    return max(0.0, loss - STANDARD_ERRORS * error)


def accuracy(losses: Sequence[float]) -> float:
    """The accuracy of a player, from 0 to 100, by what each of the player's moves lost.

    It is the mean over the moves. A move that loses nothing has 100, and every 15 points that it loses halve that.

    >>> accuracy([0.0, 0.0]), accuracy([0.15, 0.0]), accuracy([])
    (100.0, 75.0, 100.0)
    """
    if not losses:
        return 100.0
    return fsum(100 * pow(0.5, POINTS * loss / HALVES) for loss in losses) / len(losses)
