"""The puzzles of a game: those found on this machine, or else those that come with the game."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs

from sparring.puzzles.grading import level_ratings, levels_of, rating_of
from sparring.puzzles.puzzle import NoPuzzles, Puzzle, has_puzzles
from sparring.rules import AnyGame
from sparring.rules.files import UnreadableFile, read_bytes, write_whole
from sparring.rules.registry import folder_of
from sparring.rules.seeds import derive


def puzzles_of(game: AnyGame) -> list[Puzzle]:
    """All puzzles of a game, with the ratings that follow from the measured levels; the easiest first."""
    found = None
    for path in (own_path(game), shipped_path(game)):
        if path is not None and (found := stored_in(path, game)):
            break
    if not found:
        searched = has_puzzles(game) and "=" not in game.name
        raise NoPuzzles(f"{game.title} has no puzzles{' yet' if searched else ''}.")
    return rated(game, found)


def rated(game: AnyGame, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles with their ratings, the easiest first."""
    levels = level_ratings(game)
    known = [replace(puzzle, rating=rating_of(puzzle.solved, levels)) for puzzle in puzzles]
    return sorted(known, key=lambda puzzle: (puzzle.rating or 0.0, -sum(puzzle.solved.values()), puzzle.id))


def puzzle_of(game: AnyGame, wanted: str) -> Puzzle:
    """The puzzle with an id."""
    for puzzle in puzzles_of(game):
        if puzzle.id == wanted:
            return puzzle
    raise NoPuzzles(f"{game.title} has no puzzle {wanted!r}.")


def puzzle_of_the_day(game: AnyGame, day: date) -> Puzzle:
    """The puzzle of a date, the same for everybody; each comes up once before any of them comes again."""
    puzzles = sorted(puzzles_of(game), key=lambda puzzle: derive(0, game.name, puzzle.id))
    return puzzles[day.toordinal() % len(puzzles)]


# ---------------------------------------------------------------------- files


def own_path(game: AnyGame) -> Path:
    """Where puzzles that were found on this machine are kept."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "puzzles" / f"{game.name}.json"


def shipped_path(game: AnyGame) -> Path | None:
    """Where the puzzles that come with a game are: packed if they are records, which are long and much alike."""
    folder = folder_of(type(game))
    if folder is None:
        return None
    packed = folder / "puzzles.json.gz"
    return packed if packed.exists() else folder / "puzzles.json"


def stored_in(path: Path, game: AnyGame) -> list[Puzzle]:
    """The puzzles in a file, without ratings; none if they are not of this game and this version of its rules.

    What a level solved counts as long as there is a level of that name: grade the puzzles again when levels change.
    """
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return []
    levels = set(levels_of(game))
    return [
        replace(puzzle, solved={level: share for level, share in puzzle.solved.items() if level in levels})
        for puzzle in _read(path, changed, game.name, game.version)
    ]


@lru_cache(32)
def _read(path: Path, changed: int, name: str, version: int) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    try:
        content = read_bytes(path, "The puzzles")
        told = json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)
        if (told["game"], told["rules"]) != (name, version):
            return ()
        return tuple(Puzzle.of_json(puzzle) for puzzle in told["puzzles"])
    except (UnreadableFile, OSError, EOFError, ValueError, KeyError, TypeError):
        return ()


def keep(path: Path, game: AnyGame, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles that the levels have just tried to a file, a line for each; if its name ends with .gz, packed."""
    head = json.dumps({"game": game.name, "rules": game.version})
    lines = ",\n".join(json.dumps(puzzle.as_stored(), ensure_ascii=False) for puzzle in puzzles)
    content = f'{head[:-1]}, "puzzles": [\n{lines}\n]}}\n'.encode()
    write_whole(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def summary(puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """How many puzzles there are of each kind."""
    kinds = [puzzle.kind.value for puzzle in puzzles]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}
