"""The Python client: it reuses connections, raises errors as exceptions, and follows events across restarts."""

import http.server
import json
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.sync.server import serve

from sparring import Client
from sparring.rules import SparringError
from sparring.server.client import Refused, Unreachable


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


@pytest.fixture
def client(server):
    with Client(server.address) as client:
        yield client


def test_games_opponents_moves_and_analyses_are_asked_for_by_name(client):
    assert [game["name"] for game in client.games()] == ["connect4", "fourinarow", "onepiece", "oware", "tictactoe"]
    assert "ChampionChimp" in [opponent["name"] for opponent in client.opponents("tictactoe")]
    answer = client.move("tictactoe", "ChampionChimp", position="xx./oo./... x", seed=1)
    assert (answer["move"], answer["fallback"]) == ("c3", False)
    assert client.move("connect4", "hard", moves=["4", "4"], seed=1) | {"seconds": 0} == client.move(
        "connect4", "hard", moves="44", seed=1
    ) | {"seconds": 0}
    assert client.analyse("tictactoe", moves="b2 a1", depth=2)["to_move"] == "x"


@pytest.mark.req("ALL-1")
def test_a_match_is_played_taken_back_and_resigned(client):
    match, opponent = client.begin("tictactoe", ["human", "StrategistApe"], seed=1, player="Ada")
    assert opponent is None
    match.choose("a1", number=0)
    assert match.choose("a1", number=0)["moves"][0] == {"seat": 0, "option": "a1"}
    assert len(match.state(wait=10)["moves"]) == 2
    assert match.undo()["moves"] == []
    assert match.resign()["over"]
    assert "! resign 0" in match.record()
    assert client.matches()[0]["id"] == match.id
    assert {"game": "tictactoe", "opponent": "StrategistApe"}.items() <= client.results()[0].items()
    assert client.results("Ada")[0]["losses"] == 1
    again = client.match(match.id, match.token).state()
    assert again["over"]


def test_a_friend_sits_down(client, server):
    mine, theirs = client.begin("tictactoe", ["human", "human"])
    with Client(server.address) as friend:
        seat = friend.match(theirs.id, theirs.token).sit_down("Bob")
        assert seat.state()["names"] == [None, "Bob"]
        with pytest.raises(Refused) as refused:
            theirs.state()
        assert refused.value.status == 401
        assert friend.match(mine.id).state()["seat"] == 1  # by the cookie
        mine.choose("b2")
        assert seat.choose("a1")["to_move"] == 0


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (lambda client: client.move("chess", "hard"), 404, "unknown_game"),
        (lambda client: client.move("a?b#c", "hard"), 404, "unknown_game"),
        (lambda client: client.move("tictactoe", "nobody"), 422, "unknown_name"),
        (lambda client: client.move("tictactoe", "random", moves="b2 b2"), 422, "illegal_move"),
        (lambda client: client.move("tictactoe", "random", moves="\ud800"), 422, "illegal_move"),
        (lambda client: client.match("nothing", "x").state(), 404, "unknown_match"),
        (lambda client: client.match("a?b#c", "x").state(), 404, "unknown_match"),
        (lambda client: client.begin("tictactoe", ["human"]), 422, "bad_setting"),
        (lambda client: client.begin("tictactoe", ["human", "human"])[0].record(), 409, "not_over"),
    ],
)
def test_a_refusal_is_raised_with_its_status_code_and_sentence(client, call, status, code):
    with pytest.raises(Refused) as refused:
        call(client)
    assert (refused.value.status, refused.value.code) == (status, code)
    assert str(refused.value).endswith(".")
    assert isinstance(refused.value, SparringError)
    assert client.games()


@pytest.mark.parametrize("address", ["", "here", "ftp://x", "http://", "http://x:99999", "http://x:y", "http://[::1"])
def test_a_bad_address_is_refused_at_once(address):
    with pytest.raises(SparringError):
        Client(address)


def test_a_server_that_is_not_there_is_unreachable():
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
    with Client(address, timeout=5) as client:
        with pytest.raises(Unreachable, match="does not answer"):
            client.games()
        with pytest.raises(Unreachable):
            next(client.match("x", "y").events())
    with Client("http://no.such.host.invalid", timeout=5) as client, pytest.raises(Unreachable):
        client.games()


def test_a_server_that_says_nothing_is_unreachable():
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        Client(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.3) as client,
        pytest.raises(Unreachable),
    ):
        client.games()


@pytest.mark.parametrize("body", [b"<html>no</html>", b"{}", b'{"error": 7}', b"\xff", b""])
def test_answers_of_some_other_server_are_refused(body):
    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(502)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        serving = threading.Thread(target=other.serve_forever)
        serving.start()
        try:
            with Client(f"http://127.0.0.1:{other.server_port}") as client, pytest.raises(Refused) as refused:
                client.games()
            assert (refused.value.status, refused.value.code) == (502, "unknown")
        finally:
            other.shutdown()
            serving.join()


# ---------------------------------------------------------------------- connections


def test_many_calls_share_one_connection_and_a_closed_one_is_replaced(start):
    server = start("--rate", "0")
    with Client(server.address) as client:
        client.games()
        (kept,) = client._idle
        for _ in range(5):
            client.games()
        assert client._idle == [kept]
        assert server.stop() == 0
        start("--rate", "0", "--port", server.address.rpartition(":")[2], folder=server.folder)
        assert client.games()
        assert client._idle != [kept]


def test_one_client_serves_many_threads(client):
    def play(number):
        match, _ = client.begin("tictactoe", ["human", "random"], seed=number)
        state = match.state()
        while not state["over"]:
            match.choose(state["decision"]["options"][0])
            state = match.state(wait=10)
        return state["seed"]

    with ThreadPoolExecutor(8) as many:
        assert list(many.map(play, range(32))) == list(range(32))
    assert len(client._idle) <= 8


def test_a_client_works_in_a_process_with_many_open_files(server):
    program = f"""
import os, resource
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (2000, most))
opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
from sparring import Client
with Client({server.address!r}) as client:
    print(len(client.games()), len(client.games()))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    games = len(server.client.games())
    assert (ran.stdout, ran.stderr) == (f"{games} {games}\n", "")


# ---------------------------------------------------------------------- events


@pytest.mark.req("ALL-11")
def test_events_are_followed_to_the_end_and_from_anywhere(client):
    match, _ = client.begin("tictactoe", ["human", "random"], seed=3)
    match.choose("b2")
    match.state(wait=10)
    match.resign()
    events = [event for event in match.events() if "number" in event]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["event"] == "match_over"
    assert [event["number"] for event in match.events(after=3) if "number" in event] == list(range(4, len(events) + 1))
    watched = client.match(_watched(client))
    assert [*watched.events()][-1]["event"] == "match_over"


def _watched(client):
    return client.call("POST", "/matches", {"game": "tictactoe", "opponents": ["random", "random"]})["id"]


def test_a_refusal_of_events_is_raised(client):
    match, _ = client.begin("tictactoe", ["human", "human"])
    for match_id, token, code in ((match.id, "wrong", "not_open"), ("nothing", "x", "unknown_match")):
        with pytest.raises(Refused) as refused:
            next(client.match(match_id, token).events())
        assert refused.value.code == code


def test_events_are_followed_by_the_cookie_too(client):
    match, _ = client.begin("tictactoe", ["human", "human"])
    back = client.match(match.id)
    assert back.state()["seat"] == 0
    assert next(back.events())["event"] == "match_started"


@pytest.mark.req("ALL-11")
@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_events_go_on_after_a_restart_and_none_is_repeated(start, eventually, ending):
    first = start("--rate", "0")
    port = first.address.rpartition(":")[2]
    seen, failed = [], []
    with Client(first.address) as client:
        mine, theirs = client.begin("tictactoe", ["human", "human"])

        def follow():
            try:
                for event in mine.events():
                    seen.append(event)  # noqa: PERF402 - one by one, as they come
            except BaseException as error:
                failed.append(error)

        following = threading.Thread(target=follow, daemon=True)
        following.start()
        mine.choose("b2")
        eventually(lambda: len(seen) >= 4)
        getattr(first, ending)()
        start("--rate", "0", "--port", port, folder=first.folder)
        theirs.choose("a1")
        theirs.resign()
        following.join(20)
        assert failed == []
        assert not following.is_alive()
        assert [event["number"] for event in seen] == list(range(1, 8))
        assert seen[-1]["event"] == "match_over"


def test_a_connection_that_is_lost_before_the_first_event_is_opened_again():
    """As one to a process that is killed just then."""
    heard = []

    def answer(connection):
        heard.append(json.loads(connection.recv()))
        if len(heard) == 1:
            connection.socket.shutdown(socket.SHUT_RDWR)
        else:
            connection.send('{"number": 1, "event": "match_over"}')

    with serve(answer, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{server.socket.getsockname()[1]}") as client:
            assert [event["event"] for event in client.match("x", "y").events()] == ["match_over"]
    assert heard == [{"token": "y", "after": 0}] * 2


@pytest.mark.parametrize(("status", "raised"), [(403, Refused), (500, Unreachable), (503, Unreachable)])
def test_a_server_that_cannot_follow_a_match_just_now_is_lost_and_does_not_refuse(status, raised):
    """As a server that is told to stop answers those whom it has not let in yet."""

    class Answers(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.send_error(status)

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as refusing:
        threading.Thread(target=refusing.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{refusing.server_port}") as client, pytest.raises(raised):
            next(client.match("x", "y").events())
        refusing.shutdown()
