"""What effects do with Life."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import amounts, cards_in
from sparring.games.onepiece.rules.events import Event, card_names
from sparring.games.onepiece.rules.language import Count, EitherSide, Face, OneOf, TopOrBottom, UpTo
from sparring.games.onepiece.rules.options import BOTTOM, NONE, TOP, Amount, ChooseCard, End, LifeOf, Option
from sparring.games.onepiece.rules.sides import CODE, FROM_HAND, KNOWN
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import SEATS, cards_counted, up_to
from sparring.games.onepiece.rules.values import seats
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True, slots=True)
class TrashedLife(Event):
    """A Life card was trashed by an effect."""

    code: int

    says: ClassVar[str] = "{who}'s Life card {code} is trashed."


@dataclass(frozen=True)
class TrashLife(Action):
    """Put Life cards of a side into its trash; that is not damage (R7.9)."""

    side: EitherSide
    count: Count
    up_to: UpTo
    from_: TopOrBottom

    def act(self, state: State, by: Source) -> None:
        """Trash one after the other."""
        _choose_life(state, self, by, self.count)

    def says(self) -> str:
        """In words."""
        ends = "top or bottom" if self.from_ == "top_or_bottom" else "top"
        whose = "your" if self.side == "self" else "your opponent's"
        return f"trash {up_to(self.up_to)}{self.count} of {whose} {ends} Life cards"

    @cached_property
    def gist(self) -> Gist:
        """It brings nothing that would stop an attack."""
        return Gist()


def _choose_life(state: State, word: TrashLife, by: Source, left: int) -> None:
    (seat,) = seats(word.side, by)
    life = state.sides[seat].life
    if left and life:
        options: list[Option] = [TOP, BOTTOM] if word.from_ == "top_or_bottom" and len(life) > 1 else [TOP]
        if word.up_to:
            options.append(NONE)
        about = About("trash life", by, "Which Life card is trashed?")
        state.ask("value", by.seat, options, about, _trash_life, word, by, left)


def _trash_life(state: State, option: Option, word: TrashLife, by: Source, left: int) -> None:
    if option != NONE:
        (seat,) = seats(word.side, by)
        code = moving.life_to_trash(state, seat, 0 if option == BOTTOM else -1)
        state.tell(TrashedLife, seat, code)
        state.push(_choose_life, word, by, left - 1)


@dataclass(frozen=True, slots=True)
class PutDeckToLife(Event):
    """Put the top card of the deck onto Life."""

    says: ClassVar[str] = "{who} puts the top card of the deck onto Life."


@dataclass(frozen=True)
class DeckToLife(Action):
    """Put the top cards of one's deck into one's Life, unseen if face down."""

    count: Count
    up_to: UpTo
    to: Annotated[str, OneOf("top")]
    face: Face

    def act(self, state: State, by: Source) -> None:
        """Ask how many."""
        options = amounts(self.count, 0 if self.up_to else self.count)
        about = About("deck to life", by, "How many cards go onto your Life?")
        state.ask("value", by.seat, options, about, _deck_to_life, self, by)

    def says(self) -> str:
        """In words."""
        cards = f"{up_to(self.up_to)}{cards_counted(self.count)}"
        return f"put {cards} from the top of your deck onto your Life, face {self.face}"

    @cached_property
    def gist(self) -> Gist:
        """So many cards."""
        return Gist(cards=self.count)


def _deck_to_life(state: State, option: Amount, word: DeckToLife, by: Source) -> None:
    for _ in range(option.number):
        if not state.lost:
            entry = moving.take_from_deck(state, by.seat)
            moving.put_in_life(state, by.seat, entry, top=True, face_up=word.face == "up")
            state.tell(PutDeckToLife, by.seat)


@dataclass(frozen=True, slots=True)
class PutHandToLife(Event):
    """Put a card from hand onto Life."""

    code: int | None
    face_up: bool

    says: ClassVar[str] = "{who} puts {code} from hand onto Life."

    def seen_by(self, seat: int) -> Event:
        """The opponent sees the card only if it lies face up."""
        return self if seat == self.seat or self.face_up else replace(self, code=None)


@dataclass(frozen=True)
class HandToLife(Action):
    """Put cards from one's hand into one's Life."""

    count: Count
    up_to: UpTo
    to: Annotated[str, OneOf("top")]
    face: Face

    def act(self, state: State, by: Source) -> None:
        """Put one after the other."""
        _choose_from_hand(state, self, by, self.count)

    def says(self) -> str:
        """In words."""
        return f"put {up_to(self.up_to)}{cards_counted(self.count)} from your hand onto your Life, face {self.face}"

    @cached_property
    def gist(self) -> Gist:
        """So many cards."""
        return Gist(cards=self.count)


def _choose_from_hand(state: State, word: HandToLife, by: Source, left: int) -> None:
    hand = state.sides[by.seat].hand
    if left and hand:
        options = cards_in(hand)
        if word.up_to:
            options.append(NONE)
        instead = "a card from hand" if word.face == "down" else ""
        about = About("hand to life", by, "Which card goes onto your Life?", from_hand=True, instead=instead)
        state.ask("target", by.seat, options, about, _hand_to_life, word, by, left)


def _hand_to_life(state: State, option: Option, word: HandToLife, by: Source, left: int) -> None:
    if isinstance(option, ChooseCard):
        moving.hand_to_life(state, by.seat, option.code, top=True, face_up=word.face == "up")
        state.tell(PutHandToLife, by.seat, option.code, word.face == "up")
        state.push(_choose_from_hand, word, by, left - 1)


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


@dataclass(frozen=True)
class LookLife(Action):
    """Look at the top Life cards of either player, and put them back to the top or the bottom."""

    side: Annotated[str, OneOf("either")]
    from_: Annotated[str, OneOf("top")]
    max: Count
    then: Annotated[str, OneOf("owner_top_or_bottom")]

    def act(self, state: State, by: Source) -> None:
        """Ask whose."""
        options: list[Option] = [LifeOf(seat) for seat in (by.seat, 1 - by.seat) if state.sides[seat].life]
        options.append(NONE)
        about = About("look life", by, "Whose Life do you look at?")
        state.ask("value", by.seat, options, about, _look_life, self, by)

    def says(self) -> str:
        """In words."""
        return "look at the top card of either player's Life and put it to the top or bottom"

    @cached_property
    def gist(self) -> Gist:
        """It brings nothing that would stop an attack."""
        return Gist()


def _look_life(state: State, option: Option, word: LookLife, by: Source) -> None:
    if not isinstance(option, LifeOf):
        return
    life = state.sides[option.seat].life
    count = min(word.max, len(life))
    for index in range(len(life) - count, len(life)):
        entry = life[index] | KNOWN[by.seat]
        if by.seat != option.seat:
            moving.shown(state, option.seat, life[index])
            entry &= ~FROM_HAND
        life[index] = entry
    state.changes_made += 1
    cards = tuple(entry & CODE for entry in life[len(life) - count :])
    state.tell(LookedAtLife, by.seat, option.seat, count, cards)
    state.push(_put_life_back, by, option.seat, count)


def _put_life_back(state: State, by: Source, seat: int, count: int) -> None:
    """Top or bottom, if that makes a difference."""
    life = state.sides[seat].life
    options: list[Option] = [TOP, BOTTOM] if len(life) > count else [TOP]
    top = state.decks.labels[life[-1] & CODE]
    about = About("life back", by, f"{top} is on top; leave it there, or put it to the bottom?")
    state.ask("value", by.seat, options, about, _life_back, by, seat, count)


def _life_back(state: State, option: End, by: Source, seat: int, count: int) -> None:
    life = state.sides[seat].life
    if option == BOTTOM:
        state.sides[seat].life = life[len(life) - count :] + life[: len(life) - count]
    state.tell(LifePutBack, by.seat, seat, option.place)
