"""What effects cost: one small function a word, as section 5 of the effect language has them.

Each is asked first whether it can be paid.
"""

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.effects import PAYABLE, ask_payer, cards_in
from sparring.games.onepiece.rules.events import Event, RestedDon, TrashedFromHand
from sparring.games.onepiece.rules.language import OneOf, Which, Whole, cost
from sparring.games.onepiece.rules.options import BOTTOM, TOP, ChooseCard, End, Option, ReturnDon, return_don_from
from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.values import Filter


@dataclass(frozen=True, slots=True)
class ReturnedDon(Event):
    """Returned DON!! to the DON!! deck."""

    count: int

    says: ClassVar[str] = "{who} returns {count} DON!! to the DON!! deck."


@dataclass(frozen=True, slots=True)
class TookLife(Event):
    """Took a Life card to hand as a cost."""

    place: str

    says: ClassVar[str] = "{who} takes the {place} Life card to hand."


@cost(count=Whole(1, DON))
def rest_don(state: State, by: Source, count: int) -> None:
    """Rest so many active DON!! in the cost area."""
    moving.rest_don(state, by.seat, count)
    state.tell(RestedDon, by.seat, count)


def can_rest_don(state: State, by: Source, count: int) -> bool:
    """There are enough active ones."""
    return state.sides[by.seat].active >= count


@cost(count=Whole(1, DON))
def return_don(state: State, by: Source, count: int) -> None:
    """Return so many DON!! to the DON!! deck: active, rested or given ones, as their owner likes (R8.6)."""
    if count == 0:
        return
    side = state.sides[by.seat]
    options: list[Option] = []
    if side.rested:
        options.append(return_don_from("rested"))
    if side.active:
        options.append(return_don_from("active"))
    options += [return_don_from("given", unit.id) for unit in side.fighters() if unit.don]
    if count >= side.don_on_field:
        del options[1:]  # all of them go, in whatever order
    ask_payer(state, "target", options, About("return don", by), _return_one, by, count)


def _return_one(state: State, option: ReturnDon, by: Source, count: int) -> None:
    side = state.sides[by.seat]
    if option.place == "rested":
        side.rested -= 1
    elif option.place == "active":
        side.active -= 1
    else:
        unit = state.find(option.unit)
        assert unit is not None
        unit.don -= 1
    side.don_deck += 1
    state.deeds += 1
    state.tell(ReturnedDon, by.seat, 1)
    state.push(return_don, by, count - 1)


def can_return_don(state: State, by: Source, count: int) -> bool:
    """There are enough on the field."""
    return state.sides[by.seat].don_on_field >= count


@cost(count=Whole(1), filter=Which(optional=True))
def trash_from_hand(state: State, by: Source, count: int, filter: Filter) -> None:
    """Trash so many cards from hand."""
    if count:
        options = cards_in(state.sides[by.seat].hand, lambda code: filter.fits_card(state.decks.cards[code]))
        ask_payer(state, "target", options, About("trash", by), _trash_one, by, count, filter)


def _trash_one(state: State, option: ChooseCard, by: Source, count: int, filter: Filter) -> None:
    moving.trash_from_hand(state, by.seat, option.code)
    state.tell(TrashedFromHand, by.seat, option.code)
    state.push(trash_from_hand, by, count - 1, filter)


def can_trash_from_hand(state: State, by: Source, count: int, filter: Filter) -> bool:
    """There are enough such cards."""
    hand = state.sides[by.seat].hand
    return sum(filter.fits_card(state.card(entry)) for entry in hand) >= count


@cost()
def rest_this(state: State, by: Source) -> None:
    """Rest this card."""
    unit = state.find(by.unit)
    assert unit is not None
    unit.rested = True
    state.deeds += 1


def can_rest_this(state: State, by: Source) -> bool:
    """It is active."""
    unit = state.find(by.unit)
    return unit is not None and not unit.rested


@cost(count=Whole(1), from_=OneOf("top", "top_or_bottom"))
def life_to_hand(state: State, by: Source, count: int, place: str) -> None:
    """Put so many of one's Life cards into one's hand, without their Trigger."""
    if count:
        life = state.sides[by.seat].life
        both = place == "top_or_bottom" and len(life) > 1
        options: list[Option] = [TOP, BOTTOM] if both else [TOP]
        ask_payer(state, "value", options, About("life to hand", by), _take_life, by, count, place)


def _take_life(state: State, option: End, by: Source, count: int, place: str) -> None:
    moving.life_to_hand(state, by.seat, 0 if option == BOTTOM else -1)
    state.tell(TookLife, by.seat, option.place)
    state.push(life_to_hand, by, count - 1, place)


def can_put_life_to_hand(state: State, by: Source, count: int, place: str) -> bool:
    """There is enough Life."""
    return len(state.sides[by.seat].life) >= count


PAYABLE.update(
    rest_don=can_rest_don,
    return_don=can_return_don,
    trash_from_hand=can_trash_from_hand,
    rest_this=can_rest_this,
    life_to_hand=can_put_life_to_hand,
)
