"""A match of two entrants that ends as soon as it is sure who is better."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sparring.arena.tournament import Played, Tally, Tournament
from sparring.ratings.sequential import SequentialTest, Verdict
from sparring.rules import BadSetting


@dataclass
class UntilSure:
    """Plays the games of a tournament of two until a sequential test has a verdict, or all games are played.

    The test looks at the results in their order, after every two games with swapped seats. So the verdict does not
    depend on how many games are played at the same time.

    >>> match = UntilSure(Tournament("tictactoe", ["ChampionChimp", "random"], games=1000, seed=1), SequentialTest())
    >>> for _ in match.play():
    ...     pass
    >>> match.better, match.tournament.games
    ('ChampionChimp', 20)
    """

    tournament: Tournament
    """A tournament with as many games as may be played at the most; afterwards, with as many as were played."""

    test: SequentialTest
    verdict: Verdict = Verdict.OPEN
    _scores: Counter[float] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if self.tournament.seats != 2:
            raise BadSetting("A sequential test is for games with two seats.")
        if len(self.tournament.entrants) != 2:
            raise BadSetting(f"A sequential test compares two opponents, not {len(self.tournament.entrants)}.")
        self.tournament.games += self.tournament.games % 2

    @property
    def better(self) -> str | None:
        """The name of the better one; None if neither is better by as much as matters, or if it is not decided."""
        first, second = self.tournament.names
        return {Verdict.FIRST: first, Verdict.SECOND: second}.get(self.verdict)

    def play(self) -> Iterator[Tally]:
        """Play until it is sure; yields the results of every two games."""
        games = 0
        for tally in self.tournament.play():
            games += tally.games
            self._scores[sum(map(_score, tally.played)) / len(tally.played)] += 1
            self.verdict = self.test.verdict(self._scores)
            yield tally
            if self.verdict is not Verdict.OPEN:
                break
        self.tournament.games = games

    def as_json(self) -> dict[str, Any]:
        """The results as the command line gives them."""
        verdict = {"better": self.better, "games": self.tournament.games}
        return {**self.tournament.as_json(), "verdict": verdict, "decided": self.verdict is not Verdict.OPEN}


def _score(played: Played) -> float:
    """The score of the first entrant in one game."""
    mine, theirs = played.places
    return 0.5 + ((mine < theirs) - (mine > theirs)) / 2
