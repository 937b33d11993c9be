"""A search for games with hidden information. It needs no evaluation, and answers with probabilities."""

import time
from collections.abc import Sequence
from contextlib import suppress
from math import prod
from typing import ClassVar

from sparring.brains.belief import likelihoods
from sparring.brains.brain import Brain, imagine
from sparring.brains.curves import NODES, Sight
from sparring.brains.deepening import OutOfTime
from sparring.brains.regrets import InformationSet
from sparring.brains.rewards import DRAW
from sparring.brains.tree_search import FORCED, PLAYOUTS, ROLLOUT
from sparring.brains.walks import Walks
from sparring.brains.worlds import Worlds
from sparring.rules import Analysis, AnyGame, BrokenGame, Decision, Judgement
from sparring.rules.capabilities import Retraces
from sparring.rules.settings import Setting

UNLESS_LIMITED = 20_000
"""How many games are played out if neither a number nor a time limit is given."""

MOST_KEPT = 100_000
"""How many positions, and how many information sets, are kept in memory."""

TRIAL = 1 / 8
"""The share of the budget after which the brain checks how often walks from the start reach the decision."""

ENOUGH = 10
"""How often walks from the start must reach the decision within the whole budget."""

FEWEST = 3
"""How often they must reach it in a game that is nearly all known."""

SATURATED = 1.2
"""If twice as many walks find less than this many times as many information sets, nearly all of the game is known."""

NEGLIGIBLE = 0.04
"""An option less probable than this share of the most probable one is an effect of exploration, and gets 0."""

OTHERS_VIEW = 1 / 2
"""How often a walk begins in a position that another seat, but not this one, considers possible."""

STILL_FROM_START = 1 / 2
"""The share of walks that still begin at the start, to learn what earlier moves tell where the game retraces them."""

FROM_THE_START = "search from the start"
FROM_THE_VIEW = "search from what is seen"


class HiddenInformation(Brain):
    """Learns a mixed strategy for every seat by external-sampling counterfactual regret minimisation.

    Walks begin at the start of the game as long as enough of them reach the present decision. Otherwise they begin in
    positions that agree with the view.
    """

    settings: ClassVar[tuple[Setting, ...]] = (PLAYOUTS, ROLLOUT)

    def __init__(self, game: AnyGame, playouts: int | None = None, rollout: int = 500) -> None:
        super().__init__(game)
        self.playouts = playouts
        self.rollout = rollout

    def sight(self, found: Analysis) -> Sight:
        """The expected payoffs of its strategy, by the positions that it has walked through."""
        return Sight("strategy", NODES, found.nodes)

    def judge(self, decision: Decision) -> Analysis:
        """Give every option its probability and its expected payoff."""
        return self.search(decision).run()

    def search(self, decision: Decision) -> "Search":
        """The search for one decision, which has not begun yet."""
        playouts = self.playouts
        if playouts is None and decision.thinking.seconds_left is None:
            playouts = UNLESS_LIMITED
        return Search(self.game, decision, playouts, self.rollout)


class _Growth:
    """How the number of information sets grows with the number of walks."""

    def __init__(self) -> None:
        self.walks, self.now, self.before = 1, 1, 1

    def note(self, walks: int, sets: int) -> None:
        """Compare again whenever there are twice as many walks."""
        if walks >= 2 * self.walks:
            self.walks, self.now, self.before = walks, sets, self.now

    @property
    def has_ended(self) -> bool:
        """True if twice as many walks found hardly any new information sets."""
        return self.now <= SATURATED * self.before


class Search:
    """The search for one decision."""

    def __init__(self, game: AnyGame, decision: Decision, playouts: int | None, rollout: int) -> None:
        self.game = game
        self.decision = decision
        self.most_playouts = playouts
        self.rng = decision.rng("search")
        self.began = time.perf_counter()
        self.seconds = decision.thinking.seconds_left
        self.worlds = Worlds(game, MOST_KEPT, decision.thinking)
        self.walks = Walks(self.worlds, self.rng, decision.thinking, rollout)
        self.root = self._root()
        self.walks.watch(self.root)
        self.growth = _Growth()
        self.reason = FROM_THE_START

    def _root(self) -> InformationSet:
        """The information set of the decision; its moves are in the order of the options."""
        position = imagine(self.decision.view, self.rng)
        texts = self.game.options(position)
        if texts.keys() != set(self.decision.options):
            raise BrokenGame(f"A sample of the view offers other moves than the position: {', '.join(texts)}")
        root = self.worlds.known(self.decision.seat, self.decision.view, list(texts.values()))
        assert root is not None
        self.options = list(texts)
        return root

    def run(self) -> Analysis:
        """Walk until the budget is spent; report what is known on the way."""
        with suppress(OutOfTime):
            if len(self.decision.options) > 1:
                self._walk()
            else:
                self._look()
        return self.analysis()

    def _look(self) -> None:
        """Find out how the game stands where there is nothing to decide."""
        for _ in range(FORCED):
            if self._spent() >= 1:
                break
            self.walks.look(imagine(self.decision.view, self.rng), self.decision.seat)

    def _walk(self) -> None:
        reported = 0.0
        while (spent := self._spent()) < 1:
            self.growth.note(self.walks.count, len(self.worlds.information))
            if self.reason == FROM_THE_START:
                self._walk_from_start()
                if spent >= TRIAL and self._is_rarely_reached(spent):
                    self.reason = FROM_THE_VIEW
            else:
                self._walk_from_view()
            if spent >= 2 * reported and self.root.lessons:
                reported = max(spent, 1 / 64)
                self.decision.thinking.report(self.analysis())

    def _is_rarely_reached(self, spent: float) -> bool:
        """True if walks from the start reach the decision too rarely to learn from.

        In a game that is nearly all known, few walks come because the others would have played differently. These few
        have learned more than samples could, so there the search leaves the start only if hardly any came.
        """
        if self.root.lessons >= ENOUGH * spent:
            return False
        return not self.growth.has_ended or (spent > 1 / 2 and self.root.lessons < FEWEST)

    def _walk_from_start(self) -> None:
        seat = self.walks.count % self.worlds.seats
        self.walks.walk(self.worlds.root(self.game.start(self.rng)), seat)

    def _walk_from_view(self) -> None:
        """Walk from a position that agrees with the view, or with what another seat knows in such a position.

        If all walks began with what this seat knows, the others would learn to play against the cards that it really
        holds, as if they saw them.
        """
        game, rng = self.game, self.rng
        if isinstance(game, Retraces) and rng.random() < STILL_FROM_START:
            self._walk_from_start()
            return
        seat, position = self.decision.seat, imagine(self.decision.view, rng)
        while rng.random() < OTHERS_VIEW:
            seat = rng.choice([other for other in range(self.worlds.seats) if other != seat])
            position = imagine(game.view(position, seat), rng)
        likely = likelihoods(self.worlds, position)
        weight = prod(chance for other, chance in enumerate(likely) if other != seat)
        self.walks.walk(self.worlds.root(position), seat, weight)

    def _spent(self) -> float:
        """The share of the budget that is spent.

        With a number of playouts the clock counts only when half of the time is over, so that the answer of a search
        with time to spare does not depend on it.
        """
        by_time = 0.0
        if self.seconds is not None:
            by_time = (time.perf_counter() - self.began) / self.seconds if self.seconds else 1.0
        if self.most_playouts is None:
            return by_time
        by_playouts = self.walks.playouts / self.most_playouts
        return max(by_playouts, by_time) if by_time > 1 / 2 else by_playouts

    def analysis(self) -> Analysis:
        """What is known so far."""
        mixture = _without_negligible(self.root.mixture())
        weight = self.walks.valued
        found = {}
        for index, option in enumerate(self.options):
            reward = round(self.walks.values[index] / weight, 4) if weight else 0.0
            chance = min(1.0, max(0.0, self.worlds.scale.chance(reward))) if weight else DRAW
            found[option] = Judgement(option, reward, line=(option,), chance=chance, probability=mixture[index])
        return Analysis(
            tuple(found[option] for option in self.decision.options),
            nodes=self.walks.nodes,
            seconds=time.perf_counter() - self.began,
            reason=self.reason,
            method="cfr",
        )


def _without_negligible(mixture: Sequence[float]) -> list[float]:
    """The probabilities with negligible ones set to 0, scaled to add up to 1."""
    least = NEGLIGIBLE * max(mixture)
    total = sum(probability for probability in mixture if probability >= least)
    return [probability / total if probability >= least else 0.0 for probability in mixture]
