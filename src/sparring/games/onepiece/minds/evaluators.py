"""The evaluators of OP-10: playing a card, attacking, giving DON!! and using an effect are each valued on their own.

Each looks at its action alone, in the points of the five factors, and says in an analysis what the action itself is
worth. The score of an option is what the whole turn and the reply to it lead to; the two need not agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sparring.games.onepiece.minds import factors
from sparring.games.onepiece.minds.seen import Seen, missing
from sparring.games.onepiece.rules.options import Activate, Attack, GiveDon, Option, PlayCard
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import has_keyword, may_block, power

UNSEEN_HAND = 0.5
"""The assumed chance that a hand stops an attack that it may stop, where too few hands were imagined to count."""


class Valued(NamedTuple):
    """What an evaluator says of an action."""

    evaluator: str
    points: float


def valued(seen: Seen, option: Option) -> Valued | None:
    """What the evaluator of an action says; None for decisions that are not actions."""
    found = EVALUATORS.get(option.kind)
    return None if found is None else Valued(found[0], round(found[1](seen, option), 2))


def playing(seen: Seen, option: Option) -> float:
    """What a card brings when it comes onto the field, less the card."""
    assert isinstance(option, PlayCard)
    return _change(seen, option)


def using(seen: Seen, option: Option) -> float:
    """What an effect changes, less what it costs."""
    assert isinstance(option, Activate)
    return _change(seen, option)


def attacking(seen: Seen, option: Option) -> float:
    """The value of the target times the chance that nobody blocks or counters (OP-8)."""
    assert isinstance(option, Attack)
    unit = seen.table.on_field(option.attacker)
    return _attack(seen, unit, seen.table.on_field(option.target), power(seen.table, unit))


def giving(seen: Seen, option: Option) -> float:
    """What the DON!! adds to the best attack of the one who gets it; nothing for one who cannot attack (OP-9)."""
    assert isinstance(option, GiveDon)
    unit = seen.table.on_field(option.unit)
    after = seen.afters(option)[0].state
    stronger = after.on_field(option.unit)
    if seen.table.turn <= 2 or not may_attack(after, stronger):
        return 0.0
    targets = [seen.other.leader, *(target for target in seen.other.characters if target.rested)]
    now = max(_attack(seen, unit, target, power(seen.table, unit)) for target in targets)
    return max(_attack(seen, unit, target, power(after, stronger)) for target in targets) - now


EVALUATORS: Mapping[str, tuple[str, Callable[[Seen, Option], float]]] = {
    "play": ("play card", playing),
    "attack": ("attack", attacking),
    "give": ("give DON!!", giving),
    "activate": ("activate effect", using),
}
"""The name of each evaluator and what it does, by the kind of the option."""


def _change(seen: Seen, option: Option) -> float:
    """The change of the five factors up to the next decision of anybody, the mean of some imagined games."""
    total = 0.0
    afters = seen.afters(option)
    for world, after in zip(seen.worlds, afters, strict=False):
        for factor in factors.FACTORS.values():
            total += factor(after.state, seen.seat) - factor(world, seen.seat)
    return total / len(afters)


def _attack(seen: Seen, unit: Unit, target: Unit, force: int) -> float:
    aim = power(seen.table, target)
    if force < aim:
        return 0.0
    return _prize(seen, unit, target) * (1 - _risk(seen, unit, target, missing(force, aim)))


def _prize(seen: Seen, unit: Unit, target: Unit) -> float:
    """What the opponent loses: Life, or a character."""
    life = len(seen.other.life)
    if target.card.category != "leader":
        return factors.of_character(seen.table, target)
    if not life:
        return 100.0
    points = 2 if has_keyword(seen.table, unit, "Double Attack") else 1
    return factors.of_life(life) - factors.of_life(max(0, life - points))


def _risk(seen: Seen, unit: Unit, target: Unit, thousands: int) -> float:
    """The chance that the attack is blocked or countered."""
    if any(each.id != target.id and may_block(seen.table, each, unit) for each in seen.blockers):
        return 1.0
    if seen.to_stop(thousands) is None:
        return 0.0
    hands = seen.imagined_counters
    return sum(most >= thousands for most in hands) / len(hands) if len(hands) > 1 else UNSEEN_HAND
