"""The brain that makes playouts at machine speed, for games that have a kernel."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import numpy as np

from sparring.brains.brain import line_as_text, verdict
from sparring.brains.branches import Branch, judgements
from sparring.brains.kernel_brains import demand_kernel, weights_of
from sparring.brains.playouts import MOST_PAST, NODE, ROOT, UNPROVEN, WORK, children, grow, new_tree
from sparring.brains.rewards import DRAW
from sparring.brains.tree_search import REPORT_EVERY, TreeSearch
from sparring.rules import Analysis, AnyGame, Decision, kernels
from sparring.rules.capabilities import HasPast
from sparring.rules.chance import refuse_chance
from sparring.rules.kernels import MOST_MOVES
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

MEGABYTE = 1 << 20

BATCH = 2000
"""Playouts that are made each time before the brain looks whether to report."""

TREE_SIZE = Setting.number(
    "tree", 1, 16384, default=64, about="megabytes for the tree, which stops growing when it is full"
)


class CompiledTreeSearch(TreeSearch):
    """Makes playouts until their number or the time is used up, or until there is nothing left to find out.

    With a limit on playouts, the same decision always gets the same answer.
    """

    settings: ClassVar[tuple[Setting, ...]] = (*TreeSearch.settings, TREE_SIZE)

    def __init__(self, game: AnyGame, tree: float = 64, evaluation: str | None = None, **settings: Any) -> None:
        super().__init__(game, **settings)
        refuse_chance(game, "compiled tree search")
        self.tree = tree
        self.weights = weights_of(game, evaluation)

    def prepare(self) -> None:
        """Compile the playouts for this game, or load them."""
        position, _ = self.position_and_past(self.game.start(Random(0)))
        grow(position, self.weights, new_tree(0), self.new_work(Random(0)), 0)

    def judge(self, decision: Decision) -> Analysis:
        """Give every option its expected score: the mean of its playouts, or what is proven."""
        return CompiledRootSearch(self, decision).run()

    def position_and_past(self, position: Any) -> tuple[Any, list[Any]]:
        """The kernel position to search, and those before it that end the game if they occur again."""
        past: list[Any] = []
        if isinstance(self.game, HasPast):
            position, past = self.game.kernel_position(position), [*self.game.past(position)][-MOST_PAST:]
        demand_kernel(self.game, position, "mcts")
        return position, past

    def new_work(self, rng: Random) -> Any:
        """A record with everything that playouts need besides the tree."""
        recipe, work = self.recipe, np.zeros(1, WORK)
        work["used"], work["random"] = 1, rng.getrandbits(62) | 1
        work["exploration"] = 2 * recipe.exploration  # values go from -1 to 1, twice as far as expected scores
        work["rollout"], work["thorough"] = recipe.rollout, self.thorough
        work["mix"] = 0.0 if isinstance(self.weights, kernels.Blind) else recipe.mix
        work["half"] = self.game.half_bar_score
        return work


class CompiledRootSearch:
    """The search of one decision."""

    def __init__(self, brain: CompiledTreeSearch, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.brain = brain
        self.game = brain.game
        self.decision = decision
        self.position, past = brain.position_and_past(decision.view)
        self.left = brain.most_playouts(decision)
        """How many more playouts may be made."""

        self.tree = new_tree(min(int(brain.tree * MEGABYTE) // NODE.itemsize, (self.left + 1) * MOST_MOVES))
        self.work = brain.new_work(decision.rng("tree search"))
        self.work["past"] = len(past)
        for place, earlier in enumerate(past):
            self.work["keys"][0, place] = kernels.key(earlier)

    def run(self) -> Analysis:
        """Make playouts, and report now and then."""
        reported = self.began
        going = self._grow(1)  # so that there is an answer, whatever the clock says
        with stopped_by(self.decision.thinking, self._stop):
            while going:
                going = self._grow(BATCH)
                if time.perf_counter() > reported + REPORT_EVERY:
                    self.decision.thinking.report(self._analysis())
                    reported = time.perf_counter()
        return self._analysis()

    def _grow(self, wanted: int) -> bool:
        """Make `wanted` more playouts; False once the search is stopped, finished or out of playouts."""
        batch = min(wanted, self.left)
        made = grow(self.position, self.brain.weights, self.tree, self.work, batch)
        self.left -= made
        return made == batch and self.left > 0

    def _stop(self) -> None:
        self.work["stop"] = 1

    # ------------------------------------------------------------------ what was found

    def _analysis(self) -> Analysis:
        moves = self.game.options(self.decision.view)
        options = {int(child["move"]): child for child in children(self.tree, self.tree[ROOT])}
        judged = judgements([self._branch(option, options.get(moves[option])) for option in self.decision.options])
        tried = all(dict(judgement.parts)["playouts"] for judgement in judged)
        nodes, seconds = int(self.work["nodes"][0]), time.perf_counter() - self.began
        return Analysis(judged, int(tried), nodes, seconds, verdict(judged))

    def _branch(self, option: str, node: Any) -> Branch:
        """What the tree has found about an option; nothing if it was not opened."""
        if node is None or not node["visits"]:
            return Branch(option, 0, DRAW, (option,))
        position, visits, result = self.decision.view, int(node["visits"]), int(node["proven"])
        line = line_as_text(self.game, position, principal_variation(self.tree, node))
        if result != UNPROVEN:
            return Branch.proven(self.game, position, option, visits, line, result, int(node["plies"]) + 1)
        return Branch(option, visits, (float(node["total"]) / visits + 1) / 2, line)


def principal_variation(tree: Any, node: Any) -> Iterator[int]:
    """The move to a node, and then the best moves as far as the tree goes."""
    while True:
        yield int(node["move"])
        tried = [child for child in children(tree, node) if child["visits"]]
        if not tried:
            return
        node = max(tried, key=_worth)


def _worth(node: Any) -> tuple[int, int, int]:
    """The order of moves by what is proven, then by distance, then by how often they were tried."""
    result, plies, visits = int(node["proven"]), int(node["plies"]), int(node["visits"])
    return (0, 0, visits) if result == UNPROVEN else (result, -plies if result > 0 else plies, visits)
