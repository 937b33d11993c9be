"""Effects that deal damage, mill decks, and bring a K.O.'d card back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.battle import deal
from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.effects import play
from sparring.games.onepiece.rules.events import Event, card_names
from sparring.games.onepiece.rules.language import Count, EitherSide, Flag, OneOf
from sparring.games.onepiece.rules.sides import CODE, KNOWN
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.text import cards_counted
from sparring.games.onepiece.rules.values import seats
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True, slots=True)
class DealtDamage(Event):
    """An effect dealt damage to this seat."""

    count: int

    says: ClassVar[str] = "An effect deals {count} damage to {who}."


@dataclass(frozen=True)
class DealDamage(Action):
    """Deal damage, as an attack on a leader would, with Triggers (R7)."""

    side: EitherSide
    count: Count

    def act(self, state: State, by: Source) -> None:
        """Deal it; whoever has no Life left loses (R7.1)."""
        (seat,) = seats(self.side, by)
        state.tell(DealtDamage, seat, self.count)
        state.changes_made += 1
        if state.sides[seat].life:
            state.push(deal, seat, self.count, False)
        else:
            state.end(1 << seat, "damage without Life left")

    def says(self) -> str:
        """In words."""
        return f"deal {self.count} damage to {'yourself' if self.side == 'self' else 'your opponent'}"

    @cached_property
    def gist(self) -> Gist:
        """So much damage."""
        if self.side == "self":
            return Gist(suffers=self.count, unproven=True)
        return Gist(damage=self.count, unproven=True)


@dataclass(frozen=True, slots=True)
class Milled(Event):
    """The top cards of this seat's deck were trashed."""

    cards: tuple[int, ...]

    def line(self, decks: Decks) -> str:
        """Which."""
        return f"From the top of {self.who}'s deck {card_names(decks, self.cards)} go to the trash."


@dataclass(frozen=True)
class Mill(Action):
    """Trash cards from the top of a deck."""

    side: EitherSide
    count: Count

    def act(self, state: State, by: Source) -> None:
        """Trash one after the other."""
        (seat,) = seats(self.side, by)
        found = []
        for _ in range(self.count):
            if not state.lost:
                entry = moving.take_from_deck(state, seat)
                moving.shown(state, seat, entry)
                state.sides[seat].trash.append(entry & CODE)
                found.append(entry & CODE)
        state.changes_made += len(found)
        state.tell(Milled, seat, tuple(found))

    def says(self) -> str:
        """In words."""
        whose = "your" if self.side == "self" else "your opponent's"
        return f"trash {cards_counted(self.count)} from the top of {whose} deck"

    @cached_property
    def gist(self) -> Gist:
        """So many cards; proofs do not follow what a deck without cards leads to."""
        if self.side == "self":
            return Gist(mills_own=self.count, unproven=True)
        return Gist(mills=self.count, unproven=True)


@dataclass(frozen=True, slots=True)
class CameBack(Event):
    """A character that was K.O.'d left the trash again."""

    code: int
    place: str

    says: ClassVar[str] = "{who}'s {code} comes back {place}."


@dataclass(frozen=True)
class ReturnThis(Action):
    """After a K.O., this card leaves the trash again."""

    to: Annotated[str, OneOf("hand", "deck_bottom", "field")]
    rested: Annotated[bool, Flag()] = False

    only: ClassVar[str] = "on_ko"

    def act(self, state: State, by: Source) -> None:
        """Move it, if it is still in the trash."""
        side = state.sides[by.seat]
        if by.code not in side.trash:
            return
        side.trash.remove(by.code)
        state.tell(CameBack, by.seat, by.code, PLACES[self.to])
        if self.to == "field":
            play(state, by.seat, by.code, self.rested)
            return
        state.changes_made += 1
        if self.to == "hand":
            moving.into_hand(state, by.seat, by.code | KNOWN[1 - by.seat])
        else:
            side.deck.insert(0, by.code | moving.BOTH)

    def says(self) -> str:
        """In words."""
        if self.to == "field":
            return f"play this card from your trash{' rested' if self.rested else ''}"
        return f"return this card from your trash {'to hand' if self.to == 'hand' else 'to the bottom of your deck'}"

    @cached_property
    def gist(self) -> Gist:
        """The card is there again."""
        if self.to == "field":
            return Gist(plays_this=True, sets_off="on_play", unproven=True)
        return Gist(cards=1) if self.to == "hand" else Gist(spares=True)


PLACES = {"hand": "to hand", "deck_bottom": "to the bottom of the deck", "field": "onto the field"}
