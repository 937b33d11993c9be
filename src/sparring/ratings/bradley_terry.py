"""Bradley-Terry ratings: the strengths under which the observed results are most likely.

A weak normal prior keeps ratings finite when somebody wins every game. The intervals come from the curvature of the
likelihood at its maximum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ELO = 400 / np.log(10)
"""Rating points per unit of strength: 400 points are odds of 10 to 1."""

AVERAGE = 1500.0
PRIOR_SPREAD = 600 / ELO
"""The standard deviation of the prior: 600 rating points."""

NINETY_FIVE_PERCENT = 1.96


@dataclass(frozen=True)
class Pair:
    """The results of entrant `a` against entrant `b`, from the side of `a`."""

    a: int
    b: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Rating:
    """A rating with its 95 % interval."""

    rating: float
    low: float
    high: float


def rate(entrants: int, pairs: Sequence[Pair]) -> list[Rating]:
    """The ratings of all entrants; their average is 1500, and a draw counts as half a win.

    Only differences between ratings are known. So an interval is about the distance to the average of the others,
    weighted by how well each is known: an entrant that loses every game is poorly known, but does not widen the
    intervals of the others.

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
        strengths += step * min(1.0, 2.0 / max(np.abs(step).max(), 1e-12))  # short steps where the likelihood is flat
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
