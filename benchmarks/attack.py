"""What hostile clients, files and players do to a server and to this machine: memory, how long others wait, the answer.

Every attack meets a server of its own. Two onlookers in another process ask it for /healthz and for the list of games,
twenty times a second, and measure how long they wait. To attack other code, run this with PYTHONPATH at its `src`.
"""

import base64
import http.client
import json
import multiprocessing
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from measuring import Figures, parser, span

MOST_MEMORY = 4000.0
"""Megabytes at which an attacked process is killed, so that this machine is not."""

PATIENCE = 60.0
"""Seconds after which a client gives up."""

PAUSE = 0.05
"""Seconds between two requests of an onlooker."""

WATCHED_PATHS = ("/healthz", "/api/v1/games")
MEGABYTE = 2**20


@dataclass(frozen=True)
class Scale:
    """How much is sent."""

    decks: int = 400
    matches: int = 2000
    megabytes: int = 300
    seconds: float = 10.0
    answer: int = 600
    """Megabytes of a player's answer."""


QUICK = Scale(decks=40, matches=100, megabytes=30, seconds=2.0, answer=60)


def main() -> None:
    """Carry out every attack, and print one table."""
    options = parser(__doc__ or "")
    options.add_argument("--isolated", type=int, help="play one decision with an answer of this many megabytes")
    options.add_argument("--only", help="only the attacks whose names begin so")
    options = options.parse_args()
    if options.isolated is not None:
        ask_isolated_player(options.isolated)
        return
    scale = QUICK if options.quick else Scale()
    figures = Figures("Attacks", "sent", "memory: before, most, after", "longest wait of others", "answer")
    loaded = f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the beginning and "
    for name, attack in ATTACKS.items():
        if name.startswith(options.only or ""):
            sys.stderr.write(f"{name} …\n")
            for row in attack(scale):
                sys.stderr.write("  " + " | ".join(row) + "\n")
                figures.add(*row)
    figures.note(f"{loaded}{os.getloadavg()[0]:.1f} at the end: waits depend on what else the machine does.")
    figures.show()


Row = tuple[str, str, str, str]


# ---------------------------------------------------------------------- a server that is attacked, and its onlookers


class Guarded:
    """A process whose memory is measured, and that is killed before it takes too much."""

    def __init__(self, *arguments: str, **how: Any) -> None:
        self.process = subprocess.Popen([sys.executable, *arguments], text=True, stdout=subprocess.PIPE, **how)
        self.most, self.killed = 0.0, False
        threading.Thread(target=self._guard, daemon=True).start()

    def _guard(self) -> None:
        while self.process.poll() is None:
            self.most = max(self.most, self.megabytes("VmHWM"))
            if self.megabytes() > MOST_MEMORY:
                self.killed = True
                self.process.kill()
            time.sleep(0.05)

    def megabytes(self, what: str = "VmRSS") -> float:
        """The memory that it holds, or with `VmHWM` the most that it ever held; 0 if it has ended."""
        with suppress(OSError, IndexError):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            return int(status.partition(f"{what}:")[2].split()[0]) / 1024
        return 0.0


@dataclass(frozen=True)
class Answer:
    """An answer to a request, or the name of the error."""

    status: str
    body: bytes
    seconds: float
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        """What it says."""
        return json.loads(self.body)


class Server(Guarded):
    """`sparring serve` with a database of its own, warmed up; the file `shift` shifts its wall clock."""

    def __init__(self, folder: str, *options: str, files: int | None = None) -> None:
        self.shift = Path(folder, "shift")
        self.shift.write_text("0")
        self.database = f"{folder}/matches.db"
        serve = ["serve", "--port", "0", "--log", "error", "--database", f"sqlite:///{self.database}", *options]
        allowed = files and partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files))
        how = {"cwd": folder, "stderr": subprocess.DEVNULL, "preexec_fn": allowed}
        super().__init__("-c", SHIFTED_CLOCK, str(self.shift), *serve, **how)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])
        while not self.ask("GET", "/healthz").json.get("warm"):  # on a busy machine it may begin with a 503
            time.sleep(0.2)
        self.before = self.megabytes()
        self.onlookers = Onlookers(self.port)

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """One request over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {**(headers or {}), **({} if body is None else {"Content-Type": "application/json"})}
        began = time.perf_counter()
        try:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            got = connection.getresponse()
            content = got.read()
            headers = {name.lower(): value for name, value in got.getheaders()}
            return Answer(str(got.status), content, time.perf_counter() - began, headers)
        except (OSError, http.client.HTTPException) as error:
            return Answer(type(error).__name__, b"", time.perf_counter() - began, {})
        finally:
            connection.close()

    def begin(self, game: str, opponents: list[str], **more: Any) -> "Seat":
        """A new match, whose first seat is ours."""
        begun = self.ask("POST", "/api/v1/matches", {"game": game, "opponents": opponents, **more})
        state = begun.json
        cookie = begun.headers.get("set-cookie", "").partition(";")[0]
        return Seat(self, f"/api/v1/matches/{state['id']}", state["tokens"][0], cookie)

    def plug(self, source: str = "127.0.0.1") -> socket.socket:
        """A bare connection from an address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))

    def row(self, sent: str, answer: str) -> Row:
        """The row of the table for an attack that has just ended."""
        time.sleep(1)  # for memory to be given back, and for onlookers who still wait
        waits = self.onlookers.longest_waits()
        after = "killed" if self.killed else f"{self.megabytes():.0f} MB"
        waited = ", ".join(f"{path.rpartition('/')[2]} {span(wait)}" for path, wait in waits.items())
        return sent, f"{self.before:.0f}, {self.most:.0f}, {after}", waited, answer


@dataclass(frozen=True)
class Seat:
    """A person's seat in a match on a server."""

    server: Server
    path: str
    token: str
    cookie: str

    def choose(self, option: str, **headers: str) -> Answer:
        """Choose an option."""
        return self.ask("POST", "/choices", {"option": option}, **headers)

    def ask(self, method: str, call: str, body: Any = None, **headers: str) -> Answer:
        """A call about the match, with the seat's token or with other headers."""
        headers = headers or {"Authorization": f"Bearer {self.token}"}
        return self.server.ask(method, self.path + call, body, headers)


@contextmanager
def attacked(*options: str, files: int | None = None) -> Iterator[Server]:
    """A server with onlookers, that may open this many files."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, *options, files=files)
        try:
            yield server
        finally:
            server.onlookers.process.kill()
            server.process.kill()
            server.process.wait()


class Onlookers:
    """Two clients in a process of their own, who wait for a server."""

    def __init__(self, port: int) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._told, theirs = spawning.Pipe()
        self.process = spawning.Process(target=look_on, args=(port, theirs), daemon=True)
        self.process.start()
        self._told.recv()  # they have begun

    def longest_waits(self) -> dict[str, float]:
        """The longest wait for each path since the last time, in seconds."""
        self._told.send("tell")
        waits: dict[str, float] = self._told.recv()
        return waits


def look_on(port: int, told: Any) -> None:
    """Ask for two paths again and again, and tell the longest wait for each when asked."""
    longest = dict.fromkeys(WATCHED_PATHS, 0.0)
    waiting: dict[str, float] = {}

    def look(path: str) -> None:
        while True:
            began = waiting[path] = time.perf_counter()
            with suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
                connection.request("GET", path)
                connection.getresponse().read()
                connection.close()
            del waiting[path]
            longest[path] = max(longest[path], time.perf_counter() - began)
            time.sleep(PAUSE)

    for path in WATCHED_PATHS:
        threading.Thread(target=look, args=(path,), daemon=True).start()
    time.sleep(0.5)
    longest.update(dict.fromkeys(WATCHED_PATHS, 0.0))
    told.send("looking")
    while told.recv():
        now = time.perf_counter()
        told.send({path: max(longest[path], now - waiting.get(path, now)) for path in WATCHED_PATHS})
        longest.update(dict.fromkeys(WATCHED_PATHS, 0.0))


SHIFTED_CLOCK = """
import sys, time
from pathlib import Path
shift, real = Path(sys.argv[1]), time.time
time.time = lambda: real() + float(shift.read_text())
from sparring.terminal.main import main
sys.exit(main(sys.argv[2:]))
"""


# ---------------------------------------------------------------------- what is sent


def deck(number: int, types: int = 1) -> str:
    """A deck as text that differs from all others, with cards of its own that have this many types each."""
    content = json.loads(files("sparring.games.onepiece").joinpath("decks", "ST01.json").read_text("utf-8"))
    content["deck"], content["name"] = f"own{number}", f"Deck {number}"
    for card in content["cards"]:
        card["name"] = f"{card['name']} {number}"
        card["types"] = [f"Type {of_card} of {number}" for of_card in range(types)]
    packed = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return "packed." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def counted(statuses: "Iterator[str] | list[str]") -> str:
    """How often there was each status."""
    return ", ".join(f"{count} × {status}" for status, count in Counter(statuses).most_common())


def decks_in_records(scale: Scale) -> Iterator[Row]:
    """Games opened from texts: with decks that are large when unpacked, and with smaller ones."""
    for types in (400, 200):
        with attacked() as server:
            statuses, size = [], 0
            for number in range(scale.decks):
                decks = f"deck1={deck(2 * number, types)},deck2={deck(2 * number + 1, types)}"
                record = f"Sparring record 1\nGame: onepiece:{decks}\nSeed: 1\n\n"
                asked = {"record": record, "line": []}
                statuses.append(server.ask("POST", "/api/v1/games/onepiece/scenes", asked).status)
                size = max(size, len(record))
            sent = f"{scale.decks} records of {size / 1000:.0f} kB with different packed decks to /scenes"
            yield server.row(sent, counted(statuses))


def decks_in_matches(scale: Scale) -> Iterator[Row]:
    """Labels of metrics."""
    with attacked() as server:
        statuses = []
        for number in range(scale.matches):
            body = {"game": f"onepiece:deck1={deck(number)},deck2=ST01", "opponents": ["human", "random"]}
            statuses.append(server.ask("POST", "/api/v1/matches", body).status)
        size = len(server.ask("GET", "/metrics").body) / 1000
        sent = f"{scale.matches:,} matches with different packed decks"
        yield server.row(sent, f"{counted(statuses)}; /metrics has {size:,.0f} kB")


def headers(scale: Scale) -> Iterator[Row]:
    """Request heads without a limit."""
    line = b"X-Header: " + b"x" * 52 + b"\r\n"
    for what, beginning, piece in (
        ("headers", b"", line * 1024),
        ("one endless header", b"X-Endless: ", b"x" * 65536),
    ):
        with attacked() as server, server.plug() as plugged:
            sent = 0
            with suppress(OSError):  # it does not want to read more
                plugged.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + beginning)
                while sent < scale.megabytes * MEGABYTE:
                    sent += plugged.send(piece)
                plugged.sendall(b"\r\n\r\n")
            answer = "closed without an answer"
            with suppress(OSError):
                if first := plugged.recv(1000):
                    answer = first.split(b"\r\n")[0].decode("latin-1")
            yield server.row(f"{sent / MEGABYTE:,.0f} of {scale.megabytes} MB of {what}", answer)


def connections(scale: Scale) -> Iterator[Row]:
    """Connections that say nothing, and WebSockets that never stop talking."""
    few = 600
    with attacked(files=few) as server, ExitStack() as held:
        answers = []
        for _ in range(few):
            with suppress(OSError):
                held.enter_context(server.plug("127.0.0.2"))
        began = server.ask("POST", "/api/v1/matches", {"game": "tictactoe", "opponents": ["human", "random"]})
        with suppress(OSError):
            answers.append(held.enter_context(server.plug("127.0.0.2")).recv(1000).split(b"\r\n")[0].decode())
        told = f"one more: {answers[0] if answers else 'reset'}; a match of somebody else: {began.status}"
        yield server.row(f"{few} silent connections from one address, where {few} files may be open", told)
    for what, opcode in (("pings", 0x89), ("messages", 0x81)):
        with attacked() as server, server.plug("127.0.0.2") as plugged:
            path = server.begin("tictactoe", ["human", "human"]).path
            upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            key = b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16))
            plugged.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\n".encode() + upgrade + key + b"\r\n\r\n")
            plugged.recv(1000)
            flood, sent = bytes([opcode, 0x80 | 100, 0, 0, 0, 0]) + b"x" * 100, 0
            until, how = time.monotonic() + scale.seconds, "read"
            try:
                while time.monotonic() < until:
                    sent += plugged.send(flood * 500)
            except OSError:
                how = "cut off"
            yield server.row(f"{sent / MEGABYTE:,.0f} MB of {what} on one WebSocket in {scale.seconds:g} s", how)


def long_records(scale: Scale) -> Iterator[Row]:
    """Records that take long to read: far too long ones, and ones that a limit may accept, which are replayed."""
    beginning = "Sparring record 1\nGame: connect4\n\n"
    records = {
        "40,000 lines": beginning + "0: 4\n" * 40_000,
        "4,900 lines that can be played": beginning + "0: 4\n1: 4\n! undo 2\n0: 3\n! undo 1\n" * 980,
    }
    for what, record in records.items():
        with attacked() as server, ThreadPoolExecutor(4) as clients:
            body = {"opponent": "random", "record": record}
            sending = [clients.submit(send_for, server, body, scale.seconds) for _ in range(4)]
            statuses = [status for client in sending for status in client.result()]
            yield server.row(f"records of {what} from four clients for {scale.seconds:g} s", counted(statuses))


def send_for(server: Server, body: dict[str, str], seconds: float) -> list[str]:
    """Ask for a move again and again; the statuses of the answers."""
    statuses = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        statuses.append(server.ask("POST", "/api/v1/games/connect4/move", body).status)
    return statuses


def locked_database(scale: Scale) -> Iterator[Row]:
    """A database that somebody else has locked."""
    with attacked() as server, ThreadPoolExecutor(10) as clients:
        seats = [server.begin("tictactoe", ["human", "human"]) for _ in range(10)]
        server.onlookers.longest_waits()
        with sqlite3.connect(server.database, isolation_level=None) as locking:
            locking.execute("BEGIN EXCLUSIVE")
            answers = list(clients.map(lambda seat: seat.choose("b2"), seats))
            health = server.ask("GET", "/healthz")
            locking.execute("ROLLBACK")
        slowest = max(answer.seconds for answer in answers)
        told = (
            f"{counted([answer.status for answer in answers])}; the last after {span(slowest)}; healthz {health.status}"
        )
        yield server.row("ten choices in ten matches while the SQLite file is locked", told)
    with attacked() as server, ThreadPoolExecutor(10) as clients:
        seat = server.begin("tictactoe", ["human", "human"])
        server.onlookers.longest_waits()
        with sqlite3.connect(server.database, isolation_level=None) as locking:
            locking.execute("BEGIN EXCLUSIVE")
            answers = list(clients.map(lambda _: seat.choose("b2"), range(6)))
            locking.execute("ROLLBACK")
        slowest = max(answer.seconds for answer in answers)
        told = f"{counted([answer.status for answer in answers])}; the last after {span(slowest)}"
        yield server.row("six choices in one match while the SQLite file is locked", told)


def clocks(scale: Scale) -> Iterator[Row]:
    """A wall clock that jumps."""
    for jump in (3600, -3600):
        with attacked() as server:
            seat = server.begin("tictactoe", ["human", "random"], clock=60)
            server.shift.write_text(str(jump))
            time.sleep(2)
            chosen = seat.choose("b2")
            waited = seat.ask("GET", "?wait=20")
            state = waited.json if waited.status == "200" else {}
            goes_on = (
                "goes on"
                if state.get("decision")
                else f"is over: {state['result']['reason']}"
                if state.get("over")
                else "stalls"
            )
            yield server.row(
                f"the wall clock jumps by {jump:+,} s in a match with a clock",
                f"choice {chosen.status}; after {span(waited.seconds)} the match {goes_on}",
            )


def origins(scale: Scale) -> Iterator[Row]:
    """Addresses and origins that clients invent."""
    with attacked("--rate", "50") as server:
        time.sleep(2)
        statuses = [
            server.ask(
                "GET", "/api/v1/games", headers={"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
            ).status
            for number in range(500)
        ]
        yield server.row(
            "500 requests in a row, each with another X-Forwarded-For, where 50 a second are allowed", counted(statuses)
        )
    with attacked() as server:
        seat = server.begin("tictactoe", ["human", "human"])
        foreign = {"Cookie": seat.cookie, "Origin": "https://elsewhere.example"}
        yield server.row("a choice by cookie alone from a page elsewhere", seat.choose("b2", **foreign).status)
        upgraded = follow(
            server, seat.path, b"Cookie: " + seat.cookie.encode() + b"\r\nOrigin: https://elsewhere.example\r\n"
        )
        yield server.row("a WebSocket by cookie alone from a page elsewhere", upgraded)
        headers = server.ask("GET", "/api/v1/games").headers
        kept = {name: headers.get(name, "missing") for name in ("cache-control", "x-content-type-options")}
        yield server.row(
            "a look at the headers of the API", ", ".join(f"{name}: {value}" for name, value in kept.items())
        )


def odd_ids(scale: Scale) -> Iterator[Row]:
    """Ids that no match has."""
    with attacked() as server:
        for what, match_id in (("200 × é", "%C3%A9" * 200), ("60,000 letters", "x" * 60_000)):
            yield server.row(
                f"a WebSocket to a match with the id {what}", follow(server, f"/api/v1/matches/{match_id}")
            )


def follow(server: Server, path: str, more: bytes = b"") -> str:
    """Follow a match over a WebSocket without a token; the result is how the first answer looks."""
    key = base64.b64encode(os.urandom(16))
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key
    with server.plug() as plugged:
        plugged.settimeout(5)
        try:
            plugged.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\n".encode() + more + upgrade + b"\r\n\r\n")
            head = plugged.recv(65536)
            if not head.startswith(b"HTTP/1.1 101"):
                return head.split(b"\r\n")[0].decode("latin-1") or "closed without an answer"
            first = b'{"after": 0}'
            plugged.sendall(bytes([0x81, 0x80 | len(first), 0, 0, 0, 0]) + first)
            received = b""
            while piece := plugged.recv(65536):
                received += piece
                if b'"event"' in received:
                    return "events"
                at = received.find(b"\x88")
                if at >= 0 and len(received) >= at + 4:
                    return f"closed with {int.from_bytes(received[at + 2 : at + 4])}"
            return "closed with 1006"
        except TimeoutError:
            return "no answer within 5 s"
        except OSError as error:
            return type(error).__name__


# ---------------------------------------------------------------------- players and files


def long_answer(scale: Scale) -> Iterator[Row]:
    """A player in a process of its own whose answer is too long."""
    playing = Guarded(__file__, "--isolated", str(scale.answer))
    began = time.perf_counter()
    out, _ = playing.process.communicate()
    before, _, told = out.partition(" ")
    taken = span(time.perf_counter() - began)
    answer = "killed" if playing.killed else " ".join(told.split())
    yield (
        f"an answer of {scale.answer} MB by an isolated player",
        f"{before}, {playing.most:.0f}, ended",
        f"its caller: {taken}",
        answer,
    )


class Talkative:
    """Makes a player whose answer is this many megabytes long."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes

    def __call__(self) -> Any:
        """The player."""
        return self

    def choose(self, decision: Any) -> str:
        """Answer at length."""
        return "x" * (self.megabytes * 1_000_000)


def ask_isolated_player(megabytes: int) -> None:
    """Ask the player once; print the memory before, and what came of it."""
    import asyncio

    from sparring import IsolatedPlayer
    from sparring.match.table import Table
    from sparring.rules.registry import game

    status = Path("/proc/self/status").read_text()
    sys.stdout.write(f"{int(status.partition('VmRSS:')[2].split()[0]) // 1024} ")
    player = IsolatedPlayer(Talkative(megabytes), "talkative")
    try:
        choice = asyncio.run(player.choose(Table(game("tictactoe")).decision()))
        sys.stdout.write(f"taken: an answer of {len(choice.option):,} characters")
    except Exception as error:
        sys.stdout.write(f"{type(error).__name__}: {error}")
    player.close()


def endless_files(scale: Scale) -> Iterator[Row]:
    """Files that never end, and code that ends the program."""
    with tempfile.TemporaryDirectory() as folder:
        pipe, long, leaving = (f"{folder}/{name}" for name in ("pipe", "long.txt", "leaving.py"))
        os.mkfifo(pipe)
        Path(long).write_text("Sparring record 1\nGame: tictactoe\n\n0: " + "x" * 10_000_000 + "\n")
        Path(leaving).write_text("import sys\nsys.exit()\n")
        for what, arguments in {
            "--record /dev/zero": ["legal", "tictactoe", "--record", "/dev/zero"],
            "--record /proc/kmsg": ["legal", "tictactoe", "--record", "/proc/kmsg"],
            "--record with a pipe": ["legal", "tictactoe", "--record", pipe],
            "--record with a line of 10 MB": ["legal", "tictactoe", "--record", long],
            "a game file that calls sys.exit": ["legal", f"{leaving}:Game"],
        }.items():
            reading = Guarded("-m", "sparring", *arguments, stderr=subprocess.STDOUT)
            began = time.perf_counter()
            out, how = "", ""
            try:
                out, _ = reading.process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                reading.process.kill()
                how = "no end within 10 s"
            taken = time.perf_counter() - began
            told = " ".join(out.replace(folder, "…").split()) or "not a word"
            shown = how or (
                "killed"
                if reading.killed
                else told
                if len(told) < 130
                else f"{told[:100]} … ({len(told):,} characters)"
            )
            yield what, f"0, {reading.most:.0f}, ended", f"the command itself: {span(taken)}", shown


ATTACKS: dict[str, Callable[[Scale], Iterator[Row]]] = {
    "decks in records": decks_in_records,
    "decks in matches": decks_in_matches,
    "headers": headers,
    "connections": connections,
    "long records": long_records,
    "locked database": locked_database,
    "clocks": clocks,
    "origins": origins,
    "odd ids": odd_ids,
    "long answer": long_answer,
    "files": endless_files,
}

if __name__ == "__main__":
    main()
