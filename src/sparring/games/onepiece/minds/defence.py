"""Habit in defence: when to block, and which counters to use."""

from sparring.games.onepiece.minds import prices, worth
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import NO_BLOCK, NO_COUNTER, Block, Counter, CounterEvent, Option
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import Question, State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import has_keyword, power

NEVER = 99.0
"""More than anything costs."""


def block(state: State) -> Option:
    """Block if that keeps more than it risks."""
    question, battle = state.question, state.battle
    assert question is not None
    assert battle is not None
    attacker, aim = state.on_field(battle.attacker), state.on_field(battle.target)
    force = power(state, attacker)
    if force < power(state, aim):
        return NO_BLOCK
    best: Option = NO_BLOCK
    price = _stake(state, aim, attacker)
    for option in question.options[1:]:
        if not isinstance(option, Block):
            continue
        blocker = state.on_field(option.unit)
        survives = power(state, blocker) > force
        risk = prices.PRICES.tired if survives else worth.of_unit(state, blocker)
        if risk < price:
            best, price = option, risk
    return best


def _stake(state: State, aim: Unit, attacker: Unit) -> float:
    """What the defender loses if an attack succeeds."""
    price = prices.PRICES
    if aim.card.category != "leader":
        return price.saved * worth.of_unit(state, aim) / (1 + attackers_left(state, aim))
    life = len(state.sides[aim.seat].life)
    if life == 0:
        return NEVER
    return price.life[min(life, 5)] * (2 if has_keyword(state, attacker, "Double Attack") else 1)


def attackers_left(state: State, aim: Unit) -> int:
    """The number of further attackers that could attack a character this turn; to live, it must survive them all."""
    side = state.sides[1 - aim.seat]
    if state.turn_seat == aim.seat:
        return 0
    reach = power(state, aim) - 1000 * side.active
    return sum(may_attack(state, unit) and power(state, unit) >= reach for unit in side.fighters())


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
    chosen, cost = cheapest(means_against(state, question, battle.target), missing)
    return chosen if chosen is not None and cost < _stake(state, aim, attacker) else NO_COUNTER


def means_against(state: State, question: Question, target: int) -> list[tuple[int, float, Option]]:
    """The counters that there are: the power that each gives, its price, and its option; copies one by one."""
    price, hand = prices.PRICES, state.sides[question.seat].hand
    means: list[tuple[int, float, Option]] = []
    for option in question.options[1:]:
        if isinstance(option, CounterEvent):
            card = state.decks.cards[option.code]
            cost = worth.of_card(card) + price.event_don * (card.cost or 0)
            means.append((counter_power(card) or _raises_base(state, card, target), cost, option))
        elif isinstance(option, Counter) and option.unit == target:
            card = state.decks.cards[option.code]
            copies = sum(entry & CODE == option.code for entry in hand)
            means += [(card.counter or 0, worth.of_card(card), option)] * copies
    return means


def cheapest(means: list[tuple[int, float, Option]], missing: int) -> tuple[Option | None, float]:
    """The first of the counters that reach a power at the lowest price, and that price; None if all are too few."""
    needed = max(0, -(-missing // 1000))
    best: list[tuple[float, Option | None]] = [(0.0, None), *[(10 * NEVER, None)] * needed]
    for value, cost, option in means:
        gives = value // 1000
        if gives <= 0:
            continue
        for reached in range(needed, 0, -1):
            before = best[max(0, reached - gives)]
            if before[0] + cost < best[reached][0]:
                best[reached] = before[0] + cost, option
    return best[needed][1], best[needed][0]


def _raises_base(state: State, card: Card, target: int) -> int:
    """The power that a target gains because a [Counter] event sets its base power."""
    aim = state.find(target)
    gists = (word.gist for number in card.timed("counter") for word in card.effects[number].actions)
    found = [gist.base_power for gist in gists if gist.base_power is not None and not gist.weakens]
    return max(0, found[0] - power(state, aim)) if found and aim is not None else 0


def counter_power(card: Card) -> int:
    """The power that a [Counter] event gives."""
    for number in card.timed("counter"):
        effect = card.effects[number]
        for gist in (word.gist for word in effect.actions):
            if gist.power and gist.target and gist.target.select == "choose" and gist.target.side == "self":
                return gist.power
    return 0
