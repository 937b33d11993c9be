"""Opponents think in processes of their own: whatever they do there, the server goes on answering."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.processes import children

BRAINS = """
import os
import re

from sparring.brains.brain import Brain, Whim


class Holds(Brain):
    def judge(self, decision):
        re.match("(a+)+$", "a" * 60 + "b")  # in C, with the interpreter's lock, for years


class Reports(Brain):
    def judge(self, decision):
        decision.thinking.report(Whim(self.game).judge(decision))
        os._exit(7)


class Crashes(Brain):
    def judge(self, decision):
        os._exit(7)


class Swells(Brain):
    def judge(self, decision):
        self.kept = bytearray(2**40)


class Named(Brain):
    def judge(self, decision):
        raise RuntimeError(f"I am process {os.getpid()}")
"""

OPPONENTS = "".join(
    f'[{name.lower()}]\nabout = "Does what its name says."\nlevel = 1\nbrain = "brains:{name}"\n'
    for name in ("Holds", "Reports", "Crashes", "Swells", "Named")
)


@pytest.fixture(scope="module")
def server(start, tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    (folder / "brains.py").write_text(BRAINS)
    (folder / "opponents.toml").write_text(OPPONENTS)
    (folder / "small.py").write_text(
        "from sparring.games.tictactoe.rules import TicTacToe\n\n\nclass Small(TicTacToe):\n    name = 'small'\n"
    )
    return start("--rate", "0", "--longest", "1.5", "--game", f"{folder}/small.py:Small", warm=True)


def thinking(server):
    """The processes in which opponents think."""
    return [worker for fork_server in children(server.process.pid) for worker in children(fork_server)]


def play(ask, server, opponent, **more):
    return ask(server, "POST", "/games/small/move", {"opponent": opponent, **more})


def test_a_brain_that_never_lets_go_of_the_interpreter_delays_nobody(server, ask):
    play(ask, server, "random")
    with ThreadPoolExecutor(1) as asking:
        began = time.monotonic()
        held = asking.submit(play, ask, server, "holds")
        answers = 0
        while not held.done():
            assert ask(server, "GET", "/healthz").status == 200
            assert play(ask, server, "random").json["fallback"] is False
            answers += 1
        assert held.result().json["fallback"] is True
    assert time.monotonic() - began < 30
    assert answers > 10  # an answer would otherwise come every 5.5 s


@pytest.mark.parametrize("opponent", ["crashes", "swells", "reports"])
def test_a_brain_that_ends_its_process_or_fills_its_memory_costs_only_its_own_choice(server, ask, opponent):
    answer = play(ask, server, opponent, moves="b2 a1", seed=4)
    assert answer.status == 200
    assert answer.json["fallback"] is True
    assert answer.json["move"] in ("b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert play(ask, server, "random").json["fallback"] is False


def test_whoever_plays_in_a_match_gets_an_answer_when_its_opponents_process_is_lost(server, ask, begin):
    match, (token, _) = begin(server, "human", "crashes", game="small")
    ask(server, "POST", f"/matches/{match}/choices", {"option": "b2"}, token=token)
    state = ask(server, "GET", f"/matches/{match}?wait=20", token=token).json
    assert [move["seat"] for move in state["moves"]] == [0, 1]


def test_opponents_think_in_other_processes_and_their_log_lines_have_the_requests_id(server, ask, eventually):
    ask(server, "POST", "/games/small/move", {"opponent": "named"}, headers={"X-Request-ID": "asked-by-me"})
    [line] = eventually(lambda: [line for line in server.log.read_text().splitlines() if "I am process" in line])
    assert '"request": "asked-by-me"' in line
    assert str(server.process.pid) not in line.partition("I am process")[2]


def test_killing_idle_processes_costs_nobody_an_answer(server, ask, eventually):
    play(ask, server, "random")
    for pid in eventually(lambda: thinking(server)):
        os.kill(pid, signal.SIGKILL)
    assert play(ask, server, "random").json["fallback"] is False


def test_an_analysis_whose_process_is_lost_is_an_error_and_no_hang(server, ask, eventually):
    with ThreadPoolExecutor(1) as asking:
        analysis = asking.submit(ask, server, "POST", "/games/connect4/analyse", {"depth": 30})
        time.sleep(0.3)
        while not analysis.done():
            for pid in thinking(server):
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)
        assert analysis.result().status in (200, 503)
    assert ask(server, "POST", "/games/connect4/analyse", {"depth": 2}).status == 200


def test_all_processes_end_with_the_server_even_if_it_is_killed(start, ask, eventually):
    server = start("--rate", "0")
    assert ask(server, "POST", "/games/tictactoe/move", {"opponent": "random"}).status == 200
    started = [*children(server.process.pid), *thinking(server)]
    assert len(started) >= 2
    server.kill()
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))
