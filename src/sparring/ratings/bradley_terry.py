"""Bradley-Terry ratings: the strengths under which the results of pairs are most likely."""

from collections.abc import Sequence
from dataclasses import dataclass

from sparring.ratings.plackett_luce import Draw, Rating, rate_draws


@dataclass(frozen=True)
class Pair:
    """The results of entrant `a` against entrant `b`, from the side of `a`."""

    a: int
    b: int
    wins: int
    draws: int
    losses: int


def rate(entrants: int, pairs: Sequence[Pair]) -> list[Rating]:
    """The ratings of all entrants; their average is 1500, and a draw counts as half a win.

    >>> [round(rating.rating) for rating in rate(2, [Pair(0, 1, wins=75, draws=0, losses=25)])]
    [1595, 1405]
    """
    won: dict[Draw, float] = {}
    for pair in pairs:
        for winner, games in ((pair.a, pair.wins), (pair.b, pair.losses)):
            draw = Draw(winner, (pair.a, pair.b))
            won[draw] = won.get(draw, 0.0) + games + pair.draws / 2
    return rate_draws(entrants, won)
