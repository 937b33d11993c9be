"""`sparring load` puts load on a server and tells how long its answers take."""

import json
from xml.etree import ElementTree

import pytest

from sparring.server.load import Times
from sparring.terminal.main import main


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


def test_moves_are_asked_for_over_many_connections_and_drawn(server, capsys, tmp_path):
    asked = ["--game", "tictactoe", "--opponent", "random", "--seconds", "0.5", "--connections", "3"]
    picture = tmp_path / "load.svg"
    assert main(["load", server.address, *asked, "--json", "--picture", str(picture)]) == 0
    told = json.loads(capsys.readouterr().out)
    [answered] = told["times"]
    assert told["errors"] == 0
    assert answered["answers"] > 0
    assert 0 < answered["within_50"] <= answered["within_99"] <= answered["within_99.9"]
    drawn = ElementTree.parse(picture)
    assert drawn.findall("{*}polyline")
    assert "99 %" in {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}


def test_matches_are_played_at_once_and_a_table_tells_both_times(server, capsys):
    asked = ["--game", "tictactoe", "--opponent", "random:pace_min=0", "--matches", "3", "--pause", "0.01"]
    assert main(["load", server.address, *asked, "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    assert "acknowledged" in said
    assert "answered by random" in said
    assert "Errors: 0" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["http://127.0.0.1:1"], "127.0.0.1:1 does not answer"),
        (["ftp://host"], "is not a server's address"),
        (["http://127.0.0.1:1", "--seconds", "0"], "seconds must be a number from 0.1 to 3600"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_sentence(capsys, arguments, said):
    assert main(["load", *arguments]) != 0
    assert said in capsys.readouterr().err


def test_the_time_within_which_a_share_of_the_answers_came_is_one_of_the_times():
    times = Times("x", [3.0, 1.0, 2.0, 4.0])
    assert [times.within(percent) for percent in (0, 50, 99)] == [1.0, 3.0, 4.0]
    assert Times("nothing").within(99) == 0.0
