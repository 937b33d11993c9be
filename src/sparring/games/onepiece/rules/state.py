"""The table of a game: both sides' cards, DON!! and leaders, and what is still to be done.

All of it is plain data that is copied in a few microseconds; cards are named by number, never by object. What is not on
the field is an *entry*: the number of a card, with a mark for each seat that knows that it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.cards import Card, Decks

CODE = 0xFF
"""What of an entry is the card's number."""

KNOWN = (0x100, 0x200)
"""The marks of the seats that know where this card is."""

FACE_UP = 0x400
"""The mark of a Life card that lies face up."""

FROM_HAND = 0x800
"""The mark of a Life card that came from the hand unseen: for the opponent it is one of these and the hand."""

MOST_CHARACTERS = 5
DON = 10

Option: TypeAlias = tuple[Any, ...]
"""What can be chosen: a word, and what it is about."""

Frame: TypeAlias = tuple[Any, ...]
"""Something to be done: a function, and what it is called with after the state."""


class Change(NamedTuple):
    """Something that an effect did to a card on the field, for a while."""

    what: str
    """ "power", "cost", "keyword", "no blocker" or "no ko"."""

    value: Any
    until: str
    """ "battle", "turn" or "until_your_next_turn_start"."""

    seat: int
    """Whose effect it was."""


class Source(NamedTuple):
    """Where an effect comes from."""

    seat: int
    """Who controls it."""

    unit: int
    """The card on the field that carries it; one that is not there has a number that no card has."""

    code: int


class Battle(NamedTuple):
    """An attack that is going on."""

    attacker: int
    target: int
    blocked: bool = False
    fought: bool = False
    """Whether powers were compared."""


class Declined(NamedTuple):
    """What a player could have done with a card in hand, for all to see, and did not."""

    what: str
    """ "counter" an attack on the leader with little Life left, or "play" a card before the turn ended."""

    limit: int
    """The power that was missing; the DON!! that were left."""

    gained: int
    """How many cards had come into that hand unseen by then: those that came later tell nothing."""


MOST_DECLINED = 4
"""How many of these are kept, the latest."""


class Question(NamedTuple):
    """What is to be decided now."""

    kind: str
    seat: int
    options: list[Option]
    then: Frame
    """What is called with the option, and after it with these."""

    about: tuple[Any, ...]
    """What it is about: a word, and the source of the effect that asks, if there is one."""


class Unit:
    """A card on the field: a leader, a character or a stage."""

    __slots__ = ("card", "changes", "code", "fresh", "given", "id", "rested", "seat", "used")

    def __init__(self, number: int, seat: int, code: int, card: Card) -> None:
        self.id = number
        self.seat = seat
        self.code = code
        self.card = card
        self.rested = False
        self.given = 0
        """How many DON!! it was given."""
        self.fresh = True
        """Whether it came this turn."""
        self.used = 0
        """A bit for each of its effects that can be used once in a turn and was."""
        self.changes: tuple[Change, ...] = ()

    def copy(self) -> Unit:
        """The same card on another table."""
        twin = Unit.__new__(Unit)
        twin.id = self.id
        twin.seat = self.seat
        twin.code = self.code
        twin.card = self.card
        twin.rested = self.rested
        twin.given = self.given
        twin.fresh = self.fresh
        twin.used = self.used
        twin.changes = self.changes
        return twin

    def key(self) -> tuple[Any, ...]:
        """All that can change about it."""
        return (self.id, self.seat, self.code, self.rested, self.given, self.fresh, self.used, self.changes)


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
        self.don_deck = DON
        self.gained = 0
        """How many cards have come into the hand that the opponent did not see."""
        self.declined: tuple[Declined, ...] = ()

    def copy(self) -> Side:
        """The same half of another table."""
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
        """Note what was not done, for those who wonder what is in this hand."""
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
        """DON!! in the cost area and given ones."""
        return DON - self.don_deck

    def key(self) -> tuple[Any, ...]:
        """All that can change about it."""
        units = tuple(unit.key() for unit in self.units())
        zones = tuple(map(tuple, (self.deck, self.hand, self.life, self.trash, self.limbo)))
        return units, zones, self.active, self.rested, self.don_deck, self.gained, self.declined


class State:
    """A whole game at one moment; it is changed by `choose`, so whoever wants to keep it copies it first."""

    __slots__ = (
        "actions",
        "asks_anyway",
        "batch",
        "battle",
        "bound",
        "chance",
        "decks",
        "deeds",
        "due",
        "first",
        "frame",
        "lasting",
        "lost",
        "next_id",
        "permanents",
        "question",
        "reason",
        "replacing",
        "sides",
        "stack",
        "told",
        "turn",
        "turn_seat",
    )

    def __init__(self, decks: Decks, chance: int) -> None:
        self.decks = decks
        self.chance = chance
        """Where shuffles come from."""
        self.sides: list[Side] = []
        self.turn = 0
        """The number of the turn; 0 while the game is being set up."""
        self.turn_seat = 0
        self.first = 0
        """Who has the first turn."""
        self.battle: Battle | None = None
        self.stack: list[Frame] = []
        """What is still to be done, the next at the end."""
        self.frame: Frame = ()
        """What is being done."""
        self.due: list[tuple[Any, ...]] = []
        """Effects that wait: (batch, seat, source, number of the effect)."""
        self.batch = 0
        """The number of the moment at which effects became due."""
        self.question: Question | None = None
        self.bound: tuple[tuple[str, tuple[int, ...]], ...] = ()
        """Cards that the effect being carried out has given names to."""
        self.lasting: dict[int, tuple[Change, ...]] | None = None
        """What permanent effects do, while that is being worked out."""
        self.permanents = 0
        """How many cards on the field have permanent effects."""
        self.deeds = 0
        """How much effects have changed: "if you do" compares it."""
        self.asks_anyway = False
        """Whether a decision that leaves no choice is asked all the same."""
        self.replacing: tuple[tuple[int, int], ...] = ()
        """Replacements that are being carried out: each applies once (R8.12)."""
        self.actions = 0
        """What the turn player has done this turn."""
        self.next_id = 2
        self.lost = 0
        """A bit for each seat that has lost; 3 for a draw."""
        self.reason = ""
        self.told: list[tuple[Any, ...]] | None = None
        """What happened since the last decision, where somebody wants to know."""

    def copy(self, telling: bool = False) -> State:
        """The same table once more, to go on from; with what happens from here on told or not."""
        twin = State.__new__(State)
        twin.decks = self.decks
        twin.chance = self.chance
        first, second = self.sides
        twin.sides = [first.copy(), second.copy()]
        twin.turn = self.turn
        twin.turn_seat = self.turn_seat
        twin.first = self.first
        twin.battle = self.battle
        twin.stack = self.stack[:]
        twin.frame = self.frame
        twin.due = self.due[:]
        twin.batch = self.batch
        twin.question = self.question
        twin.bound = self.bound
        twin.lasting = None
        twin.asks_anyway = False
        twin.replacing = self.replacing
        twin.permanents = self.permanents
        twin.deeds = self.deeds
        twin.actions = self.actions
        twin.next_id = self.next_id
        twin.lost = self.lost
        twin.reason = self.reason
        twin.told = [] if telling else None
        return twin

    # ------------------------------------------------------------------ asking and answering

    def ask(self, kind: str, seat: int, options: list[Option], then: Frame, about: tuple[Any, ...] = ()) -> None:
        """Put a decision to a seat; one that leaves no choice is made at once (C2)."""
        if len(options) == 1 and not self.asks_anyway:
            then[0](self, options[0], *then[1:])
        else:
            self.question = Question(kind, seat, options, then, about)

    def ask_anyway(self) -> None:
        """Ask what is next to be asked, even where only one option is left."""
        self.asks_anyway = True
        self.run()
        self.asks_anyway = False

    def choose(self, option: Option) -> None:
        """Answer what is to be decided, and go on to the next decision or to the end."""
        question = self.question
        assert question is not None
        self.question = None
        question.then[0](self, option, *question.then[1:])
        self.run()

    def push(self, function: Callable[..., None], *args: Any) -> None:
        """Have something done before everything else that is still to be done."""
        self.stack.append((function, *args))

    def run(self) -> None:
        """Do what is to be done until somebody must decide or the game is over."""
        stack = self.stack
        for _ in range(ENDLESS):
            if self.question is not None or self.lost:
                return
            self.frame = frame = stack.pop()
            frame[0](self, *frame[1:])
        self.question = None
        self.end(3, "an endless loop")  # R13.1: nobody can stop it

    def do_only(self, *frames: Frame) -> None:
        """Forget what was to be done, and do this instead, the last of it first."""
        self.stack, self.due, self.question = list(frames), [], None
        self.run()

    def end(self, lost: int, reason: str) -> None:
        """The game is over for these seats."""
        if not self.lost:
            self.reason = reason
        self.lost |= lost

    # ------------------------------------------------------------------ what is where

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.lost != 0

    @property
    def winner(self) -> int | None:
        """Who has won, if the game has ended and somebody has."""
        return {1: 1, 2: 0}.get(self.lost)

    def units(self) -> list[Unit]:
        """All cards on the field, the turn player's first."""
        own, other = self.sides[self.turn_seat], self.sides[1 - self.turn_seat]
        units = [own.leader, *own.characters, other.leader, *other.characters]
        if own.stage is not None:
            units.insert(1 + len(own.characters), own.stage)
        if other.stage is not None:
            units.append(other.stage)
        return units

    def find(self, number: int) -> Unit | None:
        """A card on the field by its number, if it is still there; leaders have those of their seats."""
        if 0 <= number < 2:
            return self.sides[number].leader
        for side in self.sides:
            for unit in side.characters:
                if unit.id == number:
                    return unit
            if side.stage is not None and side.stage.id == number:
                return side.stage
        return None

    def card(self, entry: int) -> Card:
        """The card of an entry."""
        return self.decks.cards[entry & CODE]

    def owner(self, seat: int) -> Side:
        """The half of a seat."""
        return self.sides[seat]

    def new_unit(self, seat: int, code: int) -> Unit:
        """A card that comes onto the field, which is a new object (R2.3)."""
        unit = Unit(self.next_id, seat, code, self.decks.cards[code])
        self.next_id += 1
        return unit

    def shuffle(self, seat: int) -> None:
        """Shuffle a deck; nobody knows any more what is where."""
        rng = Random(self.chance)
        side = self.sides[seat]
        side.deck = [entry & CODE for entry in side.deck]
        rng.shuffle(side.deck)
        self.chance = rng.getrandbits(62)

    def tell(self, *what: Any) -> None:
        """Note what happened, if anybody wants to know."""
        if self.told is not None:
            self.told.append(what)

    def count_permanents(self) -> None:
        """Look for permanent effects on a table that was set up rather than played."""
        self.permanents = sum(bool(unit.card.permanent) for unit in self.units())

    # ------------------------------------------------------------------ as a value

    def key(self) -> tuple[Any, ...]:
        """All that can change, as one value."""
        return (
            self.sides[0].key(),
            self.sides[1].key(),
            self.turn,
            self.turn_seat,
            self.first,
            self.battle,
            tuple(self.stack),
            self.frame,
            tuple(self.due),
            self.question and (self.question.kind, self.question.seat, tuple(self.question.options)),
            self.bound,
            self.replacing,
            self.actions,
            self.chance,
            self.lost,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.decks == other.decks and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


ENDLESS = 5000
"""Steps without a decision after which nothing will stop what is going on."""
