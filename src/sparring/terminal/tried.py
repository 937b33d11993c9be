"""The puzzles that the user has tried, kept in a file of the user's data folder."""

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import platformdirs

from sparring.puzzles.standing import PuzzleStanding, Tried
from sparring.rules import AnyGame, SparringError
from sparring.rules.files import read_text

NAMES = {field.name for field in fields(Tried)}


def path() -> Path:
    """Where the tries are kept: one line of JSON for the first try at each puzzle."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "puzzles.jsonl"


def tries() -> list[Tried]:
    """All tries that are kept; a line that cannot be read is left out."""
    if not path().exists():
        return []
    found = []
    for line in read_text(path(), "The file of your puzzles").splitlines():
        try:
            found.append(Tried(**{name: value for name, value in json.loads(line).items() if name in NAMES}))
        except (ValueError, TypeError, AttributeError):
            continue
    return found


def keep(tried: Tried) -> bool:
    """Add a try to the file, unless the puzzle was tried before; True if it was added."""
    if any((known.game, known.puzzle) == (tried.game, tried.puzzle) for known in tries()):
        return False
    try:
        path().parent.mkdir(parents=True, exist_ok=True)
        with path().open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(tried)) + "\n")
    except OSError as error:
        raise SparringError(f"Your try cannot be kept in {path()}: {error.strerror}.") from None
    return True


def as_json(games: Iterable[AnyGame]) -> list[dict[str, Any]]:
    """How well the user solves puzzles, in the games in which they have tried some."""
    known = tries()
    standings = [standing for game in games if (standing := PuzzleStanding(game, known)).tries]
    return [
        {
            "game": standing.game.name,
            "tried": len(standing.tries),
            "solved": standing.solved,
            "rating": round(standing.strength.interval.rating) if standing.has_rating else None,
        }
        for standing in standings
    ]


def told(game: AnyGame) -> str:
    """What is known about the user's puzzles in a game, in a sentence or two; empty if there are none."""
    standing = PuzzleStanding(game, tries())
    if not standing.tries:
        return ""
    count = len(standing.tries)
    solved = f"You solved {standing.solved} of {count} puzzle{'s'[: count != 1]} at the first try."
    if not standing.has_rating:
        return solved
    rated = standing.strength.interval
    return f"{solved} Your puzzle rating is {rated.rating:.0f}, between {rated.low:.0f} and {rated.high:.0f}."
