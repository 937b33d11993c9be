"""What effects do with Life."""

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import BOTTOM, TOP
from sparring.games.onepiece.rules.effects import NONE, amounts, cards_in
from sparring.games.onepiece.rules.language import (
    Flag,
    OneOf,
    Whole,
    action,
)
from sparring.games.onepiece.rules.state import CODE, FROM_HAND, KNOWN, Option, Source, State
from sparring.games.onepiece.rules.values import seats


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
