"""Games by name: installed, registered, or a class in a file of the user's own."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint, EntryPoints
from random import Random

import pytest

import sparring
from sparring.rules import BadSetting, SparringError, UnknownName, registry
from sparring.rules.notation import read_line
from sparring.rules.own_code import Interrupted
from sparring.rules.registry import _opened, _registered
from sparring.terminal.main import main

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
    entries = set(sparring.catalogue("tug").entries)
    assert {"easy", "medium", "hard", "random", "minimax", "adaptive", "mcts", "level1", "level7"} <= entries
    _opened.pop("tug")


def test_a_game_is_found_by_file_and_by_module(source):
    assert sparring.game("tug_game.py:Tug").title == "Tug"
    assert sparring.game(f"{source}/tug_game.py:Tug").title == "Tug"
    assert sparring.game("tug_game:Tug").title == "Tug"


def test_a_game_class_or_object_is_accepted_as_a_game(source):
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
def test_something_that_is_not_a_game_is_refused_with_the_reason(source, spec, says):
    with pytest.raises(UnknownName, match=says):
        sparring.game(spec)


def test_a_line_is_read_as_moves_or_as_a_position():
    game = sparring.game("tictactoe")
    assert read_line(game, "").position == game.empty
    assert read_line(game, "b2 a1").position == game.read_position(".../.x./o.. x")
    assert read_line(game, ".../.x./o.. x").position == game.read_position(".../.x./o.. x")


# ---------------------------------------------------------------------- games with settings


def with_settings():
    return [name for name in registry._opened if "=" in name]


def test_of_the_games_with_settings_only_the_latest_stay_open(monkeypatch):
    monkeypatch.setattr(registry, "_opened", type(registry._opened)())
    monkeypatch.setattr(registry, "KEPT", 3)
    plain = sparring.game("fourinarow")
    first = sparring.game("fourinarow:width=7,height=7")
    for width in range(5, 10):
        sparring.game("fourinarow", width=width, height=6)
        assert sparring.game("fourinarow:width=5,height=6") is sparring.game("fourinarow:width=5,height=6")
    assert len(with_settings()) == 3
    assert sparring.game("fourinarow") is plain
    again = sparring.game("fourinarow:width=7,height=7")
    assert again is not first
    assert again.name == first.name
    assert again.options(again.start(Random(1))).keys() == first.options(first.start(Random(1))).keys()
    assert len(with_settings()) == 3


def test_a_game_is_not_read_from_a_text_that_is_too_long():
    with pytest.raises(BadSetting, match=r"at most 20000 characters, its settings included, not 20015\.") as caught:
        sparring.game("onepiece:deck1=" + "x" * 20_000)
    assert len(str(caught.value)) < 200


# ---------------------------------------------------------------------- installed games

PLUGINS = {
    "exits": "import sys; sys.exit('I do not want to be imported')",
    "raises": "raise RuntimeError('no\\nluck')",
    "wrong": "class Game(",
    "odd": "class Odd(BaseException): pass\nraise Odd('odd')",
    "cancels": "import asyncio\nraise asyncio.CancelledError",
    "mute": "class Mute(Exception):\n    def __str__(self): raise RuntimeError\nraise Mute",
    "verbose": "raise RuntimeError('x' * 1_000_000)",
    "missing": "import no_such_module_anywhere",
    "nothing": "Game = None",
    "half": "import sparring\nclass Game(sparring.Game):\n    name, title = 'half', 'Half'",
    **{
        name: SOURCE.replace("class Tug(sparring.Game):", f"class Game(sparring.Game):\n    {wrong}")
        for name, wrong in {
            "unmade": "def __init__(self): 1 / 0",
            "unmade_by_exit": "def __init__(self): raise SystemExit(3)",
            "unmade_oddly": "def __init__(self): raise BaseException('odd')",
            "settings": "settings = 17",
            "seats": "seats = 3",
            "how": "how_to_play = 'play well'",
            "about": "about = None",
            "offered": "offered = ('size',)",
            "property": "about = property(lambda self: 1 / 0)",
        }.items()
    },
}
MADE = ("unmade", "unmade_by_exit", "unmade_oddly", "seats", "how", "about", "offered", "property")
"""Those whose classes can be loaded, but not made into games that can be listed."""


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    """Installed packages whose games cannot be loaded, beside the games that come with Sparring."""
    for name, source in PLUGINS.items():
        (tmp_path / f"plugin_{name}.py").write_text(source)
    broken = [EntryPoint(name, f"plugin_{name}:Game", registry.GROUP) for name in PLUGINS]
    everything = EntryPoints([*broken[:3], *registry._installed(), *broken[3:]])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_installed", lambda: everything)
    monkeypatch.setattr(registry, "_unusable", {})


SHIPPED = ["connect4", "fourinarow", "onepiece", "oware", "tictactoe"]


def test_a_package_that_cannot_be_loaded_hides_no_other_game_and_is_told_once(plugins, caplog):
    assert set(sparring.game_names()) == {*SHIPPED, *PLUGINS}
    for _ in range(3):
        assert [game.name for game in registry.games()] == SHIPPED
    assert sparring.game_names() == SHIPPED
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == len(PLUGINS)
    for name in PLUGINS:
        [message] = [message for message in told if f"{name!r}" in message]
        assert re.fullmatch(r"The (entry point|game) '\w+'.* cannot be loaded: .+\.", message)
        assert "\n" not in message
        assert len(message) < 500
    assert any("'exits' (plugin_exits:Game)" in message and "I do not want" in message for message in told)


@pytest.mark.parametrize("name", [name for name in PLUGINS if name not in MADE])
def test_whoever_asks_for_a_game_that_cannot_be_loaded_is_told_why(plugins, name):
    for _ in range(2):
        with pytest.raises(UnknownName, match=rf"The entry point '{name}' \(plugin_{name}:Game\) cannot be loaded: "):
            sparring.game(name)


@pytest.mark.parametrize("name", MADE)
def test_whoever_asks_for_a_game_that_cannot_be_made_is_told_why(plugins, name):
    with pytest.raises(SparringError, match=r"^[^\n]{1,400}\.$"):
        sparring.game(name)


def test_what_interrupts_a_thread_is_not_the_fault_of_the_game_that_it_imports(plugins, monkeypatch):
    def interrupted(entry):
        raise Interrupted

    monkeypatch.setattr(EntryPoint, "load", interrupted)
    with pytest.raises(Interrupted):
        registry._find("raises")
    assert "raises" in sparring.game_names()


@pytest.mark.parametrize("in_main_thread", [True, False])
def test_only_ctrl_c_ends_the_search_for_games(plugins, monkeypatch, in_main_thread):
    def stopped(entry):
        raise KeyboardInterrupt

    monkeypatch.setattr(EntryPoint, "load", stopped)
    with ThreadPoolExecutor(1) as threads:
        found = registry._find if in_main_thread else lambda name: threads.submit(registry._find, name).result()
        with pytest.raises(KeyboardInterrupt if in_main_thread else UnknownName):
            found("raises")


def test_the_list_of_games_leaves_out_what_cannot_be_loaded(plugins, capsys):
    assert main(["games", "--json"]) == 0
    assert [game["name"] for game in json.loads(capsys.readouterr().out)] == SHIPPED
