"""What does no more than another option, and costs more: found by rules, since a few imagined games cannot tell."""

from sparring.games.onepiece.minds import prices, worth
from sparring.games.onepiece.rules.options import Attack, Counter, CounterEvent, Option
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import has_keyword, power

SPARE = 2000
"""By how much the stronger of two attackers must be stronger to be wasted on a character."""

EARLY_LIFE = 5
"""With this much Life, a hit is a card in hand: counters are for the end."""

IN_BATTLE = ("when_battling", "end_of_battle")


def is_wasteful(state: State, option: Option) -> bool:
    """True if another option does as much for less, or if what is saved costs more than it is worth this early."""
    if isinstance(option, Attack):
        return not option.at_leader and _has_smaller_attacker(state, option)
    if isinstance(option, Counter | CounterEvent):
        return _is_early(state) or (isinstance(option, Counter) and _has_cheaper_counter(state, option))
    return False


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
    """True if a card that is worth less on the table does as much against the attack."""
    battle, cards = state.battle, state.decks.cards
    question = state.question
    if battle is None or question is None or option.unit != battle.target:
        return False
    attacker, aim = state.find(battle.attacker), state.find(battle.target)
    if attacker is None or aim is None:
        return False
    missing = power(state, attacker) - power(state, aim) + 1
    own = cards[option.code]
    does = min(own.counter or 0, missing)
    return any(
        isinstance(other, Counter)
        and other.unit == option.unit
        and min(cards[other.code].counter or 0, missing) >= does
        and worth.of_card(cards[other.code]) <= worth.of_card(own) - prices.PRICES.card_cost
        for other in question.options
    )
