"""Whatever the code of a user's own game raises, a command ends with one sentence that says what and where."""

import pytest

GAME = """
import sparring
{at_import}

class Tug(sparring.Game):
    name, title = "tug", "Tug"

    def start(self, rng):
        return 0

    def to_move(self, position):
        return position % 2

    def moves(self, position):
        {in_moves}
        return ["pull", "wait"]

    def play(self, position, move):
        return position + 1

    def outcome(self, position):
        return sparring.Outcome(0, "pulled") if position > 3 else None
"""

ENDINGS = {
    "raise SystemExit(3)": "SystemExit: 3",
    "import sys; sys.exit()": "SystemExit",
    "import sys; sys.exit('goodbye')": "SystemExit: goodbye",
    "raise GeneratorExit": "GeneratorExit",
    "raise type('Stop', (BaseException,), {})('now')": "Stop: now",
    "raise BrokenPipeError(32, 'Broken pipe')": "Broken pipe",
    "open('/no/such/file')": "No such file",
    "raise MemoryError": "MemoryError",
    "1 / 0": "ZeroDivisionError: division by zero",
}
COMMANDS = (
    ("legal",),
    ("move", "--opponent", "random"),
    ("analyse",),
    ("watch", "random", "random"),
    ("arena", "random", "random", "--games", "2", "--jobs", "1"),
)


@pytest.fixture
def game(tmp_path):
    def game(at_import="", in_moves=""):
        (tmp_path / "tug.py").write_text(GAME.format(at_import=at_import, in_moves=in_moves))
        return f"{tmp_path}/tug.py:Tug"

    return game


def _assert_told(told, status, says):
    assert told[0] == status
    assert says in told[2]
    assert told[2].count("\n") == 1
    assert told[2].startswith("sparring: ")


@pytest.mark.parametrize(("code", "says"), ENDINGS.items())
def test_a_game_file_that_fails_while_it_is_loaded_is_refused(run, game, code, says):
    told = run("legal", game(at_import=code))
    _assert_told(told, 2, says)
    assert "cannot be loaded" in told[2]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(("code", "says"), ENDINGS.items())
def test_rules_that_fail_end_a_command_with_one_sentence(run, game, command, code, says):
    first, *others = command
    told = run(first, game(in_moves=code), *others)
    _assert_told(told, 1, says)
    assert "tug.py, line 15, in moves" in told[2] or "Tug.moves wants to end the program" in told[2]


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "1 / 0"])
def test_rules_that_fail_in_another_process_end_a_tournament_with_one_sentence(run, game, code):
    """They fail only where the worker plays, so that the tournament has begun."""
    only_there = f"import multiprocessing\n        if multiprocessing.parent_process(): {code}"
    told = run("arena", game(in_moves=only_there), "random", "random", "--games", "4", "--jobs", "2")
    _assert_told(told, 1, "Tug.moves wants to end the program" if "Exit" in code else "in moves: ZeroDivisionError")


def test_rules_that_fail_end_a_persons_match_with_one_sentence(run, game, monkeypatch, tmp_path):
    (tmp_path / "lines.txt").write_text("pull\n")
    with (tmp_path / "lines.txt").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        told = run("play", game(in_moves="if position: raise SystemExit(3)"), "--opponent", "random")
    _assert_told(told, 1, "SystemExit: 3")


def test_a_module_and_a_brain_that_end_the_program_are_refused(run, game, tmp_path, monkeypatch):
    spec = game()
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "opponents.toml").write_text('[Odd]\nabout = "?"\nlevel = 1\nbrain = "leaving:Brain"\n')
    monkeypatch.syspath_prepend(tmp_path)
    _assert_told(run("legal", "leaving:Game"), 2, "cannot be loaded: SystemExit: 3")
    _assert_told(run("move", spec, "--opponent", "Odd"), 2, "cannot be loaded: SystemExit: 3")


def test_a_server_is_not_started_with_a_game_that_ends_the_program(run, game):
    _assert_told(run("serve", "--port", "0", "--game", game(at_import="raise SystemExit(3)")), 2, "SystemExit: 3")


def test_a_fault_of_sparring_itself_is_not_hidden(monkeypatch):
    from sparring.terminal.main import main

    monkeypatch.setattr("sparring.terminal.lists.games", lambda options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["games"])
