"""Servers for whole modules, plain HTTP and WebSockets to them, and games of a user's own to serve."""

import http.client
import json
import socket
import time
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from support.serving import Server

ROOT = ("/healthz", "/metrics", "/openapi.json")
SOON = 20.0
"""Seconds after which waiting for something fails."""

NIM = '''
import sparring
from sparring.brains.brain import Brain, Whim
from sparring.brains.settings import DEPTH


class Nim(sparring.Game):
    """Three heaps; take any number from one; whoever takes the last one wins."""

    name, title = "nim", "Nim"

    def start(self, rng):
        return (3, 4, 5), 0

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [f"{take} from {heap}" for heap, size in enumerate(position[0], 1) for take in range(1, size + 1)]

    def play(self, position, move):
        take, heap = (int(word) for word in move.split(" from "))
        heaps = tuple(size - take * (number == heap) for number, size in enumerate(position[0], 1))
        return heaps, 1 - position[1]

    def outcome(self, position):
        return None if any(position[0]) else sparring.Outcome(1 - position[1], "took the last one")


class Loud(Nim):
    """The same, one at a time and with far more to say about every position than anybody reads."""

    name, title = "loud", "Loud Nim"

    def start(self, rng):
        return (30, 30, 30), 0

    def moves(self, position):
        return [f"1 from {heap}" for heap, size in enumerate(position[0], 1) if size]

    def draw(self, view):
        return "very loud " * 20_000


class Broken(Nim):
    """A game with a mistake in it."""

    name, title = "broken", "Broken Nim"

    def moves(self, position):
        return [heap for heap in position["heaps"]]


class Raises(Brain):
    def judge(self, decision):
        raise RuntimeError("I cannot play this")


class NeverReady(Whim):
    def prepare(self):
        raise RuntimeError("I cannot get ready")


class Endless(Brain):
    """Looks ahead for as long as it may, in plain Python."""

    settings = (DEPTH,)

    def __init__(self, game, depth=None):
        super().__init__(game)

    def judge(self, decision):
        count = 0
        while not decision.thinking.over:
            count += 1
        return Whim(self.game).judge(decision)
'''

OPPONENTS = "".join(
    f'[{name}]\nabout = "Does what its name says."\nlevel = 1\nbrain = "nim:{brain}"\n'
    for name, brain in (("raises", "Raises"), ("unready", "NeverReady"), ("endless", "Endless"))
)


@pytest.fixture(scope="session")
def own_games(tmp_path_factory):
    """A folder with games of a user's own (nim.py: Nim, Loud, Broken), whose opponents misbehave."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "nim.py").write_text(NIM)
    (folder / "opponents.toml").write_text(OPPONENTS)
    return folder


@pytest.fixture(scope="module")
def start(tmp_path_factory, pytestconfig):
    """Starts servers that end with the module; they share the cache of compiled code."""
    started = []

    def start(*options, folder=None, path=None, variables=None, **how):
        folder = folder or tmp_path_factory.mktemp("server")
        own = {
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(pytestconfig.cache.mkdir("compiled")),
            **({"PYTHONPATH": path} if path else {}),
            **(variables or {}),
        }
        started.append(Server(folder, *options, environment=own, **how))
        started[-1].folder = folder
        return started[-1]

    yield start
    for server in started:
        server.kill()


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> dict[str, str]:
        """The error, which must look as errors do: a code, and one sentence on one line."""
        assert 400 <= self.status < 500, (self.status, self.body)
        assert set(self.json) == {"error"}
        assert set(self.json["error"]) == {"code", "message"}
        code, message = self.json["error"]["code"], self.json["error"]["message"]
        assert code
        assert code == code.lower()
        assert " " not in code
        assert message
        assert "\n" not in message
        assert message.endswith((".", "…")), message
        assert len(message) < 1000
        return self.json["error"]


def _ask(
    server, method, path, body=None, *, raw=None, token=None, cookie=None, headers=None, source=None, timeout=SOON
):
    """One request over a connection of its own; `raw` is a body that may not be JSON, `source` the client's address."""
    sent = dict(headers or {})
    if token is not None:
        sent.setdefault("Authorization", f"Bearer {token}")
    if cookie is not None:
        sent.setdefault("Cookie", f"sparring_player={cookie}")
    if body is not None:
        raw = json.dumps(body).encode()
    if raw is not None:
        sent.setdefault("Content-Type", "application/json")
    parts = urlsplit(server.address)
    connection = http.client.HTTPConnection(
        parts.hostname, parts.port, timeout=timeout, source_address=source and (source, 0)
    )
    try:
        connection.request(method, path if path in ROOT else f"/api/v1{path}", raw, sent)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


@pytest.fixture(scope="session")
def ask():
    """Make one request; returns status, headers and body."""
    return _ask


@pytest.fixture(scope="session")
def begin(ask):
    """Begin a match; returns its id and the token of each seat."""

    def begin(server, *opponents, game="tictactoe", **settings):
        answer = ask(server, "POST", "/matches", {"game": game, "opponents": list(opponents), **settings})
        assert answer.status == 201
        return answer.json["id"], answer.json["tokens"]

    return begin


@pytest.fixture(scope="session")
def follow():
    """Open a WebSocket that follows a match; its first message has the token and `after`, unless `first` is given."""

    @contextmanager
    def follow(server, match_id, token=None, after=0, *, first=None, **options):
        address = server.address.replace("http", "ws", 1) + f"/api/v1/matches/{match_id}/events"
        with connect(address, proxy=None, max_size=2**24, open_timeout=SOON, close_timeout=1, **options) as followed:
            if first is None:
                first = json.dumps({"token": token, "after": after})
            if first:
                followed.send(first)
            yield followed

    return follow


@pytest.fixture(scope="session")
def rest():
    """The remaining messages of a WebSocket until the server closes it, and the code with which it is closed."""

    def rest(followed, seconds=SOON):
        messages = []
        try:
            while True:
                messages.append(json.loads(followed.recv(seconds)))
        except ConnectionClosed as closed:
            return messages, closed.rcvd.code if closed.rcvd else None

    return rest


@pytest.fixture(scope="session")
def eventually():
    """Wait until a call returns something true; returns that."""

    def eventually(holds, seconds=SOON):
        deadline = time.monotonic() + seconds
        while not (found := holds()):
            assert time.monotonic() < deadline, "it never happened"
            time.sleep(0.02)
        return found

    return eventually


@pytest.fixture(scope="session")
def plug():
    """A bare connection, for what no HTTP library would send."""

    @contextmanager
    def plug(server, data=b"", *, source=None):
        parts = urlsplit(server.address)
        with socket.create_connection(
            (parts.hostname, parts.port), SOON, source_address=source and (source, 0)
        ) as plugged:
            plugged.sendall(data)
            yield plugged

    return plug


@pytest.fixture(scope="session")
def metric(ask):
    """The value of one of the server's metrics; 0 if it does not exist yet."""
    from prometheus_client.parser import text_string_to_metric_families

    def metric(server, name, **labels):
        families = text_string_to_metric_families(ask(server, "GET", "/metrics").body.decode())
        samples = [sample for family in families for sample in family.samples]
        return sum(
            sample.value for sample in samples if sample.name == name and labels.items() <= sample.labels.items()
        )

    return metric


# ---------------------------------------------------------------------- databases

pytest.register_assert_rewrite("support.crowd")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for these tests; each test uses a new database."""
    from support import machine
    from support.postgres import Postgres

    if sentence := machine.lacking("PostgreSQL"):
        pytest.skip(sentence)
    cluster = Postgres()
    yield cluster
    cluster.remove()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request, tmp_path):
    """The address of an empty database; the test runs once for each kind."""
    if request.param == "SQLite":
        return f"sqlite:///{tmp_path}/matches.db"
    return request.getfixturevalue("postgres").new_database()
