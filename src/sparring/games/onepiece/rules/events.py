"""What happened, for whoever watches a game: one small type for each kind of event, with the line that tells it.

The events of a single word of the effect language are declared beside that word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from sparring.games.onepiece.rules.cards import Decks
from sparring.games.onepiece.rules.text import SEATS, effect_text, timing_text


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a seat did, or that happened to it or to one of its cards."""

    seat: int

    says: ClassVar[str]
    """The event as a line: `{who}` is the seat, and any field can stand in it; cards are shown by their names."""

    CARDS: ClassVar[tuple[str, ...]] = ("code", "attacker", "target")
    """Fields that are numbers of cards."""

    def seen_by(self, seat: int) -> Event:
        """The event as a seat saw it: without the cards that were hidden from it."""
        return self

    def line(self, decks: Decks) -> str:
        """The event in a sentence; nothing if it was about no card and no DON!! at all."""
        told: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        if told.get("count") == 0:
            return ""
        for field in self.CARDS:
            if field in told:
                told[field] = card_name(decks, told[field])
        return self.says.format(who=self.who, **told)

    @property
    def who(self) -> str:
        """The name of the seat."""
        return SEATS[self.seat]


def card_name(decks: Decks, code: int | None) -> str:
    """A card by its name, or just a card where it was hidden."""
    return "a card" if code is None else decks.labels[code]


def card_names(decks: Decks, codes: Sequence[int]) -> str:
    """Cards by their names."""
    return ", ".join(card_name(decks, code) for code in codes)


def so_many_cards(count: int) -> str:
    """A number of cards."""
    return "1 card" if count == 1 else f"{count} cards"


# ---------------------------------------------------------------------- setup and turns


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game began, and this seat has the first turn."""

    def line(self, decks: Decks) -> str:
        """Who plays with what, and who begins."""
        sides = " against ".join(f"{SEATS[each]} with {decks.decks[each]}" for each in (0, 1))
        return f"{sides}. {self.who} goes first."


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """Kept the opening hand."""

    says: ClassVar[str] = "{who} keeps the hand."


@dataclass(frozen=True, slots=True)
class TookMulligan(Event):
    """Returned the opening hand for another one."""

    says: ClassVar[str] = "{who} takes a mulligan."


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn of this seat began."""

    turn: int

    says: ClassVar[str] = "— Turn {turn}: {who} —"


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Drew cards."""

    count: int
    cards: tuple[int, ...] | None
    """Which; None for those who did not see them."""

    def seen_by(self, seat: int) -> Event:
        """Only the one who drew sees the cards."""
        return self if seat == self.seat else replace(self, cards=None)

    def line(self, decks: Decks) -> str:
        """Which, or how many."""
        if not self.count:
            return ""
        what = so_many_cards(self.count) if self.cards is None else card_names(decks, self.cards)
        return f"{self.who} draws {what}."


@dataclass(frozen=True, slots=True)
class GotDon(Event):
    """Got DON!! in the DON!! phase."""

    count: int

    says: ClassVar[str] = "{who} gets {count} DON!!."


# ---------------------------------------------------------------------- the main phase


@dataclass(frozen=True, slots=True)
class Played(Event):
    """Played a card from hand."""

    code: int
    cost: int

    says: ClassVar[str] = "{who} plays {code} for {cost} DON!!."


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A card came onto the field."""

    code: int

    says: ClassVar[str] = "{code} comes onto {who}'s field."


@dataclass(frozen=True, slots=True)
class MadeRoom(Event):
    """Trashed a character to make room for another."""

    code: int

    says: ClassVar[str] = "{who} trashes {code} to make room for a sixth character."


@dataclass(frozen=True, slots=True)
class StageReplaced(Event):
    """A stage made room for a new one."""

    code: int

    says: ClassVar[str] = "{who}'s stage {code} is replaced."


@dataclass(frozen=True, slots=True)
class UsedEvent(Event):
    """Used an event from hand."""

    code: int
    timing: str

    def line(self, decks: Decks) -> str:
        """Which, and when."""
        return f"{self.who} uses {card_name(decks, self.code)} [{timing_text(self.timing)}]."


@dataclass(frozen=True, slots=True)
class UsedEffect(Event):
    """Used an effect of a card."""

    code: int
    effect: int

    def line(self, decks: Decks) -> str:
        """The card, and what the effect does."""
        effect = decks.cards[self.code].every_effect[self.effect]
        return f"{self.who}: {card_name(decks, self.code)} {effect_text(effect)}"


@dataclass(frozen=True, slots=True)
class DeclinedEffect(Event):
    """Did not use an effect of a card."""

    code: int
    effect: int

    says: ClassVar[str] = "{who} does not use {code}."


@dataclass(frozen=True, slots=True)
class GaveDon(Event):
    """Gave DON!! to a card."""

    code: int
    count: int

    says: ClassVar[str] = "{who} gives {count} DON!! to {code}."


@dataclass(frozen=True, slots=True)
class RestedDon(Event):
    """DON!! of this seat were rested."""

    count: int

    says: ClassVar[str] = "{who} rests {count} DON!!."


@dataclass(frozen=True, slots=True)
class TrashedFromHand(Event):
    """Trashed a card from hand."""

    code: int

    says: ClassVar[str] = "{who} trashes {code} from hand."


# ---------------------------------------------------------------------- battles


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """Attacked a card."""

    attacker: int
    target: int
    power: int
    target_power: int

    says: ClassVar[str] = "{who} attacks {target} ({target_power}) with {attacker} ({power})."


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """Blocked the attack."""

    code: int
    power: int

    says: ClassVar[str] = "{who} blocks with {code} ({power})."


@dataclass(frozen=True, slots=True)
class Countered(Event):
    """Added a counter value to a card."""

    code: int
    target: int
    value: int
    power: int
    """The power of the target then."""

    says: ClassVar[str] = "{who} counters with {code}: +{value} for {target}, now {power}."


@dataclass(frozen=True, slots=True)
class Compared(Event):
    """Powers were compared."""

    attacker: int
    target: int
    power: int
    target_power: int
    success: bool

    def line(self, decks: Decks) -> str:
        """Both powers, and the result."""
        result, aim = "succeeds" if self.success else "fails", card_name(decks, self.target)
        return f"{self.power} against {self.target_power}: the attack on {aim} {result}."


@dataclass(frozen=True, slots=True)
class TookDamage(Event):
    """Took a Life card to hand as damage."""

    code: int | None
    left: int
    """Life cards that are left."""

    says: ClassVar[str] = "{who} takes damage: {code} goes to hand, {left} Life left."

    def seen_by(self, seat: int) -> Event:
        """Only its owner sees the card."""
        return self if seat == self.seat else replace(self, code=None)


@dataclass(frozen=True, slots=True)
class Banished(Event):
    """A Life card was trashed by damage of a card with Banish."""

    code: int

    says: ClassVar[str] = "{who} takes damage: {code} is banished to the trash."


@dataclass(frozen=True, slots=True)
class UsedTrigger(Event):
    """Used the Trigger of a Life card that was taken as damage."""

    code: int
    left: int

    says: ClassVar[str] = "{who} takes damage, {left} Life left: the Trigger of {code} is used."


@dataclass(frozen=True, slots=True)
class KnockedOut(Event):
    """A character was K.O.'d."""

    code: int

    says: ClassVar[str] = "{who}'s {code} is K.O.'d."


@dataclass(frozen=True, slots=True)
class Protected(Event):
    """A character would have been K.O.'d, and cannot be."""

    code: int

    says: ClassVar[str] = "{who}'s {code} cannot be K.O.'d."
