"""What effects do with hands and the trash."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.effects import cards_in
from sparring.games.onepiece.rules.events import Event, TrashedFromHand
from sparring.games.onepiece.rules.language import Count, EitherSide, Fitting, OneOf
from sparring.games.onepiece.rules.options import NONE, UNKNOWN_CARD, ChooseCard, Option
from sparring.games.onepiece.rules.sides import CODE, KNOWN
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import cards_counted
from sparring.games.onepiece.rules.values import seats
from sparring.games.onepiece.rules.words import Action, Gist


@dataclass(frozen=True)
class Draw(Action):
    """That side draws cards."""

    count: Count
    side: EitherSide = "self"

    def act(self, state: State, by: Source) -> None:
        """Draw them."""
        (seat,) = seats(self.side, by)
        moving.draw(state, seat, self.count)

    def says(self) -> str:
        """In words."""
        return f"{'' if self.side == 'self' else 'your opponent must '}draw {cards_counted(self.count)}"

    @cached_property
    def gist(self) -> Gist:
        """So many cards."""
        return Gist(cards=self.count) if self.side == "self" else Gist(gives_cards=self.count, unproven=True)


@dataclass(frozen=True)
class TrashFromHand(Action):
    """That side trashes cards from hand, as the chooser says; whoever cannot see them chooses by chance."""

    side: EitherSide
    count: Count
    chooser: EitherSide

    def act(self, state: State, by: Source) -> None:
        """Trash one after the other."""
        _trash_from_hand(state, self, by, self.count)

    def says(self) -> str:
        """In words."""
        return f"{'' if self.side == 'self' else 'your opponent must '}trash {cards_counted(self.count)} from hand"

    @cached_property
    def gist(self) -> Gist:
        """It brings nothing that would stop an attack."""
        return Gist()


def _trash_from_hand(state: State, word: TrashFromHand, by: Source, left: int) -> None:
    if not left:
        return
    (seat,) = seats(word.side, by)
    chooser = by.seat if word.chooser == "self" else 1 - by.seat
    hand = state.sides[seat].hand
    if not hand:
        return
    if chooser == seat:
        options = cards_in(hand)
    else:
        options = cards_in(sorted(entry for entry in hand if entry & KNOWN[chooser]))
        if any(not entry & KNOWN[chooser] for entry in hand):
            options.append(UNKNOWN_CARD)
    about = About("trash", by, "Which card do you trash?", from_hand=True)
    state.ask("target", chooser, options, about, _trash_one, word, by, left, seat, chooser)


def _trash_one(
    state: State, option: Option, word: TrashFromHand, by: Source, left: int, seat: int, chooser: int
) -> None:
    if isinstance(option, ChooseCard):
        code = option.code
    else:
        unseen = [entry for entry in state.sides[seat].hand if not entry & KNOWN[chooser]]
        code = unseen[moving.chance(state, len(unseen))] & CODE
    moving.trash_from_hand(state, seat, code)
    state.tell(TrashedFromHand, seat, code)
    state.push(_trash_from_hand, word, by, left - 1)


@dataclass(frozen=True, slots=True)
class TookFromTrash(Event):
    """Took a card from the trash to hand."""

    code: int

    says: ClassVar[str] = "{who} takes {code} from the trash."


@dataclass(frozen=True)
class TakeFromTrash(Action):
    """Take cards from one's trash to hand."""

    max: Count
    to: Annotated[str, OneOf("hand")]
    filter: Fitting

    def act(self, state: State, by: Source) -> None:
        """Take one after the other."""
        _choose_from_trash(state, self, by, self.max)

    def says(self) -> str:
        """In words."""
        return f"take up to {cards_counted(self.max, self.filter)} from your trash to hand"

    @cached_property
    def gist(self) -> Gist:
        """So many cards."""
        return Gist(cards=self.max)


def _choose_from_trash(state: State, word: TakeFromTrash, by: Source, left: int) -> None:
    if left:
        side = state.sides[by.seat]
        options = cards_in(side.trash, lambda code: word.filter.fits_card(state.decks.cards[code]))
        options.append(NONE)
        state.ask("target", by.seat, options, About("take", by, "Which card do you take?"), _from_trash, word, by, left)


def _from_trash(state: State, option: Option, word: TakeFromTrash, by: Source, left: int) -> None:
    if isinstance(option, ChooseCard):
        side = state.sides[by.seat]
        side.trash.remove(option.code)
        moving.into_hand(state, by.seat, option.code | KNOWN[1 - by.seat])
        state.changes_made += 1
        state.tell(TookFromTrash, by.seat, option.code)
        state.push(_choose_from_trash, word, by, left - 1)
