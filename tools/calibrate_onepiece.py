"""The odds that `expert` tells in the One Piece card game: play against itself, fit the curve, check it.

    python tools/calibrate_onepiece.py play fit.jsonl --games 400 --time 0.2
    python tools/calibrate_onepiece.py fit fit.jsonl
    python tools/calibrate_onepiece.py play check.jsonl --games 100 --time 1 --seed 100000
    python tools/calibrate_onepiece.py check check.jsonl

`play` adds games to a file, one line each, and goes on where it was stopped. With `--processor-time`, the seconds are
those of the processor, so that a busy machine shortens no decision. `fit` prints the weights of the curve in `odds.py`.
`check` compares the chances told with the results: positions of one game are not independent, so intervals
are those of games (a cluster-robust variance), and neighbouring bins are merged until each has 300 games.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Printed

import sparring
import sparring.rules.player
from sparring.games.onepiece.minds.odds import FITTED, LATE, UNCHANGED, Curve, measured
from sparring.games.onepiece.minds.planner import Planner
from sparring.match.table import Table
from sparring.ratings.calibration import ALLOWED, TENTHS, checked, fit_logistic

FIRST_TURN = 2


class Told(NamedTuple):
    """One decision in a game: what the trials found, and how the game ended."""

    game: int
    turn: int
    own_turn: bool
    found: float
    score: float
    """What the one who decided scored: 1, 0 or a half."""


# ---------------------------------------------------------------------- games


def play(seed: int, settings: str, processor_time: bool = False) -> dict[str, Any]:
    """A game of expert against itself, with the chance that its trials found at every decision."""
    if processor_time:
        vars(sparring.rules.player)["time"] = SimpleNamespace(monotonic=time.process_time)
    game = sparring.game("onepiece")
    players = [sparring.opponent(game, f"expert:{settings}") for _ in range(2)]
    for player in players:
        assert isinstance(player.brain, Planner)
        player.brain.curve = None
    table, rows = Table(game, seed), []
    while table.outcome is None:
        decision = table.decision()
        choice = players[decision.seat].decide(decision)
        view, found = decision.view, choice.analysis
        assert found is not None
        if view.turn >= FIRST_TURN and found[found.best].outcome is None:
            rows.append([view.turn, decision.seat, int(view.turn_seat == decision.seat), found[found.best].chance])
        table.choose(choice.option)
    winner = table.outcome.winner
    return {"seed": seed, "settings": settings, "first": 0.5 if winner is None else 1.0 - winner, "told": rows}


def add_games(path: Path, games: int, first: int, settings: str, jobs: int, processor_time: bool = False) -> None:
    """Play the games that a file lacks, and add each as soon as it is over."""
    done = {line["seed"] for line in lines(path)} if path.exists() else set()
    seeds = [seed for seed in range(first, first + games) if seed not in done]
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        path.write_text("".join(json.dumps(line) + "\n" for line in lines(path)), encoding="utf-8")
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as file, Progress() as progress:
        bar = progress.add_task(f"{games} games at {settings}", total=games, completed=games - len(seeds))
        for played in as_completed([pool.submit(play, seed, settings, processor_time) for seed in seeds]):
            file.write(json.dumps(played.result()) + "\n")
            file.flush()
            progress.advance(bar)


def lines(path: Path) -> list[dict[str, Any]]:
    """The games of a file; a last line that was cut off is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            sys.stderr.write(f"{path}: a line was cut off and is left out\n")
    return found


def read(paths: Iterable[Path]) -> list[Told]:
    """All decisions in some files."""
    told = []
    for game, line in enumerate(line for path in paths for line in lines(path)):
        for turn, seat, own_turn, found in line["told"]:
            told.append(Told(game, turn, bool(own_turn), found, line["first"] if seat == 0 else 1 - line["first"]))
    return told


# ---------------------------------------------------------------------- the curve


def fitted(told: Sequence[Told], ridge: float = 1.0) -> Curve:
    """The curve that makes the results most likely, by Newton's method.

    Every game counts as one observation, whatever its length. The ridge draws the curve towards no change, so a few
    games change little.
    """
    rows = np.array([measured(one.found, one.turn, one.own_turn) for one in told])
    scores = np.array([one.score for one in told])
    games = np.array([one.game for one in told])
    shares = 1 / np.bincount(games)[games]
    weights = fit_logistic(rows, scores, shares, UNCHANGED, ridge)
    curve = Curve(*(round(float(weight), 3) for weight in weights))
    if min(curve.slope + curve.slope_by_turn * turn / 10 for turn in range(LATE + 1)) <= 0:
        raise SystemExit(f"{curve} does not rise at every turn: there are too few games")
    return curve


# ---------------------------------------------------------------------- the check


def check(told: Sequence[Told], curve: Curve) -> bool:
    """Print the calibration table, and return whether every bin's interval reaches the allowed deviation."""
    table = Printed("", "games", "decisions", "told", "scored", "deviation, 95 %", f"within {100 * ALLOWED:.0f} points")
    kept = True

    def chance(one: Told) -> float:
        return curve.chance(one.found, one.turn, one.own_turn)

    parts: list[tuple[str, Callable[[Told], float], Sequence[float], Callable[[float], str]]] = [
        ("told", chance, TENTHS, lambda edge: f"{100 * min(1.0, edge):.0f} %"),
        ("turn", lambda one: float(one.turn), (2, 5, 7, 9, 11, 13, 200), lambda edge: f"{edge:.0f}"),
    ]
    for name, key, edges, show in parts:
        for each in checked(told, chance, lambda one: one.score, key, edges):
            kept &= each.holds
            table.add_row(
                f"{name} {show(each.low)} to {show(each.high)}",
                str(each.games),
                str(each.decisions),
                f"{each.told:.1%}",
                f"{each.scored:.1%}",
                f"{100 * each.deviation:+.1f} ({100 * each.least:+.1f} to {100 * each.most:+.1f})",
                "yes" if each.holds else "NO",
            )
    Console().print(table)
    return kept


def main() -> None:
    """Play, fit or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="add games to a file")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--time", type=float, default=0.2, help="seconds a decision")
    playing.add_argument("--nodes", type=int, help="turns tried out a decision, instead of a time")
    playing.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    playing.add_argument("--jobs", type=int, default=2)
    playing.add_argument("--processor-time", action="store_true", help="seconds count processor time")
    for name, about in (
        ("fit", "print the weights, and check them on a third of the games"),
        ("check", "check the curve"),
    ):
        commands.add_parser(name, help=about).add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "play":
        settings = f"time=none,nodes={given.nodes}" if given.nodes else f"time={given.time:g}"
        add_games(given.file, given.games, given.seed, settings, given.jobs, given.processor_time)
        return
    told = read(given.files)
    if given.command == "check":
        raise SystemExit(not check(told, FITTED))
    some = fitted([one for one in told if one.game % 3])
    Console().print(f"fitted to two thirds of the games, checked on the rest: {some}")
    check([one for one in told if not one.game % 3], some)
    Console().print(f"fitted to all of them: {fitted(told)}")


if __name__ == "__main__":
    main()
