"""The brain that proves wins, losses and draws, and searches with alpha-beta where it cannot prove anything."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.brain import Brain, verdict
from sparring.brains.curves import Sight
from sparring.brains.settings import DEPTH, NODES, THOROUGH
from sparring.games.fourinarow.hard import last_block
from sparring.games.fourinarow.proof import NO_LIMIT, THREATS, Prover, warm_up
from sparring.games.mnk.board import Board, cell_name, drawn, play, result
from sparring.games.mnk.symmetry import canonical
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Thinking
from sparring.rules.kernels import NOT_OVER
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

GLANCE = 4
"""The depth of a first alpha-beta search, so that there is an answer whatever the clock says."""

DEEP, DEEP_NODES = 8, 2_000_000
"""The depth and the nodes of the alpha-beta search of options about which nothing was proven."""

THREAT_NODES = 100_000
"""Nodes of the search for wins by threats, for each number of stones, before everything is searched."""


@dataclass
class Case:
    """Options that lead to the same position up to symmetry, and what is proven about it.

    Stones are counted from the decision on. Those of the side that decides include the one that it places now.
    """

    options: list[str]
    following: Board

    won: int = 0
    """The side that decides is proven to win with this many stones; 0 if not."""

    not_won: int = 0
    """The side that decides is proven not to win with this many stones."""

    lost: int = 0
    """The other side is proven to win with this many stones; 0 if not."""

    not_lost: int = 0
    """The other side is proven not to win with this many stones."""

    drawn: bool = False
    """True if neither side can win."""

    @property
    def decided(self) -> bool:
        """True if the result is proven."""
        return self.drawn or self.won > 0 or self.lost > 0

    @property
    def exact(self) -> bool:
        """True if the number of plies to the result is proven too."""
        if self.drawn:
            return True
        return self.not_won == self.won - 1 if self.won else self.lost > 0 and self.not_lost == self.lost - 1

    @property
    def plies(self) -> int:
        """The plies to the proven win or loss; an upper bound if it is not exact."""
        return 2 * self.won - 1 if self.won else 2 * self.lost


class Perfect(Brain):
    """Proves wins and losses with one more stone at a time, so that the first proof is of the quickest win.

    With a limit on nodes, the same position always gets the same answer. If thorough, it judges every option, and only
    the clock or the last proof ends it.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        replace(DEPTH, about="how many moves it looks ahead instead of proving who wins"),
        replace(NODES, about="how many positions it looks at for a proof"),
        THOROUGH,
    )

    def __init__(
        self, game: AnyGame, depth: int | None = None, nodes: int | None = None, thorough: bool = False
    ) -> None:
        super().__init__(game)
        self.depth = depth
        self.nodes = nodes or NO_LIMIT
        self.thorough = thorough
        self.glance = AlphaBeta(game, depth=depth or GLANCE, thorough=True, table=1)
        self.deep = AlphaBeta(game, depth=DEEP, nodes=DEEP_NODES)
        self._idle: list[Prover] = []

    def prepare(self) -> None:
        """Compile or load both searches."""
        self.glance.prepare()
        warm_up(self.game.empty)  # type: ignore[attr-defined]

    def sight(self, found: Analysis) -> Sight:
        """What is not proven is estimated by a search."""
        return self.glance.sight(found)

    def judge(self, decision: Decision) -> Analysis:
        """Judge the options, as far as time allows; with a depth, search that deep and prove nothing more."""
        if self.depth is not None:
            return self.glance.judge(decision)
        try:
            prover = self._idle.pop()
        except IndexError:
            prover = Prover(decision.view)
        try:
            return Proof(self, decision, prover).find()
        finally:
            prover.go_on()
            self._idle.append(prover)


class Proof:
    """The proofs about one decision."""

    def __init__(self, brain: Perfect, decision: Decision, prover: Prover) -> None:
        self.began = time.perf_counter()
        self.brain = brain
        self.decision = decision
        self.prover = prover
        self.prover.forget()
        self.position: Board = decision.view
        self.left = self.position.width * self.position.height - self.position.both.bit_count()
        self.cases = self._cases()
        self.estimates: dict[str, Judgement] = {}
        self.lines: dict[str, tuple[str, ...]] = {}
        self.nodes = 0
        self.depth = GLANCE

    def find(self) -> Analysis:
        """Prove and estimate as much as there is time for."""
        self._estimate(self.brain.glance, self.decision.options, Thinking())  # whatever the clock says
        self._report()
        with stopped_by(self.decision.thinking, self.prover.stop):
            self._prove_threats()
            self._prove_all(self.brain.nodes)
            if not self._settled():
                undecided = [option for case in self.cases if not case.decided for option in case.options]
                self._estimate(self.brain.deep, tuple(undecided), self.decision.thinking)
                self.depth = DEEP
            if self.brain.thorough:
                self._prove_all(NO_LIMIT)
        return self._analysis()

    def _cases(self) -> list[Case]:
        """The options, grouped by the positions that they lead to; positions equal by symmetry are one case."""
        cells = self.brain.game.options(self.position)
        cases: dict[Board, Case] = {}
        for option in self.decision.options:
            following = play(self.position, cells[option])
            case = cases.setdefault(canonical(following)[0], Case([], following))
            case.options.append(option)
        for case in cases.values():
            outcome = result(case.following)
            if outcome != NOT_OVER:
                case.won, case.drawn = -outcome, outcome == 0
            elif drawn(case.following):
                case.drawn = True
        return list(cases.values())

    # ------------------------------------------------------------------ proving

    def _prove_threats(self) -> None:
        """Search for wins by threats alone, which may be far ahead: first the mover's, then the other side's."""
        for stones in range(2, (self.left + 1) // 2 + 1):
            self.prover.limit_nodes(THREAT_NODES)
            if self.prover.wins(self.position, stones, THREATS):
                for case in self._undecided():
                    if self.prover.has_won(case.following, stones - 1, THREATS):
                        case.won = stones
                break
            if self.prover.wins(self._passed(), stones, THREATS):
                for case in self._undecided():
                    if self.prover.wins(case.following, stones, THREATS):
                        case.lost = stones
        self._follow_lines()

    def _prove_all(self, nodes: int) -> None:
        """Search all moves, with one more stone at a time, until everything that is asked for is proven."""
        self.prover.limit_nodes(nodes)
        for stones in range(1, (self.left + 1) // 2 + 1):
            if self._settled():
                return
            went_on = self._prove_wins(stones) and self._prove_losses(stones)
            self._follow_lines()
            if not went_on:
                return
            self._report()

    def _prove_wins(self, stones: int) -> bool:
        """Find the options that win with this many stones; False if the search gave up."""
        if self.prover.wins(self.position, stones) is False:
            for case in self.cases:
                case.not_won = max(case.not_won, stones)
        for case in self.cases:
            if case.exact or case.lost or case.not_won >= stones:
                continue
            found = self.prover.has_won(case.following, stones - 1)
            if found is None:
                return False
            if found:
                case.won = stones
                self._follow_lines()
            else:
                case.not_won = stones
        return True

    def _prove_losses(self, stones: int) -> bool:
        """Find the options after which the other side wins with this many stones; False if the search gave up."""
        if self._settled():
            return True
        if self.prover.wins(self._passed(), stones) is False:  # so it does not win against one more stone either
            for case in self.cases:
                case.not_lost = max(case.not_lost, stones)
        for case in self.cases:
            if case.exact or case.won:
                continue
            if case.not_lost < stones:
                found = self.prover.wins(case.following, stones)
                if found is None:
                    return False
                if found:
                    case.lost = stones
                    continue
                case.not_lost = stones
            case.drawn = case.not_won >= (self.left + 1) // 2 and case.not_lost >= self.left // 2
        return True

    def _passed(self) -> Board:
        """The position with the other side to move."""
        return self.position._replace(mine=self.position.theirs)

    def _undecided(self) -> Iterator[Case]:
        return (case for case in self.cases if not case.decided)

    def _settled(self) -> bool:
        """True if everything that is asked for is proven: every option, or one that wins soonest."""
        won = not self.brain.thorough and any(case.won and case.exact for case in self.cases)
        return won or all(case.exact for case in self.cases)

    # ------------------------------------------------------------------ reporting

    def _estimate(self, search: AlphaBeta, options: tuple[str, ...], thinking: Thinking) -> None:
        if not options:
            return
        found = search.judge(replace(self.decision, options=options, thinking=thinking.unheard()))
        self.estimates |= {judgement.option: judgement for judgement in found.options}
        self.nodes += found.nodes

    def _follow_lines(self) -> None:
        """Find the lines of all options that are proven by now, the best ones first, as long as there is time."""
        best = self._analysis().best_options
        proven = [(option, case) for case in self.cases if case.won or case.lost for option in case.options]
        for option, case in sorted(proven, key=lambda each: (each[0] not in best, not each[1].won, each[1].plies)):
            wanted = self.brain.thorough or option in best
            if wanted and len(self.lines.get(option, ())) != case.plies and not self.prover.gave_up:
                self.lines[option] = self._line(option, case)

    def _line(self, option: str, case: Case) -> tuple[str, ...]:
        following = play(self.position, self.brain.game.options(self.position)[option])
        stones, level = case.won - 1 if case.won else case.lost, 0 if case.exact else THREATS
        cells = self.prover.line(following, stones, level, winner_moves=not case.won)
        return (option, *(cell_name(cell, following.width) for cell in cells))

    def _report(self) -> None:
        self.decision.thinking.report(self._analysis())

    def _analysis(self) -> Analysis:
        cases = {option: case for case in self.cases for option in case.options}
        judged = tuple(self._judgement(option, cases[option]) for option in self.decision.options)
        nodes, seconds = self.nodes + self.prover.nodes, time.perf_counter() - self.began
        found = Analysis(judged, self.depth, nodes, seconds, verdict(judged))
        return replace(found, preferred=last_block(self.brain.game, self.position, found))

    def _judgement(self, option: str, case: Case) -> Judgement:
        game, line = self.brain.game, self.lines.get(option, (option,))
        if case.drawn:
            return Judgement(option, game.proven_score(self.position, 0, self.left), "draw", self.left, line)
        if case.won:
            return Judgement(
                option, game.proven_score(self.position, 1, case.plies), "win", case.plies, line, case.exact
            )
        if case.lost:
            return Judgement(
                option, game.proven_score(self.position, -1, case.plies), "loss", case.plies, line, case.exact
            )
        return self.estimates[option]
