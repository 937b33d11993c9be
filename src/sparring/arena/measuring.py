"""Measures the strength of a game's opponents: plays where games narrow the intervals most, until all are narrow.

Games come in batches. What a batch consists of depends on the results of the batches before it alone, and the seed of
each round on its players and its number. So the same seed gives the same ladder on any number of processes, and a
measurement that was stopped goes on as if nothing had happened: results that the journal knows are not played again.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations, islice, permutations
from pathlib import Path
from typing import Any, NamedTuple

from sparring.arena.digests import digest_of
from sparring.arena.ladder import Finishes, Ladder, Rung, measurable
from sparring.arena.tournament import Played, Round, Tally, play_round
from sparring.opponents import catalogue, opponent
from sparring.ratings import Rating
from sparring.ratings.allotment import Allotment
from sparring.ratings.anchored import Scale, bounded, rate_from
from sparring.ratings.plackett_luce import NINETY_FIVE_PERCENT, Draw, Finish, draws_of
from sparring.rules import AnyGame, BadSetting
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive
from sparring.work.journal import LineJournal
from sparring.work.pool import Executor

INTERVAL, SLOW_INTERVAL = 40.0, 75.0
"""How far 95 % intervals may reach to either side; further for opponents that think long."""

SLOW = 0.5
"""Seconds a decision from which an opponent thinks long."""

BLOCK = 4
"""How many rounds of one meeting are allotted together; in each round everybody has every seat once."""

BLOCKS, GROWTH = 8, 0.05
"""The number of blocks in a batch: at least this many, and later a share of what has been played."""

LARGE_BLOCK, MOST_LARGE_BLOCKS = 16, 500
"""The blocks in which what is still to be played is estimated, and the most of them."""

ENOUGH, ENOUGH_SLOW = 100, 40
"""After this many games, an opponent that has won or lost all of them needs no more."""

MOST_GAMES = 20_000
"""The most games of one opponent, however wide its interval is then."""

OVERHEAD = 0.02
"""What a decision costs besides the time that an opponent is allowed to think, in seconds."""


class Key(NamedTuple):
    """A round of games: who plays, and the number of the round among those that these have played."""

    who: tuple[str, ...]
    number: int


@dataclass(frozen=True)
class Kept:
    """The results of a round, as the journal keeps them."""

    finishes: tuple[tuple[int, ...], ...]
    thought: tuple[tuple[int, float], ...]
    problems: int

    @classmethod
    def of(cls, tally: Tally) -> "Kept":
        """What is kept of a tally."""
        thought = tuple((decisions, round(seconds, 4)) for decisions, seconds in tally.thought)
        return cls(tuple(map(_places, tally.played)), thought, tally.problems.total())

    @property
    def seconds(self) -> float:
        """How long the round took, in one process."""
        return sum(seconds + OVERHEAD / 10 * decisions for decisions, seconds in self.thought)


class Outlook(NamedTuple):
    """How much is still to be played, by what is known so far."""

    games: int
    seconds: float | None
    """In one process; None before anything was played."""

    def after(self, games: int, seconds: float) -> "Outlook":
        """The work left once this many games were played in so many seconds."""
        left = None if self.seconds is None else max(0.0, self.seconds - seconds)
        return Outlook(max(0, self.games - games), left)


@dataclass(frozen=True)
class Progress:
    """How far a measurement is."""

    games: int
    expected_games: int
    """The number of games that it is expected to take in all."""

    unfinished: tuple[str, ...]
    """The opponents that need more games."""

    widest: float
    """How far the widest of their intervals reaches."""

    seconds_left: float | None
    """An estimate; None before the first batch was played."""


class Measurement:
    """The measurement of a game's opponents; those that are fresh and narrow enough in `known` keep their ratings."""

    def __init__(self, spec: "str | AnyGame", known: Ladder | None, seed: int = 1, interval: float = INTERVAL) -> None:
        self.spec, self.game, self.seed = spec, find_game(spec), seed
        self.seats = len(self.game.seats)
        listed = catalogue(spec)
        self.anchor, self.opening_plies = listed.anchor, listed.opening_plies
        everybody = sorted(measurable(spec), key=lambda name: name != self.anchor)
        self.digests = {name: digest_of(self.game, name) for name in everybody}
        first = {digest: name for name, digest in reversed(self.digests.items())}
        self.plays_like = {name: first[digest] for name, digest in self.digests.items()}
        """Opponents with equal digests play alike, so only the first of them is measured, for all."""

        self.names = [name for name, measured in self.plays_like.items() if name == measured]
        if len(self.names) < max(2, self.seats):
            raise BadSetting(f"{self.game.title} has too few opponents to be measured: {len(self.names)}.")
        self._number = {name: number for number, name in enumerate(self.names)}
        self._limits = {name: opponent(spec, name).character.time or 0.0 for name in self.names}
        self._thought = dict.fromkeys(self.names, (0, 0.0))
        self._interval = interval
        self.problems = 0
        """How often the referee chose for an opponent, in the rounds of this measurement."""

        self._rounds: Counter[tuple[str, ...]] = Counter()
        self._took: dict[tuple[str, ...], tuple[int, float]] = {}
        self._finishes: dict[tuple[str, ...], Finishes] = {}
        self._settled: dict[str, Rung] = {}
        self._before: dict[str, Rung] = {}
        """The ratings on this scale that were known before."""

        self._fresh: set[str] = set()
        """Whose rating was known, and who still is as it was measured."""

        self._slow = {name for name, limit in self._limits.items() if limit >= SLOW}
        if known is not None and known.opening_plies == self.opening_plies:
            self._go_on_from(known)
        self._meetings = list(combinations(self.names, self.seats))
        self._played = sum(finishes.total() for finishes in self._finishes.values())

    def _go_on_from(self, known: Ladder) -> None:
        self._fresh = fresh = {name for name in known.fresh(self.game) if name in self._number}
        self._slow |= {name for name in fresh if known[name].slow}
        for met, finishes in known.meetings.items():
            if fresh.issuperset(met):
                order = sorted(range(len(met)), key=lambda at: self._number[met[at]])
                who = tuple(met[at] for at in order)
                self._finishes[who] = Counter({tuple(places[at] for at in order): n for places, n in finishes.items()})
                self._rounds[who] = finishes.total() // self.seats
        if known.anchor != self.anchor or self.anchor not in fresh:
            return
        self._before = {rung.opponent: rung for rung in known.rungs}
        for name in fresh:
            rung = known[name]
            narrow = rung.bounded and _reach(rung) <= self.target(name) + 0.1  # they are stored rounded
            if narrow or (not rung.bounded and rung.games >= self._enough(name)):
                self._settled[name] = rung

    def target(self, name: str) -> float:
        """How far the interval of an opponent may reach."""
        return max(self._interval, SLOW_INTERVAL) if name in self._slow else self._interval

    def _enough(self, name: str) -> int:
        """The number of games after which an opponent that has won or lost all of them needs no more."""
        return ENOUGH_SLOW if name in self._slow else ENOUGH

    # ------------------------------------------------------------------ playing

    def play(self, workers: Executor, journal: LineJournal, until: float | None = None) -> Iterator[Progress]:
        """Play until all intervals are narrow enough or the time `until` has come; tells of every round."""
        known = dict(self._read(journal))
        for name in self.names if self._targets() else ():
            opponent(self.spec, name).prepare()  # compiled here once, and then found by all
        while targets := self._targets():
            scale = self.scale()
            plan = self._plan(scale, targets)
            left = [key for key in plan if key not in known]
            outlook = self._outlook(scale, targets) if left else Outlook(0, None)
            for key, tally in zip(left, workers.run(play_round, map(self._round, left)), strict=True):
                known[key] = Kept.of(tally)
                journal.write_line(self._line(key, known[key]))
                outlook = outlook.after(self.seats, known[key].seconds)
                self._played += self.seats
                yield self._progress(scale, targets, outlook, workers.width)
                if until is not None and time.monotonic() >= until:
                    break
            for key in plan:
                if key in known:
                    self._add(key, known[key])
            if not plan or any(key not in known for key in plan):
                return

    def _round(self, key: Key) -> Round:
        orders = [(0, *others) for others in permutations(range(1, self.seats))]  # who follows whom around the table
        return Round(
            game=portable(self.spec),
            meeting=0,
            players=key.who,
            seating=orders[key.number % len(orders)],
            seed=derive(self.seed, "ladder", *key.who, key.number),
            opening_plies=self.opening_plies,
            games=self.seats,
        )

    def _plan(self, scale: Scale, targets: dict[str, float]) -> list[Key]:
        """The rounds of the next batch."""
        games = sum(finishes.total() for finishes in self._finishes.values())
        blocks = max(BLOCKS, round(games * GROWTH / BLOCK / self.seats))
        numbers = Counter(self._rounds)
        plan = []
        for who in islice(self._blocks(scale, targets, BLOCK), blocks):
            plan += [Key(who, numbers[who] + more) for more in range(BLOCK)]
            numbers[who] += BLOCK
        return plan

    def _blocks(self, scale: Scale, targets: dict[str, float], size: int) -> Iterator[tuple[str, ...]]:
        """The meetings to which the next blocks of rounds are allotted."""
        useful = [who for who in self._meetings if not targets.keys().isdisjoint(who)]
        costs = [self.seats * OVERHEAD + sum(self._limits[name] for name in who) for who in useful]
        numbered = [tuple(self._number[name] for name in who) for who in useful]
        allotment = Allotment(scale, numbered, costs)
        wanted = {self._number[name]: (reach / NINETY_FIVE_PERCENT) ** 2 for name, reach in targets.items()}
        for meeting in allotment.blocks(wanted, size * self.seats):
            yield useful[meeting]

    def _add(self, key: Key, kept: Kept) -> None:
        self._rounds[key.who] = max(self._rounds[key.who], key.number + 1)
        self._finishes.setdefault(key.who, Counter()).update(kept.finishes)
        count, spent = self._took.get(key.who, (0, 0.0))
        self._took[key.who] = count + 1, spent + kept.seconds
        self.problems += kept.problems
        for name, (decisions, seconds) in zip(key.who, kept.thought, strict=True):
            before = self._thought[name]
            self._thought[name] = before[0] + decisions, before[1] + seconds
            if self._thought[name][1] >= SLOW * self._thought[name][0] > 0:
                self._slow.add(name)

    # ------------------------------------------------------------------ the journal

    def _line(self, key: Key, kept: Kept) -> str:
        return json.dumps({**self._identity(key), **kept.__dict__})

    def _identity(self, key: Key) -> dict[str, Any]:
        """What a stored result must agree with to be a result of this measurement."""
        return {
            "who": list(key.who),
            "number": key.number,
            "digests": [self.digests.get(name) for name in key.who],
            "seed": self.seed,
            "opening_plies": self.opening_plies,
        }

    def _read(self, journal: LineJournal) -> Iterator[tuple[Key, Kept]]:
        """The results in the journal that are of this measurement."""
        for line in journal.lines:
            try:
                told = json.loads(line)
                key = Key(tuple(told["who"]), told["number"])
                if self._identity(key).items() <= told.items():
                    finishes = tuple(tuple(places) for places in told["finishes"])
                    thought = tuple((int(decisions), float(seconds)) for decisions, seconds in told["thought"])
                    yield key, Kept(finishes, thought, told["problems"])
            except (ValueError, KeyError, TypeError):
                continue  # a line that was damaged

    # ------------------------------------------------------------------ what is known

    def scale(self) -> Scale:
        """The ratings by the results so far.

        Whoever has won or lost everything is no fixed point for the others: its rating is hardly known.
        """
        settled = {
            self._number[name]: Rating(rung.rating, rung.low, rung.high)
            for name, rung in self._settled.items()
            if name != self.anchor and rung.bounded
        }
        return rate_from(self._number[self.anchor], len(self.names), self._draws(), settled)

    def _draws(self) -> dict[Draw, float]:
        found: dict[Draw, float] = {}
        for who, finishes in self._finishes.items():
            entrants = tuple(self._number[name] for name in who)
            for places, games in finishes.items():
                given = tuple(place or len(places) for place in places)
                for draw, weight in draws_of(Finish(entrants, given, only_first=0 in places)).items():
                    found[draw] = found.get(draw, 0.0) + weight * games
        return found

    def games_of(self, name: str) -> int:
        """The number of games of an opponent so far."""
        return sum(finishes.total() for who, finishes in self._finishes.items() if name in who)

    def _targets(self) -> dict[str, float]:
        """The opponents that need more games, and how far their intervals may reach."""
        reach, within = self.scale().reach, bounded(self._number[self.anchor], self._draws())
        found = {}
        for name, number in self._number.items():
            games = self.games_of(name)
            beyond = number not in within and games >= self._enough(name)
            known = name == self.anchor or self._keeps_rating(name, within)
            if not (known or beyond or games >= MOST_GAMES or reach[number] <= self.target(name)):
                found[name] = self.target(name)
        return found

    def _keeps_rating(self, name: str, within: set[int]) -> bool:
        """Whether an opponent has the rating that was known before: unless new games bound what had no bound."""
        rung = self._settled.get(name)
        return rung is not None and (rung.bounded or self._number[name] not in within)

    @property
    def unfinished(self) -> list[str]:
        """The opponents whose intervals are not narrow enough."""
        return list(self._targets())

    def ladder(self, today: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Ladder:
        """The ladder by the results so far; a rating that was known gives way only to one that is more certain.

        Opponents without any result are left out. A rating that is stale gives way to any result.
        """
        scale, within = self.scale(), bounded(self._number[self.anchor], self._draws())
        rungs = []
        for name, number in self._number.items():
            games, before = self.games_of(name), self._before.get(name)
            if self._keeps_rating(name, within):
                rungs.append(self._settled[name])
            elif before is not None and (not games or self._is_more_certain(before, float(scale.reach[number]))):
                rungs.append(before)
            elif games or name == self.anchor:
                rating = scale[number]
                low, high = round(rating.low, 1), round(rating.high, 1)
                date, slow = today().date().isoformat(), name in self._slow
                known = round(rating.rating, 1), low, high, games, date, self.digests[name], slow, number in within
                rungs.append(Rung(name, *known))
        measured = {rung.opponent: rung for rung in rungs}
        rungs += [
            replace(measured[like], opponent=name)
            for name, like in self.plays_like.items()
            if name != like and like in measured
        ]
        facts = self.game.name, self.game.version, self.anchor, self.opening_plies, self.seed
        return Ladder(*facts, tuple(rungs), self._finishes)

    def _is_more_certain(self, before: Rung, reach: float) -> bool:
        """Whether a rating that was known tells more than the results so far, whose interval reaches so far."""
        return before.opponent in self._fresh and before.bounded and _reach(before) < reach

    def _outlook(self, scale: Scale, targets: dict[str, float]) -> Outlook:
        """What is still to be played if the games tell as much as expected."""
        rounds = Counter(islice(self._blocks(scale, targets, LARGE_BLOCK), MOST_LARGE_BLOCKS))
        seconds = {who: spent / count for who, (count, spent) in self._took.items()}
        games = LARGE_BLOCK * rounds.total() * self.seats
        if not seconds:
            return Outlook(games, None)
        usual = sum(seconds.values()) / len(seconds)
        return Outlook(games, sum(LARGE_BLOCK * count * seconds.get(who, usual) for who, count in rounds.items()))

    def _progress(self, scale: Scale, targets: dict[str, float], outlook: Outlook, width: int) -> Progress:
        widest = max(float(scale.reach[self._number[name]]) for name in targets)
        expected = self._played + outlook.games
        left = None if outlook.seconds is None else outlook.seconds / width
        return Progress(self._played, expected, tuple(targets), widest, left)


def journal_beside(path: Path) -> Path:
    """Where the results of a measurement are kept until it is finished."""
    return path.with_name(path.name + ".journal")


def _reach(rung: Rung) -> float:
    return (rung.high - rung.low) / 2


def _places(played: Played) -> tuple[int, ...]:
    """The places of a game, with 0 for those that the game does not give."""
    if played.only_first and len(played.places) > 2:
        return tuple(place if place == 1 else 0 for place in played.places)
    return played.places
