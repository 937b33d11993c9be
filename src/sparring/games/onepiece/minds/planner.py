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
from functools import cache
from random import Random
from typing import ClassVar, NamedTuple

from sparring.brains.brain import Brain
from sparring.games.onepiece.minds import belief, habits, lethal, outlook
from sparring.games.onepiece.minds.factors import Appraiser
from sparring.games.onepiece.minds.faults import DecisionError, OutOfTime
from sparring.games.onepiece.minds.profiles import PROFILES, Profile, shifted
from sparring.games.onepiece.minds.scorer import DANGER, Scorer, deed, expected, leaning, sure_win
from sparring.games.onepiece.rules.options import END, Option, option_text
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Thinking
from sparring.rules.seeds import stream
from sparring.work.beside import Beside

log = logging.getLogger("sparring.onepiece")

Plan = tuple[Option, ...]
"""What to do in one's turn, in this order, as far as it is possible; habit does the rest."""

MOST_NODES = 10**9
WHIMS = (0.1, 0.25, 0.5)
"""How often a variant does something else than habit would."""

VARIANTS = 60
FOR_VARIANTS = 0.3
"""How many variants are made at most, and in which share of the time."""

FOR_ODDS = 12
"""In how many imagined games the odds of winning this turn are counted."""

FIRST_WORLDS = 2
"""In how many imagined games every candidate is tried at least."""

FIRST_TRIED = 120
"""How many turns are tried out before the first half is dropped, if there are few candidates."""

GENERATIONS, LEADERS, OFFSPRING = 3, 6, 30
"""How often variants of the best plans are tried, as long as that changes what is done first; of how many; how many."""

PATIENCE, A_MOMENT = 10.0, 0.05
"""Seconds that the second process is waited for once one's own half is done: without a clock, and after it."""

OUTLOOK = 0.3
"""How much the outlook counts beside the five factors."""

POINTS_A_LOGIT = 5.2
"""How many points of weighted factors make the odds of winning e times as good."""


class Came(NamedTuple):
    """What came of a plan in one imagined game."""

    chance: float
    """How likely it is to win from there."""

    shares: tuple[float, ...] = ()
    """The five factors, as a style weighs them; none where the game is over."""


class Planner(Brain):
    """Searches whole turns within its time."""

    settings: ClassVar[frozenset[str]] = frozenset({"style", "nodes", "threads"})

    def __init__(
        self, game: AnyGame, style: str = "balanced", nodes: int | None = None, threads: int | None = None
    ) -> None:
        super().__init__(game)
        self.profile = PROFILES[style]
        self.nodes = nodes
        self.helped = (threads or 1) > 1
        """Whether a second process tries out half of it."""
        self.scorer = Scorer(game, style)
        """Judges opening hands."""
        self.appraiser = self.scorer.appraiser

    def prepare(self) -> None:
        """Have the second process begun, if there is one."""
        if self.helped:
            SECOND.start()

    def judge(self, decision: Decision) -> Analysis:
        """The chance to win with each option, in hundredths, as far as it was looked at."""
        return self.scorer.judge(decision) if decision.kind == "mulligan" else Search(self, decision).find()


class Search:
    """One decision being worked out."""

    def __init__(self, brain: Planner, decision: Decision) -> None:
        self.began = time.perf_counter()
        self.appraiser = brain.appraiser
        self.decision = decision
        self.view: View = decision.view
        self.seat = decision.seat
        self.worlds: dict[int, State] = {}
        self.tried = 0
        self.most = brain.nodes or MOST_NODES
        self.odds = lethal.Odds(0.0, ())
        """How likely attacks alone win this turn."""
        first = self.world(0)
        assert first.question is not None
        self.options = {option_text(first, option): option for option in first.question.options}
        self.profile = shifted(brain.profile, first, self.seat)
        self.results: dict[Plan, dict[int, Came]] = {}
        """What came of each plan, by the numbers of the games it met."""
        self.helped = brain.helped

    def find(self) -> Analysis:
        """Try candidates until one is left, or until it is time."""
        sure = sure_win(self.view, self.world(0), self.decision)
        if sure is not None:
            return self._told(sure)
        if self.decision.kind == "action":
            self.odds = self._odds()
        best = self._halved(self._candidates())
        for number in range(GENERATIONS if self.decision.kind == "action" else 0):
            before = best
            best = self._halved(self._offspring(number))
            if best[0] == before[0]:
                break
        if not all(self.results.values()):
            level = logging.INFO if self.tried else logging.WARNING
            log.log(level, "%s", OutOfTime("not every plan was tried", kind=self.decision.kind, tried=self.tried))
        return self._told(with_lines=True)

    def _odds(self) -> lethal.Odds:
        try:
            return lethal.odds([self.world(number) for number in range(FOR_ODDS)], self.seat)
        except Exception as error:  # odds that cannot be counted must not stop a decision
            log.warning("%s", DecisionError(f"the odds could not be counted: {error!r}", turn=self.view.turn))
            return self.odds

    def _halved(self, plans: list[Plan]) -> Plan:
        """The best of some plans: all meet a few games, then the better half of them twice as many, and so on."""
        for plan in plans:
            self.results.setdefault(plan, {})
        count = max(FIRST_WORLDS, FIRST_TRIED // len(plans)) * (2 if self.helped else 1)
        while not self._over:
            self._try(plans, count)
            plans = sorted(plans, key=lambda plan: self._mean(plan, count), reverse=True)[: (len(plans) + 1) // 2]
            if len(plans) == 1:
                break
            count *= 2
            self.decision.thinking.report(self._told())
        return plans[0]

    @property
    def _over(self) -> bool:
        return self.tried >= self.most or self.decision.thinking.over

    def world(self, number: int) -> State:
        """An imagined game; each of them is imagined once."""
        if number not in self.worlds:
            self.worlds[number] = world_of(self.view, self.decision.seed, number)
        return self.worlds[number]

    # ------------------------------------------------------------------ candidates

    def _candidates(self) -> list[Plan]:
        """What habit would do, every option first, and in one's own turn whole turns with whims."""
        plans: dict[Plan, None] = {(habits.answer(self.world(0)),): None}
        plans |= {(option,): None for option in self.options.values()}
        if self.odds.options:
            plans[self.odds.options] = None
        if self.decision.kind == "action":
            rng, left = self.decision.rng("variants"), self.decision.thinking.seconds_left
            for number in range(VARIANTS):
                now = self.decision.thinking.seconds_left
                if left is not None and now is not None and now < (1 - FOR_VARIANTS) * left:
                    break
                plans[self._variant(self.world(number % 4), WHIMS[number % len(WHIMS)], rng)] = None
        return list(plans)

    def _offspring(self, generation: int) -> list[Plan]:
        """The plans that did best so far, and what whims make of them."""
        leaders = sorted(self.results, key=self._rank, reverse=True)[:LEADERS]
        rng = self.decision.rng(f"offspring {generation}")
        plans = dict.fromkeys(leaders)
        for number in range(OFFSPRING):
            if self._over:
                break
            leader, whim = leaders[number % len(leaders)], WHIMS[number % len(WHIMS)]
            plans[self._variant(self.world(number % 4), whim, rng, leader)] = None
        return list(plans)

    def _variant(self, world: State, whim: float, rng: Random, plan: Plan = ()) -> Plan:
        """A turn by a plan, or else by habit, with whims: what was done in it."""
        state, done, coming = world.copy(), [], list(plan)
        turn = state.turn
        while state.question is not None and state.turn == turn:
            if state.question.kind != "action":
                state.choose(habits.answer(state))
                continue
            options = state.question.options
            while coming and coming[0] not in options:
                del coming[0]
            if rng.random() < whim and len(options) > 1:
                option = options[rng.randrange(1, len(options))]
            else:
                option = coming.pop(0) if coming else habits.act(state)
            done.append(option)
            state.choose(option)
        return tuple(done)

    # ------------------------------------------------------------------ trying them out

    def _try(self, plans: list[Plan], count: int) -> None:
        """Have every plan tried in so many games, the same ones for all; the second process does every other one."""
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
        trial = Trial(self.view, self.decision.seed, self.profile, theirs, thinking.seconds_left)
        with SECOND.asked(trial) as pending:
            self._try_here({number: new for number, new in missing.items() if number not in theirs or not pending})
            left = thinking.seconds_left
            found = pending and pending.answer(PATIENCE if left is None else left + A_MOMENT)
            for number, row in (found or {}).items():
                self._note(number, theirs[number], row)
                self.tried += len(row)

    def _try_here(self, missing: Mapping[int, list[Plan]]) -> None:
        for number, plans in missing.items():
            row: list[Came] = []
            for plan in plans:
                if self._over:
                    break
                row.append(what_comes(self.world(number), plan, self.seat, self.profile, self.appraiser))
                self.tried += 1
            self._note(number, plans, row)

    def _note(self, number: int, plans: list[Plan], row: list[Came]) -> None:
        """Keep what came of plans in one game; if not all of them met it, that would be unfair to the others."""
        if len(row) == len(plans) or not any(self.results.values()):
            for plan, found in zip(plans, row, strict=False):
                self.results[plan][number] = found

    # ------------------------------------------------------------------ what came of it

    def _mean(self, plan: Plan, count: int = MOST_NODES) -> float:
        """What came of a plan in the first so many games."""
        tried = [found.chance for number, found in self.results[plan].items() if number < count]
        return sum(tried) / len(tried) if tried else -1.0

    def _rank(self, plan: Plan) -> tuple[int, float]:
        """Whoever met more games has beaten those that were dropped."""
        return len(self.results[plan]), self._mean(plan)

    def _told(self, sure: Option | None = None, with_lines: bool = False) -> Analysis:
        ranked = sorted((plan for plan, tried in self.results.items() if tried), key=self._rank, reverse=True)
        plans = {plan[0]: plan for plan in reversed(ranked)}  # the best of those begun alike
        best = sure or (ranked[0][0] if ranked else habits.answer(self.world(0)))
        judged = tuple(
            Judgement(text, 100.0, "win", line=(text,))
            if option == sure
            else self._judgement(text, plans[option], ranked[0], with_lines)
            if option in plans
            else Judgement(text, 0.0, parts=(("not tried", 0.0),))
            for text, option in self.options.items()
        )
        chosen = next(text for text, option in self.options.items() if option == best)
        because = self._because(chosen, judged, sure is not None)
        reason = "lethal" if sure is not None else deed(self.options[chosen])
        return Analysis(judged, 2, self.tried, time.perf_counter() - self.began, reason, chosen, because)

    def _judgement(self, text: str, plan: Plan, best: Plan, with_lines: bool) -> Judgement:
        line = expected(self.world(0), plan, plan is best) if with_lines else (text,)
        return Judgement(text, self._score(plan, best), line=line, parts=self._parts(plan))

    def _score(self, plan: Plan, best: Plan) -> float:
        """The chance to win with a plan, in hundredths, as it compares with the best one in games that both met.

        Most plans met few games; what they came to in these alone would say more of the games than of the plans.
        """
        tried, others = self.results[plan], self.results[best]
        both = tried.keys() & others.keys()
        apart = sum(tried[number].chance - others[number].chance for number in both) / len(both) if both else 0.0
        return round(100 * max(0.0, min(1.0, self._mean(best) + apart)), 2)

    def _parts(self, plan: Plan) -> tuple[tuple[str, float], ...]:
        """What a plan changes in the five factors, and the odds to win this turn where it begins so."""
        after = [came.shares for came in self.results[plan].values() if came.shares]
        now = shares(self.appraiser.factors(self.world(0), self.seat), self.profile)
        parts = [
            (name, round(sum(seen[place] for seen in after) / len(after) - now[place], 2))
            for place, name in enumerate(self.profile.by_name)
            if after
        ]
        if self.odds.options[:1] == plan[:1]:
            parts.append(("win this turn", round(100 * self.odds.chance, 1)))
        return tuple(parts)

    def _because(self, best: str, judged: tuple[Judgement, ...], sure: bool) -> str:
        if sure:
            return "It wins this turn, whatever the opponent blocks and counters with."
        own = next(one for one in judged if one.option == best)
        others = [one for one in judged if one.option != best]
        if not others:
            return "There is nothing else to do."
        second = max(others, key=lambda one: one.score)
        told = (
            f"In {self.tried} turns tried out it did best: about {own.score:.0f} % to win, as it looks after "
            f"the reply; next comes {second.option!r} with {second.score:.0f} %."
        )
        if self.odds.chance:
            told += f" Attacks alone would win this turn against {100 * self.odds.chance:.0f} % of the likely hands."
        return told


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


class Trial(NamedTuple):
    """What the second process is asked: imagined games by their numbers, and the plans to be tried in each."""

    view: View
    seed: int
    profile: Profile
    missing: Mapping[int, list[Plan]]
    seconds: float | None


def tried(trial: Trial) -> dict[int, list[Came]]:
    """What came of plans in each of these games; those that it did not get to are missing."""
    thinking = Thinking(trial.seconds)
    rows: dict[int, list[Came]] = {}
    for number, plans in trial.missing.items():
        world = world_of(trial.view, trial.seed, number)
        row: list[Came] = []
        for plan in plans:
            if thinking.over:
                return rows
            row.append(what_comes(world, plan, trial.view.seat, trial.profile, own_appraiser()))
        rows[number] = row
    return rows


@cache
def own_appraiser() -> Appraiser:
    """The one appraiser of the second process."""
    return Appraiser()


SECOND = Beside("sparring.games.onepiece.minds.planner:tried")
"""The second process, for all planners of this one that ask for it."""


def world_of(view: View, seed: int, number: int) -> State:
    """One of the games that a seat imagines when it decides."""
    return belief.imagined(view, stream(seed, f"world {number}"))


def what_comes(world: State, plan: Plan, seat: int, profile: Profile, appraiser: Appraiser) -> Came:
    """What comes of a plan and the opponent's reply; a plan that cannot be followed is worth nothing."""
    try:
        return _what_comes(world, plan, seat, profile, appraiser)
    except Exception as error:  # one plan that cannot be imagined must not stop a decision
        log.warning("%s", DecisionError(f"a plan could not be imagined: {error!r}", plan=plan, turn=world.turn))
        return Came(0.0)


def _what_comes(world: State, plan: Plan, seat: int, profile: Profile, appraiser: Appraiser) -> Came:
    state = world.copy()
    turn = state.turn
    follow(state, plan)
    if state.turn_seat != seat:
        habits.to_quiet_point(state)
    threatened = lethal.threatened(state, seat)
    if state.question is not None and state.turn == turn:
        habits.play_turn(state)
    threatened = threatened or (state.turn == turn + 1 and lethal.threatened(state, seat))
    if state.question is not None and state.turn == turn + 1:
        habits.play_turn(state)
    if state.lost:
        return Came(0.5 if state.lost == 3 else float(state.winner == seat))
    seen = appraiser.factors(state, seat)
    leans = leaning(plan[0], profile, len(world.sides[seat].life)) - DANGER * threatened
    return Came(chance(state, seat, profile, seen, leans), shares(seen, profile))


def chance(state: State, seat: int, profile: Profile, seen: Mapping[str, float], leans: float = 0.0) -> float:
    """How likely a seat is to win from here: the outlook of the table, and the five factors as a style weighs them."""
    table = outlook.logit(state, seat)
    weighed = (leans + sum(shares(seen, profile))) / POINTS_A_LOGIT
    return 1.0 / (1.0 + math.exp(-OUTLOOK * table - (1 - OUTLOOK) * weighed))


def shares(seen: Mapping[str, float], profile: Profile) -> tuple[float, ...]:
    """The factors, each by its weight."""
    return tuple(weight * seen[name] for name, weight in profile.by_name.items())
