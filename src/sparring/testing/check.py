"""Runs all checks of a game on many random games, and keeps the shortest example of each kind of fault."""

import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sparring.match import MOST_PLIES
from sparring.rules import AnyGame, BrokenGame, KernelGame, notation
from sparring.rules.kernels import function_of
from sparring.rules.own_code import in_words
from sparring.rules.places import NotCompiled, Place, is_own, not_compiled
from sparring.rules.registry import folder_of
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import stream
from sparring.testing import declared, pictures, positions, rules, texts, views
from sparring.testing.faults import Fault, Found, Part
from sparring.testing.hanging import LONGEST, Hangs, ending_calls
from sparring.testing.kernel import kernel
from sparring.testing.sources import defined_at, short
from sparring.testing.values import described
from sparring.testing.walks import NEVER_ENDS, Memory, Stuck, Visit, Walk, is_looked_at

GAMES = 200
"""The number of random games, unless a check is told otherwise."""

RECORDED = 3
"""The number of random matches that are recorded and replayed."""

NEEDED_FOR_MATCHES = {Part.POSITIONS, Part.PURITY, Part.MOVES, Part.ENDINGS, Part.TEXTS, Part.CHANCE}
"""What must be in order before matches are played."""

KERNEL_TWINS = {"outcome": "result", "to_move": "mover"}
"""The kernel functions behind the methods of a KernelGame that have another name."""

LONGEST_PATH = 40
"""The most moves that are listed to say where a position occurs."""

Looking = Callable[[Visit], Iterator[Found]]

DECLARATIONS: tuple[tuple[Part, Callable[[AnyGame], Iterator[Found]]], ...] = (
    (Part.DECLARATION, declared.names),
    (Part.DECLARATION, declared.signatures),
    (Part.DECLARATION, declared.kernel_signatures),
)
"""Checks of the class; a game with a wrong signature is not played."""

QUICK: tuple[tuple[Part, Looking], ...] = (
    (Part.MOVES, rules.seat_to_move),
    (Part.MOVES, rules.distinct_moves),
    (Part.ENDINGS, rules.outcomes),
)
"""Checks of every position."""

THOROUGH: tuple[tuple[Part, Looking], ...] = (
    (Part.PURITY, positions.start_is_seeded),
    (Part.POSITIONS, positions.hashed),
    (Part.POSITIONS, positions.unchanged),
    (Part.POSITIONS, positions.copied),
    (Part.CHANCE, rules.chances),
    (Part.EVALUATION, rules.evaluations),
    (Part.TEXTS, texts.position_texts),
    (Part.TEXTS, texts.refused_positions),
    (Part.VIEWS, views.views),
    (Part.VIEWS, views.retraced),
    (Part.KERNEL, kernel),
    (Part.PICTURES, pictures.pictures),
    (Part.PICTURES, pictures.words),
    (Part.PURITY, positions.played_alike),
)
"""Checks of every position that is looked at."""

WITH_MOVES: tuple[tuple[Part, Looking], ...] = (
    (Part.PURITY, positions.pure),
    (Part.MOVES, rules.tactics),
    (Part.TEXTS, texts.move_texts),
    (Part.TEXTS, texts.told_moves),
    (Part.TEXTS, texts.refused_moves),
)
"""Checks of every position that is looked at and not over."""


class Check:
    """A check of one game.

    >>> check = Check("tictactoe", games=5)
    >>> for game in check.run():
    ...     pass
    >>> check.faults, check.games
    ([], 5)
    """

    def __init__(
        self,
        game: "str | AnyGame",
        *,
        games: int = GAMES,
        seed: int = 0,
        most_plies: int = MOST_PLIES,
        seconds: float | None = None,
        opponents: bool = True,
        longest_call: int = LONGEST,
    ) -> None:
        """Prepare to play `games` random games; fewer, if `seconds` are over first.

        At the end, every opponent of the game's own is asked for a move, unless `opponents` is False. A call of the
        game's own code is ended after `longest_call` seconds of processor time.
        """
        self.game = find_game(game)
        self.planned = games
        self.games = 0
        """How many random games were played."""

        self.positions = 0
        """How many positions were visited."""

        self._seed = seed
        self._most_plies = most_plies
        self._seconds = seconds
        self._opponents = opponents
        self._deadline: float | None = None
        self._hangs = False
        self._longest_call = longest_call
        self._memory = Memory()
        self._found: dict[str, Fault] = {}
        self._folders = {folder for owner in type(self.game).__mro__ if (folder := _own_folder(owner)) is not None}

    @property
    def faults(self) -> list[Fault]:
        """What was found, each kind of fault once, with the shortest example.

        An error outside the game's own code follows from other faults, and is told only if there are none.
        """
        order = list(Part)
        found = [fault for fault in self._found.values() if fault.where] or list(self._found.values())
        return sorted(found, key=lambda fault: order.index(fault.part))

    def run(self) -> Iterator[int]:
        """Check everything; yields the number of random games so far, after each of them."""
        with ending_calls(self._is_own, self._longest_call):
            yield from self._run()

    def _run(self) -> Iterator[int]:
        for part, declaration in DECLARATIONS:
            self._collect(part, lambda declaration=declaration: declaration(self.game))  # type: ignore[misc]
        if any(fault.kind.startswith("signature") for fault in self.faults):
            return
        if self._seconds is not None:  # the clock does not run while a kernel is compiled
            self._play(self._seed, most_plies=0)
            self._deadline = time.monotonic() + self._seconds
        for number in range(self.planned):
            if self._over:
                break
            self._play(self._seed + number)
            self.games += 1
            yield self.games
        self._close()

    @property
    def _over(self) -> bool:
        return self._hangs or (self._deadline is not None and time.monotonic() >= self._deadline)

    def _play(self, seed: int, most_plies: int | None = None) -> None:
        """Play one random game, and look at its positions."""
        walk = Walk(self.game, seed, self._most_plies if most_plies is None else most_plies, self._memory)
        chosen = stream(seed, "look")
        try:
            for visit in walk:
                self.positions += 1
                self._look(visit, is_looked_at(len(visit.path), visit.outcome is not None, chosen))
                if self._over or most_plies == len(visit.path):
                    return
        except Stuck as stuck:
            self._add(stuck.part, stuck.found, None if stuck.found.kind == NEVER_ENDS else walk)
        except (Exception, SystemExit) as error:
            self._add_error(Part.MOVES, error, walk)

    def _look(self, visit: Visit, thoroughly: bool) -> None:
        checks = [*QUICK, *(THOROUGH if thoroughly else ()), *(WITH_MOVES if thoroughly and visit.moves else ())]
        for part, check in checks:
            self._collect(part, lambda check=check: check(visit), visit)  # type: ignore[misc]

    def _close(self) -> None:
        """What can be said only after all games."""
        for found in views.hides_something(self._memory):
            self._add(Part.VIEWS, found)
        if self.positions and self._memory.decisions == 0:
            sentence = "The game is over before anybody has moved: outcome must be None at the start."
            self._add(Part.ENDINGS, Found("over at the start", sentence, "outcome"))
        for visit, found in rules.all_paid(self._memory):
            self._add(Part.ENDINGS, found, visit)
        if not self._memory.payoffs:
            for visit, found in self._memory.one_sided:
                self._add(Part.EVALUATION, found, visit)
        if not {fault.part for fault in self.faults} & NEEDED_FOR_MATCHES:
            for seed in range(self._seed, self._seed + RECORDED):
                self._collect(Part.RECORDS, lambda seed=seed: texts.records(self.game, seed, self._most_plies))  # type: ignore[misc]
            if self._opponents:
                self._collect(Part.OPPONENTS, lambda: declared.opponents(self.game))

    # ------------------------------------------------------------------ collecting

    def _collect(self, part: Part, check: Callable[[], Iterator[Found]], at: Visit | Walk | None = None) -> None:
        try:
            for found in check():
                self._add(part, found, at)
        except (Exception, SystemExit) as error:
            self._add_error(part, error, at)

    def _add(self, part: Part, found: Found, at: Visit | Walk | None = None) -> None:
        place = found.where or self._method(found.method)
        self._keep(part, found.kind, found.sentence, place, at)

    def _add_error(self, part: Part, error: BaseException, at: Visit | Walk | None) -> None:
        refused = not_compiled(error)
        if refused is not None:
            self._keep(
                Part.KERNEL, "not compiled", f"The kernel cannot be compiled: {refused.reason}.", _at(refused), at
            )
            return
        raised = error.__cause__ if isinstance(error, BrokenGame) and error.__cause__ else error
        frames = []
        with suppress(Exception):
            frames = [frame for frame in traceback.extract_tb(raised.__traceback__) if self._is_own(frame.filename)]
        if not frames:
            kind = f"raises {type(error).__name__}"
            self._found.setdefault(kind, Fault(part, kind, _on_one_line(f"{in_words(error)}."), ""))
            return
        first, last = frames[0], frames[-1]
        place = f"{short(last.filename)}:{last.lineno}, in {last.name}"
        self._hangs = self._hangs or isinstance(raised, Hangs)
        happens = str(raised) if isinstance(raised, Hangs) else f"raises {in_words(raised)}"
        self._keep(part, f"raises {place}", f"{first.name} {happens}.", place, at)

    def _keep(self, part: Part, kind: str, sentence: str, place: str, at: Visit | Walk | None) -> None:
        path = None if at is None else at.path
        known = self._found.get(kind)
        if known is None or (path is not None and len(path) < known.plies):
            told = ", ".join(filter(None, [place, "" if at is None else self._path(at)]))
            self._found[kind] = Fault(part, kind, _on_one_line(sentence), told or self.game.name, len(path or ()))

    def _is_own(self, file: str) -> bool:
        return is_own(Path(file), self._folders)

    def _method(self, name: str) -> str:
        """Where a method or an attribute of the game is defined, as far as that is known; of a kernel, its function."""
        owner: Any = next((owner for owner in type(self.game).__mro__ if name in vars(owner)), None)
        if owner is KernelGame:
            position_type, function = type(notation.start(self.game, self._seed)), KERNEL_TWINS.get(name, name)
            return defined_at(function_of(function, position_type), f"{function} of {position_type.__name__}")
        return defined_at(getattr(owner, name, None), name)

    def _path(self, at: Visit | Walk) -> str:
        moves = ", ".join(f'"{move}"' for move in at.path[:LONGEST_PATH])
        more = len(at.path) - LONGEST_PATH
        told = f"after {moves}" + (f" and {more} more moves" if more > 0 else "") if at.path else "at the start"
        return told + (f" (seed {at.seed})" if self._start_varies() else "")

    def _start_varies(self) -> bool:
        """True if the seed matters to find a position again."""
        with suppress(Exception, SystemExit):
            starts = [described(notation.start(self.game, seed)) for seed in range(3)]
            return any(start != starts[0] for start in starts)
        return False


def _at(refused: NotCompiled) -> str:
    return _line(refused.place) if refused.place else refused.function


def _line(place: Place) -> str:
    return f"{short(place.file)}:{place.line}"


def _own_folder(owner: type) -> Path | None:
    """The folder of a class that a game inherits from, unless every game does."""
    shared = not owner.__module__.startswith("sparring.games.") and owner.__module__.startswith("sparring.")
    return None if shared or owner is object else folder_of(owner)


def _on_one_line(sentence: str) -> str:
    return " ".join(sentence.split()).replace("..", ".")
