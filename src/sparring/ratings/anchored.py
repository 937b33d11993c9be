"""Ratings on a scale with an anchor: one entrant has a rating by definition, and all others are measured from there.

So the ratings of two measurements can be compared, and an entrant that is added shifts nobody: those whose rating is
settled keep it, and only the rest is worked out from the results.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sparring.ratings.plackett_luce import (
    AVERAGE,
    ELO,
    NINETY_FIVE_PERCENT,
    PRIOR_SPREAD,
    Draw,
    Likelihood,
    Numbers,
    Rating,
    short,
)


@dataclass(frozen=True)
class Scale:
    """The ratings of all entrants and how uncertain they are, in rating points."""

    ratings: Numbers
    covariance: Numbers
    """Of the distances to the anchor, whose own row and column are 0."""

    @property
    def reach(self) -> Numbers:
        """Half the width of each 95 % interval."""
        reach: Numbers = NINETY_FIVE_PERCENT * np.sqrt(np.maximum(0.0, np.diag(self.covariance)))
        return reach

    def __getitem__(self, entrant: int) -> Rating:
        rating, reach = float(self.ratings[entrant]), float(self.reach[entrant])
        return Rating(rating, rating - reach, rating + reach)


def rate_from(anchor: int, entrants: int, draws: Mapping[Draw, float], settled: Mapping[int, Rating]) -> Scale:
    """The scale on which the anchor has 1500 points; those that are settled keep their ratings and intervals.

    A weak normal prior around the anchor keeps ratings finite when somebody wins every game.

    >>> won = {Draw(0, (0, 1)): 75.0, Draw(1, (0, 1)): 25.0}
    >>> [round(rating) for rating in rate_from(0, 2, won, settled={}).ratings]
    [1500, 1310]
    """
    prior = 1 / PRIOR_SPREAD**2
    known = sorted(set(settled) - {anchor})
    free = [entrant for entrant in range(entrants) if entrant != anchor and entrant not in settled]
    strengths = np.zeros(entrants)
    strengths[known] = [(settled[entrant].rating - AVERAGE) / ELO for entrant in known]
    likelihood = Likelihood(entrants, draws)
    for _ in range(100):
        slope, curvature = likelihood.slope_and_curvature(strengths)
        curvature += prior * np.eye(entrants)
        step = np.linalg.solve(curvature[np.ix_(free, free)], (slope - prior * strengths)[free])
        strengths[free] += short(step)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    covariance = np.zeros((entrants, entrants))
    covariance[np.ix_(known, known)] = _of_settled(known, anchor, strengths, draws, settled)
    _, curvature = likelihood.slope_and_curvature(strengths)
    curvature += prior * np.eye(entrants)
    own = np.linalg.inv(curvature[np.ix_(free, free)])
    passed_on = -own @ curvature[np.ix_(free, known)]  # how a settled one's error shifts those measured against it
    shifted = passed_on @ covariance[np.ix_(known, known)]
    covariance[np.ix_(free, known)], covariance[np.ix_(known, free)] = shifted, shifted.T
    covariance[np.ix_(free, free)] = own + shifted @ passed_on.T
    return Scale(AVERAGE + ELO * strengths, ELO**2 * covariance)


def _of_settled(
    known: list[int], anchor: int, strengths: Numbers, draws: Mapping[Draw, float], settled: Mapping[int, Rating]
) -> Numbers:
    """The covariance of settled entrants: as wide as their intervals, correlated as the games among them say."""
    among = {draw: weight for draw, weight in draws.items() if set(draw.among) <= {anchor, *known}}
    _, curvature = Likelihood(len(strengths), among).slope_and_curvature(strengths)
    computed = np.linalg.inv(curvature[np.ix_(known, known)] + np.eye(len(known)) / PRIOR_SPREAD**2)
    wide = np.array(
        [(settled[entrant].high - settled[entrant].low) / 2 / NINETY_FIVE_PERCENT / ELO for entrant in known]
    )
    scale = wide / np.sqrt(np.diag(computed))
    return computed * np.outer(scale, scale)


def bounded(anchor: int, draws: Mapping[Draw, float]) -> set[int]:
    """Those whose distance to the anchor the results bound on both sides.

    Directly or through others, they have scored against the anchor and the anchor has scored against them.
    Whoever wins or loses everything is not among them, nor is a group that wins or loses everything against the rest.
    """
    beaten: dict[int, set[int]] = {}
    beaten_by: dict[int, set[int]] = {}
    for draw, weight in draws.items():
        for other in draw.among:
            if other != draw.winner and weight > 0:
                beaten.setdefault(draw.winner, set()).add(other)
                beaten_by.setdefault(other, set()).add(draw.winner)
    return _reached(anchor, beaten) & _reached(anchor, beaten_by)


def _reached(start: int, following: Mapping[int, set[int]]) -> set[int]:
    found, left = {start}, [start]
    while left:
        new = following.get(left.pop(), set()) - found
        found |= new
        left.extend(new)
    return found
