"""Options that do no more than another one and cost more, found by rules: a few imagined games cannot tell them."""

from typing import NamedTuple

from sparring.games.onepiece.minds import defence, prices, worth
from sparring.games.onepiece.rules.effects import can_activate
from sparring.games.onepiece.rules.options import END, Attack, Counter, CounterEvent, Option, PlayCard
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack, may_attack_leader
from sparring.games.onepiece.rules.values import has_keyword, power
from sparring.games.onepiece.rules.words import every_gist

SPARE = 2000
"""The surplus of power from which an attacker is wasted on a character."""

LEAST_COUNTER = 1000
"""The power that the smallest counter adds."""

EARLY_LIFE = 5
"""With this much Life, a hit is a card in hand: counters are for the end."""

IN_BATTLE = ("when_battling", "end_of_battle")


def is_wasteful(state: State, option: Option) -> bool:
    """True if another option does as much for less, or if it is too early to pay for a defence."""
    if isinstance(option, Attack):
        if _comes_before_bonus(state, option):
            return True
        if option.at_leader:
            return _lacks_spare_don(state, option)
        return _has_smaller_attacker(state, option) or _needs_no_don(state, option)
    if option == END:
        return _leaves_loaded(state)
    if isinstance(option, Counter | CounterEvent):
        return _is_early(state) or (isinstance(option, Counter) and _has_cheaper_counter(state, option))
    return False


def saves_too_dearly(state: State, option: Option) -> bool:
    """True if saving a character from everyone who can still attack it costs more in counters than it is worth."""
    battle = state.battle
    if not isinstance(option, Counter | CounterEvent) or battle is None:
        return False
    aim, costs = state.find(battle.target), _costs(state, option)
    if costs is None or aim is None or aim.card.category == "leader":
        return False
    worth_saving = prices.PRICES.saved * worth.of_unit(state, aim)
    return costs.with_option * (1 + defence.attackers_left(state, aim)) > worth_saving


def _lacks_spare_don(state: State, option: Attack) -> bool:
    """True if the smallest counter stops an attack on the leader while an active DON!! has no other use."""
    side, seat = state.sides[state.turn_seat], state.turn_seat
    unit, aim = state.on_field(option.attacker), state.sides[1 - seat].leader
    strength = power(state, aim)
    if not side.active or not state.sides[1 - seat].hand or not 0 <= power(state, unit) - strength < LEAST_COUNTER:
        return False
    others = sum(
        max(0, -(-(strength - power(state, other)) // 1000))
        for other in side.fighters()
        if other is not unit and may_attack(state, other)
    )
    return side.active - others > _used_by_cards(state)


def _leaves_loaded(state: State) -> bool:
    """True if a character with DON!! could still attack the leader and has no other use for them."""
    side, aim = state.sides[state.turn_seat], state.sides[1 - state.turn_seat].leader
    return state.turn > 2 and any(
        unit.don
        and may_attack_leader(state, unit)
        and power(state, unit) >= power(state, aim)
        and not has_keyword(state, unit, "Blocker")
        and not any(condition.needs.don for effect in unit.card.effects for condition in effect.conditions)
        for unit in side.characters
    )


def _comes_before_bonus(state: State, option: Attack) -> bool:
    """True if another card should attack first, because its attack makes others stronger."""
    side = state.sides[state.turn_seat]
    return not _strengthens_others(state, state.on_field(option.attacker)) and any(
        may_attack(state, other) and _strengthens_others(state, other)
        for other in side.fighters()
        if other.id != option.attacker
    )


def _strengthens_others(state: State, unit: Unit) -> bool:
    """True if a unit's attack gives its own side power for the rest of the turn."""
    return any(
        gist.power > 0 and gist.until == "turn" and gist.target is not None and gist.target.select != "this"
        for number in unit.card.timed("when_attacking")
        if can_activate(state, unit, number)
        for gist in every_gist(unit.card.effects[number].actions)
    )


def _used_by_cards(state: State) -> int:
    """The most DON!! that the cards in hand can use together: those that can be played, and [Counter] events."""
    side, question = state.sides[state.turn_seat], state.question
    able = {option.code for option in question.options if isinstance(option, PlayCard)} if question else set()
    sums = {0}
    for entry in side.hand:
        card = state.card(entry)
        if entry & CODE in able or (card.category == "event" and card.timed("counter")):
            sums |= {total + (card.cost or 0) for total in sums}
    return max(total for total in sums if total <= side.active)


def _has_smaller_attacker(state: State, option: Attack) -> bool:
    """True if somebody else beats the character, while this one is strong enough for the leader."""
    seat = state.turn_seat
    unit, aim = state.on_field(option.attacker), state.on_field(option.target)
    leader = state.sides[1 - seat].leader
    force = power(state, unit)
    if not _is_plain(state, unit) or force < power(state, leader):
        return False
    return any(
        other is not unit
        and may_attack(state, other)
        and power(state, aim) <= power(state, other) <= force - SPARE
        and _is_plain(state, other)
        for other in state.sides[seat].fighters()
    )


def _needs_no_don(state: State, option: Attack) -> bool:
    """True if somebody who was given DON!! beats the character without them, and is strong enough for the leader."""
    unit, aim = state.on_field(option.attacker), state.on_field(option.target)
    force, leader = power(state, unit), state.sides[1 - state.turn_seat].leader
    used = max((condition.needs.don for effect in unit.card.effects for condition in effect.conditions), default=0)
    spare = 1000 * (unit.don - used)
    return (
        spare >= SPARE
        and force - power(state, aim) >= SPARE
        and force >= power(state, leader)
        and may_attack_leader(state, unit)
        and _is_plain(state, unit)
    )


def _is_plain(state: State, unit: Unit) -> bool:
    """True if it does not matter what a unit attacks, but for the power."""
    return not has_keyword(state, unit, "Double Attack") and not any(unit.card.timed(timing) for timing in IN_BATTLE)


def _is_early(state: State) -> bool:
    """True if the attack in progress costs one of five Life cards."""
    battle = state.battle
    if battle is None or battle.target not in (0, 1):
        return False
    attacker = state.find(battle.attacker)
    if attacker is None or has_keyword(state, attacker, "Double Attack"):
        return False
    return len(state.sides[battle.target].life) >= EARLY_LIFE


def _has_cheaper_counter(state: State, option: Counter) -> bool:
    """True if the attack can be stopped for less without an option, such as by one card instead of two."""
    costs = _costs(state, option)
    return costs is not None and costs.least <= costs.with_option - prices.PRICES.card_cost


class _Costs(NamedTuple):
    """What the counters cost that stop an attack."""

    least: float
    """The cheapest ones."""

    with_option: float
    """The cheapest ones that an option is part of."""


def _costs(state: State, option: Counter | CounterEvent) -> _Costs | None:
    """What it costs to stop the attack in progress, with an option and at least; None if the hand cannot stop it."""
    battle, question = state.battle, state.question
    if battle is None or question is None:
        return None
    attacker, aim = state.find(battle.attacker), state.find(battle.target)
    if attacker is None or aim is None:
        return None
    missing = power(state, attacker) - power(state, aim) + 1
    means = defence.means_against(state, question, battle.target)
    chosen, least = defence.cheapest(means, missing)
    if chosen is None:
        return None
    place = next((at for at, each in enumerate(means) if each[2] == option and each[0] > 0), None)
    if place is None:
        return _Costs(least, least)
    value, cost, _ = means.pop(place)
    return _Costs(least, cost + defence.cheapest(means, missing - value)[1])
