"""`sparring check` tells an author what is wrong with a game, and where."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.req("ALL-22")

NIM = """
import sparring

class Nim(sparring.Game):
    name, title = "nim", "Nim"

    def start(self, rng):
        return (1, 2), 0

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [f"{take} from {heap}" for heap, size in enumerate(position[0], 1) for take in range(1, size + 1)]

    def play(self, position, move):
        take, heap = (int(word) for word in move.split(" from "))
        heaps = tuple(size - take * (number == heap) for number, size in enumerate(position[0], 1))
        return heaps, 1 - position[1]

    def outcome(self, position):
        return None if any(position[0]) else sparring.Outcome(1 - position[1], "took the last one")
"""


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """Write the game, with some text replaced and files beside it; returns the name of the game."""
    monkeypatch.chdir(tmp_path)

    def nim(old="", new="", **beside):
        assert old in NIM
        name = f"nim_{abs(hash((old, new, *beside.values()))):x}"
        Path(f"{name}.py").write_text(NIM.replace(old, new))
        for file, text in beside.items():
            Path(file.replace("_", ".")).write_text(text)
        return f"{name}.py:Nim"

    return nim


def test_a_sound_game_has_no_faults(run, nim):
    status, out, err = run("check", nim(), "--games", "20")
    assert (status, err) == (0, "")
    assert out.startswith("Nothing is wrong with Nim. (20 random games with ")
    status, out, err = run("check", nim(), "--games", "5", "--json")
    assert status == 0
    assert json.loads(out)["ok"] is True
    assert json.loads(out)["faults"] == []
    assert json.loads(out)["games"] == 5


def test_each_fault_is_a_sentence_with_its_place_and_the_status_is_1(run, nim):
    game = nim("Outcome(1 - position[1],", "Outcome(2,")
    status, out, err = run("check", game, "--games", "20", "--json")
    assert (status, err) == (1, "")
    told = json.loads(out)
    assert told["ok"] is False
    [fault] = told["faults"]
    assert fault["fault"] == "The winner 2 is not a seat: seats are numbers from 0 to 1, or None for a draw."
    assert fault["where"] == f'{game.partition(":")[0]}:21, in outcome, after "2 from 2", "1 from 1"'
    status, out, err = run("check", game, "--games", "20")
    assert (status, err) == (1, "")
    assert out.startswith("1. The winner 2 is not a seat")
    assert "Nim has 1 fault." in out


def test_an_error_is_told_with_its_line(run, nim):
    game = nim('move.split(" from ")', 'move.split("from")[:position[1] + 1]')
    status, out, _ = run("check", game, "--games", "5", "--json")
    [fault] = json.loads(out)["faults"]
    assert status == 1
    assert fault["fault"] == "play raises ValueError: not enough values to unpack (expected 2, got 1)."
    assert fault["where"] == f"{game.partition(':')[0]}:17, in play, at the start"


def test_a_game_that_never_ends_is_a_fault(run, nim):
    game = nim('return [f"{take}', 'return ["0 from 1"] or [f"{take}')
    status, out, _ = run("check", game, "--games", "3", "--most-plies", "50", "--json")
    [fault] = json.loads(out)["faults"]
    assert status == 1
    assert fault["fault"] == "A random game was not over after 50 plies: some rule must end every game."


@pytest.mark.parametrize(
    ("toml", "says", "line"),
    [
        ("[Odd", "cannot be read", ""),
        ('default = "Nobody"', "The default 'Nobody' is none of the opponents of Nim", ""),
        ('\n[Odd]\nlevel = 1\nbrain = "x:Y"', "The opponent Odd lacks about", ""),
        ('\n[Odd]\nabout = "?"\nlevel = 1\nbrain = "no_such_brain:Y"', "no_such_brain", ":2"),
        ('\n[Odd]\nabout = "?"\nlevel = 1\nbrain = "sparring.brains.brain:Whim"\nrandomness = 7', "from 0 to 1", ":2"),
    ],
)
def test_faults_of_the_opponents_file_are_told(run, nim, toml, says, line):
    status, out, _ = run("check", nim(opponents_toml=toml), "--games", "3", "--json")
    [fault] = json.loads(out)["faults"]
    assert status == 1
    assert says in fault["fault"]
    assert fault["where"].endswith(f"opponents.toml{line}")


BRAIN = """
from sparring import Brain

class Careless(Brain):
    def judge(self, decision):
        return {}["nothing"]
"""


def test_a_brain_that_fails_is_told_with_its_line(run, nim):
    toml = '[Odd]\nabout = "?"\nlevel = 1\nbrain = "careless:Careless"'
    status, out, _ = run("check", nim(opponents_toml=toml, careless_py=BRAIN), "--games", "3", "--json")
    [fault] = json.loads(out)["faults"]
    assert status == 1
    assert "careless.py, line 6, in judge: KeyError: 'nothing'" in fault["fault"]
    assert fault["where"] == "opponents.toml:1"


def test_what_is_not_a_game_is_refused(run, nim):
    assert run("check", "nosuch")[0] == 2
    assert run("check", nim(), "--games", "0")[0] == 2
