"""A tournament of decks: every deck plays every other, in the hands of the same two opponents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Literal

from sparring.arena.tournament import faults_as_json, numbered, random_opening
from sparring.match import MOST_PLIES, Match, Result
from sparring.opponents import Opponent, opponent
from sparring.ratings import Pair, wilson
from sparring.rules import AnyGame, BadSetting
from sparring.rules.capabilities import NamesDecks, first_seat
from sparring.rules.decks import with_decks
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive
from sparring.work.pool import executor
from sparring.work.threads import outcome_of

ALL = "all"
"""Stands for all decks that come with the game."""

ROUND = 4
"""The number of games in which each opponent plays each of two decks in each seat once."""


@dataclass(frozen=True)
class Score:
    """The results of a deck."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float | None:
        """The share of games won, with a draw as half a win; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson(self.wins + self.draws / 2, self.games)

    @property
    def of_the_other(self) -> "Score":
        """The same games from the side of the other deck."""
        return Score(self.losses, self.draws, self.wins)

    def as_json(self) -> dict[str, Any]:
        """The score as the command line gives it."""
        low, high = (round(bound, 4) for bound in self.interval)
        rate = None if self.rate is None else round(self.rate, 4)
        return {"games": self.games, "wins": self.wins, "draws": self.draws, "rate": rate, "low": low, "high": high}


@dataclass(frozen=True)
class Deal:
    """Two games of a pair of decks with the same seed; in the second, decks and players swap seats."""

    pair: int
    games: tuple["str | AnyGame", "str | AnyGame"]
    """The game with the decks in these seats, and with the decks swapped."""

    players: tuple[str, str]
    """Who plays the first deck, and who the second."""

    seed: int
    opening_plies: int
    most_plies: int = MOST_PLIES


@dataclass(frozen=True)
class Dealt:
    """The results of a deal, from the side of the first deck of the pair."""

    pair: int
    results: Counter[tuple[bool, str]]
    """The number of "wins", "draws" and "losses", by whether the first deck had the first turn."""

    problems: Counter[str]
    faults: Counter[str] = field(default_factory=Counter)
    adjudicated: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.results.total()


@dataclass
class DeckField:
    """A round robin among decks, each a name or a file; a deck that is given twice also plays against itself.

    Two decks X and Y play rounds of four games between the opponents A and B:

        first seat  second seat
        A with X    B with Y     with a seed
        B with Y    A with X     with the same seed
        B with X    A with Y     with another seed
        A with Y    B with X     with that seed again

    So each opponent plays each deck in each seat. With the same seed the same seat has the first turn, once with either
    deck, unless the opponents decide otherwise. The opponents do not swap decks under the same seed: two equal
    opponents would repeat the same two games, and these would count twice.

    >>> field = DeckField("onepiece", ["ST01", "ST02", "ST03"], ["random", "random"], games=4, seed=1)
    >>> for _ in field.play():
    ...     pass
    >>> [(field.scores(deck)["all"].games, field.scores(deck)["first"].games) for deck in range(3)]
    [(8, 4), (8, 4), (8, 4)]
    """

    game: str
    decks: Sequence[str]
    opponents: Sequence[str]
    games: int
    """The number of games for each pair of decks; rounded up to a multiple of four."""

    seed: int = 0
    opening_plies: int = 0
    """The number of random plies at the start of each game."""

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

    _results: dict[int, Counter[tuple[bool, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        known = game.decks_known() if isinstance(game, NamesDecks) else ()
        if ALL in self.decks and not known:
            raise BadSetting(f"{game.title} comes without decks.")
        self.decks = [name for given in self.decks for name in (known if given == ALL else [given])]
        self.games += -self.games % ROUND
        if len(self.called) < 2:
            raise BadSetting(f"A field of decks needs at least two of them, not {len(self.decks)}.")
        if len(self.opponents) != 2:
            raise BadSetting(f"A field of decks is played by two opponents, not by {len(self.opponents)}.")
        for name in self.opponents:
            opponent(self.game, name)  # an unknown opponent is refused before anything is played

    @cached_property
    def called(self) -> list[tuple[str, str]]:
        """The short and the full name of each deck; the second of the same short name is called NAME#2, and so on."""
        game = find_game(self.game)
        if not isinstance(game, NamesDecks):
            raise BadSetting(f"{type(game).title} is not played with decks.")
        called = [game.deck_called(deck) for deck in self.decks]
        return list(zip(numbered([short for short, _ in called]), (full for _, full in called), strict=True))

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.games * len(self._meetings())

    def play(self) -> Iterator[Dealt]:
        """Play all games; yields the results of every two games when they are finished."""
        a, b = self.opponents
        deals = []
        for pair, (x, y) in enumerate(self._meetings()):
            games = self._game(x, y), self._game(y, x)
            for number in range(self.games // 2):
                players = (b, a) if number % 2 else (a, b)
                seed = derive(self.seed, "deal", pair, number)
                deals.append(Deal(pair, games, players, seed, self.opening_plies, self.most_plies))
        for name in dict.fromkeys(self.opponents):
            _opponent(deals[0].games[0], name).prepare()  # compiled once here; worker processes find it in the cache
        with executor(min(self.jobs, len(deals)), self.ray) as workers:
            for dealt in workers.run(play_deal, deals):
                self._results.setdefault(dealt.pair, Counter()).update(dealt.results)
                self.problems.update(dealt.problems)
                self.faults.update(dealt.faults)
                self.adjudicated += dealt.adjudicated
                yield dealt

    def scores(self, deck: int) -> dict[str, Score]:
        """The results of a deck so far: of "all" its games, and of those where it had the "first" or "second" turn."""
        found: Counter[tuple[bool, str]] = Counter()
        for pair, (a, b) in enumerate(self._meetings()):
            if deck in (a, b):
                results = self._results.get(pair, Counter())
                found.update(results if deck == a else _from_the_other_side(results))
        return {"all": _score(found, True, False), "first": _score(found, True), "second": _score(found, False)}

    @property
    def pairs(self) -> list[Pair]:
        """The results of each pair of decks so far."""
        pairs = []
        for pair, (a, b) in enumerate(self._meetings()):
            score = _score(self._results.get(pair, Counter()), True, False)
            pairs.append(Pair(a, b, score.wins, score.draws, score.losses))
        return pairs

    @property
    def order(self) -> list[int]:
        """The numbers of the decks, the highest win rate so far first."""
        rates = [self.scores(deck)["all"].rate or 0.0 for deck in range(len(self.decks))]
        return sorted(range(len(self.decks)), key=lambda deck: -rates[deck])

    def as_json(self) -> dict[str, Any]:
        """The results as the command line gives them, the best deck first."""
        decks = []
        for deck in self.order:
            short, full = self.called[deck]
            scores = {which: score.as_json() for which, score in self.scores(deck).items()}
            whole = scores.pop("all")
            decks.append({"deck": short, "title": full, **whole, **scores})
        names = [short for short, _ in self.called]
        return {
            "game": find_game(self.game).name,
            "opponents": list(self.opponents),
            "games": self.games,
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "decks": decks,
            "pairs": [
                {"a": names[pair.a], "b": names[pair.b], "wins": pair.wins, "draws": pair.draws, "losses": pair.losses}
                for pair in self.pairs
            ],
            "illegal": self.problems["illegal"],
            "fallbacks": self.problems.total(),
            "adjudicated": self.adjudicated,
            "faults": faults_as_json(self.faults),
        }

    def _meetings(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.decks)), 2))

    def _game(self, first: int, second: int) -> "str | AnyGame":
        return portable(with_decks(self.game, [self.decks[first], self.decks[second]]))


@dataclass(frozen=True)
class GameDealt:
    """A game of a deal that was played."""

    seat: int
    """The seat of the first deck of the pair."""

    match: Match
    result: Result

    @property
    def began(self) -> bool:
        """Whether the first deck had the first turn."""
        return first_seat(self.match.game, self.match.table.position) == self.seat

    @property
    def came(self) -> Literal["wins", "draws", "losses"]:
        """How it ended for the first deck: "wins", "draws" or "losses"."""
        winner = self.result.winner
        return "draws" if winner is None else "wins" if winner == self.seat else "losses"


def games_of(deal: Deal) -> Iterator[GameDealt]:
    """Play the two games of a deal, in any process."""
    for seat, spec in enumerate(deal.games):  # the seat of the first deck
        game = find_game(spec)
        players = [_opponent(spec, name) for name in deal.players]
        seated = players[::-1] if seat else players
        limits = [player.time_limit for player in seated]
        opening = random_opening(game, deal.seed, deal.opening_plies)
        settings: dict[str, Any] = {"time_limit": limits, "opening": opening, "most_plies": deal.most_plies}
        match = Match(game, seated, seed=deal.seed, **settings)
        yield GameDealt(seat, match, outcome_of(match.run()))


def play_deal(deal: Deal) -> Dealt:
    """The results of the two games of a deal."""
    results: Counter[tuple[bool, str]] = Counter()
    problems: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    adjudicated = 0
    for played in games_of(deal):
        results[played.began, played.came] += 1
        problems += played.result.problems
        faults += played.result.faults
        adjudicated += played.result.adjudicated
    return Dealt(deal.pair, results, problems, faults, adjudicated)


def _score(results: Counter[tuple[bool, str]], *began: bool) -> Score:
    wins, draws, losses = (sum(results[each, came] for each in began) for came in ("wins", "draws", "losses"))
    return Score(wins, draws, losses)


def _from_the_other_side(results: Counter[tuple[bool, str]]) -> Counter[tuple[bool, str]]:
    turned = {"wins": "losses", "draws": "draws", "losses": "wins"}
    return Counter({(not began, turned[came]): count for (began, came), count in results.items()})


@lru_cache(maxsize=8)  # opponents for one pair of decks at a time; those of earlier pairs are no longer needed
def _opponent(game: "str | AnyGame", name: str) -> Opponent:
    return opponent(game, name)
