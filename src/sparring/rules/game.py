"""What a game is: rules as pure functions on immutable positions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from sparring.rules.analysis import HALF_BAR_SCORE
from sparring.rules.errors import BadPosition, BadRecord, BrokenGame, IllegalMove
from sparring.rules.settings import Setting

Position = TypeVar("Position")
Move = TypeVar("Move")


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> Outcome(0, "three in a row").winner
    0
    >>> Outcome(reason="all counted", payoffs=(21, 18)).winner
    0
    >>> Outcome(reason="the race is run", places=(2, 3, 1)).winner
    2
    """

    winner: int | None = None
    """The seat that won alone, or None. With payoffs or places it follows from them."""

    reason: str = ""
    """Why the game is over, as people say it: "three in a row", "the board is full"."""

    payoffs: tuple[float, ...] | None = None
    """A number for each seat, if the game counts more than who won: chips, points. The most is best."""

    places: tuple[int, ...] | None = None
    """The place of each seat, 1 for the best; equal seats share a place. With payoffs it follows from them."""

    def __post_init__(self) -> None:
        if self.payoffs is not None:
            payoffs = tuple(self.payoffs)
            places = tuple(1 + sum(other > payoff for other in payoffs) for payoff in payoffs)
            if self.places is not None and tuple(self.places) != places:
                raise BrokenGame(f"The places cannot be {tuple(self.places)} with the payoffs {payoffs}.")
            self._follow("payoffs", payoffs, places)
            object.__setattr__(self, "payoffs", payoffs)
        elif self.places is not None:
            places = tuple(self.places)
            if any(place != 1 + sum(other < place for other in places) for place in places):
                raise BrokenGame(f"{places} are not places: a place is 1 more than the number of seats before it.")
            self._follow("places", places, places)

    def _follow(self, name: str, given: tuple[float, ...], places: tuple[int, ...]) -> None:
        """Let the places and the winner follow from what was given."""
        winner = places.index(1) if places.count(1) == 1 else None
        if self.winner not in (None, winner):
            raise BrokenGame(f"The winner cannot be seat {self.winner} with the {name} {given}.")
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "winner", winner)

    def places_of(self, seats: int) -> tuple[int, ...]:
        """The place of each seat; if only a winner is known, all the others share the second place.

        >>> Outcome(1, "three in a row").places_of(3), Outcome(None, "the board is full").places_of(2)
        ((2, 1, 2), (1, 1))
        """
        if self.places is not None:
            return self.places
        return tuple(1 if self.winner in (None, seat) else 2 for seat in range(seats))

    def score(self, seat: int, seats: int) -> float:
        """The result of a seat from 0 to 1: the share of the others that it beats, where a tie is half of that.

        If only a winner is known, nobody else has beaten anybody.

        >>> Outcome(0, "mate").score(0, 2), Outcome(places=(1, 3, 2)).score(2, 3), Outcome(0, "mate").score(1, 3)
        (1.0, 0.5, 0.0)
        """
        if self.places is None:
            return 0.5 if self.winner is None else float(self.winner == seat)
        mine = self.places[seat]
        ahead = sum(place > mine for place in self.places)
        level = sum(place == mine for place in self.places) - 1
        return (ahead + level / 2) / (len(self.places) - 1)


Tactic: TypeAlias = Callable[[Any, Any, Sequence[Any]], Sequence[Any]]
"""A preference among moves: `(game, position, moves)` returns the moves that it likes, which may be none."""


class Game(ABC, Generic[Position, Move]):
    """The rules of one game.

    Five methods are needed. Positions and moves are immutable values that can be hashed. What only some games can do
    is a capability: a few more methods that interfaces look for (`sparring.rules.capabilities`).
    """

    name: str
    """What people type: one lower-case word."""

    title: str
    """What people read: a name with capitals and spaces."""

    about: str = ""
    """One line about the game."""

    notice: ClassVar[str] = ""
    """What has to be said about the game wherever it is offered, such as whose it is."""

    how_to_play: tuple[str, ...] = ()
    """The rules in a few short sentences."""

    seats: ClassVar[tuple[str, ...]] = ("first", "second")
    """What the players are called, in the order in which they begin."""

    half_bar_score: ClassVar[float] = HALF_BAR_SCORE
    """The score that fills half of the evaluation bar."""

    version: ClassVar[int] = 1
    """The version of the rules; raise it when old records would replay differently (see `in_version`)."""

    settings: ClassVar[Mapping[str, int | str]] = {}
    """Settings of the game and their defaults; the class takes them as keyword arguments."""

    offered: ClassVar[tuple[Setting, ...]] = ()
    """The settings that people are offered in forms, with ranges that make sense."""

    tactics: ClassVar[Mapping[str, Tactic]] = {}
    """Preferences by name, for the rule lists and styles of this game's opponents."""

    # ------------------------------------------------------------------ what every game needs

    @abstractmethod
    def start(self, rng: Random) -> Position:
        """The position a match begins with; all chance comes from `rng`."""

    @abstractmethod
    def to_move(self, position: Position) -> int:
        """The seat that decides next."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves of a position that is not over, the most promising first."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    # ------------------------------------------------------------------ what a game may add

    def kind(self, position: Position) -> str:
        """What sort of decision is next; a board game has only one, "move"."""
        return "move"

    def view(self, position: Position, seat: int) -> Any:
        """What a seat may see: the position itself, unless the game hides something.

        A game that hides something returns another type, which can be hashed too. Its `sample(rng)` gives a full
        position that agrees with everything this seat knows.
        """
        return position

    def evaluate(self, position: Position, seat: int) -> float:
        """How good an unfinished position looks for a seat; 0 is even."""
        return 0.0

    def proven_score(self, position: Position, value: int, plies: int) -> float:
        """The score of a proven win (1), draw (0) or loss (-1) that is `plies` away from a position."""
        return value * (1000 - plies)

    def move_text(self, position: Position, move: Move) -> str:
        """The move as people write it: one line, unique among the legal moves."""
        return str(move)

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for; case is ignored unless two moves differ only in case."""
        options = self.options(position)
        wanted = text.strip()
        if wanted in options:
            return options[wanted]
        alike = [option for option in options if option.casefold() == wanted.casefold()]
        if len(alike) == 1:
            return options[alike[0]]
        raise IllegalMove(self.why_not(position, wanted))

    def why_not(self, position: Position, text: str) -> str:
        """One sentence that says why a text is not a legal move here."""
        if self.outcome(position) is not None:
            return f"The game is over, so {text!r} cannot be played."
        options = list(self.options(position))
        shown = ", ".join(options[:12]) + (", …" if len(options) > 12 else "")
        return f"{text!r} is not a legal move here. Legal: {shown}."

    def position_text(self, position: Position) -> str:
        """The position on one line."""
        raise BadPosition(f"{self.title} has no text for positions; give the moves or a record instead.")

    def read_position(self, text: str) -> Position:
        """The position that a line describes; raises a BadPosition that says what is wrong with the line."""
        raise BadPosition(f"{self.title} has no text for positions; give the moves or a record instead.")

    def in_version(self, version: int) -> "Game[Position, Move]":
        """The game with an earlier version of its rules, by which records of that version are replayed.

        The `version` of the result is the one that was asked for. A game that has changed its rules and keeps the
        earlier ones overrides this.
        """
        if version == self.version:
            return self
        raise BadRecord(
            f"The record was played under version {version} of the rules of {self.title}; "
            f"this is version {self.version}, so it cannot be replayed."
        )

    # ------------------------------------------------------------------ what follows from these

    def options(self, position: Position) -> dict[str, Move]:
        """The legal moves by their texts; none when the game is over."""
        if self.outcome(position) is not None:
            return {}
        moves = self.moves(position)
        options = {self.move_text(position, move): move for move in moves}
        if not options:
            raise BrokenGame(f"{self.name} goes on but offers no move in {position!r}")
        if len(options) != len(moves):
            raise BrokenGame(f"{self.name} gives two moves the same text in {position!r}")
        return options

    @classmethod
    def name_with(cls, **settings: int | str) -> str:
        """The game's name with every setting that differs from its default: `fourinarow:width=7`."""
        changed = [f"{key}={value}" for key, value in settings.items() if value != cls.settings[key]]
        return f"{cls.name}:{','.join(changed)}" if changed else cls.name

    def seat_name(self, seat: int | None) -> str:
        """The name of a seat, or "draw" for None."""
        return "draw" if seat is None else self.seats[seat]


AnyGame: TypeAlias = Game[Any, Any]
