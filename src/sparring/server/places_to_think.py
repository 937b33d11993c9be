"""Where a server thinks: in processes of its own, so that no search ever delays an answer, or else in threads."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from sparring.opponents import catalogue
from sparring.rules import AnyGame, Thinking
from sparring.server.logs import match_id, request_id
from sparring.server.part import ALONE, Part
from sparring.server.seats import Seats
from sparring.server.thinking_process import OURS, Details, Found, Told, is_ours
from sparring.server.thoughts import Thought
from sparring.work.fork_server import NoPickle
from sparring.work.pool import cores
from sparring.work.worker_pool import Forks, WorkerPool

log = logging.getLogger("sparring.server")

T = TypeVar("T")

WAITING = 64
"""How many characters may wait for their language models at the same time."""

IDLE_SEATS = 64
"""How many prepared opponents are kept while nobody asks them, if all think in this process."""


class Lane(Enum):
    """Thoughts of one sort, which do not wait for those of another sort."""

    MOVES = "moves"
    JUDGEMENTS = "judgements"
    """Analyses, hints and reviews, which take seconds each."""

    TALK = "talk"
    """What characters with a language model play and say. They wait for the model, and keep nobody from computing."""


def turns(part: Part) -> dict[Lane, int]:
    """How many thoughts of each lane run at the same time in this server process.

    There are two for moves in any case, so that a long thought lets others by.
    """
    return {
        Lane.MOVES: max(2, part.share_of(2 * cores())),
        Lane.JUDGEMENTS: part.share_of(cores()),
        Lane.TALK: part.share_of(WAITING),
    }


class Place(ABC):
    """Where the server's thinking runs."""

    @abstractmethod
    async def think(self, thought: Thought[T], lane: Lane, listen: Callable[[Any], None] | None = None) -> T:
        """The result of a thought; `listen` hears how far it has got. When this is cancelled, so is the thought."""

    @abstractmethod
    async def warm_up(self) -> None:
        """Load what can be loaded at once before anybody asks."""

    @abstractmethod
    def left_to_prepare(self, game: AnyGame) -> list[str]:
        """The opponents of a game that are then still to be prepared."""

    @abstractmethod
    def close(self) -> None:
        """End all threads and processes."""


class Here(Place):
    """Thinks in threads of this process, which share the interpreter's lock with the event loop."""

    def __init__(self, part: Part = ALONE) -> None:
        self._seats = Seats(IDLE_SEATS)
        self._turns = {lane: asyncio.Semaphore(count) for lane, count in turns(part).items()}

    async def think(self, thought: Thought[T], lane: Lane, listen: Callable[[Any], None] | None = None) -> T:
        """Think about it in this process."""
        await self._seats.prepare(thought.game, thought.who)  # before its turn, which others may use meanwhile
        async with self._turns[lane]:
            return await thought.think(self._seats, _Listener(listen))

    async def warm_up(self) -> None:
        """Do nothing: loading would hold up the event loop."""

    def left_to_prepare(self, game: AnyGame) -> list[str]:
        """All of them."""
        return list(catalogue(game).entries)

    def close(self) -> None:
        """End the threads."""
        self._seats.close()


class _Listener:
    """Passes reports on to whoever asked."""

    def __init__(self, listen: Callable[[Any], None] | None) -> None:
        self._listen = listen

    def begin(self) -> None:
        """The time of a thought is limited elsewhere."""

    def report(self, news: Any) -> None:
        """Pass it on."""
        if self._listen is not None:
            self._listen(news)


class Processes(Place):
    """Thinks in processes that are forked when they are needed, and killed when a brain does not stop."""

    def __init__(self, details: Details, part: Part = ALONE) -> None:
        self._forks = Forks("sparring.server.thinking_process:thinking", details)
        counts = turns(part)
        waiting = counts.pop(Lane.TALK)
        self._pools = {lane: WorkerPool(self._forks, count) for lane, count in counts.items()}
        self._pools[Lane.TALK] = WorkerPool(self._forks, 1, waiting)
        self._here = Here(part)

    async def think(self, thought: Thought[T], lane: Lane, listen: Callable[[Any], None] | None = None) -> T:
        """Think about it in another process; in this one if what it is about cannot be sent."""
        task = Told(thought, request_id.get(), match_id.get())
        kind = thought.game.name, thought.who
        try:
            found: Found = await self._pools[lane].run(task, kind, _Heard(listen), thought.most_seconds)
        except NoPickle as error:
            log.info("%s: thought about in the server's own process: %s", thought.game.name, error)
            return await self._here.think(thought, lane, listen)
        found.count()
        result: T = found.result
        return result

    async def warm_up(self) -> None:
        """Have the process from which others are forked load the games and opponents that come with this package."""
        if await self._forks.warm_up():
            for pool in self._pools.values():
                pool.end_older()

    def left_to_prepare(self, game: AnyGame) -> list[str]:
        """Those that do not come with this package: their code may do anything."""
        ours = type(game).__module__.startswith(OURS)
        return [name for name, entry in catalogue(game).entries.items() if not (ours and is_ours(entry))]

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools.values():
            pool.close()
        self._forks.close()
        self._here.close()


def place_to_think(processes: Details | None, part: Part) -> Place:
    """Processes with these details, or threads of this process if there are none."""
    return Here(part) if processes is None else Processes(processes, part)


class _Heard(Thinking):
    """Hears what another process reports of a thought."""

    def __init__(self, listen: Callable[[Any], None] | None) -> None:
        super().__init__()
        self._tell = listen

    def report(self, news: Any) -> None:
        """Pass it on."""
        if self._tell is not None:
            self._tell(news)
