"""Learned evaluations as files: where they are, what they contain, and how a game gets one.

A file is an `.npz` of a few arrays, with the name and the version of the game that it was learned for.
"""

import io
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable
from urllib.parse import quote
from zipfile import BadZipFile
from zlib import error as zlib_error

import numpy as np
import platformdirs

from sparring.rules import AnyGame, BadSetting, SparringError, kernels
from sparring.rules.capabilities import HasChance, HasEvaluations, HasPast
from sparring.rules.files import read_bytes, write_whole
from sparring.rules.registry import folder_of

LEARNED = "learned"
"""The name of the learned evaluation among the evaluations of a game."""

NOTHING = "nothing"
"""Stands for "no evaluation" in a game that has only a learned one."""

LARGEST = 1 << 20
"""The largest size of the file of a learned evaluation, in bytes."""

FILE_NAME = "learned.npz"


class BadNetwork(SparringError):
    """A file is no learned evaluation of this game."""


@runtime_checkable
class HasPractice(Protocol):
    """A game whose opponents have a search of their own, which also plays the training games."""

    rival: str
    """The name of the hand-written evaluation that a learned one has to beat."""

    def practice(self, weights: Any) -> Any:
        """What plays with these weights of an evaluation (`brains/practice.py`)."""


class Network(NamedTuple):
    """The numbers of a learned evaluation: three layers, each with what it adds and what it begins with."""

    first: Any
    """Whole numbers of 16 bits: a row for each bit of the inputs."""

    bias: Any
    scale: float
    second: Any
    second_bias: Any
    third: Any
    third_bias: float

    @property
    def ints(self) -> int:
        """How many ints of input it takes."""
        return len(self.first) // 64

    def weights(self) -> Any:
        """The weights for a search; they are a copy, so that each search has its own."""
        from sparring.brains.network import Learned, layout

        record = np.zeros(1, layout(self.ints))
        for name, value in self._asdict().items():
            record[name][0] = value
        return Learned(record[0])


def input_count(game: AnyGame) -> int:
    """How many ints of input positions of a game have, or an error that says what the game lacks to learn."""
    position = kernel_start(game)
    ints = kernels.inputs(position)
    if not all(isinstance(number, int) for number in ints):
        raise BadSetting(
            f"The inputs of {game.title} must be whole numbers: register a kernel function inputs that gives some."
        )
    return len(ints)


def kernel_start(game: AnyGame) -> Any:
    """The kernel position that a game starts from; an error says what is needed where there is none."""
    position = game.start(Random(0))
    if isinstance(game, HasPast):
        position = game.kernel_position(position)
    if not kernels.has_kernel(position) or isinstance(game, HasChance) or len(game.seats) != 2:
        raise BadSetting(
            f"{game.title} cannot learn an evaluation: that needs a game for two, without chance, whose rules are a "
            "kernel (moves, play and result as compiled functions)."
        )
    return position


# ---------------------------------------------------------------------- files


def own_path(game: AnyGame | type[AnyGame]) -> Path:
    """Where an evaluation that was learned on this machine is kept."""
    folder = Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "learned"
    return folder / f"{quote(game.name, safe='=,')}.npz"


def found_path(game: AnyGame | type[AnyGame]) -> Path | None:
    """The file of the learned evaluation of a game: one learned on this machine, or else the one beside the game."""
    folder = folder_of(game if isinstance(game, type) else type(game))
    places = [own_path(game), *([] if folder is None else [folder / FILE_NAME])]
    return next((path for path in places if path.is_file()), None)


def as_bytes(network: Network, game: AnyGame) -> bytes:
    """A network as a file has it."""
    used = np.flatnonzero(network.first.any(axis=1))
    arrays = network._asdict() | {"first": network.first[used], "rows": used.astype(np.int32), "ints": network.ints}
    written = io.BytesIO()
    np.savez_compressed(written, **arrays, game=game.name, version=game.version)
    if len(written.getvalue()) > LARGEST:
        raise BadNetwork(f"The learned evaluation of {game.title} is larger than a file of one may be.")
    return written.getvalue()


def write(network: Network, game: AnyGame, path: Path) -> None:
    """Write a network to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, as_bytes(network, game))


def read(path: Path, game: AnyGame) -> Network:
    """The network in a file, or an error that says why it is none of this game."""
    content = read_bytes(path, "The learned evaluation")
    try:
        return of_bytes(content, game)
    except BadNetwork:
        raise BadNetwork(f"{path} is no learned evaluation of {game.title} as its rules are now.") from None


def of_bytes(content: bytes, game: AnyGame) -> Network:
    """The network that a file has."""
    from sparring.brains.network import HIDDEN, SECOND, layout

    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            if (str(file["game"]), int(file["version"])) != (game.name, game.version):
                raise BadNetwork("another game, or other rules")
            ints, rows = int(file["ints"]), file["rows"]
            if ints != input_count(game):
                raise BadNetwork("other inputs")
            first = np.zeros((64 * ints, HIDDEN), np.int16)
            first[rows] = file["first"]
            found = {name: file[name] for name in Network._fields if name != "first"}
    except BadNetwork:
        raise
    except (OSError, ValueError, LookupError, EOFError, ArithmeticError, RuntimeError, BadZipFile, zlib_error) as error:
        raise BadNetwork(str(error)) from None
    kinds = layout(1)
    for name, value in found.items():
        if value.shape != kinds[name].shape or not np.isfinite(value).all() or value.dtype != kinds[name].base:
            raise BadNetwork(f"{name} does not fit: {HIDDEN} and {SECOND} neurons")
    return Network(first, **found)


def varied(weights: Any, rng: Random, share: float) -> Any:
    """The weights of a network with those of its last layer changed a little at random, up to this share."""
    network = weights.network.copy()
    network["third"] = [weight * rng.uniform(1 - share, 1 + share) for weight in network["third"]]
    return weights._replace(network=network)


# ---------------------------------------------------------------------- games


def evaluations_of(game: AnyGame) -> list[str]:
    """The names of the evaluations that opponents of a game can use, the usual one first."""
    own = list(game.evaluations) if isinstance(game, HasEvaluations) else []
    return [*(own or [NOTHING]), LEARNED] if found_path(game) else own


def demand_learned(game: AnyGame) -> Path:
    """The file of a game's learned evaluation, or an error that says how to get one."""
    path = found_path(game)
    if path is None:
        raise BadSetting(f"{game.title} has no learned evaluation; sparring train makes one.")
    return path


def with_learned(game: AnyGame, network: Network | None = None) -> AnyGame:
    """The game with its learned evaluation among the others.

    Expected scores are told in its unit, unless the game has a search of its own, which has a unit of its own.
    """
    from sparring.brains.network import UNIT, register

    if network is None:
        network = read(demand_learned(game), game)
    register(type(kernel_start(game)))
    other = copy(game)
    own = game.evaluations if isinstance(game, HasEvaluations) else {}
    other.evaluations = {**own, LEARNED: network.weights()}  # type: ignore[attr-defined]  # of this one game
    if not isinstance(game, HasPractice):
        other.half_bar_score = float(UNIT)  # type: ignore[misc]
    return other
