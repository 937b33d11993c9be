"""The gate: who replaces whom, decided by a sequential test of games at equal processor time."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sparring.brains.learned import NOTHING
from sparring.ratings.sequential import SequentialTest, Verdict
from sparring.rules import AnyGame
from sparring.rules.seeds import derive
from sparring.training.contenders import (
    Contender,
    TwoGames,
    armed,
    nodes_in_equal_time,
    play_two,
)
from sparring.work.pool import Executor

MOVE_SECONDS = 0.003
"""The processor time for a move, which both evaluations get."""

SOLVED_SHARE, FEWEST_NODES = 100, 10
"""If there is time to search the whole game, a move gets this part of the nodes that takes, and at least so many."""


@dataclass
class Comparison:
    """The results of the games between two evaluations."""

    first: str
    second: str
    nodes: tuple[int, int]
    """The nodes that each side may visit for a move, so that both take the same time."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    verdict: Verdict = Verdict.OPEN
    _scores: Counter[float] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """The number of games so far."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points that the first one won."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    @property
    def passed(self) -> bool:
        """True if the first is better for sure, or if there was nothing to be better than and it is no worse."""
        return self.verdict is Verdict.FIRST or (self.second == NOTHING and self.verdict is not Verdict.SECOND)

    def add(self, results: tuple[float, float], test: SequentialTest) -> None:
        """Count two games with swapped seats."""
        for result in results:
            self.wins, self.draws = self.wins + (result == 1), self.draws + (result == 0.5)
            self.losses += result == 0
        self._scores[sum(results) / 2] += 1
        if self.verdict is Verdict.OPEN:
            self.verdict = test.verdict(self._scores)

    def as_json(self) -> dict[str, Any]:
        """The result as the table of generations keeps it."""
        return {
            "against": self.second,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 4),
            "verdict": self.verdict.name.lower(),
            "passed": self.passed,
            "nodes": list(self.nodes),
        }


def compared(
    spec: "str | AnyGame",
    first: Contender,
    second: Contender,
    workers: Executor,
    *,
    seed: int,
    opening: int,
    most: int,
    least: int = 0,
    test: SequentialTest | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> Comparison:
    """Play until the test has a verdict and `least` games are played, or `most` games, or until it is time to stop.

    A verdict that was reached once stays, because that is what the error of the test holds for.
    """
    test = test or SequentialTest()
    nodes = nodes_for(spec, first, second, opening, seed)
    found = Comparison(first.name, second.name, nodes)
    players = (first, second)
    jobs = (TwoGames(spec, players, nodes, derive(seed, "two", two), opening) for two in range(most // 2))
    played = workers.run(play_two, jobs)
    for two in played:
        found.add(two.results, test)
        going = go_on() and found.verdict is Verdict.OPEN
        if not going and found.games >= least:
            break
    close = getattr(played, "close", None)
    if close is not None:
        close()
    return found


def nodes_for(spec: "str | AnyGame", first: Contender, second: Contender, opening: int, seed: int) -> tuple[int, int]:
    """The nodes for a move of each that take equal time, fewer where they would suffice to search the whole game."""
    nodes = nodes_in_equal_time(spec, (first, second), MOVE_SECONDS, opening, seed)
    ready = armed(spec, second)
    _, searched = ready.practice.best_move(ready.start, (), nodes[1])
    if searched >= nodes[1]:
        return nodes
    share = max(FEWEST_NODES, searched // SOLVED_SHARE) / nodes[1]
    return max(1, round(nodes[0] * share)), max(1, round(nodes[1] * share))
