"""What only some games can do: each capability is a small protocol that an interface asks for.

>>> from sparring.games.connect4 import ConnectFour
>>> isinstance(ConnectFour(), HasBook), isinstance(ConnectFour(), HasTables)
(True, False)

A game has a capability by defining its methods; it need not inherit from the protocol.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from sparring.rules.analysis import Judgement
from sparring.rules.facts import Fact
from sparring.rules.game import AnyGame, Game
from sparring.rules.jobs import LongJob

SomeGame = TypeVar("SomeGame", bound=AnyGame)

# ---------------------------------------------------------------------- shown in a terminal


@runtime_checkable
class DrawnInTerminal(Protocol):
    """A game that draws itself in text."""

    def draw(self, view: Any) -> str:
        """The view as lines for a terminal; [first], [second], [last] and [faint] … [/] mark colours."""


@runtime_checkable
class DrawnInSteps(Protocol):
    """A game whose moves are animated in the terminal."""

    def steps(self, view: Any, last: str) -> Iterable[str]:
        """One drawing for each step of the last move; the final one is the position as `draw` shows it."""


@runtime_checkable
class TellsNews(Protocol):
    """A game in which more happens than the move alone says."""

    def news(self, view: Any) -> Sequence[str]:
        """What happened since the decision before, one sentence each."""


@runtime_checkable
class ChoosesWhenToDraw(Protocol):
    """A game whose drawing is long, so that it is not shown after every move."""

    def worth_drawing(self, view: Any, asked: bool) -> bool:
        """True if the whole position should be drawn now; `asked` if the reader is about to decide."""


@runtime_checkable
class HasPrompt(Protocol):
    """A game that puts each decision into words."""

    def prompt(self, view: Any) -> str:
        """What is to be decided, in a sentence; empty if that is obvious."""


@runtime_checkable
class HasMenu(Protocol):
    """A game whose options are chosen from a list, because people cannot know what to type."""

    def groups(self, view: Any, options: Sequence[str]) -> Sequence[tuple[str, Sequence[str]]]:
        """The options in groups, each with a title."""


@runtime_checkable
class DescribesThings(Protocol):
    """A game that explains its words and pieces on request."""

    def describe(self, view: Any, word: str) -> Sequence[str]:
        """What a word or a thing in the game means, one line each; empty if the game does not know it."""


# ---------------------------------------------------------------------- rules beyond the five methods


@runtime_checkable
class HidesMoves(Protocol):
    """A game in which some moves are not shown in full to every seat."""

    def move_seen_by(self, seat: int, position: Any, move: Any) -> str:
        """What a seat is told when this move is made, or when this outcome of chance falls."""


@runtime_checkable
class ShownToWatchers(Protocol):
    """A game that hides something, and that others may watch while people play it."""

    def watchers_view(self, position: Any) -> Any:
        """What all seats see: nothing that is hidden from one of them. It is drawn like the view of a seat."""


@runtime_checkable
class FirstTurnVaries(Protocol):
    """A game in which seat 0 does not always have the first turn."""

    def began(self, position: Any) -> int:
        """The seat that had the first turn."""


@dataclass(frozen=True)
class Chance:
    """One outcome of a chance node."""

    move: Any
    """What happens: a move as `moves` gives it."""

    probability: float


@runtime_checkable
class HasChance(Protocol):
    """A game with chance nodes: positions in which chance decides, such as a roll of the dice.

    The match draws from these outcomes, so that neither the position nor any view holds what is to come.
    """

    def chance_outcomes(self, position: Any) -> Sequence[Chance]:
        """The outcomes of a chance node, the same moves as `moves` lists there; empty if a player is to move."""


@runtime_checkable
class Retraces(Protocol):
    """A game with hidden information whose positions tell how they came about.

    Brains use it to judge what the earlier moves of the others tell about what they hold.
    """

    def retrace(self, position: Any) -> tuple[Any, Sequence[Any]]:
        """The position in which the game began, and all moves since then, those of chance too."""


@runtime_checkable
class PlayedWithDecks(Protocol):
    """A game that each seat plays with a deck of its own."""

    @classmethod
    def decks(cls, given: Sequence[str]) -> Mapping[str, str]:
        """The settings of the game that stand for these decks, one for each seat, each given as a name or a file."""


@runtime_checkable
class NamesDecks(PlayedWithDecks, Protocol):
    """A game that comes with decks, and can say what any deck is called."""

    @classmethod
    def decks_known(cls) -> Sequence[str]:
        """The names of the decks that come with the game."""

    @classmethod
    def deck_called(cls, given: str) -> tuple[str, str]:
        """The short and the full name of a deck that is given as a name or a file."""


class Posed(NamedTuple):
    """A position, and the game that it belongs to."""

    game: AnyGame
    """The game, with its seats in the order of play."""

    position: Any


@runtime_checkable
class PosesPositions(Protocol):
    """A game that takes positions which no match reaches, as teachers pose them."""

    def pose(self, line: str) -> Posed:
        """The position that a line describes, whatever its counts.

        Raises a BadPosition that says what is wrong with a line that is malformed, or that the rules cannot go on from.
        """


class Lethal(NamedTuple):
    """Whether the side to move wins in this turn."""

    sure: bool
    """True if it wins whatever the other side holds and does."""

    chance: float
    """The share of imagined games in which the line wins against the best defence; 1 for a sure win."""

    line: tuple[str, ...]
    """What to do, with answers of the other side that resist longest; empty if no line wins."""

    words: str


@runtime_checkable
class FindsLethal(Protocol):
    """A game in which a turn has many moves, and that can tell whether one wins in it."""

    def lethal(self, position: Any, rng: Random, worlds: int) -> Lethal:
        """The surest way to win in this turn, with what the side to move can know.

        Where no win is sure, its odds are counted in this many imagined games. Raises a BadPosition where nobody has a
        turn to plan.
        """


# ---------------------------------------------------------------------- manners


@runtime_checkable
class AnswersItself(Protocol):
    """A game that asks questions whose answer cannot matter any more; the match answers these for the player."""

    def settled(self, position: Any) -> str | None:
        """The answer to the pending decision if it cannot matter, else None.

        It must follow from what every seat sees, because whoever is not asked would otherwise show what they hold.
        """


@runtime_checkable
class WeighsChoices(Protocol):
    """A game in which some choices decide little, so that nobody waits for them as for others."""

    def weight(self, before: Any, after: Any) -> float:
        """How much a choice decides, from 0 to 1, by what a seat that did not make it saw before and after."""


@runtime_checkable
class HasTurns(Protocol):
    """A game in which the other side may be asked something within a turn, such as whether it defends."""

    def turn_of(self, position: Any) -> int:
        """The number of the turn, which everybody knows."""


@runtime_checkable
class NoticesDeeds(Protocol):
    """A game that knows what others remark on."""

    def deeds(self, before: Any, after: Any) -> Sequence[str]:
        """What a choice was, if that is worth a remark, by what a seat that did not make it saw before and after.

        "fine" is a move that deserves praise, "missed" one that passed up a win or much else. What is hidden from the
        seat that made the choice must not play a part.
        """


# ---------------------------------------------------------------------- thinking ahead, explaining


@runtime_checkable
class HasEvaluations(Protocol):
    """A game with kernel positions (`sparring.rules.kernels`) that can be evaluated."""

    evaluations: Mapping[str, Any]
    """The weights of each evaluation by its name; the first is the default."""


@runtime_checkable
class HasSymmetries(Protocol):
    """A game with kernel positions whose board looks the same from several sides, so that more is learned from each."""

    def symmetries(self) -> Sequence[Sequence[int]]:
        """Each symmetry as the place that each of the 64 bits of an int goes to, the same for all ints of `inputs`."""


@runtime_checkable
class HasProgress(Protocol):
    """A game that can tell how much of it is over: the same lead means more late in a game."""

    def progress(self, view: Any) -> float:
        """How much of the game is over, from 0 at the start to 1 at the latest end, by what a seat sees."""


@runtime_checkable
class HasPast(Protocol):
    """A game that ends when a kernel position occurs again, so that its own positions are one with its past."""

    def kernel_position(self, position: Any) -> Any:
        """The kernel position in a position."""

    def past(self, position: Any) -> Sequence[Any]:
        """The kernel positions before it that end the game if one of them occurs again, the latest last."""


@runtime_checkable
class ExplainsMoves(Protocol):
    """A game that says what a move is good for."""

    def explain(self, position: Any, move: Any) -> str:
        """What a move does and what it misses, in sentences that are true of the position; or nothing."""


@runtime_checkable
class HasFacts(Protocol):
    """A game that knows what is true of a move, for hints and explanations."""

    def facts(self, view: Any, move: Any) -> Sequence[Fact]:
        """Facts about a move whose checks pass, the most telling first, by what the side to move sees."""


@runtime_checkable
class ProvesWins(Protocol):
    """A game that can count how large a proven win is."""

    def winning_tree(self, position: Any, won: Judgement) -> Mapping[str, int]:
        """Numbers of positions by name, for a tree with one move of the winner in each position and every reply."""


@runtime_checkable
class HasBook(Protocol):
    """A game with an opening book."""

    def build_book(self, job: LongJob) -> str:
        """Compute the book, resuming an earlier run; the result is one sentence about what is known now."""


@runtime_checkable
class HasTables(Protocol):
    """A game with endgame tables."""

    def build_tables(self, job: LongJob) -> str:
        """Compute the tables, resuming an earlier run; the result is one sentence about what is known now."""


# ---------------------------------------------------------------------- what holds without a capability


def drawing(game: AnyGame, view: Any) -> str:
    """A view as lines for a terminal: the game's own drawing, or the view's text."""
    return game.draw(view) if isinstance(game, DrawnInTerminal) else str(view).replace("[", r"\[")


def news(game: AnyGame, view: Any) -> Sequence[str]:
    """What happened since the decision before; nothing in a game whose moves say it all."""
    return game.news(view) if isinstance(game, TellsNews) else ()


def worth_drawing(game: AnyGame, view: Any, asked: bool) -> bool:
    """True if the whole position should be drawn now, as it always is unless the game says otherwise."""
    return game.worth_drawing(view, asked) if isinstance(game, ChoosesWhenToDraw) else True


def description(game: AnyGame, view: Any, word: str) -> Sequence[str]:
    """What a word or a thing in the game means; nothing if the game does not know it."""
    return game.describe(view, word) if isinstance(game, DescribesThings) else ()


def move_as_seen(game: AnyGame, seat: int, position: Any, move: Any) -> str:
    """What a seat is told of a move: its text, unless the game hides some of it."""
    return game.move_seen_by(seat, position, move) if isinstance(game, HidesMoves) else game.move_text(position, move)


def chance_as_seen(game: AnyGame, seat: int, position: Any, move: Any) -> str:
    """What a seat is told of an outcome of chance; nothing if the game hides things and does not say what to tell."""
    hides = type(game).view is not Game.view and not isinstance(game, HidesMoves)
    return "" if hides else move_as_seen(game, seat, position, move)


def first_seat(game: AnyGame, position: Any) -> int:
    """The seat that had the first turn: seat 0, unless the game says otherwise."""
    return game.began(position) if isinstance(game, FirstTurnVaries) else 0


def settled_answer(game: AnyGame, position: Any) -> str | None:
    """The answer to the pending decision if it cannot matter; None in most games, and when the game is over."""
    if not isinstance(game, AnswersItself) or game.outcome(position) is not None:
        return None
    return game.settled(position)


def hides_something(game: AnyGame) -> bool:
    """Whether seats see different things, as far as the game's class tells."""
    return type(game).view is not Game.view


def posed(game: AnyGame, line: str) -> Posed:
    """The position that a line describes, even if no match reaches it."""
    return game.pose(line) if isinstance(game, PosesPositions) else Posed(game, game.read_position(line))


def with_seats(game: SomeGame, seats: tuple[str, ...]) -> SomeGame:
    """The game with its seats in another order of play, for a posed position."""
    if seats == game.seats:
        return game
    other = copy(game)
    other.seats = seats  # type: ignore[misc]  # of this one game, not of its class
    return other


def explanation(game: AnyGame, position: Any, move: Any) -> str:
    """What a move does and what it misses; empty if the game does not explain moves."""
    return game.explain(position, move) if isinstance(game, ExplainsMoves) else ""
