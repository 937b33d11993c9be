"""Which games to play next: those that are expected to narrow the intervals most, for what they cost."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from sparring.ratings.anchored import Scale
from sparring.ratings.plackett_luce import ELO, Numbers


class Allotment:
    """Allots rounds of games to meetings, one block after the other.

    After each block the intervals are narrowed as its games are expected to narrow them, so that the next block goes
    where it helps most then. The same scale and the same targets always give the same blocks.
    """

    def __init__(self, scale: Scale, meetings: Sequence[tuple[int, ...]], costs: Sequence[float]) -> None:
        self._covariance = scale.covariance.copy()
        self._meetings = meetings
        self._costs = np.array(costs)
        pairs = [
            (number, a, b, _information(scale.ratings, who, a, b))
            for number, who in enumerate(meetings)
            for a, b in combinations(who, 2)
        ]
        self._of = np.array([number for number, *_ in pairs], int)
        self._a = np.array([a for _, a, _, _ in pairs], int)
        self._b = np.array([b for _, _, b, _ in pairs], int)
        self._information = np.array([information for *_, information in pairs])

    @property
    def variances(self) -> Numbers:
        """The expected variance of each entrant's rating, after what was allotted so far."""
        return np.diag(self._covariance)

    def best(self, wanted: Mapping[int, float], games: int) -> int:
        """The meeting for the next `games` games; `wanted` has the variance that each unfinished entrant should get."""
        rows = list(wanted)
        moved = self._covariance[rows][:, self._a] - self._covariance[rows][:, self._b]
        apart = self._covariance[self._a, self._a] + self._covariance[self._b, self._b]
        apart = apart - 2 * self._covariance[self._a, self._b]
        weights = games * self._information
        narrowed = (moved**2 / np.array(list(wanted.values()))[:, None]).sum(0) * weights / (1 + weights * apart)
        gains = np.bincount(self._of, narrowed, len(self._meetings)) / self._costs
        return int(np.argmax(np.round(gains / max(gains.max(), 1e-300), 9)))  # rounding errors decide nothing

    def allot(self, meeting: int, games: int) -> None:
        """Expect this many games of a meeting to be played."""
        for at in np.flatnonzero(self._of == meeting):
            a, b, weight = self._a[at], self._b[at], games * self._information[at]
            moved = self._covariance[:, a] - self._covariance[:, b]
            self._covariance -= np.outer(moved, moved) * weight / (1 + weight * (moved[a] - moved[b]))

    def blocks(self, targets: Mapping[int, float], games: int) -> Iterator[int]:
        """The meetings of the next blocks of `games` games, until every target is expected to be reached."""
        while wanted := {entrant: target for entrant, target in targets.items() if self.variances[entrant] > target}:
            meeting = self.best(wanted, games)
            self.allot(meeting, games)
            yield meeting


def _information(ratings: Numbers, who: Sequence[int], a: int, b: int) -> float:
    """How much a game of a meeting tells about the distance of two of its players, per square of a rating point."""
    powers = np.exp((ratings[list(who)] - ratings[list(who)].max()) / ELO)
    shares = powers / powers.sum()
    return float(shares[list(who).index(a)] * shares[list(who).index(b)] / ELO**2)
