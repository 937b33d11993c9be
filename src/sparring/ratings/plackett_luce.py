"""Plackett-Luce ratings: the strengths under which the order that players finished in is most likely.

The first place of a game is like a draw of one player from all of them, each as likely as its strength says; the second
is a draw from the rest, and so on. With two players this is the Bradley-Terry model. A weak normal prior keeps ratings
finite when somebody wins every game. The intervals come from the curvature of the likelihood at its maximum.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

ELO = 400 / np.log(10)
"""Rating points per unit of strength: 400 points are odds of 10 to 1."""

AVERAGE = 1500.0
PRIOR_SPREAD = 600 / ELO
"""The standard deviation of the prior: 600 rating points."""

NINETY_FIVE_PERCENT = 1.96


@dataclass(frozen=True)
class Rating:
    """A rating with its 95 % interval."""

    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class Draw:
    """One place that was given: who got it, and who could have."""

    winner: int
    among: tuple[int, ...]


@dataclass(frozen=True)
class Finish:
    """How one game ended."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    """The place of each of them, 1 for the best; equals share a place."""

    only_first: bool = False
    """True if only the first place means something, because the game does not order the others."""


def rate_finishes(entrants: int, finishes: Sequence[Finish]) -> list[Rating]:
    """The ratings of all entrants by the games that they finished.

    >>> [round(one.rating) for one in rate_finishes(2, [Finish((0, 1), (1, 2))] * 75 + [Finish((0, 1), (2, 1))] * 25)]
    [1595, 1405]
    """
    draws: Counter[Draw] = Counter()
    for finish, games in Counter(finishes).items():
        for draw, weight in draws_of(finish).items():
            draws[draw] += weight * games  # type: ignore[assignment]
    return rate_draws(entrants, draws)


def draws_of(finish: Finish) -> dict[Draw, float]:
    """The draws that led to a finish; equals finished in any order, each order counting its share."""
    found: Counter[Draw] = Counter()
    rest = list(finish.entrants)
    for place in sorted(set(finish.places)):
        if place > 1 and finish.only_first:
            break
        level = [entrant for entrant, its in zip(finish.entrants, finish.places, strict=True) if its == place]
        behind = tuple(entrant for entrant in rest if entrant not in level)
        for size in range(len(level), 0, -1):
            for left in combinations(level, size):  # those of the equals whose place is still to be given
                among = tuple(sorted(left + behind))
                if len(among) > 1:
                    for winner in left:
                        found[Draw(winner, among)] += 1 / comb(len(level), size) / size  # type: ignore[assignment]
        rest = list(behind)
    return dict(found)


def rate_draws(entrants: int, draws: Mapping[Draw, float]) -> list[Rating]:
    """The ratings of all entrants; their average is 1500.

    Only differences between ratings are known. So an interval is about the distance to the average of the others,
    weighted by how well each is known: an entrant that loses every game is poorly known, but does not widen the
    intervals of the others.
    """
    strengths = np.zeros(entrants)
    curvature = np.eye(entrants)
    for _ in range(100):
        slope = -strengths / PRIOR_SPREAD**2
        curvature = np.eye(entrants) / PRIOR_SPREAD**2
        for draw, weight in draws.items():
            among = list(draw.among)
            powers = np.exp(strengths[among] - strengths[among].max())
            share = powers / powers.sum()
            slope[draw.winner] += weight
            slope[among] -= weight * share
            curvature[np.ix_(among, among)] += weight * (np.diag(share) - np.outer(share, share))
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
