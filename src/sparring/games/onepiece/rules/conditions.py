"""What must hold for an effect: one small function a word, as section 4 of the effect language has them."""

from sparring.games.onepiece.rules.language import Bound, Cards, OneOf, Selector, Side, Text, Whole, condition
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.values import among, seats
from sparring.games.onepiece.rules.vocabulary import ATTRIBUTES, CATEGORIES


@condition(min=Whole(1))
def don_attached(state: State, by: Source, min: int) -> bool:
    """The card has at least so many given DON!!."""
    unit = state.find(by.unit)
    return unit is not None and unit.don >= min


@condition()
def your_turn(state: State, by: Source) -> bool:
    """It is its controller's turn."""
    return state.turn_seat == by.seat


@condition()
def opponent_turn(state: State, by: Source) -> bool:
    """It is the opponent's turn."""
    return state.turn_seat != by.seat


@condition()
def this_rested(state: State, by: Source) -> bool:
    """The card is rested."""
    unit = state.find(by.unit)
    return unit is not None and unit.rested


@condition(side=Side(), min=Whole())
def character_count(state: State, by: Source, side: str, min: int) -> bool:
    """That side has so many characters, this one included."""
    return any(len(state.sides[seat].characters) >= min for seat in seats(side, by))


@condition(side=Side(), max=Whole())
def hand_count(state: State, by: Source, side: str, max: int) -> bool:
    """That side has at most so many cards in hand."""
    return any(len(state.sides[seat].hand) <= max for seat in seats(side, by))


@condition(side=Side(), max=Whole())
def life_count(state: State, by: Source, side: str, max: int) -> bool:
    """That side has at most so many Life cards."""
    return any(len(state.sides[seat].life) <= max for seat in seats(side, by))


@condition(relation=OneOf("self_less"))
def life_compare(state: State, by: Source, relation: str) -> bool:
    """The controller has fewer Life cards than the opponent."""
    return len(state.sides[by.seat].life) < len(state.sides[1 - by.seat].life)


@condition(type=Text())
def leader_has_type(state: State, by: Source, type: str) -> bool:
    """The controller's leader has the type."""
    return type in state.sides[by.seat].leader.card.types


@condition(side=Side(), min=Whole())
def don_on_field(state: State, by: Source, side: str, min: int) -> bool:
    """That side has so many DON!! in its cost area and given."""
    return any(state.sides[seat].don_on_field >= min for seat in seats(side, by))


@condition(relation=OneOf("opponent_more"))
def don_on_field_compare(state: State, by: Source, relation: str) -> bool:
    """The opponent has more DON!! on the field."""
    return state.sides[1 - by.seat].don_on_field > state.sides[by.seat].don_on_field


@condition(target=Selector("all"))
def exists(state: State, by: Source, target: Cards) -> bool:
    """At least one card on the field is as meant."""
    return bool(among(state, by, target.side, target.zone, target.filter))


@condition()
def this_battled_opponent_character(state: State, by: Source) -> bool:
    """The card and an opposing character were the two sides of the battle when powers were compared."""
    other = battled(state, by)
    return other is not None and state.battle is not None and state.battle.fought and other not in (0, 1)


@condition(category=OneOf(*CATEGORIES), attribute=OneOf(*ATTRIBUTES))
def battle_opponent_is(state: State, by: Source, category: str, attribute: str) -> bool:
    """The other card in the battle is such a one."""
    other = battled(state, by)
    unit = None if other is None else state.find(other)
    return unit is not None and unit.card.category == category and unit.card.attribute == attribute


@condition(bind=Bound(), category=OneOf(*CATEGORIES))
def bound_is(state: State, by: Source, bind: str, category: str) -> bool:
    """The card that was given this name is of that category."""
    units = [state.find(number) for number in state.bound_to(bind)]
    return any(unit is not None and unit.card.category == category for unit in units)


def battled(state: State, by: Source) -> int | None:
    """The number of the other card in the battle, if this card is in it; leaders are 0 and 1."""
    battle = state.battle
    if battle is None or by.unit not in (battle.attacker, battle.target):
        return None
    return battle.target if battle.attacker == by.unit else battle.attacker
