"""How hard puzzles are: which levels solve them, and the rating that follows from that."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from sparring.arena.ladder import ratings_by_name
from sparring.match.table import decision_at
from sparring.opponents import Opponent, catalogue, opponent
from sparring.puzzles.puzzle import Puzzle, judge_of
from sparring.puzzles.solving import Try
from sparring.rules import AnyGame
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.work.journal import LineJournal
from sparring.work.pool import Executor

TRIES = 4
"""How often each level tries each puzzle, with another seed each time."""


def levels_of(game: AnyGame) -> list[str]:
    """The names of a game's levels, the weakest first."""
    return [name for name in catalogue(game).entries if name.removeprefix("level").isdecimal()]


# ---------------------------------------------------------------------- trying


class Trial(NamedTuple):
    """A puzzle that all levels are to try."""

    game: "str | AnyGame"
    puzzle: Puzzle


def try_all(asked: Trial) -> dict[str, float]:
    """The share of tries in which each level solves a puzzle, in any process."""
    game = find_game(asked.game)
    return {
        name: sum(_solves(game, _player(game.name, name), asked.puzzle, seed) for seed in range(TRIES)) / TRIES
        for name in levels_of(game)
    }


def _solves(game: AnyGame, player: Opponent, puzzle: Puzzle, seed: int) -> bool:
    attempt = Try.begun(game, puzzle)
    while not attempt.over:
        decision = decision_at(game, attempt.position, seed=seed, number=len(attempt.moves))
        attempt = attempt.after(player.decide(decision).option)
    return attempt.solved


@cache
def _player(game: str, name: str) -> Opponent:
    return opponent(game, name)


class Graded(NamedTuple):
    """How far the grading is."""

    done: int
    puzzles: int


class Grading:
    """Lets all levels try all puzzles; what the journal knows is not tried again."""

    def __init__(self, spec: "str | AnyGame", puzzles: Sequence[Puzzle]) -> None:
        self.spec, self.game, self.puzzles = spec, find_game(spec), list(puzzles)

    def run(self, workers: Executor, journal: LineJournal) -> Iterator[Graded]:
        """Try the puzzles one after the other; tells of each."""
        judge_of(self.game)
        known = dict(self._read(journal))
        left = [puzzle for puzzle in self.puzzles if puzzle.id not in known]
        asked = (Trial(portable(self.spec), puzzle) for puzzle in left)
        for puzzle, solved in zip(left, workers.run(try_all, asked), strict=True):
            known[puzzle.id] = solved
            journal.write_line(json.dumps({"graded": puzzle.id, "rules": self.game.version, "solved": solved}))
            yield Graded(len(known), len(self.puzzles))
        self.puzzles = [replace(puzzle, solved=known[puzzle.id]) for puzzle in self.puzzles]

    def _read(self, journal: LineJournal) -> Iterator[tuple[str, dict[str, float]]]:
        """What the journal knows about these puzzles and about all levels of today."""
        ids, levels = {puzzle.id for puzzle in self.puzzles}, set(levels_of(self.game))
        for line in journal.lines:
            try:
                told: dict[str, Any] = json.loads(line)
                if told["graded"] in ids and told["rules"] == self.game.version and set(told["solved"]) == levels:
                    yield told["graded"], told["solved"]
            except (ValueError, KeyError, TypeError):
                continue  # a line that was damaged, or of the search for puzzles


# ---------------------------------------------------------------------- rating


def level_ratings(game: AnyGame) -> dict[str, float]:
    """The measured rating of each level; empty if none is measured."""
    measured = ratings_by_name(game)
    return {name: measured[name]["rating"] for name in levels_of(game) if name in measured}


def rating_of(solved: Mapping[str, float], levels: Mapping[str, float]) -> float | None:
    """The rating at which levels would be expected to solve as many of their tries as they did.

    Two more tries keep it finite: one that the weakest level failed, and one that the strongest passed.

    >>> measured = {"level1": 1000, "level2": 1500, "level3": 2000}
    >>> round(rating_of({"level1": 0.0, "level2": 0.5, "level3": 1.0}, measured))
    1500
    >>> rating_of({"level1": 0.5}, {}) is None
    True
    """
    known = [(levels[name], share, TRIES) for name, share in solved.items() if name in levels]
    if not known:
        return None
    strengths = [strength for strength, _, _ in known]
    known += [(min(strengths), 0.0, 1), (max(strengths), 1.0, 1)]
    passed = sum(share * tries for _, share, tries in known)
    low, high = min(strengths) - 2000.0, max(strengths) + 2000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(tries / (1 + 10 ** ((middle - strength) / 400)) for strength, _, tries in known)
        low, high = (middle, high) if expected > passed else (low, middle)
    return (low + high) / 2
