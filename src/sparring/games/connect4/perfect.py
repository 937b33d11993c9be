"""The brain that always plays a best move: by the opening book, and then by the exact solver."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.brain import Brain, verdict
from sparring.brains.curves import Sight
from sparring.brains.settings import BOOK, DEPTH, THOROUGH
from sparring.games.connect4 import book
from sparring.games.connect4.board import CELLS, Board, play, plies_of, result, score_of
from sparring.games.connect4.solver import ALL, Solver, warm_up
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Thinking
from sparring.rules.kernels import NOT_OVER
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

GLANCE = 6
"""The depth of an alpha-beta search, so that there is an answer whatever the clock says."""

QUICK_NODES = 20_000
"""Nodes that the solver may search before anything checks the clock: a few milliseconds."""

QUICK_FROM = 24
"""With this many discs on the board a best reply is found quickly enough to follow lines in play."""

THOROUGH_FROM = 16
"""The same for a thorough analysis, which may take longer."""


class Perfect(Brain):
    """Scores moves exactly.

    It finds the best move first, which is enough to play. If thorough, it also finds the exact score of every other
    move, and reports each as soon as it is known. A move that is not solved in time keeps the estimate of an alpha-beta
    search.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        replace(DEPTH, about="how many moves it looks ahead instead of solving the position"),
        Setting.whole("empty", 0, CELLS, default=0, about="solves it all the same once so few cells are empty"),
        THOROUGH,
        BOOK,
    )

    def __init__(
        self, game: AnyGame, depth: int | None = None, empty: int = 0, thorough: bool = False, book: bool = True
    ) -> None:
        super().__init__(game)
        self.depth = depth
        self.empty = empty
        self.thorough = thorough
        self.book = book
        self.glance = AlphaBeta(game, depth=depth or GLANCE, thorough=True, table=1)
        self._idle: list[Solver] = []

    def prepare(self) -> None:
        """Compile or load the solver and the search, and open the book."""
        self.glance.prepare()
        warm_up()
        book.shipped()

    def sight(self, found: Analysis) -> Sight:
        """What is not solved is estimated by the search."""
        return self.glance.sight(replace(found, depth=self.depth or GLANCE))

    def judge(self, decision: Decision) -> Analysis:
        """Score the options exactly, as far as time allows; with a depth, only search that deep before the ending."""
        if self.depth is not None and _empty(decision.view) > self.empty:
            return self.glance.judge(decision)
        with self._solver() as solver:
            return Proof(self, decision, solver).find()

    def prove(self, decision: Decision) -> Analysis:
        """Who wins, and an option that keeps the result: of those, the one that looks best in a short search."""
        seen = self.glance.judge(replace(decision, thinking=Thinking()))
        columns = self.game.options(decision.view)
        order = sorted(seen.options, key=lambda one: one.rank, reverse=True)
        with self._solver() as solver, stopped_by(decision.thinking, solver.stop):
            score = _sign_of_score(solver, decision.view)
            if score is None:
                return seen
            reaching = (one for one in order if solver.reaches(decision.view, columns[one.option], score))
            best = order[0] if score < 0 else next(reaching, None)
        if best is None:
            return seen
        known = {one.option for one in order} if score < 0 else {best.option}
        judged = tuple(
            # What the short search expects to follow is not a proof.
            replace(one, outcome=_outcome(score), plies=None, line=(one.option,)) if one.option in known else one
            for one in seen.options
        )
        return replace(seen, options=judged, reason=verdict(judged), preferred=best.option)

    @contextmanager
    def _solver(self) -> Iterator[Solver]:
        """An idle solver, or a new one; nothing that it found before plays a part."""
        try:
            solver = self._idle.pop()
        except IndexError:
            solver = Solver()
        try:
            solver.forget()
            yield solver
        finally:
            solver.go_on()
            self._idle.append(solver)


class Proof:
    """The scores of one decision: some are known, others are only known to be no better than the best."""

    def __init__(self, brain: Perfect, decision: Decision, solver: Solver) -> None:
        self.began = time.perf_counter()
        self.brain = brain
        self.decision = decision
        self.solver = solver
        self.position: Board = decision.view
        self.book = book.shipped() if brain.book else book.Book()
        self.columns = brain.game.options(self.position)
        self.options = sorted(decision.options, key=lambda option: abs(self.columns[option] - 3))
        self.scores: dict[str, int] = {}
        self.lines: dict[str, tuple[str, ...]] = {}
        self.best: str | None = None
        self.estimates: dict[str, Judgement] = {}
        self.nodes = 0

    def find(self) -> Analysis:
        """Find as many scores as are asked for and as there is time for.

        Most positions are solved within a few milliseconds. The others get an estimate first, so that there is an
        answer whatever the clock says.
        """
        self._read_book()
        self._prove(most=QUICK_NODES)
        if not self._done():
            glance = self.brain.glance.judge(replace(self.decision, thinking=Thinking()))
            self.estimates = {judgement.option: judgement for judgement in glance.options}
            self.nodes += glance.nodes
            self._report()
            with stopped_by(self.decision.thinking, self.solver.stop):
                self._prove(most=ALL)
        self._follow_lines()
        return self._analysis()

    def _done(self) -> bool:
        return len(self.scores) == len(self.options) if self.brain.thorough else self.best is not None

    def _prove(self, most: int) -> None:
        if self.best is None:
            self._find_best(most)
        if self.brain.thorough:
            self._score_all(most)

    def _read_book(self) -> None:
        for option in self.options:
            following = play(self.position, self.columns[option])
            outcome = result(following)
            if outcome != NOT_OVER:
                self.scores[option] = score_of(self.position, -outcome, 1)
            elif (child := self.book[following]) is not None:
                self.scores[option] = -child.score
        entry = self.book[self.position]
        won = [option for option in self.options if self.scores.get(option, 0) == score_of(self.position, 1, 1)]
        if entry is not None:
            self._found_best(self.brain.game.move_text(self.position, entry.column), entry.score)
        elif won or len(self.scores) == len(self.options):
            best = max(self.scores, key=self.scores.__getitem__)
            self._found_best(best, self.scores[best])

    def _find_best(self, most: int) -> None:
        """Find the score of the position, and then the first move that gets it."""
        low, high = self.solver.narrow(self.position, most=most)
        self.nodes += self.solver.nodes
        for option in self.options if low == high else ():
            reached = self.solver.reaches(self.position, self.columns[option], low, most)
            self.nodes += self.solver.nodes
            if self.solver.stopped:
                return
            if reached:
                self._found_best(option, low)
                self._report()
                return

    def _found_best(self, option: str, score: int) -> None:
        self.best = option
        self.scores[option] = score

    def _score_all(self, most: int) -> None:
        """Find the exact scores of all moves that have none yet."""
        for option in self.options:
            if option in self.scores:
                continue
            best = self.scores.get(self.best or "", CELLS)
            low, high = self.solver.narrow(play(self.position, self.columns[option]), low=-best, most=most)
            self.nodes += self.solver.nodes
            if low < high:
                return
            self.scores[option] = -low
            self._report()
        self.best = self.best or max(self.options, key=self.scores.__getitem__)

    def _follow_lines(self) -> None:
        """Find the lines of the scored options, as far as they are known or quickly found."""
        for option in self.options:
            if option in self.scores and (self.brain.thorough or option == self.best):
                self.lines[option] = self._line(option)

    def _line(self, option: str) -> tuple[str, ...]:
        position, score, line = play(self.position, self.columns[option]), -self.scores[option], [option]
        while result(position) == NOT_OVER and not self.decision.thinking.over:
            entry = self.book[position]
            if entry is not None:
                column = entry.column
            elif position.both.bit_count() >= (THOROUGH_FROM if self.brain.thorough else QUICK_FROM):
                column = self.solver.move_for(position, score)
                self.nodes += self.solver.nodes
                if self.solver.stopped:
                    break
            else:
                break
            line.append(self.brain.game.move_text(position, column))
            position, score = play(position, column), -score
        return tuple(line)

    def _report(self) -> None:
        if len(self.scores) < len(self.options) and not self.estimates and self.best is None:
            return  # some options have neither a score nor an estimate yet
        self.decision.thinking.report(self._analysis())

    def _analysis(self) -> Analysis:
        judged = tuple(self._judgement(option) for option in self.decision.options)
        left = _empty(self.position)
        depth = left if self.best is not None else GLANCE
        return Analysis(judged, depth, self.nodes, time.perf_counter() - self.began, verdict(judged), self.best)

    def _judgement(self, option: str) -> Judgement:
        if option in self.scores:
            score = self.scores[option]
            return Judgement(
                option, score, _outcome(score), plies_of(self.position, score), self.lines.get(option, (option,))
            )
        if self.best is not None:
            score = self.scores[self.best]
            lost = score < 0
            return Judgement(
                option,
                score,
                "loss" if lost else None,
                plies_of(self.position, score) if lost else None,
                (option,),
                False,
            )
        return self.estimates[option]


def _empty(position: Board) -> int:
    """The number of empty cells."""
    return CELLS - position.both.bit_count()


def _sign_of_score(solver: Solver, position: Board) -> int | None:
    """1, 0 or -1 for a position that is won, drawn or lost for the side to move; None if the solver was stopped."""
    known = book.shipped()[position]
    low, high = (known.score, known.score) if known is not None else solver.narrow(position, -1, 1)
    if low > 0 or high < 0:
        return 1 if low > 0 else -1
    return 0 if low == high else None


def _outcome(score: int) -> str:
    return "win" if score > 0 else "loss" if score < 0 else "draw"
