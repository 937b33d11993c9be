"""Expert, who also says how much worse a choice is than the best one, and how sure that is."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace

from sparring.brains.brain import Compared
from sparring.games.onepiece.minds import lethal
from sparring.games.onepiece.minds.faults import guarded
from sparring.games.onepiece.minds.planner import WHIMS, Planner, Search
from sparring.games.onepiece.minds.trials import try_plan
from sparring.games.onepiece.minds.turns import Plan, expected_line
from sparring.games.onepiece.rules.options import Option
from sparring.rules import Analysis, Decision, Judgement, Thinking

FOR_BEST, FOR_CHOSEN = 0.4, 0.7
"""The shares of the time after which the best plan and the best one with the choice must be found.

The rest is for the comparison. Without a search of its own, a choice would be followed by habit alone, and would seem
worse than it is."""

VARIANTS = 24
"""Ways to go on after the choice that are tried."""

FRESH = 100_000
"""The number of the first imagined game of a comparison: none in which the plans were picked."""

FEWEST, MOST = 8, 64
"""Imagined games of a comparison, even if the time is over, and at the most."""


class Expert(Planner):
    """Searches whole turns within its time, and compares a choice with the best one."""

    def compare(self, decision: Decision, option: str) -> Compared:
        """Compare an option with the best one in imagined games that had no part in finding that one.

        So the best plan has no advantage from having been the luckiest of many. Opening hands are not compared: no
        search judges them.
        """
        if decision.kind == "mulligan":
            same = Judgement(option, 0.0, line=(option,), chance=0.5)
            return Compared(same, same, 0.0, False)
        return Comparison(self, decision).with_best(option)


class Comparison(Search):
    """The comparison of one option with the best plan that the search finds."""

    def with_best(self, option: str) -> Compared:
        """Find the best plan and the best one with the option, then try both in the same new games."""
        decision, seconds = self.decision, self.decision.thinking.seconds_left

        def by(share: float) -> Thinking:
            left = decision.thinking.seconds_left
            return decision.thinking.limited(None if seconds is None or left is None else left - (1 - share) * seconds)

        self.decision = replace(decision, thinking=by(FOR_BEST))
        found = self.find()
        chosen, best = self.options[option], self.options[found.best]
        sure = best if found[found.best].outcome == "win" else None
        if chosen != best and decision.kind == "action":
            self.decision = replace(decision, thinking=by(FOR_CHOSEN))
            self.most += self.tried
            self._halved(self._ways_on(chosen))
            self.most += self.tried
        best_plan, plan = self._plan(best), self._plan(chosen)
        theirs: list[float] = []
        mine: list[float] = []
        while len(mine) < MOST and (len(mine) < FEWEST or not (decision.thinking.over or self.tried >= self.most)):
            number = FRESH + len(mine)
            theirs.append(1.0 if sure else self._tried(number, best_plan))
            mine.append(theirs[-1] if chosen == best else self._tried(number, plan, still_sure=sure is not None))
        return self._compared(found, option, mine, theirs, best_plan)

    def _compared(
        self, found: Analysis, option: str, mine: list[float], theirs: list[float], best_plan: Plan
    ) -> Compared:
        best, calibrated = found[found.best], found.calibrated
        top, own = self._told(statistics.fmean(theirs)), self._told(statistics.fmean(mine))
        if own >= top:
            won = best.outcome if option == best.option else None
            same = Judgement(option, round(100 * own, 2), won, line=(option,), chance=own)
            return Compared(same, same, 0.0, calibrated)
        apart = [one - other for one, other in zip(theirs, mine, strict=True)]
        scale = (top - own) / statistics.fmean(apart)  # the curve stretches small differences as it does their mean
        error = scale * statistics.stdev(apart) / math.sqrt(len(apart))
        line = expected_line(self.world(0), best_plan, by_habit=True)
        better = Judgement(best.option, round(100 * top, 2), best.outcome, line=line, chance=top)
        return Compared(better, Judgement(option, round(100 * own, 2), chance=own), error, calibrated)

    def _ways_on(self, first: Option) -> list[Plan]:
        """Plans that begin with an option: those that were tried, and variants of the best of them."""
        rng, leader = self.decision.rng("ways on"), self._plan(first)
        plans = dict.fromkeys([(first,), *(plan for plan in self.results if plan[0] == first)])
        for number in range(VARIANTS):
            if self._over:
                break
            plans[self._variant(self.world(number % 4), WHIMS[number % len(WHIMS)], rng, leader)] = None
        return [plan for plan in plans if plan[0] == first]

    def _plan(self, first: Option) -> Plan:
        """The best plan that begins with an option: the one that was tried most, or habit after it."""
        known = [plan for plan, tried in self.results.items() if tried and plan[0] == first]
        return max(known, key=self._rank, default=(first,))

    def _tried(self, number: int, plan: Plan, *, still_sure: bool = False) -> float:
        """The chance to win with a plan in one imagined game."""
        self.tried += 1
        world = self.world(number)
        if still_sure and guarded(
            "a sure win could not be looked for", lambda: self._wins_after(number, plan[0]), False, turn=world.turn
        ):
            return 1.0
        return try_plan(world, plan, self.seat, self.profile, self.factors).chance

    def _wins_after(self, number: int, option: Option) -> bool:
        """Whether a sure win is still there after an option: there is often more than one order of play."""
        state = self.world(number).copy()
        state.choose(option)
        if state.question is None or state.question.kind != "action" or state.question.seat != self.seat:
            return state.lost != 0 and state.winner == self.seat
        return lethal.sure_win(state, self.seat, self.view.unseen_cards(1 - self.seat)) is not None

    def _told(self, chance: float) -> float:
        return self.curve.chance(chance, self.view.turn, self.view.turn_seat == self.seat)

    def _explained(self, found: Analysis) -> Analysis:
        """A comparison needs no reasons."""
        return found
