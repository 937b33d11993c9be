"""Another program as an opponent: it plays by the engine protocol, and whatever it does, the match goes on."""

import asyncio
import os
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import sparring
from sparring.match import Match, MoveMade
from sparring.match.seat import Seat
from sparring.outside import engine
from sparring.outside.engine import Engine, EngineFailed
from sparring.outside.lines import joined, words_of
from sparring.rules import BadSetting, SparringError
from sparring.terminal.main import main
from support.patience import until

RUDE = Path(__file__).parent.parent / "support" / "rude_engine.py"
PYTHON = f"{shlex.quote(sys.executable)} -I -S"


def rude(fault, *more):
    return f"engine:time=0.3:{PYTHON} {shlex.quote(str(RUDE))} {shlex.join([fault, *map(str, more)])}"


def alive(pid):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def keepers():
    """The programs that this process keeps running."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, parent, args in rows if parent == str(os.getpid()) and "keeper.py" in args]


@pytest.fixture(autouse=True)
def _no_process_is_left_behind():
    before = keepers()
    yield
    until(lambda: not set(keepers()) - set(before), "the end of all programs")


def play(fault, *more):
    """A match of the rude engine against a random opponent; returns the match and the engine."""
    guest = sparring.opponent("tictactoe", rude(fault, *more))
    match = Match("tictactoe", [guest, sparring.opponent("tictactoe", "random")], seed=1, time_limit=30)
    match.play()
    return match, guest


PROBLEMS = {
    "crashes": "raised",
    "is killed": "raised",
    "illegal": "illegal",
    "empty": "illegal",
    "floods": "raised",
    "sends 100 MB": "raised",
    "another game": "raised",
}


@pytest.mark.req("ALL-4", "ALL-23")
@pytest.mark.parametrize("fault", PROBLEMS)
def test_a_match_goes_on_whatever_an_engine_does(fault):
    match, guest = play(fault)
    guest.close()
    assert match.outcome is not None
    assert set(match.problems) == {PROBLEMS[fault]}
    assert match.problems.total() >= 3


@pytest.mark.parametrize("fault", ["silent", "silent at the start"])
def test_a_silent_engine_is_ended_when_its_time_is_over_and_started_again_for_the_next_move(fault, monkeypatch):
    monkeypatch.setattr(engine, "GREETING_TIME", 0.2)
    game, guest = sparring.game("tictactoe"), sparring.opponent("tictactoe", rude(fault))
    match = Match(game, [guest, sparring.opponent(game, "random")], seed=1, time_limit=0.5)
    match.play()
    assert set(match.problems) <= {"overrun", "raised", "still thinking"}
    assert match.problems.total() >= 3


@pytest.mark.parametrize("fault", ["babbles", "no text", "floods errors", "ignores quit", "none"])
def test_what_does_not_break_the_protocol_is_passed_over(fault):
    match, guest = play(fault)
    guest.close()
    assert match.problems.total() == 0


@pytest.mark.req("ALL-23")
def test_nothing_that_an_engine_has_started_is_left_behind(tmp_path):
    note = tmp_path / "children"
    _, guest = play("leaves children", note)
    children = [int(pid) for pid in note.read_text().split()]
    assert len(children) >= 6
    assert all(map(alive, children))
    guest.close()
    assert not any(map(alive, children))


@pytest.mark.req("ALL-23")
def test_an_engine_ends_with_the_process_that_has_started_it_even_if_that_is_killed(tmp_path):
    note = tmp_path / "children"
    told = f"import sparring; guest = sparring.opponent('tictactoe', {rude('leaves children', note)!r}); "
    told += "from sparring.match.table import Table; from sparring import game; "
    told += "guest.decide(Table(game('tictactoe')).decision()); print(flush=True); import time; time.sleep(3600)"
    owner = subprocess.Popen([sys.executable, "-c", told], stdout=subprocess.PIPE)
    owner.stdout.readline()
    children = [int(pid) for pid in note.read_text().split()]
    assert len(children) == 2
    owner.kill()
    owner.wait()
    owner.stdout.close()
    until(lambda: not any(map(alive, children)), "the end of all that it has started")


def test_the_error_tells_what_the_program_said_last():
    guest = sparring.opponent("tictactoe", rude("crashes"))
    with pytest.raises(RuntimeError, match="has ended with status 3; its last words were: the board has caught fire"):
        guest.decide(Match("tictactoe", [guest, guest]).table.decision())


def test_a_cancelled_decision_ends_an_engine_that_does_not_stop():
    async def cancelled():
        guest = sparring.opponent("tictactoe", rude("silent"))
        decision = Match("tictactoe", [guest, guest]).table.decision()
        seat = Seat(guest)
        task = asyncio.create_task(seat.ask(decision, None))
        while not guest.player._program.runs:
            await asyncio.sleep(0.01)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        while guest.player._program.runs:
            await asyncio.sleep(0.01)
        seat.close()

    asyncio.run(asyncio.wait_for(cancelled(), 60))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("engine:", "A command is missing"),
        ("engine:no_such_program", "There is no program 'no_such_program' that can be run"),
        ("engine:'unfinished", "cannot be read: No closing quotation"),
        ("engine:time=0:true", "time must be a number from 0.01 to 3600, not '0'"),
        ("engine:time=soon:true", "time must be a number from 0.01 to 3600"),
    ],
)
def test_what_cannot_be_started_is_refused_in_a_sentence(text, wrong):
    with pytest.raises(SparringError, match=wrong):
        sparring.opponent("tictactoe", text)


def test_an_option_that_the_engine_does_not_have_is_refused_with_those_that_it_has():
    command = rude("none").replace("time=0.3", "width=3")
    guest = sparring.opponent("tictactoe", command)
    with pytest.raises(BadSetting, match="has no option 'width'; it has depth"):
        guest.prepare()


def test_an_engine_of_another_game_says_so():
    with pytest.raises(EngineFailed, match="plays oware, not tictactoe"):
        Engine(sparring.game("tictactoe"), rude("another game").removeprefix("engine:")).prepare()


@pytest.mark.parametrize(
    ("fault", "why"),
    [("another game", "plays oware, not tictactoe."), ("ends at the start", "has ended with status 4")],
)
@pytest.mark.parametrize(
    "command", [["arena", "--games", "2", "tictactoe", "random"], ["move", "tictactoe", "--opponent"]]
)
def test_a_command_that_needs_a_failing_engine_ends_with_one_sentence(command, fault, why, capfd):
    assert main([*command, rude(fault)]) != 0
    said = capfd.readouterr().err
    assert why in said
    assert "Traceback" not in said


def test_what_an_engine_says_is_one_line_of_harmless_text():
    guest = sparring.opponent("tictactoe", rude("says too much"))
    match, said = Match("tictactoe", [guest, sparring.opponent("tictactoe", "random")], seed=1), []
    match.listen(lambda event: said.append(event.remark) if isinstance(event, MoveMade) and event.seat == 0 else None)
    match.play()
    guest.close()
    assert set(said) == {"Ha [31mred <b>evil</b>"}


def test_words_with_blanks_survive_a_line():
    words = ["options", "pass", "give 1 DON!!", 'say "hm"', "", "naïve", "tab\there"]
    assert words_of(joined(*words)) == words


@pytest.mark.req("ALL-23")
def test_our_own_engine_plays_a_match_without_one_fallback():
    guest = sparring.opponent("oware", "engine:time=20:sparring engine oware --opponent beginner")
    match = Match("oware", [guest, sparring.opponent("oware", "beginner")], seed=3)
    moves = []
    match.listen(lambda event: moves.append(event) if isinstance(event, MoveMade) else None)
    match.play()
    guest.close()
    assert match.problems.total() == 0
    assert len(moves) > 20
