"""Whether the database can be read and written now: checked for those who watch the server, at most once a second."""

import asyncio
import logging
import time
from functools import partial

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from sparring.server.database import first_line, limit_wait, separate_engine
from sparring.server.storage import Storage, StorageLost
from sparring.server.tables import entries, health, matches, seats
from sparring.work.workers import Workers

log = logging.getLogger("sparring.server")

FRESH = 1.0
"""Seconds for which a result is told again instead of checking anew, so that watching costs little."""

LOCKED = 0.5
"""Seconds that a check waits for a locked database."""

AT_ONCE = 2.0
"""Seconds that whoever asks waits for a check. If it takes longer, and nothing was written meanwhile, they hear that.

A check takes about a millisecond, but on a busy machine its thread may have to wait for its turn.
"""


class HealthCheck:
    """Reads and writes a row as matches do, over a connection and in a thread of its own.

    So it tells a locked database, a full disk and a damaged file, and never waits for the transactions of matches.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._engine = separate_engine(storage.engine)
        self._worker = Workers(1, "sparring health")
        self._check: asyncio.Task[str] | None = None
        self._began = self._ended = 0.0
        self._logged = ""

    async def fault(self) -> str:
        """What is wrong with the database, in a few words; nothing if all is well."""
        now = time.monotonic()
        if self._check is None or (self._check.done() and now - self._ended > FRESH):
            self._began = now
            self._check = asyncio.create_task(self._checked())
        check, began = self._check, self._began  # somebody else may begin the next one while this one is awaited
        done, _ = await asyncio.wait({check}, timeout=max(0.0, began + AT_ONCE - now))
        if done:
            found = check.result()
        else:
            waited = time.monotonic() - began
            found = "" if self._storage.written_at > began else f"it has not answered for {waited:.1f} s"
        if found and found != self._logged:
            log.error("the database cannot be used: %s", found)
        self._logged = found
        return found

    async def close(self) -> None:
        """End the thread."""
        await asyncio.to_thread(self._worker.close)
        if self._engine is not self._storage.engine:
            self._engine.dispose()

    async def _checked(self) -> str:
        try:
            if self._storage.engine.url.database in (None, "", ":memory:"):  # all share one connection there
                await self._storage.write(partial(_read_and_write, writes=True))
                return ""
            return await self._worker.do(self._try)
        except StorageLost as error:
            return first_line(error)
        finally:
            self._ended = time.monotonic()

    def _try(self) -> str:
        # What was just written for a match shows as much, and costs nothing more.
        writes = time.monotonic() - self._storage.written_at > FRESH
        try:
            with self._engine.connect().execution_options(reads=not writes) as connection:
                limit_wait(connection, LOCKED)
                with connection.begin():
                    _read_and_write(connection, writes=writes)
        except DBAPIError as error:
            return _in_words(error)
        except (SQLAlchemyError, ValueError) as error:  # a damaged row may hold anything
            return first_line(error)
        return ""


def _read_and_write(connection: sql.Connection, *, writes: bool) -> None:
    """Read the row, and the first and the last row of each table; write the row."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text(f"SET LOCAL statement_timeout = {round(1000 * LOCKED)}"))
    for table in (health, matches, entries, seats):
        key = table.primary_key.columns
        connection.execute(sql.select(table).order_by(*key).limit(1)).all()
        connection.execute(sql.select(table).order_by(*(column.desc() for column in key)).limit(1)).all()
    if writes:
        now = {"checked": time.time()}
        if not connection.execute(health.update().values(now)).rowcount:
            connection.execute(health.insert().values(id=1, **now))


def _in_words(error: DBAPIError) -> str:
    """What a database says is wrong. Whoever asks is not told where a server is that cannot be reached."""
    if getattr(error.orig, "sqlstate", "") is None:
        return "it cannot be reached"
    return first_line(error.orig)
