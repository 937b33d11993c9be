"""The brains that search in Oware: from three plies with a plain evaluation to a master with endgame tables."""

import time
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, ClassVar

from sparring.brains.brain import Brain, verdict
from sparring.brains.curves import DEPTH as BY_DEPTH
from sparring.brains.curves import Sight
from sparring.brains.kernel_brains import weights_of
from sparring.brains.learned import varied
from sparring.brains.network import Learned
from sparring.brains.roots import Root, depths, line_text
from sparring.brains.settings import DEEPENING, DEPTH, NODES, TABLE_SIZE, THOROUGH
from sparring.brains.transposition import new_table
from sparring.brains.workspace import MOST_PLIES, NO_LIMIT, new_workspace, principal_variation
from sparring.games.oware import houses as _houses  # noqa: F401  (registers its evaluation)
from sparring.games.oware import network as _network  # noqa: F401  (registers the learned one)
from sparring.games.oware import tables
from sparring.games.oware.board import ENOUGH, SEEDS, START, Board, balance, can_move, key, play, seeds_left
from sparring.games.oware.evaluation import Houses
from sparring.games.oware.rules import Position
from sparring.games.oware.search import FINISHED, INFINITY, LONGEST, PROVEN, WORKSPACE, search_position
from sparring.games.oware.tables import Bounds
from sparring.games.oware.text import name_of
from sparring.rules import Analysis, AnyGame, Decision, Judgement
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

REPORT_EVERY = 0.02
"""Seconds between two reports at the least."""

MOST_SEEDS_FOR_PROOF = 10
"""With up to this many seeds, a thorough analysis computes the endings again with the past of the game, in seconds."""

MOST_SEEDS_IN_PLAY = {0: 6, 8: 8, 20: MOST_SEEDS_FOR_PROOF}
"""The same in play, by the plies since the last capture: the more of them, the more positions can be repeated."""

SHARE_FOR_PROOFS = 0.4
"""The share of the time that these proofs may take; the rest is for the search."""

ASPIRATION = 60
"""The first window of a deeper search goes this far beyond the last value in both directions."""


@dataclass
class OwareRoot(Root):
    """An option, with what the rules and the tables say about it."""

    since: int = 0
    """The place of the first position in the list of keys that could be repeated after it."""

    proven: Bounds | None = None
    """Bounds of the final difference in seeds, for the side that decides; None if nothing is proven."""

    risky: bool = False
    """True if another option guarantees a draw and this one does not: only a win that is found justifies it."""

    @property
    def decided(self) -> bool:
        """True if it is proven who wins."""
        return self.proven is not None and self.proven.decided

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """What options are ordered by; the highest is best."""
        return not self.risky or self.value > PROVEN, self.value, self.exact


class LookAhead(Brain):
    """Searches one ply deeper at a time, until its depth, its nodes or its time is used up.

    With a limit on depth or nodes, the same decision always gets the same answer.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        DEPTH,
        NODES,
        TABLE_SIZE,
        THOROUGH,
        DEEPENING,
        Setting.switch("endings", default=True, about="knows small endgames from its tables"),
    )

    def __init__(
        self,
        game: AnyGame,
        depth: int | None = None,
        nodes: int | None = None,
        table: float = 64,
        thorough: bool = False,
        deepening: bool = True,
        endings: bool = True,
        evaluation: str = "rich",
        reductions: bool = True,
        captures: bool = True,
        jitter: float = 0.0,
    ) -> None:
        super().__init__(game)
        self.depth = depth
        self.nodes = nodes
        self.table = table
        self.thorough = thorough
        self.deepening = deepening
        self.endings = endings
        self.weights = weights_of(game, evaluation)
        self.evaluation = evaluation
        self.points_per_seed = 1 if evaluation == "plain" else 100
        self.points_captured: Any = getattr(self.weights, "captured", self.points_per_seed)
        self.reductions = reductions
        self.captures = captures
        self.jitter = jitter

    def prepare(self) -> None:
        """Compile the search or load it, and load the endgame tables or compute them."""
        work, endings = self.new_work(), self.endgame_tables()
        search_position(START, self.weights, 0, -INFINITY, INFINITY, 1, 1, 0, work, new_table(0), endings.record)
        if self.endings:
            tables.prepare_after_past(endings)

    def sight(self, found: Analysis) -> Sight:
        """Its evaluation, at the depth that it has reached."""
        return Sight(self.evaluation, BY_DEPTH, found.depth)

    def judge(self, decision: Decision) -> Analysis:
        """Score the options: all exactly if thorough, else the best one exactly and the others by an upper bound."""
        return RootSearch(self, decision).run()

    def endgame_tables(self) -> tables.Endings:
        """The endgame tables that this brain uses."""
        return tables.ready() if self.endings else tables.NONE

    def new_work(self) -> Any:
        """A workspace for one search."""
        work = new_workspace(WORKSPACE)
        work["earliest"] = NO_LIMIT
        work["reductions"], work["captures"] = self.reductions, self.captures
        return work

    def weights_for(self, rng: Random) -> Any:
        """The weights, each changed a little at random if the opponent is to vary its play."""
        if not self.jitter:
            return self.weights
        if isinstance(self.weights, Houses):
            most = round(100 * self.jitter)
            return self.weights._replace(tilt=rng.randint(-most, most))
        if isinstance(self.weights, Learned):
            return varied(self.weights, rng, self.jitter)
        return type(self.weights)(
            *(round(weight * rng.uniform(1 - self.jitter, 1 + self.jitter)) for weight in self.weights)
        )


class RootSearch:
    """The search of one decision, one ply deeper at a time."""

    def __init__(self, brain: LookAhead, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.brain = brain
        self.decision = decision
        position: Position = decision.view
        self.board = position.board
        self.past = position.past[-LONGEST + 1 :]
        self.at = len(self.past)
        self.endings = brain.endgame_tables()
        self.weights = brain.weights_for(decision.rng("weights"))
        self.table = new_table(brain.table)
        self.work = brain.new_work()
        self.work["seeds"] = seeds_left(self.board)
        for number, board in enumerate((*self.past, self.board)):
            self.work["keys"][0, number] = key(board)
        self.roots = self._roots()
        self.searched = self.roots
        """The options that are worth searching."""

        self.depth = 1
        self.reported = 0.0

    def run(self) -> Analysis:
        """Search as deep as the limits and the time allow."""
        self._search_all(1)  # so that there is an answer, whatever the clock says
        self.work["limit"] = self.brain.nodes or NO_LIMIT

        def stop() -> None:
            self.work["stop"] = 1

        with stopped_by(self.decision.thinking, stop):
            self._prove_with_the_past()
            self._drop_options_that_give_something_away()
            self._report()
            for depth in depths(self.brain.depth, self.brain.deepening):
                if self._settled() or not self._search_all(depth):
                    break
                self.depth = depth
                self._report()
        return self._analysis()

    def _roots(self) -> list[OwareRoot]:
        houses = self.brain.game.options(self.decision.view)
        roots = []
        for option in self.decision.options:
            following = play(self.board, houses[option])
            captured = following.lost > self.board.captured
            root = OwareRoot(option, houses[option], following, since=self.at + 1 if captured else 0)
            root.proven = self._bounds_after(following, self.endings if captured else tables.NONE)
            roots.append(root)
        return roots

    # ------------------------------------------------------------------ what the rules and the tables prove

    def _bounds_after(self, following: Board, endings: tables.Endings) -> Bounds | None:
        """Bounds of the final difference in seeds after an option, by the rules and the tables; None if unknown."""
        if max(following.captured, following.lost) >= ENOUGH:
            return Bounds.exactly(following.lost - following.captured)
        if not can_move(following.mine, following.theirs) or following in self.past:
            return Bounds.exactly(-balance(following))
        left = seeds_left(following)
        if left <= endings.most:
            low, high = endings.look_up(following.mine, following.theirs)
            ahead = following.lost - following.captured
            return Bounds(ahead - high, ahead - low)
        return None

    def _prove_with_the_past(self) -> None:
        """Prove what can be proven of options that capture nothing.

        The tables do not know which positions have occurred in this game, and each of them ends it when it is repeated.
        So the endings are computed again, with the result of those repetitions.
        """
        left = seeds_left(self.board)
        in_play = max(seeds for plies, seeds in MOST_SEEDS_IN_PLAY.items() if plies <= len(self.past))
        if left > min(self.endings.most, MOST_SEEDS_FOR_PROOF if self.brain.thorough else in_play):
            return
        past = [(board.mine, board.theirs) for board in (*self.past, self.board)]
        seconds_left = self.decision.thinking.seconds_left
        until = inf if seconds_left is None else time.perf_counter() + seconds_left * SHARE_FOR_PROOFS
        endings = tables.after_past(self.endings, past, lambda: not self._stopped and time.perf_counter() < until)
        for root in self.roots if endings else ():
            if root.proven is None and endings is not None:
                root.proven = self._bounds_after(root.following, endings)

    def _drop_options_that_give_something_away(self) -> None:
        """Search only options that keep what the tables guarantee, or that may win where only a draw is guaranteed.

        Without the past of the game that guarantee is not quite a proof.
        """
        if self.brain.thorough:
            return
        bounds = {root.option: root.proven or self._bounds_after(root.following, self.endings) for root in self.roots}
        guaranteed = max((low for low, _ in filter(None, bounds.values())), default=-1)
        kept = []
        for root in self.roots:
            low, high = bounds[root.option] or (-SEEDS, SEEDS)
            root.risky = guaranteed == 0 and low < 0
            if low > 0 if guaranteed > 0 else high > 0 if root.risky else high >= 0:
                kept.append(root)
        self.searched = kept or self.roots
        best = max(self.searched, key=lambda root: root.rank)
        for root in self.roots:
            if root not in self.searched or (root.risky and root.value <= PROVEN):
                root.value, root.exact = min(root.value, best.value), False

    # ------------------------------------------------------------------ searching

    def _search_all(self, depth: int) -> bool:
        """Search every option to a depth, the best so far first; False if it was stopped before the last.

        What was found before that still counts, if it is better than the best of the last depth.
        """
        best = -INFINITY
        ordered = sorted(self.searched, key=lambda root: root.rank, reverse=True)
        for number, root in enumerate(ordered):
            tried = replace(root)
            if self.brain.thorough or depth == 1:
                self._search(tried, depth, -INFINITY, INFINITY)
            elif number == 0:
                self._search_around(tried, depth, root.value)
            else:
                least = max(best, PROVEN) if root.risky else best
                self._search(tried, depth, least, least + 1)
                if tried.value > least and not self._stopped:
                    self._search(tried, depth, least, INFINITY)
                tried.exact = tried.value > least
                if root.risky and not tried.exact:
                    tried.value = min(tried.value, best)
            if self._stopped:
                for other in ordered[number:] if number else ():  # their values are those of the last depth
                    other.value, other.exact = min(other.value, best), False
                return False
            root.value, root.exact, root.line = tried.value, tried.exact, tried.line
            if number and tried.value > best:
                for other in ordered[:number]:
                    other.exact = self.brain.thorough or depth == 1
            best = max(best, root.value)
        return True

    def _search_around(self, root: OwareRoot, depth: int, expected: int) -> None:
        """Search with a narrow window first: most values change little from one depth to the next."""
        low, high = expected - ASPIRATION, expected + ASPIRATION
        self._search(root, depth, low, high)
        if not low < root.value < high and not self._stopped:
            self._search(root, depth, -INFINITY, INFINITY)

    def _search(self, root: OwareRoot, depth: int, alpha: int, beta: int) -> None:
        rest = (1, self.at + 1, root.since, self.work, self.table, self.endings.record)
        root.value = -int(search_position(root.following, self.weights, depth - 1, -beta, -alpha, *rest))
        root.exact = True
        root.line = principal_variation(self.work)

    @property
    def _stopped(self) -> bool:
        return bool(self.work["stop"][0])

    def _settled(self) -> bool:
        """True if a deeper search is of no use: there is one option only, or every line is decided."""
        if len(self.roots) == 1 and self.brain.depth is not None:
            return True
        if self.brain.thorough:
            return all(root.decided or _finished(root.value) for root in self.roots)
        return len(self.searched) == 1 or max(root.value for root in self.searched) > FINISHED - MOST_PLIES

    # ------------------------------------------------------------------ reporting

    def _report(self) -> None:
        """Report the analysis so far, but not more often than anybody could read it."""
        now = time.perf_counter()
        if now - self.reported > REPORT_EVERY:
            self.reported = now
            self.decision.thinking.report(self._analysis())

    def _analysis(self) -> Analysis:
        judged = tuple(self._judgement(root) for root in self.roots)
        nodes = int(self.work["nodes"][0])
        best = max(self.searched, key=lambda root: root.rank).option
        preferred = _largest_margin(judged) if self.brain.thorough else best
        return Analysis(judged, self.depth, nodes, time.perf_counter() - self.began, verdict(judged), preferred)

    def _judgement(self, root: OwareRoot) -> Judgement:
        line = line_text(self.board, (root.move, *root.line), name_of)
        if root.proven is not None and root.decided:
            low, high = root.proven
            outcome, score = ("win", low) if low > 0 else ("loss", high) if high < 0 else ("draw", 0)
            plies = 1 if abs(root.value) == FINISHED - 1 else None
            return Judgement(root.option, score, outcome, plies, line, low == high)
        if _finished(root.value) and root.exact and not self.work["repetitions"][0]:
            outcome, plies = ("win" if root.value > 0 else "loss"), FINISHED - abs(root.value)
            return Judgement(root.option, self._final_difference(root), outcome, plies, line, exact=False)
        if abs(root.value) > PROVEN:  # it looks decided, but a repetition may have played a part in that
            most = self.brain.points_captured * (SEEDS - 2 * min(self.board.captured, self.board.lost))
            score = (most if root.value > 0 else -most) / self.brain.points_per_seed
            return Judgement(root.option, score, line=line, exact=False)
        return Judgement(root.option, root.value / self.brain.points_per_seed, line=line, exact=root.exact)

    def _final_difference(self, root: OwareRoot) -> int:
        """The final difference in seeds if both sides play the line that was found."""
        board = root.following
        for house in root.line:
            board = play(board, house)
        ahead = board.captured - board.lost if max(board.captured, board.lost) >= ENOUGH else balance(board)
        return int(ahead if board.north == self.board.north else -ahead)


def _finished(value: int) -> bool:
    """True if the search played the game to its end."""
    return abs(value) > FINISHED - MOST_PLIES


def _largest_margin(judged: tuple[Judgement, ...]) -> str | None:
    """The option with the best final difference in seeds, if the best result is a proven win or loss.

    Oware is about seeds: a larger margin is worth more here than a sooner win or a longer loss.
    """
    best = max(judged, key=lambda option: (option.rank.chance, option.score, option.exact))
    return best.option if best.outcome in ("win", "loss") else None
