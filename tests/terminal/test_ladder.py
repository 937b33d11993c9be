"""`sparring ladder`: shows what was measured, measures until it is narrow enough, resumes, and draws a picture."""

import json
from xml.etree import ElementTree

import pytest

import sparring
from sparring.terminal.main import main
from support.countdown import write_countdown


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = main(["ladder", *arguments])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def answer(run):
    def answer(*arguments):
        status, out, err = run(*arguments, "--json")
        assert status == 0, err
        return json.loads(out)

    return answer


@pytest.fixture
def countdown(tmp_path):
    return write_countdown(tmp_path)


def ratings(told):
    return {rung["opponent"]: rung for rung in told["ratings"]}


def test_it_shows_the_shipped_measurement(run, answer):
    shipped = answer("tictactoe")["ratings"]
    assert {rung["opponent"] for rung in shipped} == set(sparring.catalogue("tictactoe").entries) - {"adaptive"}
    assert shipped == sorted(shipped, key=lambda rung: -rung["rating"])
    assert "ChampionChimp" in run("tictactoe")[1]
    assert "400 points are odds of ten to one" in run("tictactoe")[1]


@pytest.mark.req("ALL-16")
def test_it_measures_from_the_anchor_and_keeps_what_it_measured(run, answer, countdown, tmp_path, capsys):
    assert "not measured yet" in run(countdown)[1]
    measured = answer(countdown, "--measure", "--interval", "120", "--jobs", "1")
    assert measured["anchor"] == "minimax"
    found = ratings(measured)
    assert set(found) == {"greedy", "minimax", "mcts", "random", "level1", "level2"}
    for name, like in (("level1", "greedy"), ("level2", "minimax"), ("random", "mcts")):
        assert {**found[name], "opponent": like} == found[like], "they play alike, so they are measured together"
    assert (found["minimax"]["rating"], found["minimax"]["low"], found["minimax"]["high"]) == (1500, 1500, 1500)
    for rung in found.values():
        assert rung["high"] - rung["low"] <= 240
        assert rung["games"] >= 8
        assert rung["date"]
        assert rung["digest"]
    assert answer(countdown) == measured
    assert answer(countdown, "--measure", "--interval", "120", "--jobs", "1") == measured, "nothing is stale"
    assert not list(tmp_path.rglob("*.journal"))
    assert "minimax has 1500 points by definition" in run(countdown)[1]
    assert main(["opponents", countdown, "--json"]) == 0
    listed = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert listed["greedy"]["games"] == found["greedy"]["games"]
    assert listed["adaptive"]["rated"] is False
    assert "rating" not in listed["adaptive"]


@pytest.mark.req("ALL-16")
def test_the_ladder_does_not_depend_on_processes_or_on_being_stopped(answer, countdown, tmp_path):
    one, two, stopped = (("--measure", "--interval", "150", "--save", str(tmp_path / name)) for name in ("1", "2", "3"))
    whole = answer(countdown, *one, "--jobs", "1")
    assert answer(countdown, *two, "--jobs", "2") == whole
    partly = answer(countdown, *stopped, "--jobs", "1", "--minutes", "0")
    assert sum(sum(meeting["finishes"].values()) for meeting in partly["meetings"]) == 2
    assert (tmp_path / "3.journal").read_text().count("\n") == 1
    (tmp_path / "3").unlink()
    assert answer(countdown, *stopped, "--jobs", "1") == whole
    assert not (tmp_path / "3.journal").exists()


def test_a_picture_shows_everybody_in_light_and_dark(answer, countdown, tmp_path):
    drawn = tmp_path / "ladder.svg"
    answer(countdown, "--measure", "--interval", "200", "--jobs", "1", "--picture", str(drawn))
    text = drawn.read_text()
    shown = "".join(ElementTree.fromstring(text).itertext())
    for part in ("Countdown", "greedy", "mcts", "random", "minimax has 1500 points by definition", "95 % intervals"):
        assert part in shown
    assert "prefers-color-scheme: dark" in text
    again = tmp_path / "again.svg"
    answer(countdown, "--picture", str(again))
    assert again.read_text() == text


def test_a_ladder_of_another_game_or_other_rules_is_not_used(answer, tmp_path):
    kept = tmp_path / "data" / "sparring" / "ladders" / "tictactoe.json"
    kept.parent.mkdir(parents=True)
    shipped = answer("tictactoe")
    for wrong in ({"game": "oware"}, {"rules": 99}):
        kept.write_text(json.dumps({**shipped, **wrong, "ratings": []}))
        assert answer("tictactoe") == shipped
    for damaged in ("", "[]", "{}", "nonsense", '{"game": "tictactoe", "rules": 1, "ratings": 3}'):
        kept.write_text(damaged)
        assert answer("tictactoe") == shipped


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--measure", "--save", "/dev/null/ladder.json"), "cannot be written"),
        (("--measure", "--interval", "0"), "interval must be a number"),
        (("--measure", "--minutes", "soon"), "minutes must be a number"),
        (("--interval", "30"), "--interval is for --measure"),
        (("--minutes", "3"), "--minutes is for --measure"),
        (("--picture", "/dev/null/ladder.svg"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run, arguments, why):
    status, _, err = run("tictactoe", *arguments)
    assert status == 2
    assert why in err
