"""Curves from a brain's scores to expected scores, fitted to games that brains played against themselves.

`sparring calibrate` fits them (`arena/calibration.py`). A game's curves are in the file `curves.json` beside it, and
those that were fitted on this machine in the user's folder. A curve holds for one kind of score, such as one evaluation
of a game, and for one depth or number of playouts; between two of them it is interpolated.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import platformdirs

from sparring.rules import AnyGame, Decision, Judgement
from sparring.rules.capabilities import FirstTurnVaries, HasProgress
from sparring.rules.files import UnreadableFile, read_text
from sparring.rules.registry import folder_of

DEPTH, PLAYOUTS, NODES = "depth", "playouts", "nodes"

EDGE = 0.002
"""No unproven option has an expected score nearer to 0 or 1 than this: only a proof is certain."""

STEEPEST = 30.0
"""The largest logit that is computed with."""

BEYOND = 2
"""Curves count as confirmed for this many plies, or doublings, more or less than those that were fitted."""


class Sight(NamedTuple):
    """What the scores of an analysis are made of, and how far the brain looked."""

    measure: str
    """What the scores are: the name of an evaluation, "playouts" and so on."""

    unit: str
    """What the amount counts: DEPTH, PLAYOUTS or NODES."""

    amount: float

    @property
    def reach(self) -> float:
        """How far the brain looked, so that differences can be compared: plies, or doublings of the amount."""
        return self.amount if self.unit == DEPTH else math.log2(max(1.0, self.amount))


class Situation(NamedTuple):
    """What an expected score depends on besides the score."""

    progress: float = 0.0
    """How much of the game is over, from 0 to 1; 0 in a game that cannot tell."""

    first: float = 0.0
    """1 for the seat that began, -1 for the other; 0 where that means nothing."""


def situation_of(game: AnyGame, decision: Decision) -> Situation:
    """The situation in which a decision is made."""
    progress = min(1.0, max(0.0, game.progress(decision.view))) if isinstance(game, HasProgress) else 0.0
    if len(game.seats) != 2 or isinstance(game, FirstTurnVaries):
        return Situation(progress)
    return Situation(progress, 1.0 if decision.seat == 0 else -1.0)


class Curve(NamedTuple):
    """A logistic curve over a score, or over the chance that a brain found itself.

    It always rises, so it never changes which of two unproven options is better.
    """

    offset: float
    slope: float
    scale: float | None = None
    """The score from which on more score counts for less; None if the curve is over the brain's own chance."""

    first: float = 0.0
    """Added for the seat that began, subtracted for the other."""

    late_offset: float = 0.0
    """Added to the offset at the end of the game."""

    late_slope: float = 0.0
    """Added to the slope at the end of the game."""

    def logit(self, judged: Judgement, when: Situation) -> float:
        """The logit of the expected score of an unproven option."""
        offset = self.offset + self.first * when.first + self.late_offset * when.progress
        slope = self.slope + self.late_slope * when.progress
        return offset + slope * strength(judged, self.scale)


def strength(judged: Judgement, scale: float | None) -> float:
    """What a curve is linear in: the score, with large ones compressed, or the logit of the brain's own chance."""
    if scale is None:
        own = min(1 - EDGE, max(EDGE, judged.rank.chance))
        return math.log(own / (1 - own))
    return math.asinh(max(-1e300, min(1e300, judged.score)) / scale)


def chance_of(logit: float) -> float:
    """The expected score, strictly between 0 and 1, that a logit stands for.

    >>> [round(chance_of(logit), 6) for logit in (0.0, 1e9, -1e9)]
    [0.5, 0.998, 0.002]
    """
    bounded = max(-STEEPEST, min(STEEPEST, logit))
    return EDGE + (1 - 2 * EDGE) / (1 + math.exp(-bounded))


@dataclass(frozen=True)
class Fitted:
    """A curve, and what it was fitted to."""

    sight: Sight
    curve: Curve
    holds: bool
    """Whether it was confirmed by games that were kept apart."""


@dataclass(frozen=True)
class Blend:
    """The curve for one analysis: between those of the nearest sights that were fitted."""

    below: Curve
    above: Curve
    share: float
    """The share of `above`."""

    calibrated: bool

    def chance(self, judged: Judgement, when: Situation) -> float:
        """The expected score of an unproven option."""
        if self.share == 0.0:
            return chance_of(self.below.logit(judged, when))
        below, above = (curve.logit(judged, when) for curve in (self.below, self.above))
        return chance_of((1 - self.share) * below + self.share * above)


class Curves:
    """The curves of one game."""

    def __init__(self, fitted: Iterable[Fitted] = ()) -> None:
        self._fitted: dict[tuple[str, str], list[Fitted]] = {}
        for one in sorted(fitted, key=lambda one: one.sight.reach):
            self._fitted.setdefault((one.sight.measure, one.sight.unit), []).append(one)

    def at(self, sight: Sight | None) -> Blend | None:
        """The curve for scores that were found with this sight; None if none was fitted to such scores.

        A search by depth sees the own side move last at odd depths and the other side at even ones. That shifts its
        scores, so the curve of an odd depth comes from odd depths if there are some.
        """
        known = [] if sight is None else self._fitted.get((sight.measure, sight.unit), [])
        if sight is None or not known:
            return None
        if sight.unit == DEPTH:
            known = [one for one in known if (one.sight.amount - sight.amount) % 2 == 0] or known
        below = max((one for one in known if one.sight.reach <= sight.reach), default=known[0], key=_reach)
        above = min((one for one in known if one.sight.reach >= sight.reach), default=known[-1], key=_reach)
        apart = above.sight.reach - below.sight.reach
        share = (sight.reach - below.sight.reach) / apart if apart > 0 else 0.0
        near = below.sight.reach - BEYOND <= sight.reach <= above.sight.reach + BEYOND
        return Blend(below.curve, above.curve, share, near and below.holds and above.holds)


def _reach(fitted: Fitted) -> float:
    return fitted.sight.reach


# ---------------------------------------------------------------------- files

_known: dict[tuple[type[AnyGame], str, int], Curves] = {}


def curves_of(game: AnyGame) -> Curves:
    """The curves of a game: those fitted on this machine, and for other kinds of scores those shipped with the game."""
    key = type(game), game.name, game.version
    if key not in _known:
        _known[key] = _read(game)
    return _known[key]


def forget() -> None:
    """Read all files again when they are next needed."""
    _known.clear()


def own_path(game: AnyGame) -> Path:
    """Where curves that were fitted on this machine are kept."""
    folder = Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "curves"
    return folder / f"{quote(game.name, safe='=,')}.json"


def shipped_path(game: AnyGame) -> Path | None:
    """Where the curves that are shipped with a game are."""
    folder = folder_of(type(game))
    return None if folder is None else folder / "curves.json"


def _read(game: AnyGame) -> Curves:
    found: dict[tuple[str, str], list[Fitted]] = {}
    for path in (shipped_path(game), own_path(game)):
        fitted = [] if path is None else read_curves(path, game)
        found |= {(one.sight.measure, one.sight.unit): [] for one in fitted}
        for one in fitted:
            found[one.sight.measure, one.sight.unit].append(one)
    return Curves(one for each in found.values() for one in each)


def read_curves(path: Path, game: AnyGame) -> list[Fitted]:
    """The curves in a file; none if it is of another game or of other rules, or cannot be read."""
    try:
        told = json.loads(read_text(path, "The file of curves"))
        if not {"game": game.name, "rules": game.version}.items() <= told.items():
            return []
        return [_fitted(entry) for entry in told["curves"]]
    except (UnreadableFile, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []


def _fitted(entry: Mapping[str, Any]) -> Fitted:
    numbers = {name: entry[name] for name in Curve._fields if entry.get(name) is not None}
    curve = Curve(**{name: float(number) for name, number in numbers.items()})
    slopes = curve.slope, curve.slope + curve.late_slope
    if not all(map(math.isfinite, curve._replace(scale=curve.scale or 0.0))) or min(slopes) <= 0:  # type: ignore[arg-type]
        raise ValueError("a curve must rise")
    sight = Sight(str(entry["measure"]), str(entry["unit"]), float(entry["amount"]))
    return Fitted(sight, curve, bool(entry["holds"]))


def curve_as_json(fitted: Fitted) -> dict[str, Any]:
    """A curve as its file has it; `read_curves` reads it."""
    sight, curve = fitted.sight._asdict(), fitted.curve._asdict()
    amount = round(sight["amount"], 2)
    sight["amount"] = int(amount) if float(amount).is_integer() else amount
    numbers = {name: number for name, number in curve.items() if number or name in ("offset", "slope")}
    return {**sight, **numbers, "holds": fitted.holds}
