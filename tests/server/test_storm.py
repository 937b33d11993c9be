"""Two processes in a storm: whatever strikes them, nothing acknowledged is lost, memory is flat, every match ends."""

import os
from types import SimpleNamespace

import pytest

from sparring import Client
from support import storm as storms
from support.crowd import Remembered
from support.storm import PatientCrowd, Storm

SEED = int(os.environ.get("STORM_SEED", "1"))
"""The same seed brings the same disasters in the same order."""

CHOICES = int(os.environ.get("STORM_CHOICES", "100000"))
"""The choices that are acknowledged under way, for each kind of database."""

BETWEEN = 500
"""Choices from one disaster to the next."""

GROWN = 50
"""Megabytes by which no process may have grown when it is over."""

COPIES = 4
"""How many matches are played at the same time at each table of the crowd."""


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_nothing_acknowledged_is_lost_in_a_storm(kind, request, tmp_path, capsys):
    postgres = request.getfixturevalue("postgres") if kind == "PostgreSQL" else None
    database = postgres.new_database() if postgres else f"sqlite:///{tmp_path}/matches.db"
    storm, crowd = Storm(SEED, tmp_path, database, postgres), PatientCrowd(SEED, copies=COPIES)
    try:
        with Client(storm.server.address) as client:
            crowd.play_through(client, CHOICES, BETWEEN, storm.strike)
            storm.calm()
            crowd.check(client)
    finally:
        storm.server.kill()
    matches = [match for table in crowd.matches for match in table]
    assert all(match.result for match in matches)
    with capsys.disabled():
        struck = {name: storm.struck.count(name) for name in sorted(set(storm.struck))}
        print(f"\n{kind}, seed {SEED}: {crowd.acknowledged:,} choices in {len(matches):,} matches; none lost")
        print(f"{len(storm.struck)} disasters: {struck}")
        print("MB of the largest process in the second and in the last quarter:", storm.memory_then_and_later())
    for sort, (then, later) in storm.memory_then_and_later().items():
        assert later - then < GROWN, f"memory grew where processes are {sort}: {storm.memory}"


# ---------------------------------------------------------------------- the storm itself


def state(*moves):
    """A match of tic-tac-toe as a server tells it."""
    made = [{"seat": number % 2, "option": option} for number, option in enumerate(moves)]
    return {"moves": made, "to_move": len(made) % 2, "result": None}


@pytest.fixture
def remembered():
    """A match between people in which b2 and a1 were acknowledged."""
    seats = [SimpleNamespace(id="match", token=token) for token in ("one", "other")]
    match = Remembered(seats, ["human", "human"])
    for number, option in enumerate(("b2", "a1")):
        match.asked.add((number, option))
        match.hear(state(*("b2", "a1")[: number + 1]))
    return match


@pytest.mark.parametrize(
    "told",
    [(), ("b2",), ("b2", "c3"), ("a1", "b2"), ("b2", "b2", "a1"), ("b2", "a1", "c3")],
    ids=["all lost", "one lost", "changed", "swapped", "doubled", "made up"],
)
def test_a_crowd_finds_out_when_what_it_was_told_is_not_true_any_more(remembered, told):
    with pytest.raises(AssertionError):
        remembered.hear(state(*told))


@pytest.mark.parametrize("told", [("b2", "a1"), ("b2", "a1", "c3"), ("b2", "a1", "c2")])
def test_of_choices_whose_answers_got_lost_any_may_have_been_made_or_none(remembered, told):
    remembered.asked |= {(0, "c3"), (0, "c2")}
    remembered.hear(state(*told))
    assert len(remembered.moves) == len(told)


def test_the_same_seed_brings_the_same_disasters(monkeypatch, tmp_path):
    alive = SimpleNamespace(games=list, call=lambda *_: {"id": "match"})
    server = SimpleNamespace(address="http://127.0.0.1:1", client=alive, process=SimpleNamespace(pid=os.getpid()))
    server.kill = server.stop = lambda **_: None
    monkeypatch.setattr(storms, "Server", lambda *_, **__: server)
    monkeypatch.setattr(storms.time, "sleep", lambda _: None)

    def struck(seed):
        storm = Storm(seed, tmp_path, "sqlite:///matches.db")
        for _ in range(40):
            storm.strike()
        storm.calm()
        return storm.struck

    assert struck(1) == struck(1)
    assert struck(1) != struck(2)
    assert len(set(struck(1))) == 9
