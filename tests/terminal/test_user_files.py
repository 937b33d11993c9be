"""Every command that reads a file of the user refuses what is no such file, at once and in one sentence."""

import os

import pytest

RECORD_COMMANDS = (
    ("legal", "tictactoe"),
    ("perft", "tictactoe", "--depth", "1"),
    ("move", "tictactoe", "--opponent", "random"),
    ("analyse", "tictactoe"),
    ("draw", "tictactoe"),
    ("review", "tictactoe"),
)
DECK_COMMANDS = (
    ("legal", "onepiece"),
    ("watch", "onepiece", "random", "random"),
    ("arena", "onepiece", "random", "random", "--games", "2"),
)


def _pipe(path):
    os.mkfifo(path)


def _zeros(path):
    os.symlink("/dev/zero", path)


def _folder(path):
    path.mkdir()


def _huge(path):
    path.touch()
    os.truncate(path, 10**12)


def _long_line(path):
    path.write_bytes(b"Sparring record 1\nGame: tictactoe\n\n0: " + b"x" * 10_000_000 + b"\n")


def _binary(path):
    path.write_bytes(b"\xff\xfe\x00")


NO_FILES = (_pipe, _zeros, _folder, _huge, _long_line, _binary)


def _assert_refused(told, *, says="cannot be read"):
    status, out, err = told
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert len(err) < 2100


@pytest.mark.parametrize("make", NO_FILES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", RECORD_COMMANDS, ids=lambda command: command[0])
def test_what_is_not_a_record_is_refused(run, tmp_path, command, make):
    make(tmp_path / "match.txt")
    _assert_refused(run(*command, "--record", str(tmp_path / "match.txt")))


@pytest.mark.parametrize("make", NO_FILES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", DECK_COMMANDS, ids=lambda command: command[0])
def test_what_is_not_a_deck_is_refused(run, tmp_path, command, make):
    make(tmp_path / "deck.json")
    _assert_refused(run(*command, "--decks", f"{tmp_path}/deck.json,ST01"))


@pytest.mark.parametrize("make", [_huge, _long_line], ids=lambda make: make.__name__)
def test_what_is_too_large_for_a_game_is_not_run(run, tmp_path, make):
    make(tmp_path / "nim.py")
    _assert_refused(run("legal", f"{tmp_path}/nim.py:Nim"))


@pytest.mark.parametrize("make", [_pipe, _zeros, _folder], ids=lambda make: make.__name__)
def test_what_is_not_a_file_is_not_a_game(run, tmp_path, make):
    make(tmp_path / "nim.py")
    _assert_refused(run("legal", f"{tmp_path}/nim.py:Nim"), says="there is no file")


@pytest.mark.parametrize("make", [_huge, _binary], ids=lambda make: make.__name__)
def test_a_list_of_opponents_that_cannot_be_read_is_refused(run, tmp_path, make):
    (tmp_path / "tug.py").write_text(
        "import sparring\n"
        "class Tug(sparring.Game):\n"
        "    name, title = 'tug', 'Tug'\n"
        "    def start(self, rng): return 0\n"
        "    def to_move(self, position): return 0\n"
        "    def moves(self, position): return ['pull']\n"
        "    def play(self, position, move): return 1\n"
        "    def outcome(self, position): return sparring.Outcome(0) if position else None\n"
    )
    make(tmp_path / "opponents.toml")
    _assert_refused(run("opponents", f"{tmp_path}/tug.py:Tug"))


def test_a_long_line_of_a_record_is_not_repeated_in_full(run, tmp_path):
    (tmp_path / "match.txt").write_text("Sparring record 1\nGame: tictactoe\n\n" + "x" * 1_000_000 + "\n")
    _assert_refused(run("legal", "tictactoe", "--record", f"{tmp_path}/match.txt"), says="Line 4 of the record")


@pytest.mark.parametrize("text", ["x" * 100_000, "\0" * 100_000], ids=["a long line", "zeros"])
def test_a_line_of_positions_that_does_not_end_is_refused(run, monkeypatch, tmp_path, text):
    (tmp_path / "lines.txt").write_text(text)
    with (tmp_path / "lines.txt").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        _assert_refused(run("analyse", "tictactoe", "--each"), says="longer than")


def test_a_line_typed_by_a_person_that_does_not_end_is_refused(run, monkeypatch, tmp_path):
    (tmp_path / "lines.txt").write_text("x" * 100_000)
    with (tmp_path / "lines.txt").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        status, _, err = run("play", "tictactoe", "--opponent", "random")
    assert status == 2
    assert "longer than" in err
    assert err.count("\n") == 1
