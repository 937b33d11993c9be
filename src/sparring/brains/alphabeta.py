"""The brain that searches with alpha-beta at machine speed: every option of a decision, one ply deeper at a time."""

import time
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from sparring.brains.brain import Brain, verdict
from sparring.brains.curves import DEPTH as BY_DEPTH
from sparring.brains.curves import Sight
from sparring.brains.kernel_brains import demand_kernel, evaluation_name, weights_of
from sparring.brains.roots import Root, depths, line_text
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.search import INFINITY, Techniques, new_work, search_position
from sparring.brains.settings import DEEPENING, DEPTH, NODES, PRUNING, TABLE_SIZE, THOROUGH
from sparring.brains.transposition import new_table
from sparring.brains.workspace import MOST_PLIES, NO_LIMIT, principal_variation
from sparring.rules import Analysis, AnyGame, Decision, Judgement, kernels
from sparring.rules.chance import refuse_chance
from sparring.rules.kernels import NOT_OVER, play, result, turn
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

LINE_NODES = 50_000
"""Nodes that may be spent after the time is over, to follow the lines of proven results to the end of the game."""

DECIDER = 0
"""The side that decides, as the search numbers the sides."""


@dataclass
class SearchedRoot(Root):
    """An option, and what the search has proven about it."""

    sign: int = -1
    """-1 if the other side is to move after it, 1 if the same side moves again."""

    proven: bool = False
    """True if the search reached the end of the game in every line, so that a value of 0 is a draw."""

    complete: bool = False
    """True if the line goes to the end of the game."""

    @property
    def decided(self) -> bool:
        """True if a deeper search cannot change the value."""
        return self.exact and (self.proven or abs(self.value) > PROVEN)


class Searcher:
    """A search with its workspace and its transposition table."""

    def __init__(self, weights: Any, techniques: Techniques, table: Any) -> None:
        self._weights = weights
        self._work = new_work(techniques)
        self._table = table

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self._work["nodes"][0])

    @property
    def stopped(self) -> bool:
        """True if the last search was stopped, so that its result means nothing."""
        return bool(self._work["stop"][0])

    def stop(self) -> None:
        """Make a search in another thread return at once, and every later one too."""
        self._work["stop"] = 1

    def limit_nodes(self, more: int | None) -> None:
        """Search again, and stop after this many more nodes."""
        self._work["stop"] = 0
        self._work["limit"] = NO_LIMIT if more is None else self.nodes + more

    def value(self, position: Any, depth: int, alpha: int, beta: int, ply: int = 1, side: int = DECIDER) -> int:
        """The value of a position for the side to move, or a bound outside the window."""
        work, table = self._work, self._table
        return int(search_position(position, self._weights, depth, alpha, beta, ply, side, work, table))

    def search(self, root: SearchedRoot, depth: int, alpha: int, beta: int) -> None:
        """Search an option; the window and the value are those of the side that decides."""
        cut_short = int(self._work["cut_short"][0])
        low, high = (-beta, -alpha) if root.sign < 0 else (alpha, beta)
        side = side_after(DECIDER, root.sign)
        root.value = root.sign * self.value(root.following, depth - 1, low, high, side=side)
        root.proven = int(self._work["cut_short"][0]) == cut_short
        root.exact = True
        root.line = principal_variation(self._work)


def side_after(side: int, sign: int) -> int:
    """The side to move after a move of `side`, by the sign of that move."""
    return side if sign > 0 else 1 - side


class AlphaBeta(Brain):
    """Searches until its depth, its nodes or its time is used up.

    With a limit on depth or nodes, the same position always gets the same answer.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        DEPTH,
        NODES,
        TABLE_SIZE,
        THOROUGH,
        DEEPENING,
        PRUNING,
        Setting.switch("killers", default=True, about="first tries moves that refuted a sibling position"),
        Setting.switch("history", default=True, about="first tries moves that were good elsewhere"),
        Setting.switch("hints", default=True, about="first tries moves that the game itself finds promising"),
        Setting.switch("scouting", default=True, about="only asks whether a later move is better than the first"),
    )

    def __init__(
        self,
        game: AnyGame,
        depth: int | None = None,
        nodes: int | None = None,
        table: float = 16,
        thorough: bool = False,
        deepening: bool = True,
        evaluation: str | None = None,
        **techniques: bool,
    ) -> None:
        super().__init__(game)
        refuse_chance(game, "alpha-beta search")
        self.depth = depth
        self.nodes = nodes
        self.table = table
        self.thorough = thorough
        self.deepening = deepening
        self.techniques = Techniques(**techniques)
        self.weights = weights_of(game, evaluation)
        self.evaluation = evaluation_name(game, evaluation)

    def sight(self, found: Analysis) -> Sight:
        """Its evaluation, at the depth that it has reached."""
        return Sight(self.evaluation, BY_DEPTH, found.depth)

    def prepare(self) -> None:
        """Compile the search for this game, or load it."""
        position = self.game.start(Random(0))
        demand_kernel(self.game, position, "minimax")
        Searcher(self.weights, self.techniques, new_table(0)).value(position, 0, -INFINITY, INFINITY)

    def judge(self, decision: Decision) -> Analysis:
        """Score the options: all exactly if thorough, else the best one exactly and the others by an upper bound."""
        began = time.perf_counter()
        position = decision.view
        demand_kernel(self.game, position, "minimax")
        table = new_table(self.table if kernels.function_of("key", type(position)) else 0)
        searcher = Searcher(self.weights, self.techniques, table)
        roots, reached = self._roots(decision), 1
        self._search_all(roots, 1, searcher)  # so that there is an answer, whatever the clock says
        if self.nodes:
            searcher.limit_nodes(self.nodes - searcher.nodes)

        def analysis() -> Analysis:
            judged = tuple(self._judgement(root, position) for root in roots)
            return Analysis(judged, reached, searcher.nodes, time.perf_counter() - began, verdict(judged))

        with stopped_by(decision.thinking, searcher.stop):
            decision.thinking.report(analysis())
            for depth in depths(self.depth, self.deepening):
                deeper = [replace(root) for root in roots]
                if self._settled(roots) or not self._search_all(deeper, depth, searcher):
                    break
                roots, reached = deeper, depth
                decision.thinking.report(analysis())
            if not searcher.stopped:  # there is time left
                self._complete_lines(roots, 2 * searcher.nodes, searcher)
        self._complete_lines(roots, 0, searcher)
        return analysis()

    def _roots(self, decision: Decision) -> list[SearchedRoot]:
        position = decision.view
        moves = self.game.options(position)
        following = {option: play(position, moves[option]) for option in decision.options}
        return [
            SearchedRoot(option, moves[option], after, sign=turn(position, after))
            for option, after in following.items()
        ]

    def _search_all(self, roots: list[SearchedRoot], depth: int, searcher: Searcher) -> bool:
        """Search every option to a depth, the best so far first; False if it was stopped before the last."""
        best = -INFINITY
        for root in sorted(roots, key=lambda root: -root.value):
            if root.decided:
                best = max(best, root.value)
                continue
            if self.thorough or not self.techniques.pruning:
                searcher.search(root, depth, -INFINITY, INFINITY)
            else:
                if self.techniques.scouting and best > -INFINITY:
                    searcher.search(root, depth, best, best + 1)
                if not self.techniques.scouting or best == -INFINITY or root.value > best:
                    searcher.search(root, depth, best, INFINITY)
                root.exact = root.value > best
            if searcher.stopped:
                return False
            best = max(best, root.value)
        return True

    def _settled(self, roots: list[SearchedRoot]) -> bool:
        """True if a deeper search is of no use."""
        if all(root.proven or root.decided for root in roots):
            return True
        best = max(roots, key=lambda root: root.value)
        return not self.thorough and (len(roots) == 1 or (best.decided and best.value > PROVEN))

    def _complete_lines(self, roots: list[SearchedRoot], nodes: int, searcher: Searcher) -> None:
        """Follow the lines of decided options to the end of the game: a line stops where the table knew the value."""
        searcher.limit_nodes(nodes + LINE_NODES)
        for root in roots:
            if root.decided and not root.complete and (line := self._proven_line(root, searcher)) is not None:
                root.line, root.complete = line, True

    def _proven_line(self, root: SearchedRoot, searcher: Searcher) -> list[int] | None:
        """Moves of both sides that keep to a proven value, or None if they are not found quickly."""
        position, value, line = root.following, root.sign * root.value, list[int]()
        side = side_after(DECIDER, root.sign)
        plies = WIN - abs(value) if abs(value) > PROVEN else MOST_PLIES
        while result(position) == NOT_OVER:
            ply = len(line) + 2
            for move in self.game.moves(position):
                following = play(position, move)
                sign = turn(position, following)
                depth, wanted = max(0, plies - ply), sign * value
                next_side = side_after(side, sign)
                if searcher.value(following, depth, wanted - 1, wanted + 1, ply, next_side) == wanted:
                    break
            else:
                return None
            if searcher.stopped:
                return None
            line.append(move)
            position, value, side = following, wanted, next_side
        return line

    def _judgement(self, root: SearchedRoot, position: Any) -> Judgement:
        line = line_text(position, (root.move, *root.line), self.game.move_text)
        if root.value < -PROVEN or (root.value > PROVEN and root.exact):  # an upper bound proves no win
            won, plies = (1 if root.value > 0 else -1), WIN - abs(root.value)
            score, outcome = self.game.proven_score(position, won, plies), "win" if won > 0 else "loss"
            return Judgement(root.option, score, outcome, plies, line, root.exact)
        if root.proven and root.exact:
            score = self.game.proven_score(position, 0, len(line))
            return Judgement(root.option, score, "draw", len(line) if root.complete else None, line)
        return Judgement(root.option, float(root.value), line=line, exact=root.exact)
