"""How much load a server carries on this machine: stateless moves, and many matches at once.

The load comes from another process on the same machine, which does as little as it can: raw HTTP over connections that
stay open. The reference, measured in the same run, is the server's `/metrics` call, for which nobody thinks.
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from measuring import Figures, at_least, at_most, parser, span

RULE_CHARACTERS = ("StrategistApe", "TricksterMonkey", "GuardianGorilla", "SpeedyGibbon", "WildcardLemur")
CONNECTIONS = 50
MATCHES = 200
PAUSE = 2.0


def main() -> None:
    """Start a server, put load on it, and print the figures."""
    options = parser(__doc__ or "")
    options.add_argument("--database", help="sqlite:///FILE or postgresql://… instead of a file that is thrown away")
    options = options.parse_args()
    calls_for, matches_for = (3.0, 10.0) if options.quick else (20.0, 120.0)
    figures = Figures("The server", "work", "measured", "wanted", "kept")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as load:
        server = Started(folder, options.database or f"sqlite:///{folder}/matches.db")
        try:
            load.submit(run_calls, server.port, 3.0, moves()).result()  # loads everything
            told = load.submit(run_calls, server.port, calls_for, ["GET /metrics"]).result()
            figures.add(f"HTTP alone, {CONNECTIONS} connections", f"{len(told.seconds) / calls_for:,.0f} a second")
            told = load.submit(run_calls, server.port, calls_for, moves()).result()
            rate, slowest = len(told.seconds) / calls_for, percentile(told.seconds, 99)
            shown = f"{rate:,.0f} a second"
            wanted = at_least(300, rate, lambda rate: f"{rate:,.0f} a second")
            figures.add(f"moves of rule characters, {CONNECTIONS} connections", shown, *wanted)
            figures.add("  99 % within", span(slowest), *at_most(0.1, slowest, span))
            figures.add("  errors", str(told.errors), *at_most(0, told.errors, str))
            playing = load.submit(run_matches, server.port, matches_for)
            memory = server.memory_until(playing.done)
            told = playing.result()
            choices = f"{len(told.seconds):,} choices in {matches_for:g} s"
            figures.add(f"{MATCHES} matches against medium, a choice every {PAUSE:g} s", choices)
            for name, seconds in {"acknowledged": told.seconds, "answered by medium": told.answered}.items():
                slowest = percentile(seconds, 99)
                shown = f"{span(slowest)} (median {span(statistics.median(seconds))})"
                figures.add(f"  99 % {name} within", shown, *at_most(0.25, slowest, span))
            figures.add("  errors", str(told.errors), *at_most(0, told.errors, str))
            quarters = [max(memory[len(memory) * part // 4 :][: len(memory) // 4]) for part in range(4)]
            grown = quarters[3] - quarters[1]
            shown = ", ".join(f"{quarter:.0f}" for quarter in quarters) + " MB in its quarters"
            figures.add(
                "  memory", shown, *at_most(10, grown, lambda grown: f"{grown:.0f} MB more after the first half")
            )
        finally:
            server.stop()
    figures.show()


@dataclass
class Told:
    """What was measured under a load."""

    seconds: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    errors: int = 0


class Started:
    """A server in a process of its own."""

    def __init__(self, folder: str, database: str) -> None:
        command = [sys.executable, "-m", "sparring.terminal.main", "serve", "--port", "0", "--log", "error"]
        self.process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, text=True, cwd=folder
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def memory_until(self, done: Callable[[], bool]) -> list[float]:
        """The megabytes that it uses, measured twice a second."""
        held = []
        while not done():
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            held.append(int(status.partition("VmRSS:")[2].split()[0]) / 1024)
            time.sleep(0.5)
        return held

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def percentile(seconds: list[float], percent: int) -> float:
    """The time that so many percent of the answers took at most."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[percent - 1]


def moves() -> list[str]:
    """Stateless calls to rule characters, in positions from the whole game."""
    rng, asked = random.Random(1), []
    for number in range(500):
        cells = [column + row for column in "abc" for row in "123"]
        rng.shuffle(cells)
        body = {"opponent": rng.choice(RULE_CHARACTERS), "moves": cells[: rng.randrange(4)], "seed": number}
        asked.append(f"POST /api/v1/games/tictactoe/move {json.dumps(body)}")
    return asked


# ---------------------------------------------------------------------- the load, in a process of its own


class Connection:
    """One connection that stays open, with the least of HTTP that works."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> "Connection":
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def ask(self, request: str, token: str = "") -> tuple[int, bytes]:
        """A request such as `POST /path {"body": 1}`, and its answer's status and body."""
        method, path, body = (*request.split(" ", 2), "")[:3]
        data = body.encode()
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        kind = "Content-Type: application/json\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: load\r\n{who}{kind}Content-Length: {len(data)}\r\n\r\n"
        self._writer.write(head.encode() + data)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return int(answer.split()[1]), await self._reader.readexactly(length)


def run_calls(port: int, seconds: float, requests: list[str]) -> Told:
    """Make calls over many connections, each one as soon as the one before is answered."""
    told = Told()

    async def one(number: int, until: float) -> None:
        connection = await Connection(port).open()
        while (began := time.perf_counter()) < until:
            status, _ = await connection.ask(requests[number % len(requests)])
            told.seconds.append(time.perf_counter() - began)
            told.errors += status != 200
            number += CONNECTIONS

    async def all_of_them() -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(one(number, until) for number in range(CONNECTIONS)))

    asyncio.run(all_of_them())
    return told


def run_matches(port: int, seconds: float) -> Told:
    """Play many matches at once, each with a choice every few seconds, and a new match when one is over."""
    told = Told()

    async def one(number: int, until: float) -> None:
        connection, rng = await Connection(port).open(), random.Random(number)
        await asyncio.sleep(rng.random() * PAUSE)
        state: dict[str, object] = {"over": True}
        while time.perf_counter() < until:
            if state["over"]:
                body = {"game": "connect4", "opponents": ["human", "medium"], "seed": rng.randrange(2**32)}
                status, text = await connection.ask(f"POST /api/v1/matches {json.dumps(body)}")
                told.errors += status != 201
                state = json.loads(text)
                path, token = f"/api/v1/matches/{state['id']}", state["tokens"][0]
            began = time.perf_counter()
            choice = json.dumps({"option": rng.choice(state["decision"]["options"])})
            status, text = await connection.ask(f"POST {path}/choices {choice}", token)
            told.seconds.append(time.perf_counter() - began)
            told.errors += status != 200
            status, text = await connection.ask(f"GET {path}?wait=10", token)
            told.answered.append(time.perf_counter() - began)
            state = json.loads(text)
            told.errors += status != 200 or not (state["over"] or state["decision"])
            await asyncio.sleep(max(0.0, began + PAUSE - time.perf_counter()))

    async def all_of_them() -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(one(number, until) for number in range(MATCHES)))

    asyncio.run(all_of_them())
    return told


if __name__ == "__main__":
    main()
