"""Opponents that imagine what each option leads to, and weigh it in five factors (OP-4 to OP-10)."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from sparring.brains.brain import Brain
from sparring.games.onepiece.minds import deeds, lethal, worth
from sparring.games.onepiece.minds.factors import FACTORS, FactorCache, Factors
from sparring.games.onepiece.minds.faults import InvalidActionError, OutOfTime, guarded
from sparring.games.onepiece.minds.profiles import PROFILES, STYLE, Profile, shifted
from sparring.games.onepiece.minds.turns import expected_line, quiet_points
from sparring.games.onepiece.rules.options import END, MULLIGAN, Option, option_text
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

DANGER = 8.0
"""Points that it costs if the opponent can then win for sure in its turn. With more, play becomes too timid."""

HOPELESS = -1.1 * WON
"""The score of a pointless option: below everything else, even where everything else loses."""

UNKNOWN = -50.0
"""The score of an option that could not be judged: it is taken only where everything else loses."""

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
        self.factors = FactorCache()

    def judge(self, decision: Decision) -> Analysis:
        """Score every option; one that there was no time for gets the score UNKNOWN."""
        began = time.perf_counter()
        view: View = decision.view
        worlds = [view.sample(decision.rng(f"world {number}")) for number in range(self.worlds)]
        question = worlds[0].question
        assert question is not None
        options = {option_text(worlds[0], option): option for option in question.options}
        if decision.kind == "mulligan":
            return judge_opening_hand(worlds[0], decision.seat, options)
        sure = winning_option(view, worlds[0], decision) if self.careful else None
        weighing = Weighing(self, worlds, decision.seat)
        judged = self._judged(decision, options, sure, weighing)
        found = Analysis(tuple(judged), 1, len(options) * len(worlds))
        best = decision.rng("tie").choice(found.best_options)
        if self.turns and decision.kind == "action" and not decision.thinking.over:
            line = expected_line(worlds[0], [options[best]])
            judged = [replace(one, line=line) if one.option == best else one for one in judged]
        sensible = tuple(one.option for one in judged if one.score != HOPELESS)
        return replace(
            found,
            options=tuple(judged),
            seconds=time.perf_counter() - began,
            reason="lethal" if sure is not None else deeds.name(options[best]),
            preferred=best,
            because=_because(found, best),
            considered=sensible if sure is None else (best,),
        )

    def _judged(
        self, decision: Decision, options: Mapping[str, Option], sure: Option | None, weighing: Weighing
    ) -> list[Judgement]:
        judged: list[Judgement] = []
        for text in decision.options:
            option = options.get(text)
            if option is None:
                log.warning("%s", InvalidActionError("an imagined game lacks an option", option=text))
                judged.append(Judgement(text, UNKNOWN))
            elif decision.thinking.over and judged:
                log.warning("%s", OutOfTime("not every option was looked at", kind=decision.kind, left=text))
                judged.append(Judgement(text, UNKNOWN))
            elif option == sure:
                judged.append(Judgement(text, WON + AT_ONCE, "win", line=(text,)))
            else:
                judged.append(weighing.judgement(text, option))
        return judged


class Weighing:
    """The options of one decision being weighed in the same imagined games."""

    def __init__(self, brain: Scorer, worlds: list[State], seat: int) -> None:
        self._brain = brain
        self._worlds = worlds
        self._seat = seat
        self._profile = shifted(brain.profile, worlds[0], seat)
        self._before = [brain.factors.of(world, seat) for world in worlds]

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
        if option == END and not self._brain.turns:
            return Judgement(text, 0.0, line=(text,), parts=tuple((name, 0.0) for name in FACTORS))
        if deeds.is_pointless(self._worlds[0], option):
            return Judgement(text, HOPELESS, line=(text,), parts=(("pointless", HOPELESS),))
        danger, ended, parts = 0.0, 0, dict.fromkeys(FACTORS, 0.0)
        totals: list[float] = []
        for world, before in zip(self._worlds, self._before, strict=True):
            for after in quiet_points(world, option, self._brain.turns):
                if self._brain.careful and after.turn <= world.turn + 1 and lethal.threatened(after, self._seat):
                    danger += DANGER
            if after.lost:
                ended += 0 if after.lost == 3 else 1 if after.winner == self._seat else -1
                continue
            shares = weighed_change(before, self._brain.factors.of(after, self._seat), self._profile)
            for name, share in shares.items():
                parts[name] += share
            totals.append(sum(shares.values()))
        return self._summed_up(text, option, parts, totals, ended, danger)

    def _summed_up(
        self, text: str, option: Option, parts: Factors, totals: list[float], ended: int, danger: float
    ) -> Judgement:
        count = len(self._worlds)
        life = len(self._worlds[0].sides[self._seat].life)
        more = {
            "style": deeds.leaning(option, self._profile, life),
            "risk": RISK * (self._profile.risk - 0.5) * (max(totals) - min(totals)) if totals else 0.0,
            "end": (WON if abs(ended) == count else ENDED) * ended / count,
            "at once": AT_ONCE * (ended == count and deeds.name(option) == "attack the leader"),
            "danger": -danger / count,
        }
        score = sum(totals) / count + sum(more.values())
        shares = [(name, round(part / count, 2)) for name, part in parts.items()]
        shares += [(name, round(part, 2)) for name, part in more.items() if part]
        return Judgement(text, round(score, 3), line=(text,), parts=tuple(shares))


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
    because = f"The opening hand is worth {points} points, and {worth.KEEP_AT} are enough to keep it."
    best = next(text for text, option in options.items() if (option == MULLIGAN) == (points < worth.KEEP_AT))
    return Analysis(judged, 0, 0, 0.0, "mulligan", best, because)


def _because(found: Analysis, chosen: str) -> str:
    """One sentence that says why the chosen option is best."""
    best = found[chosen]
    others = [judged for judged in found.options if judged.option != best.option]
    if best.outcome == "win":
        return "It wins this turn, whatever the opponent blocks and counters with."
    if best.score >= 0.9 * WON:
        return "It won in every game that was imagined."
    if not others:
        return "There is nothing else to do."
    next_best = max(others, key=lambda judged: judged.score)
    equal = sum(judged.score == best.score for judged in others)
    shares = sorted(best.parts, key=lambda part: -abs(part[1]))
    told = ", ".join(f"{name} {share:+.1f}" for name, share in shares[:3] if abs(share) >= 0.05) or "nothing changes"
    rest = f"next comes {next_best.option!r} with {next_best.score:+.1f}"
    if equal:
        rest = f"{next_best.option!r} scores the same" if equal == 1 else f"{equal} others score the same"
    elif next_best.score == HOPELESS:
        rest = "all else is pointless"
    return f"It scores {best.score:+.1f} ({told}); {rest}."
