"""What a game is worth to each seat: a result from 0 to 1, or the payoffs of a game that counts them."""

from math import inf
from typing import Any, NamedTuple, TypeAlias

from sparring.rules import AnyGame, Game, Outcome
from sparring.rules.analysis import expected_score

Rewards: TypeAlias = tuple[float, ...]
"""A number for each seat: the higher, the better for it."""

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Bounds(NamedTuple):
    """What is proven about the rewards of a position.

    `low` is what each seat can force, whatever the others do. `high` is the most that each seat can get, if no other
    seat makes a move that is proven to be worse for itself than another.
    """

    low: Rewards
    high: Rewards

    @property
    def settled(self) -> bool:
        """True if the reward of every seat is proven."""
        return self.low == self.high


class Scale:
    """Turns outcomes and evaluations into rewards, and rewards into expected scores."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.seats = range(len(game.seats))
        self.can_evaluate = evaluates(game)
        self.payoffs = False
        """True if the game counts payoffs, as far as its outcomes have shown."""

        self.places = False
        """True if it tells the places of more than two seats: then a reward of ½ is a place in the middle, no draw."""

        self.lowest, self.highest = inf, -inf
        """The range of the rewards seen so far."""

    def outcome(self, outcome: Outcome) -> Rewards:
        """The rewards of a finished game: its payoffs, or results: 1 for a win, ½ for a draw and 0 for a loss."""
        if outcome.payoffs is not None:
            self.payoffs = True
            self.lowest = min(self.lowest, *outcome.payoffs)
            self.highest = max(self.highest, *outcome.payoffs)
            return tuple(float(payoff) for payoff in outcome.payoffs)
        self.lowest, self.highest = min(self.lowest, LOSS), max(self.highest, WIN)
        self.places = self.places or (outcome.places is not None and len(self.seats) > 2)
        return tuple(outcome.score(seat, len(self.seats)) for seat in self.seats)

    def evaluation(self, position: Any) -> Rewards:
        """The game's evaluation of a position; without one, every seat expects the middle of the range."""
        if not self.payoffs:
            self.lowest, self.highest = LOSS, WIN
        low, high = self.lowest, self.highest
        if not self.can_evaluate:
            return tuple((low + high) / 2 for _ in self.seats)
        chances = (expected_score(self.game.evaluate(position, seat), self.game.half_bar_score) for seat in self.seats)
        return tuple(low + (high - low) * chance for chance in chances)

    def chance(self, reward: float) -> float:
        """A reward as an expected score: where it lies in the range of the rewards seen so far."""
        spread = self.highest - self.lowest
        return (min(self.highest, max(self.lowest, reward)) - self.lowest) / spread if spread > 0 else DRAW

    # ------------------------------------------------------------------ proofs

    def result(self, reward: float) -> int | None:
        """1, 0 or -1 if a proven reward is a win, a draw or a loss; None for payoffs and places in the middle."""
        if self.payoffs or (self.places and reward == DRAW):
            return None
        return {WIN: 1, DRAW: 0, LOSS: -1}.get(reward)

    @property
    def open(self) -> Bounds:
        """What is known of a position about which nothing is proven."""
        low, high = (-inf, inf) if self.payoffs else (LOSS, WIN)
        return Bounds(tuple(low for _ in self.seats), tuple(high for _ in self.seats))

    def narrowed(self, low: list[float], high: list[float]) -> Bounds:
        """The bounds with what follows for a seat from what the others are sure of: at most one seat wins."""
        if not (self.payoffs or self.places):
            for seat in self.seats:
                others = max(low[other] for other in self.seats if other != seat)
                if len(self.seats) == 2 or others == WIN:
                    high[seat] = min(high[seat], WIN - others)
        return Bounds(tuple(low), tuple(high))


def evaluates(game: AnyGame) -> bool:
    """True if the game can say how good an unfinished position looks."""
    if hasattr(game, "evaluations"):
        return bool(game.evaluations)
    return type(game).evaluate is not Game.evaluate
