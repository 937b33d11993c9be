"""Acknowledged choices survive a stop, a kill under load, and a game that has changed."""

import asyncio
from random import Random

import pytest

from sparring import Client
from sparring.server.client import Refused
from sparring.server.storage import Storage
from sparring.server.tables import entries, matches, seats
from support.crowd import Crowd
from support.patience import Patience
from support.serving import Server


def again(server, match):
    """The same match at another server."""
    return server.client.match(match.id, match.token)


def all_events(match, until=None, after=0):
    """The numbered events of a match."""
    told = []
    for event in match.events(after):
        if "number" in event:
            told.append(event)
            if event["number"] == until:
                break
    return told


@pytest.fixture
def patience(tmp_path):
    return Patience(tmp_path / "patience")


# ---------------------------------------------------------------------- stopped and killed


@pytest.mark.parametrize("end", [Server.stop, Server.kill], ids=["stopped", "killed"])
def test_a_match_goes_on_after_a_restart_as_if_nothing_had_happened(database, tmp_path, end):
    with Server(tmp_path, database=database) as server:
        match, _ = server.client.begin("tictactoe", ["human", "MentorOrangutan"], seed=5, player="Ada")
        match.choose("b2")
        before = match.state(wait=10)
        heard = all_events(match, before["event"])
        end(server)
    with Server(tmp_path, database=database) as server:
        match = again(server, match)
        assert match.state() == before
        state = before
        while not state["over"]:
            match.choose(state["decision"]["options"][0], state["decision"]["number"])
            state = match.state(wait=10)
        assert state["moves"][:2] == before["moves"]
        heard += all_events(match, after=before["event"])
        assert [event["number"] for event in heard] == list(range(1, state["event"] + 1))
        assert heard == all_events(match)
        assert server.client.matches("Ada")[0]["over"]


@pytest.mark.parametrize(
    "kills", [2, pytest.param(50, marks=[pytest.mark.soak, pytest.mark.timeout(1800)])], ids=lambda kills: f"{kills}x"
)
def test_no_acknowledged_choice_is_lost_or_doubled_when_the_server_is_killed_under_load(
    database, tmp_path, monkeypatch, kills
):
    monkeypatch.setattr("sparring.server.client.PATIENCE", 0.0)  # the next server has another address
    rng, crowd = Random(3), Crowd(seed=3)
    for _ in range(kills):
        with Server(tmp_path, database=database) as server:
            crowd.check(server.client)
            crowd.play_until([server.client], rng.randrange(1, 80), then=server.process.kill)
    with Server(tmp_path, database=database) as server:
        crowd.check(server.client)
        crowd.play_to_the_end([server.client])
        crowd.check(server.client)
        assert server.stop() == 0


def test_undone_choices_and_resignations_survive_a_restart(database, tmp_path):
    with Server(tmp_path, database=database) as server:
        match, _ = server.client.begin("tictactoe", ["human", "SpeedyGibbon"], seed=1)
        match.choose("a1")
        first = match.state(wait=10)
        match.choose(first["decision"]["options"][0])
        match.state(wait=10)
        undone = match.undo()
        heard = all_events(match, undone["event"])
        loser, winner = server.client.begin("connect4", ["human", "human"])
        loser.choose("4")
        resigned = loser.resign()
        server.kill()
    assert undone["moves"] == first["moves"]
    assert (resigned["result"]["winner"], resigned["result"]["reason"]) == (1, "resignation")
    with Server(tmp_path, database=database) as server:
        match = again(server, match)
        assert match.state() == undone
        assert all_events(match, undone["event"]) == heard
        assert match.choose(first["decision"]["options"][1])["moves"][2]["option"] == first["decision"]["options"][1]
        assert again(server, loser).state() == resigned
        assert again(server, winner).state()["result"] == resigned["result"]
        assert "resign" in again(server, loser).record()
        with pytest.raises(Refused, match="over") as refused:
            again(server, winner).choose("4")
        assert refused.value.status == 409


def test_an_opponent_is_asked_again_after_its_server_was_killed_while_it_thought(tmp_path, patience):
    with Server(tmp_path, *patience.options, hurried=True) as server:
        match, _ = server.client.begin("countdown", ["human", "patient"])
        chosen = match.choose("2")
        patience.wait_until_asked(1, server.process.pid)
        server.kill()
    assert chosen["to_move"] == 1
    patience.go()
    with Server(tmp_path, *patience.options, hurried=True) as server:
        state = again(server, match).state(wait=20)
        assert [move["seat"] for move in state["moves"]] == [0, 1]
        assert state["decision"]["number"] == 2


def test_a_remark_that_a_database_refuses_does_not_lose_the_choice(postgres, tmp_path, patience):
    database = postgres.new_database()
    with Server(tmp_path, *patience.options, database=database) as server:
        match, _ = server.client.begin("countdown", ["human", "talker"])
        match.choose("2")
        state = match.state(wait=5)
        assert len(state["moves"]) == 2
        told = all_events(match, state["event"])
        assert "🐒" in told[4]["remark"]
        server.kill()
    with Server(tmp_path, *patience.options, database=database) as server:
        assert all_events(again(server, match), state["event"]) == told


# ---------------------------------------------------------------------- matches that cannot go on


def closed_everywhere(server, match):
    """The reason why a match is closed, which every call about it must give."""
    state = again(server, match).state()
    assert state["closed"]
    assert not state.get("decision")
    for call in (lambda: again(server, match).choose("1"), again(server, match).undo, again(server, match).resign):
        with pytest.raises(Refused) as refused:
            call()
        assert (refused.value.status, refused.value.code) == (409, "match_closed")
        assert str(refused.value) == state["closed"]
    assert [event["event"] for event in again(server, match).events()] == ["match_closed"]
    return state["closed"]


def test_a_match_whose_game_is_gone_or_has_changed_is_closed_until_the_game_is_back(tmp_path, patience):
    with Server(tmp_path, *patience.options) as server:
        match, _ = server.client.begin("countdown", ["human", "human"], player="Ada")
        chosen = match.choose("2")
        finished, _ = server.client.begin("countdown", ["human", "human"])
        finished.resign()
        server.stop()
    with Server(tmp_path) as server:
        assert "'countdown'" in closed_everywhere(server, match)
        (listed,) = server.client.matches("Ada")
        assert (listed["id"], listed["moves"], listed["over"]) == (match.id, 1, False)
        closed_everywhere(server, finished)
        state = again(server, finished).state()
        assert (state["over"], state["result"]["winner"], state["result"]["reason"]) == (True, 1, "resignation")
    with Server(tmp_path, *patience.version(2)) as server:
        assert "version 1" in closed_everywhere(server, match)
    with Server(tmp_path, *patience.version(1)) as server:
        assert again(server, match).state() == chosen


def test_a_deleted_match_is_not_found_by_its_player(database, tmp_path):
    with Server(tmp_path, database=database) as server:
        match, _ = server.client.begin("tictactoe", ["human", "SpeedyGibbon"])
        match.choose("b2")
        option = match.state(wait=10)["decision"]["options"][0]
        storage = Storage(database)
        with storage.engine.begin() as connection:
            for table in (entries, seats, matches):
                connection.execute(table.delete())
        asyncio.run(storage.close())
        with Client(server.address, timeout=10) as impatient:
            seat = impatient.match(match.id, match.token)
            for call in (lambda: seat.choose(option), seat.resign, seat.state):
                with pytest.raises(Refused) as refused:
                    call()
                assert (refused.value.status, refused.value.code) == (404, "unknown_match")
