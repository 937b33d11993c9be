"""The brain that searches any game with Monte Carlo tree search: it needs the rules, and no evaluation."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import ClassVar

from sparring.brains.brain import Brain, verdict
from sparring.brains.branches import Branch, judgements
from sparring.brains.curves import PLAYOUTS as BY_PLAYOUTS
from sparring.brains.curves import Sight
from sparring.brains.deepening import OutOfTime
from sparring.brains.mcts import CHANCE, Node, Recipe, Tree
from sparring.brains.rewards import DRAW, WIN
from sparring.rules import Analysis, AnyGame, BadSetting, Decision
from sparring.rules.settings import Setting

PLAYOUTS = Setting.whole("playouts", 1, 10**9, default=None, optional=True, about="how many games it plays out")
EXPLORATION = Setting.number(
    "exploration", 0, 10, default=0.7, about="how eagerly it tries moves that it has rarely tried"
)
ROLLOUT = Setting.whole("rollout", 0, 1000, default=500, about="the most random moves that end a playout")
MIX = Setting.number(
    "mix", 0, 1, default=0.5, about="the share of the game's evaluation, if it has one, against random moves"
)
THOROUGH = Setting.switch(
    "thorough", default=False, about="goes on until every move is proven, not only whether one wins"
)

FORCED = 100
"""Playouts for a decision with one option: enough to say how the game stands."""

REPORT_EVERY = 0.1
"""Seconds between two reports at the least."""


class TreeSearch(Brain):
    """Makes playouts until their number or the time is used up, or until there is nothing left to find out.

    With a limit on playouts, the same decision always gets the same answer.
    """

    settings: ClassVar[tuple[Setting, ...]] = (PLAYOUTS, EXPLORATION, ROLLOUT, MIX, THOROUGH)

    def __init__(
        self,
        game: AnyGame,
        playouts: int | None = None,
        exploration: float = 0.7,
        rollout: int = 500,
        mix: float = 0.5,
        thorough: bool = False,
    ) -> None:
        super().__init__(game)
        if hasattr(game.view(game.start(Random(0)), 0), "sample"):
            raise BadSetting(
                f"{game.title} hides something, and tree search would look at it; its brain is "
                "sparring.brains.hidden:HiddenInformation."
            )
        self.playouts = playouts
        self.recipe = Recipe(exploration, rollout, mix)
        self.thorough = thorough

    def sight(self, found: Analysis) -> Sight:
        """The mean of playouts, by their number; another share of the evaluation makes other means."""
        mix = self.recipe.mix
        measure = "playouts" if mix == MIX.default else f"playouts, mix {mix:g}"
        return Sight(measure, BY_PLAYOUTS, sum(dict(judged.parts)["playouts"] for judged in found.options))

    def judge(self, decision: Decision) -> Analysis:
        """Give every option its expected score: the mean of its playouts, or what is proven."""
        return RootSearch(self, decision).run()

    def most_playouts(self, decision: Decision) -> int:
        """The most playouts that a decision gets: a few are enough if there is only one option."""
        most = self.playouts or sys.maxsize
        return min(most, FORCED) if len(decision.options) == 1 and not self.thorough else most


class RootSearch:
    """The search of one decision."""

    def __init__(self, brain: TreeSearch, decision: Decision) -> None:
        self.began = self.reported = time.perf_counter()
        self.brain = brain
        self.game = brain.game
        self.decision = decision
        self.tree = Tree(self.game, decision.view, brain.recipe, decision.rng("tree search"), decision.thinking)

    def run(self) -> Analysis:
        """Make playouts, and report now and then."""
        with suppress(OutOfTime):
            for _ in range(self.brain.most_playouts(self.decision)):
                if self.decision.thinking.over or self._finished():
                    break
                self.tree.playout(self._worth_trying())
                if time.perf_counter() > self.reported + REPORT_EVERY:
                    self.decision.thinking.report(self._analysis())
                    self.reported = time.perf_counter()
        return self._analysis()

    def _finished(self) -> bool:
        """True if more playouts cannot change the choice or, if it is to be thorough, any judgement."""
        tree, root = self.tree, self.tree.root
        if self.brain.thorough:
            return not root.untried and all(child.settled for child in root.children)
        return root.settled or (
            root.bounds is not None and not tree.scale.payoffs and root.bounds.low[root.seat] == WIN
        )

    def _worth_trying(self) -> Sequence[Node]:
        """The options that a thorough search still has to find out about; none to let the tree choose."""
        return [child for child in self.tree.root.children if not child.settled] if self.brain.thorough else ()

    # ------------------------------------------------------------------ what was found

    def _analysis(self) -> Analysis:
        root, text = self.tree.root, self.game.move_text
        tried_moves = {text(root.position, child.move): child for child in root.children}
        judged = judgements([self._branch(option, tried_moves.get(option)) for option in self.decision.options])
        tried = all(dict(judgement.parts)["playouts"] for judgement in judged)
        tree, seconds = self.tree, time.perf_counter() - self.began
        beyond = len(self.game.seats) > 2 or tree.has_chance or tree.scale.payoffs
        return Analysis(judged, int(tried), tree.nodes, seconds, verdict(judged), method="mcts" if beyond else "")

    def _branch(self, option: str, node: Node | None) -> Branch:
        """What the tree has found about an option; nothing if it was not tried."""
        game, scale, root = self.game, self.tree.scale, self.tree.root
        seat, position = root.seat, root.position
        if node is None or not (node.visits or node.settled):  # time was over before its first playout was
            return Branch(option, 0, DRAW, (option,))
        bounds = node.bounds or scale.open
        low, high = bounds.low[seat], bounds.high[seat]
        line = (option, *principal_variation(game, node))
        result = scale.result(low) if low == high else None
        if result is not None:
            plies = node.plies + 1 if node.settled else None
            return Branch.proven(game, position, option, node.visits, line, result, plies)
        mean = node.totals[seat] / node.visits if node.visits else low
        score = min(high, max(low, mean)) if scale.payoffs else None
        known = scale.chance(low), scale.chance(high)
        return Branch(option, node.visits, scale.chance(mean), line, score, low=known[0], high=known[1])


def principal_variation(game: AnyGame, node: Node) -> Iterator[str]:
    """The best moves after a node, as texts, as far as a player decides and the tree goes."""
    while node.children and node.seat != CHANCE:
        following = max(node.children, key=partial(_worth, node.seat))
        yield game.move_text(node.position, following.move)  # not played again: a slow game would miss its time limit
        node = following


def _worth(seat: int, child: Node) -> tuple[float, float, int]:
    """The order of moves by what is proven, then by distance, then by how often they were tried."""
    bounds = child.bounds
    if bounds is None or not bounds.settled:
        return (DRAW if bounds is None else bounds.low[seat]), 0, child.visits
    reward = bounds.low[seat]
    return reward, (-child.plies if reward > DRAW else child.plies), child.visits
