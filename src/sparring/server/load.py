"""Load for a server, to see what it carries: single moves as fast as they are answered, or many matches at once.

It does as little as it can itself: raw HTTP over connections that stay open.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sparring.rules import SparringError
from sparring.rules.notation import start
from sparring.rules.registry import game as find_game

POSITIONS = 200
"""Different positions in which moves are asked for."""

PERCENTS = (50.0, 90.0, 99.0, 99.9)
"""The shares of the answers whose times are told."""


@dataclass
class Times:
    """How long answers took, in seconds."""

    name: str
    seconds: list[float] = field(default_factory=list)

    def within(self, percent: float) -> float:
        """The time that this many percent of the answers took at most."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        told = {f"within_{percent:g}": round(self.within(percent), 6) for percent in PERCENTS}
        median = statistics.median(self.seconds) if self.seconds else 0.0
        return {"name": self.name, "answers": len(self.seconds), "median": median, **told}


@dataclass
class Told:
    """What was measured."""

    lasted: float
    times: list[Times]
    errors: int = 0

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {"seconds": self.lasted, "errors": self.errors, "times": [each.as_json() for each in self.times]}


class Line:
    """One connection that stays open, with the least of HTTP that works."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    async def open(self) -> "Line":
        """Connect."""
        try:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            raise SparringError(f"{self._host}:{self._port} does not answer: {error.strerror or error}.") from None
        return self

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """Make a request; the result is the status and the body, read as JSON."""
        data = b"" if body is None else json.dumps(body).encode()
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        kind = "Content-Type: application/json\r\n" if data else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{who}{kind}Content-Length: {len(data)}\r\n\r\n"
        self._writer.write(head.encode() + data)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        text = await self._reader.readexactly(length)
        return int(answer.split()[1]), json.loads(text) if text[:1] in (b"{", b"[") else text

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


@dataclass(frozen=True)
class Calls:
    """Stateless requests over many connections, each one made as soon as the one before is answered."""

    host: str
    port: int
    requests: Sequence[tuple[str, str, object]]
    """Each a method, a path and a body."""

    connections: int = 50
    seconds: float = 20.0

    async def run(self) -> Told:
        """Make the requests."""
        told = Told(self.seconds, [Times("answered")])
        until = time.perf_counter() + self.seconds
        await asyncio.gather(*(self._one(number, until, told) for number in range(self.connections)))
        return told

    async def _one(self, number: int, until: float, told: Told) -> None:
        line = await Line(self.host, self.port).open()
        while (began := time.perf_counter()) < until:
            try:
                status, _ = await line.ask(*self.requests[number % len(self.requests)])
            except (OSError, asyncio.IncompleteReadError):  # the server hung up
                told.errors += 1
                line.close()
                line = await Line(self.host, self.port).open()
                continue
            told.times[0].seconds.append(time.perf_counter() - began)
            told.errors += status != 200
            number += self.connections
        line.close()


@dataclass(frozen=True)
class Play:
    """Many matches at once, each with a choice every few seconds, and a new match when one is over."""

    host: str
    port: int
    game: str = "connect4"
    opponent: str = "medium"
    matches: int = 200
    pause: float = 2.0
    """Seconds from one choice to the next in each match."""

    seconds: float = 20.0
    seed: int = 0

    async def run(self) -> Told:
        """Play."""
        told = Told(self.seconds, [Times("acknowledged"), Times(f"answered by {self.opponent}")])
        until = time.perf_counter() + self.seconds
        await asyncio.gather(*(self._one(number, until, told) for number in range(self.matches)))
        return told

    async def _one(self, number: int, until: float, told: Told) -> None:
        line, rng = await Line(self.host, self.port).open(), random.Random(f"{self.seed}/{number}")
        await asyncio.sleep(rng.random() * self.pause)
        path, token, state = "", "", dict[str, Any](over=True)
        while time.perf_counter() < until:
            if state["over"] or not state.get("decision"):
                path, token, state = await self._begin(line, rng)
                if not state.get("decision"):
                    told.errors += 1
                    await asyncio.sleep(self.pause)
                    continue
            began = time.perf_counter()
            choice = {"option": rng.choice(state["decision"]["options"])}
            status, _ = await line.ask("POST", f"{path}/choices", choice, token)
            acknowledged = time.perf_counter() - began
            waited, state = await line.ask("GET", f"{path}?wait=20", None, token)
            told.times[0].seconds.append(acknowledged)
            told.times[1].seconds.append(time.perf_counter() - began)
            told.errors += status != 200 or waited != 200
            state = state if waited == 200 else {"over": True}
            await asyncio.sleep(max(0.0, began + self.pause - time.perf_counter()))
        line.close()

    async def _begin(self, line: Line, rng: random.Random) -> tuple[str, str, dict[str, Any]]:
        """Begin a match, the same one for the same seed. Where the server refuses for now, there is no decision."""
        body = {"game": self.game, "opponents": ["human", self.opponent], "seed": rng.randrange(2**32)}
        status, state = await line.ask("POST", "/api/v1/matches", body)
        if status == 503:
            return "", "", {"over": True}
        if status != 201:
            raise SparringError(str(state["error"]["message"]))
        path, token = f"/api/v1/matches/{state['id']}", state["tokens"][0]
        if not state["decision"]:
            _, state = await line.ask("GET", f"{path}?wait=20", None, token)
        return path, token, state


def moves_of(game: str, opponent: str, positions: Sequence[Sequence[str]]) -> list[tuple[str, str, object]]:
    """Requests for an opponent's move in some positions, each given by its moves."""
    path = f"/api/v1/games/{game}/move"
    return [
        ("POST", path, {"opponent": opponent, "moves": list(each), "seed": at}) for at, each in enumerate(positions)
    ]


def early_positions(name: str, seed: int) -> list[list[str]]:
    """Positions of a game a few moves after its start, as moves."""
    game, rng, found = find_game(name), random.Random(seed), []
    for _ in range(POSITIONS):
        position, moves = start(game), list[str]()
        for _ in range(rng.randrange(5)):
            options = game.options(position)
            option = rng.choice(list(options))
            if game.outcome(after := game.play(position, options[option])) is not None:
                break
            position, moves = after, [*moves, option]
        found.append(moves)
    return found
