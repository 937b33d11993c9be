"""Costs that are paid with characters, each declared once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.removing import ReturnedToHand
from sparring.games.onepiece.rules.effects import ask_payer, leave, queue_if_any
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.ko import knock_out
from sparring.games.onepiece.rules.language import Fitting, UpTo, Whole
from sparring.games.onepiece.rules.options import ChooseUnit, Option, choose_unit
from sparring.games.onepiece.rules.sides import MOST_CHARACTERS, Unit
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import filter_text
from sparring.games.onepiece.rules.values import ANY_CARD, Filter, protected
from sparring.games.onepiece.rules.words import Cost, Price, Word


class GivingUp(Cost):
    """A cost that takes characters of one's own off the field, at once when all are chosen."""

    known: ClassVar[dict[str, type[Word]]] = Cost.known  # it is not a word itself
    verb: ClassVar[str]

    def part(self) -> tuple[int, Filter, bool]:
        """How many, which, and whether the card itself is left out."""
        raise NotImplementedError

    def take(self, state: State, units: list[Unit]) -> None:
        """Take them off the field."""
        raise NotImplementedError

    def able(self, state: State, by: Source) -> list[Unit]:
        """The characters that can be given up."""
        _, filter, others = self.part()
        own = state.sides[by.seat].characters
        return [unit for unit in own if filter.fits(state, unit) and not (others and unit.id == by.unit)]

    def payable(self, state: State, by: Source) -> bool:
        """There are enough of them."""
        return len(self.able(state, by)) >= self.part()[0]

    def pay(self, state: State, by: Source) -> None:
        """Have one after the other chosen."""
        _choose_to_give_up(state, self, by, ())

    def says(self) -> str:
        """In words."""
        count, filter, others = self.part()
        which = filter_text(filter)
        whose = f"{count} of your {'other ' if others else ''}characters"
        return f"{self.verb} {whose} {which}".strip() + (" to your hand" if self.verb == "return" else "")

    @cached_property
    def price(self) -> Price:
        """So many characters."""
        return Price(characters=self.part()[0])


def _choose_to_give_up(state: State, cost: GivingUp, by: Source, chosen: tuple[int, ...]) -> None:
    if len(chosen) == cost.part()[0]:
        cost.take(state, [state.on_field(number) for number in chosen])
        return
    options: list[Option] = [choose_unit(unit.id) for unit in cost.able(state, by) if unit.id not in chosen]
    about = About("give up", by, f"Which character do you {cost.verb}?")
    ask_payer(state, "target", options, about, _give_up_one, cost, by, chosen)


def _give_up_one(state: State, option: ChooseUnit, cost: GivingUp, by: Source, chosen: tuple[int, ...]) -> None:
    state.push(_choose_to_give_up, cost, by, (*chosen, option.unit))


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """Trashed a character as a cost."""

    code: int

    says: ClassVar[str] = "{who} trashes {code} from the field."


def _trash(state: State, units: list[Unit]) -> None:
    queue_if_any(state, leave(state, units))
    for unit in units:
        state.tell(GaveUp, unit.seat, unit.code)
        moving.to_trash(state, unit)


@dataclass(frozen=True)
class TrashCharacter(GivingUp):
    """Trash this many of one's characters, which is not a K.O. (R10.2)."""

    count: Annotated[int, Whole(1, MOST_CHARACTERS)]
    filter: Fitting = ANY_CARD
    exclude_this: UpTo = False

    verb: ClassVar[str] = "trash"

    def part(self) -> tuple[int, Filter, bool]:
        """As it says."""
        return self.count, self.filter, self.exclude_this

    def take(self, state: State, units: list[Unit]) -> None:
        """Into the trash."""
        _trash(state, units)


@dataclass(frozen=True)
class KoCharacter(GivingUp):
    """K.O. this many of one's characters. Whoever cannot be K.O.'d cannot pay, and nothing replaces it (C8)."""

    count: Annotated[int, Whole(1, MOST_CHARACTERS)]
    filter: Fitting = ANY_CARD
    exclude_this: UpTo = False

    verb: ClassVar[str] = "K.O."

    def part(self) -> tuple[int, Filter, bool]:
        """As it says."""
        return self.count, self.filter, self.exclude_this

    def able(self, state: State, by: Source) -> list[Unit]:
        """Those that are not protected."""
        return [unit for unit in super().able(state, by) if not protected(state, unit, "effect")]

    def take(self, state: State, units: list[Unit]) -> None:
        """Into the trash, with what that sets off."""
        knock_out(state, tuple(unit.id for unit in units))


@dataclass(frozen=True)
class ReturnCharacter(GivingUp):
    """Return this many of one's characters to one's hand."""

    count: Annotated[int, Whole(1, MOST_CHARACTERS)]
    filter: Fitting = ANY_CARD
    exclude_this: UpTo = False

    verb: ClassVar[str] = "return"

    def part(self) -> tuple[int, Filter, bool]:
        """As it says."""
        return self.count, self.filter, self.exclude_this

    def take(self, state: State, units: list[Unit]) -> None:
        """Back to hand."""
        queue_if_any(state, leave(state, units))
        for unit in units:
            state.tell(ReturnedToHand, unit.seat, unit.code)
            moving.to_hand(state, unit)


@dataclass(frozen=True)
class TrashThis(Cost):
    """Trash this card from the field, which is not a K.O. (R10.2)."""

    def payable(self, state: State, by: Source) -> bool:
        """It is on the field, and no leader."""
        return by.unit > 1 and state.find(by.unit) is not None

    def pay(self, state: State, by: Source) -> None:
        """Trash it."""
        _trash(state, [state.on_field(by.unit)])

    def says(self) -> str:
        """In words."""
        return "trash this card"

    @cached_property
    def price(self) -> Price:
        """The card itself."""
        return Price(gives_up_this=True)
