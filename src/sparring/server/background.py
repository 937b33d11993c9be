"""Work that would block the event loop: games, records and positions are read, replayed and drawn in threads."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sparring.server.shares import Shares
from sparring.work.threads import JobThread

AT_ONCE = 2
"""Jobs that run at the same time. They share the interpreter's lock with the event loop, so more would be no faster."""

EACH = 1
"""How many of them may be for the same address, so that nobody waits for all that another client has sent."""

T = TypeVar("T")


class Background:
    """Runs jobs in a few threads, the clients taking turns."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._shares = Shares(EACH)
        self._idle: list[JobThread] = []

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """The result of some work that an address asks for; when this is cancelled, the work is interrupted."""
        async with self._shares.share_of(address), self._turns:
            thread = self._idle.pop() if self._idle else JobThread("sparring background")
            try:
                return await thread.start(work).result()
            finally:
                if thread.busy:  # it has not noticed that it was interrupted
                    thread.close()
                else:
                    self._idle.append(thread)

    def close(self) -> None:
        """Let the threads end."""
        while self._idle:
            self._idle.pop().close()
