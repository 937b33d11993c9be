"""Games by name: installed, registered, or a class in a file of the user's own."""

import pytest

import sparring
from sparring.rules import UnknownName
from sparring.rules.notation import read_line
from sparring.rules.registry import _opened, _registered

SOURCE = """
import sparring

class Tug(sparring.Game):
    name, title = "tug", "Tug"
    def start(self, rng): return 0
    def to_move(self, position): return 0
    def moves(self, position): return ["pull"]
    def play(self, position, move): return 1
    def outcome(self, position): return sparring.Outcome(0, "pulled") if position else None

class Half(sparring.Game):
    name, title = "half", "Half"
    def start(self, rng): return 0

not_a_game = 1
"""


@pytest.fixture
def source(tmp_path, monkeypatch):
    (tmp_path / "tug_game.py").write_text(SOURCE)
    (tmp_path / "broken_game.py").write_text("class Tug(")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.req("ALL-10")
def test_a_registered_game_is_found_by_its_name_and_has_opponents(source, monkeypatch):
    tug = type(sparring.game("tug_game.py:Tug"))
    monkeypatch.setitem(_registered, "tug", tug)
    assert sparring.register(tug) is tug
    assert "tug" in sparring.game_names()
    assert isinstance(sparring.game("tug"), tug)
    assert sparring.game("tug") is sparring.game("tug")
    assert set(sparring.catalogue("tug").entries) == {"random", "minimax"}
    _opened.pop("tug")


def test_a_game_is_found_by_file_and_by_module(source):
    assert sparring.game("tug_game.py:Tug").title == "Tug"
    assert sparring.game(f"{source}/tug_game.py:Tug").title == "Tug"
    assert sparring.game("tug_game:Tug").title == "Tug"


def test_a_class_and_a_game_are_games_as_they_are(source):
    tug = sparring.game("tug_game.py:Tug")
    assert sparring.game(tug) is tug
    assert isinstance(sparring.game(type(tug)), type(tug))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("chess", "no game 'chess'; there is connect4, fourinarow, onepiece, oware or tictactoe"),
        ("tug_game.py:Nothing", "has no game class 'Nothing'"),
        ("tug_game.py:not_a_game", "has no game class 'not_a_game'"),
        ("tug_game.py:Half", "lacks moves, outcome, play, to_move"),
        ("missing.py:Tug", "there is no file missing.py"),
        ("no_such_module:Tug", "No module named 'no_such_module'"),
        ("broken_game.py:Tug", "SyntaxError"),
        ("", "no game ''"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(source, spec, says):
    with pytest.raises(UnknownName, match=says):
        sparring.game(spec)


def test_a_line_is_read_as_moves_or_as_a_position():
    game = sparring.game("tictactoe")
    assert read_line(game, "") == game.empty
    assert read_line(game, "b2 a1") == game.read_position(".../.x./o.. x")
    assert read_line(game, ".../.x./o.. x") == game.read_position(".../.x./o.. x")
