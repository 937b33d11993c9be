"""What effects gain at first sight, and what they cost: for habit, and for telling when an effect is pointless."""

from __future__ import annotations

from functools import lru_cache

from sparring.games.onepiece.minds import prices, worth
from sparring.games.onepiece.rules.cards import Card, Effect
from sparring.games.onepiece.rules.effects import can_activate
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import among, power
from sparring.games.onepiece.rules.vocabulary import TIMINGS
from sparring.games.onepiece.rules.words import Gist, every_gist

LASTING = frozenset(name for name, timing in TIMINGS.items() if timing.lasting)
"""When effects work that a unit may still need after it has attacked."""


def worth_using(state: State, by: Source, effect: Effect) -> bool:
    """True if an effect gains more than it costs."""
    cost = price_of(state, by, effect)
    return gain_of(state, by, effect) > cost if effect.actions else cost < 1


def price_of(state: State, by: Source, effect: Effect) -> float:
    """What an effect costs its controller, beside DON!! that are only rested."""
    side, price = state.sides[by.seat], prices.PRICES
    total = 0.0
    for part in (part.price for part in effect.cost):
        if part.unknown:
            return 99.0
        if part.don:
            total += price.returned_don * part.don
        if part.life:
            total += part.life * max(0.0, price.life[min(len(side.life), 5)] - 1.0)
        if part.characters:
            total += sum(sorted(worth.of_unit(state, unit) for unit in side.characters)[: part.characters])
        if part.gives_up_this and (this := state.find(by.unit)) is not None:
            total += worth.of_unit(state, this)
        if part.cards:
            total += sum(sorted(worth.of_card(state.card(entry)) for entry in side.hand)[: part.cards])
    return total


def does_nothing(state: State, by: Source, effect: Effect) -> bool:
    """True if an effect surely changes nothing that matters now: nobody is there whom it could help or hurt."""
    return bool(effect.actions) and not any(_may_matter(state, by, gist) for gist in every_gist(effect.actions))


def _may_matter(state: State, by: Source, gist: Gist) -> bool:
    if gist.target is None or gist._replace(target=None, until="") == NOTHING:
        return True
    if gist.gives_don and not state.sides[by.seat].rested:
        return False
    units = _meant(state, by, gist)
    if gist.keeps_rested:
        return any(unit.rested for unit in units)
    if gist.rests:
        return any(not unit.rested for unit in units)
    if gist.weakens:
        return bool(units) and not (_only_changes_cost(gist) and not costs_matter(state, by.seat))
    if gist.readies:
        return any(unit.rested for unit in units)
    return any(unit.seat != by.seat or is_helped(state, unit, gist) for unit in units)


def gain_of(state: State, by: Source, effect: Effect) -> float:
    """What an effect gains at most, in points; 0 if it does nothing now."""
    return sum(gain(state, by, gist) for gist in every_gist(effect.actions))


def gain(state: State, by: Source, gist: Gist) -> float:
    """What an action gains, by its gist."""
    side = state.sides[by.seat]
    found = 1.5 * gist.cards + 2.0 * gist.plays + 1.0 * gist.don + 0.5 * gist.rests_don + 1.0 * gist.unknown
    found += 2.0 * gist.plays_this + 1.0 * bool(gist.sets_off)
    found += _beyond_the_field(state, by, gist)
    if gist.target is None:
        return found if gist != NOTHING else 0.3
    units = _meant(state, by, gist)
    theirs = [unit for unit in units if unit.seat != by.seat]
    if gist.removes or gist.power < 0:
        share = 0.8 if gist.removes else 0.4
        theirs = [unit for unit in theirs if not (gist.rests and unit.rested)]
        return found + max((share * worth.of_unit(state, unit) for unit in theirs), default=0.0)
    if gist.disables:
        return found + max((_share_disabled(unit, gist) * worth.of_unit(state, unit) for unit in theirs), default=0.0)
    if gist.changes_cost:
        return found + 0.2 * (bool(theirs) and costs_matter(state, by.seat))
    if gist.readies:
        return found + max((worth.of_unit(state, unit) for unit in units if unit.rested), default=0.0)
    if gist.gives_don and not side.rested:
        return found
    return found + 0.5 * any(is_helped(state, unit, gist) for unit in units if unit.seat == by.seat)


def _share_disabled(unit: Unit, gist: Gist) -> float:
    """The share of a unit's worth that is gone for a while."""
    if gist.negates:
        return 0.4 if unit.card.effects or unit.card.keywords else 0.0
    return 0.4 if unit.rested or not gist.keeps_rested else 0.0


def _beyond_the_field(state: State, by: Source, gist: Gist) -> float:
    """What damage, milled decks, cheaper cards and cards for the opponent gain or lose."""
    if not (gist.damage or gist.suffers or gist.mills or gist.mills_own or gist.gives_cards or gist.costs_less):
        return 0.0
    side, other = state.sides[by.seat], state.sides[1 - by.seat]
    found = 0.5 * gist.costs_less * bool(side.hand or gist.costs_less < 0) - 1.2 * gist.gives_cards
    if gist.damage:
        found += 2.5 * gist.damage if other.life else DECIDES
    if gist.suffers:
        life = prices.PRICES.life[min(len(side.life), 5)]
        found -= gist.suffers * life if side.life else DECIDES
    found += 0.2 * gist.mills if len(other.deck) > gist.mills else DECIDES
    return found - (0.2 * gist.mills_own if len(side.deck) > gist.mills_own else DECIDES)


DECIDES = 200.0
"""More than anything else is worth: it wins or loses the game."""

NOTHING = Gist()


def _meant(state: State, by: Source, gist: Gist) -> list[Unit]:
    """The cards that an action may be about."""
    cards = gist.target
    assert cards is not None
    if cards.select in ("choose", "all"):
        units = among(state, by, cards.side, cards.zone, cards.filter)
        return [unit for unit in units if not (cards.exclude_this and unit.id == by.unit)]
    unit = state.find(by.unit)
    return [] if unit is None else [unit]


def is_helped(state: State, unit: Unit, gist: Gist) -> bool:
    """True if power, a keyword or DON!! for a unit can matter: it attacks, fights, or has a use for them later."""
    battle = state.battle
    if battle is not None and (unit.id in (battle.attacker, battle.target) or gist.until == "battle"):
        return unit.id in (battle.attacker, battle.target)
    if gist.until == "battle" and state.decks.edition >= 3:
        return False  # there is no battle that it could last for
    if gist.base_power is not None and gist.base_power <= power(state, unit):
        return False
    attacks = state.turn > 2 and state.turn_seat == unit.seat and may_attack(state, unit)
    side = state.sides[unit.seat]
    if gist.gives_don:
        given = min(gist.gives_don, side.rested)
        return (attacks and may_reach(state, unit, given)) or needs_don(unit, given + side.active)
    attacks = attacks and may_reach(state, unit, max(0, gist.power) // 1000)
    if state.turn_seat != unit.seat or gist.until not in ("battle", "turn"):
        return True
    if gist.keyword in ("Rush", "Rush: Character"):
        return unit.fresh and not unit.rested
    return attacks or gist.keyword == "Blocker"


@lru_cache(4096)
def grows_by_attacking(card: Card) -> bool:
    """True if its own permanent effects may give a card more power once it attacks, for instance because it rests."""
    return any(
        gist.power > 0
        for effect in card.permanent
        if any(condition.needs.more for condition in effect.conditions)
        for gist in every_gist(effect.actions)
    )


def _only_changes_cost(gist: Gist) -> bool:
    return gist.changes_cost and not (gist.removes or gist.power < 0 or gist.disables)


def costs_matter(state: State, seat: int) -> bool:
    """True if a side can use a card this turn whose effect depends on what a character costs."""
    side = state.sides[seat]
    for unit in side.units():
        for number, effect in enumerate(unit.card.effects):
            if asks_for_costs(unit.card, number) and (
                can_activate(state, unit, number) if effect.timing == "activate_main" else not unit.rested
            ):
                return True
    cards = [card for card in map(state.card, side.hand) if (card.cost or 0) <= side.active]
    return any(asks_for_costs(card, number) for card in cards for number in range(len(card.effects)))


@lru_cache(4096)
def asks_for_costs(card: Card, number: int) -> bool:
    """True if an effect of a card chooses the opponent's characters by their cost."""
    effect = card.effects[number]
    meant = [gist.target for gist in every_gist(effect.actions)]
    meant += [getattr(condition, "target", None) for condition in effect.conditions]
    filters = [cards.filter for cards in meant if cards is not None and cards.side != "self"]
    return any(each is not None and (each.cost_max is not None or each.cost_eq is not None) for each in filters)


def may_reach(state: State, unit: Unit, more: int) -> bool:
    """True if a unit's attack can succeed with this many thousands more, all active DON!! and help from other cards."""
    if unit.card.timed("when_attacking") or unit.card.timed("when_battling") or state.decks.limits_attacks:
        return True
    if grows_by_attacking(unit.card):
        return True
    side, other = state.sides[unit.seat], state.sides[1 - unit.seat]
    aims = [other.leader, *(character for character in other.characters if character.rested)]
    weakest = min(power(state, aim) for aim in aims)
    helpers = sum(bool(friend.card.timed("activate_main")) and friend.used == 0 for friend in side.units())
    helpers += sum(bool(card.effects) for card in map(state.card, side.hand))
    return power(state, unit) + 1000 * (more + side.active + MOST_GIVEN * helpers) >= weakest


def is_too_little(state: State, number: int) -> bool:
    """True if one more DON!! for a unit neither lets an attack of it succeed nor switches on an effect of it."""
    unit = state.on_field(number)
    aims = [state.sides[1 - unit.seat].leader, *(aim for aim in state.sides[1 - unit.seat].characters if aim.rested)]
    return power(state, unit) + 1000 < min(power(state, aim) for aim in aims) and not needs_don(unit, 1)


MOST_GIVEN = 2
"""The most thousands of power, or DON!!, that one effect is assumed to give."""


def needs_don(unit: Unit, more: int) -> bool:
    """True if some more DON!! switch on an effect of a unit that also works when it does not attack."""
    for effect in unit.card.effects:
        if effect.timing in LASTING or effect.timing == "activate_main":
            asked = max((condition.needs.don for condition in effect.conditions), default=0)
            if unit.don < asked <= unit.don + more:
                return True
    return False
