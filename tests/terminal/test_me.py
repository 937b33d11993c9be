"""`sparring me`: results of the terminal are kept, rated, shown and deleted."""

import json
import re

import pytest

from sparring.arena.standing import Result
from sparring.terminal import me

pytestmark = pytest.mark.req("ALL-18")

LOST = Result("connect4", "easy", 0, 0.0, when=1_000.0, moves=20)


def test_without_results_it_says_how_to_begin(run, answer):
    assert "no results yet" in run("me")[1]
    assert answer("me")["games"] == []


def test_results_make_a_rating_and_name_the_next_opponent(run, answer):
    for number in range(6):
        me.keep(Result(**{**vars(LOST), "when": 1_000.0 + number}))
    me.keep(Result(**{**vars(LOST), "when": 2_000.0, "help": "hint"}))
    (told,) = answer("me")["games"]
    assert (told["game"], told["matches"]) == ("connect4", 6)
    assert told["low"] < told["rating"] < told["high"]
    assert [result["rated"] for result in told["results"]] == [True] * 6 + [False]
    assert told["results"][-1]["why"] == "You asked for a hint or for scores."
    assert told["next"]["opponent"] in ("random", "level1", "level2"), "these are around 45 %"
    shown = run("me")[1]
    assert "Connect Four" in shown
    assert f"Next: {told['next']['opponent']}" in shown


def test_a_broken_line_is_left_out_and_everything_can_be_deleted(run, answer):
    me.keep(LOST)
    with me.path().open("a") as file:
        file.write("{broken\n[]\n" + json.dumps({"unknown": 1}) + "\n")
    assert len(answer("me")["games"][0]["results"]) == 1
    assert "deleted" in run("me", "--delete")[1]
    assert not me.path().exists()
    assert answer("me")["games"] == []


def test_a_match_in_the_terminal_is_kept_with_what_kept_it_from_counting(run, answer, monkeypatch):
    for entries, why in ((["a1", "a2", "a3"], ""), (["hint", "a1", "a2", "a3"], "hint")):
        played = iter([*entries, "b1", "b2", "b3", "c1", "c2", "c3"])
        monkeypatch.setattr("sparring.terminal.menu.read_line", lambda _, played=played: next(played))
        shown = run("play", "tictactoe", "--opponent", "SpeedyGibbon")[1]
        assert "The match counts for your rating." in shown
        assert ("does not count" in shown) == bool(why)
    first, second = answer("me")["games"][0]["results"]
    assert (first["rated"], second["rated"]) == (True, False)
    assert first["opponent"] == "SpeedyGibbon"


@pytest.mark.req("ALL-13")
def test_an_adaptive_opponent_follows_the_results_of_the_terminal(run, monkeypatch):
    monkeypatch.setattr("sparring.terminal.menu.read_line", lambda _: "quit")
    strong = run("play", "connect4", "--opponent", "adaptive")[1]
    for number in range(8):
        me.keep(Result(**{**vars(LOST), "when": float(number)}))
    weak = run("play", "connect4", "--opponent", "adaptive")[1]
    met = [re.search(r"It plays as (\w+) in this match, rated (\d+)", shown) for shown in (strong, weak)]
    assert int(met[1][2]) < int(met[0][2])
