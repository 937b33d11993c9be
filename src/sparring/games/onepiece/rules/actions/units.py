"""What effects do to cards on the field: change them, turn them, remove them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.choosing import found, meant, pick
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import ko
from sparring.games.onepiece.rules.events import Event, card_name
from sparring.games.onepiece.rules.language import Cards, Duration, Name, OneOf, Selector, Which, Whole, action
from sparring.games.onepiece.rules.options import BOTTOM, TOP, End, Option
from sparring.games.onepiece.rules.sides import Change
from sparring.games.onepiece.rules.state import About, Binding, Source, State
from sparring.games.onepiece.rules.values import ANY_CARD, Filter
from sparring.games.onepiece.rules.vocabulary import KEYWORDS

Changes = Iterator[tuple[int, Change]]
AMOUNT = Whole(-100_000, 100_000)


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """An effect changed a card for a while."""

    code: int
    what: str
    value: Any
    until: str

    def line(self, decks: Decks) -> str:
        """What changed, and for how long."""
        lasts = {"battle": " in this battle", "turn": " this turn"}.get(self.until, " until the next own turn")
        return f"{self.who}'s {card_name(decks, self.code)} {self._change()}{lasts}."

    def _change(self) -> str:
        if self.what in ("power", "cost"):
            return f"gets {self.value:+d} {self.what}"
        if self.what == "keyword":
            return f"gets {self.value}"
        if self.what == "no ko":
            return "cannot be K.O.'d"
        return "cannot be blocked" if self.value == ANY_CARD else "cannot be blocked by some"


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was rested or set active."""

    code: int
    rested: bool

    def line(self, decks: Decks) -> str:
        """Which, and how it is now."""
        return f"{self.who}'s {card_name(decks, self.code)} is {'rested' if self.rested else 'set active'}."


@dataclass(frozen=True, slots=True)
class ReturnedToHand(Event):
    """A character returned to its owner's hand."""

    code: int

    says: ClassVar[str] = "{who}'s {code} returns to hand."


@dataclass(frozen=True, slots=True)
class WentUnderDeck(Event):
    """A character went to the bottom of its owner's deck."""

    code: int

    says: ClassVar[str] = "{who}'s {code} goes under the deck."


@dataclass(frozen=True, slots=True)
class WentToLife(Event):
    """A character went to its owner's Life."""

    code: int
    place: str

    says: ClassVar[str] = "{who}'s {code} goes to the {place} of Life."


def change(state: State, numbers: tuple[int, ...], by: Source, what: str, value: Any, until: str, bind: str) -> None:
    """Change something about cards for a while."""
    for unit in found(state, numbers):
        unit.changes = (*unit.changes, Change(what, value, until, by.seat))
        state.deeds += 1
        state.tell(Changed, unit.seat, unit.code, what, value, until)
    if bind:
        state.bound = (*state.bound, Binding(bind, numbers))


def always(state: State, by: Source, target: Cards, what: str, value: Any) -> Changes:
    """The same without end: what a permanent effect does as long as its conditions hold."""
    made = Change(what, value, "while_condition", by.seat)
    for unit in meant(state, by, target):
        yield unit.id, made


@action(target=Selector(), amount=AMOUNT, duration=Duration(), bind=Name(optional=True))
def modify_power(state: State, by: Source, target: Cards, amount: int, duration: str, bind: str | None) -> None:
    """Add to power."""
    pick(state, About("power", by, amount=amount), target, change, "power", amount, duration, bind or "")


@action.always("modify_power")
def always_modify_power(
    state: State, by: Source, target: Cards, amount: int, duration: str, bind: str | None
) -> Changes:
    """Add to power all the time."""
    return always(state, by, target, "power", amount)


@action(target=Selector(), amount=AMOUNT, duration=Duration())
def modify_cost(state: State, by: Source, target: Cards, amount: int, duration: str) -> None:
    """Add to cost."""
    pick(state, About("cost", by), target, change, "cost", amount, duration, "")


@action.always("modify_cost")
def always_modify_cost(state: State, by: Source, target: Cards, amount: int, duration: str) -> Changes:
    """Add to cost all the time."""
    return always(state, by, target, "cost", amount)


@action(target=Selector(), keyword=OneOf(*KEYWORDS), duration=Duration())
def grant_keyword(state: State, by: Source, target: Cards, keyword: str, duration: str) -> None:
    """Give a keyword."""
    pick(state, About("keyword", by), target, change, "keyword", keyword, duration, "")


@action.always("grant_keyword")
def always_grant_keyword(state: State, by: Source, target: Cards, keyword: str, duration: str) -> Changes:
    """Give a keyword all the time."""
    return always(state, by, target, "keyword", keyword)


@action(attacker=Selector(), duration=Duration(), blocker_filter=Which(optional=True))
def forbid_blocker(state: State, by: Source, attacker: Cards, duration: str, blocker_filter: Filter) -> None:
    """When this attacker attacks, such characters cannot block."""
    pick(state, About("no blocker", by), attacker, change, "no blocker", blocker_filter, duration, "")


@action.always("forbid_blocker")
def always_forbid_blocker(state: State, by: Source, attacker: Cards, duration: str, blocker_filter: Filter) -> Changes:
    """The same all the time."""
    return always(state, by, attacker, "no blocker", blocker_filter)


@action(target=Selector(), by=OneOf("battle", "effect", "battle_with_leader", "any"), duration=Duration())
def prevent_ko(state: State, by: Source, target: Cards, how: str, duration: str) -> None:
    """Such cards cannot be K.O.'d."""
    pick(state, About("no ko", by), target, change, "no ko", how, duration, "")


@action.always("prevent_ko")
def always_prevent_ko(state: State, by: Source, target: Cards, how: str, duration: str) -> Changes:
    """The same all the time."""
    return always(state, by, target, "no ko", how)


@action(target=Selector())
def rest(state: State, by: Source, target: Cards) -> None:
    """Rest cards."""
    pick(state, About("rest", by), target, turn, True)


@action(target=Selector())
def set_active(state: State, by: Source, target: Cards) -> None:
    """Set cards active."""
    pick(state, About("set active", by), target, turn, False)


def turn(state: State, numbers: tuple[int, ...], by: Source, rested: bool) -> None:
    """Rest cards or set them active; those that are so already stay so."""
    for unit in found(state, numbers):
        if unit.rested != rested:
            unit.rested = rested
            state.deeds += 1
            state.tell(Turned, unit.seat, unit.code, rested)


@action("ko", target=Selector())
def ko_cards(state: State, by: Source, target: Cards) -> None:
    """K.O. characters."""
    pick(state, About("ko", by), target, ko_chosen)


def ko_chosen(state: State, numbers: tuple[int, ...], by: Source) -> None:
    """K.O. those that were chosen, at once."""
    state.push(ko, numbers, "effect")


@action(target=Selector())
def return_to_hand(state: State, by: Source, target: Cards) -> None:
    """Return characters to their owners' hands."""
    pick(state, About("return", by), target, put_away, "hand")


@action(target=Selector())
def place_at_deck_bottom(state: State, by: Source, target: Cards) -> None:
    """Put characters to the bottom of their owners' decks."""
    pick(state, About("bottom", by), target, put_away, "deck")


def put_away(state: State, numbers: tuple[int, ...], by: Source, where: str) -> None:
    """Take characters off the field; that is no K.O. (R10.2)."""
    for unit in found(state, numbers):
        if unit.card.category == "character":
            if where == "hand":
                state.tell(ReturnedToHand, unit.seat, unit.code)
                moving.to_hand(state, unit)
            else:
                state.tell(WentUnderDeck, unit.seat, unit.code)
                moving.to_deck_bottom(state, unit)


@action(target=Selector(), to=OneOf("top", "top_or_bottom"), face=OneOf("up", "down"))
def character_to_life(state: State, by: Source, target: Cards, to: str, face: str) -> None:
    """Put characters into their owners' Life."""
    pick(state, About("to life", by), target, ask_end, to, face)


def ask_end(state: State, numbers: tuple[int, ...], by: Source, to: str, face: str) -> None:
    """Top or bottom, if there is a choice."""
    for unit in found(state, numbers[:1]):
        if unit.card.category == "character":
            both = to == "top_or_bottom" and state.sides[unit.seat].life
            options: list[Option] = [TOP, BOTTOM] if both else [TOP]
            state.ask("value", by.seat, options, About("life end", by), _to_life, numbers, by, to, face)


def _to_life(state: State, option: End, numbers: tuple[int, ...], by: Source, to: str, face: str) -> None:
    if len(numbers) > 1:
        state.push(ask_end, numbers[1:], by, to, face)
    for unit in found(state, numbers[:1]):
        state.tell(WentToLife, unit.seat, unit.code, option.place)
        moving.to_life(state, unit, top=option == TOP, face_up=face == "up")
