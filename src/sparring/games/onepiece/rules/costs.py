"""What effects cost: the words of section 5 of the effect language, each declared once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.effects import ask_payer, cards_in, make_all_due
from sparring.games.onepiece.rules.events import Event, RestedDon, TrashedFromHand
from sparring.games.onepiece.rules.language import Count, Fitting, TopOrBottom, Whole
from sparring.games.onepiece.rules.options import BOTTOM, TOP, ChooseCard, End, Option, return_don_from
from sparring.games.onepiece.rules.options import ReturnDon as ReturnOneDon
from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import cards_counted
from sparring.games.onepiece.rules.values import ANY_CARD, may_rest
from sparring.games.onepiece.rules.words import Cost, Price


@dataclass(frozen=True)
class RestDon(Cost):
    """Rest this many active DON!! in the cost area."""

    count: Annotated[int, Whole(1, DON)]

    takes: ClassVar[str | None] = "DON!!"

    def payable(self, state: State, by: Source) -> bool:
        """There are enough active ones."""
        return state.sides[by.seat].active >= self.count

    def pay(self, state: State, by: Source) -> None:
        """Rest them."""
        moving.rest_don(state, by.seat, self.count)
        state.tell(RestedDon, by.seat, self.count)

    def says(self) -> str:
        """In words."""
        return f"rest {self.count} DON!!"

    @cached_property
    def price(self) -> Price:
        """Nothing that does not come back with the next turn."""
        return Price()


@dataclass(frozen=True, slots=True)
class ReturnedDon(Event):
    """Returned DON!! to the DON!! deck."""

    count: int

    says: ClassVar[str] = "{who} returns {count} DON!! to the DON!! deck."


@dataclass(frozen=True)
class ReturnDon(Cost):
    """Return this many DON!! to the DON!! deck: active, rested or attached ones, as their owner likes (R8.6)."""

    count: Annotated[int, Whole(1, DON)]

    takes: ClassVar[str | None] = "DON!!"

    def payable(self, state: State, by: Source) -> bool:
        """There are enough on the field."""
        return state.sides[by.seat].don_on_field >= self.count

    def pay(self, state: State, by: Source) -> None:
        """Return one after the other."""
        _return_don(state, by, self.count)

    def says(self) -> str:
        """In words."""
        return f"return {self.count} DON!! to the DON!! deck"

    @cached_property
    def price(self) -> Price:
        """So many DON!!."""
        return Price(don=self.count)


def _return_don(state: State, by: Source, left: int) -> None:
    if left == 0:
        make_all_due(state, ((state.sides[by.seat].units(), "on_don_returned"),))
        return
    side = state.sides[by.seat]
    options: list[Option] = []
    if side.rested:
        options.append(return_don_from("rested"))
    if side.active:
        options.append(return_don_from("active"))
    options += [return_don_from("given", unit.id) for unit in side.fighters() if unit.don]
    if left >= side.don_on_field:
        del options[1:]  # all of them go, in whatever order
    about = About("return don", by, "Which DON!! do you return?")
    ask_payer(state, "target", options, about, _return_one, by, left)


def _return_one(state: State, option: ReturnOneDon, by: Source, left: int) -> None:
    side = state.sides[by.seat]
    if option.place == "rested":
        side.rested -= 1
    elif option.place == "active":
        side.active -= 1
    else:
        state.on_field(option.unit).don -= 1
    side.don_deck += 1
    state.changes_made += 1
    state.tell(ReturnedDon, by.seat, 1)
    state.push(_return_don, by, left - 1)


@dataclass(frozen=True)
class TrashFromHand(Cost):
    """Trash this many cards from hand."""

    count: Count
    filter: Fitting = ANY_CARD

    takes: ClassVar[str | None] = "hand"

    def payable(self, state: State, by: Source) -> bool:
        """There are enough such cards."""
        hand = state.sides[by.seat].hand
        return sum(self.filter.fits_card(state.card(entry)) for entry in hand) >= self.count

    def pay(self, state: State, by: Source) -> None:
        """Trash one after the other."""
        _trash_from_hand(state, self, by, self.count)

    def says(self) -> str:
        """In words."""
        return f"trash {cards_counted(self.count, self.filter)} from hand"

    @cached_property
    def price(self) -> Price:
        """So many cards."""
        return Price(cards=self.count)


def _trash_from_hand(state: State, cost: TrashFromHand, by: Source, left: int) -> None:
    if left:
        options = cards_in(state.sides[by.seat].hand, lambda code: cost.filter.fits_card(state.decks.cards[code]))
        about = About("trash", by, "Which card do you trash?", from_hand=True)
        ask_payer(state, "target", options, about, _trash_one, cost, by, left)


def _trash_one(state: State, option: ChooseCard, cost: TrashFromHand, by: Source, left: int) -> None:
    moving.trash_from_hand(state, by.seat, option.code)
    state.tell(TrashedFromHand, by.seat, option.code)
    state.push(_trash_from_hand, cost, by, left - 1)


@dataclass(frozen=True)
class RestThis(Cost):
    """Rest this card."""

    takes: ClassVar[str | None] = "this card"

    def payable(self, state: State, by: Source) -> bool:
        """It is active, and nothing keeps it from being rested."""
        unit = state.find(by.unit)
        return unit is not None and not unit.rested and may_rest(state, unit)

    def pay(self, state: State, by: Source) -> None:
        """Rest it."""
        state.on_field(by.unit).rested = True
        state.changes_made += 1

    def says(self) -> str:
        """In words."""
        return "rest this card"

    @cached_property
    def price(self) -> Price:
        """The card itself."""
        return Price(rests_this=True)


@dataclass(frozen=True, slots=True)
class TookLife(Event):
    """Took a Life card to hand as a cost."""

    place: str

    says: ClassVar[str] = "{who} takes the {place} Life card to hand."


@dataclass(frozen=True)
class LifeToHand(Cost):
    """Put this many of one's Life cards into one's hand, without their Trigger."""

    count: Count
    from_: TopOrBottom

    takes: ClassVar[str | None] = "hand"  # the cards that it brings may pay for others

    def payable(self, state: State, by: Source) -> bool:
        """There is enough Life."""
        return len(state.sides[by.seat].life) >= self.count

    def pay(self, state: State, by: Source) -> None:
        """Take one after the other."""
        _life_to_hand(state, self, by, self.count)

    def says(self) -> str:
        """In words."""
        ends = "the top or bottom" if self.from_ == "top_or_bottom" else "the top"
        return f"take {ends} card of your Life to hand"

    @cached_property
    def price(self) -> Price:
        """So much Life."""
        return Price(life=self.count)


def _life_to_hand(state: State, cost: LifeToHand, by: Source, left: int) -> None:
    if left:
        both = cost.from_ == "top_or_bottom" and len(state.sides[by.seat].life) > 1
        options: list[Option] = [TOP, BOTTOM] if both else [TOP]
        about = About("life to hand", by, "Top or bottom of your Life?")
        ask_payer(state, "value", options, about, _take_life, cost, by, left)


def _take_life(state: State, option: End, cost: LifeToHand, by: Source, left: int) -> None:
    moving.life_to_hand(state, by.seat, 0 if option == BOTTOM else -1)
    state.tell(TookLife, by.seat, option.place)
    state.push(_life_to_hand, cost, by, left - 1)
