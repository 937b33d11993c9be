"""What a tree search found about each option of a decision, and the judgements that follow from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sparring.brains.curves import EDGE
from sparring.rules import AnyGame, Judgement

POINTS = 100
"""The score of an option that always won; one that always lost has the same score below 0."""


SURELY_SOONEST = 2
"""A win or loss that is proven within this many plies is exact: no shorter one can have been overlooked."""

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Branch:
    """One option: what the playouts that began with it found."""

    option: str
    visits: int
    """How many playouts began with it."""

    mean: float
    """The mean of their rewards for the seat that decides, as an expected score from 0 to 1."""

    line: tuple[str, ...]
    """The option, and what was tried most after it."""

    score: float | None = None
    """Its worth in the game's own unit: the score of what is proven, or the payoff; None if there is no unit."""

    outcome: str | None = None
    """"win", "draw" or "loss" if that is proven."""

    plies: int | None = None
    """The most plies until the end, this option included, if a win or a loss is proven."""

    low: float = 0.0
    high: float = 1.0
    """What is proven about the expected score though it is no result: at least and at most that."""

    @classmethod
    def proven(
        cls,
        game: AnyGame,
        position: Any,
        option: str,
        visits: int,
        line: tuple[str, ...],
        result: int,
        plies: int | None,
    ) -> "Branch":
        """An option that is proven to win (1), draw (0) or lose (-1), within `plies` if that is known."""
        score = game.proven_score(position, result, len(line) if plies is None else plies)
        return cls(option, visits, (result + 1) / 2, line, score, OUTCOMES[result], plies if result else None)

    @property
    def sure(self) -> bool:
        """True if the mean is proven: a result, a payoff, or a place in the middle."""
        return self.outcome is not None or self.low == self.high

    @property
    def chance(self) -> float:
        """The expected score, within what is proven about it."""
        if self.low == self.high:
            return min(1 - EDGE, max(EDGE, self.low))
        return min(self.high, max(self.low, self._estimate))

    @property
    def _estimate(self) -> float:
        """The mean as if two more playouts had been made, one won and one lost: only a proof is certain."""
        return (self.mean * self.visits + 1) / (self.visits + 2)

    @property
    def judgement(self) -> Judgement:
        """The judgement of this option by itself, not compared with the others."""
        score = POINTS * (2 * self.chance - 1) if self.score is None else self.score
        parts = (("playouts", float(self.visits)),)
        if self.outcome is None:
            exact = self.sure or self._estimate <= self.high
            return Judgement(self.option, score, line=self.line, exact=exact, parts=parts, chance=self.chance)
        exact = self.plies is None or self.plies <= SURELY_SOONEST
        return Judgement(self.option, score, self.outcome, self.plies, self.line, exact, parts)


def judgements(branches: Sequence[Branch]) -> tuple[Judgement, ...]:
    """A judgement for each branch.

    A tree search finds the best move by trying it most often. So what was tried less often is said to be at most as
    good as what was tried most: a few lucky playouts prove nothing.
    """
    unproven = [branch for branch in branches if not branch.sure]
    if not unproven:
        return tuple(branch.judgement for branch in branches)
    most = max(unproven, key=lambda branch: (branch.visits, branch.chance))

    def judged(branch: Branch) -> Judgement:
        if branch is most or branch.sure or branch.chance < most.chance:
            return branch.judgement
        return replace(branch.judgement, score=most.judgement.score, chance=most.chance, exact=False)

    return tuple(judged(branch) for branch in branches)
