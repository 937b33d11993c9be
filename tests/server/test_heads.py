"""What comes before a request's body is bounded, and so is what may come between the parts of a body."""

import json
import re
from itertools import repeat

import pytest

LARGEST = 64 * 1024
GET = b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n"
UPGRADE = (
    b"GET /api/v1/matches/x/events HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
CHUNKED = b"POST /api/v1/games/tictactoe/move HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
PIECE = b"x" * 10_000

ENDLESS = {
    "one header": (GET + b"X-Long: ", PIECE),
    "the name of a header": (GET, PIECE),
    "headers": (GET, b"X-Header: y\r\n" * 1000),
    "short headers": (GET, b"a:\r\n" * 5000),
    "the URL": (b"GET /", PIECE),
    "the method": (b"GET", b" " * 10_000),
    "empty lines": (b"", b"\r\n" * 5000),
    "a header of a WebSocket": (UPGRADE + b"X-Long: ", PIECE),
    "headers of a WebSocket": (UPGRADE, b"X-Header: y\r\n" * 1000),
    "one trailer": (CHUNKED + b"1\r\n{\r\n0\r\nX-Long: ", PIECE),
    "trailers": (CHUNKED + b"1\r\n{\r\n0\r\n", b"X-Trailer: y\r\n" * 1000),
    "the extension of a chunk": (CHUNKED + b"1;", PIECE),
}


@pytest.fixture(scope="module")
def server(start, ask, eventually):
    server = start("--rate", "0")
    eventually(lambda: ask(server, "GET", "/healthz").json["warm"], 60)
    return server


def answers(plugged):
    """Every answer until the server hangs up: status, headers and body."""
    received = b""
    while piece := plugged.recv(65536):
        received += piece
    found = []
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers["content-length"])
        found.append((int(status.split()[1]), headers, rest[:length]))
        received = rest[length:]
    return found


def memory(server):
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends_is_refused_before_it_fills_the_memory(server, plug, ask, what):
    beginning, piece = ENDLESS[what]
    ask(server, "GET", "/games")
    before, sent = memory(server), 0
    with plug(server, beginning) as plugged:
        for some in repeat(piece * 10):
            try:
                plugged.sendall(some)
            except ConnectionError:  # it has hung up
                break
            sent += len(some)
            if sent > 20_000_000:
                break
        assert ask(server, "GET", "/games").status == 200
        try:
            ((status, headers, body),) = answers(plugged)
        except ConnectionError:  # hung up while more arrived, so that the answer was lost
            status = None
    assert memory(server) < before + 5_000
    if status is not None:
        assert (status, json.loads(body)["error"]["code"]) == (431, "head_too_large")
        assert headers["connection"] == "close"


@pytest.mark.parametrize(
    ("beginning", "rest"),
    [
        (GET + b"X-Long: ", LARGEST * b"x" + b"\r\n\r\n"),
        (GET + b"X-Long: ", LARGEST * b"x"),
        (GET, LARGEST // 4 * b"a:\r\n"),
        (b"GET /", LARGEST * b"x" + b" HTTP/1.1\r\n\r\n"),
        (UPGRADE + b"X-Long: ", LARGEST * b"x" + b"\r\n\r\n"),
        (CHUNKED + b"1\r\n{\r\n0\r\nX-Long: ", LARGEST * b"x" + b"\r\n\r\n"),
    ],
    ids=["one header", "an unfinished header", "headers", "the URL", "a WebSocket", "a trailer"],
)
def test_a_client_that_sends_too_large_a_head_is_told_so_in_the_usual_form(server, plug, beginning, rest):
    with plug(server, beginning) as plugged:
        plugged.sendall(rest)
        ((status, headers, body),) = answers(plugged)
    assert status == 431
    assert json.loads(body)["error"] == {
        "code": "head_too_large",
        "message": "The request's URL and headers are larger than 64 KiB, the most that is accepted.",
    }
    assert headers["content-type"] == "application/json"
    assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")


@pytest.mark.parametrize(
    "headers", [b"X-Long: " + b"x" * 10_000 + b"\r\n", b"X-Header: y\r\n" * 200], ids=["one header", "headers"]
)
def test_a_websocket_whose_head_is_too_large_for_it_is_told_so_too(server, plug, headers):
    with plug(server, UPGRADE + headers + b"\r\n") as plugged:
        ((status, _, body),) = answers(plugged)
    assert (status, json.loads(body)["error"]["code"]) == (431, "head_too_large")


def test_what_is_not_http_is_refused_in_the_usual_form_too(server, plug):
    with plug(server, b"This is a letter.\r\n\r\n") as plugged:
        ((status, headers, body),) = answers(plugged)
    assert (status, json.loads(body)["error"]["code"]) == (400, "bad_http")
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("pieces", [1, 2, 60_000], ids=lambda pieces: f"in pieces of {60_000 // pieces}")
def test_every_head_on_a_connection_counts_by_itself(server, plug, pieces):
    """Whether the requests are sent one after the other or all at once."""
    large = GET + b"X-Long: " + b"x" * 60_000 + b"\r\n"
    sent = (large + b"\r\n") * 4 + large + b"Connection: close\r\n\r\n"
    with plug(server) as plugged:
        size = max(1000, len(sent) // pieces)
        for at in range(0, len(sent), size):
            plugged.sendall(sent[at : at + size])
        assert [status for status, *_ in answers(plugged)] == [200] * 5


def test_a_body_does_not_count_as_the_next_head(server, plug):
    body = b'{"opponent": "random"' + b" " * 200_000 + b"}"
    post = b"POST /api/v1/games/tictactoe/move HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    plain = post + b"Content-Length: %d\r\n\r\n" % len(body) + body
    pieces = b"".join(b"%x\r\n%b\r\n" % (len(body[at : at + 9]), body[at : at + 9]) for at in range(0, len(body), 9))
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\nX-Trailer: y\r\n\r\n"
    with plug(server) as plugged:
        plugged.sendall(plain + chunked + plain + GET + b"Connection: close\r\n\r\n")
        assert [status for status, *_ in answers(plugged)] == [200] * 4


def test_a_body_in_very_many_chunks_is_refused_before_others_have_waited_for_it(server, plug):
    with plug(server, CHUNKED) as plugged:
        plugged.sendall(b"1\r\n \r\n" * 33_000)
        ((status, _, body),) = answers(plugged)
    assert (status, json.loads(body)["error"]["message"]) == (
        413,
        "The request's body comes in more than 32,768 chunks.",
    )


def test_a_trailer_is_not_a_header(server, plug, begin):
    match_id, (token, _) = begin(server, "human", "human")
    choose = (
        f"POST /api/v1/matches/{match_id}/choices HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
    )
    chunked = b'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n10\r\n{"option": "b2"}\r\n0\r\n'
    authorised = b"Authorization: Bearer " + token.encode() + b"\r\n"
    with plug(server, choose + chunked + authorised + b"\r\n") as plugged:
        assert [status for status, *_ in answers(plugged)] == [401]
    with plug(server, choose + authorised + chunked + b"\r\n") as plugged:
        assert [status for status, *_ in answers(plugged)] == [200]


def test_requests_before_one_that_is_too_large_are_answered_first(server, plug):
    with plug(server, (GET + b"\r\n") * 3 + GET + b"X-Long: " + b"x" * LARGEST + b"\r\n\r\n" + GET) as plugged:
        assert [status for status, *_ in answers(plugged)] == [200, 200, 200, 431]
