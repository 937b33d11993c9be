"""What effects do: one small function a word, as section 7 of the effect language has them."""

from collections.abc import Callable, Iterator
from typing import Any

from sparring.games.onepiece import moving
from sparring.games.onepiece.cards import Word
from sparring.games.onepiece.effects import NO, NONE, YES, activate, amounts, cards_in, do, ko, play
from sparring.games.onepiece.language import (
    ACTIONS,
    CONDITIONS,
    Cards,
    Choices,
    Duration,
    Flag,
    Name,
    OneOf,
    Selector,
    Take,
    Which,
    Whole,
    Words,
    action,
)
from sparring.games.onepiece.state import CODE, DON, FROM_HAND, KNOWN, Change, Option, Source, State, Unit
from sparring.games.onepiece.values import Filter, among, holds, seats
from sparring.games.onepiece.vocabulary import KEYWORDS

Changes = Iterator[tuple[int, Change]]
AMOUNT = Whole(-100_000, 100_000)
TOP, BOTTOM = ("end", "top"), ("end", "bottom")

# ---------------------------------------------------------------------- which cards


def pick(state: State, what: str, by: Source, cards: Cards, then: Callable[..., None], *args: Any) -> None:
    """Find the cards that a selector means, or have them chosen; then go on with their numbers."""
    if cards.select == "choose":
        state.push(choose, what, by, cards, (), then, args)
    else:
        state.push(then, tuple(unit.id for unit in meant(state, by, cards)), by, *args)


def meant(state: State, by: Source, cards: Cards) -> list[Unit]:
    """The cards that a selector means by itself."""
    if cards.select == "all":
        return among(state, by, cards.side, cards.zone, cards.filter)
    numbers: tuple[int, ...] = ()
    if cards.select == "this":
        numbers = (by.unit,)
    elif cards.select == "bound":
        numbers = dict(state.bound).get(cards.bind, ())
    elif state.battle is not None and by.unit in state.battle[:2]:
        other = state.battle.target if state.battle.attacker == by.unit else state.battle.attacker
        numbers = (other,)
    units = [state.find(number) for number in numbers]
    return [unit for unit in units if unit is not None]


def choose(
    state: State,
    what: str,
    by: Source,
    cards: Cards,
    chosen: tuple[int, ...],
    then: Callable[..., None],
    args: tuple[Any, ...],
) -> None:
    """Have the controller choose one more card, or enough (R0.4)."""
    options: list[Option] = []
    if len(chosen) < cards.max:
        options = [
            ("unit", unit.id)
            for unit in among(state, by, cards.side, cards.zone, cards.filter)
            if unit.id not in chosen and not (cards.exclude_this and unit.id == by.unit)
        ]
    if len(chosen) >= cards.min or not options:
        options.append(NONE)
    state.ask("target", by.seat, options, (_chosen, what, by, cards, chosen, then, args), (what, by, args))


def _chosen(
    state: State,
    option: Option,
    what: str,
    by: Source,
    cards: Cards,
    chosen: tuple[int, ...],
    then: Callable[..., None],
    args: tuple[Any, ...],
) -> None:
    if option == NONE:
        state.push(then, chosen, by, *args)
    else:
        state.push(choose, what, by, cards, (*chosen, option[1]), then, args)


def found(state: State, numbers: tuple[int, ...]) -> list[Unit]:
    """Cards on the field by their numbers, those that are still there."""
    units = [state.find(number) for number in numbers]
    return [unit for unit in units if unit is not None]


# ---------------------------------------------------------------------- changing cards on the field


def change(state: State, numbers: tuple[int, ...], by: Source, what: str, value: Any, until: str, bind: str) -> None:
    """Change something about cards for a while."""
    for unit in found(state, numbers):
        unit.changes = (*unit.changes, Change(what, value, until, by.seat))
        state.deeds += 1
        state.tell("change", unit.seat, unit.code, what, value, until)
    if bind:
        state.bound = (*state.bound, (bind, numbers))


def always(state: State, by: Source, target: Cards, what: str, value: Any) -> Changes:
    """The same without end: what a permanent effect does as long as its conditions hold."""
    made = Change(what, value, "while_condition", by.seat)
    for unit in meant(state, by, target):
        yield unit.id, made


@action(target=Selector(), amount=AMOUNT, duration=Duration(), bind=Name(optional=True))
def modify_power(state: State, by: Source, target: Cards, amount: int, duration: str, bind: str | None) -> None:
    """Add to power."""
    pick(state, "power", by, target, change, "power", amount, duration, bind or "")


@action.always("modify_power")
def always_modify_power(
    state: State, by: Source, target: Cards, amount: int, duration: str, bind: str | None
) -> Changes:
    """Add to power all the time."""
    return always(state, by, target, "power", amount)


@action(target=Selector(), amount=AMOUNT, duration=Duration())
def modify_cost(state: State, by: Source, target: Cards, amount: int, duration: str) -> None:
    """Add to cost."""
    pick(state, "cost", by, target, change, "cost", amount, duration, "")


@action.always("modify_cost")
def always_modify_cost(state: State, by: Source, target: Cards, amount: int, duration: str) -> Changes:
    """Add to cost all the time."""
    return always(state, by, target, "cost", amount)


@action(target=Selector(), keyword=OneOf(*KEYWORDS), duration=Duration())
def grant_keyword(state: State, by: Source, target: Cards, keyword: str, duration: str) -> None:
    """Give a keyword."""
    pick(state, "keyword", by, target, change, "keyword", keyword, duration, "")


@action.always("grant_keyword")
def always_grant_keyword(state: State, by: Source, target: Cards, keyword: str, duration: str) -> Changes:
    """Give a keyword all the time."""
    return always(state, by, target, "keyword", keyword)


@action(attacker=Selector(), duration=Duration(), blocker_filter=Which(optional=True))
def forbid_blocker(state: State, by: Source, attacker: Cards, duration: str, blocker_filter: Filter) -> None:
    """When this attacker attacks, such characters cannot block."""
    pick(state, "no blocker", by, attacker, change, "no blocker", blocker_filter, duration, "")


@action.always("forbid_blocker")
def always_forbid_blocker(state: State, by: Source, attacker: Cards, duration: str, blocker_filter: Filter) -> Changes:
    """The same all the time."""
    return always(state, by, attacker, "no blocker", blocker_filter)


@action(target=Selector(), by=OneOf("battle", "effect", "battle_with_leader", "any"), duration=Duration())
def prevent_ko(state: State, by: Source, target: Cards, how: str, duration: str) -> None:
    """Such cards cannot be K.O.'d."""
    pick(state, "no ko", by, target, change, "no ko", how, duration, "")


@action.always("prevent_ko")
def always_prevent_ko(state: State, by: Source, target: Cards, how: str, duration: str) -> Changes:
    """The same all the time."""
    return always(state, by, target, "no ko", how)


@action(target=Selector())
def rest(state: State, by: Source, target: Cards) -> None:
    """Rest cards."""
    pick(state, "rest", by, target, turn, True)


@action(target=Selector())
def set_active(state: State, by: Source, target: Cards) -> None:
    """Set cards active."""
    pick(state, "set active", by, target, turn, False)


def turn(state: State, numbers: tuple[int, ...], by: Source, rested: bool) -> None:
    """Rest cards or set them active; those that are so already stay so."""
    for unit in found(state, numbers):
        if unit.rested != rested:
            unit.rested = rested
            state.deeds += 1
            state.tell("rest" if rested else "set active", unit.seat, unit.code)


# ---------------------------------------------------------------------- removing cards


@action("ko", target=Selector())
def ko_cards(state: State, by: Source, target: Cards) -> None:
    """K.O. characters."""
    pick(state, "ko", by, target, ko_chosen)


def ko_chosen(state: State, numbers: tuple[int, ...], by: Source) -> None:
    """K.O. those that were chosen, at once."""
    state.push(ko, numbers, "effect")


@action(target=Selector())
def return_to_hand(state: State, by: Source, target: Cards) -> None:
    """Return characters to their owners' hands."""
    pick(state, "return", by, target, put_away, "hand")


@action(target=Selector())
def place_at_deck_bottom(state: State, by: Source, target: Cards) -> None:
    """Put characters to the bottom of their owners' decks."""
    pick(state, "bottom", by, target, put_away, "deck")


def put_away(state: State, numbers: tuple[int, ...], by: Source, where: str) -> None:
    """Take characters off the field; that is no K.O. (R10.2)."""
    for unit in found(state, numbers):
        if unit.card.category == "character":
            state.tell(where, unit.seat, unit.code)
            if where == "hand":
                moving.to_hand(state, unit)
            else:
                moving.to_deck_bottom(state, unit)


@action(target=Selector(), to=OneOf("top", "top_or_bottom"), face=OneOf("up", "down"))
def character_to_life(state: State, by: Source, target: Cards, to: str, face: str) -> None:
    """Put characters into their owners' Life."""
    pick(state, "to life", by, target, ask_end, to, face)


def ask_end(state: State, numbers: tuple[int, ...], by: Source, to: str, face: str) -> None:
    """Top or bottom, if there is a choice."""
    for unit in found(state, numbers[:1]):
        if unit.card.category == "character":
            both = to == "top_or_bottom" and state.sides[unit.seat].life
            options: list[Option] = [TOP, BOTTOM] if both else [TOP]
            state.ask("value", by.seat, options, (_to_life, numbers, by, to, face), ("life end", by))


def _to_life(state: State, option: Option, numbers: tuple[int, ...], by: Source, to: str, face: str) -> None:
    if len(numbers) > 1:
        state.push(ask_end, numbers[1:], by, to, face)
    for unit in found(state, numbers[:1]):
        state.tell("to life", unit.seat, unit.code, option[1])
        moving.to_life(state, unit, top=option == TOP, face_up=face == "up")


# ---------------------------------------------------------------------- DON!!


@action(count=Whole(1, DON), up_to=Flag(), source=OneOf("rested_in_cost_area"), target=Selector())
def give_don(state: State, by: Source, count: int, up_to: bool, source: str, target: Cards) -> None:
    """Give rested DON!! from the cost area, all to one card."""
    if state.sides[by.seat].rested:
        least = 1 if target.select == "choose" else 0  # whoever chose a card means at least one
        pick(state, "give", by, target, ask_how_many, count, least if up_to else count)


def ask_how_many(state: State, numbers: tuple[int, ...], by: Source, count: int, least: int) -> None:
    """How many DON!! the card gets."""
    unit = state.find(numbers[0]) if numbers else None
    if unit is not None and unit.seat == by.seat and unit.card.category != "stage":
        most = min(count, state.sides[by.seat].rested)
        state.ask("value", by.seat, amounts(most, min(least, most)), (_give, numbers[0], by), ("give", by))


def _give(state: State, option: Option, number: int, by: Source) -> None:
    unit = state.find(number)
    if unit is not None and option[1]:
        state.sides[by.seat].rested -= option[1]
        unit.given += option[1]
        state.deeds += option[1]
        state.tell("give", unit.seat, unit.code, option[1])


@action(count=Whole(1, DON), up_to=Flag(), state=OneOf("active", "rested"))
def add_don(state: State, by: Source, count: int, up_to: bool, how: str) -> None:
    """Add DON!! from the DON!! deck."""
    most = min(count, state.sides[by.seat].don_deck)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_add_don, by, how), ("add don", by))


def _add_don(state: State, option: Option, by: Source, how: str) -> None:
    moving.add_don(state, by.seat, option[1], how == "active")
    state.tell("add don", by.seat, option[1], how)


@action(count=Whole(1, DON), up_to=Flag())
def set_don_active(state: State, by: Source, count: int, up_to: bool) -> None:
    """Set rested DON!! in the cost area active."""
    most = min(count, state.sides[by.seat].rested)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_set_don_active, by), ("don active", by))


def _set_don_active(state: State, option: Option, by: Source) -> None:
    side = state.sides[by.seat]
    side.rested -= option[1]
    side.active += option[1]
    state.deeds += option[1]
    state.tell("don active", by.seat, option[1])


@action(count=Whole(1, DON), up_to=Flag())
def rest_opponent_don(state: State, by: Source, count: int, up_to: bool) -> None:
    """Rest active DON!! of the opponent."""
    most = min(count, state.sides[1 - by.seat].active)
    state.ask("value", by.seat, amounts(most, 0 if up_to else most), (_rest_don, by), ("rest don", by))


def _rest_don(state: State, option: Option, by: Source) -> None:
    moving.rest_don(state, 1 - by.seat, option[1])
    state.tell("rest don", 1 - by.seat, option[1])


# ---------------------------------------------------------------------- hands and decks


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
    state.sides[by.seat].hand.append(option[1] | known)
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
        side.hand.append(option[1] | KNOWN[1 - by.seat])
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


# ---------------------------------------------------------------------- the card whose Trigger this is


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
        side.hand.append(side.limbo.pop() & CODE | KNOWN[1 - by.seat])
        state.deeds += 1
        state.tell("this to hand", by.seat, by.code)


@action(timing=OneOf("main", "counter"))
def activate_own_effect(state: State, by: Source, timing: str) -> None:
    """Use this card's own effect of another timing; what that costs besides DON!! must be paid."""
    card = state.decks.cards[by.code]
    for number in reversed(card.timed(timing)):
        if holds(state, by, card.effects[number].conditions):
            state.push(activate, by, number, not card.effects[number].cost)


# ---------------------------------------------------------------------- Life


@action(side=OneOf("self", "opponent"), count=Whole(1), up_to=Flag(), from_=OneOf("top", "top_or_bottom"))
def trash_life(state: State, by: Source, side: str, count: int, up_to: bool, place: str) -> None:
    """Put Life cards of a side into its trash; that is no damage (R7.9)."""
    (seat,) = seats(side, by)
    life = state.sides[seat].life
    if count and life:
        options: list[Option] = [TOP, BOTTOM] if place == "top_or_bottom" and len(life) > 1 else [TOP]
        if up_to:
            options.append(NONE)
        state.ask("value", by.seat, options, (_trash_life, by, side, count, up_to, place), ("trash life", by, seat))


def _trash_life(state: State, option: Option, by: Source, side: str, count: int, up_to: bool, place: str) -> None:
    if option != NONE:
        (seat,) = seats(side, by)
        code = moving.life_to_trash(state, seat, 0 if option == BOTTOM else -1)
        state.tell("trash life", seat, code)
        state.push(trash_life, by, side, count - 1, up_to, place)


@action(count=Whole(1), up_to=Flag(), to=OneOf("top"), face=OneOf("up", "down"))
def deck_to_life(state: State, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    """Put the top cards of one's deck into one's Life, unseen if face down."""
    state.ask("value", by.seat, amounts(count, 0 if up_to else count), (_deck_to_life, by, face), ("deck to life", by))


def _deck_to_life(state: State, option: Option, by: Source, face: str) -> None:
    for _ in range(option[1]):
        if not state.lost:
            entry = moving.take_from_deck(state, by.seat)
            moving.put_in_life(state, by.seat, entry, top=True, face_up=face == "up")
            state.tell("deck to life", by.seat)


@action(count=Whole(1), up_to=Flag(), to=OneOf("top"), face=OneOf("up", "down"))
def hand_to_life(state: State, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    """Put cards from one's hand into one's Life."""
    hand = state.sides[by.seat].hand
    if count and hand:
        options = cards_in(hand)
        if up_to:
            options.append(NONE)
        what = "hand to life" if face == "down" else "hand to life openly"
        state.ask("target", by.seat, options, (_hand_to_life, by, count, up_to, to, face), (what, by))


def _hand_to_life(state: State, option: Option, by: Source, count: int, up_to: bool, to: str, face: str) -> None:
    if option != NONE:
        moving.hand_to_life(state, by.seat, option[1], top=True, face_up=face == "up")
        state.tell("hand to life", by.seat, option[1], face == "up")
        state.push(hand_to_life, by, count - 1, up_to, to, face)


@action(side=OneOf("either"), from_=OneOf("top"), max=Whole(1), then=OneOf("owner_top_or_bottom"))
def look_life(state: State, by: Source, side: str, place: str, max: int, then: str) -> None:
    """Look at the top Life cards of either player, and put them back to the top or the bottom."""
    options: list[Option] = [("life of", seat) for seat in (by.seat, 1 - by.seat) if state.sides[seat].life]
    options.append(NONE)
    state.ask("value", by.seat, options, (_look_life, by, max), ("look life", by))


def _look_life(state: State, option: Option, by: Source, max: int) -> None:
    if option == NONE:
        return
    life = state.sides[option[1]].life
    count = min(max, len(life))
    for index in range(len(life) - count, len(life)):
        entry = life[index] | KNOWN[by.seat]
        if by.seat != option[1]:
            moving.shown(state, option[1], life[index])
            entry &= ~FROM_HAND
        life[index] = entry
    state.deeds += 1
    state.tell("look life", by.seat, option[1], tuple(entry & CODE for entry in life[len(life) - count :]))
    state.push(put_life_back, by, option[1], count)


def put_life_back(state: State, by: Source, seat: int, count: int) -> None:
    """Top or bottom, if that makes a difference."""
    options: list[Option] = [TOP, BOTTOM] if len(state.sides[seat].life) > count else [TOP]
    state.ask("value", by.seat, options, (_put_life_back, by, seat, count), ("life back", by, seat))


def _put_life_back(state: State, option: Option, by: Source, seat: int, count: int) -> None:
    life = state.sides[seat].life
    if option == BOTTOM:
        state.sides[seat].life = life[len(life) - count :] + life[: len(life) - count]
    state.tell("life back", by.seat, seat, option[1])


# ---------------------------------------------------------------------- actions made of actions


@action(chooser=OneOf("self", "opponent"), options=Choices())
def choose_one(state: State, by: Source, chooser: str, options: tuple[tuple[Word, ...], ...]) -> None:
    """One of several lists of actions, as the chooser says."""
    seat = by.seat if chooser == "self" else 1 - by.seat
    numbers: list[Option] = [("way", number) for number in range(len(options))]
    state.ask("value", seat, numbers, (_do_one, by, options), ("choose one", by, options))


def _do_one(state: State, option: Option, by: Source, options: tuple[tuple[Word, ...], ...]) -> None:
    state.push(do, options[option[1]], 0, by)


@action("if", conditions=Words(CONDITIONS), then=Words(ACTIONS))
def do_if(state: State, by: Source, conditions: tuple[Word, ...], then: tuple[Word, ...]) -> None:
    """Some actions, only if conditions hold now (R8.8)."""
    if holds(state, by, conditions):
        state.push(do, then, 0, by)


@action(do=Words(ACTIONS, at_least=1), if_done=Words(ACTIONS))
def may(state: State, by: Source, actions: tuple[Word, ...], if_done: tuple[Word, ...]) -> None:
    """Some actions if the controller likes, and others if these were really done."""
    state.ask("value", by.seat, [YES, NO], (_may, by, actions, if_done), ("may", by, actions))


def _may(state: State, option: Option, by: Source, actions: tuple[Word, ...], if_done: tuple[Word, ...]) -> None:
    if option == YES:
        state.push(_if_done, by, state.deeds, if_done)
        state.push(do, actions, 0, by)


def _if_done(state: State, by: Source, before: int, if_done: tuple[Word, ...]) -> None:
    if state.deeds > before:
        state.push(do, if_done, 0, by)


@action(with_=Words(ACTIONS, at_least=1))
def replace_ko(state: State, by: Source, actions: tuple[Word, ...]) -> None:
    """Something else instead of being K.O.'d."""
    state.push(do, actions, 0, by)
