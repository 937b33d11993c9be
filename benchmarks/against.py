"""Opponents against their predecessors: `python benchmarks/against.py before-like-players --opponent hard`.

The opponents of another git revision play from a temporary work tree of it, in a process of their own. Each version
replays the match under its own code, is asked only its own decisions, and thinks only then. Matches come in pairs: the
same seed, and so the same decks, with swapped seats. With `--processor-time`, time limits count the processor time of
each process, so that a busy machine weakens nobody. With `--journal`, a run goes on where an earlier one was stopped.
Where the new opponent thinks longer, `--before-brain worlds=7` lets the old one think longer, too: it sets what its
brain was made with, whether or not it is a setting.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from measuring import ROOT, Figures, at_least, parser, span

from sparring.ratings.share import wilson

WANTED, LEAST = 0.6, 0.5
"""The score that a new version should reach, and what the lower end of its 95 % interval should exceed."""

ANSWERING = """
import json, sys, time, traceback, types
import sparring.rules.player
from sparring.arena.tournament import random_opening
from sparring.match.table import Table

name, who, plies, source, clock, *changes = sys.argv[1:]
if clock == "processor":
    sparring.rules.player.time = types.SimpleNamespace(monotonic=time.process_time)
seconds = time.process_time if clock == "processor" else time.perf_counter
assert sparring.__file__.startswith(source), f"{sparring.__file__} is not the version in {source}"
game = sparring.game(name)
player = sparring.opponent(game, who)
for key, value in (change.split("=") for change in changes):
    assert isinstance(getattr(player.brain, key), int), f"{who} has no number {key}"
    setattr(player.brain, key, int(value))
player.prepare()
table = None

def seen():
    choices = [chosen.option for chosen in table.choices]
    if table.outcome is not None:
        return {"over": True, "winner": table.outcome.winner, "choices": choices}
    decision = table.decision()
    return {"over": False, "seat": decision.seat, "options": decision.options, "choices": choices}

def decided():
    began = seconds()
    try:
        option = player.decide(table.decision()).option
    except Exception:
        return {"error": traceback.format_exc(limit=-4), "seconds": seconds() - began}
    return {"option": option, "seconds": seconds() - began}

for line in sys.stdin:
    asked = json.loads(line)
    if "seed" in asked:
        table = Table(game, asked["seed"])
        for option in random_opening(game, asked["seed"], int(plies)):
            table.choose(option)
    elif "choose" in asked:
        table.choose(asked["choose"])
    print(json.dumps(decided() if "decide" in asked else seen()), flush=True)
"""
"""The program that one version runs: it follows a match by its seed and choices, and decides when it is asked."""


class Version:
    """A process in which one version of the code plays."""

    def __init__(
        self, source: Path, game: str, opponent: str, plies: int, clock: str, changes: Sequence[str] = ()
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", ANSWERING, game, opponent, str(plies), str(source), clock, *changes],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(source)},
            text=True,
        )

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Send a line, and read the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"a version stopped with the exit status {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Played(NamedTuple):
    """What happened in some games, for the new version and the old one."""

    score: float
    """The wins of the new version; a draw counts half."""

    games: int
    problems: Counter[str]
    """Illegal answers and failures, by version and kind."""

    seconds: Counter[str]
    decisions: Counter[str]

    def plus(self, other: "Played") -> "Played":
        """Both together."""
        return Played(*(one + more for one, more in zip(self, other, strict=True)))


def play(versions: dict[str, Version], seats: list[str], seed: int) -> Played:
    """One match; an illegal answer or a failure is counted, and the first option played instead."""
    problems: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    decisions: Counter[str] = Counter()
    asked: dict[str, Any] = {"seed": seed}
    while True:
        seen = follow(versions, asked)
        if seen[0] != seen[1]:
            raise RuntimeError(f"the rules of the versions differ: {seen[0]} against {seen[1]}")
        if seen[0]["over"]:
            winner = seen[0]["winner"]
            score = 0.5 if winner is None else float(seats[winner] == "new")
            return Played(score, 1, problems, seconds, decisions)
        who, options = seats[seen[0]["seat"]], seen[0]["options"]
        answer = versions[who].ask(decide=True)
        seconds[who] += answer["seconds"]
        decisions[who] += 1
        option = answer.get("option")
        if option not in options:
            problems[f"{who} failed: {answer['error']}" if option is None else f"{who} illegal: {option}"] += 1
            option = options[0]
        asked = {"choose": option}


def follow(versions: dict[str, Version], asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What both versions see after a choice; one that asks what the other answers by itself is given that answer."""
    players = list(versions.values())
    seen = [version.ask(**asked) for version in players]
    for behind, ahead in ((0, 1), (1, 0)):
        for option in seen[ahead]["choices"][len(seen[behind]["choices"]) :]:
            seen[behind] = players[behind].ask(choose=option)
    return seen


@contextmanager
def source_of(revision: str | None) -> Iterator[Path]:
    """The source folder of a revision, in a work tree that is removed afterwards; None means this work tree."""
    if revision is None:
        yield ROOT / "src"
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", str(path), revision], cwd=ROOT, check=True)
        try:
            yield path / "src"
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(path)], cwd=ROOT, check=True)


class Tally:
    """The results so far, collected from several threads, with a line of progress for each game.

    A journal keeps each game as a line: its seed, the version in the first seat, and what happened.
    """

    def __init__(self, journal: Path | None) -> None:
        self.found = Played(0.0, 0, Counter(), Counter(), Counter())
        self.began = time.monotonic()
        self.lock = Lock()
        self.journal = journal
        self.done: set[tuple[int, str]] = set()
        for line in journal.read_text("utf-8").splitlines() if journal and journal.exists() else []:
            seed, first, score, *counts = json.loads(line)
            self.done.add((seed, first))
            self.found = self.found.plus(Played(score, 1, *map(Counter, counts)))

    def add(self, one: Played, seed: int, first: str) -> None:
        """Add a game, and keep it in the journal."""
        with self.lock:
            self.found = self.found.plus(one)
            passed = time.monotonic() - self.began
            sys.stderr.write(f"{self.found.score:g} of {self.found.games} games, {passed:.0f} s\n")
            if self.journal is not None:
                with self.journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([seed, first, one.score, one.problems, one.seconds, one.decisions]) + "\n")


def arguments() -> argparse.Namespace:
    """What the program is told."""
    options = parser(__doc__ or "")
    options.add_argument("revision", help="the git revision whose opponents play against those of this work tree")
    options.add_argument("--new", help="another revision to play in the place of this work tree")
    options.add_argument("--game", default="onepiece")
    options.add_argument("--opponent", default="hard", help="with settings, as in expert:time=0.2")
    options.add_argument("--before", help="the opponent of the revision, if it is another one")
    options.add_argument("--before-brain", nargs="*", default=[], metavar="NAME=NUMBER", help="what its brain gets")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seed", type=int, default=1, help="the seed of the first two games")
    options.add_argument("--plies", type=int, default=0, help="random plies at the beginning of each two games")
    options.add_argument("--jobs", type=int, default=1, help="games at a time")
    options.add_argument("--processor-time", action="store_true", help="time limits count processor time")
    options.add_argument("--journal", type=Path, help="the file to which every game is added")
    options.add_argument("--json", action="store_true")
    return options.parse_args()


def main() -> None:
    """Play, and print the score with its interval."""
    given = arguments()
    tally, clock = Tally(given.journal), "processor" if given.processor_time else "wall"
    pairs = 2 if given.quick else (given.games + 1) // 2

    def play_some(job: int) -> None:
        versions = {
            "new": Version(after, given.game, given.opponent, given.plies, clock),
            "old": Version(before, given.game, given.before or given.opponent, given.plies, clock, given.before_brain),
        }
        for seed in range(given.seed + job, given.seed + pairs, given.jobs):
            for seats in (["new", "old"], ["old", "new"]):
                if (seed, seats[0]) not in tally.done:
                    tally.add(play(versions, seats, seed), seed, seats[0])
        for version in versions.values():
            version.stop()

    with source_of(given.revision) as before, source_of(given.new) as after, ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(play_some, range(given.jobs)))
    show(given, tally.found)


def show(given: argparse.Namespace, found: Played) -> None:
    """Print the results as a table or as JSON."""
    share, (low, high) = found.score / found.games, wilson(found.score, found.games)
    seconds = {who: found.seconds[who] / max(1, found.decisions[who]) for who in ("new", "old")}
    if given.json:
        played = {"game": given.game, "opponent": given.opponent, "before": given.before or given.opponent}
        played |= {"revision": given.revision, "games": found.games, "score": found.score, "share": share}
        played |= {"low": low, "high": high, "seconds": seconds, "problems": dict(found.problems)}
        sys.stdout.write(json.dumps(played) + "\n")
        return
    figures = Figures(f"{given.opponent} against that of {given.revision}", "what", "measured", "wanted", "kept")
    figures.add(f"score in {found.games} games", f"{share:.1%}", *at_least(WANTED, share, "{:.0%}".format))
    figures.add("95 % interval", f"{low:.1%} to {high:.1%}", *at_least(LEAST, low, "{:.0%}".format))
    figures.add("seconds a decision, new and old", " and ".join(map(span, seconds.values())))
    figures.add("illegal answers and failures", ", ".join(f"{n} {what}" for what, n in found.problems.items()) or "0")
    figures.show()


if __name__ == "__main__":
    main()
