"""What effects do with Life."""

from dataclasses import dataclass, replace
from typing import ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import amounts, cards_in
from sparring.games.onepiece.rules.events import Event, card_names
from sparring.games.onepiece.rules.language import Flag, OneOf, Whole, action
from sparring.games.onepiece.rules.options import BOTTOM, NONE, TOP, Amount, ChooseCard, End, LifeOf, Option
from sparring.games.onepiece.rules.sides import CODE, FROM_HAND, KNOWN
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.values import seats


@dataclass(frozen=True, slots=True)
class TrashedLife(Event):
    """A Life card was trashed by an effect."""

    code: int

    says: ClassVar[str] = "{who}'s Life card {code} is trashed."


@dataclass(frozen=True, slots=True)
class DeckToLife(Event):
    """Put the top card of the deck onto Life."""

    says: ClassVar[str] = "{who} puts the top card of the deck onto Life."


@dataclass(frozen=True, slots=True)
class HandToLife(Event):
    """Put a card from hand onto Life."""

    code: int | None
    face_up: bool

    says: ClassVar[str] = "{who} puts {code} from hand onto Life."

    def seen_by(self, seat: int) -> Event:
        """The opponent sees the card only if it lies face up."""
        return self if seat == self.seat or self.face_up else replace(self, code=None)


@dataclass(frozen=True, slots=True)
class LookedAtLife(Event):
    """Looked at the top cards of somebody's Life."""

    whose: int
    count: int
    cards: tuple[int, ...] | None
    """Which; None for those who did not see them."""

    def seen_by(self, seat: int) -> Event:
        """Only the one who looked sees the cards."""
        return self if seat == self.seat else replace(self, cards=None)

    def line(self, decks: Decks) -> str:
        """Whose Life it is, and what is there."""
        seen = "" if self.cards is None else f": {card_names(decks, self.cards)}"
        return f"{self.who} looks at {SEATS[self.whose]}'s top Life card{seen}."


@dataclass(frozen=True, slots=True)
class LifePutBack(Event):
    """Put the Life cards that were looked at to the top or the bottom."""

    whose: int
    place: str

    def line(self, decks: Decks) -> str:
        """Where they went."""
        return f"{self.who} puts it to the {self.place} of {SEATS[self.whose]}'s Life."


@action(side=OneOf("self", "opponent"), count=Whole(1), up_to=Flag(), from_=OneOf("top", "top_or_bottom"))
def trash_life(state: State, by: Source, side: str, count: int, up_to: bool, place: str) -> None:
    """Put Life cards of a side into its trash; that is no damage (R7.9)."""
    (seat,) = seats(side, by)
    life = state.sides[seat].life
    if count and life:
        options: list[Option] = [TOP, BOTTOM] if place == "top_or_bottom" and len(life) > 1 else [TOP]
        if up_to:
            options.append(NONE)
        about = About("trash life", by)
        state.ask("value", by.seat, options, about, _trash_life, by, side, count, up_to, place)


def _trash_life(state: State, option: Option, by: Source, side: str, count: int, up_to: bool, place: str) -> None:
    if option != NONE:
        (seat,) = seats(side, by)
        code = moving.life_to_trash(state, seat, 0 if option == BOTTOM else -1)
        state.tell(TrashedLife, seat, code)
        state.push(trash_life, by, side, count - 1, up_to, place)


@action(count=Whole(1), up_to=Flag(), to=OneOf("top"), face=OneOf("up", "down"))
def deck_to_life(state: State, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    """Put the top cards of one's deck into one's Life, unseen if face down."""
    options = amounts(count, 0 if up_to else count)
    state.ask("value", by.seat, options, About("deck to life", by), _deck_to_life, by, face)


def _deck_to_life(state: State, option: Amount, by: Source, face: str) -> None:
    for _ in range(option.number):
        if not state.lost:
            entry = moving.take_from_deck(state, by.seat)
            moving.put_in_life(state, by.seat, entry, top=True, face_up=face == "up")
            state.tell(DeckToLife, by.seat)


@action(count=Whole(1), up_to=Flag(), to=OneOf("top"), face=OneOf("up", "down"))
def hand_to_life(state: State, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    """Put cards from one's hand into one's Life."""
    hand = state.sides[by.seat].hand
    if count and hand:
        options = cards_in(hand)
        if up_to:
            options.append(NONE)
        about = About("hand to life", by, instead="a card from hand" if face == "down" else "")
        state.ask("target", by.seat, options, about, _hand_to_life, by, count, up_to, to, face)


def _hand_to_life(state: State, option: Option, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    if isinstance(option, ChooseCard):
        moving.hand_to_life(state, by.seat, option.code, top=True, face_up=face == "up")
        state.tell(HandToLife, by.seat, option.code, face == "up")
        state.push(hand_to_life, by, count - 1, up_to, to, face)


@action(side=OneOf("either"), from_=OneOf("top"), max=Whole(1), then=OneOf("owner_top_or_bottom"))
def look_life(state: State, by: Source, side: str, place: str, max: int, then: str) -> None:
    """Look at the top Life cards of either player, and put them back to the top or the bottom."""
    options: list[Option] = [LifeOf(seat) for seat in (by.seat, 1 - by.seat) if state.sides[seat].life]
    options.append(NONE)
    state.ask("value", by.seat, options, About("look life", by), _look_life, by, max)


def _look_life(state: State, option: Option, by: Source, max: int) -> None:
    if not isinstance(option, LifeOf):
        return
    life = state.sides[option.seat].life
    count = min(max, len(life))
    for index in range(len(life) - count, len(life)):
        entry = life[index] | KNOWN[by.seat]
        if by.seat != option.seat:
            moving.shown(state, option.seat, life[index])
            entry &= ~FROM_HAND
        life[index] = entry
    state.deeds += 1
    cards = tuple(entry & CODE for entry in life[len(life) - count :])
    state.tell(LookedAtLife, by.seat, option.seat, count, cards)
    state.push(put_life_back, by, option.seat, count)


def put_life_back(state: State, by: Source, seat: int, count: int) -> None:
    """Top or bottom, if that makes a difference."""
    options: list[Option] = [TOP, BOTTOM] if len(state.sides[seat].life) > count else [TOP]
    state.ask("value", by.seat, options, About("life back", by, seat=seat), _put_life_back, by, seat, count)


def _put_life_back(state: State, option: End, by: Source, seat: int, count: int) -> None:
    life = state.sides[seat].life
    if option == BOTTOM:
        state.sides[seat].life = life[len(life) - count :] + life[: len(life) - count]
    state.tell(LifePutBack, by.seat, seat, option.place)
