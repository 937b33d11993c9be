"""Clients cannot make a server read too much, wait too long, think too long, or neglect other clients."""

import asyncio
import gc
import json
import os
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from random import Random

import pytest

from sparring.server.app import make_app
from sparring.server.open_matches import known_game
from sparring.server.problems import NotFound

MOVE = "/games/tictactoe/move"
POST = b"POST /api/v1/games/tictactoe/move HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BODY = b'{"opponent": "random", "seed": 1}'
LARGEST = 256 * 1024


@pytest.fixture(scope="module")
def server(start, own_games):
    """A server on which opponents think for at most a second."""
    return start("--rate", "0", "--longest", "1", "--game", own_games / "nim.py:Nim")


def _whole_answer(plugged):
    """Everything that comes until the server hangs up."""
    received = b""
    while piece := plugged.recv(65536):
        received += piece
    return received


def _status(received):
    return int(received.split(b" ", 2)[1]) if received.startswith(b"HTTP/1.1 ") else None


def _error(received):
    return json.loads(received.partition(b"\r\n\r\n")[2])["error"]


def _of(server, what):
    """A value of the system's status of the server's process."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(next(line for line in status if line.startswith(what)).split()[1])


def _open_files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def _held(server, plugged):
    """How many of these connections the server has accepted and still holds, as the system says."""
    ports = {connection.getsockname()[1] for connection in plugged}
    inodes = set()
    for number in os.listdir(f"/proc/{server.process.pid}/fd"):
        with suppress(FileNotFoundError):  # it was closed just now
            inodes.add(os.readlink(f"/proc/{server.process.pid}/fd/{number}"))
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return sum(int(row[2].partition(":")[2], 16) in ports and f"socket:[{row[9]}]" in inodes for row in rows)


def _cpu_seconds(server):
    with open(f"/proc/{server.process.pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------------- large and slow bodies


def test_a_body_of_the_largest_size_is_read_and_a_larger_one_is_not(server, ask):
    padded = BODY[:-1] + b" " * (LARGEST - len(BODY)) + b"}"
    assert ask(server, "POST", MOVE, raw=padded).status == 200
    refused = ask(server, "POST", MOVE, raw=padded + b" ")
    assert (refused.status, refused.error["code"]) == (413, "too_large")


def test_a_large_body_is_refused_before_it_is_sent(server, plug):
    with plug(server, POST + b"Content-Length: 100000000000\r\n\r\n") as plugged:
        received = _whole_answer(plugged)
    assert _status(received) == 413
    assert _error(received)["code"] == "too_large"


def test_a_large_body_that_does_not_say_its_length_is_refused_once_it_is_too_large(server, plug):
    with plug(server, POST + b"Transfer-Encoding: chunked\r\n\r\n") as plugged:
        received = b""
        try:
            for _ in range(200):
                plugged.sendall(b"2000\r\n" + b" " * 0x2000 + b"\r\n")
            received = _whole_answer(plugged)
        except ConnectionError:  # it hung up already; its answer may or may not have arrived
            pass
    assert _status(received) in (413, None)


def test_a_chunked_body_that_is_small_is_read(server, plug):
    chunked = b"".join(b"1\r\n" + bytes([byte]) + b"\r\n" for byte in BODY) + b"0\r\n\r\n"
    with plug(server, POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked) as plugged:
        assert _status(_whole_answer(plugged)) == 200


@pytest.mark.parametrize(
    "lie",
    [
        b"Content-Length: 5\r\n",  # less than is sent
        b"Content-Length: -1\r\n",
        b"Content-Length: many\r\n",
        b"Content-Length: " + b"9" * 5000 + b"\r\n",
        b"Content-Length: 5\r\nContent-Length: 500\r\n",
        b"Content-Length: 33\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip\r\n",
    ],
    ids=lambda lie: repr(lie)[:60],
)
def test_a_wrong_content_length_gets_an_error_or_a_closed_connection(server, plug, ask, lie):
    with plug(server, POST + lie + b"Connection: close\r\n\r\n" + BODY) as plugged:
        assert _status(_whole_answer(plugged)) in (None, 400, 413, 422)
    assert ask(server, "GET", "/healthz").status == 200


def test_unfinished_bodies_are_given_up_and_do_not_slow_others_down(start, plug, ask):
    """Some of them announce more than they send, and some send a byte now and then."""
    server = start("--rate", "0", hurried=True)
    with ExitStack() as many:
        never = many.enter_context(plug(server, POST + b"Content-Length: 33\r\n\r\n" + BODY[:5]))
        chunked = many.enter_context(plug(server, POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"))
        trickle = many.enter_context(plug(server, POST + b"Content-Length: 3300\r\n\r\n"))
        received = dict.fromkeys((never, chunked, trickle), b"")
        waiting = set(received)
        deadline = time.monotonic() + 20
        while waiting:
            assert time.monotonic() < deadline
            assert ask(server, "GET", "/healthz").status == 200
            if trickle in waiting:
                with suppress(ConnectionError):
                    trickle.sendall(b" ")
            for plugged in select.select(waiting, [], [], 0.1)[0]:
                try:
                    piece = plugged.recv(65536)
                except ConnectionError:
                    piece = b""
                received[plugged] += piece
                if not piece:
                    waiting.remove(plugged)
        assert [_status(answer) for answer in received.values()] == [408, 408, 408]
        assert {_error(answer)["code"] for answer in received.values()} == {"too_slow"}


# ---------------------------------------------------------------------- floods


def test_a_flood_is_answered_with_how_long_to_wait_and_others_are_not_affected(start, ask):
    flooded = start("--rate", "20")
    statuses, refused = [], None
    while refused is None and len(statuses) < 2000:
        answer = ask(flooded, "GET", "/games", source="127.0.0.2")
        statuses.append(answer.status)
        refused = answer if answer.status == 429 else None
    assert len(statuses) > 35
    assert refused.error["code"] == "too_many_requests"
    assert int(refused.headers["Retry-After"]) >= 1
    assert all(ask(flooded, "GET", "/games", source="127.0.0.3").status == 200 for _ in range(10))
    assert ask(flooded, "GET", "/healthz").status == 200
    time_to_wait = int(refused.headers["Retry-After"])
    deadline = time.monotonic() + time_to_wait + 5
    while (after := ask(flooded, "GET", "/games", source="127.0.0.2")).status == 429:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert after.status == 200
    assert flooded.stop() == 0


def test_a_flood_of_websockets_is_refused_too(start, ask, follow, rest):
    from websockets.exceptions import InvalidStatus

    flooded = start("--rate", "5")
    match = ask(flooded, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
    with pytest.raises(InvalidStatus) as refused:  # noqa: PT012
        for _ in range(50):
            with follow(flooded, match["id"], match["tokens"][0]):
                pass
    response = refused.value.response
    assert (response.status_code, json.loads(response.body)["error"]["code"]) == (429, "too_many_requests")
    assert (response.headers["Cache-Control"], response.headers["X-Content-Type-Options"]) == ("no-store", "nosniff")


@pytest.mark.parametrize("rate", ["0.2", "1"])
def test_a_low_rate_lets_through_what_it_says(start, ask, rate):
    slow = start("--rate", rate)
    assert ask(slow, "GET", "/games").status == 200
    refused = next(answer for answer in (ask(slow, "GET", "/games") for _ in range(10)) if answer.status == 429)
    assert int(refused.headers["Retry-After"]) >= 0.8 / float(rate)


def test_thousands_of_requests_leave_nothing_behind(server, ask):
    from sparring import Client

    def many(number):
        with Client(server.address) as client:
            for turn in range(100):
                client.move("tictactoe", "random", seed=turn)
                with pytest.raises(Exception, match="There is no match"):
                    client.match(f"unknown-{number}-{turn}").state()
        return 200

    with ThreadPoolExecutor(8) as clients:
        list(clients.map(many, range(8)))
        threads, files, memory = _of(server, "Threads:"), _open_files(server), _of(server, "VmRSS:")
        assert sum(clients.map(many, range(8, 24))) == 3200
    assert _of(server, "Threads:") <= threads + 10
    assert _open_files(server) <= files + 10
    assert _of(server, "VmRSS:") <= memory + 20_000


def test_hundreds_of_half_open_connections_do_not_keep_others_from_being_answered(server, plug, ask, eventually):
    files, threads = _open_files(server), _of(server, "Threads:")
    beginnings = [b"", b"G", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", POST + b"Content-Length: 33\r\n\r\n{"]
    with ExitStack() as many:
        plugged = [many.enter_context(plug(server, beginnings[number % len(beginnings)])) for number in range(400)]
        eventually(lambda: _held(server, plugged) == 400)
        for _ in range(20):
            assert ask(server, "POST", MOVE, {"opponent": "random"}, timeout=5).status == 200
    eventually(lambda: _open_files(server) <= files + 10)
    assert _of(server, "Threads:") <= threads + 10


def test_bytes_that_are_not_http_get_an_error_or_a_closed_connection(server, plug, ask):
    nonsense = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\n\0\0",
        b"GET / HTTP/9.9\r\n\r\n",
        b"FROB /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/v1/games HTTP/1.1\r\nBad Header\r\n\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 300_000 + b"\r\n\r\n",
        b"GET /api/v1/games HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET /api/v1/matches/x/events HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 99\r\n\r\n",
        b"GET /%zz%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/v1/matches HTTP/1.1\r\nHost: x\r\nCookie: sparring_player=\xff\xfe\r\nConnection: close\r\n\r\n",
        b"GET /api/v1/matches/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\r\nConnection: close\r\n\r\n",
    ]
    for sent in nonsense:
        received = b""
        try:
            with plug(server, sent) as plugged:
                plugged.shutdown(socket.SHUT_WR)
                received = _whole_answer(plugged)
        except ConnectionError:
            pass
        assert _status(received) is None or _status(received) == 200 or 400 <= _status(received) < 500, sent[:80]
        assert ask(server, "GET", "/healthz").status == 200


def test_more_matches_than_are_kept_in_memory_are_all_answered(tmp_path, monkeypatch):
    monkeypatch.setattr("sparring.server.open_matches.KEPT", 2)

    async def play():
        app = make_app(f"sqlite:///{tmp_path}/matches.db")
        async with app.router.lifespan_context(app):
            matches = app.state.services.matches
            begun = [
                await matches.create(
                    "tictactoe",
                    ["human", "human"],
                    seed=None,
                    paced=False,
                    player_key=None,
                    player_name=None,
                    address="here",
                )
                for _ in range(6)
            ]
            ids = [live.stored.id for live, _ in begun]
            opened = await asyncio.gather(*(matches.open(match_id, "here") for match_id in ids * 20))
            assert [live.stored.id for live in opened] == ids * 20

    asyncio.run(play())


# ---------------------------------------------------------------------- thinking


@pytest.mark.req("ALL-5")
@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        ("nim", "minimax:depth=100,time=3600"),
        ("connect4", "perfect:time=3600,book=off"),
        ("connect4", "minimax:depth=8,time=3600,table=16384"),
        ("nim", "endless:time=3600"),
    ],
)
def test_nobody_thinks_longer_than_the_server_allows(server, ask, game, opponent):
    began = time.monotonic()
    answer = ask(server, "POST", f"/games/{game}/move", {"opponent": opponent})
    assert answer.status == 200, answer.body
    assert answer.json["fallback"] is False
    assert time.monotonic() - began < 1 + 4


@pytest.mark.req("ALL-5")
@pytest.mark.parametrize("limits", [{}, {"time": 3600}, {"depth": 100}])
def test_no_analysis_takes_longer_than_the_server_allows(server, ask, limits):
    began = time.monotonic()
    answer = ask(server, "POST", "/games/nim/analyse", limits)
    assert answer.status == 200
    assert len(answer.json["options"]) == 12
    assert time.monotonic() - began < 1 + 4


def test_large_transposition_tables_do_not_fill_the_memory(server, ask):
    for number in range(6):
        opponent = f"minimax:depth=1,table=16384,randomness=0.{number}"
        assert ask(server, "POST", "/games/connect4/move", {"opponent": opponent}).status == 200
    assert _of(server, "VmRSS:") < 1_500_000
    for number in range(60):
        opponent = f"minimax:depth=4,table=16384,randomness=0.0{number}"
        assert ask(server, "POST", "/games/connect4/move", {"opponent": opponent}).status == 200
    assert _of(server, "VmRSS:") < 1_500_000


@pytest.mark.req("ALL-7")
def test_thinking_stops_when_the_client_hangs_up(start, own_games, plug, ask, metric, eventually):
    games = [word for name in ("Nim", "Loud") for word in ("--game", f"{own_games}/nim.py:{name}")]
    server = start("--rate", "0", "--longest", "60", *games)
    eventually(lambda: ask(server, "GET", "/healthz").json["warm"])
    for path, body in (
        ("nim/move", {"opponent": "endless"}),
        ("nim/move", {"opponent": "minimax:depth=100"}),
        ("connect4/move", {"opponent": "perfect:book=off"}),
        ("loud/analyse", {"time": 50}),
    ):
        raw = json.dumps(body).encode()
        head = f"POST /api/v1/games/{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        with plug(server, f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw):
            eventually(lambda: metric(server, "sparring_thoughts") == 1)
        eventually(lambda: metric(server, "sparring_thoughts") == 0, 6)

    def idle():
        before, began = _cpu_seconds(server), time.monotonic()
        time.sleep(0.5)
        return _cpu_seconds(server) - before < 0.3 * (time.monotonic() - began)

    eventually(idle, 10)
    assert server.stop() == 0


@pytest.mark.req("ALL-7")
def test_the_server_answers_others_while_opponents_think(server, ask, metric, eventually):
    asked = [("nim", "endless")] * 4 + [("nim", "minimax:depth=100")] * 2 + [("connect4", "perfect:book=off")] * 2
    with ThreadPoolExecutor(8) as many:
        thinking = [many.submit(ask, server, "POST", f"/games/{game}/move", {"opponent": who}) for game, who in asked]
        eventually(lambda: metric(server, "sparring_thoughts") >= 4 or thinking[0].done())
        answered = 0
        while not all(thought.done() for thought in thinking):
            began = time.monotonic()
            assert ask(server, "GET", "/healthz").status == 200
            assert time.monotonic() - began < 2
            answered += 1
        assert answered > 3
        assert {thought.result().status for thought in thinking} == {200}


def _thoughts_of(many, server, plug, source, count):
    """Requests for long answers from one address; their connections are closed at the end."""
    raw = b'{"opponent": "endless"}'
    head = b"POST /api/v1/games/nim/move HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    request = head + b"Content-Length: %d\r\n\r\n" % len(raw) + raw
    return [many.enter_context(plug(server, request, source=source)) for _ in range(count)]


def test_long_answers_for_one_address_do_not_delay_answers_for_others(server, ask, plug, metric, eventually):
    with ExitStack() as many:
        _thoughts_of(many, server, plug, "127.0.0.2", 60)
        eventually(lambda: metric(server, "sparring_thoughts") >= 40)
        began = time.monotonic()
        assert ask(server, "POST", MOVE, {"opponent": "random"}, timeout=30).status == 200
        waited = time.monotonic() - began
    eventually(lambda: metric(server, "sparring_thoughts") == 0)
    assert waited < 3, "a quick answer waits for the long answers of somebody else"


def test_one_address_can_wait_for_a_limited_number_of_answers(server, ask, plug, metric, eventually):
    with ExitStack() as many:
        waiting = _thoughts_of(many, server, plug, "127.0.0.4", 130)
        received = b""
        while _status(received) != 429:
            ready = select.select(waiting, [], [], 20)[0]
            assert ready, "nobody was refused"
            received = ready[0].recv(65536)
            waiting.remove(ready[0])
        assert b"retry-after: 1" in received.lower()
    eventually(lambda: metric(server, "sparring_thoughts") == 0)


def test_locks_of_unknown_matches_and_rare_opponents_are_not_kept(tmp_path):
    """Each unknown match, and each opponent with other settings, would otherwise add a lock."""

    def locks():
        gc.collect()
        return sum(type(thing) is asyncio.Lock for thing in gc.get_objects())

    async def play():
        app = make_app(f"sqlite:///{tmp_path}/matches.db")
        async with app.router.lifespan_context(app):
            served = app.state.services
            game = known_game("connect4")
            before = locks()
            for number in range(100):
                with pytest.raises(NotFound):
                    await served.matches.open(f"unknown{number}", "here")
            assert locks() <= before + 10, "unknown matches are kept in memory"
            for number in range(100):
                who = f"minimax:depth=1,table=0,randomness=0.{number:03}"
                await served.thinkers.answer(game, who, game.start(Random(0)), seed=1, address="here")
            assert locks() <= before + 80, "opponents that were asked once are kept in memory"

    asyncio.run(play())
