"""What happens in a match by itself: opponents think when it is their turn, and clocks run out."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from sparring.match.referee import LONGEST_PACE
from sparring.rules import Analysis, Chosen, Resigned
from sparring.rules.record import Entry
from sparring.server.live import Live, in_logs
from sparring.server.problems import NotFound
from sparring.server.storage import Logged, Storage, StorageLost
from sparring.server.thinkers import ClosingDown, Thinkers

log = logging.getLogger("sparring.server")

CLAIM = 5.0
"""Seconds for which a process undertakes to think; one that lives renews it, one that died is soon replaced."""


TELL_EVERY = 0.2
"""Seconds between two words on how far a search has got."""


class Driver:
    """Drives the matches of one process on, as far as they go without a person."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        append: Callable[[Live, Entry, Logged | None], Awaitable[bool]],
        catch_up: Callable[[Live], Awaitable[None]],
    ) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._append = append
        self._catch_up = catch_up
        self.name = secrets.token_hex(8)
        """What this process is called where it undertakes to think."""

        self.closing = False

    def see_to(self, live: Live) -> None:
        """Have the opponent think that is to decide, if any is, and nobody here does already."""
        self._wind(live)
        if live.opponent_to_move and live.is_wanted and live.driving is None and not self.closing:
            with in_logs(live):
                task = live.driving = asyncio.create_task(self._drive(live))
            task.add_done_callback(lambda _: self._drove(live, task))

    def _drove(self, live: Live, task: "asyncio.Task[None]") -> None:
        if live.driving is task:
            live.driving = None

    async def _drive(self, live: Live) -> None:
        """Let opponents decide until a person is to, or the match is over, or nobody waits any more."""
        try:
            while live.opponent_to_move and live.is_wanted:
                if not await self._decide(live):
                    with suppress(TimeoutError):  # another process thinks about it
                        async with asyncio.timeout(CLAIM / 2):
                            await live.news.wait()
                    await self._catch_up(live)
        except (ClosingDown, StorageLost, NotFound) as error:
            log.warning("stopped thinking: %s", error or type(error).__name__)
        except Exception:
            log.exception("an opponent could not be asked")
        finally:
            live.thought = None

    async def _decide(self, live: Live) -> bool:
        """Have the opponent to move decide; False if another process has undertaken to."""
        story = live.story
        assert story is not None
        number, seat = len(story.log), live.to_move
        if live.claimed != number and not await self._storage.claim(live.stored.id, number, self.name, CLAIM):
            return False
        loop = asyncio.get_running_loop()
        renewing = loop.call_later(CLAIM / 2, self._renew, live, number)
        began = told = time.monotonic()

        def listen(analysis: Analysis) -> None:  # called from the opponent's thread
            nonlocal told
            if live.followers and time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                loop.call_soon_threadsafe(show, {"seat": seat, "depth": analysis.depth, "nodes": analysis.nodes})

        def show(thought: dict[str, Any]) -> None:
            if live.driving is not None and len(story.log) == number:
                live.thought = thought
                live.tell()

        try:
            table = story.table
            answer = await self._thinkers.answer(
                story.game,
                live.stored.players[seat],
                table.position,
                seed=live.stored.seed,
                address=live.wanted_by,
                number=len(table.choices),
                listen=listen,
            )
            if live.stored.paced:
                await asyncio.sleep(min(answer.choice.pace, LONGEST_PACE) - (time.monotonic() - began))
            failure = answer.failure
            # Without what no database takes.
            remark = answer.choice.remark.encode("utf-8", "replace").decode().replace("\0", "")
            said = Logged("", remark, round(answer.seconds, 6), failure.problem if failure else "")
            async with live.lock:
                live.thought = None
                if len(story.log) == number:
                    await self._append(live, Chosen(seat, answer.choice.option), said)
        except BaseException:
            live.claimed = None
            with suppress(StorageLost):
                await asyncio.shield(self._storage.release(live.stored.id, self.name))
            raise
        finally:
            renewing.cancel()
        return True

    def _renew(self, live: Live, number: int) -> None:
        """Undertake it for longer, as long as it is being thought about."""

        async def renew() -> None:
            with suppress(StorageLost):
                await self._storage.claim(live.stored.id, number, self.name, CLAIM)

        if live.driving is not None and live.story is not None and len(live.story.log) == number:
            loop = asyncio.get_running_loop()
            loop.create_task(renew())  # noqa: RUF006 -- it ends by itself, and nobody needs to know how
            loop.call_later(CLAIM / 2, self._renew, live, number)

    async def stop_thinking(self, live: Live) -> None:
        """Called with the match's lock held, so nothing is written meanwhile."""
        task = live.driving
        while task is not None and not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=1.0)  # a task that forgot it would wait for the lock for ever
        live.driving = None

    # ------------------------------------------------------------------ clocks

    def _wind(self, live: Live) -> None:
        """Have the clock of the person to move ring when their time is over."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        left = live.time_left()
        runs = left and not live.over and live.stored.complete is not None and not self.closing
        if runs and (seconds := left[live.to_move]) is not None:
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(max(0.0, seconds), lambda: loop.create_task(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        async with live.lock:
            with suppress(StorageLost, NotFound):  # whoever looks next finds that out
                await self.fell(live)

    async def fell(self, live: Live) -> bool:
        """End the match if the person to move has no time left; whether that was so."""
        left = live.time_left()
        if not left or live.over or (seconds := left[live.to_move]) is None or seconds > 0:
            return False
        await self._append(live, Resigned(live.to_move, out_of_time=True), None)
        return True
