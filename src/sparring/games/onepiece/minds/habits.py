"""Habit: rules of thumb for every decision, fast enough to play whole turns with. It is the policy of all rollouts.

Nothing here looks at a card that the player who decides cannot see.
"""

from __future__ import annotations

from functools import lru_cache

from sparring.games.onepiece.minds import defence, gains, prices, worth
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.effects import effect_of
from sparring.games.onepiece.rules.options import (
    END,
    KEEP,
    MULLIGAN,
    NO,
    NONE,
    YES,
    Activate,
    Attack,
    ChooseCard,
    ChooseUnit,
    GiveDon,
    Go,
    Option,
    PlayCard,
    attack,
    give_don,
)
from sparring.games.onepiece.rules.sides import MOST_CHARACTERS, Unit
from sparring.games.onepiece.rules.state import Question, Source, State
from sparring.games.onepiece.rules.turn import may_attack, may_attack_leader, targets_for
from sparring.games.onepiece.rules.values import has_keyword, power
from sparring.games.onepiece.rules.words import Gist

NOTHING = Gist()


def answer(state: State) -> Option:
    """The option that habit chooses."""
    question = state.question
    assert question is not None
    kind = question.kind
    if kind == "action":
        return act(state)
    if kind == "counter":
        return defence.counter(state, question)
    if kind == "blocker":
        return defence.block(state)
    if kind == "target":
        return target(state, question)
    if kind == "mulligan":
        hand = state.sides[question.seat].hand
        return MULLIGAN if worth.of_opening_hand([state.card(entry) for entry in hand]) < worth.KEEP_AT else KEEP
    return value(state, question)


def play_turn(state: State) -> None:
    """Play by habit until the turn is over."""
    turn = state.turn
    while state.turn == turn and state.question is not None:
        state.choose(answer(state))


def to_quiet_point(state: State) -> None:
    """Play by habit until somebody may act freely."""
    while state.question is not None and state.question.kind != "action":
        state.choose(answer(state))


# ---------------------------------------------------------------------- targets and values


def target(state: State, question: Question) -> Option:
    """The best target for an effect at first sight."""
    options, seat = question.options, question.seat
    what = question.about.what
    if isinstance(options[0], ChooseUnit):
        return _unit_for(state, seat, what, question)
    if isinstance(options[0], ChooseCard):
        cards = [option for option in options if isinstance(option, ChooseCard)]
        worths = {option: worth.of_card(state.decks.cards[option.code]) for option in cards}
        if question.about.from_hand:
            return min(cards, key=worths.__getitem__)
        return options[0] if what == "order cards" else max(cards, key=worths.__getitem__)
    return options[0]


def _unit_for(state: State, seat: int, what: str, question: Question) -> Option:
    units = [state.on_field(option.unit) for option in question.options if isinstance(option, ChooseUnit)]
    mine = [unit for unit in units if unit.seat == seat]
    theirs = [unit for unit in units if unit.seat != seat]
    none = NONE in question.options
    if what in ("room", "give up"):
        return ChooseUnit(min(mine, key=lambda unit: worth.of_unit(state, unit)).id)
    gist = NOTHING if question.about.word is None else question.about.word.gist
    gives = not gist.weakens
    fitting = mine if gives else theirs
    if not fitting:
        return NONE if none else question.options[0]
    if gist.disables:
        return ChooseUnit(max(fitting, key=lambda unit: _use_of_disabling(state, unit, gist)).id)
    battle = state.battle
    if battle is not None:
        for unit in fitting:
            if unit.id in (battle.attacker, battle.target):
                return ChooseUnit(unit.id)
    if gives:
        helped = [unit for unit in fitting if gains.is_helped(state, unit, gist)]
        if not helped and none:
            return NONE
        return ChooseUnit(max(helped or fitting, key=lambda unit: _use_for_power(state, unit)).id)
    return ChooseUnit(max(theirs, key=lambda unit: (not (gist.rests and unit.rested), worth.of_unit(state, unit))).id)


def _use_of_disabling(state: State, unit: Unit, gist: Gist) -> tuple[bool, float]:
    """The order in which units are negated, held back, kept rested or made weaker."""
    battle, card = state.battle, unit.card
    fights = battle is not None and unit.id in (battle.attacker, battle.target)
    if gist.keeps_rested:
        return unit.rested, worth.of_unit(state, unit)
    if gist.holds_back:  # who attacks or is rested already cannot be held back any more in this turn
        return not fights and (state.turn_seat != unit.seat or not unit.rested), worth.of_unit(state, unit)
    if gist.negates:
        return fights or bool(card.effects or card.keywords), worth.of_unit(state, unit)
    return fights, power(state, unit) - (gist.base_power or 0)


def _use_for_power(state: State, unit: Unit) -> tuple[bool, int]:
    """The order in which units get power: first who attacks the leader with it and could not without it."""
    force, aim = power(state, unit), power(state, state.sides[1 - unit.seat].leader)
    return force < aim <= force + 1000, force


def value(state: State, question: Question) -> Option:
    """Yes, as many as possible, or the first of several; but nothing is paid that is short."""
    about = question.about
    if about.what == "use" and about.by is not None:
        effect = effect_of(state, about.by, about.effect)
        return YES if gains.worth_using(state, about.by, effect) else NO
    if about.what == "begin":
        return Go("first")
    return question.options[0]


# ---------------------------------------------------------------------- a turn


def act(state: State) -> Option:
    """The next action of a turn: cards first, then effects and attacks; attacks come first where they may win."""
    question = state.question
    assert question is not None
    options = question.options
    if len(options) == 1:
        return END
    if _may_win(state):
        return _effect(state, options) or _attack(state) or _card_to_play(state, options) or END
    return _card_to_play(state, options) or _effect(state, options) or _attack(state) or _last_gift(state) or END


def _may_win(state: State) -> bool:
    """True if there are more attackers than Life and Blockers of the opponent."""
    if state.turn <= 2:
        return False
    side, other = state.sides[state.turn_seat], state.sides[1 - state.turn_seat]
    life = len(other.life)
    if life > len(side.characters):
        return False
    aim, don = power(state, other.leader), side.active
    hits = free = 0
    for unit in side.fighters():
        if may_attack_leader(state, unit):
            needed = max(0, (aim - power(state, unit) + 999) // 1000)
            if needed <= don:
                don -= needed
                hits += 1
                free += "Unblockable" in state.decks.kinds and has_keyword(state, unit, "Unblockable")
    blockers = sum(not unit.rested and has_keyword(state, unit, "Blocker") for unit in other.characters)
    return free + max(0, hits - free - blockers) > life


def _card_to_play(state: State, options: list[Option]) -> Option | None:
    side = state.sides[state.turn_seat]
    best: Option | None = None
    most = 0.0
    for option in options:
        if not isinstance(option, PlayCard):
            continue
        card = state.decks.cards[option.code]
        gain = 0.5 + (card.cost or 0)
        if card.category == "character" and len(side.characters) >= MOST_CHARACTERS:
            weakest = min(unit.card.cost or 0 for unit in side.characters)
            gain = (card.cost or 0) - weakest - 1.5
        elif card.category == "stage" and side.stage is not None:
            gain = 0.0
        elif card.category == "event":
            by = Source(state.turn_seat, -1, option.code)
            useful = any(gains.worth_using(state, by, card.effects[number]) for number in card.timed("main"))
            gain = gain if useful else 0.0
        if gain > most:
            best, most = option, gain
    return best


def _effect(state: State, options: list[Option]) -> Option | None:
    for option in options:
        if isinstance(option, Activate) and _worth_activating(state, option):
            return option
    return None


def _worth_activating(state: State, option: Activate) -> bool:
    unit = state.on_field(option.unit)
    effect = unit.card.effects[option.effect]
    by = Source(unit.seat, unit.id, unit.code)
    rests = any(part.price.rests_this for part in effect.cost)
    if rests and (unit.card.power or 0) > 4000 and may_attack(state, unit):
        return False  # attacking gains more
    return gains.worth_using(state, by, effect)


def _attack(state: State) -> Option | None:
    """The attack that gains most for the DON!! it needs; these are given first."""
    seat, price = state.turn_seat, prices.PRICES
    if state.turn <= 2:
        return None
    side, other = state.sides[seat], state.sides[1 - seat]
    don, limited = side.active, state.decks.limits_attacks
    attackers = [(unit, power(state, unit)) for unit in side.fighters() if may_attack(state, unit)]
    if not attackers:
        return None
    aims = [(other.leader, power(state, other.leader), price.prize[min(len(other.life), 5)])]
    aims += [
        (unit, power(state, unit), price.prize_unit * worth.of_unit(state, unit))
        for unit in other.characters
        if unit.rested or limited
    ]
    best: tuple[float, Unit, int, int, Unit, int] | None = None
    for attacker, force in attackers:
        base = -price.strong_last * force / 1000
        unlocks = attack_bonus_at(attacker.card)
        if unlocks and attacker.don >= unlocks:
            base += price.bonus
        reach = targets_for(state, attacker) if limited else ()
        for aim, strength, prize in aims:
            if limited and aim.id not in reach:
                continue
            needed = max(0, (strength - force + 999) // 1000)
            if needed <= don:
                rate = base + prize - price.don * needed
                if best is None or rate > best[0]:
                    best = (rate, attacker, force, needed, aim, strength)
    if best is None or best[0] <= 0:
        return None
    _, attacker, force, needed, aim, strength = best
    if needed:
        return give_don(attacker.id)
    others = sum(max(0, (strength - more + 999) // 1000) for unit, more in attackers if unit is not attacker)
    if don > others and force - strength < 1000 * price.margin:
        return give_don(attacker.id)
    return attack(attacker.id, aim.id)


@lru_cache(4096)
def attack_bonus_at(card: Card) -> int:
    """DON!! that a unit needs for what its attacks set off; 0 if they set off nothing, or without DON!!."""
    asked = [
        max((condition.needs.don for condition in effect.conditions), default=0)
        for effect in card.effects
        if effect.timing in ("when_attacking", "when_battling") and not effect.cost
    ]
    return max(asked, default=0)


def _last_gift(state: State) -> Option | None:
    """A DON!! for a unit that has a use for it in the opponent's turn, if no [Counter] event can use it."""
    side = state.sides[state.turn_seat]
    if not side.active:
        return None
    for unit in side.fighters():
        if unit.card.effects and gains.needs_don(unit, side.active):
            return give_don(unit.id)
    return None


def attack_with(state: State, number: int) -> Option | None:
    """The next step to attack with a unit: give it DON!! if the best target needs them, else attack."""
    unit = state.find(number)
    if unit is None or not may_attack(state, unit):
        return None
    don, force = state.sides[unit.seat].active, power(state, unit)
    other, price = state.sides[1 - unit.seat], prices.PRICES
    best: tuple[float, int, int] | None = None
    for aim in map(state.on_field, targets_for(state, unit)):
        needed = max(0, (power(state, aim) - force + 999) // 1000)
        if needed <= don:
            is_leader = aim is other.leader
            prize = price.prize[min(len(other.life), 5)] if is_leader else price.prize_unit * worth.of_unit(state, aim)
            rate = prize - price.don * needed
            if best is None or rate > best[0]:
                best = (rate, needed, aim.id)
    if best is None:
        return None
    return GiveDon(number) if best[1] else Attack(number, best[2])
