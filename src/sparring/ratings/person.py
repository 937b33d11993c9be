"""A person's strength in one game: a probability for every rating, worked out from their results alone.

What is stored of people are results. So when the ladder is measured again, every person's rating follows.

The probabilities are exact on a grid of ratings. They begin wide, each result multiplies them by its likelihood, and
after each match they spread a little, because people change. All functions take one person, or many at once: the last
axis of an array is the grid, or the levels of a ladder.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sparring.ratings.plackett_luce import ELO, NINETY_FIVE_PERCENT, Numbers, Rating

GRID: Numbers = np.arange(-600.0, 3601.0, 20.0)
"""The ratings that a person may have."""

PRIOR_SPREAD = 600.0
"""The standard deviation of a person's rating before the first match."""

FAST, SLOW = 75, 25
"""By how many points a person's strength changes from one match to the next: at first, and after many matches."""

SOON, STEP = 30, 5
"""For how many matches a person changes fast, and the steps in which the change gets slower."""


def expected_score(strength: Any, opponent: Any) -> Any:
    """What somebody of this rating scores against an opponent of that rating.

    >>> round(float(expected_score(1500, 1300)), 2)
    0.76
    """
    return 1 / (1 + np.exp((np.asarray(opponent, float) - strength) / ELO))


class Played(NamedTuple):
    """A rated result: the opponent's rating, and the person's score."""

    opponent: float
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


@dataclass(frozen=True)
class Strength:
    """What is known of a person's strength in one game, or of many persons' at once."""

    weights: Numbers
    """The probability of each rating of the grid."""

    matches: int = 0
    """How many results it is worked out from."""

    @classmethod
    def unknown(cls, centre: float, persons: tuple[int, ...] = ()) -> "Strength":
        """The strength of somebody who has not played; `centre` is where most people are."""
        weights = np.exp(-0.5 * ((GRID - centre) / PRIOR_SPREAD) ** 2)
        return cls(np.broadcast_to(weights / weights.sum(), (*persons, len(GRID))))

    @property
    def rating(self) -> Any:
        """The mean of the probabilities."""
        return self.weights @ GRID

    @property
    def spread(self) -> Any:
        """The standard deviation of the probabilities."""
        return np.sqrt(np.maximum(0.0, self.weights @ GRID**2 - self.rating**2))

    @property
    def interval(self) -> Rating:
        """The rating of one person, with its 95 % interval."""
        rating, reach = float(self.rating), NINETY_FIVE_PERCENT * float(self.spread)
        return Rating(rating, rating - reach, rating + reach)

    def expected(self, opponents: Any) -> Any:
        """The expected score against opponents of these ratings, averaged over what is not known."""
        levels = np.atleast_1d(np.asarray(opponents, float))
        scores = self.weights @ expected_score(GRID[:, None], levels[None, :])
        return scores if np.ndim(opponents) else scores[..., 0]

    def after(self, played: Any, score: Any) -> "Strength":
        """The strength after a match against an opponent of the rating `played`."""
        chance = expected_score(GRID, np.asarray(played, float)[..., None])
        share = np.asarray(score, float)[..., None]
        weights = self.weights * chance**share * (1 - chance) ** (1 - share)
        weights = (weights / weights.sum(-1, keepdims=True)) @ _spreading(self._change)
        return Strength(weights / weights.sum(-1, keepdims=True), self.matches + 1)

    @property
    def _change(self) -> int:
        """How far the strength may move until the next match."""
        slower = FAST * SOON / max(SOON, self.matches + 1)
        return max(SLOW, STEP * round(slower / STEP))


def strengths(centre: float, results: Iterable[Played]) -> list[Strength]:
    """A person's strength before the first result, and after each."""
    found = [Strength.unknown(centre)]
    for result in results:
        found.append(found[-1].after(result.opponent, result.score))
    return found


def nearest_level(expected: Numbers, target: float, toss: Any) -> Any:
    """The index of the level to play, so that the scores against it average to the target.

    `expected` falls along the levels, the weakest first. Of the two levels around the target, `toss` (from 0 to 1)
    picks one, more often the nearer one; beyond the ends of the ladder it is the last level.
    """
    last = expected.shape[-1] - 1
    harder = (expected > target).sum(-1)
    easier = np.clip(harder - 1, 0, last)
    harder = np.clip(harder, 0, last)
    above, below = (np.take_along_axis(expected, index[..., None], -1)[..., 0] for index in (easier, harder))
    gap = np.where(above > below, above - below, 1.0)
    share = np.where(above > below, (target - below) / gap, 1.0)
    return np.where(toss < share, easier, harder)


@cache
def _spreading(points: int) -> Numbers:
    """The matrix that spreads probabilities by a normal distribution of this width; none leave the grid."""
    spread: Numbers = np.exp(-0.5 * ((GRID[:, None] - GRID[None, :]) / points) ** 2)
    spread /= spread.sum(1, keepdims=True)
    return spread
