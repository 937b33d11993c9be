"""What a Trigger does with its own card, which was just taken from Life."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.effects import activate, play
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.language import OneOf
from sparring.games.onepiece.rules.sides import CODE, KNOWN
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.text import timing_text
from sparring.games.onepiece.rules.values import holds
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True)
class PlayThis(Action):
    """Play this card without paying for it."""

    for_triggers: ClassVar[bool] = True

    def act(self, state: State, by: Source) -> None:
        """Play it, if it is still there and can be played."""
        side = state.sides[by.seat]
        played = state.decks.cards[by.code].category in ("character", "stage")
        if played and side.limbo and side.limbo[-1] & CODE == by.code:
            side.limbo.pop()
            play(state, by.seat, by.code)

    def says(self) -> str:
        """In words."""
        return "play this card"

    @cached_property
    def gist(self) -> Gist:
        """The card comes onto the field, and does what it does then."""
        return Gist(plays_this=True, sets_off="on_play")


@dataclass(frozen=True, slots=True)
class TriggerToHand(Event):
    """A Life card went to hand by its own Trigger."""

    code: int

    says: ClassVar[str] = "{code} goes to {who}'s hand."


@dataclass(frozen=True)
class AddThisToHand(Action):
    """Take this card to hand."""

    for_triggers: ClassVar[bool] = True

    def act(self, state: State, by: Source) -> None:
        """Put it there, if it is still in no zone."""
        side = state.sides[by.seat]
        if side.limbo and side.limbo[-1] & CODE == by.code:
            moving.into_hand(state, by.seat, side.limbo.pop() & CODE | KNOWN[1 - by.seat])
            state.changes_made += 1
            state.tell(TriggerToHand, by.seat, by.code)

    def says(self) -> str:
        """In words."""
        return "take this card to hand"

    @cached_property
    def gist(self) -> Gist:
        """A card."""
        return Gist(cards=1)


@dataclass(frozen=True)
class ActivateOwnEffect(Action):
    """Use this card's own effect of another timing; what that costs besides DON!! must be paid."""

    timing: Annotated[str, OneOf("main", "counter")]

    for_triggers: ClassVar[bool] = True

    def act(self, state: State, by: Source) -> None:
        """Use it."""
        card = state.decks.cards[by.code]
        for number in reversed(card.timed(self.timing)):
            if holds(state, by, card.effects[number].conditions):
                state.push(activate, by, number, not card.effects[number].cost)

    def says(self) -> str:
        """In words."""
        return f"use this card's [{timing_text(self.timing)}] effect"

    @cached_property
    def gist(self) -> Gist:
        """What that effect does."""
        return Gist(sets_off=self.timing)
