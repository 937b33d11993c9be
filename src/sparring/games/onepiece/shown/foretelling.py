"""What will happen if a player attacks, blocks, counters or gives DON!!, in numbers, as far as the player can know."""

from __future__ import annotations

from sparring.games.onepiece.rules.options import Attack, Block, Counter
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import label
from sparring.games.onepiece.rules.values import has_keyword, may_block, power, protected

STEP = 1000
"""Counters come in steps of this much power."""


def called(state: State, unit: Unit) -> str:
    """The name of a card on the field, leaders included, with its place where several cards share the name."""
    if unit.card.category != "leader":
        return label(state, unit)
    name = state.decks.labels[unit.code]
    namesakes = any(state.decks.labels[other.code] == name for other in state.sides[unit.seat].characters)
    return f"leader {name}" if namesakes else name


def attack_foretold(state: State, option: Attack) -> str:
    """Both powers, the result, the counter that would stop the attack, and who could block."""
    attacker, target = state.on_field(option.attacker), state.on_field(option.target)
    mine, theirs = power(state, attacker), power(state, target)
    told = [f"{mine} against {theirs}: {_result(state, attacker, target, mine, theirs)}."]
    if attacker.card.timed("when_attacking"):
        told.append("Its [When Attacking] effect comes first.")
    if mine >= theirs:
        told.append(_what_stops(state, target.seat, mine - theirs))
    return " ".join([*told, _who_blocks(state, attacker, target)])


def _result(state: State, attacker: Unit, target: Unit, mine: int, theirs: int) -> str:
    if mine < theirs:
        missing = theirs - mine
        return f"it fails, unless it gets {missing} more"
    if target.card.category != "leader":
        return "it would survive" if _survives(state, attacker, target) else f"{called(state, target)} is K.O.'d"
    life = len(state.sides[target.seat].life)
    if not life:
        return "it wins the game"
    left = max(0, life - (2 if has_keyword(state, attacker, "Double Attack") else 1))
    lost = ", and the card goes to the trash" if has_keyword(state, attacker, "Banish") else ""
    return f"it hits, and their Life falls from {life} to {left}{lost}"


def _survives(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether nothing that battles it can K.O. the target."""
    return protected(state, target, "battle", attacker.card.category == "leader")


def _what_stops(state: State, seat: int, lead: int) -> str:
    needed = (lead // STEP + 1) * STEP
    hand = len(state.sides[seat].hand)
    if not hand:
        return "Their hand is empty, so they cannot counter."
    return f"They need {needed} in counters to stop it, from {hand} {'card' if hand == 1 else 'cards'} in hand."


def _who_blocks(state: State, attacker: Unit, target: Unit) -> str:
    blockers = [
        f"{called(state, unit)} ({power(state, unit)})"
        for unit in state.sides[target.seat].characters
        if not unit.rested
        and unit.id != target.id
        and has_keyword(state, unit, "Blocker")
        and may_block(state, unit, attacker)
    ]
    return f"{' or '.join(blockers)} can block." if blockers else "Nobody can block."


def block_foretold(state: State, option: Block) -> str:
    """What would become of the Blocker."""
    battle = state.battle
    attacker = None if battle is None else state.find(battle.attacker)
    if attacker is None:
        return ""
    blocker = state.on_field(option.unit)
    strong, weak = power(state, attacker), power(state, blocker)
    if strong < weak:
        return f"{strong} against {weak}: the attack fails."
    fate = "it survives" if _survives(state, attacker, blocker) else "it is K.O.'d, unless you counter"
    return f"{strong} against {weak}: {fate}."


def counter_foretold(state: State, option: Counter) -> str:
    """Whether the attack is stopped then."""
    battle = state.battle
    attacker = None if battle is None else state.find(battle.attacker)
    if battle is None or attacker is None:
        return ""
    value = state.decks.cards[option.code].counter or 0
    if option.unit != battle.target:
        return f"+{value}, but it is not attacked."
    strong, weak = power(state, attacker), power(state, state.on_field(option.unit)) + value
    if strong < weak:
        return f"+{value}: {strong} against {weak}, so the attack fails."
    more = (strong - weak) // STEP * STEP + STEP
    return f"+{value}: {strong} against {weak}, {more} more to stop it."


def powers_with_don(state: State, unit: Unit, most: int) -> tuple[str, ...]:
    """The power of a card with one more DON!!, two more, and so on."""
    given, powers = unit.don, []
    for more in range(1, most + 1):
        unit.don = given + more
        powers.append(str(power(state, unit)))
    unit.don = given
    return tuple(powers)
