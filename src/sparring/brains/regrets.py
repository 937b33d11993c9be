"""Information sets: what a seat cannot tell apart, and what a search learns to do there by regret matching."""

from collections.abc import Sequence
from random import Random
from typing import Any

TREMBLE = 0.02
"""How often another seat is assumed to play any move by mistake, so that there is an answer to mistakes too."""


KEPT_BELOW_ZERO = 0.85
"""The share of a negative regret that is kept each time: the less, the sooner a bad move is tried again."""


class InformationSet:
    """All positions that look alike to the seat to move, with the regret of every move."""

    __slots__ = ("average", "lessons", "met", "moves", "regrets", "strategy")

    def __init__(self, moves: Sequence[Any]) -> None:
        even = 1 / len(moves)
        self.moves = moves
        self.strategy = [even] * len(moves)
        """The probability of each move now: in proportion to its regret."""

        self.regrets = [0.0] * len(moves)
        """How much better each move would have done than the strategy: a sum that slowly forgets (discounted CFR)."""

        self.average = [0.0] * len(moves)
        """The strategies so far, summed; their average is what converges."""

        self.met = False
        self.lessons = 0
        """The number of times that all moves were compared."""

    def learn(self, values: Sequence[float], weight: float) -> float:
        """Compare the moves by their values; the result is the value of the strategy that was held until now."""
        regrets, value, total = self.regrets, 0.0, 0.0
        for probability, found in zip(self.strategy, values, strict=True):
            value += probability * found
        self.lessons += 1
        power = self.lessons**1.5
        kept = power / (power + 1)
        for index, found in enumerate(values):
            regret = regrets[index]
            regret = regret * (kept if regret > 0 else KEPT_BELOW_ZERO) + weight * (found - value)
            regrets[index] = regret
            if regret > 0:
                total += regret
        count = len(regrets)
        self.strategy = [max(regret, 0.0) / total for regret in regrets] if total > 0 else [1 / count] * count
        return value

    def note(self, weight: float) -> None:
        """Count the present strategy into the average; later strategies weigh more, because they are better."""
        average = self.average
        for index, probability in enumerate(self.strategy):
            average[index] += weight * probability

    def drawn(self, rng: Random) -> int:
        """The index of a move that is drawn by the strategy, or now and then any move."""
        draw = rng.random()
        if draw < TREMBLE:
            return int(draw / TREMBLE * len(self.strategy))
        draw = (draw - TREMBLE) / (1 - TREMBLE)
        for index, probability in enumerate(self.strategy):
            draw -= probability
            if draw < 0:
                return index
        return len(self.strategy) - 1

    def mixture(self) -> list[float]:
        """The probability of each move in the average strategy."""
        total = sum(self.average)
        return [part / total for part in self.average] if total > 0 else self.strategy
