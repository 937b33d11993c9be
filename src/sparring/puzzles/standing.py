"""How well a person solves puzzles: a rating that follows from the first try at each puzzle."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sparring.arena.standing import Standing
from sparring.puzzles.puzzle import NoPuzzles
from sparring.puzzles.shipped import puzzles_of
from sparring.ratings.person import Played, Strength, strengths
from sparring.rules import AnyGame

ENOUGH = 5
"""Rated puzzles that are needed before a rating is shown."""


@dataclass(frozen=True)
class Tried:
    """The first try of a person at a puzzle."""

    game: str
    puzzle: str
    solved: bool
    when: float = field(default_factory=time.time)
    """In seconds since 1970."""


class PuzzleStanding:
    """Where a person stands with the puzzles of one game."""

    def __init__(self, game: AnyGame, tries: Iterable[Tried]) -> None:
        self.game = game
        first: dict[str, Tried] = {}
        for tried in sorted((tried for tried in tries if tried.game == game.name), key=lambda tried: tried.when):
            first.setdefault(tried.puzzle, tried)
        self.tries = list(first.values())
        """The first try at each puzzle, in order; later ones do not count."""

    @property
    def solved(self) -> int:
        """How many puzzles were solved at the first try."""
        return sum(tried.solved for tried in self.tries)

    @cached_property
    def strength(self) -> Strength:
        """What is known of the person's strength, by the puzzles that have a rating."""
        try:
            ratings = {puzzle.id: puzzle.rating for puzzle in puzzles_of(self.game)}
        except NoPuzzles:
            ratings = {}
        rated = [(rating, tried) for tried in self.tries if (rating := ratings.get(tried.puzzle)) is not None]
        centre = float(Standing(self.game, ()).strength.rating)
        return strengths(centre, [Played(rating, float(tried.solved)) for rating, tried in rated])[-1]

    @property
    def has_rating(self) -> bool:
        """Whether enough rated puzzles were tried for a rating that means something."""
        return self.strength.matches >= ENOUGH
