"""The mean of some numbers, such as payoffs, with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from sparring.ratings.plackett_luce import NINETY_FIVE_PERCENT


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval; without one if there are fewer than two numbers."""

    mean: float
    low: float | None
    high: float | None


def mean_of(numbers: Sequence[float]) -> Mean | None:
    """The mean of the numbers, and how sure it is; None if there are no numbers.

    >>> mean_of([1, 2, 3, 4])
    Mean(mean=2.5, low=1.2348, high=3.7652)
    """
    if not numbers:
        return None
    mean = fmean(numbers)
    if len(numbers) == 1:
        return Mean(round(mean, 4), None, None)
    reach = NINETY_FIVE_PERCENT * stdev(numbers) / sqrt(len(numbers))
    return Mean(round(mean, 4), round(mean - reach, 4), round(mean + reach, 4))
