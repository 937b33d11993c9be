"""Offers over HTTP: a player offers to share what is left, and a person or an opponent answers."""

import json

import pytest

from support.begun import begun

EVEN = "FaAfEeFfBdCcDbAfDeBfFdEaCeFdAfEeFfDbFcEdCe"
"""Seven seeds go round, south is to move; shared, it is a draw, but south can win."""

AHEAD = "EfFdDeFcCbBaAfFcAdBeCf"
"""Five seeds go round, south is to move; with best play and shared, north wins."""

MASTER = "master:nodes=3000,time=none"


@pytest.fixture(scope="module")
def server(start):
    return start()


@pytest.fixture
def match(server, ask):
    """Stores a match of Oware; the result is its path, and the tokens of its seats."""

    def match(players, moves, **how):
        match_id, tokens = begun(f"sqlite:///{server.folder}/matches.db", "oware", players, moves, **how)
        return f"/matches/{match_id}", tokens

    return match


def test_two_people_share_what_is_left(server, ask, match):
    path, (south, north) = match(["human", "human"], EVEN)
    assert ask(server, "GET", path, token=south).json["decision"]["may_offer"] == ["share"]
    assert ask(server, "GET", path, token=north).json["decision"] is None
    offered = ask(server, "POST", f"{path}/offers", {"kind": "share"}, token=south)
    assert offered.json["offers"] == [{"kind": "share", "seat": 0}]
    assert offered.json["decision"]["may_offer"] == []
    assert ask(server, "POST", f"{path}/offers/share", {"accept": True}, token=south).error["code"] == "no_offer"
    over = ask(server, "POST", f"{path}/offers/share", {"accept": True}, token=north).json
    assert over["result"]["reason"].startswith("shared by agreement: 24 to 24")
    assert ask(server, "GET", f"{path}/record", token=south).body.decode().splitlines()[-1] == "! agree share 0"


def test_a_declined_offer_leaves_the_match_as_it_was(server, ask, match):
    path, (south, north) = match(["human", "human"], EVEN)
    before = ask(server, "GET", path, token=south).json
    ask(server, "POST", f"{path}/offers", {"kind": "share"}, token=south)
    ask(server, "POST", f"{path}/offers/share", {"accept": False}, token=north)
    after = ask(server, "GET", path, token=south).json
    assert {**after, "event": 0} == {**before, "event": 0}
    moved = ask(server, "POST", f"{path}/choices", {"option": after["decision"]["options"][0]}, token=south).json
    assert moved["to_move"] == 1


@pytest.mark.parametrize(("moves", "seat", "winner"), [(EVEN, 0, None), (AHEAD, 0, 1)])
def test_an_opponent_accepts_what_is_no_worse_than_playing_on(server, ask, match, eventually, moves, seat, winner):
    path, tokens = match(["human", MASTER], moves)
    assert ask(server, "POST", f"{path}/offers", {"kind": "share"}, token=tokens[seat]).status == 200
    state = eventually(lambda: (shown := ask(server, "GET", path, token=tokens[seat]).json)["over"] and shown)
    assert state["result"]["winner"] == winner
    assert "shared by agreement" in state["result"]["reason"]


def test_an_opponent_that_can_win_declines_and_everybody_is_told(server, ask, match, eventually, follow):
    path, (_, north) = match([MASTER, "human"], EVEN + "D")  # south still wins
    with follow(server, path.split("/")[-1], north) as followed:
        assert ask(server, "POST", f"{path}/offers", {"kind": "share"}, token=north).status == 200
        names = []
        while "offer_declined" not in names:
            names.append(json.loads(followed.recv(20))["event"])
        assert names[-3:] == ["offer_made", "decision_asked", "offer_declined"]
    assert ask(server, "GET", path, token=north).json["to_move"] == 1


def test_an_opponent_offers_with_its_move_and_playing_on_declines_that(server, ask, match, eventually):
    path, (south, _) = match(["human", MASTER], AHEAD[:-1])
    state = eventually(lambda: (shown := ask(server, "GET", path, token=south).json)["offers"] and shown)
    assert state["offers"] == [{"kind": "share", "seat": 1}]
    option = state["decision"]["options"][0]
    assert ask(server, "POST", f"{path}/choices", {"option": option}, token=south).json["offers"] == []


def test_an_offer_that_cannot_be_made_is_refused_with_the_reason(server, ask, begin, match):
    match_id, tokens = begin(server, "human", "human", game="oware")
    refused = ask(server, "POST", f"/matches/{match_id}/offers", {"kind": "share"}, token=tokens[0]).error
    assert refused == {
        "code": "cannot_offer",
        "message": "It is too early to share what is left: there is still something to be won.",
    }
    match_id, tokens = begin(server, "human", "human")
    refused = ask(server, "POST", f"/matches/{match_id}/offers", {"kind": "share"}, token=tokens[0]).error
    assert refused["message"] == "In Tic-tac-toe there is nothing to share."
    path, (_, north) = match(["human", "human"], EVEN)
    assert ask(server, "POST", f"{path}/offers", {"kind": "share"}, token=north).error["code"] == "not_your_turn"
    assert ask(server, "POST", f"{path}/offers", {"kind": "marriage"}, token=north).status == 422


def test_a_server_that_starts_anew_knows_what_is_offered(start, ask, tmp_path_factory):
    folder = tmp_path_factory.mktemp("anew")
    first = start(folder=folder)
    match_id, (south, north) = begun(f"sqlite:///{folder}/matches.db", "oware", ["human", "human"], EVEN)
    ask(first, "POST", f"/matches/{match_id}/offers", {"kind": "share"}, token=south)
    first.stop()
    second = start(folder=folder)
    assert ask(second, "GET", f"/matches/{match_id}", token=north).json["offers"] == [{"kind": "share", "seat": 0}]
    answered = ask(second, "POST", f"/matches/{match_id}/offers/share", {"accept": True}, token=north)
    assert answered.json["over"]
