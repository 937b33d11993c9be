"""Where a person stands in a game: which of their results count, their rating, and whom to play next.

Everything here follows from results and from the measured ladder; nothing of it is stored.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from sparring.arena.ladder import ratings_by_name
from sparring.opponents import catalogue, entry_for
from sparring.opponents.settings import PLAYS_AS, SEEN_ONLY, TARGET
from sparring.ratings.person import Played, Strength, nearest_level, strengths
from sparring.ratings.plackett_luce import AVERAGE, Rating
from sparring.rules import AnyGame, SparringError
from sparring.rules.naming import split

ENOUGH = 5
"""Rated matches that are needed before a rating is shown."""

FEWEST_MOVES = 3
"""A match that somebody leaves before the third move does not count."""

Help: TypeAlias = Literal["", "hint", "undo", "seed", "start", "lesson", "older"]
"""Why a match does not count for a rating; empty if it counts. Its result alone does not show this."""

HELP: Mapping[str, str] = {
    "hint": "You asked for a hint or for scores.",
    "undo": "You took a move back.",
    "seed": "Its seed was chosen.",
    "lesson": "It is a game to learn from.",
    "start": "It did not begin from the usual start.",
    "older": "It was played before matches were rated.",
}
"""The sentence for each of these."""


@dataclass(frozen=True)
class Result:
    """A finished match of a person, from the person's side."""

    game: str
    """The game's name with its settings."""

    opponent: str
    """The opponent's text, such as "minimax:depth=6" or "adaptive:as=hard"; "human" for a person."""

    seat: int
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""

    when: float
    """In seconds since 1970."""

    moves: int = FEWEST_MOVES
    left: bool = False
    """Whether somebody resigned or ran out of time."""

    help: str = ""
    match: str = ""
    """The match's id, where there is one."""


class Rung(NamedTuple):
    """An opponent of the ladder, and what the person is expected to score against it."""

    name: str
    rating: float
    expected: float


class Counted(NamedTuple):
    """A result that counts, and what it did to the rating."""

    result: Result
    before: Rating
    after: Rating
    expected: float
    """What the person was expected to score."""

    change: float | None
    """By how much the rating changed; None for the matches that made the first one."""


def plays_as(game: AnyGame, opponent: str) -> str:
    """The opponent whose strength a text stands for: an adaptive one plays as another, and pace is not strength.

    >>> import sparring
    >>> plays_as(sparring.game("connect4"), "adaptive:as=hard,target=0.3")
    'hard'
    >>> plays_as(sparring.game("connect4"), "minimax:depth=6,pace_min=0")
    'minimax:depth=6'
    """
    known = catalogue(game)
    name, given = split(opponent)
    entry = known[name]
    if entry.adapts:
        entry = known[given.pop(PLAYS_AS, known.default)]
        given.pop("target", None)
    settings = entry.known_settings(game)
    changed = {
        key: value
        for key, value in sorted(given.items())
        if key not in SEEN_ONLY and (key not in settings or settings[key].read(value) != settings[key].default)
    }
    return entry.name + (":" + ",".join(f"{key}={value}" for key, value in changed.items()) if changed else "")


def why_unrated(game: AnyGame, others: Sequence[str], help: str, rated: Collection[str]) -> str:
    """Why a match against others does not count, in a sentence; empty if it does. `rated` are those with a rating."""
    if help:
        return HELP.get(help, HELP["older"])
    if len(others) != 1:
        return "Only matches of two are rated."
    if others[0] == "human":
        return "Matches between people are not rated."
    if not rated:
        return unmeasured(game)
    try:
        known = plays_as(game, others[0]) in rated
    except SparringError:
        known = False
    return "" if known else f"{others[0].partition(':')[0]} with these settings has not been measured."


def about_score(share: float) -> str:
    """What somebody is expected to score, rounded to fives, because nobody knows it better.

    >>> about_score(0.43), about_score(0.97), about_score(0.01)
    ('about 45 %', 'over 95 %', 'under 5 %')
    """
    if share > 0.95:
        return "over 95 %"
    return "under 5 %" if share < 0.05 else f"about {round(share * 20) * 5} %"


def unmeasured(game: AnyGame) -> str:
    """Why no match counts in a game without a ladder."""
    return f"The opponents of {game.title} have not been measured yet."


class Standing:
    """Where a person stands in one game."""

    def __init__(self, game: AnyGame, results: Iterable[Result]) -> None:
        self.game = game
        self.ratings: dict[str, float] = {name: rung["rating"] for name, rung in ratings_by_name(game).items()}
        """The measured rating of each opponent."""

        self.results = sorted((result for result in results if _is_of(game, result)), key=lambda result: result.when)
        """The person's results in this game, whatever its settings, in the order in which they were played."""

    def why_not(self, result: Result) -> str:
        """Why a result does not count; empty if it does."""
        if result.game != self.game.name and not result.help:
            return "The game was played with other settings than the measured ones."
        why = why_unrated(self.game, result.opponent.split(" and "), result.help, self.ratings)
        return why or ("It was left before the third move." if result.left and result.moves < FEWEST_MOVES else "")

    @property
    def why_nothing_counts(self) -> str:
        """Why no match of this game counts; empty if matches do."""
        return "" if self.ratings else unmeasured(self.game)

    @cached_property
    def counted(self) -> list[Counted]:
        """The results that count, with what each did to the rating."""
        rated = [result for result in self.results if not self.why_not(result)]
        opponents = [self.ratings[plays_as(self.game, result.opponent)] for result in rated]
        known = strengths(
            self._centre, [Played(rating, result.score) for rating, result in zip(opponents, rated, strict=True)]
        )
        self._strength = known[-1]
        told = []
        for number, (result, rating) in enumerate(zip(rated, opponents, strict=True)):
            before, after = known[number].interval, known[number + 1].interval
            change = after.rating - before.rating if number >= ENOUGH else None
            told.append(Counted(result, before, after, float(known[number].expected(rating)), change))
        return told

    @property
    def strength(self) -> Strength:
        """What is known of the person's strength."""
        _ = self.counted
        return self._strength

    @property
    def has_rating(self) -> bool:
        """Whether enough matches were played for a rating that means something."""
        return len(self.counted) >= ENOUGH

    def expected(self, opponent: str) -> float | None:
        """What the person is expected to score against an opponent; None if that opponent was not measured."""
        rating = self.ratings.get(plays_as(self.game, opponent))
        return None if rating is None else float(self.strength.expected(rating))

    @cached_property
    def rungs(self) -> list[Rung]:
        """The opponents that an adaptive one may play as, weakest first: the levels, or else all that are rated."""
        known = [name for name in catalogue(self.game).entries if name in self.ratings]
        levels = [name for name in known if name.removeprefix("level").isdecimal()]
        rated = sorted(levels if len(levels) > 1 else known, key=lambda name: self.ratings[name])
        scores = self.strength.expected([self.ratings[name] for name in rated]) if rated else []
        return [Rung(name, self.ratings[name], float(score)) for name, score in zip(rated, scores, strict=True)]

    def match(self, target: float = TARGET, whose: str = "", but: str = "") -> Rung | None:
        """The opponent, but for one, against which the person scores the target on average; None if nobody is rated.

        It changes between matches only: the same person gets the same one until another match has counted.
        """
        rungs = [rung for rung in self.rungs if rung.name != but]
        if not rungs:
            return None
        toss = random.Random(f"{whose}/{self.game.name}/{len(self.counted)}").random()
        scores = np.array([rung.expected for rung in rungs])
        return rungs[int(nearest_level(scores, target, toss))]

    @property
    def _centre(self) -> float:
        """The rating that a person is assumed to have before the first match: that of the default opponent."""
        default = catalogue(self.game).default
        return self.ratings.get(default, float(np.mean([*self.ratings.values()])) if self.ratings else AVERAGE)


def adapted(game: AnyGame, opponent: str, standing: Standing, whose: str = "") -> str:
    """An adaptive opponent's text with the opponent that it plays as; any other text stays as it is."""
    entry = entry_for(game, opponent)
    if not entry.adapts:  # the text of a program, an address or a class need not be a name with settings
        return opponent
    given = split(opponent)[1]
    if PLAYS_AS in given:
        return opponent
    target = entry.known_settings(game)["target"].read(given.get("target", TARGET))
    rung = standing.match(target, whose)
    given = {PLAYS_AS: rung.name if rung else catalogue(game).default, **given}
    return f"{entry.name}:" + ",".join(f"{key}={value}" for key, value in given.items())


def _is_of(game: AnyGame, result: Result) -> bool:
    return result.game.partition(":")[0] == game.name.partition(":")[0]
