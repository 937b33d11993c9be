"""Habit: rules of thumb for every decision, fast enough to play whole turns with. It is the policy of all rollouts.

Nothing here looks at a card that the player who decides cannot see.
"""

from __future__ import annotations

from sparring.games.onepiece.minds import defence, worth
from sparring.games.onepiece.rules.cards import Effect
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
)
from sparring.games.onepiece.rules.sides import MOST_CHARACTERS, Unit
from sparring.games.onepiece.rules.state import Question, Source, State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import among, power
from sparring.games.onepiece.rules.words import Gist

NOTHING = Gist()

MARGIN = 2000
"""How much more power than its target an attack should have, if there are DON!! to spare."""


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
    if what == "room":
        return ChooseUnit(min(mine, key=lambda unit: worth.of_unit(state, unit)).id)
    gist = NOTHING if question.about.word is None else question.about.word.gist
    gives = not (gist.removes or gist.changes_cost or gist.power < 0)
    fitting = mine if gives else theirs
    if not fitting:
        return NONE if none else question.options[0]
    battle = state.battle
    if battle is not None:
        for unit in fitting:
            if unit.id in (battle.attacker, battle.target):
                return ChooseUnit(unit.id)
    if gives:
        ready = [unit for unit in fitting if not unit.rested] if not gist.readies else fitting
        return ChooseUnit(max(ready or fitting, key=lambda unit: power(state, unit)).id)
    return ChooseUnit(max(theirs, key=lambda unit: worth.of_unit(state, unit)).id)


def value(state: State, question: Question) -> Option:
    """Yes, as many as possible, or the first of several; but nothing is paid that is short."""
    about = question.about
    if about.what == "use" and about.by is not None:
        effect = effect_of(state, about.by, about.effect)
        return YES if worth_using(state, about.by, effect) else NO
    if about.what == "begin":
        return Go("first")
    return question.options[0]


def worth_using(state: State, by: Source, effect: Effect) -> bool:
    """True if an effect has a target, and costs no more than its controller can spare."""
    side = state.sides[by.seat]
    for price in (part.price for part in effect.cost):
        if price.unknown or (price.life and len(side.life) <= 2):
            return False
        if price.don and price.don > max(1, side.don_on_field - 6):
            return False
        if price.cards and len(side.hand) <= 2 * price.cards:
            return False
    return not effect.actions or any(_does_something(state, by, word.gist) for word in effect.actions)


def _does_something(state: State, by: Source, gist: Gist) -> bool:
    cards = gist.target
    if gist.gives_don:
        return state.sides[by.seat].rested > 0
    if cards is not None and cards.select in ("choose", "all"):
        found = among(state, by, cards.side, cards.zone, cards.filter)
        return any(unit.seat != by.seat or cards.side != "any" for unit in found)
    return True


# ---------------------------------------------------------------------- a turn


def act(state: State) -> Option:
    """The next action of a turn: play the most expensive card, use effects that are worth it, attack, end the turn."""
    question = state.question
    assert question is not None
    options = question.options
    play = _card_to_play(state, options)
    if play is not None:
        return play
    for option in options:
        if isinstance(option, Activate) and _worth_activating(state, option):
            return option
    return _attack(state, options) or END


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
            useful = any(worth_using(state, by, card.effects[number]) for number in card.timed("main"))
            gain = gain if useful else 0.0
        if gain > most:
            best, most = option, gain
    return best


def _worth_activating(state: State, option: Activate) -> bool:
    unit = state.on_field(option.unit)
    effect = unit.card.effects[option.effect]
    by = Source(unit.seat, unit.id, unit.code)
    rests = any(part.price.rests_this for part in effect.cost)
    if rests and (unit.card.power or 0) > 4000 and may_attack(state, unit):
        return False  # attacking gains more
    return worth_using(state, by, effect)


def _attack(state: State, options: list[Option]) -> Option | None:
    """The attack that gains most for the DON!! it needs; these are given first."""
    seat = state.turn_seat
    side, don = state.sides[seat], state.sides[seat].active
    attackers: dict[int, int] = {}
    targets: dict[int, tuple[int, float]] = {}
    for option in options:
        if isinstance(option, Attack):
            attackers[option.attacker] = 0
            targets[option.target] = (0, 0.0)
    if not attackers:
        return None  # DON!! that nobody attacks with may pay for counters
    for number in attackers:
        attackers[number] = power(state, state.on_field(number))
    for number in targets:
        unit = state.on_field(number)
        targets[number] = (power(state, unit), _prize(state, unit))
    best: tuple[float, int, int, int] | None = None
    for attacker, force in attackers.items():
        for aim, (strength, prize) in targets.items():
            needed = max(0, (strength - force + 999) // 1000)
            if needed <= don:
                rate = prize - 0.5 * needed - force / 20000
                if best is None or rate > best[0]:
                    best = (rate, attacker, aim, needed)
    if best is None or best[0] <= 0:
        return None
    _, attacker, aim, needed = best
    if needed:
        return GiveDon(attacker)
    others = sum(
        max(0, (targets[aim][0] - force + 999) // 1000) for other, force in attackers.items() if other != attacker
    )
    spare = don - others
    if spare > 0 and attackers[attacker] < targets[aim][0] + MARGIN and side.don_on_field:
        return GiveDon(attacker)
    return Attack(attacker, aim)


def attack_with(state: State, number: int) -> Option | None:
    """The next step to attack with a unit: give it DON!! if the best target needs them, else attack."""
    unit = state.find(number)
    if unit is None or not may_attack(state, unit):
        return None
    don, force = state.sides[unit.seat].active, power(state, unit)
    other = state.sides[1 - unit.seat]
    best: tuple[float, int, int] | None = None
    for aim in [other.leader, *(rested for rested in other.characters if rested.rested)]:
        needed = max(0, (power(state, aim) - force + 999) // 1000)
        if needed <= don:
            rate = _prize(state, aim) - 0.5 * needed
            if best is None or rate > best[0]:
                best = (rate, needed, aim.id)
    if best is None:
        return None
    return GiveDon(number) if best[1] else Attack(number, best[2])


def _prize(state: State, unit: Unit) -> float:
    if unit.card.category == "leader":
        return (9.0, 5.0, 4.0, 3.5, 3.2, 3.0)[min(len(state.sides[unit.seat].life), 5)]
    return 0.8 * worth.of_unit(state, unit)
