"""What a process does in which opponents think for a server."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any

from sparring.opponents import catalogue
from sparring.opponents.catalogue import Entry
from sparring.opponents.own import bring
from sparring.rules import SparringError
from sparring.rules.registry import GROUP, register
from sparring.rules.registry import game as find_game
from sparring.server.logs import log_as_json, match_id, request_id
from sparring.server.seats import Seats, made
from sparring.server.thoughts import Thought
from sparring.talking.tally import TALLY
from sparring.work.fork_server import Voice

log = logging.getLogger("sparring.server")

OURS = "sparring."
"""What the modules of this package begin with. Others may start threads when they are loaded."""

IDLE = 16
"""How many prepared opponents one process keeps."""


@dataclass(frozen=True)
class Details:
    """What the server tells the processes in which opponents think."""

    log_level: str
    worker: int | None
    games: tuple[str, ...]
    opponents: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """A thought, and what log lines about it say."""

    thought: Thought[Any]
    request: str | None
    match: str | None


@dataclass(frozen=True)
class Found:
    """The result of a thought, and what was asked of language models for it."""

    result: Any
    amounts: Mapping[str, float] = field(default_factory=dict)
    fallbacks: Mapping[str, int] = field(default_factory=dict)

    def count(self) -> None:
        """Add what was asked to the tally of this process."""
        TALLY.add(**self.amounts)
        for kind, count in self.fallbacks.items():
            for _ in range(count):
                TALLY.fell_back(kind)


def is_ours(entry: Entry) -> bool:
    """Whether an opponent comes with this package; one that plays as another has no brain of its own."""
    return entry.adapts or entry.talks or entry.brain.startswith(OURS)


def thinking(details: Details) -> "Thinks":
    """The duties of the processes in which opponents think."""
    log_as_json(details.log_level, details.worker)
    return Thinks(details)


class Thinks:
    """Thinks about what it is told, with seats of its own."""

    def __init__(self, details: Details) -> None:
        self._details = details
        self._seats = Seats(IDLE)
        self._amounts, self._fallbacks = TALLY.amounts, TALLY.fallbacks

    @property
    def fit(self) -> bool:
        """Whether no opponent is stuck in a thread."""
        return not self._seats.stuck

    def warm_up(self) -> Iterator[None]:
        """Prepare the opponents of the games that come with this package."""
        for name in (entry.name for entry in entry_points(group=GROUP) if entry.value.startswith(OURS)):
            game = find_game(name)
            for who, entry in catalogue(game).entries.items():
                if not is_ours(entry) or entry.adapts or entry.talks:
                    continue
                try:
                    made(game, who).prepare()
                except Exception as error:
                    log.warning("%s of %s cannot be prepared: %s: %s", who, name, type(error).__name__, error)
                yield

    def start(self) -> None:
        """Load games and opponents of the operator's own."""
        for spec in self._details.games:
            register(type(find_game(spec)))
        for text in self._details.opponents:
            with suppress(SparringError):  # the server would not have started with it
                bring(text)

    async def do(self, task: Told, voice: Voice) -> Found:
        """The result of a thought."""
        request_id.set(task.request)
        match_id.set(task.match)
        result = await task.thought.think(self._seats, voice)
        before, self._amounts = self._amounts, TALLY.amounts
        fell_back, self._fallbacks = self._fallbacks, TALLY.fallbacks
        amounts = {name: now - before[name] for name, now in self._amounts.items() if now > before[name]}
        fallbacks = {kind: now - fell_back.get(kind, 0) for kind, now in self._fallbacks.items()}
        return Found(result, amounts, {kind: count for kind, count in fallbacks.items() if count})
