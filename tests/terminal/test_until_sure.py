"""`sparring arena --until-sure`: it stops by itself, and its verdict depends on the seed alone."""

import json

import pytest

from sparring.terminal.main import main


def run(capsys, *arguments):
    status = main(["arena", *arguments])
    return status, *capsys.readouterr()


def answer(capsys, *arguments):
    status, out, err = run(capsys, *arguments, "--json")
    assert status == 0, err
    return json.loads(out)


@pytest.mark.req("ALL-16")
def test_it_stops_by_itself_and_names_the_better_one(capsys):
    for order in (("SpeedyGibbon", "random"), ("random", "SpeedyGibbon")):
        found = answer(
            capsys, "tictactoe", *order, "--until-sure", "--seed", "1", "--opening-plies", "2", "--jobs", "1"
        )
        assert found["verdict"]["better"] == "SpeedyGibbon"
        assert found["decided"]
        assert found["verdict"]["games"] == found["games"] < 100
        [pair] = found["pairs"]
        assert pair["wins"] + pair["draws"] + pair["losses"] == found["games"]


@pytest.mark.req("ALL-16")
def test_the_verdict_does_not_depend_on_how_many_processes_play(capsys):
    asked = ("tictactoe", "TricksterMonkey", "WildcardLemur", "--until-sure", "--seed", "3", "--opening-plies", "1")
    assert answer(capsys, *asked, "--jobs", "1") == answer(capsys, *asked, "--jobs", "3")


def test_of_two_equals_neither_is_better(capsys):
    asked = ("tictactoe", "random", "random", "--until-sure", "--seed", "1", "--better-by", "200", "--jobs", "1")
    assert answer(capsys, *asked)["verdict"]["better"] is None
    assert "Neither is better by 200 points" in run(capsys, *asked)[1]


def test_it_gives_up_after_the_most_games(capsys):
    asked = ("tictactoe", "random", "random", "--until-sure", "--most-games", "9", "--seed", "1", "--jobs", "1")
    found = answer(capsys, *asked)
    assert (found["verdict"], found["decided"]) == ({"better": None, "games": 10}, False)
    assert "not sure yet who is better after 10 games" in run(capsys, *asked)[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("tictactoe", "random", "minimax", "mcts", "--until-sure"), "compares two opponents, not 3"),
        (("tictactoe", "random", "--until-sure"), "at least two opponents"),
        (("tictactoe", "random", "minimax", "--games", "4", "--error", "0.1"), "--error is for --until-sure"),
        (("tictactoe", "random", "minimax", "--until-sure", "--error", "0"), "error must be a number"),
        (("tictactoe", "random", "minimax", "--until-sure", "--better-by", "0"), "better-by must be a number"),
        (("tictactoe", "random", "minimax", "--until-sure", "--most-games", "1"), "most-games must be a whole number"),
        (("onepiece", "random", "random", "--decks", "all", "--until-sure"), "a field of decks needs --games"),
    ],
)
def test_what_cannot_be_tested_is_refused_in_a_sentence(capsys, arguments, why):
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert why in err
