"""The connection to a database: a SQLite file, or a PostgreSQL server."""

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from sparring.rules import SparringError

THREADS = {"sqlite": 1, "postgresql": 4}
"""How many transactions run at the same time."""

READS: dict[str, dict[str, Any]] = {"sqlite": {"reads": True}, "postgresql": {"isolation_level": "AUTOCOMMIT"}}
"""The options of a connection that only reads, so that it needs no transaction."""

LONGEST_WAIT = 8.0
"""Seconds that a transaction may wait: for its turn, for a locked SQLite file, for a statement of PostgreSQL.

Whoever waits is promised an answer within ten seconds, so this leaves two for a busy machine.
"""


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
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # two that began as readers would wait for each other


def limit_wait(connection: sql.Connection, seconds: float) -> None:
    """Let a connection that has begun no transaction yet wait at most this long for a locked SQLite file."""
    if connection.dialect.name == "sqlite":
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(f"PRAGMA busy_timeout = {max(0, round(1000 * seconds))}")


def first_line(error: object) -> str:
    """The first line of a database's error message."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
