"""The measured strength of a game's opponents: shipped with the game, or measured on this machine.

The scale of each game is anchored: one opponent has 1500 points by definition, and all others are measured from there.
The anchor's search is bounded by depth and not by time, so it is as strong on every machine.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from sparring.arena.digests import digest_of
from sparring.opponents import catalogue
from sparring.rules import AnyGame
from sparring.rules.files import UnreadableFile, read_text
from sparring.rules.registry import folder_of

Finishes = Counter[tuple[int, ...]]
"""How often a meeting had each result: the place of each player, with 0 for places that the game does not give."""


@dataclass(frozen=True)
class Rung:
    """The measured strength of one opponent."""

    opponent: str
    rating: float
    low: float
    high: float
    """The 95 % interval is about the distance to the anchor, whose own interval has no width."""

    games: int
    date: str | None = None
    """When it was measured, as YYYY-MM-DD; None if that is not known."""

    digest: str | None = None
    """The digest of the opponent that was measured (`arena/digests.py`)."""

    slow: bool = False
    """True if it thinks so long that a wider interval is accepted."""

    bounded: bool = True
    """False if it won or lost everything, so that its rating is only known to lie beyond the others'."""


@dataclass(frozen=True)
class Ladder:
    """The measured opponents of a game, and the results that the ratings come from."""

    game: str
    rules: int
    anchor: str | None
    opening_plies: int
    seed: int
    rungs: tuple[Rung, ...]
    meetings: Mapping[tuple[str, ...], Finishes] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The ladder as it is stored, the strongest opponent first."""
        ratings = [asdict(rung) for rung in sorted(self.rungs, key=lambda rung: (-rung.rating, rung.opponent))]
        return {
            "game": self.game,
            "rules": self.rules,
            "anchor": self.anchor,
            "opening_plies": self.opening_plies,
            "seed": self.seed,
            "ratings": ratings,
            "meetings": [
                {
                    "who": list(who),
                    "finishes": {" ".join(map(str, places)): n for places, n in sorted(finishes.items())},
                }
                for who, finishes in sorted(self.meetings.items())
            ],
        }

    @classmethod
    def of_json(cls, told: Any) -> "Ladder":
        """The ladder that was stored; one of an older version has no dates, digests and meetings."""
        others = len(told["ratings"]) - 1
        usual = {"games": told["games"] * others} if "games" in told else {}
        return cls(
            game=told["game"],
            rules=told["rules"],
            anchor=told.get("anchor"),
            opening_plies=told["opening_plies"],
            seed=told["seed"],
            rungs=tuple(Rung(**usual | rung) for rung in told["ratings"]),
            meetings={
                tuple(meeting["who"]): Counter(
                    {tuple(map(int, places.split())): n for places, n in meeting["finishes"].items()}
                )
                for meeting in told.get("meetings", ())
            },
        )

    def fresh(self, game: AnyGame) -> set[str]:
        """The opponents that still are as they were measured."""
        known = catalogue(game).entries
        return {rung.opponent for rung in self.rungs if rung.opponent in known and is_fresh(game, rung)}

    def __getitem__(self, opponent: str) -> Rung:
        return next(rung for rung in self.rungs if rung.opponent == opponent)


def is_fresh(game: AnyGame, rung: Rung) -> bool:
    """Whether an opponent still is as it was measured."""
    return rung.digest is not None and rung.digest == digest_of(game, rung.opponent)


def read_ladder(game: AnyGame) -> Ladder | None:
    """The ladder measured on this machine, or else the one shipped with the game; None if there is neither."""
    for path in (own_path(game), shipped_path(game)):
        if path is not None and (found := ladder_in(path, game)) is not None:
            return found
    return None


def ladder_in(path: Path, game: AnyGame) -> Ladder | None:
    """The ladder in a file, if it is one of this game and of this version of its rules."""
    try:
        ladder = Ladder.of_json(json.loads(read_text(path, "The ladder")))
    except (UnreadableFile, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return ladder if (ladder.game, ladder.rules) == (game.name, game.version) else None


def ratings_by_name(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The rating of each opponent that was measured, as plain data."""
    ladder = read_ladder(game)
    return {} if ladder is None else {rung.opponent: asdict(rung) for rung in ladder.rungs}


def measurable(spec: "str | AnyGame") -> list[str]:
    """The opponents of a game that can be measured: all but those that play as another one."""
    return [name for name, entry in catalogue(spec).entries.items() if not entry.adapts]


def stale(game: AnyGame, ladder: Ladder | None) -> dict[str, str]:
    """The opponents whose rating is missing or out of date, each with the reason."""
    rungs = {} if ladder is None else {rung.opponent: rung for rung in ladder.rungs}
    found = {}
    for name in measurable(game):
        if name not in rungs:
            found[name] = "not measured yet"
        elif rungs[name].digest is None:
            found[name] = "measured before digests were kept"
        elif not is_fresh(game, rungs[name]):
            found[name] = "changed since it was measured"
    return found


def explained_scale(ladder: Ladder) -> str:
    """What the numbers of a game's scale mean, in a sentence or two."""
    apart = "400 points are odds of ten to one"
    if ladder.anchor is None:
        return f"The average is 1500; {apart}."
    return f"{ladder.anchor} has 1500 points by definition, and the others are measured from there; {apart}."


def own_path(game: AnyGame) -> Path:
    """Where a ladder measured on this machine is kept."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "ladders" / f"{game.name}.json"


def shipped_path(game: AnyGame) -> Path | None:
    """Where the ladder that is shipped with a game is."""
    folder = folder_of(type(game))
    return None if folder is None else folder / "ladder.json"
