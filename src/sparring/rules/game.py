"""What a game is: pure functions on immutable positions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from sparring.rules.analysis import Judgement
from sparring.rules.errors import BadPosition, BadSetting, BrokenGame, IllegalMove, SparringError
from sparring.rules.jobs import LongJob

Position = TypeVar("Position")
Move = TypeVar("Move")


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """The seat that won, or None for a draw."""

    reason: str = ""
    """Why it is over, as people say it: "three in a row", "the board is full"."""


Tactic: TypeAlias = Callable[[Any, Any, Sequence[Any]], Sequence[Any]]
"""A named taste for moves: `(game, position, moves)` gives those of the moves that it likes, or none of them."""


class Game(ABC, Generic[Position, Move]):
    """The rules of one game.

    Five methods are needed. A position is any immutable value that can be hashed; so is a move. Chance lives in
    the position, as a seed that `play` moves on, and then `view` must hide that seed.
    """

    name: str
    """One lower-case word: what people type."""

    title: str
    """What people read."""

    about: str = ""
    """One line about it."""

    how: tuple[str, ...] = ()
    """How it is played, in a few short sentences."""

    seats: ClassVar[tuple[str, ...]] = ("first", "second")
    """What the players are called, in the order in which they begin."""

    much: ClassVar[float] = 60.0
    """How many points make one half way to having won, as the evaluation bar shows it."""

    version: ClassVar[int] = 1
    """Raised when a change of the rules makes old records replay differently."""

    settings: ClassVar[Mapping[str, int | str]] = {}
    """What can be set about the game itself, each with what it is unless said: its class takes them as keywords."""

    glossary: ClassVar[Mapping[str, str]] = {}
    """Words of the game that a player may ask about, and what they mean."""

    tactics: ClassVar[Mapping[str, Tactic]] = {}
    """Named tastes that rule lists and styles of this game's opponents may use."""

    weights: ClassVar[Mapping[str, Any]] = {}
    """Ways to see a position, where positions are kernel positions (`sparring.rules.kernels`); the first is usual."""

    # ------------------------------------------------------------------ what every game says

    @abstractmethod
    def start(self, rng: Random) -> Position:
        """The position a match begins with; all chance comes from `rng`."""

    @abstractmethod
    def to_move(self, position: Position) -> int:
        """The seat that decides next."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves of a position that is not over, in the order in which they are best looked at."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    # ------------------------------------------------------------------ what makes it better

    def kind(self, position: Position) -> str:
        """What sort of decision is asked: board games know only "move"."""
        return "move"

    def view(self, position: Position, seat: int) -> Any:
        """What a seat may see.

        The position itself unless a game hides something; then another type, whose `sample(rng)` gives a full
        position that agrees with all this seat knows.
        """
        return position

    def move_seen_by(self, seat: int, position: Position, move: Move) -> str:
        """What a seat is told when this move is made: its text, unless a game hides something of it."""
        return self.move_text(position, move)

    def evaluate(self, position: Position, seat: int) -> float:
        """How good an unfinished position looks for a seat: 0 is even, and a sure win is far above it all."""
        return 0.0

    def proven_score(self, position: Position, value: int, plies: int) -> float:
        """A proven result in the game's own unit: a win (1), draw (0) or loss (-1) in so many plies from a position."""
        return value * (1000 - plies)

    def move_text(self, position: Position, move: Move) -> str:
        """The move as people write it: one line, unique among the legal moves."""
        return str(move)

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for; capitals matter only where they make a difference."""
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
        """The position that a line stands for, or a BadPosition that says what is wrong with it."""
        raise BadPosition(f"{self.title} has no text for positions; give the moves or a record instead.")

    def draw(self, view: Any) -> str:
        """The view as lines for a terminal; [first], [second], [last] and [faint] … [/] mark colours."""
        return str(view).replace("[", r"\[")

    def steps(self, view: Any, last: str) -> Iterable[str]:
        """Drawings of what happened in the last move, one after the other, the latest with all where `draw` has it."""
        return ()

    def news(self, view: Any) -> Sequence[str]:
        """What happened since the decision before, a sentence each, where the move alone does not tell it."""
        return ()

    def worth_drawing(self, view: Any, asked: bool) -> bool:
        """Whether whoever follows a match, or is asked to decide, wants to see all of it now; news may be enough."""
        return True

    def prompt(self, view: Any) -> str:
        """What is to be decided, in a sentence; nothing where that goes without saying."""
        return ""

    def groups(self, view: Any, options: Sequence[str]) -> Sequence[tuple[str, Sequence[str]]]:
        """The options as a list to choose from, in groups with a title each; none where people know what to type."""
        return ()

    def describe(self, view: Any, word: str) -> Sequence[str]:
        """What a word or a thing in the game means, a line each; nothing if there is no such."""
        return [f"{word}: {self.glossary[word]}."] if word in self.glossary else ()

    @classmethod
    def decks(cls, given: Sequence[str]) -> Mapping[str, str]:
        """The settings of the game that stand for these decks, one a seat, each a name or a file."""
        raise BadSetting(f"{cls.title} is not played with decks.")

    @classmethod
    def decks_known(cls) -> Sequence[str]:
        """The names of the decks that come with the game."""
        return ()

    @classmethod
    def deck_called(cls, given: str) -> tuple[str, str]:
        """What a deck, given as a name or a file, is called: in short, and in full."""
        raise BadSetting(f"{cls.title} is not played with decks.")

    def began(self, position: Position) -> int:
        """The seat that had the first turn, where that is not always the first seat."""
        return 0

    def explain(self, position: Position, move: Move) -> str:
        """What a move does and what it misses, in sentences that are true of the position; or nothing."""
        return ""

    def build_book(self, job: LongJob) -> str:
        """Compute an opening book, resuming what was begun; the result says in a sentence what is known now."""
        raise SparringError(f"{self.title} has no opening book to build.")

    def build_tables(self, job: LongJob) -> str:
        """Compute endgame tables, resuming what was begun; the result says in a sentence what is known now."""
        raise SparringError(f"{self.title} has no endgame tables to build.")

    def winning_tree(self, position: Position, won: Judgement) -> Mapping[str, int]:
        """How large a proven win is, as numbers by name: one move of the winner in each position, and every reply."""
        raise SparringError(f"{self.title} does not count winning trees.")

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
        """What the game is called with these settings: its name alone, if they are the usual ones."""
        changed = [f"{key}={value}" for key, value in settings.items() if value != cls.settings[key]]
        return f"{cls.name}:{','.join(changed)}" if changed else cls.name

    def seat_name(self, seat: int | None) -> str:
        """What a seat is called, or "draw" for none."""
        return "draw" if seat is None else self.seats[seat]


AnyGame: TypeAlias = Game[Any, Any]
