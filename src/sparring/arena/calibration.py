"""Calibration: opponents play against themselves, and curves from their scores to expected scores are fitted.

Half of the games are for the fit. The other half is kept apart, and says whether the curves hold. A journal keeps every
game as soon as it is over, so a calibration that was stopped goes on where it was.
"""

import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from sparring.arena.digests import digest_of
from sparring.arena.self_play import Played, Row, SelfPlay, opening_length, play_one, unfitted_player
from sparring.brains.brain import Brain
from sparring.brains.curves import DEPTH, EDGE, Curve, Curves, Fitted, Sight, curve_as_json
from sparring.opponents import catalogue, opponent
from sparring.ratings.calibration import FEWEST_GAMES, TENTHS, Checked, checked, fit_logistic
from sparring.rules import AnyGame, BadSetting, SparringError
from sparring.rules.capabilities import HasProgress
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive
from sparring.work.journal import LineJournal
from sparring.work.pool import executor

FEWEST_TO_FIT = 150
"""The fewest games that a curve is fitted to."""

FLATTEST = 0.02
"""The least slope of a curve: it always rises."""

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.01)
"""The edges of bins by how much of the game is over."""

NEGLIGIBLE = 0.2
"""An opponent with a smaller share of the decisions that a curve was fitted to does not decide whether it holds."""


@dataclass(frozen=True)
class Verdict:
    """How the expected scores of one opponent compare with what was scored in games that were kept apart."""

    opponent: str
    games: int
    """Different games that were played."""

    by_chance: tuple[Checked, ...] = ()
    by_progress: tuple[Checked, ...] = ()

    @property
    def holds(self) -> bool:
        """True if the interval of every bin reaches the allowed deviation, and there are enough games for one bin."""
        bins = (*self.by_chance, *self.by_progress)
        return bool(bins) and all(each.holds and each.games >= FEWEST_GAMES for each in bins)

    def as_json(self) -> dict[str, Any]:
        """The check as the command line gives it and files keep it."""
        tables = {"by_chance": self.by_chance, "by_progress": self.by_progress}
        return {
            "opponent": self.opponent,
            "games": self.games,
            "holds": self.holds,
            **{name: [_rounded(each) for each in bins] for name, bins in tables.items() if bins},
        }


def _rounded(each: Checked) -> dict[str, Any]:
    numbers = {name: round(number, 4) for name, number in asdict(each).items()}
    return {**numbers, "high": min(1.0, numbers["high"]), "holds": each.holds}


@dataclass
class Calibration:
    """Games of opponents against themselves, from random openings, and what follows from them."""

    game: "str | AnyGame"
    opponents: Sequence[str]
    games: int
    """The number of games of each opponent."""

    seed: int = 0
    jobs: int = 1
    """The number of processes."""

    seconds: float | None = None
    """No game is begun after this many seconds."""

    repeated: int = 0
    """Games that were the same as an earlier one, and do not count."""

    faults: Counter[str] = field(default_factory=Counter)
    _played: dict[str, dict[tuple[str, ...], Played]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.opponents:
            opponent(self.game, name)  # an unknown opponent is refused before anything is played
            if name not in calibratable(self.game, [name]):
                raise BadSetting(f"{name} does not say how far it looks, so its scores cannot be calibrated.")
        self._played = {name: {} for name in self.opponents}

    @property
    def total(self) -> int:
        """The number of games that are to be played."""
        return self.games * len(self.opponents)

    def play(self, journal: LineJournal | None = None) -> Iterator[Played]:
        """Play the games, the opponents in turn, until none is left or time is up; the journal's count as played."""
        began = time.monotonic()
        rules = find_game(self.game)
        longest = opening_length(rules)
        asked = [
            SelfPlay(portable(self.game), name, derive(self.seed, "calibration", name, number), longest)
            for number in range(self.games)
            for name in self.opponents
        ]
        digests = {name: digest_of(rules, name.partition(":")[0]) for name in self.opponents}
        identities = {each: json.dumps([each.opponent, digests[each.opponent], *each[2:]]) for each in asked}
        kept = _games_in(journal.lines) if journal else {}
        left = [each for each in asked if identities[each] not in kept]
        for name in {each.opponent for each in left}:
            unfitted_player(portable(self.game), name).prepare()  # compiled here once, and then found by all
        with executor(self.jobs) as workers:
            new = workers.run(play_one, left)
            for each in asked:
                game = kept.get(identities[each]) or next(new)
                if journal and identities[each] not in kept and not game.fault:
                    journal.write_line(json.dumps({"game": identities[each], **game.as_json()}))
                self._add(game)
                yield game
                if self.seconds is not None and time.monotonic() - began > self.seconds:
                    break
        if self.faults and not any(self._played.values()):
            raise SparringError(f"No game was played without a fault. {self.faults.most_common(1)[0][0]}")

    def _add(self, game: Played) -> None:
        known = self._played[game.opponent]
        if game.fault:
            self.faults[game.fault] += 1
        else:
            self.repeated += game.moves in known
            known.setdefault(game.moves, game)

    # ------------------------------------------------------------------ fitting and checking

    def result(self) -> "Calibrated":
        """Fit curves to one half of the games, and check them on the other."""
        fitting, kept_apart = self._rows(0), self._rows(1)
        fitted = [
            Fitted(sight, fit(rows), holds=True)
            for sight, rows in _by_sight([row for rows in fitting.values() for row in rows])
            if len({row.game for row in rows}) >= FEWEST_TO_FIT
        ]
        curves = Curves(fitted)
        has_progress = isinstance(find_game(self.game), HasProgress)
        verdicts = [
            self._verdict(name, [row for row in rows if curves.at(row.sight)], curves, has_progress)
            for name, rows in kept_apart.items()
        ]
        refuted = {verdict.opponent for verdict in verdicts if not verdict.holds}
        apart = _by_sight([row for rows in kept_apart.values() for row in rows])
        owners = {row.game: name for name, rows in kept_apart.items() for row in rows}
        doubtful = set()
        for sight, rows in apart:
            shares = Counter(owners[row.game] for row in rows)
            deciding = {name for name, count in shares.items() if count >= NEGLIGIBLE * len(rows)}
            if deciding & refuted:
                doubtful.add(_bucket(sight))
        told = [Fitted(one.sight, one.curve, _bucket(one.sight) not in doubtful) for one in fitted]
        return Calibrated(find_game(self.game), self.seed, told, verdicts)

    def _rows(self, half: int) -> dict[str, list[Row]]:
        """The decisions in every other game of each opponent; results that are payoffs are scaled from 0 to 1."""
        everything = [played.results for known in self._played.values() for played in known.values()]
        low = min([0.0, *(min(results) for results in everything)])
        high = max([1.0, *(max(results) for results in everything)])
        number, found = 0, {}
        for name, known in self._played.items():
            rows = []
            for at, played in enumerate(known.values()):
                number += 1
                if at % 2 == half:
                    results = [(result - low) / (high - low) for result in played.results]
                    rows += [row._replace(game=number, result=results[row.seat]) for row in played.rows]
            found[name] = rows
        return found

    def _verdict(self, name: str, rows: list[Row], curves: Curves, has_progress: bool) -> Verdict:
        told = {id(row): _told(row, curves) for row in rows}

        def chance(row: Row) -> float:
            return told[id(row)]

        def score(row: Row) -> float:
            return row.result

        by_chance = checked(rows, chance, score, chance, TENTHS)
        by_progress = checked(rows, chance, score, lambda row: row.when.progress, QUARTERS) if has_progress else []
        return Verdict(name, len(self._played[name]), tuple(by_chance), tuple(by_progress))


@dataclass(frozen=True)
class Calibrated:
    """Curves that were fitted, and how they compare with games that were kept apart."""

    game: AnyGame
    seed: int
    curves: list[Fitted]
    verdicts: list[Verdict]

    @property
    def holds(self) -> bool:
        """True if the expected scores of every opponent hold."""
        return all(verdict.holds for verdict in self.verdicts)

    def as_json(self, date: str) -> dict[str, Any]:
        """The curves and their check, as the command line gives them and files keep them."""
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "curves": [{**curve_as_json(one), "date": date, "seed": self.seed} for one in self.curves],
            "checked": [{**verdict.as_json(), "date": date, "seed": self.seed} for verdict in self.verdicts],
        }


def _games_in(lines: Sequence[str]) -> dict[str, Played]:
    """The games that the lines of a journal keep, by their identity; damaged lines are passed over."""
    found = {}
    for line in lines:
        with suppress(ValueError, KeyError, TypeError):
            kept = json.loads(line)
            found[kept["game"]] = Played.of_json(json.loads(kept["game"])[0], kept)
    return found


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A file of curves with newer ones, which replace those of the same sight, and the checks of the same opponents."""
    if any(old.get(key) != new[key] for key in ("game", "rules")):
        return new

    def sight(entry: dict[str, Any]) -> tuple[Any, ...]:
        return entry["measure"], entry["unit"], entry["amount"]

    curves = {sight(entry): entry for entry in [*old["curves"], *new["curves"]]}
    checks = {entry["opponent"]: entry for entry in [*old["checked"], *new["checked"]]}
    return {**new, "curves": [curves[key] for key in sorted(curves)], "checked": list(checks.values())}


def calibratable(game: "str | AnyGame", names: Sequence[str] = ()) -> list[str]:
    """The opponents whose scores can be calibrated: those named, or else all that do not play exactly."""
    entries = catalogue(game).entries.items()
    wanted = names or [name for name, entry in entries if not (entry.adapts or entry.exact)]
    return [name for name in wanted if type(opponent(game, name).brain).sight is not Brain.sight]


def fit(rows: Sequence[Row]) -> Curve:
    """The curve that makes the results of some decisions most likely."""
    results = np.array([row.result for row in rows])
    progress = np.array([row.when.progress for row in rows])
    first = np.array([row.when.first for row in rows])
    best, most_likely = None, -math.inf
    for scale in _scales(rows):
        strengths = _strengths(rows, scale)
        columns = [np.ones(len(rows)), strengths, first, progress, progress * strengths]
        curve, likelihood = _fit_columns(columns, results, scale)
        if likelihood > most_likely:
            best, most_likely = curve, likelihood
    assert best is not None
    return best


def _scales(rows: Sequence[Row]) -> Sequence[float | None]:
    """Scales to try: scores that are usual for these decisions; None where a curve is over the brain's own chance."""
    if rows[0].sight.unit != DEPTH:
        return [None]
    sizes = [abs(row.score) for row in rows if row.score]
    if not sizes:
        return [1.0]
    usual = np.quantile(sizes, [0.1, 0.3, 0.5, 0.7, 0.9])
    return sorted({_short(float(size)) for size in (*usual, 10 * max(sizes))})


def _strengths(rows: Sequence[Row], scale: float | None) -> Any:
    """The same as `curves.strength`, for many decisions at once."""
    if scale is None:
        own = np.clip([row.chance for row in rows], EDGE, 1 - EDGE)
        return np.log(own / (1 - own))
    return np.arcsinh(np.clip([row.score for row in rows], -1e300, 1e300) / scale)


def _fit_columns(columns: Sequence[Any], results: Any, scale: float | None) -> tuple[Curve, float]:
    """A curve and its likelihood; one that would not rise everywhere does without the part that prevents it."""
    shares = np.ones(len(results))
    for used in (5, 4, 1):
        weights = np.zeros(5)
        rows = np.stack(columns[:used], axis=1)
        weights[:used] = fit_logistic(rows, results, shares, [0.0, 1.0, 0.0, 0.0, 0.0][:used], ridge=1.0)
        if used == 1:
            weights[1] = FLATTEST
        offset, slope, first, late_offset, late_slope = (_short(float(weight)) for weight in weights)
        if min(slope, slope + late_slope) >= FLATTEST:
            break
    logits = np.stack(columns, axis=1) @ np.array([offset, slope, first, late_offset, late_slope])
    chances = np.clip(1 / (1 + np.exp(-np.clip(logits, -30, 30))), EDGE, 1 - EDGE)
    likelihood = float((results * np.log(chances) + (1 - results) * np.log(1 - chances)).sum())
    return Curve(offset, slope, scale, first, late_offset, late_slope), likelihood


def _short(number: float) -> float:
    """A number with four significant digits."""
    return float(f"{number:.4g}")


def _told(row: Row, curves: Curves) -> float:
    curve = curves.at(row.sight)
    assert curve is not None
    return curve.chance(row.judged, row.when)


def _bucket(sight: Sight) -> tuple[str, str, int]:
    """What decisions are grouped by: the same depth, or about as many playouts."""
    return sight.measure, sight.unit, round(sight.reach)


def _by_sight(rows: Sequence[Row]) -> list[tuple[Sight, list[Row]]]:
    """Decisions that were judged with the same sight, and that sight."""
    groups: dict[tuple[str, str, int], list[Row]] = defaultdict(list)
    for row in rows:
        groups[_bucket(row.sight)].append(row)
    found = []
    for (measure, unit, _), group in groups.items():
        reach = float(np.mean([row.sight.reach for row in group]))
        found.append((Sight(measure, unit, reach if unit == DEPTH else round(2**reach, 1)), group))
    return found
