"""An opponent that compares whole turns, not single actions: plans, tried out in games that agree with what it sees.

Candidates are what habit would do, what it would do after each possible first action, and variants with a whim here and
there. All meet the same imagined games: first a few, then more for the better half, and so on until one is left or the
time is over (sequential halving). A plan is followed through the turn and the reply to it, and what has come
of it is weighed as a chance to win.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping
from random import Random
from typing import ClassVar

from sparring.brains.brain import Brain
from sparring.games.onepiece import habits, lethal
from sparring.games.onepiece.faults import TimeoutError
from sparring.games.onepiece.profiles import PROFILES, Profile, shifted
from sparring.games.onepiece.scorer import Scorer, deed
from sparring.games.onepiece.state import Option, State
from sparring.games.onepiece.text import option_text
from sparring.games.onepiece.turn import END
from sparring.games.onepiece.view import View
from sparring.rules import Analysis, AnyGame, Decision, Judgement

log = logging.getLogger("sparring.onepiece")

Plan = tuple[Option, ...]
"""What to do in one's turn, in this order, as far as it is possible; habit does the rest."""

MOST_NODES = 10**9
WHIMS = (0.1, 0.25, 0.5)
"""How often a variant does something else than habit would."""

VARIANTS = 60
FIRST_WORLDS = 2
"""In how many imagined games every candidate is tried."""

POINTS_A_LOGIT = 5.2
"""How many points of weighted factors make the odds of winning e times as good."""


class Planner(Brain):
    """Searches whole turns within its time."""

    settings: ClassVar[frozenset[str]] = frozenset({"style", "nodes"})

    def __init__(self, game: AnyGame, style: str = "balanced", nodes: int | None = None) -> None:
        super().__init__(game)
        self.profile = PROFILES[style]
        self.nodes = nodes
        self.scorer = Scorer(game, style)
        """Sees the five factors, and what an opening hand is worth."""

    def judge(self, decision: Decision) -> Analysis:
        """The chance to win with each option, in hundredths, as far as it was looked at."""
        return self.scorer.judge(decision) if decision.kind == "mulligan" else Search(self, decision).find()


class Search:
    """One decision being worked out."""

    def __init__(self, brain: Planner, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.scorer = brain.scorer
        self.decision = decision
        self.view: View = decision.view
        self.seat = decision.seat
        self.worlds: list[State] = []
        self.tried = 0
        self.most = brain.nodes or MOST_NODES
        first = self.world(0)
        assert first.question is not None
        self.options = {option_text(first, option): option for option in first.question.options}
        self.profile = shifted(brain.profile, first, self.seat)
        self.results: dict[Plan, list[float]] = {}

    def find(self) -> Analysis:
        """Try candidates until one is left, or until it is time."""
        if self.decision.kind == "action":
            unseen = self.view.unseen_cards(1 - self.seat)
            sure = lethal.sure_win(self.world(0), self.seat, unseen)
            if sure is not None:
                return self._told(sure)
        plans = self._candidates()
        for plan in plans:
            self.results[plan] = []
        count = FIRST_WORLDS
        while plans and not self._over:
            self._try(plans, count)
            plans = sorted(plans, key=self._mean, reverse=True)[: max(1, (len(plans) + 1) // 2)]
            if len(plans) == 1:
                break
            count *= 2
            self.decision.thinking.report(self._told())
        if not all(self.results.values()):
            level = logging.INFO if self.tried else logging.WARNING
            log.log(level, "%s", TimeoutError("not every plan was tried", kind=self.decision.kind, tried=self.tried))
        return self._told()

    @property
    def _over(self) -> bool:
        return self.tried >= self.most or self.decision.thinking.over

    def world(self, number: int) -> State:
        """An imagined game; each of them is imagined once."""
        while len(self.worlds) <= number:
            self.worlds.append(self.view.sample(self.decision.rng(f"world {len(self.worlds)}")))
        return self.worlds[number]

    # ------------------------------------------------------------------ candidates

    def _candidates(self) -> list[Plan]:
        """Every option first, and in one's own turn whole turns with whims."""
        plans: dict[Plan, None] = {(option,): None for option in self.options.values()}
        if self.decision.kind == "action":
            rng = self.decision.rng("variants")
            for number in range(VARIANTS):
                if self.decision.thinking.over:
                    break
                plans[self._variant(self.world(number % 4), WHIMS[number % len(WHIMS)], rng)] = None
        return list(plans)

    def _variant(self, world: State, whim: float, rng: Random) -> Plan:
        """A turn by habit with whims: what was done in it."""
        state, done = world.copy(), []
        turn = state.turn
        while state.question is not None and state.turn == turn:
            if state.question.kind != "action":
                state.choose(habits.answer(state))
                continue
            options = state.question.options
            other = rng.random() < whim and len(options) > 1
            option = options[rng.randrange(1, len(options))] if other else habits.act(state)
            done.append(option)
            state.choose(option)
        return tuple(done)

    # ------------------------------------------------------------------ trying them out

    def _try(self, plans: list[Plan], count: int) -> None:
        """Have every plan tried in so many games, the same ones for all."""
        for number in range(count):
            world = None
            for plan in plans:
                if len(self.results[plan]) > number:
                    continue
                if self._over:
                    return
                world = world or self.world(number)
                self.results[plan].append(self._chance(world, plan))
                self.tried += 1

    def _chance(self, world: State, plan: Plan) -> float:
        """The chance to win after a plan and the opponent's reply, as it looks then."""
        state = world.copy()
        turn = state.turn
        follow(state, plan)
        if state.question is not None and state.turn == turn:
            habits.play_turn(state)
        if state.question is not None and state.turn == turn + 1:
            habits.play_turn(state)
        if state.lost:
            return 0.5 if state.lost == 3 else float(state.winner == self.seat)
        return chance(self.scorer.factors(state, self.seat), self.profile)

    # ------------------------------------------------------------------ what came of it

    def _mean(self, plan: Plan) -> float:
        tried = self.results.get(plan)
        return sum(tried) / len(tried) if tried else -1.0

    def _told(self, sure: Option | None = None) -> Analysis:
        best_by_first: dict[Option, tuple[int, float, Plan]] = {}
        for plan, tried in self.results.items():
            if tried:
                found = (len(tried), self._mean(plan), plan)
                if plan[0] not in best_by_first or found[:2] > best_by_first[plan[0]][:2]:
                    best_by_first[plan[0]] = found
        judged, ranks = [], {}
        for text, option in self.options.items():
            if option == sure:
                judged.append(Judgement(text, 100.0, line=(text,)))
                ranks[text] = (MOST_NODES, 100.0)
            elif option in best_by_first:
                count, mean, _ = best_by_first[option]
                judged.append(Judgement(text, round(100 * mean, 2), line=(text,)))
                ranks[text] = (count, mean)
            else:
                judged.append(Judgement(text, 0.0))
                ranks[text] = (0, 0.0)
        best = max(ranks, key=ranks.__getitem__)
        seconds = time.perf_counter() - self.began
        reason = "lethal" if sure is not None else deed(self.options[best])
        return Analysis(
            tuple(judged), 2, self.tried, seconds, reason, best, self._because(best, judged, sure is not None)
        )

    def _because(self, best: str, judged: list[Judgement], sure: bool) -> str:
        if sure:
            return "It wins this turn, whatever the opponent blocks and counters with."
        own = next(one for one in judged if one.option == best)
        others = [one for one in judged if one.option != best]
        if not others:
            return "There is nothing else to do."
        second = max(others, key=lambda one: one.score)
        return (
            f"In {self.tried} turns tried out it won most: about {own.score:.0f} % after the reply; "
            f"{second.option!r} comes to {second.score:.0f} %."
        )


def follow(state: State, plan: Plan) -> None:
    """Do what a plan says, in its order, as far as it is possible; everything else by habit."""
    turn, at = state.turn, 0
    while state.question is not None and state.turn == turn and at < len(plan):
        question = state.question
        option = plan[at]
        if at == 0:
            at = 1
            state.choose(option)
        elif question.kind != "action":
            state.choose(habits.answer(state))
        elif option in question.options:
            at += 1
            if option == END and at < len(plan):
                continue
            state.choose(option)
        else:
            at += 1


def chance(seen: Mapping[str, float], profile: Profile) -> float:
    """How likely a seat is to win from here, by the five factors as it sees them."""
    points = sum(weight * seen[name] for name, weight in profile.by_name.items())
    return 1.0 / (1.0 + math.exp(-points / POINTS_A_LOGIT))
