"""Reasons in the game's words: facts about an option that were checked, and the sentence that says them.

Facts are proposed by the kind of the option, and only those whose check passes are said. A reason belongs to one
option; the sentence for a decision adds the alternative that was rejected, and what speaks against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece.minds.evaluators import valued
from sparring.games.onepiece.minds.facts import attacks, changes, defence, enabling, leftovers, picks
from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.faults import guarded
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.options import (
    END,
    NO_BLOCK,
    NO_COUNTER,
    Attack,
    Block,
    ChooseCard,
    Counter,
    CounterEvent,
    GiveDon,
    Go,
    Option,
    PlayCard,
)
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power
from sparring.rules import Analysis, Judgement

MOST_SAID = 2
"""Facts that a reason says at most."""

Proposals: TypeAlias = Iterator[Fact]


def facts_of(seen: Seen, option: Option) -> list[Fact]:
    """What is true about an option and worth saying, the most telling first."""
    propose = PROPOSED.get(option.kind, _by_change)
    if option in (NO_COUNTER, NO_BLOCK):
        propose = _not_defending
    elif option == END:
        propose = _ending
    found = [fact for fact in propose(seen, option) if fact.is_true(seen, option)]
    return sorted(dict.fromkeys(found), key=lambda fact: -abs(fact.weight))


def _guarded_facts(seen: Seen, option: Option) -> list[Fact]:
    """The facts about an option; a mistake in them must not stop a decision."""
    nothing: list[Fact] = []
    return guarded("a reason could not be found", lambda: facts_of(seen, option), nothing, option=option)


def reason(seen: Seen, option: Option) -> str:
    """What an option is good for, and what speaks against it where nothing speaks for it; empty if nothing is known."""
    return "; ".join(map(str, said(_guarded_facts(seen, option))))


def said(facts: Sequence[Fact]) -> list[Fact]:
    """The facts that a reason says: a grave one alone, or else the most telling ones that are not trifles."""
    grave = [fact for fact in facts if fact.weight <= GRAVE]
    telling = [fact for fact in different(facts) if fact.weight > 0 or fact.weight <= SERIOUS]
    return grave[:1] or telling[:MOST_SAID] or list(facts[:1])


GRAVE = -80
"""The weight of a fact that nothing else makes up for."""

SERIOUS = -60
"""The weight of a fact against an option that is said beside those for it."""


def different(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without those that a stronger one includes."""
    kinds = {type(fact) for fact in facts}
    included: set[type[Fact]] = set()
    if {attacks.Clears, attacks.TakesLife} & kinds:
        included |= {attacks.Aims, attacks.CostlyToCounter, attacks.RarelyCountered}
    if attacks.Uncounterable in kinds:
        included |= {attacks.RarelyCountered, attacks.CostlyToCounter}
    if defence.FailsAnyway in kinds:
        included |= {defence.TooLittle}
    return [fact for fact in facts if type(fact) not in included]


def against(seen: Seen, option: Option) -> str:
    """What speaks against an option that was rejected, or what it does; a clause that follows "which"."""
    facts = _guarded_facts(seen, option)
    plain = [fact for fact in facts if not fact.has_subject]
    bad = [fact for fact in plain if fact.weight < 0]
    return str((bad or plain)[0]) if plain else ""


class Scale(NamedTuple):
    """How a mind puts its scores into words."""

    says: Callable[[float], str]
    unit: str
    tie: float
    """Options whose scores differ by no more are called a tie."""


CHANCES = Scale(lambda score: f"{score:.0f} %", " to win", 0.5)
"""Scores that are chances of winning, in percent."""

POINTS = Scale(lambda score: f"{score:+.1f}", " points", 0.0)
"""Scores in points of the five factors."""

WON = 900.0
"""Points from which on an option won in every imagined game."""


def explained(found: Analysis, seen: Seen, options: Mapping[str, Option], scale: Scale, untried: float) -> Analysis:
    """An analysis with the reason of every option, and the sentence for the best one.

    Options with the score `untried` were not looked at, or are pointless: they are not alternatives.
    """
    judged = tuple(_with_reason(one, seen, options.get(one.option)) for one in found.options)
    best = next(one for one in judged if one.option == found.best)
    able = [one for one in judged if one.option in options and one.score > untried and not _marks(one) & LEFT_OUT]
    others = [one for one in able if one is not best]
    if best.outcome == "win":
        because = "It wins this turn, whatever the opponent blocks and counters with."
    elif not others:
        because = _capital("; ".join(filter(None, (best.because, _odds(best), _nothing_else(best, judged)))) + ".")
    else:
        second = max(others, key=lambda one: one.score)
        own_turn = seen.table.turn_seat == seen.seat
        because = _sentence(best, second, against(seen, options[second.option]), scale, own_turn)
    return replace(found, options=judged, because=because)


def _nothing_else(best: Judgement, judged: Sequence[Judgement]) -> str:
    """Why an option has no alternative."""
    marks = [_marks(one) for one in judged if one is not best]
    if any(NOT_TRIED in each for each in marks):
        return "nothing else was tried"
    if all(POINTLESS in each for each in marks):
        return "all else is pointless"
    other = "everything else" if best.score > -WON else "every option"
    return f"{other} lost in each game that was imagined"


def _with_reason(judged: Judgement, seen: Seen, option: Option | None) -> Judgement:
    """A judgement with its reason, and with what the evaluator of its kind of action says."""
    if option is None:
        return judged  # the imagined games lack it
    value = guarded("an evaluator failed", lambda: valued(seen, option), None, option=option)
    parts = judged.parts
    if value is not None and not _marks(judged) & LEFT_OUT:
        parts = (*parts, (value.evaluator, value.points))
    return replace(judged, because=reason(seen, option), parts=parts)


NOT_TRIED, POINTLESS = "not tried", "pointless"
LEFT_OUT = frozenset({NOT_TRIED, POINTLESS})
"""The marks of options that there was no time for, and that no player would consider."""

ODDS = "win this turn"
"""The part of a judgement that holds the odds of winning with attacks alone, in percent."""


def _marks(judged: Judgement) -> set[str]:
    """The names of the parts of a judgement."""
    return {name for name, _ in judged.parts}


def _odds(judged: Judgement) -> str:
    """The odds of winning this turn with attacks alone, if an option begins them."""
    odds = dict(judged.parts).get(ODDS)
    return f"attacks alone win this turn against {odds:.0f} % of the likely hands" if odds else ""


def _sentence(best: Judgement, second: Judgement, fault: str, scale: Scale, own_turn: bool) -> str:
    """Why the best option was chosen, its score, and the alternative that was rejected."""
    told = f"{best.because}; " if best.because else ""
    if odds := _odds(best):
        told += f"{odds}; "
    elif own_turn and not best.because and len(best.line) > 1:
        told += f"goes on with {best.line[1]!r}; "
    told = told or "it has "
    if best.score > WON:
        told += "won in every game that was imagined, "
    else:
        told += f"{scale.says(best.score)}{scale.unit}, "
    if abs(best.score - second.score) <= scale.tie:
        told += f"a tie with {second.option!r}"
    else:
        told += f"against {scale.says(second.score)} with {second.option!r}"
    return _capital(f"{told}, which {fault}." if fault else f"{told}.")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


# ---------------------------------------------------------------------- proposals


def _attacking(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, Attack)
    table = seen.table
    attacker, target = table.on_field(option.attacker), table.on_field(option.target)
    force, aim = power(table, attacker), power(table, target)
    yield attacks.TooWeak(force, aim)
    yield attacks.AttacksProtected(seen.name(target))
    yield attacks.Aims(seen.name(target), force, aim)
    if option.at_leader:
        for points in (1, 2):
            yield attacks.TakesLife(max(0, len(seen.other.life) - points))
    else:
        yield attacks.Clears(seen.name(target))
        for unit in _strongest(seen, seen.own.fighters()):
            yield attacks.LeavesForLeader(seen.name(unit), power(table, unit))
    yield attacks.Uncounterable(force)
    if len(seen.worlds) >= FEWEST_HANDS:
        for hands in range(len(seen.worlds) // 2 + 1, len(seen.worlds) + 1):
            yield attacks.RarelyCountered(force, hands, len(seen.worlds))
    for cards in range(2, len(seen.other.hand) + 1):
        yield attacks.CostlyToCounter(cards)
    yield attacks.CostsNothing()
    for unit in seen.blockers:
        yield attacks.MayBeBlocked(seen.name(unit))
    yield attacks.Exposes(seen.name(attacker))


FEWEST_HANDS = 8
"""Imagined hands that are needed to speak of most of them."""


def _giving(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, GiveDon)
    unit = seen.table.on_field(option.unit)
    yield from _strengthening(seen, option, unit)
    aim, after = power(seen.table, seen.other.leader), seen.afters(option)[0].state
    for cards in range(len(seen.other.hand) + 1):
        yield changes.HarderToCounter(power(after, after.on_field(unit.id)), cards)
    for don in range(2, seen.own.active + 1):
        yield changes.FirstOf(seen.name(unit), don, aim)
    yield leftovers.SpareDon()


def _strengthening(seen: Seen, option: Option, *units: Unit, beside: bool = False) -> Proposals:
    """Facts about units that an option may make stronger; `beside` means that this is only a side effect."""
    for unit in units:
        after = seen.afters(option)[0]
        now = after.state.find(unit.id)
        if now is None:
            continue
        force = power(after.state, now)
        for enough in (True, False):
            yield changes.Strengthens(seen.name(unit), force, enough, not after.chosen)
        facts: list[Fact] = [enabling.SwitchesOn(seen.name(unit), last) for last in (True, False)]
        idle = [] if beside else [changes.StrengthensIdle(seen.name(unit))]
        yield from [fact for fact in facts if fact.holds(seen, option)] or idle
        yield changes.PassesBlockers(seen.name(unit), not after.chosen)


def _playing(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, PlayCard)
    card = seen.table.decks.cards[option.code]
    yield changes.Brings(card.power or 0, tuple(sorted(card.keywords & {"Blocker", "Rush"})))
    yield changes.UsesDon(card.cost or 0)
    yield from _by_change(seen, option)


def _by_change(seen: Seen, option: Option) -> Proposals:
    """Facts about what is different after an option."""
    after = seen.afters(option)[0]
    sure = not after.chosen
    for unit in seen.other.units():
        now = after.state.find(unit.id)
        if now is None:
            yield changes.Removes(seen.name(unit), sure)
        elif now.rested and not unit.rested:
            yield changes.Rests(seen.name(unit), sure)
    for unit in seen.own.units():
        if after.state.find(unit.id) is None:
            yield changes.Loses(seen.name(unit))
    side = after.state.sides[seen.seat]
    played = isinstance(option, PlayCard)
    yield changes.Gains("card", len(side.hand) - len(seen.own.hand) + played, sure)
    yield changes.Gains("DON!!", side.don_on_field - seen.own.don_on_field, sure)
    yield changes.Gains("Life", len(side.life) - len(seen.own.life), sure)
    yield changes.TakesTheirLife()
    gone = any(after.state.find(unit.id) is None for unit in seen.other.units())
    yield from _strengthening(seen, option, *seen.own.fighters(), beside=gone)
    yield changes.KeepsActiveDon()
    for on_top in (True, False):
        yield picks.PutsBack(on_top)
    yield changes.ChangesNothing()


def _countering(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, Counter | CounterEvent)
    found = defence.battle_of(seen)
    if found is None:
        return
    now, force = found
    yield defence.SavesGame()
    yield defence.FailsAnyway(force, now)
    yield defence.Stops(now + seen.counter_of(option.code), force)
    for cards in range(2, len(seen.own.hand) + 1):
        yield defence.BeginsToStop(cards, force)
    yield defence.TooLittle(force)
    yield defence.CheapestCounter(seen.table.decks.cards[option.code].name)
    for unit in seen.own.characters:
        yield defence.Saves(seen.name(unit))
    yield from _keeping(seen, option)


def _not_defending(seen: Seen, option: Option) -> Proposals:
    found = defence.battle_of(seen)
    if found is None:
        return
    now, force = found
    yield defence.FailsAnyway(force, now)
    yield defence.TooLittle(force)
    for points in (1, 2):
        yield defence.LifeLeft(len(seen.own.life) - points)
    for unit in seen.own.characters:
        yield defence.GivesUp(seen.name(unit))
        yield defence.KeepsBlocker(seen.name(unit))
    if option == NO_COUNTER:
        yield from _keeping(seen, option)


def _blocking(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, Block)
    found = defence.battle_of(seen)
    unit = seen.table.on_field(option.unit)
    if found is not None:
        yield defence.FailsAnyway(found[1], found[0])
    yield defence.SavesGame()
    yield defence.Survives(seen.name(unit))
    yield defence.Falls(seen.name(unit))


def _ending(seen: Seen, option: Option) -> Proposals:
    table = seen.table
    yield leftovers.NoAttackLeft()
    yield leftovers.NothingToPlay()
    cards = [table.card(entry) for entry in seen.own.hand]
    for card in cards:
        yield leftovers.KeepsDonFor(card.name)
    for card in sorted(cards, key=lambda card: -(card.cost or 0)):
        yield leftovers.LeavesDon(seen.own.active, card.name)
    for unit in _strongest(seen, seen.own.fighters()):
        yield leftovers.LeavesAttack(seen.name(unit))
    for unit in seen.own.characters:
        yield defence.KeepsBlocker(seen.name(unit))
    yield from _keeping(seen, option)


def _choosing(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, ChooseCard)
    name = seen.table.decks.cards[option.code].name
    yield picks.MostOnOffer(name)
    yield picks.LeastInHand(name)
    yield picks.DrawnNext(name)
    question = seen.table.question
    if question is not None and question.about.what != "order cards":
        yield from _by_change(seen, option)


def _going(seen: Seen, option: Option) -> Proposals:
    assert isinstance(option, Go)
    yield picks.Goes(option.order)


def _keeping(seen: Seen, option: Option) -> Proposals:
    """The best cards in hand that stay there for a counter."""
    used = option.code if isinstance(option, Counter | CounterEvent) else -1
    codes = dict.fromkeys(entry & CODE for entry in seen.own.hand if entry & CODE != used)
    cards = [card for code in codes if (card := seen.table.decks.cards[code]).counter or card.timed("counter")]
    best = sorted(cards, key=lambda card: -(card.cost or 0))[:2]
    yield defence.KeepsCounter(tuple(dict.fromkeys(card.name for card in best)))


def _strongest(seen: Seen, units: Sequence[Unit]) -> list[Unit]:
    return sorted((unit for unit in units if may_attack(seen.table, unit)), key=lambda unit: -power(seen.table, unit))


PROPOSED: Mapping[str, Callable[[Seen, Option], Proposals]] = {
    "attack": _attacking,
    "give": _giving,
    "play": _playing,
    "counter": _countering,
    "counter event": _countering,
    "block": _blocking,
    "card": _choosing,
    "go": _going,
}
"""Which facts are proposed for each kind of option; for all others, those about what changes."""
