"""A server that is told to stop answers or informs every client, and loses nothing."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState

from sparring.server.app import make_app
from sparring.server.event_socket import EventSocket
from support.processes import sparring

QUICKLY = 12.0
"""Seconds in which a server must stop, whatever it is doing: thinking may go on for five of them."""

AT_ONCE = 4.0
"""Seconds in which a server must stop that gives thinking no time."""

HURRIED = QUICKLY - 4
"""Seconds in which a server must stop that gives thinking one second."""


@pytest.fixture
def serve(start, own_games):
    def serve(*options, fresh=False, **settings):
        games = [word for name in ("Nim", "Loud") for word in ("--game", f"{own_games}/nim.py:{name}")]
        return start(*games, "--rate", "0", *options, fresh=fresh, **settings)

    return serve


def _stopped(server, how=signal.SIGTERM, within=QUICKLY):
    """The exit status of a server that must stop quickly."""
    return server.stop(how, within)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_with_status_zero(serve, ask, how):
    server = serve(fresh=True)
    assert ask(server, "GET", "/healthz").status == 200
    assert _stopped(server, how) == 0
    assert "Traceback" not in server.log.read_text()


def test_an_answer_that_is_nearly_ready_is_still_given(serve, ask, metric, eventually):
    server = serve("--longest", "10")
    with ThreadPoolExecutor(1) as asking:
        answer = asking.submit(ask, server, "POST", "/games/nim/move", {"opponent": "endless:time=1.5"})
        eventually(lambda: metric(server, "sparring_thoughts") == 1)
        assert _stopped(server) == 0
        assert answer.result().status == 200
        assert answer.result().json["fallback"] is False


@pytest.mark.req("ALL-7")
def test_clients_of_every_kind_do_not_keep_a_server_from_stopping(
    serve, ask, follow, rest, begin, plug, metric, eventually
):
    server = serve("--longest", "60", fresh=True)
    match_id, tokens = begin(server, "human", "human")
    thinking, (token, _) = begin(server, "human", "endless", game="nim")
    assert ask(server, "POST", f"/matches/{thinking}/choices", {"option": "3 from 1"}, token=token).status == 200
    half = b"POST /api/v1/games/nim/move HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
    with ExitStack() as many:
        asking = many.enter_context(ThreadPoolExecutor(5))
        waits = [asking.submit(ask, server, "GET", f"/matches/{match_id}?wait=30", token=tokens[1]) for _ in range(2)]
        move = asking.submit(ask, server, "POST", "/games/nim/move", {"opponent": "endless"})
        analysis = asking.submit(ask, server, "POST", "/games/loud/analyse", {"time": 50})
        for beginning in (b"", b"GET", half):
            many.enter_context(plug(server, beginning))
        first = many.enter_context(follow(server, match_id, tokens[0]))
        second = many.enter_context(follow(server, thinking, token))
        silent = many.enter_context(follow(server, match_id, first=""))
        for followed in (first, second):
            assert json.loads(followed.recv(20))["number"] == 1
        eventually(lambda: metric(server, "sparring_thoughts") == 3)
        assert _stopped(server) == 0
        for followed in (first, second, silent):
            assert rest(followed)[1] in (1001, 1012)
        assert {wait.result().status for wait in waits} <= {200, 503}
        for thought in (move, analysis):
            assert thought.result().status == 503
            assert thought.result().json["error"]["code"] == "closing"
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("restart", ["stop", "kill"])
def test_a_match_in_which_an_opponent_was_thinking_goes_on_after_a_restart(
    serve, ask, begin, metric, eventually, restart
):
    server = serve("--longest", "60", hurried=True)
    match_id, (token, _) = begin(server, "human", "endless", game="nim")
    assert ask(server, "POST", f"/matches/{match_id}/choices", {"option": "3 from 1"}, token=token).status == 200
    eventually(lambda: metric(server, "sparring_thoughts") == 1)
    getattr(server, restart)()
    again = serve("--longest", "0.5", folder=server.folder)
    state = ask(again, "GET", f"/matches/{match_id}?wait=20", token=token).json
    assert [move["seat"] for move in state["moves"]] == [0, 1]
    assert state["moves"][0]["option"] == "3 from 1"
    assert state["decision"]["number"] == 2
    assert _stopped(again) == 0


def test_a_follower_that_does_not_read_does_not_keep_a_server_from_stopping(serve, ask, plug, begin):
    server = serve(hurried=True)
    match_id, tokens = begin(server, "human", "human", game="loud")
    shake = (
        f"GET /api/v1/matches/{match_id}/events HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    said = json.dumps({"token": tokens[0], "after": 0}).encode()
    with plug(server, shake.encode()) as deaf:
        assert deaf.recv(12) == b"HTTP/1.1 101"
        deaf.sendall(bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said)
        for number in range(60):
            option = f"1 from {number % 3 + 1}"
            asked = ask(server, "POST", f"/matches/{match_id}/choices", {"option": option}, token=tokens[number % 2])
            assert asked.status == 200
        assert _stopped(server, within=HURRIED) == 0


def test_a_client_that_does_not_read_its_answer_does_not_keep_a_server_from_stopping(serve, ask, begin):
    server = serve(hurried=True)
    match_id, tokens = begin(server, "human", "human", game="loud")
    host, port = server.address.removeprefix("http://").split(":")
    look = f"GET /api/v1/matches/{match_id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {tokens[0]}\r\n\r\n".encode()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((host, int(port)))
        deaf.sendall(look * 100)
        assert ask(server, "GET", "/healthz").status == 200
        assert _stopped(server, within=HURRIED) == 0


def test_a_second_interrupt_stops_the_server_at_once(serve, ask, metric, eventually):
    server = serve("--longest", "60")
    with ThreadPoolExecutor(1) as asking:
        move = asking.submit(lambda: _or_nothing(ask, server, "/games/nim/move", {"opponent": "endless"}))
        eventually(lambda: metric(server, "sparring_thoughts") == 1)
        server.process.send_signal(signal.SIGINT)
        eventually(lambda: not _listens(server))  # two signals at the same time would count as one
        assert _stopped(server, signal.SIGINT, within=AT_ONCE) == 0
        assert move.result() in (None, 503)


def test_a_request_that_is_cut_short_gets_an_error(tmp_path):
    app = make_app(f"sqlite:///{tmp_path / 'matches.db'}")
    begun, said = asyncio.Event(), []

    @app.get("/endless")
    async def endless():
        begun.set()
        await asyncio.Event().wait()

    async def ask():
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/endless",
            "query_string": b"",
            "headers": [],
            "client": None,
        }

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            said.append(message)

        async with app.router.lifespan_context(app):
            asking = asyncio.create_task(app(scope, receive, send))
            await begun.wait()
            asking.cancel()
            await asking

    asyncio.run(ask())
    assert said[0]["status"] == 503
    assert json.loads(said[1]["body"])["error"]["code"] == "closing"


def _listens(server):
    with socket.socket() as asked:
        return asked.connect_ex((urlsplit(server.address).hostname, urlsplit(server.address).port)) == 0


def _or_nothing(ask, server, path, body):
    try:
        return ask(server, "POST", path, body).status
    except (OSError, HTTPException):  # the answer may end anywhere
        return None


# ---------------------------------------------------------------------- a server that cannot start


def _in_one_sentence(status, out, err):
    assert status in (1, 2), (status, out, err)
    assert out == ""
    assert err.startswith("sparring")
    assert err.count("\n") == 1, err
    return err


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path}/m.db"
        finished = subprocess.run(
            [sys.executable, "-m", "sparring.terminal.main", "serve", "--port", str(port), "--database", database],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        said = _in_one_sentence(finished.returncode, finished.stdout, finished.stderr)
    assert str(port) in said


@pytest.mark.parametrize(
    "options",
    [
        ("--host", "no.such.host.invalid"),
        ("--host", "192.0.2.1"),
        ("--host", ""),
        ("--host", "a..b"),
        ("--host", "x" * 300),
        ("--port", "65536"),
        ("--port", "http"),
        ("--port", "-1"),
        ("--longest", "0"),
        ("--longest", "nan"),
        ("--rate", "-1"),
        ("--rate", "inf"),
        ("--log", "loud"),
        ("--game", "nothing.py:Nim"),
        ("--game", "os:system"),
        ("--database", "nonsense"),
        ("--database", "mysql://x/y"),
        ("--database", "sqlite:////proc/nothing/matches.db"),
        ("--database", "sqlite:////proc/version"),
    ],
    ids=lambda options: " ".join(options)[:40],
)
def test_bad_options_of_a_server_are_reported_in_one_sentence(tmp_path, options):
    given = ("--port", "0", "--database", f"sqlite:///{tmp_path}/m.db", *options)
    done = sparring("serve", *given, cwd=tmp_path)
    _in_one_sentence(done.returncode, done.stdout, done.stderr)


HEAD = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
GOODBYE = bytes([0x88, 0x80, 0, 0, 0, 0])
"""The frame with which a client closes a WebSocket."""


@pytest.mark.parametrize("left", [False, True])
def test_a_websocket_that_its_client_is_closing_does_not_keep_the_server_from_stopping(left):
    async def story():
        begun = asyncio.Event()

        async def app(scope, receive, send):
            await send({"type": "websocket.accept"})
            begun.set()
            await asyncio.Event().wait()

        transport = Mock(is_closing=lambda: False)
        followed = EventSocket(uvicorn.Config(app, log_config=None), ServerState(), {})
        followed.connection_made(transport)
        followed.data_received(HEAD)
        await begun.wait()
        if left:
            followed.data_received(GOODBYE)
            transport.close.reset_mock()
        followed.shutdown()
        transport.close.assert_called_once()
        for task in followed.tasks:
            task.cancel()

    asyncio.run(story())
