"""Several processes that answer at one port behave as one server."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from support import machine
from support.nginx import Nginx
from support.proxy import Proxy

pytestmark = pytest.mark.timeout(400)  # processes that are started from nothing import everything first

WORKERS = 2

MOVES = "b2", "a1", "c3", "a3", "a2", "c1", "c2"
"""A match of tic-tac-toe."""


@pytest.fixture(scope="module")
def server(start):
    return start("--workers", WORKERS, "--rate", "0")


def workers(server):
    """The processes that answer: the children of the server's own, but for one that Python needs."""
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    told = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, command in told.items() if b"spawn_main" in command]


def test_counts_of_all_processes_add_up_whichever_is_asked(server, ask, metric, eventually):
    assert len(workers(server)) == WORKERS
    before = metric(server, "sparring_requests_total", path="/api/v1/games")
    with ThreadPoolExecutor(8) as many:
        assert {answer.status for answer in many.map(lambda _: ask(server, "GET", "/games"), range(40))} == {200}
    for _ in range(4):
        assert metric(server, "sparring_requests_total", path="/api/v1/games") == before + 40


def test_a_match_is_followed_and_played_from_any_process(server, ask, begin, follow, metric, eventually):
    match_id, tokens = begin(server, "human", "human")
    with ExitStack() as stack:
        followed = [stack.enter_context(follow(server, match_id, tokens[0])) for _ in range(8)]
        eventually(lambda: metric(server, "sparring_followers") == 8)
        for socket in followed:
            assert [json.loads(socket.recv(20))["number"] for _ in range(2)] == [1, 2]
        for number, option in enumerate(("b2", "a1", "c3", "a3")):
            path = f"/matches/{match_id}/choices"
            assert ask(server, "POST", path, {"option": option}, token=tokens[number % 2]).status == 200
            for socket in followed:
                assert json.loads(socket.recv(20))["option"] == option
                assert json.loads(socket.recv(20))["event"] == "decision_asked"
    eventually(lambda: metric(server, "sparring_followers") == 0)


def test_an_opponent_answers_in_every_match_whichever_process_it_was_begun_in(server, ask, begin):
    def play(_):
        match_id, (token, _) = begin(server, "human", "random:pace_min=0,pace_max=0")
        ask(server, "POST", f"/matches/{match_id}/choices", {"option": "b2"}, token=token)
        return len(ask(server, "GET", f"/matches/{match_id}?wait=20", token=token).json["moves"])

    with ThreadPoolExecutor(4) as many:
        assert list(many.map(play, range(8))) == [2] * 8


def test_a_process_that_is_killed_is_replaced_and_nothing_acknowledged_is_lost(server, ask, begin, eventually):
    match_id, tokens = begin(server, "human", "human")
    path = f"/matches/{match_id}"
    assert ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=tokens[0]).status == 200
    before = workers(server)
    os.kill(before[0], signal.SIGKILL)

    def answered():
        try:
            return ask(server, "GET", path, token=tokens[1]).json["moves"]
        except OSError:  # it was in the hands of the one that was killed
            return None

    assert eventually(answered) == [{"seat": 0, "option": "b2"}]
    eventually(lambda: all(answered() for _ in range(6)))  # the others answer until the new one does
    eventually(lambda: len(workers(server)) == WORKERS and before[0] not in workers(server), 60)
    os.kill(before[1], signal.SIGKILL)  # now only those that were started again can answer
    eventually(lambda: len(workers(server)) == WORKERS and before[1] not in workers(server), 60)
    assert eventually(answered, 60) == [{"seat": 0, "option": "b2"}]
    assert server.log.read_text().count("is started again") == 2


@pytest.mark.slow
def test_the_rate_of_an_address_is_limited_over_all_processes_together(start, ask):
    limited = start("--workers", WORKERS, "--rate", "1", hurried=True)
    began = time.monotonic()
    with ThreadPoolExecutor(4) as many:
        statuses = [answer.status for answer in many.map(lambda _: ask(limited, "GET", "/healthz"), range(60))]
    allowed = 2 + (time.monotonic() - began)
    assert set(statuses) == {200, 429}
    assert statuses.count(200) <= allowed + 4  # two processes may count two requests as one
    pids = workers(limited)
    assert limited.stop() == 0
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "0"], "workers must be a whole number from 1 to 64"),
        (["--workers", "2", "--database", "sqlite://"], "A database in memory belongs to one process"),
    ],
)
def test_what_several_processes_cannot_do_is_refused_in_a_sentence(capsys, options, said):
    from sparring.terminal.main import main

    assert main(["serve", "--port", "0", *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a proxy", "nginx as in the guide"])
def test_two_groups_of_processes_behind_a_proxy_are_one_server(start, ask, follow, postgres, tmp_path, kind):
    """As on two machines that share a PostgreSQL: the proxy sends each request to the next one of them."""
    if kind != "a proxy" and (sentence := machine.lacking("nginx")):
        pytest.skip(sentence)
    database = postgres.new_database()
    options = "--workers", WORKERS, "--rate", "0", "--proxy", "127.0.0.1"
    groups = [start(*options, database=database) for _ in range(2)]
    addresses = [group.address for group in groups]
    proxy = Proxy(*addresses) if kind == "a proxy" else Nginx(tmp_path, *addresses)
    begun = ask(proxy, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
    path, tokens = f"/matches/{begun['id']}", begun["tokens"]
    with ExitStack() as stack:
        followed = [stack.enter_context(follow(proxy, begun["id"], tokens[0])) for _ in range(4)]
        for number, option in enumerate(MOVES):
            body = {"option": option, "number": number}
            assert ask(proxy, "POST", f"{path}/choices", body, token=tokens[number % 2]).status == 200
        for socket in followed:
            options = []
            while len(options) < len(MOVES):
                event = json.loads(socket.recv(20))
                options += [event["option"]] if event["event"] == "move_made" else []
            assert options == list(MOVES)
    assert ask(proxy, "GET", path, token=tokens[0]).json["over"]
    assert min(proxy.sent_to[address] for address in addresses) >= 3
    proxy.close()
    assert [group.stop() for group in groups] == [0, 0]
