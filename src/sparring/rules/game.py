"""What a game is: rules as pure functions on immutable positions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from sparring.rules.analysis import HALF_BAR_SCORE
from sparring.rules.errors import BadPosition, BadRecord, BrokenGame, IllegalMove

Position = TypeVar("Position")
Move = TypeVar("Move")


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> Outcome(0, "three in a row").winner
    0
    >>> Outcome(reason="21 points to 18", payoffs=(21, 18)).winner
    0
    """

    winner: int | None = None
    """The seat that won, or None for a draw. With payoffs it follows from them: the unique highest payoff wins."""

    reason: str = ""
    """Why the game is over, as people say it: "three in a row", "the board is full"."""

    payoffs: tuple[float, ...] | None = None
    """A number for each seat, if the game counts more than who won."""

    def __post_init__(self) -> None:
        if self.payoffs is None:
            return
        payoffs = tuple(self.payoffs)
        best = [seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs)]
        winner = best[0] if len(best) == 1 else None
        if self.winner not in (None, winner):
            raise BrokenGame(f"The winner cannot be seat {self.winner} with the payoffs {payoffs}.")
        object.__setattr__(self, "payoffs", payoffs)
        object.__setattr__(self, "winner", winner)


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
