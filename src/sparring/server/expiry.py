"""Deletes matches that nobody has touched for a long time, where the server is told to."""

import asyncio
import logging
import time

import sqlalchemy as sql

from sparring.server.storage import Storage, StorageLost
from sparring.server.tables import entries, matches, reviews, seats

log = logging.getLogger("sparring.server")

EVERY = 3600.0
"""Seconds between two looks for old matches."""

AT_ONCE = 200
"""Matches that are deleted in one transaction, so that nobody waits long for it."""

A_DAY = 24 * 3600.0


class Expiry:
    """Looks for old matches again and again, and deletes them."""

    def __init__(self, storage: Storage, days: float | None) -> None:
        self._storage = storage
        self._days = days
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, if matches expire at all."""
        if self._days is not None:
            self._running = asyncio.create_task(self._run(self._days))

    async def close(self) -> None:
        """Stop."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})

    async def _run(self, days: float) -> None:
        while True:
            try:
                if count := await delete_old(self._storage, time.time() - days * A_DAY):
                    log.info("old matches were deleted", extra={"count": count})
            except StorageLost as error:
                log.warning("old matches could not be deleted: %s", error)
            await asyncio.sleep(EVERY)


async def delete_old(storage: Storage, before: float) -> int:
    """Delete all matches that were last changed before a time, in seconds since 1970; the result is how many."""
    count = 0
    while some := await storage.write(lambda connection: _delete_some(connection, before)):
        count += some
    return count


def _delete_some(connection: sql.Connection, before: float) -> int:
    old = sql.select(matches.c.id).where(matches.c.changed < before).order_by(matches.c.changed).limit(AT_ONCE)
    ids = list(connection.execute(old).scalars())
    for table in (reviews, entries, seats):
        connection.execute(table.delete().where(table.c.match_id.in_(ids)))
    connection.execute(matches.delete().where(matches.c.id.in_(ids)))
    return len(ids)
