"""What effects do with DON!!."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import pick
from sparring.games.onepiece.rules.effects import amounts
from sparring.games.onepiece.rules.events import Event, GaveDon, RestedDon
from sparring.games.onepiece.rules.language import OneOf, Target, UpTo, Whole
from sparring.games.onepiece.rules.options import Amount
from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import cards_text, up_to
from sparring.games.onepiece.rules.words import Action, Gist

DonCount = Annotated[int, Whole(1, DON)]


@dataclass(frozen=True)
class GiveDon(Action):
    """Give rested DON!! from the cost area, all to one card."""

    count: DonCount
    up_to: UpTo
    source: Annotated[str, OneOf("rested_in_cost_area")]
    target: Target

    asks: ClassVar[str] = "Who gets the DON!!?"

    def act(self, state: State, by: Source) -> None:
        """Have the card chosen."""
        if state.sides[by.seat].rested:
            pick(state, About("give", by, self.asks, self), self.target, _ask_how_many, self)

    def says(self) -> str:
        """In words."""
        return f"give {up_to(self.up_to)}{self.count} rested DON!! to {cards_text(self.target)}"

    @cached_property
    def gist(self) -> Gist:
        """It gives DON!!."""
        return Gist(self.target, gives_don=self.count)


def _ask_how_many(state: State, numbers: tuple[int, ...], by: Source, word: GiveDon) -> None:
    unit = state.find(numbers[0]) if numbers else None
    if unit is not None and unit.seat == by.seat and unit.card.category != "stage":
        least = 1 if word.target.select == "choose" else 0  # whoever chose a card means at least one
        most = min(word.count, state.sides[by.seat].rested)
        options = amounts(most, min(least if word.up_to else word.count, most))
        state.ask("value", by.seat, options, About("give", by, "How many DON!!?"), _give, numbers[0], by)


def _give(state: State, option: Amount, number: int, by: Source) -> None:
    unit = state.find(number)
    if unit is not None and option.number:
        state.sides[by.seat].rested -= option.number
        unit.don += option.number
        state.changes_made += option.number
        state.tell(GaveDon, unit.seat, unit.code, option.number)


@dataclass(frozen=True, slots=True)
class AddedDon(Event):
    """Added DON!! from the DON!! deck by an effect."""

    count: int
    how: str
    """ "active" or "rested"."""

    says: ClassVar[str] = "{who} adds {count} DON!!, {how}."


@dataclass(frozen=True)
class AddDon(Action):
    """Add DON!! from the DON!! deck."""

    count: DonCount
    up_to: UpTo
    state: Annotated[str, OneOf("active", "rested")]

    def act(self, state: State, by: Source) -> None:
        """Ask how many."""
        most = min(self.count, state.sides[by.seat].don_deck)
        about = About("add don", by, "How many DON!! do you add?")
        state.ask("value", by.seat, amounts(most, 0 if self.up_to else most), about, _add_don, self, by)

    def says(self) -> str:
        """In words."""
        return f"add {up_to(self.up_to)}{self.count} DON!! from the DON!! deck, {self.state}"

    @cached_property
    def gist(self) -> Gist:
        """So many DON!!."""
        return Gist(don=self.count)


def _add_don(state: State, option: Amount, word: AddDon, by: Source) -> None:
    moving.add_don(state, by.seat, option.number, word.state == "active")
    state.tell(AddedDon, by.seat, option.number, word.state)


@dataclass(frozen=True, slots=True)
class DonSetActive(Event):
    """Set DON!! active by an effect."""

    count: int

    says: ClassVar[str] = "{who} sets {count} DON!! active."


@dataclass(frozen=True)
class SetDonActive(Action):
    """Set rested DON!! in the cost area active."""

    count: DonCount
    up_to: UpTo

    def act(self, state: State, by: Source) -> None:
        """Ask how many."""
        most = min(self.count, state.sides[by.seat].rested)
        about = About("don active", by, "How many DON!! do you set active?")
        state.ask("value", by.seat, amounts(most, 0 if self.up_to else most), about, _set_don_active, by)

    def says(self) -> str:
        """In words."""
        return f"set {up_to(self.up_to)}{self.count} DON!! active"

    @cached_property
    def gist(self) -> Gist:
        """So many DON!!."""
        return Gist(don=self.count)


def _set_don_active(state: State, option: Amount, by: Source) -> None:
    side = state.sides[by.seat]
    side.rested -= option.number
    side.active += option.number
    state.changes_made += option.number
    state.tell(DonSetActive, by.seat, option.number)


@dataclass(frozen=True)
class RestOpponentDon(Action):
    """Rest active DON!! of the opponent."""

    count: DonCount
    up_to: UpTo

    def act(self, state: State, by: Source) -> None:
        """Ask how many."""
        most = min(self.count, state.sides[1 - by.seat].active)
        about = About("rest don", by, "How many DON!! do you rest?")
        state.ask("value", by.seat, amounts(most, 0 if self.up_to else most), about, _rest_don, by)

    def says(self) -> str:
        """In words."""
        return f"rest {up_to(self.up_to)}{self.count} of your opponent's DON!!"

    @cached_property
    def gist(self) -> Gist:
        """It rests DON!!."""
        return Gist(rests_don=True)


def _rest_don(state: State, option: Amount, by: Source) -> None:
    moving.rest_don(state, 1 - by.seat, option.number)
    state.tell(RestedDon, 1 - by.seat, option.number)
