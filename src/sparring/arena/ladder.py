"""The measured strength of a game's opponents: shipped with the game, or measured on this machine."""

import json
from pathlib import Path
from typing import Any

import platformdirs

from sparring.arena.tournament import Tournament
from sparring.opponents import catalogue
from sparring.rules import AnyGame
from sparring.rules.files import UnreadableFile, read_text
from sparring.rules.registry import folder_of
from sparring.rules.registry import game as find_game


def read_ladder(game: AnyGame) -> dict[str, Any] | None:
    """The ladder measured on this machine, or else the one shipped with the game; None if there is neither."""
    for path in (own_path(game), shipped_path(game)):
        try:
            ladder = json.loads(read_text(path, "The ladder")) if path is not None else None
        except (UnreadableFile, ValueError, RecursionError):
            continue
        wanted = {"game": game.name, "rules": game.version}
        if isinstance(ladder, dict) and "ratings" in ladder and wanted.items() <= ladder.items():
            return ladder
    return None


def ratings_by_name(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The rating of each opponent that was measured."""
    ladder = read_ladder(game)
    return {} if ladder is None else {rung["opponent"]: rung for rung in ladder["ratings"]}


def measurable(spec: "str | AnyGame") -> list[str]:
    """The opponents of a game that can be measured: all but those that play as another one."""
    return [name for name, entry in catalogue(spec).entries.items() if not entry.adapts]


def all_opponents(spec: "str | AnyGame", games: int, seed: int, jobs: int) -> Tournament:
    """A round robin of all opponents of a game, from random openings so that games are not repeated."""
    return Tournament(spec, measurable(spec), games, seed, opening_plies=1, jobs=jobs)


def ladder_of(tournament: Tournament) -> dict[str, Any]:
    """The ladder that results from a round robin, the strongest first, and how it was measured."""
    told = tournament.as_json()
    measured = {key: told[key] for key in ("game", "games", "seed", "opening_plies", "ratings")}
    return {"rules": find_game(tournament.game).version, **measured}


def own_path(game: AnyGame) -> Path:
    """Where a ladder measured on this machine is kept."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "ladders" / f"{game.name}.json"


def shipped_path(game: AnyGame) -> Path | None:
    """Where the ladder that is shipped with a game is."""
    folder = folder_of(type(game))
    return None if folder is None else folder / "ladder.json"
