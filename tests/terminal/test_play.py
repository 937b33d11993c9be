"""Playing with input from a pipe, and at a pseudo-terminal."""

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from itertools import groupby, pairwise
from pathlib import Path

import pytest

import sparring
from sparring.rules import notation
from support import cookbook
from support.processes import sparring as run_sparring

COMMAND = [sys.executable, "-m", "sparring.terminal.main", "play"]


def play_piped(tmp_path, moves, *arguments):
    """Play with moves from a pipe; returns exit status, output, error output and the saved record."""
    saved = tmp_path / "match.txt"
    done = run_sparring("play", *arguments, "--save", saved, input=moves)
    return done.returncode, done.stdout, done.stderr, sparring.Record.parse(saved.read_text())


@pytest.mark.req("ALL-12", "ALL-23")
@pytest.mark.parametrize("kind", ["program", "class"])
def test_a_whole_game_against_an_opponent_of_ones_own(tmp_path, kind):
    (tmp_path / "own.py").write_text(
        "import sparring\nclass First(sparring.Player):\n    def choose(self, decision): return decision.options[0]\n"
    )
    engine = Path(__file__).parent.parent / "support" / "rude_engine.py"
    program = f"engine:{shlex.join([sys.executable, '-I', '-S', str(engine), 'none'])}"
    own = program if kind == "program" else f"{tmp_path}/own.py:First"
    status, out, err, record = play_piped(tmp_path, "c1\nc2\nc3\n", "tictactoe", "--opponent", own)
    assert (status, err) == (0, "")
    assert "You win: 3 in a row." in out
    assert record.headers["Seat 1"] == own


@pytest.mark.req("ALL-12")
@pytest.mark.parametrize("name", sparring.catalogue("tictactoe").entries)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_against_every_opponent_in_both_seats(tmp_path, name, seat):
    """The person tries every cell in turn; occupied ones are refused."""
    cells = "\n".join(["a1", "b2", "c3", "a2", "c2", "b1", "b3", "a3", "c1"] * 2)
    second = ["--second"] if seat else []
    status, out, err, record = play_piped(tmp_path, cells, "tictactoe", "--opponent", name, "--seed", "4", *second)
    assert (status, err) == (0, "")
    assert re.search(r"^(You win|A draw|\S+ wins): (3 in a row|the board is full)\.$", out, re.M)
    game = sparring.game("tictactoe")
    *_, last = notation.replay(game, record)
    assert game.outcome(last) is not None
    assert record.headers[f"Seat {seat}"] == "human"
    assert record.headers[f"Seat {1 - seat}"].partition(":")[0] == name


def test_an_illegal_entry_is_refused_with_the_reason_and_asked_again(tmp_path):
    entries = "b2\nb2\nz9\nhello\n[/red]\n\nhelp\nquit\n"
    status, out, err, record = play_piped(tmp_path, entries, "tictactoe", "--opponent", "StrategistApe", "--seed", "1")
    assert (status, err) == (0, "")
    assert "b2 is taken: there is already an x on it." in out
    assert "z9 is not on the board" in out
    assert "'hello' is not a cell" in out
    assert "'[/red]' is not a cell" in out
    assert "Legal moves:" in out
    assert record.choices()[0].option == "b2"
    assert len(record.choices()) == 2


def test_undo_takes_back_both_moves_and_the_record_still_replays(tmp_path):
    entries = "undo\nb2\nundo\na1\nquit\n"
    status, out, _, record = play_piped(tmp_path, entries, "tictactoe", "--opponent", "StrategistApe", "--seed", "1")
    assert status == 0
    assert "There is nothing to take back yet." in out
    assert "Taken back." in out
    assert "! undo 2" in str(record)
    assert record.choices()[0].option == "a1"
    assert len(list(notation.replay(sparring.game("tictactoe"), record))) == 3


@pytest.mark.req("ALL-9", "ALL-19")
def test_a_match_is_tried_again_from_a_move_of_its_record(tmp_path):
    record = tmp_path / "match.txt"
    moves = "0: a1\n1: b2\n0: a3\n1: c1\n0: b1\n1: a2\n"
    record.write_text(f"Sparring record 1\nGame: tictactoe\nSeat 0: human\nSeat 1: StrategistApe\n\n{moves}", "utf-8")
    arguments = ("tictactoe", "--again", str(record), "--move", "5")
    status, out, err, saved = play_piped(tmp_path, "a2\n", *arguments)
    assert (status, err) == (0, "")
    assert "StrategistApe" in out
    assert "It did not begin from the usual start." in out
    assert "You win: 3 in a row." in out
    assert [chosen.option for chosen in saved.choices()] == ["a1", "b2", "a3", "c1", "a2"]


def test_another_try_needs_a_record_and_one_of_its_moves(tmp_path):
    record = tmp_path / "match.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: a1\n", "utf-8")
    for given, said in (
        (("--again", record), "--again FILE --move N"),
        (("--again", record, "--move", "2"), "move must be a whole number from 1 to 1"),
        (("--again", record, "--move", "1", "--second"), "--again takes no --second"),
    ):
        done = run_sparring("play", "tictactoe", *given)
        assert done.returncode == 2
        assert said in done.stderr


@pytest.mark.req("ALL-9")
def test_a_hint_is_an_idea_first_and_the_move_with_its_reason_when_asked_again(tmp_path):
    arguments = ("tictactoe", "--opponent", "StrategistApe", "--seed", "1")
    _, once, _, _ = play_piped(tmp_path, "hint\nquit\n", *arguments)
    assert "You can hold a draw. Type hint again for the move." in once
    assert "Try" not in once
    _, twice, _, _ = play_piped(tmp_path, "hint\nhint\nquit\n", *arguments)
    assert re.search(r"Try [abc][123]\. It holds the draw against best play\.", twice)
    _, anew, _, _ = play_piped(tmp_path, "hint\nb2\nhint\nquit\n", *arguments)
    assert anew.count("Type hint again for the move.") == 2


@pytest.mark.parametrize("entries", ["", "b2\n", "b2\nquit\n"])
def test_leaving_is_clean_and_keeps_what_was_played(tmp_path, entries):
    status, out, err, record = play_piped(tmp_path, entries, "tictactoe", "--opponent", "StrategistApe", "--seed", "1")
    assert (status, err) == (0, "")
    assert out.endswith("Until next time.\n")
    assert (len(record.choices()) > 0) == bool(entries)


def test_the_same_seed_is_answered_with_the_same_moves(tmp_path):
    arguments = ("a1\nc3\n", "tictactoe", "--opponent", "WildcardLemur", "--seed", "9")
    assert play_piped(tmp_path, *arguments)[3] == play_piped(tmp_path, *arguments)[3]


def accept_ctrl_c():
    """Processes that run in the background, as these tests may, ignore Ctrl-C unless they are told otherwise."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A person's terminal, with a program running in it."""

    def __init__(self, *command):
        self.process_id, self.screen = pty.fork()
        if self.process_id == 0:
            accept_ctrl_c()
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)
        self.shown = ""

    def wait_for(self, text, seconds=30):
        """Read until a text is shown after the last input."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} was not shown, but: {self.shown!r}")
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:  # the program has ended
                    if text not in self.shown:
                        raise AssertionError(f"ended without {text!r}: {self.shown!r}") from None

    def type(self, text):
        self.shown = ""
        os.write(self.screen, text.encode())

    def exit_status(self):
        while True:
            try:
                if not os.read(self.screen, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.process_id, 0)
        return os.waitstatus_to_exitcode(status)


def test_a_terminal_game_asks_for_what_is_missing_and_offers_and_saves_another_game(tmp_path):
    saved = tmp_path / "match.txt"
    terminal = Terminal(*COMMAND, "--save", str(saved))
    terminal.wait_for("Which game?")
    terminal.type("tictactoe\r")
    terminal.wait_for("Enter for StrategistApe")
    terminal.type("nobody\r")
    terminal.wait_for("is none of them")
    terminal.type("s\r")
    terminal.wait_for("could be")
    terminal.type("speedy\r")
    terminal.wait_for("Settings of SpeedyGibbon")
    terminal.type("\r")
    terminal.wait_for("Do you want to begin")
    terminal.type("perhaps\r")
    terminal.wait_for("Please answer y or n")
    terminal.type("\r")
    terminal.wait_for("Your move (x)")
    assert "SpeedyGibbon" in terminal.shown
    for cell in ("a1", "b2", "c3", "a2", "c2", "b1", "b3", "a3", "c1"):
        terminal.type(f"{cell}\r")
        try:
            terminal.wait_for("Your move (x)", seconds=3)
        except AssertionError:
            break
    terminal.wait_for("Play again?")
    terminal.type("a1\r")
    terminal.wait_for("Please answer y, s or o")
    terminal.type("s\r")
    terminal.wait_for("Your move (o)")
    terminal.type("quit\r")
    terminal.wait_for("Until next time.")
    assert terminal.exit_status() == 0
    assert sparring.game("tictactoe").outcome(end_of(saved)) is not None
    assert len(sparring.Record.parse((tmp_path / "match-2.txt").read_text()).choices()) == 1


@pytest.mark.req("ALL-25", "C4-2")
def test_the_menu_takes_settings_as_the_command_line_does_and_quits_at_every_question():
    terminal = Terminal(*COMMAND)
    terminal.wait_for("Which game?")
    terminal.type("connect4\r")
    terminal.wait_for("Enter for medium")
    terminal.type("?\r")
    terminal.wait_for("quit leaves")
    terminal.type("minimax:depth=9\r")
    terminal.wait_for("depth must be a whole number from 1 to 8")
    terminal.type("minimax:depth=6\r")
    terminal.wait_for("Do you want to begin")
    terminal.type("quit\r")
    terminal.wait_for("Until next time.")
    assert terminal.exit_status() == 0


@pytest.mark.req("ALL-22", "ALL-25")
def test_the_menu_takes_several_opponents_at_once_and_asks_for_a_seat(tmp_path):
    terminal = Terminal(*COMMAND, cookbook.write("islands", tmp_path))
    terminal.wait_for("Opponent 1 of 2, or several at once")
    terminal.type("easy,nobody\r")
    terminal.wait_for("'nobody' is none of them")
    terminal.type("easy,random,random\r")
    terminal.wait_for("2 can be named here, not 3.")
    terminal.type("random:pace_min=0,pace_max=0,minimax:depth=1\r")
    terminal.wait_for("Which seat do you take: orange, blue or green?")
    terminal.type("gr\r")
    terminal.wait_for("Your move (green)")
    assert "random (orange)" in terminal.shown
    assert "minimax (blue)" in terminal.shown
    terminal.type("quit\r")
    terminal.wait_for("Until next time.")
    assert terminal.exit_status() == 0


@pytest.mark.req("ALL-25")
def test_the_menu_lists_and_checks_the_settings_of_games_and_opponents():
    terminal = Terminal(*COMMAND)
    terminal.wait_for("Which game?")
    terminal.type("fourinarow\r")
    terminal.wait_for("Settings of fourinarow")
    terminal.type("?\r")
    terminal.wait_for("how many in a row win")
    terminal.type("width=99\r")
    terminal.wait_for("does not fit")
    terminal.type("width=7 height=7\r")
    terminal.wait_for("on 7×7")
    terminal.type("adaptive\r")
    terminal.wait_for("Settings of adaptive")
    terminal.type("?\r")
    terminal.wait_for("the share that you should score")
    assert "randomness" not in terminal.shown
    terminal.type("more\r")
    terminal.wait_for("randomness")
    terminal.type("target=2\r")
    terminal.wait_for("target must be a number from 0.05 to 0.95")
    terminal.type("quit\r")
    terminal.wait_for("Until next time.")
    assert terminal.exit_status() == 0


def end_of(saved):
    *_, last = notation.replay(sparring.game("tictactoe"), sparring.Record.parse(saved.read_text()))
    return last


UP = "\x1b[1A"
"""The control sequence that moves the cursor one line up."""


def test_at_a_terminal_seeds_are_sown_one_by_one_in_place():
    terminal = Terminal(*COMMAND, "oware", "--opponent", "random:pace_min=0,pace_max=0", "--seed", "1")
    terminal.wait_for("Your move (south)")
    assert UP not in terminal.shown
    terminal.type("A\r")
    terminal.wait_for("Your move (south)")
    own, other = re.split("random.*: ", terminal.shown)
    for move in (own, other):
        drawn = re.sub(r"\x1b\[[\d;]*m", "", move).split(UP)
        boards = [re.findall(r"[\d·]+(?= +│)", drawing) for drawing in drawn if "has" in drawing]
        counts = [board for board, _ in groupby(boards)]
        assert [len(board) for board in counts] == [12] * 4, "twelve houses with four seeds each"
        assert all(sum(a != b for a, b in zip(*pair, strict=True)) == 2 for pair in pairwise(counts))
    terminal.type("quit\r")
    assert terminal.exit_status() == 0


def test_from_a_pipe_every_board_is_drawn_once(tmp_path):
    _, out, _, record = play_piped(tmp_path, "A\nquit\n", "oware", "--opponent", "random", "--seed", "1")
    assert len(record.choices()) == 2
    assert out.count("south has") == 3


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_leave_cleanly(key, tmp_path):
    saved = tmp_path / "match.txt"
    terminal = Terminal(*COMMAND, "tictactoe", "--opponent", "SpeedyGibbon", "--save", str(saved))
    terminal.wait_for("Your move (x)")
    terminal.type("a1\r")
    terminal.wait_for("Your move (x)")
    terminal.type(key)
    terminal.wait_for("Until next time.")
    assert "Traceback" not in terminal.shown
    assert terminal.exit_status() == 0
    assert len(sparring.Record.parse(saved.read_text()).choices()) == 2


def test_ctrl_c_while_the_opponent_seems_to_think_leaves_at_once():
    paced = "StrategistApe:pace_min=50,pace_max=60"
    terminal = Terminal(*COMMAND, "tictactoe", "--opponent", paced, "--second")
    terminal.wait_for("is thinking")
    terminal.type("\x03")
    terminal.wait_for("Until next time.")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("command", ["watch tictactoe random random", "arena tictactoe random random --games 100000"])
def test_ctrl_c_stops_longer_work_without_a_traceback(command):
    terminal = Terminal(*COMMAND[:-1], *command.split())
    terminal.wait_for("random" if "watch" in command else "games")
    terminal.type("\x03")
    terminal.wait_for("Stopped.")
    assert "Traceback" not in terminal.shown
    assert terminal.exit_status() == 130


def test_a_signal_to_a_piped_game_leaves_cleanly():
    process = subprocess.Popen(
        [*COMMAND, "tictactoe", "--opponent", "SpeedyGibbon"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=accept_ctrl_c,
    )
    while "a   b   c" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0, "it must end at the signal, not at the end of its input"
    out, err = process.communicate()
    assert err == ""
    assert out.endswith("Until next time.\n")
