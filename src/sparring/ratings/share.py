"""Intervals for a share, such as the share of games won."""

from math import sqrt

from sparring.ratings.plackett_luce import NINETY_FIVE_PERCENT


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a win rate; a draw counts as half a win.

    >>> [round(bound, 3) for bound in wilson(60, games=100)]
    [0.502, 0.691]
    >>> wilson(0, games=0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate, doubt = wins / games, NINETY_FIVE_PERCENT**2 / games
    middle = rate + doubt / 2
    reach = sqrt(doubt * rate * (1 - rate) + doubt**2 / 4)
    low, high = (middle - reach) / (1 + doubt), (middle + reach) / (1 + doubt)
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))  # rounding must not leave the rate outside
