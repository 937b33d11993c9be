"""What effects do with hands, decks and the trash, and with the card whose Trigger is used."""

from typing import Any

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import BOTTOM, TOP
from sparring.games.onepiece.rules.effects import NONE, activate, cards_in, play
from sparring.games.onepiece.rules.language import (
    OneOf,
    Take,
    Which,
    Whole,
    action,
)
from sparring.games.onepiece.rules.state import CODE, KNOWN, Option, Source, State
from sparring.games.onepiece.rules.values import Filter, holds, seats


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
            options.append(("unknown card",))
    then = (_trash_one, by, side, count, chooser, seat, chooses)
    state.ask("target", chooses, options, then, ("trash", by, count))


def _trash_one(
    state: State, option: Option, by: Source, side: str, count: int, chooser: str, seat: int, chooses: int
) -> None:
    if option[0] == "card":
        code = option[1]
    else:
        unseen = [entry for entry in state.sides[seat].hand if not entry & KNOWN[chooses]]
        code = unseen[moving.chance(state, len(unseen))] & CODE
    moving.trash_from_hand(state, seat, code)
    state.tell("trash", seat, code)
    state.push(trash_from_hand, by, side, count - 1, chooser)


REST = OneOf("bottom_any_order", "all_top_or_all_bottom_any_order")


@action(count=Whole(1), take=Take(), rest=REST)
def look_top(state: State, by: Source, count: int, take: Any, rest: str) -> None:
    """Look at the top cards of the deck, take some, and put the rest back."""
    deck = state.sides[by.seat].deck
    count = min(count, len(deck))
    for index in range(len(deck) - count, len(deck)):
        deck[index] |= KNOWN[by.seat]  # they stay in the deck while they are looked at (R2.5)
    state.deeds += 1
    state.tell("look", by.seat, count)
    most = 0 if take is None else take[0]
    state.push(take_some, by, count, most, take, rest)


def take_some(state: State, by: Source, count: int, most: int, take: Any, rest: str) -> None:
    """Take one of the cards that are looked at, or none."""
    if not most or not count:
        state.push(put_back, by, count, rest)
        return
    looked_at = reversed(state.sides[by.seat].deck[-count:])
    options = cards_in(looked_at, lambda code: take[1].fits_card(state.decks.cards[code]))
    options.append(NONE)
    state.ask("target", by.seat, options, (_take, by, count, most, take, rest), ("take", by, take[2]))


def _take(state: State, option: Option, by: Source, count: int, most: int, take: Any, rest: str) -> None:
    if option == NONE:
        state.push(put_back, by, count, rest)
        return
    reveal = take[2]
    index = _top_of(state, by.seat, count, option[1])
    entry = moving.take_from_deck(state, by.seat, index)
    known = KNOWN[1 - by.seat] if reveal else entry & KNOWN[1 - by.seat]
    moving.into_hand(state, by.seat, option[1] | known)
    state.tell("take", by.seat, option[1], reveal)
    state.push(take_some, by, count - 1, most - 1, take, rest)


def _top_of(state: State, seat: int, count: int, code: int) -> int:
    deck = state.sides[seat].deck
    return next(index for index in range(len(deck) - 1, len(deck) - count - 1, -1) if deck[index] & CODE == code)


def put_back(state: State, by: Source, count: int, rest: str) -> None:
    """Put the rest back: all to the bottom, or all where one likes."""
    if count:
        options: list[Option] = [BOTTOM] if rest == "bottom_any_order" else [TOP, BOTTOM]
        state.ask("value", by.seat, options, (_put_back, by, count), ("put back", by, count))


def _put_back(state: State, option: Option, by: Source, count: int) -> None:
    deck = state.sides[by.seat].deck
    if count > 1:  # the opponent does not learn their order
        deck[-count:] = [entry & ~KNOWN[1 - by.seat] for entry in deck[-count:]]
    state.tell("put back", by.seat, option[1], count)
    state.push(put_in_order, by, count, option == TOP, 0)


def put_in_order(state: State, by: Source, count: int, top: bool, done: int) -> None:
    """Say which of the rest lies uppermost, which comes next, and so on."""
    left = count - done
    if left:
        deck = state.sides[by.seat].deck
        looked_at = deck[len(deck) - count : len(deck) - done] if top else deck[len(deck) - left :]
        options = cards_in(reversed(looked_at))
        state.ask("target", by.seat, options, (_put_next, by, count, top, done), ("order cards", by, top))


def _put_next(state: State, option: Option, by: Source, count: int, top: bool, done: int) -> None:
    deck, left = state.sides[by.seat].deck, count - done
    if top:  # those that are placed already lie above the rest
        rest = slice(len(deck) - count, len(deck) - done)
        index = rest.start + [entry & CODE for entry in deck[rest]].index(option[1])
        deck.insert(len(deck) - done - 1, deck.pop(index))
    else:  # each goes under the deck, beneath those before it
        index = _top_of(state, by.seat, left, option[1])
        deck.insert(0, deck.pop(index))
    state.push(put_in_order, by, count, top, done + 1)


@action()
def shuffle_deck(state: State, by: Source) -> None:
    """Shuffle one's deck."""
    state.shuffle(by.seat)
    state.tell("shuffle", by.seat)


@action(max=Whole(1), to=OneOf("hand"), filter=Which())
def take_from_trash(state: State, by: Source, max: int, to: str, filter: Filter) -> None:
    """Take cards from one's trash to hand."""
    if max:
        side = state.sides[by.seat]
        options = cards_in(side.trash, lambda code: filter.fits_card(state.decks.cards[code]))
        options.append(NONE)
        state.ask("target", by.seat, options, (_from_trash, by, max, to, filter), ("take", by, True))


def _from_trash(state: State, option: Option, by: Source, max: int, to: str, filter: Filter) -> None:
    if option != NONE:
        side = state.sides[by.seat]
        side.trash.remove(option[1])
        moving.into_hand(state, by.seat, option[1] | KNOWN[1 - by.seat])
        state.deeds += 1
        state.tell("from trash", by.seat, option[1])
        state.push(take_from_trash, by, max - 1, to, filter)


@action(from_=OneOf("hand", "deck"), max=Whole(1), filter=Which())
def play_card(state: State, by: Source, zone: str, max: int, filter: Filter) -> None:
    """Play characters or stages without paying for them."""
    if zone == "deck":  # whoever looks through a deck sees all of it
        side = state.sides[by.seat]
        side.deck = [entry | KNOWN[by.seat] for entry in side.deck]
        state.tell("search", by.seat)
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
        state.ask("target", by.seat, options, (_play, by, zone, max, filter), ("play", by))


def _play(state: State, option: Option, by: Source, zone: str, max: int, filter: Filter) -> None:
    if option == NONE:
        return
    side, code = state.sides[by.seat], option[1]
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
        state.tell("this to hand", by.seat, by.code)


@action(timing=OneOf("main", "counter"))
def activate_own_effect(state: State, by: Source, timing: str) -> None:
    """Use this card's own effect of another timing; what that costs besides DON!! must be paid."""
    card = state.decks.cards[by.code]
    for number in reversed(card.timed(timing)):
        if holds(state, by, card.effects[number].conditions):
            state.push(activate, by, number, not card.effects[number].cost)
