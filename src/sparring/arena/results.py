"""A tournament in Python: `play` it, and look at its results as objects or as rows for a data frame."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sparring.arena.ladder import Ladder, Rung
from sparring.arena.ladder_picture import picture
from sparring.arena.tournament import Tournament
from sparring.ratings import Mean
from sparring.rules import AnyGame, BadSetting
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import fresh_seed


@dataclass(frozen=True)
class Entrant:
    """How one entrant did, in all its games."""

    name: str
    rating: float
    low: float
    """The 95 % interval of the rating, with `high`."""

    high: float
    games: int
    score: float
    """The share of the others that it came before, a tie being half of that: in a game for two, its share of points."""

    places: tuple[int, ...]
    """How often it took the first place, the second and so on."""

    payoff: Mean | None
    """What it got on average, in a game with payoffs."""


@dataclass(frozen=True)
class Pairing:
    """How two entrants did against each other: the results are those of `a`."""

    a: str
    b: str
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Results:
    """What came out of a tournament."""

    tournament: Tournament

    @property
    def standings(self) -> list[Entrant]:
        """The entrants, the strongest first."""
        played, names = self.tournament, self.tournament.names
        points = dict.fromkeys(names, 0.0)
        met = dict.fromkeys(names, 0)
        for pair in self.pairings:
            count = pair.wins + pair.draws + pair.losses
            points[pair.a] += pair.wins + pair.draws / 2
            points[pair.b] += pair.losses + pair.draws / 2
            met[pair.a] += count
            met[pair.b] += count
        found = [
            Entrant(
                name,
                rating.rating,
                rating.low,
                rating.high,
                met[name] // max(1, played.seats - 1),
                points[name] / max(1, met[name]),
                tuple(played.places(number)),
                played.payoff(number),
            )
            for number, (name, rating) in enumerate(zip(names, played.ratings, strict=True))
        ]
        return sorted(found, key=lambda entrant: -entrant.rating)

    @property
    def pairings(self) -> list[Pairing]:
        """Every pair of entrants."""
        names = self.tournament.names
        return [
            Pairing(names[pair.a], names[pair.b], pair.wins, pair.draws, pair.losses) for pair in self.tournament.pairs
        ]

    @property
    def fallbacks(self) -> int:
        """How often the referee chose for a player."""
        return self.tournament.problems.total()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game: its number, and each entrant of it with its place and, if there are any, its payoff.

        `pandas.DataFrame(results.rows())` is a data frame.
        """
        return [
            {"game": number, **_told(names, places, payoffs)}
            for number, (names, places, payoffs) in enumerate(self.tournament.games_played(), 1)
        ]

    def _repr_svg_(self) -> str:
        """The ratings with their intervals, as a notebook shows them."""
        game, rungs = find_game(self.tournament.game), []
        for entrant in self.standings:
            bounded = 0 < entrant.score < 1
            rungs.append(Rung(entrant.name, entrant.rating, entrant.low, entrant.high, entrant.games, bounded=bounded))
        plies, seed = self.tournament.opening_plies, self.tournament.seed
        return picture(game, Ladder(game.name, game.version, None, plies, seed, tuple(rungs)))


def _told(names: Sequence[str], places: Sequence[int], payoffs: Sequence[float] | None) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for number, (name, place) in enumerate(zip(names, places, strict=True)):
        letter = "abcdef"[number]
        told |= {letter: name, f"place_{letter}": place}
        told |= {} if payoffs is None else {f"payoff_{letter}": payoffs[number]}
    return told


def play(
    game: str | AnyGame,
    opponents: Sequence[str],
    *,
    games: int = 20,
    seed: int | None = None,
    opening_plies: int = 0,
    jobs: int = 1,
    ray: str | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Results:
    """Play a round robin: `games` games for each pair, seats swapped, each two from the same random opening.

    `progress` is True for a bar, or a function that is told the games that are done and all games. The results depend
    on the seed and not on `jobs`, the number of processes.

    >>> results = play("tictactoe", ["ChampionChimp", "random"], games=4, seed=1)
    >>> [entrant.name for entrant in results.standings], results.fallbacks
    (['ChampionChimp', 'random'], 0)
    """
    if games < 1:
        raise BadSetting(f"games must be at least 1, not {games}.")
    seed = fresh_seed() if seed is None else seed
    tournament = Tournament(game, opponents, games, seed=seed, opening_plies=opening_plies, jobs=jobs, ray=ray)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, transient=True, disable=progress is not True) as bar:
        task, done = bar.add_task("games", total=tournament.total), 0
        for tally in tournament.play():
            done += tally.games
            bar.advance(task, tally.games)
            if callable(progress):
                progress(done, tournament.total)
    return Results(tournament)
