"""What happens in a match without a request: opponents think when it is their turn, and clocks run out."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sparring.match.company import audience_for, heard
from sparring.match.pace import BEAT, seconds_to_watch, turn_of, weight
from sparring.match.seat import Answer
from sparring.match.table import Step
from sparring.rules import Agreed, Analysis, Offer, OfferKind, Resigned, SparringError
from sparring.server.live import LiveMatch, Saying, in_logs
from sparring.server.offered import Declined, Offered
from sparring.server.open_matches import CLAIM, OpenMatches
from sparring.server.problems import NotFound
from sparring.server.storage import StorageLost
from sparring.server.stored import Logged
from sparring.server.thinkers import ClosingDown, Thinkers

log = logging.getLogger("sparring.server")

TELL_EVERY = 0.2
"""Seconds between two messages on how far a search has got."""


class Driver:
    """Lets opponents think in the matches of this process, as far as those go without a person."""

    def __init__(self, matches: OpenMatches, thinkers: Thinkers) -> None:
        self._matches = matches
        self._thinkers = thinkers

    def attend_to(self, live: LiveMatch) -> None:
        """Start the opponent that is to decide, unless it thinks already, and set the clock of a person to move."""
        self._set_alarm(live)
        waits = live.opponent_to_move or live.offered_to_opponent
        if waits and live.is_wanted and live.driving is None and not self._matches.closing:
            with in_logs(live):
                task = live.driving = asyncio.create_task(self._drive(live))
            task.add_done_callback(lambda _: self._ended(live, task))

    async def stop_thinking(self, live: LiveMatch) -> None:
        """Stop the opponent that thinks; called with the match's lock held, so nothing is written meanwhile."""
        task = live.driving
        while task is not None and not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=1.0)  # again, lest a task that missed it waits for the lock for ever
        live.driving = None

    async def close(self) -> None:
        """Stop all opponents."""
        tasks = [live.driving for live in self._matches if live.driving]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------------ opponents

    def _ended(self, live: LiveMatch, task: "asyncio.Task[None]") -> None:
        if live.driving is task:
            live.driving = None

    async def _drive(self, live: LiveMatch) -> None:
        """Let opponents decide until a person is to, or the match is over, or nobody waits any more."""
        try:
            while (live.opponent_to_move or live.offered_to_opponent) and live.is_wanted:
                if not await (self._consider(live) if live.offered_to_opponent else self._decide(live)):
                    with suppress(TimeoutError):  # another process thinks about it
                        async with asyncio.timeout(CLAIM / 2):
                            await live.news.wait()
                    await self._matches.catch_up(live)
                self._set_alarm(live)
        except (ClosingDown, StorageLost, NotFound) as error:
            log.warning("stopped thinking: %s", error or type(error).__name__)
        except Exception:
            log.exception("an opponent could not be asked")
        finally:
            live.thought = live.saying = None
            live.hurried.clear()

    async def _decide(self, live: LiveMatch) -> bool:
        """Ask the opponent to move; False if another process has claimed the decision."""
        number = len(live.log)
        if live.claimed != number and not await self._matches.claim(live, number):
            return False
        renewing = asyncio.get_running_loop().call_later(CLAIM / 2, self._renew, live, number)
        try:
            answer = await self._answer(live, self._progress(live, number))
            if len(live.log) != number:  # another process wrote: this one did not renew its claim in time
                return True
            failure = answer.failure
            remark = _storable(answer.choice.remark)
            step = live.table.preview(answer.choice.option)
            await self._let_watch(live, answer, remark, step)
            said = Logged("", remark, round(answer.seconds, 6), failure.problem if failure else "")
            async with live.lock:
                live.thought = live.saying = None
                if len(live.log) == number and await self._matches.append(live, step, said):
                    await self._offer(live, step.chosen.seat, answer.choice.offer)
        except BaseException:
            live.claimed = None
            with suppress(StorageLost):
                await asyncio.shield(self._matches.release(live))
            raise
        finally:
            renewing.cancel()
        return True

    async def _offer(self, live: LiveMatch, seat: int, kind: OfferKind | None) -> None:
        """Make the offer that came with an opponent's choice, if it can be made; the caller holds the lock."""
        if kind is None:
            return
        with suppress(SparringError):
            live.table.check_offer(Offer(kind, seat))
            await self._matches.append(live, Offered(Offer(kind, seat)))

    async def _consider(self, live: LiveMatch) -> bool:
        """Let an opponent answer an offer; False if another process has claimed that."""
        number, offer, table = len(live.log), live.offered_to_opponent, live.table
        assert offer is not None
        if live.claimed != number and not await self._matches.claim(live, number):
            return False
        try:
            accepted = await self._thinkers.accepts(
                live.game,
                live.stored.players[1 - offer.seat],
                offer,
                table.position,
                seed=live.stored.seed,
                address=live.wanted_by,
                number=table.number,
            )
            async with live.lock:
                if len(live.log) == number:
                    await self._matches.append(live, Agreed(offer) if accepted else Declined(offer))
        finally:
            with suppress(StorageLost):
                await asyncio.shield(self._matches.release(live))
        return True

    async def _answer(self, live: LiveMatch, listen: Callable[[Analysis], None]) -> Answer:
        """What the opponent to move answers."""
        table, seat = live.table, live.to_move
        patience = live.turns.left_for(seat, turn_of(table)) if live.stored.paced else None
        return await self._thinkers.answer(
            live.game,
            live.stored.players[seat],
            table.position,
            seed=live.stored.seed,
            address=live.wanted_by,
            number=table.number,
            audience=audience_for(table, seat, live.said(), live.clocks.thoughts, patience),
            listen=listen,
        )

    async def _let_watch(self, live: LiveMatch, answer: Answer, remark: str, step: Step) -> None:
        """In a paced match, wait until the opponent seems to have thought; it says its remark before it chooses."""
        if not live.stored.paced or live.hurried.is_set():
            return
        seat = step.chosen.seat
        share = weight(live.game, seat, live.table.position, step.end)
        turn = turn_of(live.table)
        seconds = seconds_to_watch(answer.choice.pace, share, live.turns.left_for(seat, turn))
        live.turns.add(seat, turn, max(seconds, answer.seconds))
        pause = seconds - answer.seconds
        if remark:
            await _wait(live, pause - BEAT)
            live.saying = Saying(seat, heard(remark, step.chosen.option, step.seen))
            live.announce()
            pause = BEAT
        await _wait(live, pause)

    def _progress(self, live: LiveMatch, number: int) -> Callable[[Analysis], None]:
        """A listener that shows followers, now and then, how far the opponent's search has got."""
        loop, seat, told = asyncio.get_running_loop(), live.to_move, time.monotonic()

        def listen(analysis: Analysis) -> None:  # called from the opponent's thread
            nonlocal told
            if live.followers and time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                loop.call_soon_threadsafe(show, {"seat": seat, "depth": analysis.depth, "nodes": analysis.nodes})

        def show(thought: dict[str, Any]) -> None:
            if live.driving is not None and len(live.log) == number:
                live.thought = thought
                live.announce()

        return listen

    def _renew(self, live: LiveMatch, number: int) -> None:
        """Renew the claim, and go on doing so while the opponent thinks."""

        async def renew() -> None:
            with suppress(StorageLost):
                await self._matches.claim(live, number)

        if live.driving is not None and len(live.log) == number:
            loop = asyncio.get_running_loop()
            loop.create_task(renew())  # noqa: RUF006 -- it ends by itself, and nobody needs its result
            loop.call_later(CLAIM / 2, self._renew, live, number)

    # ------------------------------------------------------------------ clocks

    def _set_alarm(self, live: LiveMatch) -> None:
        """Have the match ended when the time of the person to move is over."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        left = live.time_left()
        runs = left and not live.over and live.stored.complete is not None and not self._matches.closing
        if runs and (seconds := left[live.to_move]) is not None:
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(max(0.0, seconds), lambda: loop.create_task(self._time_is_over(live)))

    async def _time_is_over(self, live: LiveMatch) -> None:
        async with live.lock:
            with suppress(StorageLost, NotFound):  # whoever looks next finds that out
                await self.end_if_out_of_time(live)
                self.attend_to(live)

    async def end_if_out_of_time(self, live: LiveMatch) -> bool:
        """End the match if the person to move has no time left; False if there is time. The caller holds the lock."""
        left = live.time_left()
        if not left or live.over or (seconds := left[live.to_move]) is None or seconds > 0:
            return False
        await self._matches.append(live, Resigned(live.to_move, out_of_time=True))
        return True


async def _wait(live: LiveMatch, seconds: float) -> None:
    """Wait, unless the player at the table does not want to."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, seconds)):
            await live.hurried.wait()


def _storable(remark: str) -> str:
    """A remark without the characters that a database refuses: lone surrogates and NUL."""
    return remark.encode("utf-8", "replace").decode().replace("\0", "")
