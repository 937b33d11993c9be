"""Limited sight: a brain that looks only so far ahead, and now and then one move less far."""

from collections.abc import Callable
from enum import Enum
from math import ceil, floor
from random import Random

from sparring.brains.brain import Brain, analysis_of
from sparring.rules import Analysis, AnyGame, Decision


class Measure(Enum):
    """What sight is measured in."""

    DEPTH = "depth"
    """Plies that are looked ahead: 2.6 are three plies in 60 % of the decisions, and two in the others."""

    PLAYOUTS = "playouts"
    """Games that are played out for each option, so that it means the same wherever there are few or many."""

    def amount(self, far: float, options: int, rng: Random) -> int:
        """The depth, or the number of playouts, for a decision with this many options."""
        if self is Measure.PLAYOUTS:
            return ceil(far * options)
        return floor(far) + (rng.random() < far - floor(far))


class LimitedSight(Brain):
    """Judges a decision by a search that is as limited as its sight. The same decision always gets the same answer."""

    def __init__(self, game: AnyGame, searching: Callable[[int], Brain], measure: Measure, far: float) -> None:
        super().__init__(game)
        self.searching = searching
        """Builds the brain that looks so far."""

        self.measure = measure
        self.far = far
        """How far it looks, in that measure."""

        self._brains: dict[int, Brain] = {}
        self._shortest = self._looking(floor(far))  # built now, so that wrong arguments are refused at once

    def prepare(self) -> None:
        """Let the search load or compile what it needs."""
        self._shortest.prepare()

    @property
    def at_least(self) -> Brain:
        """The brain that looks as far as this one always does."""
        return self._shortest

    def judge(self, decision: Decision) -> Analysis:
        """Judge the options as far as it sees this time."""
        amount = self.measure.amount(self.far, len(decision.options), decision.rng("sight"))
        return analysis_of(self._looking(amount), decision)

    def _looking(self, amount: int) -> Brain:
        if amount not in self._brains:
            self._brains[amount] = self.searching(amount)
        return self._brains[amount]
