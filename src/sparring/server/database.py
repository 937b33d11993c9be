"""The connection to a database: a SQLite file, or a PostgreSQL server."""

import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from sparring.rules import SparringError

THREADS = {"sqlite": 1, "postgresql": 4}
"""How many transactions run at the same time."""

READS: dict[str, dict[str, Any]] = {"sqlite": {"reads": True}, "postgresql": {"isolation_level": "AUTOCOMMIT"}}
"""The options of a connection that only reads, so that it needs no transaction."""

LONGEST_WAIT = 8.0
"""Seconds that a transaction may wait: for its turn, for a locked SQLite file, for a statement of PostgreSQL.

Whoever waits is promised an answer within ten seconds, so this leaves two for a busy machine.
"""


LEFT = 0.001
"""Seconds for which a process that shares a SQLite file leaves the lock to others, and waits before it asks again."""

IN_A_ROW = 4
"""How many transactions a process may begin before it leaves the lock for a moment, although nobody kept it waiting."""


def connect(url: str) -> sql.Engine:
    """An engine for a database URL; SparringError says what is wrong with the URL."""
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
            return _postgresql(address)
    except (NoSuchModuleError, ImportError):
        raise SparringError(
            f"{shown} needs a driver that is not installed; for PostgreSQL: pip install 'sparring[postgresql]'."
        ) from None
    raise SparringError(f"{shown} is neither a SQLite nor a PostgreSQL database; only those can be used.")


def _postgresql(address: sql.URL) -> sql.Engine:
    waits = {"connect_timeout": round(LONGEST_WAIT)}
    engine = sql.create_engine(address, pool_size=THREADS["postgresql"], pool_pre_ping=True, connect_args=waits)

    @sql.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.execute(f"SET statement_timeout = {round(1000 * LONGEST_WAIT)}")
        connection.commit()

    return engine


def _sqlite(address: sql.URL) -> sql.Engine:
    if address.database and address.database != ":memory:":
        folder = Path(address.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SparringError(f"The database {address.database} cannot be used: {error.strerror}.") from None
        engine = sql.create_engine(address)
    else:  # one connection for all threads, or each would have a database of its own
        engine = sql.create_engine(address, poolclass=sql.StaticPool, connect_args={"check_same_thread": False})

    _add_transactions(engine)
    return engine


def separate_engine(engine: sql.Engine) -> sql.Engine:
    """An engine whose connections to a SQLite file are new, so that they read the file and not what was read before.

    It never creates a file. Connections to PostgreSQL read from the server anyway, and a database in memory has one.
    """
    name = engine.url.database
    if engine.dialect.name != "sqlite" or isinstance(engine.pool, sql.StaticPool) or not name:
        return engine
    if name.startswith("file:"):
        separate = sql.create_engine(engine.url, poolclass=sql.NullPool)
    else:
        existing = f"{Path(name).absolute().as_uri()}?mode=rw"
        separate = sql.create_engine(
            "sqlite://", poolclass=sql.NullPool, creator=lambda: sqlite3.connect(existing, uri=True)
        )
    _add_transactions(separate)
    return separate


def _add_transactions(engine: sql.Engine) -> None:
    """Have transactions begin by taking the lock to write, and end on disk."""

    @sql.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin in `begin`, below
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * LONGEST_WAIT)}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # acknowledged is on disk, even if the power fails
        connection.execute("PRAGMA foreign_keys = ON")

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        if not connection.get_execution_options().get("reads"):
            _begin_to_write(connection)  # two that began as readers would wait for each other

    @sql.event.listens_for(engine, "commit")
    def committed(connection: sql.Connection) -> None:
        connection.info["committed"] = time.monotonic()


def _begin_to_write(connection: sql.Connection) -> None:
    """Take the lock to write, in turns with other processes.

    SQLite asks for a lock less and less often, at last ten times a second. So a process with much to write would hardly
    ever let another one write. Here whoever waits asks about a thousand times a second. Whoever had to wait leaves the
    lock for a moment after each transaction, and whoever did not have to does so after a few of them.
    """
    driver, info = connection.connection.driver_connection, connection.info
    assert driver is not None
    until = time.monotonic() + info.get("patience", LONGEST_WAIT)
    info["in_a_row"] = info.get("in_a_row", 0) + 1
    if info.get("had_to_wait") or info["in_a_row"] % IN_A_ROW == 0:
        time.sleep(max(0.0, info.get("committed", 0.0) + LEFT - time.monotonic()))
    info["had_to_wait"] = False
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return
            except OperationalError as error:
                code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_BUSY)
                if code & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            info["had_to_wait"] = True
            time.sleep(random.uniform(0.5, 1.0) * LEFT)
    finally:
        driver.execute(f"PRAGMA busy_timeout = {max(0, round(1000 * (until - time.monotonic())))}")


def limit_wait(connection: sql.Connection, seconds: float) -> None:
    """Let a connection that has begun no transaction yet wait at most this long for a locked SQLite file."""
    if connection.dialect.name == "sqlite":
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(f"PRAGMA busy_timeout = {max(0, round(1000 * seconds))}")
        connection.info["patience"] = seconds


def first_line(error: object) -> str:
    """The first line of a database's error message."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
