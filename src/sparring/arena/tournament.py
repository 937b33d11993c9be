"""A round robin: every entrant meets every other, in rounds of games from one opening in which all change seats."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import combinations, permutations
from typing import Any

from sparring.arena.quick_match import QuickMatch, may_be_trusted
from sparring.match import MOST_PLIES, Event, Match, MoveMade
from sparring.match.table import Table
from sparring.opponents import Opponent, opponent
from sparring.ratings import Finish, Mean, Pair, Rating, mean_of, rate, rate_finishes
from sparring.rules import AnyGame, BadSetting, Outcome
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive, stream
from sparring.work.pool import executor
from sparring.work.threads import outcome_of

log = logging.getLogger("sparring.arena")


@dataclass(frozen=True)
class Round:
    """Games of the same players from the same opening; after each, everybody moves one seat on."""

    game: "str | AnyGame"
    meeting: int
    players: tuple[str, ...]
    seating: tuple[int, ...]
    """The number of the player who has each seat in the first game."""

    seed: int
    opening_plies: int
    games: int
    """As many as there are seats, or fewer in the last round."""

    most_plies: int = MOST_PLIES


@dataclass(frozen=True)
class Played:
    """How one game ended, for each player of the meeting in its order."""

    places: tuple[int, ...]
    only_first: bool
    """True if only the first place means something, because the game does not order the others."""

    payoffs: tuple[float, ...] | None


@dataclass(frozen=True)
class Tally:
    """The results of a round."""

    meeting: int
    played: tuple[Played, ...]
    problems: Counter[str]
    """How often the referee chose for a player, by what went wrong."""

    faults: Counter[str] = field(default_factory=Counter)
    """What went wrong in code of the user's own and where, and how often."""

    adjudicated: int = 0
    """The number of games that went on for too long and were called a draw."""

    thought: tuple[tuple[int, float], ...] = ()
    """How many decisions each player of the meeting took, and how many seconds in all."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.played)


@dataclass
class Tournament:
    """A round robin among opponents; a name that is given twice makes two entrants.

    In a game for two, every pair meets; in a game for three, every three of them, and so on.

    >>> tournament = Tournament("tictactoe", ["ChampionChimp", "random"], games=4, seed=1)
    >>> for _ in tournament.play():
    ...     pass
    >>> tournament.pairs[0].losses, tournament.problems.total()
    (0, 0)
    """

    game: "str | AnyGame"
    entrants: Sequence[str]
    games: int
    """The number of games for each pair, or for each three and so on."""

    seed: int = 0
    opening_plies: int = 0
    """The number of random plies at the start of the games of a round."""

    jobs: int = 1
    """The number of processes; the results do not depend on it."""

    ray: str | None = None
    """The Ray cluster to play on instead: "local" or an address; the results do not depend on it."""

    most_plies: int = MOST_PLIES
    """A game that is not over after this many choices is called a draw."""

    problems: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    """What went wrong in code of the user's own and where, and how often: a sentence for each."""

    adjudicated: int = 0
    """The number of games so far that were called a draw because they went on for too long."""

    _played: dict[int, list[Played]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise BadSetting("An arena needs at least two opponents.")
        if len(self.entrants) < self.seats:
            title = find_game(self.game).title
            raise BadSetting(
                f"{title} has {self.seats} seats, so its arena needs at least {self.seats} opponents, "
                f"not {len(self.entrants)}; one may be named twice."
            )
        for entrant in self.entrants:
            opponent(self.game, entrant)  # an unknown opponent is refused before anything is played

    @property
    def seats(self) -> int:
        """The number of seats of the game."""
        return len(find_game(self.game).seats)

    @property
    def names(self) -> list[str]:
        """The names of the entrants; the second of the same name is called NAME#2, and so on."""
        return numbered(self.entrants)

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.games * len(self._meetings())

    def play(self) -> Iterator[Tally]:
        """Play everything, telling of every round when it is done."""
        seats = self.seats
        circles = [(0, *others) for others in permutations(range(1, seats))]  # who follows whom around the table
        rounds = [
            Round(
                game=portable(self.game),
                meeting=meeting,
                players=tuple(self.entrants[entrant] for entrant in who),
                seating=circles[first // seats % len(circles)],
                seed=derive(self.seed, "two", meeting, first),
                opening_plies=self.opening_plies,
                games=min(seats, self.games - first),
                most_plies=self.most_plies,
            )
            for first in range(0, self.games, seats)
            for meeting, who in enumerate(self._meetings())
        ]
        for name in dict.fromkeys(self.entrants):
            _opponent(portable(self.game), name).prepare()  # compiled here once, and then found by all
        with executor(min(self.jobs, len(rounds)), self.ray) as workers:
            for tally in workers.run(play_round, rounds):
                self._played.setdefault(tally.meeting, []).extend(tally.played)
                self.problems.update(tally.problems)
                self.faults.update(tally.faults)
                self.adjudicated += tally.adjudicated
                yield tally

    @property
    def pairs(self) -> list[Pair]:
        """How often the one came before, level with and after the other so far, for each pair of entrants."""
        counts: Counter[tuple[int, int, int]] = Counter()
        for who, played in self._games():
            for (a, mine), (b, theirs) in combinations(zip(who, played.places, strict=True), 2):
                counts[a, b, (mine > theirs) - (mine < theirs)] += 1
        return [
            Pair(a, b, counts[a, b, -1], counts[a, b, 0], counts[a, b, 1])
            for a, b in combinations(range(len(self.entrants)), 2)
        ]

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of the entrants by the results so far."""
        if self.seats == 2:
            return rate(len(self.entrants), self.pairs)
        finishes = [Finish(who, played.places, played.only_first) for who, played in self._games()]
        return rate_finishes(len(self.entrants), finishes)

    def places(self, entrant: int) -> list[int]:
        """How often an entrant took the first place, the second and so on so far; a shared place counts for all."""
        taken = Counter(played.places[who.index(entrant)] for who, played in self._games() if entrant in who)
        return [taken[place] for place in range(1, self.seats + 1)]

    def payoff(self, entrant: int) -> Mean | None:
        """The mean payoff of an entrant so far, if the game has payoffs."""
        games = ((who.index(entrant), played.payoffs) for who, played in self._games() if entrant in who)
        return mean_of([payoffs[at] for at, payoffs in games if payoffs is not None])

    def games_played(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], tuple[float, ...] | None]]:
        """Every game so far: the names of its entrants, their places and their payoffs."""
        names = self.names
        for who, played in self._games():
            yield tuple(names[entrant] for entrant in who), played.places, played.payoffs

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
            "ratings": [rating_as_json(names[entrant], ratings[entrant]) | self._more_of(entrant) for entrant in order],
            "illegal": self.problems["illegal"],
            "fallbacks": self.problems.total(),
            "adjudicated": self.adjudicated,
            "faults": faults_as_json(self.faults),
        }

    def _more_of(self, entrant: int) -> dict[str, Any]:
        payoff = self.payoff(entrant)
        return {
            **({"places": self.places(entrant)} if self.seats > 2 else {}),
            **({"payoff": asdict(payoff)} if payoff is not None else {}),
        }

    def _meetings(self) -> list[tuple[int, ...]]:
        return list(combinations(range(len(self.entrants)), self.seats))

    def _games(self) -> Iterator[tuple[tuple[int, ...], Played]]:
        """Every game so far, with the entrants who played it."""
        for meeting, who in enumerate(self._meetings()):
            for played in self._played.get(meeting, ()):
                yield who, played


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


def faults_as_json(faults: Counter[str]) -> list[dict[str, Any]]:
    """What went wrong in code of the user's own, as the command line gives it, the most frequent first."""
    return [{"fault": fault, "times": times} for fault, times in faults.most_common()]


def play_round(asked: Round) -> Tally:
    """Play a round, in any process."""
    game = find_game(asked.game)
    players = [_opponent(asked.game, name) for name in asked.players]
    opening = random_opening(game, asked.seed, asked.opening_plies)
    played: list[Played] = []
    problems: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    adjudicated = 0
    decisions, seconds = [0] * len(players), [0.0] * len(players)
    for turn in range(asked.games):
        seating = asked.seating[len(players) - turn :] + asked.seating[: len(players) - turn]
        ended = _play_game(asked, game, [players[number] for number in seating], opening)
        played.append(_by_player(ended.outcome, seating))
        problems += ended.problems
        faults += ended.faults
        adjudicated += ended.adjudicated
        for seat, thought in ended.took:
            decisions[seating[seat]] += 1
            seconds[seating[seat]] += thought
    return Tally(
        asked.meeting, tuple(played), problems, faults, adjudicated, tuple(zip(decisions, seconds, strict=True))
    )


@dataclass(frozen=True)
class _Ended:
    """How one game ended, by seat."""

    outcome: Outcome
    adjudicated: bool
    took: Sequence[tuple[int, float]]
    """The seat of every decision, and the seconds that it took."""

    problems: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


def _play_game(asked: Round, game: AnyGame, seated: Sequence[Opponent], opening: Sequence[str]) -> _Ended:
    """Play one game of a round: without a referee if that is safe, which is faster and gives the same game."""
    if may_be_trusted(game, seated):
        match = QuickMatch(game, seated, asked.seed, opening, asked.most_plies)
        try:
            outcome = match.play()
        except Exception:  # the referee plays it again, and says what is wrong
            log.exception("a game of %s needs a referee", game.name)
        else:
            return _Ended(outcome, match.table.outcome is None, match.took)
    return _play_with_referee(asked, game, seated, opening)


def _play_with_referee(asked: Round, game: AnyGame, seated: Sequence[Opponent], opening: Sequence[str]) -> _Ended:
    limits = [player.time_limit for player in seated]
    settings: dict[str, Any] = {"time_limit": limits, "opening": opening, "most_plies": asked.most_plies}
    match = Match(game, seated, seed=asked.seed, **settings)
    took: list[tuple[int, float]] = []

    def note(event: Event) -> None:
        if isinstance(event, MoveMade):
            took.append((event.seat, event.seconds))

    match.listen(note)
    result = outcome_of(match.run())
    assert match.outcome is not None
    return _Ended(match.outcome, result.adjudicated, took, result.problems, result.faults)


def _by_player(outcome: Outcome, seating: Sequence[int]) -> Played:
    """How a game ended, in the order of the players and not of the seats."""
    seats = [seating.index(player) for player in range(len(seating))]
    places, payoffs = outcome.places_of(len(seating)), outcome.payoffs
    told = None if payoffs is None else tuple(payoffs[seat] for seat in seats)
    only_first = outcome.places is None and outcome.winner is not None
    return Played(tuple(places[seat] for seat in seats), only_first, told)


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
