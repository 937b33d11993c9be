"""Where matches are stored: a match is its seed, its settings and its entries; positions are replayed from them.

An entry's number in its match is part of its primary key. So if two processes write the same one, one is refused.
"""

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError

from sparring.server.database import LONGEST_WAIT, READS, THREADS, connect, first_line, limit_wait
from sparring.server.stored import Counts, Ending, Logged, Owner, SeatOf, Stored
from sparring.server.tables import ADD_ENTRY, COUNTS, ENTRIES, MOVE_ON, matches, seats
from sparring.server.waiting import waits_since
from sparring.work.workers import Workers

T = TypeVar("T")

GIVE_UP = LONGEST_WAIT + 1.0
"""Seconds after which a caller hears that the database does not answer, even if the database has not said so."""

FARTHEST_CLAIM = 2.0
"""How far ahead a claim can lie, as a multiple of its length: more than 1, since clocks of machines differ."""


class StorageLost(RuntimeError):
    """The database does not answer."""


class Taken(Exception):
    """An entry with this number has been written already."""


class SeatsChanged(Exception):
    """A seat of the match has changed hands meanwhile, or the match is gone."""


class Storage:
    """Reads and writes matches, in threads, so that the event loop never waits for the database."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._reading = self.engine.execution_options(**READS[self.engine.dialect.name])
        self._workers = Workers(THREADS[self.engine.dialect.name], "sparring storage")
        self.written_at = -math.inf
        """When something was last written, by the monotonic clock."""

    async def close(self) -> None:
        """Finish what is being written, and close all connections."""
        await asyncio.to_thread(self._workers.close)
        self.engine.dispose()

    async def read(self, work: Callable[[sql.Connection], T]) -> T:
        """Run a read."""
        return await self._run(self._reading, work)

    async def write(self, work: Callable[[sql.Connection], T]) -> T:
        """Run a change in one transaction; when this returns, it is on disk."""
        result = await self._run(self.engine, work)
        self.written_at = time.monotonic()
        return result

    async def _run(self, engine: sql.Engine, work: Callable[[sql.Connection], T]) -> T:
        """Run a transaction when its turn comes; StorageLost if that, and all its waiting, takes too long."""
        waits = waits_since()
        deadline = waits + LONGEST_WAIT

        def transaction() -> T:
            left = deadline - time.monotonic()
            if left <= 0:  # those before it have waited for as long
                raise StorageLost(f"The database does not answer: it was busy for {LONGEST_WAIT:g} seconds")
            try:
                with engine.connect() as connection:
                    limit_wait(connection, left)
                    with connection.begin():
                        return work(connection)
            except IntegrityError:
                raise
            except DBAPIError as error:
                raise StorageLost(f"The database does not answer: {first_line(error.orig)}") from error

        try:
            async with asyncio.timeout(waits + GIVE_UP - time.monotonic()):
                return await self._workers.do(transaction)
        except TimeoutError:
            raise StorageLost(f"The database has not answered for {GIVE_UP:g} seconds") from None

    # ------------------------------------------------------------------ matches

    async def create(self, match: Stored) -> None:
        """Store a new match."""
        await self.write(lambda connection: _insert(connection, match))

    async def find(self, match_id: str) -> Stored | None:
        """A match without its entries."""
        if "\0" in match_id:  # PostgreSQL refuses to compare it
            return None
        return await self.read(lambda connection: _find(connection, match_id))

    async def entries(self, match_id: str, after: int = 0) -> list[Logged]:
        """The entries of a match, from number `after` on."""
        where = {"match": match_id, "after": after}
        return await self.read(lambda connection: [Logged(*row) for row in connection.execute(ENTRIES, where)])

    async def append(
        self,
        match_id: str,
        number: int,
        logged: Logged,
        ending: Ending | None = None,
        thinker: str | None = None,
        seconds: float = 0.0,
        *,
        sittings: int = 0,
        begins: Stored | None = None,
    ) -> None:
        """Add an entry under a number: Taken if that number exists, SeatsChanged if `sittings` is not up to date.

        With a `thinker`, that process claims the next decision in the same transaction, for this many seconds. A match
        that `begins` with this entry is stored in it too.
        """
        now = time.time()
        entry = {"match_id": match_id, "number": number, **vars(logged)}
        match = {
            "match": match_id,
            "seated": sittings,
            "length": number + 1,
            "changed": now,
            "over": ending is not None,
            "winner": ending.winner if ending else None,
            "places": list(ending.places) if ending and ending.places else None,
            "reason": ending.reason if ending else "",
            "thinker": thinker,
            "thinking_until": now + seconds if thinker else 0.0,
        }

        def work(connection: sql.Connection) -> None:
            if not connection.execute(MOVE_ON, match).rowcount:
                raise SeatsChanged
            connection.execute(ADD_ENTRY, entry)
            if begins is not None:
                _insert(connection, begins)

        try:
            await self.write(work)
        except IntegrityError:
            raise Taken from None

    async def counts(self, ids: Sequence[str]) -> dict[str, Counts]:
        """How far each of some matches has got; those that do not exist are left out."""

        def work(connection: sql.Connection) -> dict[str, Counts]:
            rows = connection.execute(COUNTS, {"ids": list(ids)})
            return {match_id: Counts(length, sittings) for match_id, length, sittings in rows}

        return await self.read(work)

    async def claim(self, match_id: str, number: int, thinker: str, seconds: float) -> bool:
        """Claim the next decision of a match for this many seconds; False if another process has claimed it.

        A claim that lies further ahead than any process makes one was written before a clock was set back: it is void.
        """
        now = time.time()
        over = sql.or_(matches.c.thinking_until < now, matches.c.thinking_until > now + FARTHEST_CLAIM * seconds)
        free = (
            matches.update()
            .where(
                matches.c.id == match_id,
                matches.c.length == number,
                sql.or_(matches.c.thinker.is_(None), matches.c.thinker == thinker, over),
            )
            .values(thinker=thinker, thinking_until=now + seconds)
        )
        return await self.write(lambda connection: connection.execute(free).rowcount == 1)

    async def release(self, match_id: str, thinker: str) -> None:
        """Give up a claim, so that any process may answer the next decision."""
        mine = matches.update().where(matches.c.id == match_id, matches.c.thinker == thinker)
        await self.write(lambda connection: connection.execute(mine.values(thinker=None, thinking_until=0.0)))

    async def note_help(self, match_id: str, help: str) -> None:
        """Note what keeps a match from counting; what was noted first stays."""
        unhelped = matches.update().where(matches.c.id == match_id, matches.c.help == "")
        await self.write(lambda connection: connection.execute(unhelped.values(help=help)))

    # ------------------------------------------------------------------ who plays

    async def change_owner(self, match_id: str, seat: int, before: str, owner: Owner) -> bool:
        """Give a seat to a new owner; False if the token `before` no longer opens it."""
        mine = seats.update().where(seats.c.match_id == match_id, seats.c.seat == seat, seats.c.token == before)
        match = matches.update().where(matches.c.id == match_id)
        empty = sql.select(seats.c.seat).where(seats.c.match_id == match_id, seats.c.player_key.is_(None))
        now = time.time()

        def work(connection: sql.Connection) -> bool:
            if connection.execute(mine.values(**vars(owner))).rowcount != 1:
                return False
            connection.execute(match.values(sittings=matches.c.sittings + 1))
            if connection.execute(empty).first() is None:
                connection.execute(match.where(matches.c.complete.is_(None)).values(complete=now))
            return True

        return await self.write(work)

    async def matches_of(self, *, key: str | None, name: str | None, limit: int, before: float | None) -> list[SeatOf]:
        """The matches of a player, found by key or by name, the latest first."""
        chosen = of_player(sql.select(matches, seats.c.seat), key, name)
        if before is not None:
            chosen = chosen.where(matches.c.changed < before)
        chosen = chosen.order_by(matches.c.changed.desc(), matches.c.id, seats.c.seat).limit(limit)

        def work(connection: sql.Connection) -> list[SeatOf]:
            return [SeatOf(_stored(row, {}), row["seat"]) for row in connection.execute(chosen).mappings()]

        return await self.read(work)


def of_player(chosen: "sql.Select[Any]", key: str | None, name: str | None) -> "sql.Select[Any]":
    """The rows of a player's matches, found by key or by name."""
    whose = [seats.c.player_key == key] if key else []
    whose += [seats.c.player_name == name] if name else []
    return chosen.join(seats, seats.c.match_id == matches.c.id).where(sql.or_(sql.false(), *whose))


def _insert(connection: sql.Connection, match: Stored) -> None:
    row = {
        "id": match.id,
        "game": match.game,
        "rules": match.rules,
        "seed": match.seed,
        "players": list(match.players),
        "paced": match.paced,
        "clock": match.clock,
        "increment": match.increment,
        "complete": match.complete,
        "created": match.created,
        "changed": match.created,
        "length": 0,
        "sittings": 0,
        "over": False,
        "reason": "",
        "thinking_until": 0.0,
        "help": match.help,
    }
    connection.execute(matches.insert().values(row))
    for seat, owner in match.owners.items():
        connection.execute(seats.insert().values(match_id=match.id, seat=seat, **vars(owner)))


def _find(connection: sql.Connection, match_id: str) -> Stored | None:
    row = connection.execute(sql.select(matches).where(matches.c.id == match_id)).mappings().one_or_none()
    if row is None:
        return None
    columns = seats.c.seat, seats.c.token, seats.c.player_key, seats.c.player_name, seats.c.watch
    owned = connection.execute(sql.select(*columns).where(seats.c.match_id == match_id))
    return _stored(row, {seat: Owner(*owner) for seat, *owner in owned})


def _stored(row: "sql.RowMapping", owners: dict[int, Owner]) -> Stored:
    same = {column: row[column] for column in COPIED}
    places = row["places"] and tuple(row["places"])
    ending = Ending(row["winner"], row["reason"], places) if row["over"] else None
    return Stored(**same, players=tuple(row["players"]), ending=ending, owners=owners)


COPIED = (
    "id",
    "game",
    "rules",
    "seed",
    "paced",
    "clock",
    "increment",
    "complete",
    "created",
    "changed",
    "length",
    "sittings",
    "over",
    "help",
)
"""The columns of a match that a Stored has under the same name."""
