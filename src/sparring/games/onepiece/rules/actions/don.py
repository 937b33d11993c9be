"""What effects do with DON!!."""

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import pick
from sparring.games.onepiece.rules.effects import amounts
from sparring.games.onepiece.rules.events import Event, GaveDon, RestedDon
from sparring.games.onepiece.rules.language import Cards, Flag, OneOf, Selector, Whole, action
from sparring.games.onepiece.rules.options import Amount
from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.state import About, Source, State


@dataclass(frozen=True, slots=True)
class AddedDon(Event):
    """Added DON!! from the DON!! deck by an effect."""

    count: int
    how: str
    """ "active" or "rested"."""

    says: ClassVar[str] = "{who} adds {count} DON!!, {how}."


@dataclass(frozen=True, slots=True)
class DonSetActive(Event):
    """Set DON!! active by an effect."""

    count: int

    says: ClassVar[str] = "{who} sets {count} DON!! active."


@action(count=Whole(1, DON), up_to=Flag(), source=OneOf("rested_in_cost_area"), target=Selector())
def give_don(state: State, by: Source, count: int, up_to: bool, source: str, target: Cards) -> None:
    """Give rested DON!! from the cost area, all to one card."""
    if state.sides[by.seat].rested:
        least = 1 if target.select == "choose" else 0  # whoever chose a card means at least one
        pick(state, About("give", by), target, ask_how_many, count, least if up_to else count)


def ask_how_many(state: State, numbers: tuple[int, ...], by: Source, count: int, least: int) -> None:
    """How many DON!! the card gets."""
    unit = state.find(numbers[0]) if numbers else None
    if unit is not None and unit.seat == by.seat and unit.card.category != "stage":
        most = min(count, state.sides[by.seat].rested)
        state.ask("value", by.seat, amounts(most, min(least, most)), About("give", by), _give, numbers[0], by)


def _give(state: State, option: Amount, number: int, by: Source) -> None:
    unit = state.find(number)
    if unit is not None and option.number:
        state.sides[by.seat].rested -= option.number
        unit.don += option.number
        state.deeds += option.number
        state.tell(GaveDon, unit.seat, unit.code, option.number)


@action(count=Whole(1, DON), up_to=Flag(), state=OneOf("active", "rested"))
def add_don(state: State, by: Source, count: int, up_to: bool, how: str) -> None:
    """Add DON!! from the DON!! deck."""
    most = min(count, state.sides[by.seat].don_deck)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), About("add don", by), _add_don, by, how)


def _add_don(state: State, option: Amount, by: Source, how: str) -> None:
    moving.add_don(state, by.seat, option.number, how == "active")
    state.tell(AddedDon, by.seat, option.number, how)


@action(count=Whole(1, DON), up_to=Flag())
def set_don_active(state: State, by: Source, count: int, up_to: bool) -> None:
    """Set rested DON!! in the cost area active."""
    most = min(count, state.sides[by.seat].rested)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), About("don active", by), _set_don_active, by)


def _set_don_active(state: State, option: Amount, by: Source) -> None:
    side = state.sides[by.seat]
    side.rested -= option.number
    side.active += option.number
    state.deeds += option.number
    state.tell(DonSetActive, by.seat, option.number)


@action(count=Whole(1, DON), up_to=Flag())
def rest_opponent_don(state: State, by: Source, count: int, up_to: bool) -> None:
    """Rest active DON!! of the opponent."""
    most = min(count, state.sides[1 - by.seat].active)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), About("rest don", by), _rest_don, by)


def _rest_don(state: State, option: Amount, by: Source) -> None:
    moving.rest_don(state, 1 - by.seat, option.number)
    state.tell(RestedDon, 1 - by.seat, option.number)
