"""Whether expected scores that were told are right: logistic curves fitted to results, and checked on other games.

Positions of one game are not independent, so intervals are those of games (a cluster-robust variance), and neighbouring
bins are merged until each has enough games.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from sparring.ratings.plackett_luce import NINETY_FIVE_PERCENT

FEWEST_GAMES = 300
"""Games that a bin has at least, unless there are fewer in all."""

ALLOWED = 0.05
"""The deviation that the interval of every bin must reach."""

TENTHS = (*(number / 10 for number in range(10)), 1.01)
"""The edges of bins by expected score."""

LONGEST_STEP = 0.5
"""The longest step of Newton's method, which could overshoot otherwise."""


class OfAGame(Protocol):
    """Something that happened in a game."""

    @property
    def game(self) -> int:
        """The number of the game."""


Said = TypeVar("Said", bound=OfAGame)


@dataclass(frozen=True)
class Bin(Generic[Said]):
    """Decisions that are alike, from one edge to the other."""

    low: float
    high: float
    told: list[Said]

    @property
    def games(self) -> int:
        """The number of different games."""
        return len({one.game for one in self.told})


def bins(
    told: Sequence[Said], key: Callable[[Said], float], edges: Sequence[float], fewest: int = FEWEST_GAMES
) -> list[Bin[Said]]:
    """Bins between edges, merged with their neighbours from below until each has enough games."""
    found: list[Bin[Said]] = []
    for low, high in pairwise(edges):
        inside = [one for one in told if low <= key(one) < high]
        if found and found[-1].games < fewest:
            inside, low = found[-1].told + inside, found.pop().low
        found.append(Bin(low, high, inside))
    if len(found) > 1 and found[-1].games < fewest:
        last = found.pop()
        found[-1] = Bin(found[-1].low, last.high, found[-1].told + last.told)
    return found


def deviation(games: Sequence[int], apart: Sequence[float]) -> tuple[float, float]:
    """The mean of some differences and its standard error, with games as clusters.

    >>> deviation([1, 1, 2, 2], [0.5, 0.5, -0.5, -0.5])
    (0.0, 0.5)
    """
    numbers = np.asarray(apart, float)
    mean = float(numbers.mean())
    _, places = np.unique(np.asarray(games), return_inverse=True)
    sums = np.bincount(places, numbers - mean)
    count = len(sums)
    return mean, math.sqrt(float((sums**2).sum()) * count / max(1, count - 1)) / len(numbers)


@dataclass(frozen=True)
class Checked:
    """What was told and what was scored in one bin."""

    low: float
    high: float
    games: int
    decisions: int
    told: float
    scored: float
    deviation: float
    """How much more was scored than told, on average."""

    least: float
    most: float
    """The 95 % interval of the deviation."""

    @property
    def holds(self) -> bool:
        """True if the interval reaches the allowed deviation."""
        return self.least <= ALLOWED and self.most >= -ALLOWED


def checked(
    told: Sequence[Said],
    chance: Callable[[Said], float],
    score: Callable[[Said], float],
    key: Callable[[Said], float],
    edges: Sequence[float],
) -> list[Checked]:
    """What was told and scored in each bin that has decisions; bins are by `key`."""
    found = []
    for each in bins(told, key, edges):
        if not each.told:
            continue
        expected, scored = [chance(one) for one in each.told], [score(one) for one in each.told]
        apart = [got - said for got, said in zip(scored, expected, strict=True)]
        mean, error = deviation([one.game for one in each.told], apart)
        means = float(np.mean(expected)), float(np.mean(scored))
        reach = NINETY_FIVE_PERCENT * error
        found.append(Checked(each.low, each.high, each.games, len(each.told), *means, mean, mean - reach, mean + reach))
    return found


def fit_logistic(rows: Any, scores: Any, shares: Any, prior: Any, ridge: float) -> Any:
    """The weights of a logistic curve that make the scores most likely, by Newton's method.

    The ridge draws the weights towards the prior, so that a few games change little.
    """
    rows, prior = np.asarray(rows, float), np.asarray(prior, float)
    weights = prior
    for _ in range(200):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (shares * (scores - chance)) - ridge * (weights - prior)
        bend = (rows * (shares * chance * (1 - chance))[:, None]).T @ rows + ridge * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        length = float(np.linalg.norm(step))
        weights = weights + step * min(1.0, LONGEST_STEP / (length + 1e-12))
        if length < 1e-9:
            break
    return weights
