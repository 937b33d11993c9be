"""A database that cannot be used: whoever waits for it hears so soon, and /healthz says what is wrong."""

import asyncio
import json
import resource
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager

import pytest
import sqlalchemy as sql

from sparring.server import health
from sparring.server.health import HealthCheck
from sparring.server.migrations import bring_up_to_date
from sparring.server.storage import Storage, StorageLost
from sparring.server.waiting import StorageLock

BODY = {"game": "tictactoe", "opponents": ["human", "human"]}


@asynccontextmanager
async def checked(database):
    """A storage on a database, and the check of its health."""
    storage = Storage(database)
    bring_up_to_date(storage.engine)
    check = HealthCheck(storage)
    try:
        yield storage, check
    finally:
        await check.close()
        await storage.close()


@contextmanager
def locked(database):
    """Somebody else holds what is needed to write."""
    engine = sql.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    lock = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "LOCK TABLE health, matches"
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(lock)
            yield
    finally:
        engine.dispose()


def write(connection):
    connection.exec_driver_sql("UPDATE matches SET sittings = sittings")


# ---------------------------------------------------------------------- locked


def test_all_that_wait_for_a_locked_database_hear_so_together(database, monkeypatch):
    for module in ("database", "storage"):
        monkeypatch.setattr(f"sparring.server.{module}.LONGEST_WAIT", 0.5, raising=False)

    async def story():
        async with checked(database) as (storage, _):
            with locked(database):
                began = time.monotonic()
                told = await asyncio.gather(*(storage.write(write) for _ in range(20)), return_exceptions=True)
                assert time.monotonic() - began < 3
                assert {type(answer) for answer in told} == {StorageLost}
            await storage.write(write)

    asyncio.run(story())


def test_a_locked_database_is_told_at_once_and_forgotten_once_it_is_free(database, monkeypatch):
    monkeypatch.setattr(health, "FRESH", -1.0)

    async def story():
        async with checked(database) as (_, check):
            assert await check.fault() == ""
            with locked(database):
                began = time.monotonic()
                assert await check.fault()
                assert time.monotonic() - began < 2
            assert await check.fault() == ""

    asyncio.run(story())


def test_whoever_asks_does_not_wait_for_a_check_that_hangs(tmp_path, monkeypatch):
    monkeypatch.setattr(health, "AT_ONCE", 0.05)
    monkeypatch.setattr(health, "_read_and_write", lambda *_, **__: time.sleep(0.3))

    async def story():
        async with checked(f"sqlite:///{tmp_path}/matches.db") as (_, check):
            began = time.monotonic()
            assert "has not answered for" in await check.fault()
            assert "has not answered for" in await check.fault()
            assert time.monotonic() - began < 0.25

    asyncio.run(story())


def test_a_server_whose_database_is_locked_says_so_while_others_wait(start, ask, eventually):
    server = start(hurried=True)
    database = f"sqlite:///{server.folder}/matches.db"
    with ThreadPoolExecutor(4) as threads, locked(database):
        eventually(lambda: ask(server, "GET", "/healthz").status == 503)
        began = time.monotonic()
        waiting = [threads.submit(ask, server, "POST", "/matches", BODY) for _ in range(4)]
        told = ask(server, "GET", "/healthz")
        assert time.monotonic() - began < 1.5
        assert told.json["error"]["code"] == "no_database"
        assert "database is locked" in told.json["error"]["message"]
        assert [each.result().status for each in waiting] == [503] * 4
        assert time.monotonic() - began < 5
    assert ask(server, "POST", "/matches", BODY).status == 201
    eventually(lambda: ask(server, "GET", "/healthz").status == 200)


def test_all_that_wait_for_the_same_match_hear_together_that_the_database_is_locked(start, ask):
    """They wait for each other, and only the first of them for the database."""
    server = start(hurried=True)
    begun = ask(server, "POST", "/matches", BODY).json
    path, token = f"/matches/{begun['id']}", begun["tokens"][0]

    def act(call):
        answer = ask(server, "POST", f"{path}/{call}", {"option": "b2"} if call == "choices" else None, token=token)
        return answer.status, time.monotonic()

    with ThreadPoolExecutor(6) as threads, locked(f"sqlite:///{server.folder}/matches.db"):
        began = time.monotonic()
        answers = list(threads.map(act, ["choices", "resign"] * 3))
    assert [status for status, _ in answers] == [503] * 6
    assert max(at for _, at in answers) - began < 4
    assert act("choices")[0] == 200


def test_what_a_task_starts_while_it_holds_a_lock_has_not_waited(tmp_path, monkeypatch):
    monkeypatch.setattr("sparring.server.storage.LONGEST_WAIT", 0.2)

    async def story():
        async with checked(f"sqlite:///{tmp_path}/matches.db") as (storage, _):
            lock = StorageLock()
            async with lock:
                await asyncio.sleep(0.25)
                await asyncio.create_task(storage.write(write))
                async with StorageLock():
                    pass
                with pytest.raises(StorageLost, match=r"busy for 0\.2 seconds"):
                    await storage.write(write)
            await storage.write(write)

    asyncio.run(story())


# ---------------------------------------------------------------------- full and damaged


@pytest.fixture(scope="module")
def server(start, ask):
    """A server with a few matches."""
    server = start(hurried=True)
    for _ in range(40):
        assert ask(server, "POST", "/matches", BODY).status == 201
    return server


def test_a_full_disk_is_told(server, ask, eventually):
    """No file of the server can grow."""
    pid = server.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, limits[1]))
    told = eventually(lambda: (answer := ask(server, "GET", "/healthz")).status == 503 and answer)
    assert told.json["error"]["message"].startswith("The database cannot be used: d")  # disk I/O error, or disk is full
    assert ask(server, "POST", "/matches", BODY).status == 503
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    eventually(lambda: ask(server, "GET", "/healthz").status == 200)
    assert ask(server, "POST", "/matches", BODY).status == 201


@pytest.mark.parametrize("where", ["header", "first page", "other pages", "last pages", "all", "cut off"])
def test_a_damaged_file_is_told(server, ask, eventually, where):
    eventually(lambda: ask(server, "GET", "/healthz").status == 200)
    file = server.folder / "matches.db"
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0  # all is in the file itself
    connection.close()
    whole, page = file.read_bytes(), 4096
    begin, end = {
        "header": (0, 100),
        "first page": (100, page),
        "other pages": (page, len(whole)),
        "last pages": (len(whole) // 2, len(whole)),
        "all": (0, len(whole)),
        "cut off": (page, page),
    }[where]
    with file.open("r+b") as opened:
        if where == "cut off":
            opened.truncate(page)
        opened.seek(begin)
        opened.write(b"\xa5" * (end - begin))
    eventually(lambda: ask(server, "GET", "/healthz").status == 503, 5)
    with file.open("r+b") as opened:
        opened.write(whole)
    eventually(lambda: ask(server, "GET", "/healthz").status == 200, 5)


def test_a_file_that_is_gone_is_told_and_not_made_anew(start, ask, eventually, tmp_path):
    server = start(folder=tmp_path, hurried=True)
    (tmp_path / "matches.db").unlink()
    eventually(lambda: ask(server, "GET", "/healthz").status == 503, 5)
    assert not (tmp_path / "matches.db").exists()
    (fault,) = {
        line["message"]
        for line in map(json.loads, server.log.read_text().splitlines())
        if line["message"].startswith("the database cannot be used")
    }
    assert "unable to open database file" in fault


# ---------------------------------------------------------------------- what a check costs


def test_a_check_is_told_again_for_a_second_and_writes_only_if_nothing_else_was_written(database, monkeypatch):
    seen, read_and_write = [], health._read_and_write

    def counted(connection, *, writes):
        seen.append(writes)
        read_and_write(connection, writes=writes)

    monkeypatch.setattr(health, "_read_and_write", counted)
    monkeypatch.setattr(health, "FRESH", 1000.0)

    async def story():
        async with checked(database) as (storage, check):
            assert {await check.fault() for _ in range(50)} == {""}
            assert seen == [True]
            await storage.write(write)
            check._ended -= 2000
            assert [await check.fault() for _ in range(50)] == [""] * 50
            assert seen == [True, False]

    asyncio.run(story())


def test_many_checks_leave_one_row_and_no_larger_database(tmp_path, monkeypatch):
    monkeypatch.setattr(health, "FRESH", -1.0)
    database = tmp_path / "matches.db"

    async def story():
        async with checked(f"sqlite:///{database}") as (storage, check):

            def pages(connection):
                rows = connection.exec_driver_sql("SELECT count(*) FROM health").scalar()
                return rows, connection.exec_driver_sql("PRAGMA page_count").scalar()

            await check.fault()
            before = await storage.read(pages)
            for _ in range(100):
                assert await check.fault() == ""
            assert await storage.read(pages) == before
            assert before[0] == 1

    asyncio.run(story())


def test_a_database_in_memory_is_well():
    async def story():
        async with checked("sqlite://") as (storage, check):
            told = await asyncio.gather(check.fault(), *(storage.write(write) for _ in range(50)))
            assert told == [""] + [None] * 50

    asyncio.run(story())
