"""Trials: a plan followed through a turn and the reply to it in one imagined game, here or in a helper process."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sparring.games.onepiece.minds import belief, deeds, habits, lethal, outlook
from sparring.games.onepiece.minds.factors import FactorCache, Factors
from sparring.games.onepiece.minds.faults import guarded
from sparring.games.onepiece.minds.profiles import Profile
from sparring.games.onepiece.minds.scorer import DANGER
from sparring.games.onepiece.minds.turns import Plan, follow
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View
from sparring.rules import Thinking
from sparring.rules.seeds import stream
from sparring.work.helper import HelperProcess

OUTLOOK = 0.3
"""The weight of the fitted outlook beside the five factors."""

POINTS_A_LOGIT = 5.2
"""Points of weighted factors that multiply the odds of winning by e."""


class Result(NamedTuple):
    """What a plan led to in one imagined game."""

    chance: float
    """The chance to win from there."""

    shares: tuple[float, ...] = ()
    """The weighted factors; none if the game is over."""


def imagined_game(view: View, seed: int, number: int) -> State:
    """One of the games that a seat imagines when it decides, by its number."""
    return belief.imagined(view, stream(seed, f"world {number}"))


def try_plan(world: State, plan: Plan, seat: int, profile: Profile, factors: FactorCache) -> Result:
    """The result of a plan in an imagined game; a plan that cannot be imagined has no chance."""
    return guarded(
        "a plan could not be imagined",
        lambda: _try_plan(world, plan, seat, profile, factors),
        Result(0.0),
        plan=plan,
        turn=world.turn,
    )


def _try_plan(world: State, plan: Plan, seat: int, profile: Profile, factors: FactorCache) -> Result:
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
        return Result(0.5 if state.lost == 3 else float(state.winner == seat))
    seen = factors.of(state, seat)
    points = deeds.leaning(plan[0], profile, len(world.sides[seat].life)) - DANGER * threatened
    return Result(chance(state, seat, profile, seen, points), weighed(seen, profile))


def chance(state: State, seat: int, profile: Profile, seen: Factors, points: float = 0.0) -> float:
    """A seat's chance to win, from the fitted outlook, the weighted factors, and points that come on top of these."""
    factored = (points + sum(weighed(seen, profile))) / POINTS_A_LOGIT
    return 1.0 / (1.0 + math.exp(-OUTLOOK * outlook.logit(state, seat) - (1 - OUTLOOK) * factored))


def weighed(seen: Factors, profile: Profile) -> tuple[float, ...]:
    """Each factor times its weight."""
    return tuple(weight * seen[name] for name, weight in profile.by_name.items())


# ---------------------------------------------------------------------- in a helper process


class Trials(NamedTuple):
    """A job for the helper process: plans to be tried, by the numbers of the imagined games."""

    view: View
    seed: int
    profile: Profile
    missing: Mapping[int, list[Plan]]
    seconds: float | None


def do_trials(trials: Trials) -> dict[int, list[Result]]:
    """The results of the plans in each game; games for which there was no time are missing."""
    thinking = Thinking(trials.seconds)
    rows: dict[int, list[Result]] = {}
    for number, plans in trials.missing.items():
        world = imagined_game(trials.view, trials.seed, number)
        row: list[Result] = []
        for plan in plans:
            if thinking.over:
                return rows
            row.append(try_plan(world, plan, trials.view.seat, trials.profile, _own_factors()))
        rows[number] = row
    return rows


@cache
def _own_factors() -> FactorCache:
    """The factors that the helper process remembers."""
    return FactorCache()


HELPER = HelperProcess("sparring.games.onepiece.minds.trials:do_trials")
"""The helper process of all planners in this process that ask for one."""
