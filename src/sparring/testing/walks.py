"""Random games, from which the checks take their positions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sparring.rules import AnyGame, Outcome, notation
from sparring.rules.kernel_game import BrokenKernel
from sparring.rules.kernels import function_of
from sparring.rules.seeds import stream
from sparring.testing.faults import Found, Part
from sparring.testing.sources import defined_at

NEVER_ENDS = "never ends"
"""The kind of the fault that a random game does not end."""

TRIED = 6
"""How many moves of a position are tried out, at the most."""

OFTEN = 10
"""Every position of the first plies is looked at; later ones become rarer, so that long games cost little more."""


@dataclass
class Memory:
    """What a check remembers from all its positions."""

    payoffs: bool = False
    """True if an outcome had payoffs."""

    endings: dict[bool, "Visit"] = field(default_factory=dict)
    """The first end with payoffs, and the first one without."""

    met: dict[Any, tuple[int, tuple[Any, ...]]] = field(default_factory=dict)
    """Positions that occurred, each with its description and with how it is played on."""

    one_sided: list[tuple["Visit", Found]] = field(default_factory=list)
    """Evaluations that do not add up to 0."""

    samples: Counter[bool] = field(default_factory=Counter)
    """How many samples of views there were, by whether they were the position itself."""

    views: dict[tuple[int, Any], tuple[Any, Any]] = field(default_factory=dict)
    """Views that occurred, each with its description."""

    keys: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)
    """Kernel positions that occurred in the current game, by their kernel and key, each with what is known of it."""

    decisions: int = 0
    """How many positions were not over."""

    known_draw: bool = False
    """True if the current game is known to end in a draw."""


@dataclass(frozen=True)
class Visit:
    """A position of a random game."""

    game: AnyGame
    seed: int
    path: tuple[str, ...]
    """The moves that lead there, as texts."""

    position: Any
    outcome: Outcome | None
    moves: Sequence[Any]
    """The legal moves; none if the game is over."""

    rng: Random
    memory: Memory

    @property
    def tried(self) -> Sequence[Any]:
        """The moves to try out: all of them if they are few."""
        return list(self.moves) if len(self.moves) <= TRIED else self.rng.sample(list(self.moves), TRIED)


class Stuck(Exception):
    """A random game cannot go on."""

    def __init__(self, part: Part, found: Found) -> None:
        super().__init__(found.sentence)
        self.part = part
        self.found = found


class Walk:
    """One random game; it knows how far it is also when the game's own code fails."""

    def __init__(self, game: AnyGame, seed: int, most_plies: int, memory: Memory) -> None:
        self.game = game
        self.seed = seed
        self.path: tuple[str, ...] = ()
        self._most_plies = most_plies
        self._memory = memory

    def __iter__(self) -> Iterator[Visit]:
        game, rng = self.game, stream(self.seed, "check")
        position = notation.start(game, self.seed)
        _demand(position is not None, "start", "start returns None, so a return is missing.")
        while True:
            try:
                outcome = _outcome(game, position)
                moves = _moves(game, position) if outcome is None else []
            except BrokenKernel as error:
                function = function_of(error.function, type(position))
                where = defined_at(function, f"{error.function} of {type(position).__name__}")
                found = Found(f"kernel {error.function}", str(error), where=where)
                raise Stuck(Part.KERNEL, found) from error
            yield Visit(game, self.seed, self.path, position, outcome, moves, rng, self._memory)
            if outcome is not None:
                return
            self._memory.decisions += 1
            if len(self.path) >= self._most_plies:
                sentence = f"A random game was not over after {self._most_plies} plies: some rule must end every game."
                raise Stuck(Part.ENDINGS, Found(NEVER_ENDS, sentence, "outcome"))
            move = rng.choice(moves)
            text = str(game.move_text(position, move))
            position = game.play(position, move)
            self.path = (*self.path, text)
            _demand(position is not None, "play", "play returns None, so a return is missing.")


def _outcome(game: AnyGame, position: Any) -> Outcome | None:
    outcome: Any = game.outcome(position)
    if outcome is None or isinstance(outcome, Outcome):
        return outcome
    sentence = f"outcome returns {a(outcome)}, not a sparring.Outcome or None."
    raise Stuck(Part.ENDINGS, Found("no outcome", sentence, "outcome"))


def _moves(game: AnyGame, position: Any) -> Sequence[Any]:
    moves: Any = game.moves(position)
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        generator = isinstance(moves, Iterator)
        what = "a generator, which can be read only once" if generator else a(moves)
        raise Stuck(Part.MOVES, Found("moves is no list", f"moves returns {what}; return a list or a tuple.", "moves"))
    if not moves:
        sentence = "moves is empty though the game is not over: outcome must say how it ended, or a move must be legal."
        raise Stuck(Part.MOVES, Found("no moves", sentence, "moves"))
    return moves


def _demand(holds: bool, method: str, sentence: str) -> None:
    if not holds:
        raise Stuck(Part.POSITIONS, Found(f"{method} returns None", sentence, method))


def a(value: object) -> str:
    """A value's type with its article, or None.

    >>> a(1), a(()), a(None)
    ('an int', 'a tuple', 'None')
    """
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def is_looked_at(ply: int, over: bool, rng: Random) -> bool:
    """True if the slower checks look at a position: always at first and at the end, and in between ever more rarely."""
    return over or ply < OFTEN or rng.random() < OFTEN / ply
