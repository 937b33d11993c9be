"""Opponents that imagine what each option leads to, and weigh it in five factors (OP-4 to OP-10)."""

from __future__ import annotations

import logging
import math
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from sparring.brains.brain import Brain
from sparring.brains.curves import NODES, Sight
from sparring.games.onepiece.minds import deeds, gains, habits, lethal, waste, worth
from sparring.games.onepiece.minds.deck_plan import leaned, plan_of
from sparring.games.onepiece.minds.factors import FACTORS, FactorCache, Factors
from sparring.games.onepiece.minds.faults import InvalidActionError, OutOfTime, TimeWarning, guarded
from sparring.games.onepiece.minds.profiles import PROFILES, STYLE, Profile, shifted
from sparring.games.onepiece.minds.reasons import POINTS, explained
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.minds.standing import with_chances
from sparring.games.onepiece.minds.turns import expected_line, quiet_points
from sparring.games.onepiece.rules.options import END, MULLIGAN, GiveDon, Option, option_text
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import View
from sparring.rules import Analysis, AnyGame, Decision, Judgement
from sparring.rules.settings import Setting

log = logging.getLogger("sparring.onepiece")

WON = 1000.0
"""The score of an option that wins in every imagined game."""

ENDED = 25.0
"""The most that wins in only some of the imagined games add to a score.

It is no more than what a table can be worth. Otherwise a win in one game of four would be played for at any price in
the others, and a loss in one of four would be feared like a loss in all."""

AT_ONCE = 10.0
"""Points for beginning a sure win, or a win with an attack on the leader, where other ways may win too."""

RISK = 0.5
"""The share of the spread between imagined games that the boldest style adds, and the most careful one subtracts."""

DOUBT = 1.0
"""Standard errors by which another option must be better than habit's, where it was seen in several imagined games.

The best of many options in a few games is often only the luckiest. Without this, `hard` lost to its own habit."""

FEWEST_TO_DOUBT = 3
"""Imagined games below which no spread can be seen."""

UNSEEN_SPREAD = 3.0
"""The spread between imagined games that is assumed beside the one seen, since a few games may be alike by chance."""

FINALISTS, AGAIN = 2, 8
"""The best options that are judged again, and the imagined games for that."""

DANGER = 8.0
"""Points off if the opponent can then win for sure in its turn. With more, play becomes too timid."""

WASTE, WASTE_UNSURE = 2.0, 5.0
"""Points off for an option where another one does as much for less: a few imagined games cannot tell them apart.

The second applies to minds that do not judge their best options again in more games."""

LAVISH = 6.0
"""The same for counters that cost more than the character they save."""

SLIPS = 6.0
"""Points below the best that a level's randomness may pick at most, where turns are looked through to their end."""

HOPELESS = -1.1 * WON
"""The score of a pointless option: below everything else, even where everything else loses."""

UNKNOWN = -50.0
"""The score of an option that could not be judged: it is taken only where everything else loses."""

MULLIGAN_REASON = "mulligan"
"""What decides whether an opening hand is kept."""

DEPTHS = ("action", "turn", "reply")
"""How far an option may be followed; the place in this list is the number of turns that are played to their end."""


def winning_option(view: View, state: State, decision: Decision) -> Option | None:
    """An option that begins a win against everything that the opponent could hold; None if none is known."""
    if decision.kind != "action":
        return None
    return guarded(
        "the search for a sure win failed",
        lambda: lethal.sure_win(state, decision.seat, view.unseen_cards(1 - decision.seat)),
        None,
        turn=state.turn,
    )


class Scorer(Brain):
    """Follows each option to the next quiet point in some imagined games, and compares how these stand then."""

    settings: ClassVar[tuple[Setting, ...]] = (STYLE,)

    def __init__(
        self, game: AnyGame, style: str = "balanced", worlds: int = 2, until: str = "action", careful: bool = False
    ) -> None:
        super().__init__(game)
        self.profile = PROFILES[style]
        self.worlds = worlds
        self.turns = DEPTHS.index(until)
        """How many turns are played to their end after an option: none, this turn, or this turn and the reply."""
        self.careful = careful
        """Whether it looks for sure wins, its own and the opponent's."""
        self.leans = True
        """Whether it leans towards the plan of its deck; a benchmark switches it off to measure what that changes."""
        self.factors = FactorCache()
        self.time_warning = TimeWarning()

    def judge(self, decision: Decision) -> Analysis:
        """Score every option; one that there was no time for gets the score UNKNOWN."""
        began = time.perf_counter()
        view: View = decision.view
        worlds = self._imagined(decision, range(self.worlds))
        question = worlds[0].question
        assert question is not None
        options = {option_text(worlds[0], option): option for option in question.options}
        if decision.kind == "mulligan":
            return judge_opening_hand(worlds[0], decision.seat, options)
        sure = winning_option(view, worlds[0], decision) if self.careful else None
        weighing = Weighing(self, worlds, decision.seat)
        judged = self._judged(decision, options, sure, weighing)
        if self.careful and sure is None:
            judged = self._judged_again(decision, options, judged)
        found = Analysis(tuple(judged), 1, len(options) * len(worlds))
        best = self._tie_broken(worlds[0], decision, options, found.best_options)
        if len(found.best_options) > 1:
            tied = set(found.best_options)
            judged = [replace(one, parts=(*one.parts, deeds.TIE)) if one.option in tied else one for one in judged]
        if self.turns and decision.kind == "action" and not decision.thinking.over:
            line = expected_line(worlds[0], [options[best]])
            judged = [replace(one, line=line) if one.option == best else one for one in judged]
        least = max(one.score for one in judged) - SLIPS if self.turns else -math.inf
        able = [one for one in judged if one.score != HOPELESS and one.score >= least]
        sensible = tuple(
            one.option
            for one in able
            if one.option == best or not self._is_no_slip(one, worlds[0], options.get(one.option))
        )
        told = replace(
            found,
            options=with_chances(judged, weighing.before),
            seconds=time.perf_counter() - began,
            reason="lethal" if sure is not None else deeds.name(options[best]),
            preferred=best,
            considered=sensible if sure is None else (best,),
        )
        return explained(told, Seen(view, worlds), options, POINTS, untried=UNKNOWN)

    def sight(self, found: Analysis) -> Sight | None:
        """How many tables it compares for an option; none for an opening hand, whose points say nothing of the game."""
        return None if found.reason == MULLIGAN_REASON else Sight("table", NODES, self.worlds * (1 + self.turns))

    def _imagined(self, decision: Decision, numbers: range) -> list[State]:
        view: View = decision.view
        return [view.sample(decision.rng(f"world {number}")) for number in numbers]

    def _judged_again(
        self, decision: Decision, options: Mapping[str, Option], judged: list[Judgement]
    ) -> list[Judgement]:
        """The best few options judged in games that did not choose them; the others cannot come out above them."""
        ranked = sorted((one for one in judged if one.score > HOPELESS), key=lambda one: one.score, reverse=True)
        if len(ranked) < 2 or ranked[0].score > 0.9 * WON or decision.thinking.over:
            return judged
        weighing = Weighing(self, self._imagined(decision, range(self.worlds, self.worlds + AGAIN)), decision.seat)
        last = {one.option for one in ranked[:FINALISTS]}
        last |= {text for text, option in options.items() if option == weighing.usual}
        seen = {text: weighing.judgement(text, options[text]) for text in decision.options if text in last}
        again = {text: weighing.doubted(one, options[text]) for text, one in seen.items()}
        floor = min(one.score for one in again.values())
        return [again[one.option] if one.option in again else _lowered(one, floor) for one in judged]

    def _is_no_slip(self, judged: Judgement, world: State, option: Option | None) -> bool:
        """True for what nobody does by accident: waste, DON!! that are too few, and to end a turn that should go on."""
        if "wasteful" in dict(judged.parts):
            return True
        if isinstance(option, GiveDon) and gains.is_too_little(world, option.unit):
            return True
        return self.turns > 0 and option == END

    def _tie_broken(self, world: State, decision: Decision, options: Mapping[str, Option], best: Sequence[str]) -> str:
        """The one of equally good options that a player would take; chance decides only where that does not matter."""
        order = {text: deeds.preference(world, options[text]) for text in best}
        first = min(order.values())
        return decision.rng("tie").choice([text for text in best if order[text] == first])

    def _judged(
        self, decision: Decision, options: Mapping[str, Option], sure: Option | None, weighing: Weighing
    ) -> list[Judgement]:
        judged: list[Judgement] = []
        left = 0
        for text in decision.options:
            option = options.get(text)
            if option is None:
                log.warning("%s", InvalidActionError("an imagined game lacks an option", option=text))
                judged.append(Judgement(text, UNKNOWN))
            elif decision.thinking.over and judged:
                left += 1
                judged.append(Judgement(text, UNKNOWN))
            elif option == sure:
                judged.append(Judgement(text, WON + AT_ONCE, "win", line=(text,)))
            else:
                judged.append(weighing.judgement(text, option))
        judged = [weighing.doubted(one, options.get(one.option)) for one in judged]
        if left:
            about = {"kind": decision.kind, "options": len(judged), "left": left}
            self.time_warning.log(OutOfTime("not every option was looked at", **about))
        return judged


class Weighing:
    """The options of one decision being weighed in the same imagined games."""

    def __init__(self, brain: Scorer, worlds: list[State], seat: int) -> None:
        self._brain = brain
        self._worlds = worlds
        self._seat = seat
        self._profile = shifted(brain.profile, worlds[0], seat)
        if brain.leans:
            self._profile = leaned(self._profile, plan_of(worlds[0].decks.decks[seat]))
        self.before = [brain.factors.of(world, seat) for world in worlds]
        """How the table stands in each imagined game."""
        question = worlds[0].question
        assert question is not None
        self._sensible = frozenset(deeds.sensible(worlds[0], question.options))
        self.usual = habits.answer(worlds[0])
        """What habit would do."""
        self._seen: dict[Option, list[float]] = {}
        """What each option was worth in each imagined game."""

    def judgement(self, text: str, option: Option) -> Judgement:
        """An option judged; one that cannot be imagined gets the score UNKNOWN."""
        return guarded(
            "an option could not be imagined",
            lambda: self._judgement(text, option),
            Judgement(text, UNKNOWN),
            option=text,
            seat=self._seat,
        )

    def _judgement(self, text: str, option: Option) -> Judgement:
        if option not in self._sensible:
            return Judgement(text, HOPELESS, line=(text,), parts=(("pointless", HOPELESS),))
        if option == END and not self._brain.turns:
            return Judgement(text, 0.0, line=(text,), parts=tuple((name, 0.0) for name in FACTORS))
        danger, ended, soon, parts = 0.0, 0, 0.0, dict.fromkeys(FACTORS, 0.0)
        totals: list[float] = []
        seen = self._seen[option] = []
        for world, before in zip(self._worlds, self.before, strict=True):
            threats = 0.0
            points = 0
            for after in quiet_points(world, option, self._brain.turns):
                points += not after.lost
                if self._brain.careful and after.turn <= world.turn + 1 and lethal.threatened(after, self._seat):
                    threats += DANGER
            danger += threats
            if after.lost:
                result = 0 if after.lost == 3 else 1 if after.winner == self._seat else -1
                ended += result
                soon += 1 / (1 + points)
                seen.append(ENDED * result - threats)
                continue
            shares = weighed_change(before, self._brain.factors.of(after, self._seat), self._profile)
            for name, share in shares.items():
                parts[name] += share
            totals.append(sum(shares.values()))
            seen.append(totals[-1] - threats)
        return self._summed_up(text, option, parts, totals, ended, danger, soon)

    def _summed_up(
        self, text: str, option: Option, parts: Factors, totals: list[float], ended: int, danger: float, soon: float
    ) -> Judgement:
        count = len(self._worlds)
        life = len(self._worlds[0].sides[self._seat].life)
        more = {
            "style": deeds.leaning(option, self._profile, life),
            "risk": RISK * (self._profile.risk - 0.5) * (max(totals) - min(totals)) if totals else 0.0,
            "end": (WON if abs(ended) == count else ENDED) * ended / count,
            "at once": AT_ONCE * (ended == count and deeds.name(option) == "attack the leader"),
            "in vain": -AT_ONCE * soon / count * (ended == -count),
            "danger": -danger / count * (ended > -count),
            "wasteful": -self._waste(option),
        }
        score = sum(totals) / count + sum(more.values())
        shares = [(name, round(part / count, 2)) for name, part in parts.items()]
        shares += [(name, round(part, 2)) for name, part in more.items() if part]
        return Judgement(text, round(score, 3), line=(text,), parts=tuple(shares))

    def _waste(self, option: Option) -> float:
        if waste.saves_too_dearly(self._worlds[0], option):
            return LAVISH
        return (WASTE if self._brain.careful else WASTE_UNSURE) * waste.is_wasteful(self._worlds[0], option)

    def doubted(self, judged: Judgement, option: Option | None) -> Judgement:
        """A judgement less the doubt whether the option is really better than what habit would do."""
        usual = self.usual
        mine, theirs = self._seen.get(option or usual, []), self._seen.get(usual, [])
        count = len(theirs)
        if option == usual or count < FEWEST_TO_DOUBT or len(mine) != count or abs(judged.score) > 0.9 * WON:
            return judged
        apart = [one - other for one, other in zip(mine, theirs, strict=True)]
        spread = statistics.pvariance(apart) + UNSEEN_SPREAD**2 / count
        doubt = -DOUBT * math.sqrt(spread / count)
        return replace(judged, score=round(judged.score + doubt, 3), parts=(*judged.parts, ("doubt", round(doubt, 2))))


def _lowered(judged: Judgement, floor: float) -> Judgement:
    """A judgement that is no better than the options that were judged again."""
    if judged.score <= floor:
        return judged
    return replace(judged, score=floor, parts=(*judged.parts, ("dropped", round(floor - judged.score, 2))))


def weighed_change(before: Factors, after: Factors, profile: Profile) -> Factors:
    """How much each factor has changed, times its weight."""
    return {name: weight * (after[name] - before[name]) for name, weight in profile.by_name.items()}


def judge_opening_hand(state: State, seat: int, options: Mapping[str, Option]) -> Analysis:
    """Keep or return an opening hand by the points of OP-7: a hand below thirty is returned."""
    points = worth.of_opening_hand([state.card(entry) for entry in state.sides[seat].hand])
    judged = tuple(
        Judgement(text, float(worth.KEEP_AT if option == MULLIGAN else points), line=(text,))
        for text, option in options.items()
    )
    plan = plan_of(state.decks.decks[seat])
    enough = f"{worth.KEEP_AT} are enough to keep it"
    because = f"The opening hand is worth {points} points, and {enough}; the deck's plan is {plan}."
    best = next(text for text, option in options.items() if (option == MULLIGAN) == (points < worth.KEEP_AT))
    return Analysis(judged, 0, 0, 0.0, MULLIGAN_REASON, best, because)
