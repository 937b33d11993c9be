"""A round robin: every entrant plays every other, in pairs of games with swapped seats."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from sparring.match import Match
from sparring.match.table import Table
from sparring.opponents import Opponent, opponent
from sparring.ratings import Pair, Rating, rate
from sparring.rules import AnyGame, BadSetting
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive, stream
from sparring.work.pool import over_processes


@dataclass(frozen=True)
class TwoGames:
    """Two games of a pair from the same opening, the second with swapped seats; `games` is 1 for only the first."""

    game: "str | AnyGame"
    pair: int
    players: tuple[str, str]
    seed: int
    opening_plies: int
    games: int


@dataclass(frozen=True)
class Tally:
    """The results of some games, from the side of the first entrant of the pair."""

    pair: int
    results: Counter[str]
    """The number of "wins", "draws" and "losses"."""

    problems: Counter[str]
    """How often the referee chose for a player, by what went wrong."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.results.total()


@dataclass
class Tournament:
    """A round robin among opponents; a name that is given twice makes two entrants.

    >>> tournament = Tournament("tictactoe", ["ChampionChimp", "random"], games=4, seed=1)
    >>> for _ in tournament.play():
    ...     pass
    >>> tournament.pairs[0].losses, tournament.problems.total()
    (0, 0)
    """

    game: "str | AnyGame"
    entrants: Sequence[str]
    games: int
    """The number of games for each pair."""

    seed: int = 0
    opening_plies: int = 0
    """The number of random plies at the start of each two games."""

    jobs: int = 1
    """The number of processes; the results do not depend on it."""

    problems: Counter[str] = field(default_factory=Counter)
    _results: dict[int, Counter[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise BadSetting("An arena needs at least two opponents.")
        for entrant in self.entrants:
            opponent(self.game, entrant)  # an unknown opponent is refused before anything is played

    @property
    def names(self) -> list[str]:
        """The names of the entrants; the second of the same name is called NAME#2, and so on."""
        return numbered(self.entrants)

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.games * len(self._meetings())

    def play(self) -> Iterator[Tally]:
        """Play everything, telling of every two games when they are done."""
        twos = [
            TwoGames(
                game=portable(self.game),
                pair=pair,
                players=(self.entrants[a], self.entrants[b]),
                seed=derive(self.seed, "two", pair, first),
                opening_plies=self.opening_plies,
                games=min(2, self.games - first),
            )
            for first in range(0, self.games, 2)
            for pair, (a, b) in enumerate(self._meetings())
        ]
        for name in dict.fromkeys(self.entrants):
            _opponent(portable(self.game), name).prepare()  # compiled here once, and then found by all
        for tally in over_processes(play_two, twos, self.jobs):
            self._results.setdefault(tally.pair, Counter()).update(tally.results)
            self.problems.update(tally.problems)
            yield tally

    @property
    def pairs(self) -> list[Pair]:
        """The results of each pair so far."""
        pairs = []
        for pair, (a, b) in enumerate(self._meetings()):
            results = self._results.get(pair, Counter())
            pairs.append(Pair(a, b, results["wins"], results["draws"], results["losses"]))
        return pairs

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of the entrants by the results so far."""
        return rate(len(self.entrants), self.pairs)

    def as_json(self) -> dict[str, Any]:
        """The results as the command line gives them, the strongest first."""
        names, ratings = self.names, self.ratings
        order = sorted(range(len(names)), key=lambda entrant: -ratings[entrant].rating)
        return {
            "game": find_game(self.game).name,
            "games": self.games,
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "pairs": [
                {"a": names[pair.a], "b": names[pair.b], "wins": pair.wins, "draws": pair.draws, "losses": pair.losses}
                for pair in self.pairs
            ],
            "ratings": [rating_as_json(names[entrant], ratings[entrant]) for entrant in order],
            "illegal": self.problems["illegal"],
            "fallbacks": self.problems.total(),
        }

    def _meetings(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.entrants)), 2))


def numbered(names: Sequence[str]) -> list[str]:
    """The names, with a number after each repeated name.

    >>> numbered(["random", "hard", "random"])
    ['random', 'hard', 'random#2']
    """
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return told


def rating_as_json(name: str, rating: Rating) -> dict[str, Any]:
    """A rating as the command line gives it."""
    return {
        "opponent": name,
        "rating": round(rating.rating, 1),
        "low": round(rating.low, 1),
        "high": round(rating.high, 1),
    }


def play_two(two: TwoGames) -> Tally:
    """Play two games, in any process."""
    game = find_game(two.game)
    first, second = (_opponent(two.game, name) for name in two.players)
    opening = random_opening(game, two.seed, two.opening_plies)
    results: Counter[str] = Counter()
    problems: Counter[str] = Counter()
    for swapped in range(two.games):
        seated = (second, first) if swapped else (first, second)
        limits = [player.time_limit for player in seated]
        result = asyncio.run(Match(game, seated, seed=two.seed, time_limit=limits, opening=opening).run())
        results["draws" if result.winner is None else "wins" if result.winner == swapped else "losses"] += 1
        problems += result.problems
    return Tally(two.pair, results, problems)


def random_opening(game: AnyGame, seed: int, plies: int) -> list[str]:
    """Random choices from the start that do not end the game; the longest of many if all of them end it too soon."""
    longest: list[str] = []
    for attempt in range(100):
        rng = stream(seed, "opening", attempt)
        table = Table(game, seed)
        opening: list[str] = []
        while len(opening) < plies:
            chosen = rng.choice(list(game.options(table.position)))
            table.choose(chosen)
            if table.outcome is not None:
                break
            opening.append(chosen)
        if len(opening) == plies:
            return opening
        longest = max(longest, opening, key=len)
    return longest


@cache
def _opponent(game: "str | AnyGame", name: str) -> Opponent:
    return opponent(game, name)
