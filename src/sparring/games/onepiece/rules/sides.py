"""One player's half of the table: the leader, characters, stage, cards and DON!!, and what effects did to them.

All of it is plain data that is copied in a few microseconds; cards are named by number, never by object. What is not on
the field is an *entry*: the number of a card, with a mark for each seat that knows that it is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.cards import Card

CODE = 0xFF
"""The bits of an entry that hold the number of the card."""

KNOWN = (0x100, 0x200)
"""For each seat, the bit that says that it knows where this card is."""

FACE_UP = 0x400
"""The bit of a Life card that lies face up."""

FROM_HAND = 0x800
"""The bit of a Life card that came from hand unseen: the opponent cannot tell such cards and the hand apart."""

MOST_CHARACTERS = 5
DON = 10


class Change(NamedTuple):
    """A change that an effect made to a card on the field, and how long it lasts."""

    what: str
    """What changes: "power", "cost", "keyword", "no ko" and so on, as words of the language declare it."""

    value: Any
    until: str
    """ "battle", "turn", "until_your_next_turn_start", or "end of turn 7"."""

    seat: int
    """The seat that controls the effect."""


class Declined(NamedTuple):
    """A chance to use a card from hand that a player passed up, which tells something about that hand."""

    what: str
    """ "counter" an attack on the leader with little Life left, or "play" a card before the turn ended."""

    limit: int
    """The power that the counter would have needed, or the DON!! that the player had left."""

    gained: int
    """The number of cards that had come into the hand unseen by then; it says nothing about later ones."""


MOST_DECLINED = 4
"""How many of the latest ones a side keeps."""


class Unit:
    """A card on the field: a leader, a character or a stage."""

    __slots__ = ("card", "changes", "code", "don", "fresh", "id", "rested", "seat", "used")

    def __init__(self, number: int, seat: int, code: int, card: Card) -> None:
        self.id = number
        self.seat = seat
        self.code = code
        self.card = card
        self.rested = False
        self.don = 0
        """DON!! attached to it."""
        self.fresh = True
        """True if it was played this turn."""
        self.used = 0
        """A bit for each [Once Per Turn] effect that was used this turn."""
        self.changes: tuple[Change, ...] = ()

    def copy(self) -> Unit:
        """A copy for another table."""
        twin = Unit.__new__(Unit)
        twin.id = self.id
        twin.seat = self.seat
        twin.code = self.code
        twin.card = self.card
        twin.rested = self.rested
        twin.don = self.don
        twin.fresh = self.fresh
        twin.used = self.used
        twin.changes = self.changes
        return twin

    def key(self) -> tuple[Any, ...]:
        """All that can change about it."""
        return (self.id, self.seat, self.code, self.rested, self.don, self.fresh, self.used, self.changes)


class Side:
    """One player's half of the table. The top of the deck and of Life is the end of the list."""

    __slots__ = (
        "active",
        "characters",
        "deck",
        "declined",
        "don_deck",
        "gained",
        "hand",
        "leader",
        "life",
        "limbo",
        "rested",
        "stage",
        "trash",
    )

    def __init__(self, leader: Unit, deck: list[int]) -> None:
        self.leader = leader
        self.characters: list[Unit] = []
        self.stage: Unit | None = None
        self.deck = deck
        self.hand: list[int] = []
        self.life: list[int] = []
        self.trash: list[int] = []
        self.limbo: list[int] = []
        """A Life card that is being taken as damage, which is in no zone."""
        self.active = 0
        self.rested = 0
        """DON!! in the cost area."""
        self.don_deck = leader.card.don
        self.gained = 0
        """The number of cards that came into the hand without the opponent seeing them."""
        self.declined: tuple[Declined, ...] = ()

    def copy(self) -> Side:
        """A copy for another table."""
        twin = Side.__new__(Side)
        twin.leader = self.leader.copy()
        twin.characters = [unit.copy() for unit in self.characters]
        twin.stage = self.stage and self.stage.copy()
        twin.deck = self.deck[:]
        twin.hand = self.hand[:]
        twin.life = self.life[:]
        twin.trash = self.trash[:]
        twin.limbo = self.limbo[:]
        twin.active = self.active
        twin.rested = self.rested
        twin.don_deck = self.don_deck
        twin.gained = self.gained
        twin.declined = self.declined
        return twin

    def decline(self, what: str, limit: int) -> None:
        """Record a chance that was passed up, for opponents that guess this hand."""
        self.declined = (*self.declined, Declined(what, limit, self.gained))[-MOST_DECLINED:]

    def units(self) -> list[Unit]:
        """The leader, the characters and the stage."""
        units = [self.leader, *self.characters]
        return units if self.stage is None else [*units, self.stage]

    def fighters(self) -> list[Unit]:
        """The leader and the characters."""
        return [self.leader, *self.characters]

    @property
    def don_on_field(self) -> int:
        """DON!! in the cost area and attached to cards."""
        return self.leader.card.don - self.don_deck

    def key(self) -> tuple[Any, ...]:
        """All that can change about it."""
        units = tuple(unit.key() for unit in self.units())
        zones = tuple(map(tuple, (self.deck, self.hand, self.life, self.trash, self.limbo)))
        return units, zones, self.active, self.rested, self.don_deck, self.gained, self.declined
