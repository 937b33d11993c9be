"""Shares of a server: how much each client may have done for it at the same time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Shares:
    """Limits how many things each address does at the same time; the rest wait in order."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._limits: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def share_of(self, address: str) -> AsyncIterator[None]:
        """Wait for one of the places that an address has, and hold it."""
        limit = self._limits.setdefault(address, asyncio.Semaphore(self._each))
        self._users[address] += 1
        try:
            async with limit:
                yield
        finally:
            self._users[address] -= 1
            if not self._users[address]:
                del self._users[address], self._limits[address]
