"""An opponent that compares whole turns, not single actions: plans, tried out in games that agree with what it sees.

Its candidates are what habit would do, what habit would do after each possible first action, and variants with a whim
here and there. All of them are tried in the same imagined games: first in a few, then the better half in twice as
many, and so on until one is left or the time is over (sequential halving). A trial follows a plan through the turn
and the reply to it, and estimates the chance to win from there.
"""

from __future__ import annotations

import logging
import math
import statistics
import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar

from sparring.brains.brain import Brain
from sparring.brains.settings import NODES
from sparring.games.onepiece.minds import deeds, habits, lethal, odds, seen, waste
from sparring.games.onepiece.minds.deck_plan import leaned, plan_of
from sparring.games.onepiece.minds.factors import FactorCache
from sparring.games.onepiece.minds.faults import OutOfTime, guarded
from sparring.games.onepiece.minds.profiles import PROFILES, STYLE, shifted
from sparring.games.onepiece.minds.reasons import CHANCES, ODDS, explained
from sparring.games.onepiece.minds.scorer import Scorer, winning_option
from sparring.games.onepiece.minds.trials import HELPER, Result, Trials, imagined_game, try_plan, weighed
from sparring.games.onepiece.minds.turns import Plan, cards_first, expected_line, play_on
from sparring.games.onepiece.rules.options import Option, option_text
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View
from sparring.rules import Analysis, AnyGame, Decision, Judgement
from sparring.rules.settings import Setting

log = logging.getLogger("sparring.onepiece")

MOST_NODES = 10**9
"""The number of trials that stands for no limit."""

WHIMS = (0.1, 0.25, 0.5)
"""The shares of actions in which a variant departs from its plan or from habit; variants take them in turn."""

MOST_VARIANTS = 60
"""Variants of habit among the first candidates."""

TIME_FOR_VARIANTS = 0.3
"""The share of the thinking time that may be spent on making these variants."""

GAMES_FOR_ODDS = 12
"""Imagined games in which the odds of winning this turn are counted."""

FIRST_GAMES = 2
"""Imagined games in which every candidate is tried at least."""

FIRST_TRIALS = 120
"""Trials before the first half is dropped, if there are few candidates."""

GENERATIONS = 3
"""Rounds in which variants of the best plans are tried; a round that does not change the first action is the last."""

LEADERS = 6
"""Best plans whose variants are tried in a round."""

OFFSPRING = 30
"""Variants that are made of them in a round."""

DOUBT = 1.0
"""Standard errors by which a plan must be better than one that begins as habit does."""

MUCH = 0.02
"""The chance by which a wasteful option must be better than what habit would do, even where there is no doubt."""

FAR_MORE = 0.15
"""The same for counters that cost more than the character they save: habit would not attack it again this turn."""

PLANNED = ("action", "target", "value")
"""Kinds of decisions that are part of a plan for a turn."""

TIED = 0.05
"""Percent by which two options may differ and still count as equally good."""

MANY_GAMES = 8
"""Imagined games in which two plans must have been tried to tell them apart."""

PATIENCE = 10.0
"""Seconds to wait for the helper process once one's own half is done, if there is no clock."""

A_MOMENT = 0.05
"""Seconds to wait for the helper process beyond the clock."""


class Planner(Brain):
    """Searches whole turns within its time."""

    settings: ClassVar[tuple[Setting, ...]] = (
        STYLE,
        replace(NODES, about="how many turns it tries out"),
        Setting.whole("threads", 1, 64, default=1, about="2 or more: a helper process tries out half of the turns"),
    )

    def __init__(
        self, game: AnyGame, style: str = "balanced", nodes: int | None = None, threads: int | None = None
    ) -> None:
        super().__init__(game)
        self.profile = PROFILES[style]
        self.nodes = nodes
        self.helped = (threads or 1) > 1
        """Whether a helper process does half of the trials."""
        self.scorer = Scorer(game, style)
        """Judges opening hands."""
        self.curve: odds.Curve | None = odds.FITTED
        """The curve to the chances that are told; None tells what the trials found."""

    def prepare(self) -> None:
        """Start the helper process, if one is used."""
        if self.helped:
            HELPER.start()

    def judge(self, decision: Decision) -> Analysis:
        """The chance to win with each option, in percent, as far as it was tried."""
        return self.scorer.judge(decision) if decision.kind == "mulligan" else Search(self, decision).find()


class Search:
    """The search for one decision."""

    def __init__(self, brain: Planner, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.factors: FactorCache = brain.scorer.factors
        self.time_warning = brain.scorer.time_warning
        self.decision = decision
        self.view: View = decision.view
        self.seat = decision.seat
        self.plans_turn = decision.kind in PLANNED and self.view.turn_seat == self.seat and len(decision.options) > 1
        """Whether the rest of the turn is searched: a target belongs to the turn in which it is chosen."""
        self.worlds: dict[int, State] = {}
        self.tried = 0
        self.most = brain.nodes or MOST_NODES
        self.odds = lethal.Odds(0.0, ())
        """The odds that attacks alone win this turn."""
        first = self.world(0)
        assert first.question is not None
        self.options = {option_text(first, option): option for option in first.question.options}
        self.sensible = deeds.sensible(first, first.question.options)
        """The options that are worth a try."""
        self.usual = habits.answer(first)
        """What habit would do."""
        self.profile = shifted(brain.profile, first, self.seat)
        if brain.scorer.leans:
            self.profile = leaned(self.profile, plan_of(first.decks.decks[self.seat]))
        self.results: dict[Plan, dict[int, Result]] = {}
        """The results of each plan by the numbers of the imagined games."""
        self.helped = brain.helped
        self.curve = brain.curve or odds.UNCHANGED

    def find(self) -> Analysis:
        """Try candidates until one is left, or until the time is over."""
        sure = winning_option(self.view, self.world(0), self.decision)
        if sure is not None:
            return self._explained(self._analysis(sure))
        if self.decision.kind == "action":
            self.odds = self._odds()
        best = self._halved(self._candidates())
        for number in range(GENERATIONS if self.plans_turn else 0):
            before = best
            best = self._halved(self._offspring(number))
            if best[0] == before[0]:
                break
        if not all(self.results.values()):
            error = OutOfTime("not every plan was tried", kind=self.decision.kind, tried=self.tried)
            if self.tried:
                log.info("%s", error)
            else:
                self.time_warning.log(error)
        return self._explained(self._analysis(with_lines=True))

    def _odds(self) -> lethal.Odds:
        return guarded(
            "the odds could not be counted",
            lambda: lethal.odds([self.world(number) for number in range(GAMES_FOR_ODDS)], self.seat),
            self.odds,
            turn=self.view.turn,
        )

    def _halved(self, plans: list[Plan]) -> Plan:
        """The best of some plans by sequential halving: each round drops the worse half and doubles the games."""
        for plan in plans:
            self.results.setdefault(plan, {})
        count = max(FIRST_GAMES, FIRST_TRIALS // len(plans)) * (2 if self.helped else 1)
        while not self._over:
            self._try(plans, count)
            order = sorted(plans, key=lambda plan: (self._mean(plan, count), plan[0] == self.usual), reverse=True)
            plans = order[: (len(plans) + 1) // 2]
            if len(plans) == 1:
                break
            count *= 2
            self.decision.thinking.report(self._analysis())
        return plans[0]

    @property
    def _over(self) -> bool:
        return self.tried >= self.most or self.decision.thinking.over

    def world(self, number: int) -> State:
        """An imagined game by its number; each is imagined once."""
        if number not in self.worlds:
            self.worlds[number] = imagined_game(self.view, self.decision.seed, number)
        return self.worlds[number]

    # ------------------------------------------------------------------ candidates

    def _candidates(self) -> list[Plan]:
        """What habit would do, each option followed by habit, and in one's own turn variants of whole turns."""
        plans: dict[Plan, None] = {(self.usual,): None} if self.usual in self.sensible else {}
        plans |= {(option,): None for option in self.sensible}
        if self.odds.options:
            plans[self.odds.options] = None
        if self.plans_turn:
            rng, left = self.decision.rng("variants"), self.decision.thinking.seconds_left
            for number in range(MOST_VARIANTS):
                now = self.decision.thinking.seconds_left
                if left is not None and now is not None and now < (1 - TIME_FOR_VARIANTS) * left:
                    break
                begun = () if self.decision.kind == "action" else (self.sensible[number % len(self.sensible)],)
                plans[self._variant(self.world(number % 4), WHIMS[number % len(WHIMS)], rng, begun)] = None
        return list(plans)

    def _offspring(self, generation: int) -> list[Plan]:
        """The best plans so far, these with their cards played first, and variants of them."""
        leaders = sorted(self.results, key=self._rank, reverse=True)[:LEADERS]
        rng = self.decision.rng(f"offspring {generation}")
        plans = dict.fromkeys(leaders)
        if self.decision.kind == "action":
            plans |= dict.fromkeys(cards_first(plan, self.sensible) for plan in leaders)
        for number in range(OFFSPRING):
            if self._over:
                break
            leader, whim = leaders[number % len(leaders)], WHIMS[number % len(WHIMS)]
            plans[self._variant(self.world(number % 4), whim, rng, leader)] = None
        return list(plans)

    def _variant(self, world: State, share: float, rng: Random, plan: Plan = ()) -> Plan:
        """The actions of a turn by a plan and by habit, with a whim in this share of them."""

        def whim(state: State) -> Option | None:
            assert state.question is not None
            options = state.question.options
            if rng.random() < share and len(options) > 1:
                option = options[rng.randrange(1, len(options))]
                return None if deeds.is_pointless(state, option) else option
            return None

        return tuple(play_on(world.copy(), plan, whim))

    # ------------------------------------------------------------------ trials

    def _try(self, plans: list[Plan], count: int) -> None:
        """Try every plan in this many imagined games; the helper process takes every other game."""
        missing = {
            number: new
            for number in range(count)
            if (new := [plan for plan in plans if number not in self.results[plan]])
        }
        if not self.helped:
            self._try_here(missing)
            return
        thinking = self.decision.thinking
        theirs = {number: new for number, new in missing.items() if number % 2}
        trials = Trials(self.view, self.decision.seed, self.profile, theirs, thinking.seconds_left)
        with HELPER.working_on(trials) as job:
            self._try_here({number: new for number, new in missing.items() if number not in theirs or not job})
            left = thinking.seconds_left
            found = job and job.result_within(PATIENCE if left is None else left + A_MOMENT)
            for number, row in (found or {}).items():
                self._note(number, theirs[number], row)
                self.tried += len(row)

    def _try_here(self, missing: Mapping[int, list[Plan]]) -> None:
        for number, plans in missing.items():
            row: list[Result] = []
            for plan in plans:
                if self._over:
                    break
                row.append(try_plan(self.world(number), plan, self.seat, self.profile, self.factors))
                self.tried += 1
            self._note(number, plans, row)

    def _note(self, number: int, plans: list[Plan], row: list[Result]) -> None:
        """Keep the results of one game if all plans were tried in it; otherwise comparing them would be unfair."""
        if len(row) == len(plans) or not any(self.results.values()):
            for plan, found in zip(plans, row, strict=False):
                self.results[plan][number] = found

    # ------------------------------------------------------------------ results

    def _mean(self, plan: Plan, count: int = MOST_NODES) -> float:
        """The mean chance to win with a plan in the first `count` games."""
        tried = [found.chance for number, found in self.results[plan].items() if number < count]
        return sum(tried) / len(tried) if tried else -1.0

    def _rank(self, plan: Plan) -> tuple[int, float]:
        """The order of plans: one that was tried in more games has beaten those that were dropped."""
        return len(self.results[plan]), self._mean(plan)

    def _unless_in_doubt(self, ranked: list[Plan]) -> list[Plan]:
        """The plans in their order; but one that begins as habit does comes first unless another is clearly better.

        Choices of a turn belong together: habit goes on with what it has begun, and so do the plans that follow it.
        """
        for plan in ranked[1:]:
            best = ranked[0]
            both = self.results[plan].keys() & self.results[best].keys()
            if (
                plan[0] != self.usual
                or best[0] == self.usual
                or len(both) < max(MANY_GAMES, len(self.results[best]) / 2)
            ):
                continue
            apart = [self.results[best][number].chance - self.results[plan][number].chance for number in both]
            least = self._least(best[0])
            if statistics.fmean(apart) <= max(least, DOUBT * statistics.pstdev(apart) / math.sqrt(len(both))):
                return [plan, *(each for each in ranked if each is not plan)]
            break
        return ranked

    def _least(self, option: Option) -> float:
        """The chance by which an option must be better than what habit would do."""
        table = self.world(0)
        if waste.saves_too_dearly(table, option):
            return FAR_MORE
        return MUCH if waste.is_wasteful(table, option) else 0.0

    def _analysis(self, sure: Option | None = None, with_lines: bool = False) -> Analysis:
        ranked = self._unless_in_doubt(
            sorted((plan for plan, tried in self.results.items() if tried), key=self._rank, reverse=True)
        )
        plans = {plan[0]: plan for plan in reversed(ranked)}  # the best plan for each first option
        best = sure or (ranked[0][0] if ranked else self.usual)
        judged = tuple(
            Judgement(text, 100.0, "win", line=(text,))
            if option == sure
            else self._judgement(text, plans[option], ranked[0], with_lines)
            if option in plans
            else Judgement(text, 0.0, line=(text,), parts=((self._why_not_tried(option), 0.0),), chance=0.0)
            for text, option in self.options.items()
        )
        chosen = next(text for text, option in self.options.items() if option == best)
        judged = _with_ties(judged, chosen)
        reason = "lethal" if sure is not None else deeds.name(self.options[chosen])
        found = Analysis(judged, 2, self.tried, time.perf_counter() - self.began, reason, chosen)
        return replace(found, calibrated=self.curve != odds.UNCHANGED)

    def _explained(self, found: Analysis) -> Analysis:
        """An analysis with the reasons of its options."""
        count = GAMES_FOR_ODDS if self.decision.kind == "action" else seen.WORLDS
        table = seen.Seen(self.view, [self.world(number) for number in range(count)])
        return explained(found, table, self.options, CHANCES, untried=-1.0)

    def _why_not_tried(self, option: Option) -> str:
        return "not tried" if option in self.sensible else "pointless"

    def _judgement(self, text: str, plan: Plan, best: Plan, with_lines: bool) -> Judgement:
        line = expected_line(self.world(0), plan, by_habit=plan is best) if with_lines else (text,)
        chance = self.curve.chance(self._chance(plan, best), self.view.turn, self.view.turn_seat == self.seat)
        return Judgement(text, round(100 * chance, 2), line=line, parts=self._parts(plan), chance=chance)

    def _chance(self, plan: Plan, best: Plan) -> float:
        """The chance to win with a plan: that of the best plan, and the difference in games of both.

        Most plans were tried in few games. Their own mean would say more about these games than about the plans. No
        plan is told to be better than the best, because that one was tried in more games.
        """
        tried, others = self.results[plan], self.results[best]
        both = tried.keys() & others.keys()
        apart = sum(tried[number].chance - others[number].chance for number in both) / len(both) if both else 0.0
        return max(0.0, self._mean(best) + min(0.0, apart))

    def _parts(self, plan: Plan) -> tuple[tuple[str, float], ...]:
        """How a plan changes the five factors; if it begins an attack that may win this turn, the odds of that, too."""
        after = [result.shares for result in self.results[plan].values() if result.shares]
        now = weighed(self.factors.of(self.world(0), self.seat), self.profile)
        parts = [
            (name, round(sum(seen[place] for seen in after) / len(after) - now[place], 2))
            for place, name in enumerate(self.profile.by_name)
            if after
        ]
        if self.odds.options[:1] == plan[:1]:
            parts.append((ODDS, round(100 * self.odds.chance, 1)))
        return tuple(parts)


def _with_ties(judged: tuple[Judgement, ...], chosen: str) -> tuple[Judgement, ...]:
    """The judgements, with those marked that are as good as the chosen one as far as the trials can tell."""
    least = next(one.score for one in judged if one.option == chosen) - TIED
    tied = [one.option for one in judged if one.score >= least and one.line]
    if len(tied) < 2:
        return judged
    return tuple(replace(one, parts=(*one.parts, deeds.TIE)) if one.option in tied else one for one in judged)
