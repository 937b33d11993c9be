"""Reviews over HTTP: computed once, filling in, for who may see them; and another try from a mistake."""

import json
from random import Random

import pytest
from websockets.sync.client import connect

import sparring
from sparring.match.table import Table
from support.begun import begun

LOST = ["a1", "b2", "c3", "a3", "c1", "c2", "b1"]
"""A match of tic-tac-toe in which o loses by its second move, ply 4."""


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


@pytest.fixture
def match(server):
    """Stores a match; the result is its path, and the tokens of its seats."""

    def match(players, moves, game="tictactoe", **how):
        match_id, tokens = begun(f"sqlite:///{server.folder}/matches.db", game, players, moves, **how)
        return f"/matches/{match_id}", tokens

    return match


def finished(server, ask, eventually, path, token):
    """The review of a match when nothing changes any more."""

    def done():
        answer = ask(server, "GET", f"{path}/review", token=token)
        assert answer.status == 200
        return answer.json if answer.json["finished"] else None

    return eventually(done)


@pytest.mark.req("ALL-19")
def test_a_finished_match_is_reviewed_and_the_review_is_kept(server, ask, eventually, match):
    path, (token, _) = match(["human", "StrategistApe"], LOST)
    first = ask(server, "GET", f"{path}/review", token=token).json
    assert first["total"] == 7
    assert first["done"] == len(first["moves"]) <= 7
    review = finished(server, ask, eventually, path, token)
    assert [move["word"] for move in review["moves"]] == ["best"] * 3 + ["blunder"] + ["best"] * 3
    assert [move["number"] for move in review["moves"]] == list(range(1, 8))
    assert review["turning_points"] == [4]
    assert review["accuracy"]["x"] == 100 > review["accuracy"]["o"]
    assert review["course"]["x"] == [0.5] * 4 + [1] * 4
    assert (review["seat"], review["exact"], review["calibrated"]) == (0, True, True)
    assert ask(server, "GET", f"{path}/review", token=token).json == review


@pytest.mark.req("ALL-19")
def test_a_review_is_for_the_players_of_a_match_that_is_over(server, ask, match):
    path, (token, _) = match(["human", "StrategistApe"], LOST[:3])
    refused = ask(server, "GET", f"{path}/review", token=token)
    assert (refused.status, refused.error["code"]) == (409, "not_over")
    assert ask(server, "POST", f"{path}/again", {"ply": 1}, token=token).error["code"] == "not_over"
    path, _ = match(["human", "StrategistApe"], LOST)
    assert ask(server, "GET", f"{path}/review").status == 401
    assert ask(server, "GET", f"{path}/review", token="wrong").status == 401
    assert ask(server, "POST", f"{path}/again", {"ply": 4}).status == 401
    assert ask(server, "GET", "/matches/unknown/review").status == 404


@pytest.mark.req("ALL-19")
def test_a_match_of_two_opponents_can_be_reviewed_by_everybody_and_tried_by_nobody(server, ask, eventually, match):
    path, _ = match(["StrategistApe", "StrategistApe"], LOST)
    assert finished(server, ask, eventually, path, None)["seat"] is None
    assert ask(server, "POST", f"{path}/again", {"ply": 4}).error["code"] == "no_seat"


def test_the_socket_tells_how_far_the_review_has_got_until_it_is_finished(server, ask, match):
    moves = list("4444446263555725")
    path, (token, _) = match(["human", "easy"], moves, "connect4")
    if ask(server, "GET", path, token=token).json["over"]:
        pytest.fail("the match was meant to go on")
    ask(server, "POST", f"{path}/resign", token=token)
    latest = ask(server, "GET", path, token=token).json["event"]
    ask(server, "GET", f"{path}/review", token=token)
    with connect(f"{server.address.replace('http', 'ws')}/api/v1{path}/events") as socket:
        socket.send(json.dumps({"token": token, "after": latest}))
        events = [json.loads(message) for message in socket]
    assert {event["event"] for event in events} == {"review"}
    assert all(event["done"] <= event["total"] == len(moves) for event in events)
    assert [event["finished"] for event in events] == [False] * (len(events) - 1) + [True]


@pytest.mark.req("ALL-19")
def test_a_player_tries_again_from_a_mistake_and_the_match_does_not_count(server, ask, match):
    path, (_, token) = match(["StrategistApe", "human"], LOST)
    answer = ask(server, "POST", f"{path}/again", {"ply": 4}, token=token)
    assert answer.status == 201
    again = answer.json
    assert again["seat"] == 1
    assert again["players"] == ["StrategistApe", "human"]
    assert [move["option"] for move in again["moves"]] == LOST[:3]
    assert again["decision"] is not None
    assert not again["over"]
    new = again["tokens"][1]
    standing = ask(server, "GET", f"/matches/{again['id']}/standing", token=new).json
    assert standing["counts"] is False
    assert standing["why"] == "It did not begin from the usual start."
    moved = ask(server, "POST", f"/matches/{again['id']}/choices", {"option": "b3"}, token=new)
    assert moved.status == 200
    for ply in (0, 8):
        refused = ask(server, "POST", f"{path}/again", {"ply": ply}, token=token)
        assert refused.status in (409, 422)
        assert refused.error


def test_an_opponent_takes_the_seat_of_another_person(server, ask, match):
    path, (_, token) = match(["human", "human"], LOST)
    again = ask(server, "POST", f"{path}/again", {"ply": 4}, token=token).json
    assert again["players"] == ["StrategistApe", "human"]


def test_the_client_waits_for_a_review_and_tries_again(server, match):
    path, (token, _) = match(["human", "StrategistApe"], LOST)
    mine = server.client.match(path.removeprefix("/matches/"), token)
    assert mine.review()["turning_points"] == [4]
    assert [move["option"] for move in mine.again(5).state()["moves"]] == LOST[:4]


@pytest.mark.req("ALL-14")
def test_a_seat_is_not_told_what_the_others_should_have_played_with_hidden_cards(server, ask, eventually, match):
    rng, table = Random(3), Table(sparring.game("onepiece"), 1)
    while len(table.choices) < 12:
        table.choose(rng.choice(table.decision().options))
    path, (token, _) = match(["human", "easy"], [each.option for each in table.answers], "onepiece")
    ask(server, "POST", f"{path}/resign", token=token)
    review = finished(server, ask, eventually, path, token)
    game, told = table.game, ask(server, "GET", path, token=token).json["moves"]
    for move in review["moves"]:
        mine = move["seat"] == game.seats[0]
        assert (move["best"] is not None) == mine
        assert bool(move["line"]) == (mine and not move.get("forced"))
        if move["number"] is not None:
            assert move["move"] == told[move["number"] - 1]["option"]
