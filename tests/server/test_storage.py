"""Storage in SQLite and PostgreSQL: what it keeps, how its tables are made, and which databases are refused."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Barrier
from types import SimpleNamespace

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sparring.rules import SparringError
from sparring.server.background import Background
from sparring.server.database import connect
from sparring.server.migrations import LATEST, bring_up_to_date
from sparring.server.people import People
from sparring.server.storage import Storage, Taken
from sparring.server.stored import Ending, Logged, Owner, Stored
from sparring.server.tables import metadata
from support.processes import sparring
from support.serving import Server

MATCH = Stored(
    id="a-match",
    game="connect4",
    rules=3,
    seed=2**63 - 1,
    players=("human", "minimax:depth=8"),
    paced=True,
    created=1_000_000.0,
    changed=1_000_000.0,
    owners={0: Owner("digest of a token", "digest of a key", "Ada Łoś 龍")},
)
FOR_TWO = replace(MATCH, id="for-two", players=("human", "human"), owners={0: Owner("first"), 1: Owner("second")})
FIRST, SECOND = Logged("0: 4"), Logged("1: 3", "“Ha!” 🐒", 0.25, "overrun")


def run(*asked):
    """Run several calls of a storage at once; returns their results and exceptions."""

    async def ask():
        return await asyncio.gather(*asked, return_exceptions=True)

    return asyncio.run(ask())


def ask(asked):
    """Run one call of a storage."""
    (answer,) = run(asked)
    if isinstance(answer, BaseException):
        raise answer
    return answer


@contextmanager
def opened(database):
    storage = Storage(database)
    try:
        bring_up_to_date(storage.engine)
        yield storage
    finally:
        asyncio.run(storage.close())


@pytest.fixture
def storage(database):
    with opened(database) as storage:
        yield storage


@pytest.fixture
def clock(monkeypatch):
    """The clock that the storage reads."""
    clock = SimpleNamespace(now=MATCH.created)
    monkeypatch.setattr(time, "time", lambda: clock.now)
    return clock


# ---------------------------------------------------------------------- matches and their entries


def test_a_match_is_found_as_it_was_kept(storage, clock):
    ask(storage.create(MATCH))
    assert ask(storage.find(MATCH.id)) == MATCH


@pytest.mark.parametrize("unknown", ["another", "", "a-match ", "A-MATCH", "龍", "x" * 1000, "a\0match"])
def test_a_match_that_was_never_kept_is_not_found(storage, unknown):
    ask(storage.create(MATCH))
    assert ask(storage.find(unknown)) is None


def test_entries_are_read_in_order_from_any_number(storage):
    ask(storage.create(MATCH))
    ask(storage.append(MATCH.id, 0, FIRST, None))
    ask(storage.append(MATCH.id, 1, SECOND, None))
    assert ask(storage.entries(MATCH.id)) == [FIRST, SECOND]
    assert ask(storage.entries(MATCH.id, 1)) == [SECOND]
    assert ask(storage.entries(MATCH.id, 2)) == []
    assert ask(storage.entries("another")) == []


def test_a_match_knows_its_length_and_when_it_changed(storage, clock):
    ask(storage.create(MATCH))
    clock.now += 5
    ask(storage.append(MATCH.id, 0, FIRST, None))
    found = ask(storage.find(MATCH.id))
    assert (found.length, found.changed - found.created, found.over) == (1, 5, False)


@pytest.mark.parametrize("ending", [Ending(1, "four in a row"), Ending(None, "the board is full")])
def test_the_last_entry_says_how_the_match_ended(storage, ending):
    ask(storage.create(MATCH))
    ask(storage.append(MATCH.id, 0, FIRST, ending))
    found = ask(storage.find(MATCH.id))
    assert (found.over, found.ending) == (True, ending)


def test_an_entry_number_of_a_match_is_written_once(storage):
    ask(storage.create(MATCH))
    ask(storage.append(MATCH.id, 0, FIRST, None))
    before = ask(storage.find(MATCH.id))
    with pytest.raises(Taken):
        ask(storage.append(MATCH.id, 0, SECOND, Ending(0, "resignation")))
    assert ask(storage.entries(MATCH.id)) == [FIRST]
    assert ask(storage.find(MATCH.id)) == before


def test_one_of_many_writers_of_the_same_entry_succeeds(storage, database):
    ask(storage.create(MATCH))
    with opened(database) as other:
        for number in range(10):
            each = [Logged(f"0: {writer}") for writer in range(8)]
            said = run(
                *(
                    kept.append(MATCH.id, number, one, None)
                    for one, kept in zip(each, [storage, other] * 4, strict=True)
                )
            )
            assert [type(answer) for answer in said].count(Taken) == 7
            assert ask(storage.entries(MATCH.id, number)) == [each[said.index(None)]]


def test_the_counts_of_several_matches_are_told_at_once(storage):
    for match in (MATCH, FOR_TWO):
        ask(storage.create(match))
    ask(storage.append(MATCH.id, 0, FIRST, None))
    ask(storage.change_owner(FOR_TWO.id, 1, "second", Owner("other")))
    ask(storage.change_owner(FOR_TWO.id, 1, "second", Owner("too late")))
    assert ask(storage.counts([MATCH.id, FOR_TWO.id, "another"])) == {MATCH.id: (1, 0), FOR_TWO.id: (0, 1)}
    assert ask(storage.counts([])) == {}


def test_a_database_in_memory_can_be_asked_many_things_at_once():
    with opened("sqlite://") as storage:
        matches = [replace(MATCH, id=str(number)) for number in range(50)]
        assert run(*(storage.create(match) for match in matches)) == [None] * 50
        assert None not in run(*(storage.find(match.id) for match in matches))


# ---------------------------------------------------------------------- claims of decisions


def test_one_process_claims_a_decision_and_may_renew_its_claim(storage, clock):
    ask(storage.create(MATCH))
    assert ask(storage.claim(MATCH.id, 0, "this", 5)) is True
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is False
    clock.now += 4
    assert ask(storage.claim(MATCH.id, 0, "this", 5)) is True
    clock.now += 4
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is False


def test_one_of_many_processes_that_claim_a_decision_succeeds(storage):
    for number in range(10):
        match = replace(MATCH, id=str(number))
        ask(storage.create(match))
        assert sorted(run(*(storage.claim(match.id, 0, str(thinker), 5) for thinker in range(8)))) == [False] * 7 + [
            True
        ]


def test_a_claim_that_is_not_renewed_expires(storage, clock):
    ask(storage.create(MATCH))
    ask(storage.claim(MATCH.id, 0, "this", 5))
    clock.now += 5.1
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is True
    assert ask(storage.claim(MATCH.id, 0, "this", 5)) is False


@pytest.mark.parametrize("jump", [-3600, 3600], ids=["back", "forward"])
def test_a_claim_made_before_the_clock_was_set_keeps_nobody_from_thinking(storage, clock, jump):
    ask(storage.create(MATCH))
    ask(storage.claim(MATCH.id, 0, "this", 5))
    clock.now += jump
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is True
    assert ask(storage.claim(MATCH.id, 0, "this", 5)) is False


def test_a_claim_counts_for_a_machine_whose_clock_is_a_little_behind(storage, clock):
    ask(storage.create(MATCH))
    ask(storage.claim(MATCH.id, 0, "this", 5))
    clock.now -= 3
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is False


def test_only_the_next_decision_of_a_known_match_can_be_claimed(storage):
    ask(storage.create(MATCH))
    assert ask(storage.claim(MATCH.id, 1, "this", 5)) is False
    assert ask(storage.claim("another", 0, "this", 5)) is False
    ask(storage.append(MATCH.id, 0, FIRST, None))
    assert ask(storage.claim(MATCH.id, 0, "this", 5)) is False


def test_writing_an_entry_ends_the_claim(storage):
    ask(storage.create(MATCH))
    ask(storage.claim(MATCH.id, 0, "this", 5))
    ask(storage.append(MATCH.id, 0, FIRST, None))
    assert ask(storage.claim(MATCH.id, 1, "other", 5)) is True


def test_only_the_holder_of_a_claim_can_release_it(storage):
    ask(storage.create(MATCH))
    ask(storage.claim(MATCH.id, 0, "this", 5))
    ask(storage.release(MATCH.id, "other"))
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is False
    ask(storage.release(MATCH.id, "this"))
    assert ask(storage.claim(MATCH.id, 0, "other", 5)) is True


# ---------------------------------------------------------------------- seats and players


def test_a_seat_is_given_once_to_the_holder_of_its_token(storage):
    ask(storage.create(FOR_TWO))
    bob = Owner("own", "key", "Bob")
    assert ask(storage.change_owner(FOR_TWO.id, 1, "first", bob)) is False
    assert ask(storage.change_owner(FOR_TWO.id, 1, "second", bob)) is True
    assert ask(storage.change_owner(FOR_TWO.id, 1, "second", Owner("late"))) is False
    found = ask(storage.find(FOR_TWO.id))
    assert (found.owners, found.sittings) == ({0: Owner("first"), 1: bob}, 1)


def test_one_of_many_people_with_the_same_token_gets_the_seat(storage):
    ask(storage.create(FOR_TWO))
    said = run(*(storage.change_owner(FOR_TWO.id, 1, "second", Owner(str(who))) for who in range(8)))
    assert said.count(True) == 1
    assert ask(storage.find(FOR_TWO.id)).owners[1] == Owner(str(said.index(True)))


@pytest.fixture
def shelf(storage, clock):
    """Four matches: three of one player, as "Ada", as "Countess" and unfinished without a name; one of another Ada."""
    for number, (key, name, winner) in enumerate(
        [("ada", "Ada", 0), ("ada", "Countess", None), ("ada", None, "unfinished"), ("eve", "Ada", 1)]
    ):
        match = replace(MATCH, id=str(number), owners={0: Owner("token", key, name)})
        ask(storage.create(match))
        clock.now += 1
        ask(storage.append(match.id, 0, FIRST, None if winner == "unfinished" else Ending(winner, "so it was")))
    return storage


@pytest.mark.parametrize(
    ("whose", "found"),
    [
        ({"key": "ada", "name": None}, ["2", "1", "0"]),
        ({"key": None, "name": "Ada"}, ["3", "0"]),
        ({"key": "nobody", "name": None}, []),
        ({"key": None, "name": None}, []),
    ],
)
def test_matches_are_listed_by_key_or_by_name_the_latest_first(shelf, whose, found):
    listed = ask(shelf.matches_of(**whose, limit=10, before=None))
    assert [match.id for match, _ in listed] == found
    assert all(seat == 0 for _, seat in listed)


def test_matches_are_listed_page_by_page(shelf):
    whose = {"key": "ada", "name": None}
    (newest, _), (middle, _) = ask(shelf.matches_of(**whose, limit=2, before=None))
    assert [newest.id, middle.id] == ["2", "1"]
    ((oldest, _),) = ask(shelf.matches_of(**whose, limit=2, before=middle.changed))
    assert oldest.id == "0"


def test_a_match_is_listed_once_for_each_seat_of_the_player(storage):
    ask(storage.create(replace(FOR_TWO, owners={seat: Owner(str(seat), "me") for seat in (0, 1)})))
    listed = ask(storage.matches_of(key="me", name=None, limit=10, before=None))
    assert [(match.id, seat) for match, seat in listed] == [(FOR_TWO.id, 0), (FOR_TWO.id, 1)]


def test_results_are_those_of_finished_matches(shelf):
    people = People(shelf, Background())
    by_key = ask(people.results(key="ada"))
    assert [(result.game, result.opponent, result.seat) for result in by_key] == [
        ("connect4", "minimax:depth=8", 0)
    ] * 2
    assert sorted(result.score for result in by_key) == [0.5, 1.0]
    assert sorted(result.score for result in ask(people.results(name="Ada"))) == [0.0, 1.0]
    assert ask(people.results()) == []


# ---------------------------------------------------------------------- the tables


def test_the_tables_that_migrations_make_are_those_that_are_used(storage):
    with storage.engine.begin() as connection:
        compared = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(compared, metadata) == []
        assert compared.get_current_revision() == LATEST


def test_bringing_a_database_up_to_date_twice_changes_nothing(storage, database):
    ask(storage.create(MATCH))
    ask(storage.append(MATCH.id, 0, FIRST, None))
    before = ask(storage.find(MATCH.id))
    with opened(database) as again:
        assert ask(again.find(MATCH.id)) == before
        assert ask(again.entries(MATCH.id)) == [FIRST]


def test_many_processes_can_open_an_empty_database_at_once(database):
    together = Barrier(6)

    def start(_):
        together.wait(30)
        with opened(database) as storage:
            return ask(storage.counts([]))

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(start, range(6))) == [{}] * 6


def test_servers_that_start_on_an_empty_database_at_once_share_it(database, tmp_path):
    with ThreadPoolExecutor(3) as threads:
        starting = [threads.submit(Server, tmp_path, database=database) for _ in range(3)]
    servers = [each.result() for each in starting if not each.exception()]
    try:
        assert [each.exception() for each in starting] == [None] * 3
        match, _ = servers[0].client.begin("tictactoe", ["human", "SpeedyGibbon"])
        for server in servers:
            assert server.client.match(match.id, match.token).state()["id"] == match.id
    finally:
        for server in servers:
            server.kill()


def test_a_database_of_a_newer_sparring_is_refused_and_left_alone(storage, database):
    with storage.engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '99'"))
    with pytest.raises(SparringError, match="99"):
        bring_up_to_date(storage.engine)
    refused = serve(database)
    assert refused.returncode in (1, 2)
    assert "version 99" in one_sentence(refused)
    with storage.engine.begin() as connection:
        assert connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar() == "99"


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path):
    with opened(f"sqlite:///{tmp_path}/matches.db") as storage:

        def asked(connection):
            names = "journal_mode", "synchronous", "foreign_keys"
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        full, on = 2, 1
        assert ask(storage.read(asked)) == ["wal", full, on]
        assert ask(storage.write(asked)) == ["wal", full, on]


def test_sqlite_creates_the_folder_of_its_file(tmp_path):
    with opened(f"sqlite:///{tmp_path}/not/yet/there/matches.db") as storage:
        assert ask(storage.find("any")) is None


# ---------------------------------------------------------------------- bad addresses


def serve(database):
    """Start a server that must refuse its database."""
    return sparring("serve", "--port", "0", "--database", database, timeout=30)


def one_sentence(refused):
    """The error message, which must be one plain sentence."""
    assert refused.stdout == ""
    assert refused.stderr.startswith("sparring: ")
    assert refused.stderr.count("\n") == 1
    for noise in ("Traceback", "sqlalche.me", "Errno", "psycopg.", "sqlite3."):
        assert noise not in refused.stderr
    return refused.stderr


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("nonsense", "'nonsense' names no database"),
        ("", "names no database"),
        ("mysql://ada:secret@host/name", "neither a SQLite nor a PostgreSQL database"),
        ("postgresql://host:port/name", "names no database"),
        ("postgresql+nothing://host/name", "driver"),
    ],
)
def test_a_bad_database_address_is_refused_in_one_sentence(database, says):
    refused = serve(database)
    assert refused.returncode == 2
    assert says in one_sentence(refused)
    assert "secret" not in refused.stderr


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("sqlite:///{folder}", "{folder}"),
        ("sqlite:///{folder}/text/matches.db", "{folder}/text"),
        ("sqlite:///{folder}/text", "{folder}/text"),
        ("sqlite:////proc/matches.db", "/proc/matches.db"),
        ("postgresql://ada:secret@127.0.0.1:1/matches", "127.0.0.1"),
        ("postgresql://ada@/matches?host={folder}", "{folder}"),
    ],
    ids=["a folder", "under a file", "no database", "not writable", "nobody listens", "no socket"],
)
def test_an_unusable_database_is_refused_in_one_sentence(database, says, tmp_path):
    (tmp_path / "text").write_text("This is no database. " * 1000)
    refused = serve(database.format(folder=tmp_path))
    assert refused.returncode in (1, 2)
    assert says.format(folder=tmp_path) in one_sentence(refused)
    assert "secret" not in refused.stderr


def test_a_postgresql_without_that_database_is_refused_in_one_sentence(postgres):
    refused = serve(postgres.address("nowhere"))
    assert refused.returncode in (1, 2)
    assert "nowhere" in one_sentence(refused)


def test_processes_that_share_a_file_write_in_turns(tmp_path):
    """SQLite itself lets whoever waits ask less and less often, so that one who writes a lot hardly lets others in."""
    url, enough, written = f"sqlite:///{tmp_path}/shared.db", 60, [0, 0, 0]
    together = Barrier(3)
    with connect(url).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE written (number INTEGER)")

    def write(number):
        engine = connect(url)
        engine.connect().close()
        together.wait()
        while max(written) < enough:
            with engine.begin() as connection:
                connection.exec_driver_sql("INSERT INTO written VALUES (1)")
            written[number] += 1
        engine.dispose()

    with ThreadPoolExecutor(3) as writers:
        for written_by in [writers.submit(write, number) for number in range(3)]:
            written_by.result()
    assert min(written) > enough / 5, written
