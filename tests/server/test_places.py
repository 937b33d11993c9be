"""Connections are bounded, each address has at most half of them, and none is held open by saying nothing."""

import json
import resource
import struct
import time
from contextlib import ExitStack, suppress

import pytest

from sparring.server.places import MOST_FILES, OTHER_FILES, Places, most_connections
from sparring.server.problems import TooMuch, Unavailable
from support.serving import FILES, few_files, impatient

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def upgrade(match_id):
    return (
        f"GET /api/v1/matches/{match_id}/events HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


# ---------------------------------------------------------------------- how many


def test_one_address_has_at_most_half_of_all_places():
    places = Places(10)
    mine = [places.take("1.1.1.1") for _ in range(5)]
    with pytest.raises(TooMuch):
        places.take("1.1.1.1")
    places.take("2.2.2.2")
    mine[0].release()
    mine[0].release()  # the same place is not released twice
    places.take("1.1.1.1")
    with pytest.raises(TooMuch):
        places.take("1.1.1.1")


def test_places_are_limited_and_everybody_shares_those_of_a_proxy():
    places = Places(10, shared=lambda address: address == "10.0.0.1")
    taken = [places.take("10.0.0.1") for _ in range(10)]
    for address in ("10.0.0.1", "1.1.1.1"):
        with pytest.raises(Unavailable):
            places.take(address)
    taken[0].release()
    places.take("1.1.1.1")


def test_places_leave_room_for_other_files_whatever_the_system_allows(monkeypatch):
    for limits, most in {
        (1024, 1024): 1024 - OTHER_FILES,
        (256, 256): 128,
        (1024, 4096): 4096 - OTHER_FILES,
        (1024, resource.RLIM_INFINITY): MOST_FILES - OTHER_FILES,
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY): MOST_FILES - OTHER_FILES,
    }.items():
        asked = []
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        monkeypatch.setattr(resource, "setrlimit", lambda _, wanted, asked=asked: asked.append(wanted))
        assert most_connections() == most
        assert asked in ([], [(min(MOST_FILES, limits[1]) if limits[1] > 0 else MOST_FILES, limits[1])])


@pytest.fixture(scope="module")
def crowded(start):
    return start("--rate", "0", setup=few_files)


def test_a_client_that_opens_connections_without_end_keeps_nobody_else_out(crowded, ask, plug):
    with ExitStack() as held:
        for _ in range(2 * FILES):
            with suppress(ConnectionError):
                held.enter_context(plug(crowded, source="127.0.0.2"))
        with plug(crowded, source="127.0.0.2") as one_too_many:
            answer = one_too_many.recv(10_000)
        body = {"game": "tictactoe", "opponents": ["human", "random"]}
        for _ in range(5):
            assert ask(crowded, "GET", "/healthz", source="127.0.0.3").status == 200
            assert ask(crowded, "POST", "/matches", body, source="127.0.0.3").status == 201
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert json.loads(body)["error"]["code"] == "too_many_requests"


def test_places_of_websockets_and_of_closed_connections_are_free_again(crowded, ask, begin, plug, eventually):
    match_id, _ = begin(crowded, "human", "human")
    for _ in range(FILES // 2):
        for request in (GET, upgrade(match_id), b""):
            with plug(crowded, request) as plugged:
                if request:
                    plugged.recv(1)
    assert eventually(lambda: ask(crowded, "GET", "/healthz").status == 200)


# ---------------------------------------------------------------------- how long


@pytest.fixture(scope="module")
def hurried(start):
    return start("--rate", "0", setup=impatient)


@pytest.mark.parametrize("sent", [b"\r\n", b"\r\n\r\n\r\n", b"G", GET[:-2]], ids=str)
def test_no_connection_is_held_open_by_the_beginning_of_a_request(hurried, plug, sent):
    with plug(hurried, GET) as plugged:
        assert answered(plugged)
        plugged.sendall(sent)
        plugged.settimeout(10)
        assert plugged.recv(10_000) == b""


def test_empty_lines_do_not_end_a_connection_that_goes_on(hurried, plug):
    with plug(hurried) as plugged:
        for _ in range(3):
            plugged.sendall(b"\r\n" + GET)
            assert answered(plugged)


def answered(plugged):
    """Receive a whole answer to GET; whether all is well."""
    received = b""
    while not received.endswith(b"}"):
        received += plugged.recv(10_000)
    return received.startswith(b"HTTP/1.1 200")


# ---------------------------------------------------------------------- what a WebSocket reads

KINDS = {"texts": 0x81, "bytes": 0x82, "pings": 0x89, "pongs": 0x8A}


def frame(first, content=b""):
    return bytes([first, 0x80 | len(content)]) + b"\0\0\0\0" + content


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


@pytest.fixture
def upgraded(server, plug, begin):
    """A WebSocket to a match, without anything that a library would do for it."""
    match_id, (token, _) = begin(server, "human", "human")
    with plug(server, upgrade(match_id)) as plugged:
        assert plugged.recv(10_000).startswith(b"HTTP/1.1 101")
        yield plugged, frame(0x81, json.dumps({"token": token}).encode())


@pytest.mark.parametrize("introduced", [True, False], ids=["listening", "silent"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_websocket_that_sends_without_end_is_cut_off(upgraded, kind, introduced):
    plugged, first = upgraded
    if introduced:
        plugged.sendall(first)
    flood, sent = frame(KINDS[kind], b"x" * 20) * 2000, 0
    with suppress(ConnectionError):
        while sent < 30_000_000:
            sent += plugged.send(flood)
    assert sent < 30_000_000


def test_a_websocket_that_is_cut_off_is_told_why(upgraded):
    plugged, _ = upgraded
    plugged.sendall(frame(0x89) * 1500)
    received = b""
    with suppress(ConnectionError):
        while piece := plugged.recv(65536):
            received += piece
    assert struct.pack(">H", 1008) + b"A client sends one message and then listens." in received


def test_a_websocket_may_ping_now_and_then(upgraded):
    plugged, first = upgraded
    plugged.sendall(frame(0x89, b"are you there?") * 100 + first)
    received, deadline = b"", time.monotonic() + 20
    while b'"decision_asked"' not in received and time.monotonic() < deadline:
        received += plugged.recv(65536)
    assert received.count(b"are you there?") == 100
    assert b'"decision_asked"' in received
