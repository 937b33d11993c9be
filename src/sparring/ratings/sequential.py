"""A sequential test: who of two is better, decided as soon as the results allow, with known error rates.

Somebody who does not believe a hypothesis bets against it, on every two games with swapped seats. Where the hypothesis
holds, the stake does not grow on average, so it ever reaches `2 / error` with a probability of at most `error / 2`,
however often one looks (Ville's inequality). This assumes nothing about how results are distributed: the two games may
depend on each other, draws may be frequent, and one side may win everything.

A stake that bets on `x` against a mean of at most `m` is multiplied by `1 + f * (x / m - 1)`, where `f` is the share of
the stake that is risked. The best share depends on what is true, so the money is spread over several shares.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from sparring.ratings.plackett_luce import ELO

BOLDEST = 0.9
"""The largest share of a stake that is risked at once; a stake is never lost entirely."""


class Verdict(Enum):
    """What a sequential test has found out."""

    FIRST = "the first is better"
    SECOND = "the second is better"
    NEITHER = "neither is better by as much as matters"
    OPEN = "not decided yet"


@dataclass(frozen=True)
class SequentialTest:
    """Decides between two players by the mean score of the first in every two games.

    Whatever is true, the verdict is wrong with a probability of at most `error`. It is wrong if it names somebody who
    is not better, or nobody although one is better by `better_by` points.

    >>> SequentialTest().verdict({1.0: 7})
    <Verdict.OPEN: 'not decided yet'>
    >>> SequentialTest().verdict({1.0: 8})
    <Verdict.FIRST: 'the first is better'>
    """

    better_by: float = 50.0
    """A difference in rating points that matters."""

    error: float = 0.05

    @cached_property
    def margin(self) -> float:
        """The mean score above one half that corresponds to `better_by`."""
        return float(1 / (1 + np.exp(-self.better_by / ELO)) - 0.5)

    def verdict(self, scores: Mapping[float, int]) -> Verdict:
        """The verdict after this many results of each score; a score is the mean of two games, from 0 to 1."""
        mirrored = {1 - score: count for score, count in scores.items()}
        if self._refuted(scores, 0.5):
            return Verdict.FIRST
        if self._refuted(mirrored, 0.5):
            return Verdict.SECOND
        if self._refuted(scores, 0.5 - self.margin) and self._refuted(mirrored, 0.5 - self.margin):
            return Verdict.NEITHER
        return Verdict.OPEN

    def _refuted(self, scores: Mapping[float, int], most: float) -> bool:
        """Whether the mean score is more than `most`: the stake against that has grown enough."""
        values, counts = np.array(list(scores), float), np.array(list(scores.values()), float)
        shares = self._shares(most)
        logarithms = counts @ np.log1p(np.outer(values / most - 1, shares)) if len(values) else np.zeros(len(shares))
        stake = np.logaddexp.reduce(logarithms) - np.log(len(shares))
        return bool(stake >= np.log(2 / self.error))

    def _shares(self, most: float) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        """The shares that the money is spread over: the best for a mean that is only `margin` away, and bolder ones."""
        least = 4 * self.margin * most  # the best share if every two games are won or lost together
        doubled = least * 2.0 ** np.arange(64)
        return np.append(doubled[doubled < BOLDEST], BOLDEST)
