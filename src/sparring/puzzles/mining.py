"""Searches self-played games for puzzles.

Each game is a job that depends on its seed alone. So the same seed gives the same puzzles on any number of processes,
and a search that was stopped goes on where it was: games that the journal knows are not searched again.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from sparring.arena.tournament import random_opening
from sparring.match import MOST_PLIES
from sparring.match.table import Table
from sparring.opponents import Opponent, opponent
from sparring.puzzles.composing import composed, obvious
from sparring.puzzles.puzzle import Puzzle, judge_of, position_text
from sparring.rules import AnyGame
from sparring.rules.puzzles import Kind, PuzzleJudge
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive, stream
from sparring.work.journal import LineJournal
from sparring.work.pool import Executor

WANTED = 120
"""How many puzzles a game gets, if that many are found."""

BATCH = 32
"""Games that are searched before it is checked whether there are enough puzzles."""

MOST_GAMES = 4096
"""Games after which the search ends, however many puzzles were found."""

SHARE_OF_EASY = 0.1
"""The share of puzzles whose first move anybody would try, such as a win at once: for beginners."""


FEWEST_OPTIONS = 3
"""With fewer moves to choose from, guessing would do."""

SHARE_OF_LENGTH = 0.6
"""The share of the puzzles of a kind that have the same number of moves."""


class Search(NamedTuple):
    """A game that is to be played and searched."""

    game: "str | AnyGame"
    seed: int
    number: int


def search_game(asked: Search) -> list[dict[str, Any]]:
    """Play a game, in any process, and compose every puzzle that is in it."""
    game = find_game(asked.game)
    judge = judge_of(game)
    seed = derive(asked.seed, "puzzles", game.name, asked.number)
    table = _played(game, judge, seed)
    has_text = position_text(game, table.position) is not None
    found = []
    for number, position in enumerate(table.positions):
        if not has_text and judge.goal(position) is None:
            continue
        puzzle = composed(game, judge, position, None if has_text else str(_record_until(table, number)))
        if puzzle is not None:
            found.append(puzzle.as_stored())
    return found


def _played(game: AnyGame, judge: PuzzleJudge, seed: int) -> Table:
    rng = stream(seed, "players")
    players = [_player(game.name, rng.choice(judge.players)) for _ in game.seats if judge.players]
    table = Table(game, seed)
    for option in random_opening(game, seed, rng.randint(*judge.opening)):
        table.choose(option)
    while table.outcome is None and len(table.choices) < MOST_PLIES:
        decision = table.decision()
        table.choose(players[decision.seat].decide(decision).option if players else judge.move(table.position, rng))
    return table


def _record_until(table: Table, number: int) -> Any:
    """The record of the match up to a position."""
    shorter = Table(table.game, table.seed)
    for chosen, asked in zip(table.choices[:number], table.asked[:number], strict=True):
        if asked:
            shorter.choose(chosen.option)
    return shorter.record()


@cache
def _player(game: str, name: str) -> Opponent:
    return opponent(game, name)


# ---------------------------------------------------------------------- the search as a whole


class Progress(NamedTuple):
    """How far a search for puzzles is."""

    games: int
    found: int
    wanted: int


class Mine:
    """A search for a game's puzzles; those that are alike count as one."""

    def __init__(self, spec: "str | AnyGame", seed: int, wanted: int) -> None:
        self.spec, self.game, self.seed, self.wanted = spec, find_game(spec), seed, wanted
        self.judge = judge_of(self.game)
        self.chosen: list[Puzzle] = []
        self._features: list[frozenset[Any]] = []
        self._kinds: Counter[Kind] = Counter()
        self._lengths: Counter[tuple[Kind, int]] = Counter()
        self._easy = 0

    def dig(self, workers: Executor, journal: LineJournal) -> Iterator[Progress]:
        """Search one game after the other until there are enough puzzles; tells of every game."""
        known = dict(self._read(journal))
        for first in count(0, BATCH):
            if first >= MOST_GAMES or len(self.chosen) >= self.wanted:
                return
            numbers = range(first, first + BATCH)
            left = [number for number in numbers if number not in known]
            asked = (Search(portable(self.spec), self.seed, number) for number in left)
            for number, found in zip(left, workers.run(search_game, asked), strict=True):
                known[number] = found
                journal.write_line(json.dumps({**self._identity(), "number": number, "found": found}))
                yield Progress(first + number % BATCH + 1, len(self.chosen), self.wanted)
            for number in numbers:
                for told in known[number]:
                    self._consider(Puzzle.of_json(told))
            yield Progress(first + BATCH, len(self.chosen), self.wanted)

    def _consider(self, puzzle: Puzzle) -> None:
        """Take a puzzle, unless there are enough of its kind, it is too easy, or it is like another one."""
        most = self.judge.shares.get(puzzle.kind, 0.0) * self.wanted
        length = puzzle.kind, 0 if self.judge.any_order else len(puzzle.solution)
        too_many = not self.judge.any_order and self._lengths[length] >= most * SHARE_OF_LENGTH
        if len(self.chosen) >= self.wanted or self._kinds[puzzle.kind] >= most or too_many:
            return
        position = puzzle.start(self.game)
        if len(self.game.options(position)) < FEWEST_OPTIONS:
            return
        first = puzzle.solution[0]
        plain = not self.judge.any_order and obvious(self.game, position, first)
        easy = plain or self.judge.easy(position, first)
        if (plain and puzzle.kind is not Kind.WIN) or (easy and self._easy >= SHARE_OF_EASY * self.wanted):
            return
        images = self.judge.features(position)
        if any(alike(images, other, self.judge.tolerance) for other in self._features):
            return
        self.chosen.append(puzzle)
        self._features.append(images[0])
        self._kinds[puzzle.kind] += 1
        self._lengths[length] += 1
        self._easy += easy

    def _identity(self) -> dict[str, Any]:
        """What a stored result must agree with to be a result of this search."""
        return {"game": self.game.name, "rules": self.game.version, "seed": self.seed}

    def _read(self, journal: LineJournal) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """The results in the journal that are of this search."""
        for line in journal.lines:
            try:
                told = json.loads(line)
                if self._identity().items() <= told.items():
                    yield int(told["number"]), list(told["found"])
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # a line that was damaged


def alike(images: Sequence[frozenset[Any]], other: frozenset[Any], tolerance: float) -> bool:
    """True if one of a position's images nearly equals another position."""
    return any(len(image ^ other) <= tolerance * max(len(image), len(other)) for image in images)
