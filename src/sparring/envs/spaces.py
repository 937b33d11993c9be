"""Actions as numbers and observations as arrays, for any game."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sparring.rules import AnyGame, SparringError
from sparring.rules.notation import start
from sparring.rules.plain import plain

MOST_OPTIONS = 512
"""The most options of one decision in a game that does not list its moves."""

TEXT_SIZE = 8192
"""Bytes of an observation that a game does not declare."""

DIGEST = 32


@runtime_checkable
class ListsMoves(Protocol):
    """A game that can list the texts of all moves that ever occur, so that each has a number of its own."""

    def all_moves(self) -> Sequence[str]:
        """The text of every move, always in the same order."""


@runtime_checkable
class Observes(Protocol):
    """A game that says what a learner sees of a view."""

    def observation(self, view: Any, seat: int) -> Sequence[float]:
        """Numbers from 0 to 1, always as many, for what a seat sees; different views have different numbers."""


class Actions:
    """The numbers of moves: places in the game's list of all moves, or else in the options of the decision."""

    def __init__(self, game: AnyGame, most_options: int = MOST_OPTIONS) -> None:
        self._listed = tuple(game.all_moves()) if isinstance(game, ListsMoves) else ()
        self._numbers = {text: number for number, text in enumerate(self._listed)}
        self._title = game.title
        self.count = len(self._listed) or most_options

    def numbers(self, options: Sequence[str]) -> dict[int, str]:
        """The legal options by their numbers."""
        if self._listed:
            return {self._numbers[option]: option for option in options}
        if len(options) > self.count:
            many = len(options)
            advice = f"make the environment with most_options={many} or more"
            raise SparringError(f"{self._title} has a decision with {many} options; {advice}.")
        return dict(enumerate(options))

    def mask(self, options: Sequence[str]) -> NDArray[np.int8]:
        """1 for the number of every legal option."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.numbers(options))] = 1
        return mask


class Observations:
    """What a seat sees, as an array of one shape: declared by the game, or else the view as JSON text, byte by byte."""

    def __init__(self, game: AnyGame, size: int = TEXT_SIZE) -> None:
        self._game = game
        self.declared = isinstance(game, Observes)
        self.shape = (len(self._declared(start(game), 0)) if self.declared else size,)
        self.dtype: Any = np.float32 if self.declared else np.uint8
        self.high = 1 if self.declared else 255

    def of(self, position: Any, seat: int) -> NDArray[Any]:
        """What a seat sees of a position."""
        if self.declared:
            return np.asarray(self._declared(position, seat), self.dtype)
        told = json.dumps([seat, plain(self._game.view(position, seat))], ensure_ascii=False).encode()
        size = self.shape[0]
        if len(told) > size:  # the rest is told by its digest, so that different views still differ
            told = told[: size - DIGEST] + hashlib.sha256(told).digest()
        seen = np.zeros(size, self.dtype)
        seen[: len(told)] = np.frombuffer(told, self.dtype)
        return seen

    def _declared(self, position: Any, seat: int) -> Sequence[float]:
        assert isinstance(self._game, Observes)
        return self._game.observation(self._game.view(position, seat), seat)
