"""Whoever plays opponents alone need not wait for those that only seem to think."""

import time

import pytest

SLOW = "random:pace_min=30,pace_max=30"


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--log", "warning")


def test_opponents_choose_at_once_when_their_player_hurries_them(server, ask):
    began = time.monotonic()
    begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", SLOW], "paced": True}).json
    path, token = f"/matches/{begun['id']}", begun["tokens"][0]
    assert ask(server, "POST", f"{path}/hurry", token=token).json == {"hurried": False}
    for made in (1, 3):
        option = ask(server, "GET", path, token=token).json["decision"]["options"][0]
        ask(server, "POST", f"{path}/choices", {"option": option}, token=token)
        assert ask(server, "POST", f"{path}/hurry", token=token).json == {"hurried": True}
        answered = ask(server, "GET", f"{path}?wait=20", token=token).json
        assert answered["over"] or len(answered["moves"]) == made + 1
    assert time.monotonic() - began < 25


def test_nobody_hurries_in_a_match_between_people(server, ask):
    begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
    refused = ask(server, "POST", f"/matches/{begun['id']}/hurry", token=begun["tokens"][0])
    assert refused.status == 409
    assert refused.error["code"] == "between_people"
