"""The measured strength of a game's opponents: kept beside the game, or measured anew on this machine."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

from sparring.arena.tournament import Tally, Tournament
from sparring.opponents import catalogue
from sparring.rules import AnyGame, SparringError
from sparring.rules.registry import folder_of


def read_ladder(game: AnyGame) -> dict[str, Any] | None:
    """What was measured last: here, if anything was, else what came with the game; None if nothing was."""
    for path in (own_path(game), shipped_path(game)):
        try:
            ladder = json.loads(path.read_text("utf-8")) if path is not None else None
        except (OSError, ValueError):
            continue
        wanted = {"game": game.name, "rules": game.version}
        if isinstance(ladder, dict) and "ratings" in ladder and wanted.items() <= ladder.items():
            return ladder
    return None


def ratings_by_name(game: AnyGame) -> dict[str, dict[str, Any]]:
    """The measured rating of each opponent that has one."""
    ladder = read_ladder(game)
    return {} if ladder is None else {rung["opponent"]: rung for rung in ladder["ratings"]}


class Measurement:
    """A round robin of all opponents of a game, from random openings so that nobody repeats one game."""

    def __init__(self, game: AnyGame, spec: "str | AnyGame", games: int, seed: int, jobs: int) -> None:
        self.game = game
        self.tournament = Tournament(spec, list(catalogue(game).entries), games, seed, opening_plies=1, jobs=jobs)

    def play(self) -> Iterator[Tally]:
        """Play everything."""
        return self.tournament.play()

    def as_json(self) -> dict[str, Any]:
        """The ladder, the strongest first, with how it was measured."""
        told = self.tournament.as_json()
        measured = {key: told[key] for key in ("game", "games", "seed", "opening_plies", "ratings")}
        return {"rules": self.game.version, **measured}

    def save(self, path: Path) -> None:
        """Write the ladder to a file."""
        path.write_text(json.dumps(self.as_json(), indent=1) + "\n", "utf-8")


def writable(path: Path) -> Path:
    """The path, if a file can be written there; asked before hours of games are played for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8"):
            return path
    except OSError as error:
        raise SparringError(f"The ladder cannot be written to {path}: {error.strerror}.") from None


def own_path(game: AnyGame) -> Path:
    """Where a ladder measured on this machine is kept."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "ladders" / f"{game.name}.json"


def shipped_path(game: AnyGame) -> Path | None:
    """Where the ladder that comes with a game is."""
    folder = folder_of(type(game))
    return None if folder is None else folder / "ladder.json"
