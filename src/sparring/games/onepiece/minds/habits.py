"""What a player does without thinking long: rules of thumb for every decision, quick enough to play whole turns with.

Opponents use them to imagine how a game goes on; nothing here looks at a card that the one who decides cannot see.
"""

from __future__ import annotations

from sparring.games.onepiece.rules.cards import Card, Effect
from sparring.games.onepiece.rules.effects import effect_of
from sparring.games.onepiece.rules.options import (
    END,
    KEEP,
    MULLIGAN,
    NO,
    NO_BLOCK,
    NO_COUNTER,
    NONE,
    YES,
    Activate,
    Attack,
    Block,
    ChooseCard,
    ChooseUnit,
    Counter,
    CounterEvent,
    GiveDon,
    Go,
    Option,
    PlayCard,
)
from sparring.games.onepiece.rules.sides import CODE, MOST_CHARACTERS, Unit
from sparring.games.onepiece.rules.state import Question, Source, State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import among, has_keyword, power
from sparring.games.onepiece.rules.words import Gist

NOTHING = Gist()

KEEP_AT = 30
"""An opening hand that scores less is returned (OP-7)."""

CARDS_FOR_LIFE = (99, 3, 1, 0, 0, 0)
"""How many cards one gives to keep a Life card, by how many there are."""

SURE = 2000
"""So much more power than its target an attack should have, if DON!! are left for it."""


def answer(state: State) -> Option:
    """The option that habit takes."""
    question = state.question
    assert question is not None
    kind = question.kind
    if kind == "action":
        return act(state)
    if kind == "counter":
        return counter(state, question)
    if kind == "blocker":
        return block(state)
    if kind == "target":
        return target(state, question)
    if kind == "mulligan":
        hand = state.sides[question.seat].hand
        return MULLIGAN if opening_score([state.card(entry) for entry in hand]) < KEEP_AT else KEEP
    return value(state, question)


def play_turn(state: State) -> None:
    """Go on by habit until the turn is over."""
    turn = state.turn
    while state.turn == turn and state.question is not None:
        state.choose(answer(state))


def to_quiet_point(state: State) -> None:
    """Go on by habit until somebody may do anything."""
    while state.question is not None and state.question.kind != "action":
        state.choose(answer(state))


# ---------------------------------------------------------------------- opening hands


def opening_score(hand: list[Card]) -> int:
    """What an opening hand is worth, in the points of OP-7."""
    costs = [card.cost or 0 for card in hand]
    early = sum(cost <= 3 for cost in costs)
    middle = sum(4 <= cost <= 6 for cost in costs)
    score = 20 * early + 10 * middle + 5 * (len(costs) - early - middle)
    if early and middle and early + middle > len(costs) - early - middle:
        score += 15  # a balanced curve: something to begin with, something to go on with
    return score if early else score - 30


# ---------------------------------------------------------------------- what cards are worth


def card_worth(card: Card) -> float:
    """What a card in hand is worth: what it can become, and what it can counter with."""
    return 1.0 + 0.35 * (card.cost or 0) + (card.counter or 0) / 2000


def unit_worth(state: State, unit: Unit) -> float:
    """What a character is worth to its side."""
    card = unit.card
    worth = 1.0 + 0.5 * (card.cost or 0) + (card.power or 0) / 2500
    if has_keyword(state, unit, "Blocker"):
        worth += 1.0
    return worth


# ---------------------------------------------------------------------- block and counter


def block(state: State) -> Option:
    """Block where that keeps more than it risks."""
    question, battle = state.question, state.battle
    assert question is not None
    assert battle is not None
    attacker, aim = state.find(battle.attacker), state.find(battle.target)
    assert attacker is not None
    assert aim is not None
    force = power(state, attacker)
    if force < power(state, aim):
        return NO_BLOCK
    best: Option = NO_BLOCK
    price = _stake(state, aim, attacker)
    if price <= 0:
        return NO_BLOCK
    for option in question.options[1:]:
        if not isinstance(option, Block):
            continue
        blocker = state.on_field(option.unit)
        risk = 0.3 if power(state, blocker) > force else unit_worth(state, blocker)
        if risk < price:
            best, price = option, risk
    return best


def _stake(state: State, aim: Unit, attacker: Unit) -> float:
    """What the defender loses if an attack succeeds."""
    if aim.card.category != "leader":
        return unit_worth(state, aim)
    life = len(state.sides[aim.seat].life)
    if life == 0:
        return 99.0
    hits = 2 if has_keyword(state, attacker, "Double Attack") else 1
    return hits * (6.0, 6.0, 3.0, 1.2, 0.8, 0.6)[min(life, 5)]


def counter(state: State, question: Question) -> Option:
    """Use the cheapest counters that suffice, if what they keep is worth more."""
    battle = state.battle
    assert battle is not None
    attacker, aim = state.find(battle.attacker), state.find(battle.target)
    if attacker is None or aim is None:
        return NO_COUNTER
    missing = power(state, attacker) - power(state, aim) + 1
    if missing <= 0:
        return NO_COUNTER
    side = state.sides[question.seat]
    means: list[tuple[int, float, Option]] = []
    for option in question.options[1:]:
        if isinstance(option, CounterEvent):
            card = state.decks.cards[option.code]
            means.append((counter_power(card), card_worth(card) + 0.3 * (card.cost or 0), option))
        elif isinstance(option, Counter) and option.unit == battle.target:
            card = state.decks.cards[option.code]
            copies = sum(entry & CODE == option.code for entry in side.hand)
            means += [(card.counter or 0, card_worth(card), option)] * copies
    chosen = cheapest(means, missing)
    if not chosen:
        return NO_COUNTER
    if aim.card.category == "leader":
        life = len(side.life)
        allowed = CARDS_FOR_LIFE[min(life, 5)]
        if has_keyword(state, attacker, "Double Attack") and life:
            allowed += 1
        return chosen[0] if len(chosen) <= allowed else NO_COUNTER
    price = sum(worth for _, worth, option in means if option in chosen)
    return chosen[0] if price < 0.8 * unit_worth(state, aim) else NO_COUNTER


def cheapest(means: list[tuple[int, float, Option]], missing: int) -> list[Option]:
    """The options that reach a power at the least price: one if one suffices, else the largest first."""
    enough = [(worth, power, option) for power, worth, option in means if power >= missing]
    if enough:
        return [min(enough, key=lambda mean: mean[:2])[2]]
    chosen: list[Option] = []
    for value, _, option in sorted(means, key=lambda mean: (-mean[0], mean[1])):
        if value <= 0:
            break
        chosen.append(option)
        missing -= value
        if missing <= 0:
            return chosen
    return []


def counter_power(card: Card) -> int:
    """The power that a [Counter] event gives."""
    for number in card.timed("counter"):
        effect = card.effects[number]
        for gist in (word.gist for word in effect.actions):
            if gist.power and gist.target and gist.target.select == "choose" and gist.target.side == "self":
                return gist.power
    return 0


# ---------------------------------------------------------------------- targets and values


def target(state: State, question: Question) -> Option:
    """The card that an effect is best used on, as far as one sees at once."""
    options, seat = question.options, question.seat
    what = question.about.what
    if isinstance(options[0], ChooseUnit):
        return _unit_for(state, seat, what, question)
    if isinstance(options[0], ChooseCard):
        cards = [option for option in options if isinstance(option, ChooseCard)]
        worth = {option: card_worth(state.decks.cards[option.code]) for option in cards}
        if question.about.from_hand:
            return min(cards, key=worth.__getitem__)
        return options[0] if what == "order cards" else max(cards, key=worth.__getitem__)
    return options[0]


def _unit_for(state: State, seat: int, what: str, question: Question) -> Option:
    units = [state.on_field(option.unit) for option in question.options if isinstance(option, ChooseUnit)]
    mine = [unit for unit in units if unit.seat == seat]
    theirs = [unit for unit in units if unit.seat != seat]
    none = NONE in question.options
    if what == "room":
        return ChooseUnit(min(mine, key=lambda unit: unit_worth(state, unit)).id)
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
    return ChooseUnit(max(theirs, key=lambda unit: unit_worth(state, unit)).id)


def value(state: State, question: Question) -> Option:
    """Yes, as many as possible, the first of several; but Life is not paid when it is short."""
    about = question.about
    if about.what == "use" and about.by is not None:
        effect = effect_of(state, about.by, about.effect)
        return YES if worth_using(state, about.by, effect) else NO
    if about.what == "begin":
        return Go("first")
    return question.options[0]


def worth_using(state: State, by: Source, effect: Effect) -> bool:
    """Whether an effect has somebody to do something to, and costs no more than one can spare."""
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
    """The next thing to do in one's turn: play the dearest card, use what is free, attack, and end it."""
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
        worth = 0.5 + (card.cost or 0)
        if card.category == "character" and len(side.characters) >= MOST_CHARACTERS:
            weakest = min(unit.card.cost or 0 for unit in side.characters)
            worth = (card.cost or 0) - weakest - 1.5
        elif card.category == "stage" and side.stage is not None:
            worth = 0.0
        elif card.category == "event":
            by = Source(state.turn_seat, -1, option.code)
            useful = any(worth_using(state, by, card.effects[number]) for number in card.timed("main"))
            worth = worth if useful else 0.0
        if worth > most:
            best, most = option, worth
    return best


def _worth_activating(state: State, option: Activate) -> bool:
    unit = state.on_field(option.unit)
    effect = unit.card.effects[option.effect]
    by = Source(unit.seat, unit.id, unit.code)
    rests = any(part.price.rests_this for part in effect.cost)
    if rests and (unit.card.power or 0) > 4000 and may_attack(state, unit):
        return False  # it had better attack
    return worth_using(state, by, effect)


def _attack(state: State, options: list[Option]) -> Option | None:
    """The attack that brings most for the DON!! it needs; DON!! are given first."""
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
    if spare > 0 and attackers[attacker] < targets[aim][0] + SURE and side.don_on_field:
        return GiveDon(attacker)
    return Attack(attacker, aim)


def attack_with(state: State, number: int) -> Option | None:
    """What one does to attack with a card: give it DON!! as long as that opens a better target, then attack."""
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
    return 0.8 * unit_worth(state, unit)
