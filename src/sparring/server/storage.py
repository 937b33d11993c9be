"""Where matches are kept: a match is its seed, its settings and its entries; everything else is played anew from them.

An entry's place in its match is its primary key, so of two processes that write the same one, one is refused.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from sparring.rules import Record, SparringError
from sparring.rules.record import Entry
from sparring.work.workers import Workers

T = TypeVar("T")

THREADS = {"sqlite": 1, "postgresql": 4}
"""Conversations with the database that go on at the same time."""


class StorageLost(RuntimeError):
    """The database does not answer."""


class Taken(Exception):
    """Somebody else has written this entry already."""


class Moved(Exception):
    """A seat of the match has changed hands meanwhile, or the match is gone."""


metadata = sql.MetaData()

matches = sql.Table(
    "matches",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("players", sql.JSON, nullable=False),
    sql.Column("paced", sql.Boolean, nullable=False),
    sql.Column("clock", sql.Float),
    sql.Column("complete", sql.Float),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("sittings", sql.Integer, nullable=False),
    sql.Column("over", sql.Boolean, nullable=False),
    sql.Column("winner", sql.Integer),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("thinker", sql.String(32)),
    sql.Column("thinking_until", sql.Float, nullable=False),
)

entries = sql.Table(
    "entries",
    metadata,
    sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("entry", sql.Text, nullable=False),
    sql.Column("remark", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("problem", sql.String(40), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("token", sql.String(64), nullable=False),
    sql.Column("player_key", sql.String(64)),
    sql.Column("player_name", sql.String(40)),
    sql.Index("seats_by_key", "player_key"),
    sql.Index("seats_by_name", "player_name"),
)


# What every move needs is put together once.
ENTRIES = (
    sql.select(entries.c.entry, entries.c.remark, entries.c.seconds, entries.c.problem, entries.c.at)
    .where(entries.c.match_id == sql.bindparam("match"), entries.c.number >= sql.bindparam("after"))
    .order_by(entries.c.number)
)
COUNTS = sql.select(matches.c.id, matches.c.length, matches.c.sittings).where(
    matches.c.id.in_(sql.bindparam("ids", expanding=True))
)
ADD_ENTRY = entries.insert()
MOVE_ON = (
    matches.update()
    .where(matches.c.id == sql.bindparam("match"), matches.c.sittings == sql.bindparam("seated"))
    .values({name: sql.bindparam(name) for name in ("length", "changed", "over", "winner", "reason")})
    .values({name: sql.bindparam(name) for name in ("thinker", "thinking_until")})
)

READS: dict[str, dict[str, Any]] = {"sqlite": {"reads": True}, "postgresql": {"isolation_level": "AUTOCOMMIT"}}
"""How a connection is told that it only reads, so that it needs no transaction."""


@dataclass(frozen=True)
class Logged:
    """An entry of a match's record, with what else is worth telling of it."""

    entry: str
    """As a record writes it: "0: b2", "! undo 2", "! resign 1"."""

    remark: str = ""
    seconds: float = 0.0
    problem: str = ""
    """What went wrong, if the referee had to choose."""

    at: float = 0.0
    """When it was written, in seconds since 1970."""


@dataclass(frozen=True)
class Owner:
    """Whose a seat is: what opens it, and who sat down there."""

    token: str
    """A digest; the token itself is known to its owner alone. So is the key of the player."""

    player_key: str | None = None
    player_name: str | None = None

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits there."""
        return self.player_key is not None


@dataclass(frozen=True)
class Ending:
    """How a match ended."""

    winner: int | None
    reason: str


@dataclass(frozen=True)
class Stored:
    """A match as it is kept."""

    id: str
    game: str
    rules: int
    seed: int
    players: tuple[str, ...]
    """For each seat "human", or an opponent's text."""

    paced: bool
    clock: float | None = None
    """Seconds that each person has for the whole match, if there is a clock."""

    complete: float | None = None
    """When the last person sat down; no clock runs before."""

    created: float = 0.0
    changed: float = 0.0
    length: int = 0
    sittings: int = 0
    """How often a seat has changed hands."""

    over: bool = False
    ending: Ending | None = None
    owners: dict[int, Owner] = field(default_factory=dict)

    def record(self, entries: Sequence[Entry]) -> Record:
        """The match as it can be written down."""
        headers = {f"Seat {seat}": player for seat, player in enumerate(self.players)}
        return Record(self.game, self.seed, self.rules, tuple(entries), headers)


class Storage:
    """Conversations with the database, each in a thread, none on the event loop."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._reading = self.engine.execution_options(**READS[self.engine.dialect.name])
        self._workers = Workers(THREADS[self.engine.dialect.name], "sparring storage")

    async def close(self) -> None:
        """Finish what is being written, and let go."""
        await asyncio.to_thread(self._workers.close)
        self.engine.dispose()

    async def read(self, work: Callable[[sql.Connection], T]) -> T:
        """Look something up."""
        return await self._run(self._reading, work)

    async def write(self, work: Callable[[sql.Connection], T]) -> T:
        """Change something, in one transaction; when this returns, it is on disk."""
        return await self._run(self.engine, work)

    async def _run(self, engine: sql.Engine, work: Callable[[sql.Connection], T]) -> T:
        def transaction() -> T:
            try:
                with engine.begin() as connection:
                    return work(connection)
            except IntegrityError:
                raise
            except DBAPIError as error:
                raise StorageLost(f"The database does not answer: {first_line(error.orig)}") from error

        return await self._workers.do(transaction)

    # ------------------------------------------------------------------ matches

    async def create(self, match: Stored) -> None:
        """Keep a new match."""

        def work(connection: sql.Connection) -> None:
            row = {
                "id": match.id,
                "game": match.game,
                "rules": match.rules,
                "seed": match.seed,
                "players": list(match.players),
                "paced": match.paced,
                "clock": match.clock,
                "complete": match.complete,
                "created": match.created,
                "changed": match.created,
                "length": 0,
                "sittings": 0,
                "over": False,
                "reason": "",
                "thinking_until": 0.0,
            }
            connection.execute(matches.insert().values(row))
            for seat, owner in match.owners.items():
                connection.execute(seats.insert().values(match_id=match.id, seat=seat, **vars(owner)))

        await self.write(work)

    async def find(self, match_id: str) -> Stored | None:
        """A match without its entries."""
        if "\0" in match_id:  # which PostgreSQL will not even compare
            return None
        return await self.read(lambda connection: _find(connection, match_id))

    async def entries(self, match_id: str, after: int = 0) -> list[Logged]:
        """The entries of a match from a place on."""
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
    ) -> None:
        """Add an entry as the one of this number, or say that it is Taken; or Moved, if more `sittings` are known.

        A thinker undertakes at the same time to answer what is to be decided next.
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
            "reason": ending.reason if ending else "",
            "thinker": thinker,
            "thinking_until": now + seconds if thinker else 0.0,
        }

        def work(connection: sql.Connection) -> None:
            if not connection.execute(MOVE_ON, match).rowcount:
                raise Moved
            connection.execute(ADD_ENTRY, entry)

        try:
            await self.write(work)
        except IntegrityError:
            raise Taken from None

    async def counts(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """How many entries each of some matches has by now, and how often a seat in it has changed hands."""

        def work(connection: sql.Connection) -> dict[str, tuple[int, int]]:
            rows = connection.execute(COUNTS, {"ids": list(ids)})
            return {match_id: (length, sittings) for match_id, length, sittings in rows}

        return await self.read(work)

    async def claim(self, match_id: str, number: int, thinker: str, seconds: float) -> bool:
        """Undertake to answer the next decision of a match, for so long; False if another process does already."""
        now = time.time()
        free = (
            matches.update()
            .where(
                matches.c.id == match_id,
                matches.c.length == number,
                sql.or_(matches.c.thinker.is_(None), matches.c.thinker == thinker, matches.c.thinking_until < now),
            )
            .values(thinker=thinker, thinking_until=now + seconds)
        )
        return await self.write(lambda connection: connection.execute(free).rowcount == 1)

    async def release(self, match_id: str, thinker: str) -> None:
        """Leave a match's next answer to whoever wants to think of it."""
        mine = matches.update().where(matches.c.id == match_id, matches.c.thinker == thinker)
        await self.write(lambda connection: connection.execute(mine.values(thinker=None, thinking_until=0.0)))

    # ------------------------------------------------------------------ who plays

    async def change_owner(self, match_id: str, seat: int, before: str, owner: Owner) -> bool:
        """Give a seat to whoever holds its token, with a token of their own; False if that token is no longer good."""
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

    async def matches_of(
        self, *, key: str | None, name: str | None, limit: int, before: float | None
    ) -> list[tuple[Stored, int]]:
        """The matches of a player, by the key or by the name, the latest first, each with the seat."""
        chosen = _of_player(sql.select(matches, seats.c.seat), key, name)
        if before is not None:
            chosen = chosen.where(matches.c.changed < before)
        chosen = chosen.order_by(matches.c.changed.desc(), matches.c.id, seats.c.seat).limit(limit)

        def work(connection: sql.Connection) -> list[tuple[Stored, int]]:
            return [(_stored(row, {}), row["seat"]) for row in connection.execute(chosen).mappings()]

        return await self.read(work)

    async def results_of(
        self, *, key: str | None, name: str | None
    ) -> list[tuple[str, tuple[str, ...], int, int | None]]:
        """Every finished match of a player: its game, who sat where, the player's seat and the winner's."""
        columns = matches.c.game, matches.c.players, seats.c.seat, matches.c.winner
        chosen = _of_player(sql.select(*columns), key, name).where(matches.c.over.is_(True))

        def work(connection: sql.Connection) -> list[tuple[str, tuple[str, ...], int, int | None]]:
            return [(game, tuple(players), seat, winner) for game, players, seat, winner in connection.execute(chosen)]

        return await self.read(work)


def _of_player(chosen: "sql.Select[Any]", key: str | None, name: str | None) -> "sql.Select[Any]":
    whose = [seats.c.player_key == key] if key else []
    whose += [seats.c.player_name == name] if name else []
    return chosen.join(seats, seats.c.match_id == matches.c.id).where(sql.or_(sql.false(), *whose))


def _find(connection: sql.Connection, match_id: str) -> Stored | None:
    row = connection.execute(sql.select(matches).where(matches.c.id == match_id)).mappings().one_or_none()
    if row is None:
        return None
    columns = seats.c.seat, seats.c.token, seats.c.player_key, seats.c.player_name
    owned = connection.execute(sql.select(*columns).where(seats.c.match_id == match_id))
    return _stored(row, {seat: Owner(*owner) for seat, *owner in owned})


def _stored(row: "sql.RowMapping", owners: dict[int, Owner]) -> Stored:
    names = (
        "id",
        "game",
        "rules",
        "seed",
        "paced",
        "clock",
        "complete",
        "created",
        "changed",
        "length",
        "sittings",
        "over",
    )
    same = {name: row[name] for name in names}
    ending = Ending(row["winner"], row["reason"]) if row["over"] else None
    return Stored(**same, players=tuple(row["players"]), ending=ending, owners=owners)


def _engine(url: str) -> sql.Engine:
    """The way to a database: a SQLite file, or a PostgreSQL server."""
    try:
        address = sql.make_url(url)
    except (ArgumentError, ValueError):
        raise SparringError(
            f"{url!r} names no database; write sqlite:///matches.db or postgresql://user:password@host/name."
        ) from None
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    shown = address.render_as_string(hide_password=True)
    try:
        if address.get_backend_name() == "sqlite":
            return _sqlite(address)
        if address.get_backend_name() == "postgresql":
            return sql.create_engine(
                address, pool_size=THREADS["postgresql"], pool_pre_ping=True, connect_args={"connect_timeout": 10}
            )
    except (NoSuchModuleError, ImportError):
        raise SparringError(
            f"{shown} needs a driver that is not installed; for PostgreSQL: pip install 'sparring[postgresql]'."
        ) from None
    raise SparringError(f"{shown} is neither a SQLite nor a PostgreSQL database; those are the ones that can be used.")


def _sqlite(address: sql.URL) -> sql.Engine:
    if address.database and address.database != ":memory:":
        folder = Path(address.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SparringError(f"The database {address.database} cannot be used: {error.strerror}.") from None
        engine = sql.create_engine(address)
    else:  # one connection for all, or each thread would have a database of its own
        engine = sql.create_engine(address, poolclass=sql.StaticPool, connect_args={"check_same_thread": False})

    @sql.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        connection.execute("PRAGMA busy_timeout = 10000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # acknowledged is on disk, even if the power fails
        connection.execute("PRAGMA foreign_keys = ON")

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        if not connection.get_execution_options().get("reads"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # or else two that began as readers would wait for each other

    return engine


def first_line(error: object) -> str:
    """What an error of a database says first."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
