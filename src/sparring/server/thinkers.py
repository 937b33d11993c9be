"""Thinking for the server: opponents are prepared once and lent out, no more at a time than the machine can carry.

Only the waiting runs on the event loop; the thinking runs in threads.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from sparring.coach.analysis import MOST_SECONDS, analyse
from sparring.coach.review import Review
from sparring.coach.reviewing import Reviewing
from sparring.match.seat import Answer, Seat, answer_for_sure
from sparring.match.table import decision_at
from sparring.opponents import Opponent, catalogue, entry_for, listed_opponent
from sparring.rules import Analysis, AnyGame, Offer, Record, SparringError, Thinking
from sparring.rules.audience import Audience, Conversation
from sparring.rules.naming import split
from sparring.rules.player import Converses
from sparring.server.metrics import Metrics
from sparring.server.part import ALONE, Part, Waiting
from sparring.server.shares import Shares
from sparring.work.pool import cores

log = logging.getLogger("sparring.server")

LONGEST = 10.0
"""The most seconds that anybody thinks about one decision, by default."""

OVERTIME = 2.0
"""Seconds beyond its time after which an opponent that has not stopped is abandoned."""

CAPS = {"threads": cores(), "table": 64, "tree": 64}
"""The largest values that a client may set for these settings of an opponent; the time limits all others."""

WAITING = 64
"""How many characters may wait for their language models at the same time."""

IDLE_SEATS = 64
"""How many prepared opponents are kept while nobody asks them."""

FOR_ONE = 100
"""How many answers one address may wait for at the same time."""

Asked: TypeAlias = tuple[str, tuple[str, ...], str]
"""Whom a seat is prepared for: the game's name, its seats in the order of play, and the opponent."""

T = TypeVar("T")


class TooMuchAtOnce(Exception):
    """One address waits for too many answers at the same time."""


class ClosingDown(Exception):
    """The server is being stopped, so this answer is not thought of any more."""


class Thinkers:
    """Lends out prepared opponents, and limits how many think at the same time."""

    def __init__(self, metrics: Metrics, longest: float = LONGEST, part: Part = ALONE) -> None:
        self.longest = longest
        self._metrics = metrics
        self._turns = asyncio.Semaphore(part.share_of(2 * cores()))
        self._waiting_turns = asyncio.Semaphore(part.share_of(WAITING))
        self._shares = Shares(part.share_of(cores()))  # half of all turns, so that others get some
        self._idle: OrderedDict[Asked, list[Seat]] = OrderedDict()
        self._preparing: dict[Asked, asyncio.Lock] = {}
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

        async def think() -> Answer:
            async with self._lent(game, who, address) as seat:
                thinking = Thinking(self.longest, listen)
                decision = replace(decision_at(game, position, seed, number, thinking), audience=audience)
                answer = await answer_for_sure(game, seat, decision, self.longest + OVERTIME)
                self._metrics.count_answer(game.name, seat.name, answer)
                return answer

        return await self._until_closing(think())

    async def accepts(
        self, game: AnyGame, who: str, offer: Offer, position: Any, *, seed: int, address: str, number: int
    ) -> bool:
        """Whether an opponent accepts an offer; when this is cancelled, it stops thinking."""

        async def think() -> bool:
            async with self._lent(game, who, address) as seat:
                return bool(await seat.accepts(offer, decision_at(game, position, seed, number), self.longest))

        return await self._until_closing(think())

    async def reply(self, game: AnyGame, who: str, talk: Conversation, *, address: str) -> str:
        """What an opponent replies to what was said; when this is cancelled, it stops."""

        async def think() -> str:
            async with self._lent(game, who, address) as seat:
                player = seat.player
                assert isinstance(player, Converses)
                said = await seat.run(lambda: player.reply(talk), seconds=self.longest)
                return str(said)

        return await self._until_closing(think())

    async def analyse(
        self, game: AnyGame, position: Any, depth: int | None, seconds: float | None, *, address: str
    ) -> Analysis:
        """Every legal move judged by the strongest brain; when this is cancelled, it stops thinking."""
        limit = min(MOST_SECONDS if seconds is None and depth is None else seconds or self.longest, self.longest)
        analyst = catalogue(game).analyst

        async def think() -> Analysis:
            async with self._lent(game, analyst, address) as seat:  # then all it needs is compiled
                thinking = Thinking()
                began = time.monotonic()
                found = await seat.run(lambda: analyse(game, position, depth, limit, thinking), thinking)
                self._metrics.count_analysis(game.name, time.monotonic() - began)
                return found

        return await self._until_closing(think())

    async def review(self, game: AnyGame, record: Record, listen: Callable[[Review], None], *, address: str) -> Review:
        """The review of a match, told step by step from its thread; when this is cancelled, it stops."""

        async def think() -> Review:
            async with self._lent(game, catalogue(game).analyst, address) as seat:  # then all it needs is compiled
                thinking = Thinking()

                def judge_all() -> Review:
                    for found in Reviewing(game, record, thinking=thinking).steps():
                        listen(found)
                    return found

                return await seat.run(judge_all, thinking)

        return await self._until_closing(think())

    async def work(self, game: AnyGame, work: Callable[[], T], *, address: str) -> T:
        """Something that a game works out by itself, in its turn; when this is cancelled, it is interrupted."""

        async def think() -> T:
            async with self._lent(game, catalogue(game).analyst, address) as seat:
                return await seat.run(work, seconds=self.longest)

        return await self._until_closing(think())

    def check(self, game: AnyGame, who: str) -> str:
        """The opponent's text as others are shown it; or an error that says what is wrong with it."""
        return self._make(game, who).name

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
        for game in games:
            try:
                names = list(catalogue(game).entries)
            except Exception as error:  # whatever is wrong with one package
                log.warning("the opponents of %s cannot be prepared: %s: %s", game.name, type(error).__name__, error)
                continue
            for name in names:
                try:
                    async with self._lent(game, name, "warming up"):
                        pass
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
        """Close the seats of all idle opponents."""
        for seats in self._idle.values():
            for seat in seats:
                seat.close()
        self._idle.clear()

    async def _until_closing(self, thinking: "Coroutine[Any, Any, T]") -> T:
        if self._closing:
            thinking.close()
            raise ClosingDown
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        self._metrics.thoughts.inc()
        try:
            return await thinking
        except asyncio.CancelledError:
            if task in self._cancelled and task.uncancel() == 0:
                raise ClosingDown from None
            raise
        finally:
            self._running.discard(task)
            self._cancelled.discard(task)
            self._metrics.thoughts.dec()

    @asynccontextmanager
    async def _lent(self, game: AnyGame, who: str, address: str) -> AsyncIterator[Seat]:
        """A seat with this opponent, prepared, once this address may think."""
        key = game.name, game.seats, who
        if key not in self._idle:  # nobody has asked for it lately; do not hold a turn while it prepares
            self._take_back(key, await self._ready_seat(game, who))
        # Whoever waits for a model elsewhere computes nothing, and keeps nobody from computing.
        turns = self._waiting_turns if entry_for(game, who).talks else self._turns
        async with self._shares.share_of(address), turns:
            seats = self._idle.get(key)
            seat = seats.pop() if seats else await self._ready_seat(game, who)
            try:
                yield seat
            finally:
                self._take_back(key, seat)

    async def _ready_seat(self, game: AnyGame, who: str) -> Seat:
        player, key = await asyncio.to_thread(self._make, game, who), (game.name, game.seats, who)
        if not player.ready:
            seat = Seat(player)
            try:
                async with self._preparing.setdefault(key, asyncio.Lock()):  # what one compiles, the others only load
                    await seat.prepare()
            finally:
                self._preparing.pop(key, None)
                seat.close()
        return Seat(player)  # a new one, without a thread until it is asked

    def _take_back(self, key: Asked, seat: Seat) -> None:
        if seat.away or self._closing:
            seat.close()
            return
        self._idle.setdefault(key, []).append(seat)
        self._idle.move_to_end(key)
        while sum(map(len, self._idle.values())) > IDLE_SEATS:
            next(seats for seats in self._idle.values() if seats).pop().close()
        while len(self._idle) > IDLE_SEATS:
            self._idle.popitem(last=False)

    def _make(self, game: AnyGame, who: str) -> Opponent:
        """The opponent, with no setting larger than this server allows."""
        name, given = split(who)
        known = catalogue(game)[name].known_settings(game)
        for setting, cap in CAPS.items():
            if setting in given and setting in known:
                asked = known[setting].range.read(setting, given[setting])
                assert isinstance(asked, int | float)
                given[setting] = str(min(cap, asked))
        return listed_opponent(game, name, **given)
