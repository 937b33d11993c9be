"""What effects do with hands, decks and the trash, and with the card whose Trigger is used."""

from dataclasses import dataclass, replace
from typing import ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import activate, cards_in, play
from sparring.games.onepiece.rules.events import Event, TrashedFromHand, card_name, so_many_cards
from sparring.games.onepiece.rules.language import OneOf, Take, Taking, Which, Whole, action
from sparring.games.onepiece.rules.options import BOTTOM, NONE, TOP, UNKNOWN_CARD, ChooseCard, End, Option
from sparring.games.onepiece.rules.sides import CODE, KNOWN
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.values import Filter, holds, seats


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
        return f"{self.who} {'shows and ' if self.shown else ''}takes {card_name(decks, self.code)}."


@dataclass(frozen=True, slots=True)
class PutBack(Event):
    """Put cards that were looked at back to the deck."""

    place: str
    count: int

    def line(self, decks: Decks) -> str:
        """How many, and where."""
        return f"{self.who} puts {so_many_cards(self.count)} to the {self.place} of the deck."


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """Looked through the whole deck."""

    says: ClassVar[str] = "{who} looks through the deck."


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """Shuffled the deck."""

    says: ClassVar[str] = "{who} shuffles."


@dataclass(frozen=True, slots=True)
class TookFromTrash(Event):
    """Took a card from the trash to hand."""

    code: int

    says: ClassVar[str] = "{who} takes {code} from the trash."


@dataclass(frozen=True, slots=True)
class TriggerToHand(Event):
    """A Life card went to hand by its own Trigger."""

    code: int

    says: ClassVar[str] = "{code} goes to {who}'s hand."


@action(count=Whole(1))
def draw(state: State, by: Source, count: int) -> None:
    """Draw cards."""
    moving.draw(state, by.seat, count)


@action(side=OneOf("self", "opponent"), count=Whole(1), chooser=OneOf("self", "opponent"))
def trash_from_hand(state: State, by: Source, side: str, count: int, chooser: str) -> None:
    """That side trashes cards from hand, as the chooser says; whoever cannot see them chooses by chance."""
    if not count:
        return
    (seat,) = seats(side, by)
    chooses = by.seat if chooser == "self" else 1 - by.seat
    hand = state.sides[seat].hand
    if not hand:
        return
    if chooses == seat:
        options = cards_in(hand)
    else:
        options = cards_in(sorted(entry for entry in hand if entry & KNOWN[chooses]))
        if any(not entry & KNOWN[chooses] for entry in hand):
            options.append(UNKNOWN_CARD)
    about = About("trash", by)
    state.ask("target", chooses, options, about, _trash_one, by, side, count, chooser, seat, chooses)


def _trash_one(
    state: State, option: Option, by: Source, side: str, count: int, chooser: str, seat: int, chooses: int
) -> None:
    if isinstance(option, ChooseCard):
        code = option.code
    else:
        unseen = [entry for entry in state.sides[seat].hand if not entry & KNOWN[chooses]]
        code = unseen[moving.chance(state, len(unseen))] & CODE
    moving.trash_from_hand(state, seat, code)
    state.tell(TrashedFromHand, seat, code)
    state.push(trash_from_hand, by, side, count - 1, chooser)


REST = OneOf("bottom_any_order", "all_top_or_all_bottom_any_order")


@action(count=Whole(1), take=Take(), rest=REST)
def look_top(state: State, by: Source, count: int, take: Taking | None, rest: str) -> None:
    """Look at the top cards of the deck, take some, and put the rest back."""
    deck = state.sides[by.seat].deck
    count = min(count, len(deck))
    for index in range(len(deck) - count, len(deck)):
        deck[index] |= KNOWN[by.seat]  # they stay in the deck while they are looked at (R2.5)
    state.deeds += 1
    state.tell(LookedAtDeck, by.seat, count)
    most = 0 if take is None else take.max
    state.push(take_some, by, count, most, take, rest)


def take_some(state: State, by: Source, count: int, most: int, take: Taking | None, rest: str) -> None:
    """Take one of the cards that are looked at, or none."""
    if take is None or not most or not count:
        state.push(put_back, by, count, rest)
        return
    looked_at = reversed(state.sides[by.seat].deck[-count:])
    options = cards_in(looked_at, lambda code: take.filter.fits_card(state.decks.cards[code]))
    options.append(NONE)
    about = About("take", by, instead="" if take.reveal else "take a card")
    state.ask("target", by.seat, options, about, _take, by, count, most, take, rest)


def _take(state: State, option: Option, by: Source, count: int, most: int, take: Taking, rest: str) -> None:
    if not isinstance(option, ChooseCard):
        state.push(put_back, by, count, rest)
        return
    index = _top_of(state, by.seat, count, option.code)
    entry = moving.take_from_deck(state, by.seat, index)
    known = KNOWN[1 - by.seat] if take.reveal else entry & KNOWN[1 - by.seat]
    moving.into_hand(state, by.seat, option.code | known)
    state.tell(Took, by.seat, option.code, take.reveal)
    state.push(take_some, by, count - 1, most - 1, take, rest)


def _top_of(state: State, seat: int, count: int, code: int) -> int:
    deck = state.sides[seat].deck
    return next(index for index in range(len(deck) - 1, len(deck) - count - 1, -1) if deck[index] & CODE == code)


def put_back(state: State, by: Source, count: int, rest: str) -> None:
    """Put the rest back: all to the bottom, or all where one likes."""
    if count:
        options: list[Option] = [BOTTOM] if rest == "bottom_any_order" else [TOP, BOTTOM]
        state.ask("value", by.seat, options, About("put back", by, amount=count), _put_back, by, count)


def _put_back(state: State, option: End, by: Source, count: int) -> None:
    deck = state.sides[by.seat].deck
    if count > 1:  # the opponent does not learn their order
        deck[-count:] = [entry & ~KNOWN[1 - by.seat] for entry in deck[-count:]]
    state.tell(PutBack, by.seat, option.place, count)
    state.push(put_in_order, by, count, option == TOP, 0)


def put_in_order(state: State, by: Source, count: int, top: bool, done: int) -> None:
    """Say which of the rest lies uppermost, which comes next, and so on."""
    left = count - done
    if left:
        deck = state.sides[by.seat].deck
        looked_at = deck[len(deck) - count : len(deck) - done] if top else deck[len(deck) - left :]
        options = cards_in(reversed(looked_at))
        about = About("order cards", by, top=top, instead="place a card")
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
    state.push(put_in_order, by, count, top, done + 1)


@action()
def shuffle_deck(state: State, by: Source) -> None:
    """Shuffle one's deck."""
    state.shuffle(by.seat)
    state.tell(Shuffled, by.seat)


@action(max=Whole(1), to=OneOf("hand"), filter=Which())
def take_from_trash(state: State, by: Source, max: int, to: str, filter: Filter) -> None:
    """Take cards from one's trash to hand."""
    if max:
        side = state.sides[by.seat]
        options = cards_in(side.trash, lambda code: filter.fits_card(state.decks.cards[code]))
        options.append(NONE)
        state.ask("target", by.seat, options, About("take", by), _from_trash, by, max, to, filter)


def _from_trash(state: State, option: Option, by: Source, max: int, to: str, filter: Filter) -> None:
    if isinstance(option, ChooseCard):
        side = state.sides[by.seat]
        side.trash.remove(option.code)
        moving.into_hand(state, by.seat, option.code | KNOWN[1 - by.seat])
        state.deeds += 1
        state.tell(TookFromTrash, by.seat, option.code)
        state.push(take_from_trash, by, max - 1, to, filter)


@action(from_=OneOf("hand", "deck"), max=Whole(1), filter=Which())
def play_card(state: State, by: Source, zone: str, max: int, filter: Filter) -> None:
    """Play characters or stages without paying for them."""
    if zone == "deck":  # whoever looks through a deck sees all of it
        side = state.sides[by.seat]
        side.deck = [entry | KNOWN[by.seat] for entry in side.deck]
        state.tell(Searched, by.seat)
    state.push(choose_to_play, by, zone, max, filter)


def choose_to_play(state: State, by: Source, zone: str, max: int, filter: Filter) -> None:
    """Have one more card chosen, or none."""
    if max:
        side = state.sides[by.seat]

        def fits(code: int) -> bool:
            card = state.decks.cards[code]
            return card.category in ("character", "stage") and filter.fits_card(card)

        options = cards_in(side.hand if zone == "hand" else sorted(entry & CODE for entry in side.deck), fits)
        options.append(NONE)
        state.ask("target", by.seat, options, About("play", by), _play, by, zone, max, filter)


def _play(state: State, option: Option, by: Source, zone: str, max: int, filter: Filter) -> None:
    if not isinstance(option, ChooseCard):
        return
    side, code = state.sides[by.seat], option.code
    state.push(choose_to_play, by, zone, max - 1, filter)
    if zone == "hand":
        moving.out_of_hand(state, by.seat, code)
    else:
        index = [entry & CODE for entry in side.deck].index(code)
        moving.take_from_deck(state, by.seat, index)
    play(state, by.seat, code)


@action()
def play_this(state: State, by: Source) -> None:
    """Play this card, which was just taken from Life, without paying for it."""
    side = state.sides[by.seat]
    played = state.decks.cards[by.code].category in ("character", "stage")
    if played and side.limbo and side.limbo[-1] & CODE == by.code:
        side.limbo.pop()
        play(state, by.seat, by.code)


@action()
def add_this_to_hand(state: State, by: Source) -> None:
    """The card, which was just taken from Life, goes to hand."""
    side = state.sides[by.seat]
    if side.limbo and side.limbo[-1] & CODE == by.code:
        moving.into_hand(state, by.seat, side.limbo.pop() & CODE | KNOWN[1 - by.seat])
        state.deeds += 1
        state.tell(TriggerToHand, by.seat, by.code)


@action(timing=OneOf("main", "counter"))
def activate_own_effect(state: State, by: Source, timing: str) -> None:
    """Use this card's own effect of another timing; what that costs besides DON!! must be paid."""
    card = state.decks.cards[by.code]
    for number in reversed(card.timed(timing)):
        if holds(state, by, card.effects[number].conditions):
            state.push(activate, by, number, not card.effects[number].cost)
