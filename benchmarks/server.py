"""How much load a server carries on this machine: stateless moves, and many matches at once.

The load comes from another process on the same machine, which does as little as it can: raw HTTP over connections that
stay open. The reference, measured in the same run, is the server's `/metrics` call, for which nobody thinks.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from measuring import Figures, at_least, at_most, parser, span

from sparring.server.load import Calls, Play, Told

RULE_CHARACTERS = ("StrategistApe", "TricksterMonkey", "GuardianGorilla", "SpeedyGibbon", "WildcardLemur")
CONNECTIONS = 50
MATCHES = 200
PAUSE = 2.0


def main() -> None:
    """Start a server, put load on it, and print the figures."""
    options = parser(__doc__ or "")
    options.add_argument("--database", help="sqlite:///FILE or postgresql://… instead of a file that is thrown away")
    options.add_argument("--workers", type=int, default=1, help="processes that answer (1)")
    options.add_argument("--game", default="connect4", help="the game of the matches (connect4)")
    options = options.parse_args()
    calls_for, matches_for = (3.0, 10.0) if options.quick else (20.0, 120.0)
    figures = Figures(f"The server, {options.workers} processes", "work", "measured", "wanted", "kept")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as load:
        server = Started(folder, options.database or f"sqlite:///{folder}/matches.db", options.workers)
        try:
            calls = partial(Calls, "127.0.0.1", server.port, connections=CONNECTIONS)
            load.submit(run, calls(moves(), seconds=3.0)).result()  # loads everything
            told = load.submit(run, calls([("GET", "/healthz", None)], seconds=calls_for)).result()
            answers = len(told.times[0].seconds)
            figures.add(f"HTTP alone, {CONNECTIONS} connections", f"{answers / calls_for:,.0f} a second")
            used = server.processor_time()
            told = load.submit(run, calls(moves(), seconds=calls_for)).result()
            cost = (server.processor_time() - used) / len(told.times[0].seconds)
            rate, slowest = len(told.times[0].seconds) / calls_for, told.times[0].within(99)
            wanted = at_least(300, rate, lambda rate: f"{rate:,.0f} a second")
            figures.add(f"moves of rule characters, {CONNECTIONS} connections", f"{rate:,.0f} a second", *wanted)
            figures.add("  99 % within", span(slowest), *at_most(0.1, slowest, span))
            figures.add("  processor time of each", span(cost))
            figures.add("  errors", str(told.errors), *at_most(0, told.errors, str))
            used = server.processor_time()
            play = Play("127.0.0.1", server.port, options.game, matches=MATCHES, pause=PAUSE, seconds=matches_for)
            playing = load.submit(run, play)
            memory = server.memory_until(playing.done)
            told = playing.result()
            cost = (server.processor_time() - used) / len(told.times[0].seconds)
            choices = f"{len(told.times[0].seconds):,} choices in {matches_for:g} s"
            figures.add(f"{MATCHES} matches of {options.game} against medium, a choice every {PAUSE:g} s", choices)
            for each, most in zip(told.times, (0.1, 0.25), strict=True):
                slowest = each.within(99)
                shown = f"{span(slowest)} (median {span(each.within(50))})"
                figures.add(f"  99 % {each.name} within", shown, *at_most(most, slowest, span))
            figures.add("  processor time of a choice and its answer", span(cost))
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


class Started:
    """A server, with as many processes as are asked for."""

    def __init__(self, folder: str, database: str, workers: int) -> None:
        command = [sys.executable, "-m", "sparring.terminal.main", "serve", "--port", "0", "--log", "error"]
        command += ["--rate", "0", "--workers", str(workers), "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    @property
    def _processes(self) -> list[int]:
        found = [self.process.pid]
        for pid in found:  # their children too, also those of other threads
            for told in Path(f"/proc/{pid}/task").glob("*/children"):
                with suppress(OSError):
                    found += map(int, told.read_text().split())
        return found

    def processor_time(self) -> float:
        """The seconds of processor time that all its processes have used."""
        ticks = os.sysconf("SC_CLK_TCK")
        used = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in self._processes)
        return sum(int(time) for times in used for time in times) / ticks

    def memory_until(self, done: Callable[[], bool]) -> list[float]:
        """The megabytes that all its processes use, what they share counted once, measured once a second."""
        held = []
        while not done():
            told = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self._processes)
            held.append(sum(int(each.partition("Pss:")[2].split()[0]) for each in told) / 1024)
            time.sleep(1)
        return held

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def moves() -> list[tuple[str, str, object]]:
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
