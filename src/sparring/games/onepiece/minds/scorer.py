"""Opponents that imagine what each option leads to, and weigh it in five factors (OP-4 to OP-10)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from sparring.brains.brain import Brain
from sparring.games.onepiece.minds import factors, habits, lethal
from sparring.games.onepiece.minds.faults import DecisionError, InvalidActionError, OutOfTime
from sparring.games.onepiece.minds.profiles import EVEN, PROFILES, Profile, shifted
from sparring.games.onepiece.rules.options import END, MULLIGAN, Attack, Block, Counter, GiveDon, Option, option_text
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import View
from sparring.rules import Analysis, AnyGame, Decision, Judgement

log = logging.getLogger("sparring.onepiece")

WON = 1000.0
"""What it is worth to have won in every game that was imagined."""

ENDED = 25.0
"""What it is worth to win in some of them, if it were in all: no more than a table could be, or a win in one of four
would be played for whatever it costs in the others, and a loss in one of four feared like one in all."""

AT_ONCE = 10.0
"""What it is worth more to begin a win that is sure, or with an attack on the leader, where other ways may win too."""

BOLD: Mapping[str, float] = {"leader": 8.0, "character": 8.0, "give": 8.0, "defend": -30.0}
CAREFUL: Mapping[str, float] = {"leader": -2.8, "character": 6.0, "defend": 3.0}
"""What the boldest and the most careful would add to attacks on the leader, to those on characters, to DON!! given and
to defending, so that styles differ in what they do, and yet win about as often (`benchmarks/styles.py`)."""

SPARE = 3
"""With so much Life the bold would rather take a hit, and the card that comes with it; with less they defend themselves
as others do. Bold to the last, they lose too often."""

RISK = 0.5
"""How much of what imagined games differ by is added for one who likes it best, or taken off for one who fears it."""

DANGER = 8.0
"""What it costs to stand so that the opponent can win for sure in its turn; who fears it more plays too timidly."""

HOPELESS = -1.1 * WON
"""The score of what is left out because it is obviously bad: below all else, also where all else loses."""

UNKNOWN = -50.0
"""The score of what could not be looked at: only where all else loses is it the better choice."""

DEPTHS = ("action", "turn", "reply")
"""How far an option may be followed, by how many turns are played to their end."""

Factors = Mapping[str, float]


class Scorer(Brain):
    """Simulates each option to the next quiet point in some imagined games, and compares how it stands then."""

    settings: ClassVar[frozenset[str]] = frozenset({"style"})

    def __init__(
        self, game: AnyGame, style: str = "balanced", worlds: int = 2, until: str = "action", careful: bool = False
    ) -> None:
        super().__init__(game)
        self.profile = PROFILES[style]
        self.worlds = worlds
        self.depth = DEPTHS.index(until)
        """How far an option is followed: to the next action, the end of the turn, or through the reply to it."""
        self.careful = careful
        """Whether it looks for wins that are sure, and for what threatens it."""
        self.appraiser = factors.Appraiser()

    def judge(self, decision: Decision) -> Analysis:
        """Score every option; what is not looked at in time is worth nothing."""
        began = time.perf_counter()
        view: View = decision.view
        worlds = [view.sample(decision.rng(f"world {number}")) for number in range(self.worlds)]
        question = worlds[0].question
        assert question is not None
        options = {option_text(worlds[0], option): option for option in question.options}
        if decision.kind == "mulligan":
            return self._mulligan(worlds[0], decision.seat, options)
        profile = shifted(self.profile, worlds[0], decision.seat)
        sure = sure_win(view, worlds[0], decision) if self.careful else None
        before = [self.appraiser.factors(world, decision.seat) for world in worlds]
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
                judged.append(self._guarded(text, option, worlds, before, decision.seat, profile))
        found = Analysis(tuple(judged), 1, len(options) * len(worlds))
        best = decision.rng("tie").choice(found.best_options)
        if self.depth and decision.kind == "action" and not decision.thinking.over:
            line = expected(worlds[0], [options[best]])
            judged = [replace(one, line=line) if one.option == best else one for one in judged]
        sensible = tuple(one.option for one in judged if one.score != HOPELESS)
        return replace(
            found,
            options=tuple(judged),
            seconds=time.perf_counter() - began,
            reason="lethal" if sure is not None else deed(options[best]),
            preferred=best,
            because=_because(found, best),
            considered=sensible if sure is None else (best,),
        )

    # ------------------------------------------------------------------ one option

    def _guarded(
        self, text: str, option: Option, worlds: list[State], before: list[Factors], seat: int, profile: Profile
    ) -> Judgement:
        try:
            return self._judgement(text, option, worlds, before, seat, profile)
        except Exception as error:  # one option that cannot be imagined must not stop a decision
            log.warning("%s", DecisionError(f"an option could not be imagined: {error!r}", option=text, seat=seat))
            return Judgement(text, UNKNOWN)

    def _judgement(
        self, text: str, option: Option, worlds: list[State], before: list[Factors], seat: int, profile: Profile
    ) -> Judgement:
        if option == END and not self.depth:
            return Judgement(text, 0.0, line=(text,), parts=tuple((name, 0.0) for name in factors.FACTORS))
        if obviously_bad(worlds[0], option):
            return Judgement(text, HOPELESS, line=(text,), parts=(("pointless", HOPELESS),))
        danger, ended, parts = 0.0, 0.0, dict.fromkeys(factors.FACTORS, 0.0)
        totals: list[float] = []
        for world, then in zip(worlds, before, strict=True):
            for after in imagined(world, option, self.depth):
                if self.careful and after.turn <= world.turn + 1 and lethal.threatened(after, seat):
                    danger += DANGER
            if after.lost:
                ended += 0 if after.lost == 3 else 1 if after.winner == seat else -1
                continue
            now = self.appraiser.factors(after, seat)
            shares_now = {name: weight * (now[name] - then[name]) for name, weight in profile.by_name.items()}
            for name, share in shares_now.items():
                parts[name] += share
            totals.append(sum(shares_now.values()))
        more = {
            "style": leaning(option, profile, len(worlds[0].sides[seat].life)),
            "risk": RISK * (profile.risk - 0.5) * (max(totals) - min(totals)) if totals else 0.0,
            "end": (WON if abs(ended) == len(worlds) else ENDED) * ended / len(worlds),
            "at once": AT_ONCE * (ended == len(worlds) and deed(option) == "attack the leader"),
            "danger": -danger / len(worlds),
        }
        score = sum(totals) / len(worlds) + sum(more.values())
        shares = [(name, round(part / len(worlds), 2)) for name, part in parts.items()]
        shares += [(name, round(part, 2)) for name, part in more.items() if part]
        return Judgement(text, round(score, 3), line=(text,), parts=tuple(shares))

    # ------------------------------------------------------------------ what has rules of its own

    def _mulligan(self, state: State, seat: int, options: Mapping[str, Option]) -> Analysis:
        """By the points of OP-7: a hand below thirty is returned."""
        points = habits.opening_score([state.card(entry) for entry in state.sides[seat].hand])
        judged = tuple(
            Judgement(text, float(habits.KEEP_AT if option == MULLIGAN else points), line=(text,))
            for text, option in options.items()
        )
        because = f"The opening hand is worth {points} points, and {habits.KEEP_AT} are enough to keep it."
        best = next(text for text, option in options.items() if (option == MULLIGAN) == (points < habits.KEEP_AT))
        return Analysis(judged, 0, 0, 0.0, "mulligan", best, because)


def sure_win(view: View, state: State, decision: Decision) -> Option | None:
    """An option that begins a win against everything that the opponent could hold."""
    if decision.kind != "action":
        return None
    try:
        return lethal.sure_way(state, decision.seat, view.unseen_cards(1 - decision.seat))
    except Exception as error:  # a win that cannot be looked for must not stop a decision
        log.warning("%s", DecisionError(f"the search for a sure win failed: {error!r}", turn=state.turn))
        return None


def imagined(world: State, option: Option, depth: int) -> Iterator[State]:
    """The table at the next quiet point after an option, at the end of the turn, and after the reply, as far as asked.

    It is one table, which is played on.
    """
    after = world.copy()
    turn = after.turn
    after.choose(option)
    SHOWN.get(option.kind, _quiet)(world, after, option, depth == 0)
    yield after
    for later in range(depth):
        if after.turn == turn + later:
            habits.play_turn(after)
            yield after


# What each kind of action is for (OP-9, OP-10). Whoever looks no further than the next quiet point sees it by this; who
# looks further sees it by the rest of the turn.


def _quiet(before: State, after: State, option: Option, no_further: bool) -> None:
    """An attack is fought out, and so is whatever else was begun."""
    habits.to_quiet_point(after)


def _played(before: State, after: State, option: Option, no_further: bool) -> None:
    """A card that was played is on the table; one that may attack at once does so."""
    habits.to_quiet_point(after)
    for unit in list(after.sides[before.turn_seat].characters) if no_further else ():
        if before.find(unit.id) is None and may_attack(after, unit):
            _with_its_attack(after, unit.id)


def _given(before: State, after: State, option: Option, no_further: bool) -> None:
    """DON!! are given for an attack, so it follows."""
    assert isinstance(option, GiveDon)
    _with_its_attack(after, option.unit)


def _activated(before: State, after: State, option: Option, no_further: bool) -> None:
    """An effect that was used may have made somebody stronger, who attacks then."""
    habits.to_quiet_point(after)
    for unit in list(after.sides[before.turn_seat].fighters()) if no_further else ():
        was = before.find(unit.id)
        if was is not None and may_attack(after, unit) and power(after, unit) > power(before, was):
            _with_its_attack(after, unit.id)


SHOWN: Mapping[str, Callable[[State, State, Option, bool], None]] = {
    "play": _played,
    "attack": _quiet,
    "give": _given,
    "activate": _activated,
}


def _with_its_attack(state: State, number: int) -> None:
    """Give what more is needed, and attack what brings most."""
    turn = state.turn
    for _ in range(12):
        question = state.question
        if question is None or question.kind != "action" or state.turn != turn:
            break
        wish = habits.attack_with(state, number)
        if wish is None:
            break
        state.choose(wish)
        if isinstance(wish, Attack):
            habits.to_quiet_point(state)
            break


def expected(world: State, plan: Sequence[Option], to_its_end: bool = True) -> tuple[str, ...]:
    """What is done in one's turn by a plan, as far as it is possible in an imagined game, and by habit after that."""
    state, turn, coming = world.copy(), world.turn, list(plan)
    line: list[str] = []
    while state.question is not None and state.turn == turn:
        if line and state.question.kind != "action":
            state.choose(habits.answer(state))
            continue
        while line and coming and (coming[0] not in state.question.options or (coming[0] == END and coming[1:])):
            del coming[0]
        if not coming and not to_its_end:
            break
        option = coming.pop(0) if coming else habits.act(state)
        line.append(option_text(state, option))
        state.choose(option)
    return tuple(line)


def obviously_bad(state: State, option: Option) -> bool:
    """DON!! for one who cannot attack, an attack that fails anyway, defending against it or one not attacked (OP-6)."""
    if isinstance(option, GiveDon):
        unit = state.find(option.unit)
        return state.turn <= 2 or unit is None or not may_attack(state, unit)
    if isinstance(option, Attack):
        return _fails(state, option.attacker, option.target)
    if isinstance(option, Block | Counter) and state.battle is not None:
        aside = isinstance(option, Counter) and option.unit != state.battle.target
        return aside or _fails(state, state.battle.attacker, state.battle.target)
    return False


def _fails(state: State, attacker: int, target: int) -> bool:
    """Whether an attack has too little power, and nothing that would give it more."""
    unit, aim = state.find(attacker), state.find(target)
    if unit is None or aim is None or "when_attacking" in unit.card.numbers or "when_battling" in unit.card.numbers:
        return False
    return power(state, unit) < power(state, aim)


def leaning(option: Option, profile: Profile, life: int) -> float:
    """What a style likes, whatever it brings: the bold to attack, the careful to hold what they have (OP-5, OP-8)."""
    bold = profile.aggressiveness - EVEN
    what = DEEDS.get(option.kind, option.kind)
    if isinstance(option, Attack):
        what = "leader" if option.at_leader else "character"
    if what == "defend" and bold > 0 and life < SPARE:
        return 0.0
    return abs(bold) * (BOLD if bold > 0 else CAREFUL).get(what, 0.0)


DEEDS: Mapping[str, str] = {"block": "defend", "counter": "defend", "counter event": "defend"}


def deed(option: Option) -> str:
    """What an option is, in a word or two, for remarks that fit."""
    if isinstance(option, Attack):
        return "attack the leader" if option.at_leader else "attack"
    return IN_A_WORD.get(option.kind, option.kind)


IN_A_WORD: Mapping[str, str] = {
    "counter event": "counter",
    "unit": "target",
    "card": "target",
    "don": "target",
    "life of": "target",
    "give": "give DON!!",
    "activate": "use an effect",
    "resolve": "order of effects",
    "way": "which effect",
    "amount": "how many",
    "end": "top or bottom",
    "go": "first or second",
}


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
