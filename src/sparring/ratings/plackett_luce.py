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
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

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


class Likelihood:
    """How likely draws are under given strengths: its slope and its curvature."""

    def __init__(self, entrants: int, draws: Mapping[Draw, float]) -> None:
        self._entrants = entrants
        sizes = sorted({len(draw.among) for draw in draws})
        self._groups = [
            (
                np.array([draw.among for draw in draws if len(draw.among) == size]),
                np.array([draw.winner for draw in draws if len(draw.among) == size]),
                np.array([weight for draw, weight in draws.items() if len(draw.among) == size], float),
            )
            for size in sizes
        ]

    def slope_and_curvature(self, strengths: Numbers) -> tuple[Numbers, Numbers]:
        """The slope of the log likelihood and its negative second derivatives."""
        slope, curvature = np.zeros(self._entrants), np.zeros((self._entrants, self._entrants))
        for among, winners, weights in self._groups:
            powers = np.exp(strengths[among] - strengths[among].max(1, keepdims=True))
            shares = powers / powers.sum(1, keepdims=True)
            np.add.at(slope, winners, weights)
            np.add.at(slope, among, -weights[:, None] * shares)
            own = np.eye(among.shape[1]) * shares[:, None, :]
            each = weights[:, None, None] * (own - shares[:, :, None] * shares[:, None, :])
            np.add.at(curvature, (among[:, :, None], among[:, None, :]), each)
        return slope, curvature


def rate_draws(entrants: int, draws: Mapping[Draw, float]) -> list[Rating]:
    """The ratings of all entrants; their average is 1500.

    Only differences between ratings are known. So an interval is about the distance to the average of the others,
    weighted by how well each is known: an entrant that loses every game is poorly known, but does not widen the
    intervals of the others.
    """
    likelihood, prior = Likelihood(entrants, draws), 1 / PRIOR_SPREAD**2
    strengths = np.zeros(entrants)
    curvature = np.eye(entrants)
    for _ in range(100):
        slope, curvature = likelihood.slope_and_curvature(strengths)
        curvature += prior * np.eye(entrants)
        step = np.linalg.solve(curvature, slope - prior * strengths)
        strengths += short(step)
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


def short(step: Numbers) -> Numbers:
    """A step of Newton's method that is not too long where the likelihood is flat."""
    return step * min(1.0, 2.0 / max(float(np.abs(step).max(initial=0.0)), 1e-12))
