"""What a training keeps on disk, so that it can go on where it was stopped."""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import platformdirs

from sparring.rules import AnyGame, SparringError
from sparring.rules.files import write_whole
from sparring.training.contenders import Positions


class NothingToResume(SparringError):
    """There is no training that could go on."""


def own_folder(game: AnyGame) -> Path:
    """Where the training of a game is kept on this machine."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "training" / quote(game.name, safe="=,")


class Store:
    """The folder of a training: the table of generations, the positions of each, and the networks."""

    def __init__(self, folder: Path, game: AnyGame, *, resume: bool) -> None:
        self.folder = folder
        about = {"game": game.name, "version": game.version}
        if resume:
            self._demand(about)
        else:
            self._begin(about)

    def _demand(self, about: dict[str, Any]) -> None:
        try:
            kept = json.loads((self.folder / "about.json").read_text("utf-8"))
        except (OSError, ValueError):
            raise NothingToResume(f"There is no training in {self.folder} that could go on.") from None
        if kept != about:
            raise NothingToResume(f"The training in {self.folder} is of another game or of other rules.")

    def _begin(self, about: dict[str, Any]) -> None:
        """Begin anew; an earlier training in the folder is kept beside it."""
        if self.folder.is_dir() and any(self.folder.iterdir()):
            if not (self.folder / "about.json").is_file():
                raise SparringError(f"{self.folder} holds something else than a training; name another folder.")
            earlier = self.folder.with_name(f"{self.folder.name}.earlier")
            if earlier.exists():
                shutil.rmtree(earlier)
            self.folder.rename(earlier)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / "about.json", json.dumps(about).encode())

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The table of generations; a line that was cut off is passed over."""
        found = []
        with suppress(FileNotFoundError):
            for line in (self.folder / "generations.jsonl").read_text("utf-8").splitlines():
                with suppress(ValueError):
                    found.append(json.loads(line))
        return found

    def add_row(self, row: dict[str, Any]) -> None:
        """Add a generation to the table."""
        lines = "".join(json.dumps(each) + "\n" for each in [*self.rows, row])
        write_whole(self.folder / "generations.jsonl", lines.encode())

    def keep_positions(self, number: int, positions: Positions, scale: float) -> None:
        """Keep the positions of a generation, and the scale of their scores."""
        path = self.folder / f"positions-{number}.npz"
        with path.with_suffix(".part").open("wb") as file:
            np.savez_compressed(file, **positions._asdict(), scale=scale)
        path.with_suffix(".part").replace(path)

    def positions(self) -> Iterator[tuple[int, Positions, float]]:
        """The positions of all generations so far, with their numbers and the scales of their scores."""
        for path in sorted(self.folder.glob("positions-*.npz"), key=lambda path: int(path.stem.split("-")[1])):
            with np.load(path, allow_pickle=False) as kept:
                arrays = Positions(kept["inputs"], kept["scores"], kept["results"], int(kept["games"]))
                yield int(path.stem.split("-")[1]), arrays, float(kept["scale"])

    def drop_positions(self, before: int) -> None:
        """Delete the positions of generations that are no longer learned from."""
        for path in self.folder.glob("positions-*.npz"):
            if int(path.stem.split("-")[1]) < before:
                path.unlink()

    def keep_state(self, state: dict[str, Any]) -> None:
        """Keep what the next fit goes on from."""
        path = self.folder / "state.npz"
        with path.with_suffix(".part").open("wb") as file:
            np.savez(file, **state)
        path.with_suffix(".part").replace(path)

    def state(self) -> dict[str, Any] | None:
        """What the next fit goes on from."""
        with suppress(OSError, ValueError), np.load(self.folder / "state.npz", allow_pickle=False) as kept:
            return dict(kept)
        return None

    def keep_champion(self, content: bytes) -> None:
        """Keep the network that plays."""
        write_whole(self.folder / "champion.npz", content)

    def champion(self) -> bytes:
        """The network that plays; nothing if there is none yet."""
        with suppress(FileNotFoundError):
            return (self.folder / "champion.npz").read_bytes()
        return b""
