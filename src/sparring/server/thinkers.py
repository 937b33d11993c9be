"""Thinking for the server: who may think when, and what happens when a brain fails.

Only the waiting runs on the event loop; the thinking runs where a `Place` has it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from sparring.coach.analysis import MOST_SECONDS
from sparring.match.seat import Answer, PlayerFailed
from sparring.opponents import catalogue
from sparring.rules import Analysis, AnyGame, Offer, Record, SparringError
from sparring.rules.audience import Audience, Conversation
from sparring.rules.capabilities import Lethal
from sparring.rules.naming import split
from sparring.server.metrics import Metrics
from sparring.server.part import ALONE, Part, Waiting
from sparring.server.places_to_think import Here, Lane, Place, turns
from sparring.server.seats import made
from sparring.server.shares import Shares
from sparring.server.thoughts import (
    Accepting,
    Analysing,
    Answering,
    FindingLethal,
    Hinting,
    Preparing,
    Replying,
    ReviewingMatch,
    Thought,
    about,
)
from sparring.work.worker_pool import WorkerLost

log = logging.getLogger("sparring.server")

LONGEST = 10.0
"""The most seconds that anybody thinks about one decision, by default."""

FOR_ONE = 100
"""How many answers one address may wait for at the same time."""

T = TypeVar("T")


class TooMuchAtOnce(Exception):
    """One address waits for too many answers at the same time."""


class ClosingDown(Exception):
    """The server is being stopped, so this answer is not thought of any more."""


class Thinkers:
    """Asks opponents, and limits how much each address has thought about at the same time."""

    def __init__(
        self, metrics: Metrics, longest: float = LONGEST, part: Part = ALONE, place: Place | None = None
    ) -> None:
        self.longest = longest
        self._metrics = metrics
        self._place = place or Here(part)
        self._shares = {lane: Shares(max(1, count // 2)) for lane, count in turns(part).items()}  # others get some
        self._waiting = Waiting(part)
        self._running: set[asyncio.Task[Any]] = set()
        self._cancelled: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def answer(
        self,
        game: AnyGame,
        who: str,
        position: Any,
        *,
        seed: int,
        address: str,
        number: int = 0,
        audience: Audience = Audience(),  # noqa: B008 -- it cannot change
        listen: Callable[[Analysis], None] | None = None,
    ) -> Answer:
        """What an opponent plays; when this is cancelled, it stops thinking."""
        thought = Answering(about(game), who, self.longest, position, seed, number, audience)
        best = None

        def hear(analysis: Analysis) -> None:
            nonlocal best
            best = analysis.best
            if listen is not None:
                listen(analysis)

        began = time.monotonic()
        try:
            name, answer = await self._think(thought, address, hear)
        except WorkerLost as error:
            log.warning("fallback for %s of %s: its process was lost", who, game.name)
            name = self.check(game, who)
            answer = thought.without_opponent(best, PlayerFailed(str(error)), time.monotonic() - began)
        self._metrics.count_answer(game.name, name, answer)
        return answer

    async def accepts(
        self, game: AnyGame, who: str, offer: Offer, position: Any, *, seed: int, address: str, number: int
    ) -> bool:
        """Whether an opponent accepts an offer; when this is cancelled, it stops thinking."""
        thought = Accepting(about(game), who, self.longest, offer, position, seed, number)
        try:
            return await self._think(thought, address)
        except WorkerLost:
            return False

    async def reply(self, game: AnyGame, who: str, talk: Conversation, *, address: str) -> str:
        """What an opponent replies to what was said; when this is cancelled, it stops."""
        return await self._think(Replying(about(game), who, self.longest, talk), address)

    async def analyse(
        self, game: AnyGame, position: Any, depth: int | None, seconds: float | None, *, address: str
    ) -> Mapping[str, Any]:
        """Every legal move judged by the strongest brain, as JSON; when this is cancelled, it stops thinking."""
        limit = min(MOST_SECONDS if seconds is None and depth is None else seconds or self.longest, self.longest)
        return await self._judge(Analysing(about(game), position, depth, limit), address)

    async def hint(self, game: AnyGame, position: Any, seconds: float, *, address: str) -> Mapping[str, Any]:
        """The same with an idea and a reason; when this is cancelled, it stops thinking."""
        return await self._judge(Hinting(about(game), position, None, min(seconds, self.longest)), address)

    async def review(
        self, game: AnyGame, record: Record, listen: Callable[[Mapping[str, Any]], None], *, address: str
    ) -> Mapping[str, Any]:
        """The review of a match as JSON, told step by step; when this is cancelled, it stops."""
        return await self._think(ReviewingMatch(about(game), record), address, listen, Lane.JUDGEMENTS)

    async def lethal(self, game: AnyGame, position: Any, worlds: int, *, address: str) -> Lethal | None:
        """Whether the side to move wins in this turn; None if that is not found out in time."""
        return await self._judge(FindingLethal(about(game), position, None, self.longest, worlds), address)

    def check(self, game: AnyGame, who: str) -> str:
        """The opponent's text as others are shown it; or an error that says what is wrong with it."""
        return made(game, who).name

    @contextmanager
    def place_for(self, address: str) -> Iterator[None]:
        """Count one of the answers that an address waits for; TooMuchAtOnce if it waits for too many."""
        if self._waiting.of(address) >= FOR_ONE:
            raise TooMuchAtOnce
        self._waiting.add(address, 1)
        try:
            yield
        finally:
            self._waiting.add(address, -1)

    async def warm_up(self, games: list[AnyGame]) -> None:
        """Prepare every opponent before it is asked; one that cannot be prepared keeps none of the others waiting."""
        await self._place.warm_up()
        for game in games:
            try:
                names = self._place.left_to_prepare(game)
            except Exception as error:  # whatever is wrong with one package
                log.warning("the opponents of %s cannot be prepared: %s: %s", game.name, type(error).__name__, error)
                continue
            for name in names:
                try:
                    await self._place.think(Preparing(about(game), name), Lane.JUDGEMENTS)
                except SparringError:
                    pass  # whoever asks for it gets this error
                except Exception as error:
                    log.warning("%s of %s cannot be prepared: %s: %s", name, game.name, type(error).__name__, error)

    def cancel_all(self) -> None:
        """Cancel all thinking, and start no more."""
        self._closing = True
        self._cancelled |= self._running
        for task in self._running:
            task.cancel()

    def close(self) -> None:
        """End the threads and processes in which opponents think."""
        self._place.close()

    async def _judge(self, thought: Thought[T], address: str) -> T:
        began = time.monotonic()
        found = await self._think(thought, address, lane=Lane.JUDGEMENTS)
        self._metrics.count_analysis(thought.game.name, time.monotonic() - began)
        return found

    async def _think(
        self,
        thought: Thought[T],
        address: str,
        listen: Callable[[Any], None] | None = None,
        lane: Lane | None = None,
    ) -> T:
        """The result of a thought, once this address may think."""
        if self._closing:
            raise ClosingDown
        listed = catalogue(thought.game)[split(thought.who)[0]]  # or else a file that a client names would be looked at
        if lane is None:
            lane = Lane.TALK if listed.talks else Lane.MOVES
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        self._metrics.thoughts.inc()
        try:
            async with self._shares[lane].share_of(address):
                return await self._place.think(thought, lane, listen)
        except asyncio.CancelledError:
            if task in self._cancelled and task.uncancel() == 0:
                raise ClosingDown from None
            raise
        finally:
            self._running.discard(task)
            self._cancelled.discard(task)
            self._metrics.thoughts.dec()
