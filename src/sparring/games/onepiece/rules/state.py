"""A whole game at one moment: both sides, the turn, the battle, and what is still to be done.

What is to be done is a stack of *frames*. A frame does one thing or asks one thing, and leaves the rest on the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVarTuple

from sparring.games.onepiece.rules.frames import Frame, empty, plain_frames
from sparring.games.onepiece.rules.sides import CODE, Change, Side, Unit

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.cards import Card, Decks
    from sparring.games.onepiece.rules.events import Event
    from sparring.games.onepiece.rules.options import Option
    from sparring.games.onepiece.rules.words import Action

Arguments = TypeVarTuple("Arguments")

ENDLESS = 5000
"""Frames without a decision after which a loop counts as endless."""


class Source(NamedTuple):
    """The card and the player that an effect comes from."""

    seat: int
    """The seat that controls the effect."""

    unit: int
    """The number of the card on the field; NOWHERE if the card is not on the field."""

    code: int


class Battle(NamedTuple):
    """The attack in progress."""

    attacker: int
    target: int
    blocked: bool = False
    fought: bool = False
    """True once the powers were compared."""


class About(NamedTuple):
    """What a decision is about."""

    what: str
    """The topic, in a word or two."""

    by: Source | None = None
    """The source of the effect that asks."""

    asks: str = ""
    """The question in a sentence; empty for the few that are put into words only when they are shown."""

    word: Action | None = None
    """The action that asks for cards on the field."""

    effect: int = 0
    """"use": the number of the effect that may be used."""

    ways: tuple[tuple[Action, ...], ...] = ()
    """"choose one": the lists of actions of which one is chosen. "carry out": the one list that may be carried out."""

    looked_at: int = 0
    """"put back": how many cards from the top of the deck are looked at."""

    from_hand: bool = False
    """Whether cards are chosen that leave a hand."""

    instead: str = ""
    """What the opponent is told instead of the name of the chosen card, where that stays hidden."""


@dataclass(slots=True)
class Question:
    """The pending decision. Nothing changes it."""

    kind: str
    seat: int
    options: list[Option]
    about: About
    then: Callable[..., None]
    """Called with the state, the chosen option, and `args`."""

    args: tuple[Any, ...]


class Waiting(NamedTuple):
    """An effect that is due."""

    batch: int
    """The number of the moment at which it became due."""

    by: Source
    effect: int
    """Its number among the effects of its card."""

    checked: bool
    """Whether its conditions were checked already, while its card was still on the field."""


class Binding(NamedTuple):
    """Cards that an action has given a name, for later actions of the same effect."""

    name: str
    units: tuple[int, ...]


class Replacing(NamedTuple):
    """A replacement that is being carried out."""

    unit: int
    effect: int


class State:
    """A whole game at one moment; it is changed by `choose`, so whoever wants to keep it copies it first."""

    __slots__ = (
        "actions",
        "asks_anyway",
        "batch",
        "battle",
        "bound",
        "chance",
        "changes_made",
        "decks",
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
        """The seed of the next random event."""
        self.sides: list[Side] = []
        self.turn = 0
        """The number of the turn; 0 while the game is being set up."""
        self.turn_seat = 0
        self.first = 0
        """The seat that has the first turn."""
        self.battle: Battle | None = None
        self.stack: list[Frame] = []
        """The frames still to be done; the next one is the last of the list."""
        self.frame: Frame | None = None
        """The frame that is being done."""
        self.due: list[Waiting] = []
        """Effects that wait."""
        self.batch = 0
        """The number of the moment at which effects became due."""
        self.question: Question | None = None
        self.bound: tuple[Binding, ...] = ()
        """Cards that the effect being carried out has given names to."""
        self.lasting: dict[int, tuple[Change, ...]] | None = None
        """The changes by permanent effects, while they are being worked out."""
        self.permanents = 0
        """How many cards on the field have permanent effects."""
        self.changes_made = 0
        """Counts what effects did, so that "if you do" can tell whether anything happened."""
        self.asks_anyway = False
        """True if a decision with a single option is asked all the same."""
        self.replacing: tuple[Replacing, ...] = ()
        """Replacements that are being carried out: each applies once (R8.12)."""
        self.actions = 0
        """The number of actions that the turn player took this turn."""
        self.next_id = 2
        self.lost = 0
        """A bit for each seat that has lost; 3 for a draw."""
        self.reason = ""
        self.told: list[Event] | None = None
        """The events since the last decision; None if nobody asked for them."""

    def copy(self, telling: bool = False) -> State:
        """A copy to play on from; `telling` says whether it records events."""
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
        twin.changes_made = self.changes_made
        twin.actions = self.actions
        twin.next_id = self.next_id
        twin.lost = self.lost
        twin.reason = self.reason
        twin.told = [] if telling else None
        return twin

    # ------------------------------------------------------------------ asking and answering

    def ask(
        self, kind: str, seat: int, options: list[Option], about: About, then: Callable[..., None], *args: Any
    ) -> None:
        """Put a decision to a seat, and call `then` with its answer; one that leaves no choice is made at once (C2)."""
        if len(options) == 1 and not self.asks_anyway:
            then(self, options[0], *args)
        else:
            question: Question = empty(Question)
            question.kind = kind
            question.seat = seat
            question.options = options
            question.about = about
            question.then = then
            question.args = args
            self.question = question

    def ask_anyway(self) -> None:
        """Go on to the next decision, even if it has a single option."""
        self.asks_anyway = True
        self.run()
        self.asks_anyway = False

    def choose(self, option: Option) -> None:
        """Answer the pending decision, and go on to the next one or to the end of the game."""
        question = self.question
        assert question is not None
        self.question = None
        if question.args:
            question.then(self, option, *question.args)
        else:
            question.then(self, option)
        self.run()

    def push(self, do: Callable[..., None], *args: Any) -> None:
        """Put a frame on the stack: it is done before everything that is there already."""
        if args:
            frame: Frame = empty(Frame)
            frame.do = do
            frame.args = args
            self.stack.append(frame)
        else:
            self.stack.append(plain_frames[do])

    def run(self) -> None:
        """Do frames until there is a decision or the game is over."""
        stack = self.stack
        for _ in range(ENDLESS):
            if self.question is not None or self.lost:
                return
            self.frame = frame = stack.pop()
            if frame.args:
                frame.do(self, *frame.args)
            else:  # the call that most frames need, in two thirds of the time
                frame.do(self)
        self.question = None
        self.end(3, "an endless loop")  # R13.1: nobody can stop it

    def do_only(self, *frames: Frame) -> None:
        """Replace the stack by these frames and run them, the last one first."""
        self.stack, self.due, self.question = list(frames), [], None
        self.run()

    def end(self, lost: int, reason: str) -> None:
        """These seats have lost; the first reason counts."""
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
        if number < 2:
            return self.sides[number].leader if number >= 0 else None
        for side in self.sides:
            for unit in side.characters:
                if unit.id == number:
                    return unit
            if side.stage is not None and side.stage.id == number:
                return side.stage
        return None

    def bound_to(self, name: str) -> tuple[int, ...]:
        """The cards that this effect has given a name: those of the last action that gave it."""
        return next((binding.units for binding in reversed(self.bound) if binding.name == name), ())

    def on_field(self, number: int) -> Unit:
        """A card that is known to be on the field."""
        unit = self.find(number)
        assert unit is not None
        return unit

    def card(self, entry: int) -> Card:
        """The card of an entry."""
        return self.decks.cards[entry & CODE]

    def owner(self, seat: int) -> Side:
        """The side of a seat."""
        return self.sides[seat]

    def new_unit(self, seat: int, code: int) -> Unit:
        """A card that comes onto the field, which is a new object (R2.3)."""
        unit = Unit(self.next_id, seat, code, self.decks.cards[code])
        self.next_id += 1
        return unit

    def shuffle(self, seat: int) -> None:
        """Shuffle a deck; nobody knows its order any more."""
        rng = Random(self.chance)
        side = self.sides[seat]
        side.deck = [entry & CODE for entry in side.deck]
        rng.shuffle(side.deck)
        self.chance = rng.getrandbits(62)

    def tell(self, event: Callable[[*Arguments], Event], *args: *Arguments) -> None:
        """Note what happened, if anybody wants to know: the event is made only then."""
        if self.told is not None:
            self.told.append(event(*args))

    def count_permanents(self) -> None:
        """Count the permanent effects of a table that was arranged rather than played."""
        self.permanents = sum(bool(unit.card.permanent) for unit in self.units())

    # ------------------------------------------------------------------ as a value

    def key(self) -> tuple[Any, ...]:
        """Everything that can change, as one value."""
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
