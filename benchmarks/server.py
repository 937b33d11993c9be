"""How much load a server carries on this machine: stateless moves, and many matches at once, for 1, 2 and 4 processes.

The load comes from another process on the same machine, which does as little as it can: raw HTTP over connections that
stay open. The reference, measured in the same run, is the server's `/healthz`, for which nobody thinks. With
`--before`, the server of another working tree is measured in turn with this one.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from measuring import ROOT, Figures, at_most, parser, span

from sparring.rules.registry import game as find_game
from sparring.server.load import Calls, Play, Times, Told, early_positions, moves_of
from sparring.server.load_picture import picture

RULE_CHARACTERS = ("StrategistApe", "TricksterMonkey", "GuardianGorilla", "SpeedyGibbon", "WildcardLemur")
CONNECTIONS = 50
MATCHES = 200
PAUSE = 2.0

AT_ONCE = 0.1
"""Seconds within which 99 % of the moves and of the acknowledgements are wanted."""

WITH_AN_ANSWER = 0.25
"""The same for the answer of an opponent."""


@dataclass
class Measured:
    """What a server did under load."""

    label: str
    calls: list[tuple[str, Told, float]] = field(default_factory=list)
    """Stateless calls: what they are, how they went, and the processor time of each."""

    play: Told | None = None
    choice_cost: float = 0.0
    """The processor time of a choice and its answer."""

    memory: list[float] = field(default_factory=list)
    others: float = 0.0
    """The processors that everything else on the machine used meanwhile."""


def main() -> None:
    """Start servers, put load on them, and print the figures."""
    options = parser(__doc__ or "")
    options.add_argument("--database", help="sqlite:///FILE or postgresql://… instead of a file that is thrown away")
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], help="processes that answer (1 2 4)")
    options.add_argument("--games", nargs="*", default=["connect4", "onepiece"], help="games (connect4 onepiece)")
    options.add_argument("--opponents", nargs="+", default=["random", "medium"], help="who is asked (random medium)")
    options.add_argument("--seconds", type=float, nargs=2, help="for calls and for matches (20 60)")
    options.add_argument("--before", type=Path, help="another working tree, measured in turn with this one")
    options.add_argument("--repeats", type=int, default=1, help="measure everything this many times (1)")
    options.add_argument("--picture", type=Path, help="draw the latencies as SVG files, whose names begin so")
    options = options.parse_args()
    lasts = tuple(options.seconds or ((3.0, 10.0) if options.quick else (20.0, 60.0)))
    trees = {"": ROOT} | ({"before, ": options.before.resolve()} if options.before else {})
    for game in options.games:
        figures = Figures(f"A server of {game}", "work", "measured", "wanted", "kept")
        found = []
        for workers in options.workers:
            for _ in range(options.repeats):
                for name, tree in reversed(trees.items()):
                    with started(tree, options.database, workers) as (server, load):
                        label = f"{name}{workers} process{'es' if workers > 1 else ''}"
                        found.append(measure(label, server, load, game, options.opponents, lasts))
                        show(found[-1], figures)
        figures.show()
        if options.picture:
            draw(game, found, options.picture)


def measure(
    label: str, server: "Started", load: ProcessPoolExecutor, game: str, opponents: list[str], lasts: tuple[float, ...]
) -> Measured:
    """Put all loads on one server."""
    found, (calls_for, matches_for) = Measured(label), lasts
    calls = partial(Calls, "127.0.0.1", server.port, connections=CONNECTIONS)
    positions = early_positions(game, 0)
    asked = {"moves of rule characters of tic-tac-toe": rule_characters()}
    asked |= {f"moves of {who}": moves_of(game, who, positions) for who in opponents}
    load.submit(run, calls([each for some in asked.values() for each in some], seconds=3.0)).result()  # loads all
    began, others = time.perf_counter(), everything() - processor_time(os.getpid())
    for name, requests in {"HTTP alone": [("GET", "/healthz", None)], **asked}.items():
        used = server.processor_time()
        told = load.submit(run, calls(requests, seconds=calls_for)).result()
        found.calls.append((name, told, (server.processor_time() - used) / len(told.times[0].seconds)))
    used = server.processor_time()
    play = Play("127.0.0.1", server.port, game, matches=MATCHES, pause=PAUSE, seconds=matches_for)
    playing = load.submit(run, play)
    found.memory = server.memory_until(playing)
    found.play = playing.result()
    found.choice_cost = (server.processor_time() - used) / len(found.play.times[0].seconds)
    found.others = (everything() - processor_time(os.getpid()) - others) / (time.perf_counter() - began)
    return found


def show(found: Measured, figures: Figures) -> None:
    """Add a server's figures to the table."""
    figures.add(f"[bold]{found.label}")
    for name, told, cost in found.calls:
        within = told.times[0].within(99)
        rate = f"{len(told.times[0].seconds) / told.lasted:,.0f} a second, {span(cost)} of processor time each"
        figures.add(f"{name}, {CONNECTIONS} connections", rate)
        figures.add("  99 % within", span(within), *at_most(AT_ONCE, within, span))
        if told.errors:
            figures.add("  errors", str(told.errors), *at_most(0, told.errors, str))
    assert found.play is not None
    count = len(found.play.times[0].seconds)
    shown = f"{count:,} choices, {span(found.choice_cost)} of processor time each"
    figures.add(f"{MATCHES} matches, a choice every {PAUSE:g} s", shown)
    for each, most in zip(found.play.times, (AT_ONCE, WITH_AN_ANSWER), strict=True):
        within = each.within(99)
        shown = f"{span(within)} (median {span(each.within(50))})"
        figures.add(f"  99 % {each.name} within", shown, *at_most(most, within, span))
    if found.play.errors:
        figures.add("  errors", str(found.play.errors), *at_most(0, found.play.errors, str))
    parts = [max(found.memory[len(found.memory) * part // 4 :][: max(1, len(found.memory) // 4)]) for part in range(4)]
    figures.add("  memory in its quarters", ", ".join(f"{part:.0f}" for part in parts) + " MB")
    figures.add("  processors used by others meanwhile", f"{found.others:.2f} of {os.cpu_count()}")


def draw(game: str, found: list[Measured], beginning: Path) -> None:
    """Draw the times of the matches, with a curve for each number of processes."""
    for number, kind in enumerate(("acknowledged", "answered")):
        curves = [Times(each.label, each.play.times[number].seconds) for each in found if each.play]
        title = f"{MATCHES} matches of {find_game(game).title}: a choice is {kind}"
        path = beginning.with_name(f"{beginning.name}-{game}-{kind}.svg")
        path.write_text(picture(title, Told(0.0, curves)), "utf-8")


@contextmanager
def started(tree: Path, database: str | None, workers: int) -> Iterator[tuple["Started", ProcessPoolExecutor]]:
    """A server of a working tree with everything that it needs, and a process for the load."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as load:
        server = Started(tree, folder, database or f"sqlite:///{folder}/matches.db", workers)
        try:
            yield server, load
        finally:
            server.stop()


class Started:
    """A server, with as many processes as are asked for."""

    def __init__(self, tree: Path, folder: str, database: str, workers: int) -> None:
        command = [sys.executable, "-m", "sparring.terminal.main", "serve", "--port", "0", "--log", "error"]
        command += ["--rate", "0", "--database", database] + (["--workers", str(workers)] if workers > 1 else [])
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def processor_time(self) -> float:
        """The seconds of processor time that all its processes have used."""
        return processor_time(self.process.pid)

    def memory_until(self, playing: "Future[Told]") -> list[float]:
        """The megabytes that all its processes use, what they share counted once, measured every other second."""
        held = []
        while not playing.done():
            told = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in with_children(self.process.pid))
            held.append(sum(int(each.partition("Pss:")[2].split()[0]) for each in told) / 1024)
            time.sleep(2)
        return held

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def with_children(pid: int) -> list[int]:
    """A process and all those that it has started, in whichever thread, and so on."""
    found = [pid]
    for each in found:
        for told in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, told.read_text().split())
    return found


def processor_time(pid: int) -> float:
    """The seconds of processor time that a process and those that it has started have used."""
    used = (Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13] for each in with_children(pid))
    return sum(int(time) for times in used for time in times) / os.sysconf("SC_CLK_TCK")


def everything() -> float:
    """The seconds of processor time that were used on this machine since it started."""
    user, nice, system, _, _, *more = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")


def rule_characters() -> list[tuple[str, str, object]]:
    """Stateless calls to rule characters, in positions from the whole game."""
    rng, asked = random.Random(1), []
    for number in range(500):
        cells = [column + row for column in "abc" for row in "123"]
        rng.shuffle(cells)
        body = {"opponent": rng.choice(RULE_CHARACTERS), "moves": cells[: rng.randrange(4)], "seed": number}
        asked.append(("POST", "/api/v1/games/tictactoe/move", body))
    return asked


def run(load: Calls | Play) -> Told:
    """Put a load on the server; runs in a process of its own."""
    return asyncio.run(load.run())


if __name__ == "__main__":
    main()
