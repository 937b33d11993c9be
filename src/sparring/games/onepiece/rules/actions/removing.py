"""How effects take cards out of the fight: K.O., rest, back to hand, deck or Life; and how they ready them again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.actions.arranging import Heap, in_order
from sparring.games.onepiece.rules.actions.choosing import pick, still_there
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import leave, queue_if_any
from sparring.games.onepiece.rules.events import Event, card_name
from sparring.games.onepiece.rules.ko import ko
from sparring.games.onepiece.rules.language import Face, Target, TopOrBottom
from sparring.games.onepiece.rules.options import BOTTOM, TOP, End, Option
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import cards_text, named
from sparring.games.onepiece.rules.values import may_become_active, may_rest
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was rested or set active."""

    code: int
    rested: bool

    def line(self, decks: Decks) -> str:
        """Which, and how it is now."""
        return f"{self.who}'s {card_name(decks, self.code)} is {'rested' if self.rested else 'set active'}."


@dataclass(frozen=True)
class Rest(Action):
    """Rest cards."""

    target: Target

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and rest them."""
        pick(state, About("rest", by, "Who is rested?", self), self.target, _turn, True)

    def says(self) -> str:
        """In words."""
        return f"rest {cards_text(self.target)}"

    @cached_property
    def gist(self) -> Gist:
        """A rested card cannot attack."""
        return Gist(self.target, removes=True, rests=True)


@dataclass(frozen=True)
class SetActive(Action):
    """Set cards active."""

    target: Target

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and set them active."""
        pick(state, About("set active", by, "Who becomes active?", self), self.target, _turn, False)

    def says(self) -> str:
        """In words."""
        return f"set {cards_text(self.target)} active"

    @cached_property
    def gist(self) -> Gist:
        """An active card can block."""
        return Gist(self.target, readies=True)


def _turn(state: State, numbers: tuple[int, ...], by: Source, rested: bool) -> None:
    possible = may_rest if rested else may_become_active
    for unit in still_there(state, numbers):
        if unit.rested != rested and possible(state, unit):
            unit.rested = rested
            state.changes_made += 1
            state.tell(Turned, unit.seat, unit.code, rested)


@dataclass(frozen=True)
class Ko(Action):
    """K.O. characters."""

    target: Target

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and K.O. them at once."""
        pick(state, About("ko", by, "Who is K.O.'d?", self), self.target, _ko)

    def says(self) -> str:
        """In words."""
        return f"K.O. {cards_text(self.target)}"

    @cached_property
    def gist(self) -> Gist:
        """They are gone."""
        return Gist(self.target, removes=True)


def _ko(state: State, numbers: tuple[int, ...], by: Source) -> None:
    state.push(ko, numbers, "effect")


@dataclass(frozen=True, slots=True)
class ReturnedToHand(Event):
    """A character returned to its owner's hand."""

    code: int

    says: ClassVar[str] = "{who}'s {code} returns to hand."


@dataclass(frozen=True)
class ReturnToHand(Action):
    """Return characters to their owners' hands; that is not a K.O. (R10.2)."""

    target: Target

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and return them."""
        pick(state, About("return", by, "Who returns to hand?", self), self.target, _return_to_hand)

    def says(self) -> str:
        """In words."""
        return f"return {cards_text(self.target)} to its owner's hand"

    @cached_property
    def gist(self) -> Gist:
        """They are gone."""
        return Gist(self.target, removes=True)


def _return_to_hand(state: State, numbers: tuple[int, ...], by: Source) -> None:
    queue_if_any(state, leave(state, still_there(state, numbers)))
    for unit in still_there(state, numbers):
        if unit.card.category == "character":
            state.tell(ReturnedToHand, unit.seat, unit.code)
            moving.to_hand(state, unit)


@dataclass(frozen=True, slots=True)
class WentUnderDeck(Event):
    """A character went to the bottom of its owner's deck."""

    code: int

    says: ClassVar[str] = "{who}'s {code} goes under the deck."


@dataclass(frozen=True)
class PlaceAtDeckBottom(Action):
    """Put characters to the bottom of their owners' decks; that is not a K.O. (R10.2)."""

    target: Target

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and put them there."""
        pick(state, About("bottom", by, "Who goes under the deck?", self), self.target, _place_at_deck_bottom)

    def says(self) -> str:
        """In words."""
        return f"put {cards_text(self.target)} under its owner's deck"

    @cached_property
    def gist(self) -> Gist:
        """They are gone."""
        return Gist(self.target, removes=True)


def _place_at_deck_bottom(state: State, numbers: tuple[int, ...], by: Source) -> None:
    if state.decks.edition >= 3:
        in_order(state, by, [Heap("under the deck", numbers)], _put_under_deck)
    else:
        state.push(_put_under_deck, tuple(Heap("under the deck", (number,)) for number in numbers))


def _put_under_deck(state: State, heaps: tuple[Heap, ...]) -> None:
    queue_if_any(state, leave(state, still_there(state, [number for heap in heaps for number in heap.units])))
    for heap in heaps:
        units = still_there(state, heap.units)
        for unit in sorted(units, key=lambda unit: unit.id):  # what is told must not give the order away
            if unit.card.category == "character":
                state.tell(WentUnderDeck, unit.seat, unit.code)
        for unit in units:  # each goes beneath those before it
            if unit.card.category == "character":
                moving.to_deck_bottom(state, unit, heap.openly)


@dataclass(frozen=True, slots=True)
class WentToLife(Event):
    """A character went to its owner's Life."""

    code: int
    place: str

    says: ClassVar[str] = "{who}'s {code} goes to the {place} of Life."


@dataclass(frozen=True)
class CharacterToLife(Action):
    """Put characters into their owners' Life."""

    target: Target
    to: TopOrBottom
    face: Face

    def act(self, state: State, by: Source) -> None:
        """Have them chosen, and put them there."""
        pick(state, About("to life", by, "Who goes to Life?", self), self.target, _ask_end, self)

    def says(self) -> str:
        """In words."""
        ends = "the top or bottom" if self.to == "top_or_bottom" else "the top"
        return f"put {cards_text(self.target)} face {self.face} on {ends} of its owner's Life"

    @cached_property
    def gist(self) -> Gist:
        """They are gone."""
        return Gist(self.target, removes=True)


def _ask_end(state: State, numbers: tuple[int, ...], by: Source, word: CharacterToLife) -> None:
    if state.decks.edition >= 3 and len(numbers) > 1:
        _ask_ends(state, numbers, by, word, (), ())
        return
    for unit in still_there(state, numbers[:1]):
        if unit.card.category == "character":
            both = word.to == "top_or_bottom" and state.sides[unit.seat].life
            options: list[Option] = [TOP, BOTTOM] if both else [TOP]
            about = About("life end", by, "To the top or the bottom of Life?")
            state.ask("value", by.seat, options, about, _to_life, numbers, by, word)


def _to_life(state: State, option: End, numbers: tuple[int, ...], by: Source, word: CharacterToLife) -> None:
    if len(numbers) > 1:
        state.push(_ask_end, numbers[1:], by, word)
    for unit in still_there(state, numbers[:1]):
        queue_if_any(state, leave(state, (unit,)))
        state.tell(WentToLife, unit.seat, unit.code, option.place)
        moving.to_life(state, unit, top=option == TOP, face_up=word.face == "up")


ON_LIFE, UNDER_LIFE = "on top of Life", "under Life"


def _ask_ends(
    state: State,
    left: tuple[int, ...],
    by: Source,
    word: CharacterToLife,
    top: tuple[int, ...],
    bottom: tuple[int, ...],
) -> None:
    """Have the end chosen for each of several cards; then they go there at once."""
    if not left:
        in_order(state, by, [Heap(ON_LIFE, top), Heap(UNDER_LIFE, bottom)], _put_in_life, word)
        return
    for unit in still_there(state, left[:1]):
        options: list[Option] = [TOP, BOTTOM] if word.to == "top_or_bottom" else [TOP]
        about = About("life end", by, f"{named(state, unit.id, by.seat)} to the top or the bottom of Life?")
        state.ask("value", by.seat, options, about, _end_chosen, left, by, word, top, bottom)


def _end_chosen(
    state: State,
    option: End,
    left: tuple[int, ...],
    by: Source,
    word: CharacterToLife,
    top: tuple[int, ...],
    bottom: tuple[int, ...],
) -> None:
    if option == TOP:
        top = (*top, left[0])
    else:
        bottom = (*bottom, left[0])
    state.push(_ask_ends, left[1:], by, word, top, bottom)


def _put_in_life(state: State, heaps: tuple[Heap, ...], word: CharacterToLife) -> None:
    queue_if_any(state, leave(state, still_there(state, [number for heap in heaps for number in heap.units])))
    for heap in heaps:
        units = still_there(state, heap.units)
        top = heap.place == ON_LIFE
        for unit in sorted(units, key=lambda unit: unit.id):
            state.tell(WentToLife, unit.seat, unit.code, "top" if top else "bottom")
        for unit in reversed(units) if top else units:
            moving.to_life(state, unit, top, word.face == "up", heap.openly)
