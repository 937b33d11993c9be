"""For those who run a server: backups while it runs, matches that expire, and logs by request."""

import asyncio
import json
import sqlite3
import threading
import time

import pytest

from sparring.server.expiry import delete_old
from sparring.server.migrations import bring_up_to_date
from sparring.server.storage import Storage
from sparring.server.stored import Logged, Owner, Stored
from sparring.terminal.main import main


def test_a_backup_of_a_server_that_is_played_on_holds_everything_acknowledged_before(
    start, ask, begin, tmp_path, capsys
):
    server, copy = start("--rate", "0"), tmp_path / "copy.db"
    acknowledged, stopped = [], threading.Event()

    def play():
        while not stopped.is_set():
            match_id, tokens = begin(server, "human", "human")
            ask(server, "POST", f"/matches/{match_id}/choices", {"option": "b2"}, token=tokens[0])
            acknowledged.append((match_id, tokens[1]))

    playing = threading.Thread(target=play)
    playing.start()
    try:
        while len(acknowledged) < 20:
            time.sleep(0.01)
        before = list(acknowledged)
        assert main(["backup", str(copy), "--database", f"sqlite:///{server.folder}/matches.db"]) == 0
    finally:
        stopped.set()
        playing.join()
    assert "matches" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]
    restored = start("--rate", "0", database=f"sqlite:///{copy}")
    for match_id, token in before:
        assert [move["option"] for move in ask(restored, "GET", f"/matches/{match_id}", token=token).json["moves"]] == [
            "b2"
        ]


def test_a_backup_of_postgresql_is_restored_by_its_own_programs(start, ask, begin, postgres, tmp_path):
    import subprocess

    from support import machine

    database, other, dump = postgres.new_database(), postgres.new_database(), tmp_path / "matches.dump"
    server = start(database=database)
    match_id, tokens = begin(server, "human", "human")
    assert main(["backup", str(dump), "--database", database]) == 0
    plain = other.replace("postgresql+psycopg", "postgresql")
    subprocess.run([machine.program("pg_restore"), "--no-owner", f"--dbname={plain}", dump], check=True)
    restored = start(database=other)
    assert ask(restored, "GET", f"/matches/{match_id}", token=tokens[1]).json["seat"] == 1


@pytest.mark.parametrize(
    ("name", "said"), [("nothing.db", "There is no database"), ("text.db", "cannot be copied: file is not a database")]
)
def test_what_cannot_be_copied_is_refused_in_a_sentence_and_leaves_nothing(tmp_path, capsys, name, said):
    (tmp_path / "text.db").write_text("This is no database. " * 1000)
    assert main(["backup", str(tmp_path / "copy.db"), "--database", f"sqlite:///{tmp_path}/{name}"]) != 0
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]


def test_matches_that_nobody_has_touched_for_long_are_deleted_with_all_that_belongs_to_them(database):
    async def story():
        storage = Storage(database)
        bring_up_to_date(storage.engine)
        now = time.time()
        for number in range(450):
            at = now - (400 if number % 3 else 1)
            match = Stored(
                f"match-{number}",
                "tictactoe",
                1,
                1,
                ("human", "human"),
                False,
                created=at,
                changed=at,
                owners={0: Owner("one", "key"), 1: Owner("other")},
            )
            await storage.create(match)
            if number % 3:
                await storage.append(match.id, 0, Logged("0: b2", at=at))
        with storage.engine.begin() as connection:  # an entry changes a match now
            connection.exec_driver_sql("UPDATE matches SET changed = created")
        assert await delete_old(storage, now - 100) == 300
        left = [await storage.find(f"match-{number}") is not None for number in range(450)]
        assert left == [number % 3 == 0 for number in range(450)]
        assert await storage.entries("match-1") == []
        assert await delete_old(storage, now - 100) == 0
        await storage.close()

    asyncio.run(story())


def test_a_server_is_told_after_how_many_days_matches_expire(start, ask, begin, eventually, tmp_path):
    server = start()
    match_id, tokens = begin(server, "human", "human")
    server.stop()
    with sqlite3.connect(server.folder / "matches.db") as connection:
        connection.execute("UPDATE matches SET changed = changed - 2 * 86400")
    again = start("--expire", "1", folder=server.folder)
    eventually(lambda: ask(again, "GET", f"/matches/{match_id}", token=tokens[0]).status == 404)
    refused = main(["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/m.db", "--expire", "soon"])
    assert refused == 2


def test_every_answer_has_the_id_under_which_the_log_tells_of_its_request(start, ask):
    server = start("--log", "debug")
    given = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]})
    name = given.headers["X-Request-ID"]
    own = ask(server, "GET", "/healthz", headers={"X-Request-ID": "trace-7:abc"})
    assert own.headers["X-Request-ID"] == "trace-7:abc"
    made_up = ask(server, "GET", "/healthz", headers={"X-Request-ID": "a b\tc" + "x" * 100}).headers["X-Request-ID"]
    assert made_up.isalnum()
    server.stop()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    mine = [line for line in lines if line.get("request") == name]
    assert {"match begins", "request"} <= {line["message"] for line in mine}
    told = next(line for line in mine if line["message"] == "request")
    assert (told["method"], told["path"], told["status"]) == ("POST", "/api/v1/matches", 201)
    assert any(line.get("request") == "trace-7:abc" for line in lines)
