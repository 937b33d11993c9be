"""Habit in defence: when to block, and which counters to use."""

from sparring.games.onepiece.minds import worth
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import NO_BLOCK, NO_COUNTER, Block, Counter, CounterEvent, Option
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import Question, State
from sparring.games.onepiece.rules.values import has_keyword, power

CARDS_FOR_LIFE = (99, 3, 1, 0, 0, 0)
"""The most cards that are given to keep a Life card, by how much Life is left."""


def block(state: State) -> Option:
    """Block if that keeps more than it risks."""
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
        risk = 0.3 if power(state, blocker) > force else worth.of_unit(state, blocker)
        if risk < price:
            best, price = option, risk
    return best


def _stake(state: State, aim: Unit, attacker: Unit) -> float:
    """What the defender loses if an attack succeeds."""
    if aim.card.category != "leader":
        return worth.of_unit(state, aim)
    life = len(state.sides[aim.seat].life)
    if life == 0:
        return 99.0
    hits = 2 if has_keyword(state, attacker, "Double Attack") else 1
    return hits * (6.0, 6.0, 3.0, 1.2, 0.8, 0.6)[min(life, 5)]


def counter(state: State, question: Question) -> Option:
    """Use the cheapest counters that suffice, if what they save is worth more."""
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
            means.append((counter_power(card), worth.of_card(card) + 0.3 * (card.cost or 0), option))
        elif isinstance(option, Counter) and option.unit == battle.target:
            card = state.decks.cards[option.code]
            copies = sum(entry & CODE == option.code for entry in side.hand)
            means += [(card.counter or 0, worth.of_card(card), option)] * copies
    chosen = cheapest(means, missing)
    if not chosen:
        return NO_COUNTER
    if aim.card.category == "leader":
        life = len(side.life)
        allowed = CARDS_FOR_LIFE[min(life, 5)]
        if has_keyword(state, attacker, "Double Attack") and life:
            allowed += 1
        return chosen[0] if len(chosen) <= allowed else NO_COUNTER
    price = sum(cost for _, cost, option in means if option in chosen)
    return chosen[0] if price < 0.8 * worth.of_unit(state, aim) else NO_COUNTER


def cheapest(means: list[tuple[int, float, Option]], missing: int) -> list[Option]:
    """The counters that reach a power at the lowest price: one if one is enough, else the largest first."""
    enough = [(cost, power, option) for power, cost, option in means if power >= missing]
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
