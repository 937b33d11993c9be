"""What effects do with DON!!."""

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import pick
from sparring.games.onepiece.rules.effects import amounts
from sparring.games.onepiece.rules.language import (
    Cards,
    Flag,
    OneOf,
    Selector,
    Whole,
    action,
)
from sparring.games.onepiece.rules.state import DON, Option, Source, State


@action(count=Whole(1, DON), up_to=Flag(), source=OneOf("rested_in_cost_area"), target=Selector())
def give_don(state: State, by: Source, count: int, up_to: bool, source: str, target: Cards) -> None:
    """Give rested DON!! from the cost area, all to one card."""
    if state.sides[by.seat].rested:
        least = 1 if target.select == "choose" else 0  # whoever chose a card means at least one
        pick(state, "give", by, target, ask_how_many, count, least if up_to else count)


def ask_how_many(state: State, numbers: tuple[int, ...], by: Source, count: int, least: int) -> None:
    """How many DON!! the card gets."""
    unit = state.find(numbers[0]) if numbers else None
    if unit is not None and unit.seat == by.seat and unit.card.category != "stage":
        most = min(count, state.sides[by.seat].rested)
        state.ask("value", by.seat, amounts(most, min(least, most)), (_give, numbers[0], by), ("give", by))


def _give(state: State, option: Option, number: int, by: Source) -> None:
    unit = state.find(number)
    if unit is not None and option[1]:
        state.sides[by.seat].rested -= option[1]
        unit.given += option[1]
        state.deeds += option[1]
        state.tell("give", unit.seat, unit.code, option[1])


@action(count=Whole(1, DON), up_to=Flag(), state=OneOf("active", "rested"))
def add_don(state: State, by: Source, count: int, up_to: bool, how: str) -> None:
    """Add DON!! from the DON!! deck."""
    most = min(count, state.sides[by.seat].don_deck)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_add_don, by, how), ("add don", by))


def _add_don(state: State, option: Option, by: Source, how: str) -> None:
    moving.add_don(state, by.seat, option[1], how == "active")
    state.tell("add don", by.seat, option[1], how)


@action(count=Whole(1, DON), up_to=Flag())
def set_don_active(state: State, by: Source, count: int, up_to: bool) -> None:
    """Set rested DON!! in the cost area active."""
    most = min(count, state.sides[by.seat].rested)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_set_don_active, by), ("don active", by))


def _set_don_active(state: State, option: Option, by: Source) -> None:
    side = state.sides[by.seat]
    side.rested -= option[1]
    side.active += option[1]
    state.deeds += option[1]
    state.tell("don active", by.seat, option[1])


@action(count=Whole(1, DON), up_to=Flag())
def rest_opponent_don(state: State, by: Source, count: int, up_to: bool) -> None:
    """Rest active DON!! of the opponent."""
    most = min(count, state.sides[1 - by.seat].active)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_rest_don, by), ("rest don", by))


def _rest_don(state: State, option: Option, by: Source) -> None:
    moving.rest_don(state, 1 - by.seat, option[1])
    state.tell("rest don", 1 - by.seat, option[1])
