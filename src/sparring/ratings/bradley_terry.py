"""Ratings after Bradley and Terry: the strengths that make the results seen most likely.

A weak prior (every strength is drawn from a bell curve) keeps them finite when somebody wins everything. The
intervals come from how sharply the likelihood bends at its top.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ELO = 400 / np.log(10)
"""Rating points for a strength that makes the odds of winning e to 1; so 400 points are odds of 10 to 1."""

AVERAGE = 1500.0
PRIOR_SPREAD = 600 / ELO
"""How far apart strengths are before any game is seen: two thirds of all players within 600 points."""

NINETY_FIVE_PERCENT = 1.96


@dataclass(frozen=True)
class Pair:
    """The results of one entrant against another, seen from the first."""

    a: int
    b: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Rating:
    """A strength, and between which bounds it lies with a probability of 95 %."""

    rating: float
    low: float
    high: float


def rate(entrants: int, pairs: Sequence[Pair]) -> list[Rating]:
    """The ratings of all entrants; their average is 1500, and a draw counts as half a win.

    A rating is only known in comparison, so an interval is about the distance to the others, those that the results say
    most about before all: somebody who loses every game is badly known, but makes nobody else less known.

    >>> [round(rating.rating) for rating in rate(2, [Pair(0, 1, wins=75, draws=0, losses=25)])]
    [1595, 1405]
    """
    strengths = np.zeros(entrants)
    curvature = np.eye(entrants)
    for _ in range(100):
        slope = -strengths / PRIOR_SPREAD**2
        curvature = np.eye(entrants) / PRIOR_SPREAD**2
        for pair in pairs:
            games = pair.wins + pair.draws + pair.losses
            expected = 1 / (1 + np.exp(strengths[pair.b] - strengths[pair.a]))
            surplus = pair.wins + pair.draws / 2 - games * expected
            weight = games * expected * (1 - expected)
            slope[pair.a] += surplus
            slope[pair.b] -= surplus
            both = [pair.a, pair.b]
            curvature[np.ix_(both, both)] += weight * np.array([[1, -1], [-1, 1]])
        step = np.linalg.solve(curvature, slope)
        strengths += step * min(1.0, 2.0 / max(np.abs(step).max(), 1e-12))  # no leaps where the curve is flat
        if np.abs(step).max() < 1e-10:
            break
    known = np.diag(curvature)
    around_field = np.eye(entrants) - known / known.sum()
    spread = np.sqrt(np.diag(around_field @ np.linalg.inv(curvature) @ around_field.T))
    return [
        Rating(
            rating=float(AVERAGE + ELO * strength),
            low=float(AVERAGE + ELO * (strength - NINETY_FIVE_PERCENT * deviation)),
            high=float(AVERAGE + ELO * (strength + NINETY_FIVE_PERCENT * deviation)),
        )
        for strength, deviation in zip(strengths - strengths.mean(), spread, strict=True)
    ]
