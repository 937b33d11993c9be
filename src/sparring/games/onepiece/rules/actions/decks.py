"""What effects do with decks: look at the top, search, shuffle, and play cards from there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.life import LookedAtLife
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import cards_in, play
from sparring.games.onepiece.rules.events import Event, card_name, so_many_cards
from sparring.games.onepiece.rules.language import Count, Fitting, Flag, OneOf, Take, Taking
from sparring.games.onepiece.rules.options import BOTTOM, NONE, TOP, ChooseCard, End, Option
from sparring.games.onepiece.rules.sides import CODE, KNOWN
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import cards_counted
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True, slots=True)
class LookedAtDeck(Event):
    """Looked at the top cards of the deck."""

    count: int

    def line(self, decks: Decks) -> str:
        """How many."""
        return f"{self.who} looks at the top {so_many_cards(self.count)} of the deck."


@dataclass(frozen=True, slots=True)
class Took(Event):
    """Took a card that was looked at."""

    code: int | None
    shown: bool

    def seen_by(self, seat: int) -> Event:
        """The opponent sees the card only if it was shown."""
        return self if seat == self.seat or self.shown else replace(self, code=None)

    def line(self, decks: Decks) -> str:
        """Which."""
        return f"{self.who} takes {card_name(decks, self.code)}{' for all to see' if self.shown else ''}."


@dataclass(frozen=True, slots=True)
class PutBack(Event):
    """Put cards that were looked at back to the deck."""

    place: str
    count: int

    def line(self, decks: Decks) -> str:
        """How many, and where."""
        return f"{self.who} puts {so_many_cards(self.count)} to the {self.place} of the deck."


@dataclass(frozen=True)
class LookTop(Action):
    """Look at the top cards of the deck, take some, and put the rest back."""

    count: Count
    take: Annotated[Taking | None, Take()]
    rest: Annotated[str, OneOf("bottom_any_order", "all_top_or_all_bottom_any_order")]

    def act(self, state: State, by: Source) -> None:
        """Look at them."""
        deck = state.sides[by.seat].deck
        count = min(self.count, len(deck))
        for index in range(len(deck) - count, len(deck)):
            deck[index] |= KNOWN[by.seat]  # they stay in the deck while they are looked at (R2.5)
        state.changes_made += 1
        state.tell(LookedAtDeck, by.seat, count)
        state.push(_take_some, self, by, count, 0 if self.take is None else self.take.max)

    def says(self) -> str:
        """In words."""
        taken = ""
        if self.take is not None:
            openly = " openly" if self.take.reveal else ""
            taken = f", take up to {cards_counted(self.take.max, self.take.filter)}{openly}"
        where = "under the deck" if self.rest == "bottom_any_order" else "all on top or all under the deck"
        return f"look at the top {cards_counted(self.count)} of your deck{taken}, and put the rest {where} in any order"

    @cached_property
    def gist(self) -> Gist:
        """As many cards as may be taken."""
        return Gist(cards=0 if self.take is None else self.take.max)


def _take_some(state: State, word: LookTop, by: Source, count: int, most: int) -> None:
    """Take one of the cards that are looked at, or none."""
    take = word.take
    if take is None or not most or not count:
        state.push(_put_back, word, by, count)
        return
    looked_at = reversed(state.sides[by.seat].deck[-count:])
    options = cards_in(looked_at, lambda code: take.filter.fits_card(state.decks.cards[code]))
    options.append(NONE)
    about = About("take", by, "Which card do you take?", instead="" if take.reveal else "take a card")
    state.ask("target", by.seat, options, about, _take, word, by, count, most)


def _take(state: State, option: Option, word: LookTop, by: Source, count: int, most: int) -> None:
    if not isinstance(option, ChooseCard) or word.take is None:
        state.push(_put_back, word, by, count)
        return
    index = _top_of(state, by.seat, count, option.code)
    entry = moving.take_from_deck(state, by.seat, index)
    known = KNOWN[1 - by.seat] if word.take.reveal else entry & KNOWN[1 - by.seat]
    moving.into_hand(state, by.seat, option.code | known)
    state.tell(Took, by.seat, option.code, word.take.reveal)
    state.push(_take_some, word, by, count - 1, most - 1)


def _top_of(state: State, seat: int, count: int, code: int) -> int:
    deck = state.sides[seat].deck
    return next(index for index in range(len(deck) - 1, len(deck) - count - 1, -1) if deck[index] & CODE == code)


def _put_back(state: State, word: LookTop, by: Source, count: int) -> None:
    """Put the rest back: all to the bottom, or all where one likes."""
    if count:
        options: list[Option] = [BOTTOM] if word.rest == "bottom_any_order" else [TOP, BOTTOM]
        about = About("put back", by, "To the top or the bottom of your deck?", looked_at=count)
        state.ask("value", by.seat, options, about, _place_rest, by, count)


def _place_rest(state: State, option: End, by: Source, count: int) -> None:
    deck = state.sides[by.seat].deck
    if count > 1:  # the opponent does not learn their order
        deck[-count:] = [entry & ~KNOWN[1 - by.seat] for entry in deck[-count:]]
    state.tell(PutBack, by.seat, option.place, count)
    state.push(_put_in_order, by, count, option == TOP, 0)


def _put_in_order(state: State, by: Source, count: int, top: bool, done: int) -> None:
    """Say which of the rest lies uppermost, which comes next, and so on."""
    left = count - done
    if left:
        deck = state.sides[by.seat].deck
        looked_at = deck[len(deck) - count : len(deck) - done] if top else deck[len(deck) - left :]
        options = cards_in(reversed(looked_at))
        asks = f"which of these cards lies highest {'on top' if top else 'under the deck'}?"
        about = About("order cards", by, asks, instead="place a card")
        state.ask("target", by.seat, options, about, _put_next, by, count, top, done)


def _put_next(state: State, option: ChooseCard, by: Source, count: int, top: bool, done: int) -> None:
    deck, left = state.sides[by.seat].deck, count - done
    if top:  # those that are placed already lie above the rest
        rest = slice(len(deck) - count, len(deck) - done)
        index = rest.start + [entry & CODE for entry in deck[rest]].index(option.code)
        deck.insert(len(deck) - done - 1, deck.pop(index))
    else:  # each goes under the deck, beneath those before it
        index = _top_of(state, by.seat, left, option.code)
        deck.insert(0, deck.pop(index))
    state.push(_put_in_order, by, count, top, done + 1)


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """Shuffled the deck."""

    says: ClassVar[str] = "{who} shuffles."


@dataclass(frozen=True)
class ShuffleDeck(Action):
    """Shuffle one's deck."""

    def act(self, state: State, by: Source) -> None:
        """Shuffle it."""
        state.shuffle(by.seat)
        state.tell(Shuffled, by.seat)

    def says(self) -> str:
        """In words."""
        return "shuffle your deck"

    @cached_property
    def gist(self) -> Gist:
        """Nothing that anybody sees."""
        return Gist()


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """Looked through the whole deck."""

    says: ClassVar[str] = "{who} looks through the deck."


@dataclass(frozen=True)
class PlayCard(Action):
    """Play characters or stages without paying for them."""

    from_: Annotated[str, OneOf("hand", "deck", "trash", "life")]
    max: Count
    filter: Fitting
    rested: Annotated[bool, Flag()] = False

    def act(self, state: State, by: Source) -> None:
        """Look for them."""
        if self.from_ == "deck":  # whoever looks through a deck sees all of it
            side = state.sides[by.seat]
            side.deck = [entry | KNOWN[by.seat] for entry in side.deck]
            state.tell(Searched, by.seat)
        _look_and_choose(state, self, by, self.max)

    def says(self) -> str:
        """In words."""
        zone = "the top of your Life" if self.from_ == "life" else f"your {self.from_}"
        how = ", rested" if self.rested else ""
        return f"play up to {cards_counted(self.max, self.filter)} from {zone} for nothing{how}"

    @cached_property
    def gist(self) -> Gist:
        """So many cards on the field."""
        return Gist(plays=self.max)


def _look_and_choose(state: State, word: PlayCard, by: Source, left: int) -> None:
    """Of Life the owner looks at the top card, to see whether it can be played."""
    life = state.sides[by.seat].life
    if word.from_ == "life" and left and life:
        life[-1] |= KNOWN[by.seat]
        state.tell(LookedAtLife, by.seat, by.seat, 1, (life[-1] & CODE,))
    state.push(_choose_to_play, word, by, left)


def _choose_to_play(state: State, word: PlayCard, by: Source, left: int) -> None:
    """Have one more card chosen, or none."""
    if left:
        side = state.sides[by.seat]

        def fits(code: int) -> bool:
            card = state.decks.cards[code]
            return card.category in ("character", "stage") and word.filter.fits_card(card)

        zone = {
            "hand": side.hand,
            "deck": sorted(entry & CODE for entry in side.deck),
            "trash": side.trash,
            "life": side.life[-1:],
        }[word.from_]
        options = [*cards_in(zone, fits), NONE]
        state.ask("target", by.seat, options, About("play", by, "Which card do you play?"), _play, word, by, left)


def _play(state: State, option: Option, word: PlayCard, by: Source, left: int) -> None:
    if not isinstance(option, ChooseCard):
        return
    side, code = state.sides[by.seat], option.code
    state.push(_look_and_choose, word, by, left - 1)
    if word.from_ == "hand":
        moving.out_of_hand(state, by.seat, code)
    elif word.from_ == "trash":
        side.trash.remove(code)
    elif word.from_ == "life":
        moving.shown(state, by.seat, side.life.pop())
    else:
        index = [entry & CODE for entry in side.deck].index(code)
        moving.take_from_deck(state, by.seat, index)
    play(state, by.seat, code, word.rested)
