"""The brains that look ahead in Oware: from three plies with a plain eye to a master with endgame tables."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import Any, ClassVar

import numpy as np

from sparring.brains.transposition import new_table
from sparring.brains.brain import Brain, verdict
from sparring.games.oware import book, tables
from sparring.games.oware import houses as _houses  # noqa: F401  (makes its evaluation known)
from sparring.games.oware.board import ENOUGH, SEEDS, START, Board, balance, can_move, key, play
from sparring.games.oware.evaluation import Houses
from sparring.games.oware.rules import Position
from sparring.games.oware.search import FINISHED, INFINITY, LONGEST, MOST_PLIES, PROVEN, WORK, look
from sparring.games.oware.text import name_of
from sparring.rules import Analysis, AnyGame, BadSetting, Decision, Judgement
from sparring.work.watching import stopped_by

REPORT_EVERY = 0.02
"""Seconds between two reports at the least."""

MOST_ANEW = 10
"""Endings with so many seeds are worked out once more for a proof, in some seconds."""

ANEW_IN_PLAY = {0: 6, 8: 8, 20: MOST_ANEW}
"""And in play, by how many plies ago the last capture was: the longer it lasts, the more may have been there before."""

SHARE_FOR_PROOFS = 0.4
"""How much of the time may go into that; the rest is for the search."""

WINDOW = 60
"""How far from the last value the next one is expected."""


@dataclass
class Root:
    """One option of a decision: where it leads, and what is known of it so far."""

    option: str
    house: int
    following: Board
    since: int
    """The first of the kept positions that could occur again after it."""

    value: int = 0
    exact: bool = True
    """Whether it is worth just that, or at most that."""

    line: list[int] = field(default_factory=list)
    known: tuple[int, int] | None = None
    """Between which final differences in seeds it is proven to lie, for the one who decides."""

    @property
    def decided(self) -> bool:
        """Whether it is proven who wins."""
        return self.known is not None and (self.known[0] > 0 or self.known[1] < 0 or self.known == (0, 0))


class LookAhead(Brain):
    """Searches one ply deeper at a time, until its depth, its nodes or its time is used up.

    Bounded by depth or nodes, the same decision always gets the same answer.
    """

    settings: ClassVar[frozenset[str]] = frozenset(
        {"depth", "nodes", "table", "thorough", "deepening", "endings", "book"}
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
        book: bool = False,
        evaluation: str = "rich",
        reductions: bool = True,
        captures: bool = True,
        jitter: float = 0.0,
    ) -> None:
        super().__init__(game)
        if evaluation not in game.weights:
            raise BadSetting(f"Oware has no evaluation {evaluation!r}; it has {', '.join(game.weights)}.")
        self.depth = depth
        self.nodes = nodes
        self.table = table
        self.thorough = thorough
        self.deepening = deepening
        self.endings = endings
        self.book = book
        self.weights = game.weights[evaluation]
        self.scale = 1 if evaluation == "plain" else 100
        self.reductions = reductions
        self.captures = captures
        self.jitter = jitter

    def prepare(self) -> None:
        """Compile the search, or load it, and the endgame tables."""
        endings = tables.ready() if self.endings else tables.NONE
        look(START, self.weights, 0, -INFINITY, INFINITY, 1, 1, 0, self._new_work(), new_table(0), endings.record)

    def judge(self, decision: Decision) -> Analysis:
        """Score the options: all of them exactly if thorough, else the best one, and the others at most."""
        began = time.perf_counter()
        known = book.own().get(decision.view.board) if self.book and not self.thorough else None
        if known is None:
            return Look(self, decision).find()
        best, score = name_of(decision.view.board, known.house), known.score / 100
        judged = tuple(Judgement(option, score, line=(option,), exact=option == best) for option in decision.options)
        return Analysis(judged, book.DEPTH, 0, time.perf_counter() - began, "book", best)

    def _new_work(self) -> Any:
        work = np.zeros(1, WORK)
        work["limit"] = np.iinfo(np.int64).max
        work["touched"] = np.iinfo(np.int64).max
        work["reductions"], work["captures"] = self.reductions, self.captures
        return work

    def seen_by(self, rng: Random) -> Any:
        """The weights, each a little off where opponents are to vary their play."""
        if not self.jitter:
            return self.weights
        if isinstance(self.weights, Houses):
            most = round(100 * self.jitter)
            return self.weights._replace(tilt=rng.randint(-most, most))
        return type(self.weights)(
            *(round(weight * rng.uniform(1 - self.jitter, 1 + self.jitter)) for weight in self.weights)
        )


class Look:
    """One decision being worked out."""

    def __init__(self, brain: LookAhead, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.brain = brain
        self.decision = decision
        position: Position = decision.view
        self.board = position.board
        self.past = position.past[-LONGEST + 1 :]
        self.at = len(self.past)
        self.endings = tables.ready() if brain.endings else tables.NONE
        self.weights = brain.seen_by(decision.rng("weights"))
        self.table = new_table(brain.table)
        self.work = brain._new_work()
        self.work["seeds"] = SEEDS - self.board.captured - self.board.lost
        for number, board in enumerate((*self.past, self.board)):
            self.work["key"][0, number] = key(board)
        self.roots = self._roots()
        self.looked_at = self.roots
        self.depth = 1
        self.reported = 0.0

    def find(self) -> Analysis:
        """Everything that is wanted and that there is time for."""
        self._look_at_all(1)  # so that there is an answer, whatever the clock says
        self.work["limit"] = self.brain.nodes or np.iinfo(np.int64).max

        def stop() -> None:
            self.work["stop"] = 1

        with stopped_by(self.decision.thinking, stop):
            self._know_with_the_past()
            self._leave_out_what_gives_something_away()
            self._report()
            for depth in self._depths():
                if self._settled() or not self._look_at_all(depth):
                    break
                self.depth = depth
                self._report()
        return self._analysis()

    def _roots(self) -> list[Root]:
        houses = self.brain.game.options(self.decision.view)
        roots = []
        for option in self.decision.options:
            following = play(self.board, houses[option])
            captured = following.lost > self.board.captured
            root = Root(option, houses[option], following, self.at + 1 if captured else 0)
            root.known = self._known(following, self.endings if captured else tables.NONE)
            roots.append(root)
        return roots

    def _known(self, following: Board, endings: tables.Endings) -> tuple[int, int] | None:
        """What the rules or tables say of where an option leads: the final difference, between two bounds."""
        if max(following.captured, following.lost) >= ENOUGH:
            return (following.lost - following.captured,) * 2
        if not can_move(following.mine, following.theirs) or following in self.past:
            return (-balance(following),) * 2
        left = SEEDS - following.captured - following.lost
        if left <= endings.most:
            low, high = endings.look_up(following.mine, following.theirs)
            ahead = following.lost - following.captured
            return ahead - high, ahead - low
        return None

    def _know_with_the_past(self) -> None:
        """Prove what can be proven of options that capture nothing.

        The tables know nothing of what was played before, this position included, and any of it may occur again. So
        they are worked out once more, with what it is worth then.
        """
        left = SEEDS - self.board.captured - self.board.lost
        in_play = max(seeds for plies, seeds in ANEW_IN_PLAY.items() if plies <= len(self.past))
        if left > min(self.endings.most, MOST_ANEW if self.brain.thorough else in_play):
            return
        past = [(board.mine, board.theirs) for board in (*self.past, self.board)]
        left_over = self.decision.thinking.seconds_left
        until = inf if left_over is None else time.perf_counter() + left_over * SHARE_FOR_PROOFS
        endings = tables.after_past(self.endings, past, lambda: not self._stopped and time.perf_counter() < until)
        for root in self.roots if endings else ():
            if root.known is None and endings is not None:
                root.known = self._known(root.following, endings)

    def _leave_out_what_gives_something_away(self) -> None:
        """Where tables know what is sure, only options that keep it are looked at: they are no proof, but nearly."""
        if self.brain.thorough:
            return
        bounds = {root.option: root.known or self._known(root.following, self.endings) for root in self.roots}
        sure = max((low for low, _ in filter(None, bounds.values())), default=-1)
        kept = []
        for root in self.roots:
            low, high = bounds[root.option] or (-SEEDS, SEEDS)
            if low > 0 if sure > 0 else low == 0 if sure == 0 else high >= 0:
                kept.append(root)
        self.looked_at = kept or self.roots
        best = max(root.value for root in self.looked_at)
        for root in self.roots:
            if root not in self.looked_at:
                root.value, root.exact = min(root.value, best), False

    def _depths(self) -> Iterable[int]:
        deepest = self.brain.depth or MOST_PLIES - 1
        return range(2, deepest + 1) if self.brain.deepening else range(max(2, deepest), deepest + 1)

    def _look_at_all(self, depth: int) -> bool:
        """Look at every option so deep, the best so far first; False if there was no time for all of that.

        What was found before time ran out still counts, if it is better than what was best before.
        """
        best = -INFINITY
        ordered = sorted(self.looked_at, key=lambda root: (-root.value, not root.exact))
        for number, root in enumerate(ordered):
            tried = replace(root)
            if self.brain.thorough or depth == 1:
                self._look(tried, depth, -INFINITY, INFINITY)
            elif number == 0:
                self._look_around(tried, depth, root.value)
            else:
                self._look(tried, depth, best, best + 1)
                if tried.value > best and not self._stopped:
                    self._look(tried, depth, best, INFINITY)
                tried.exact = tried.value > best
            if self._stopped:
                for other in ordered[number:] if number else ():  # what they were worth before is no comparison
                    other.value, other.exact = min(other.value, best), False
                return False
            root.value, root.exact, root.line = tried.value, tried.exact, tried.line
            if number and tried.value > best:
                for other in ordered[:number]:
                    other.exact = self.brain.thorough or depth == 1
            best = max(best, root.value)
        return True

    def _look_around(self, root: Root, depth: int, expected: int) -> None:
        """Look with a narrow window first: most values change little from one depth to the next."""
        low, high = expected - WINDOW, expected + WINDOW
        self._look(root, depth, low, high)
        if not low < root.value < high and not self._stopped:
            self._look(root, depth, -INFINITY, INFINITY)

    def _look(self, root: Root, depth: int, alpha: int, beta: int) -> None:
        work, at = self.work, self.at + 1
        found = look(
            root.following,
            self.weights,
            depth - 1,
            -beta,
            -alpha,
            1,
            at,
            root.since,
            work,
            self.table,
            self.endings.record,
        )
        root.value, root.exact = -int(found), True
        root.line = work["line"][0, 1, : work["line_length"][0, 1]].tolist()

    @property
    def _stopped(self) -> bool:
        return bool(self.work["stop"][0])

    def _settled(self) -> bool:
        """Whether looking deeper is of no use: there is one option only, or the game is decided in every line."""
        if len(self.roots) == 1 and self.brain.depth is not None:
            return True
        if self.brain.thorough:
            return all(root.decided or abs(root.value) > FINISHED - MOST_PLIES for root in self.roots)
        return len(self.looked_at) == 1 or max(root.value for root in self.looked_at) > FINISHED - MOST_PLIES

    # ------------------------------------------------------------------ saying

    def _report(self) -> None:
        """Tell what is thought so far, but not more often than anybody could read it."""
        now = time.perf_counter()
        if now - self.reported > REPORT_EVERY:
            self.reported = now
            self.decision.thinking.report(self._analysis())

    def _analysis(self) -> Analysis:
        judged = tuple(self._judgement(root) for root in self.roots)
        nodes = int(self.work["nodes"][0])
        best = max(self.looked_at, key=lambda root: (root.value, root.exact)).option
        preferred = None if self.brain.thorough else best
        return Analysis(judged, self.depth, nodes, time.perf_counter() - self.began, verdict(judged), preferred)

    def _judgement(self, root: Root) -> Judgement:
        line = self._as_text((root.house, *root.line))
        if root.known is not None and root.decided:
            low, high = root.known
            outcome, score = ("win", low) if low > 0 else ("loss", high) if high < 0 else ("draw", 0)
            plies = 1 if abs(root.value) == FINISHED - 1 else None
            return Judgement(root.option, score, outcome, plies, line, low == high)
        if abs(root.value) > FINISHED - MOST_PLIES and root.exact and not self.work["cycles"][0]:
            outcome, plies = ("win" if root.value > 0 else "loss"), FINISHED - abs(root.value)
            return Judgement(root.option, self._final_difference(root), outcome, plies, line, exact=False)
        if abs(root.value) > PROVEN:  # it looks decided, but a circle may have had a part in that
            most = self.weights.captured * (SEEDS - 2 * min(self.board.captured, self.board.lost))
            return Judgement(
                root.option, (most if root.value > 0 else -most) / self.brain.scale, line=line, exact=False
            )
        return Judgement(root.option, root.value / self.brain.scale, line=line, exact=root.exact)

    def _final_difference(self, root: Root) -> int:
        """By how many seeds the game ends if both play the line that was found."""
        board = root.following
        for house in root.line:
            board = play(board, house)
        ahead = board.captured - board.lost if max(board.captured, board.lost) >= ENOUGH else balance(board)
        return int(ahead if board.north == self.board.north else -ahead)

    def _as_text(self, houses: Iterable[int]) -> tuple[str, ...]:
        board, names = self.board, []
        for house in houses:
            names.append(name_of(board, house))
            board = play(board, house)
        return tuple(names)
