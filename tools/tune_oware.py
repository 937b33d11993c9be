"""Fits the evaluations of Oware's opponents: plays many games, and fits the weights to their results.

    python tools/tune_oware.py play games.npz --games 20000 --nodes 8000
    python tools/tune_oware.py fit games.npz

`fit` prints the weights of `advanced`, and writes the tables of `master` to `src/sparring/games/oware/houses.csv`. Both
are the logistic regression of a game's result on what is on the board, in hundredths of a captured seed.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sparring.games.oware.board import HOUSES, SEEDS, house
from sparring.games.oware.brain import LookAhead
from sparring.games.oware.evaluation import MOST, PHASES, Rich, phase_of
from sparring.games.oware.rules import Oware, Position
from sparring.rules import Decision

GAME = Oware()
ROOT = Path(__file__).resolve().parents[1]
HOUSES_FILE = ROOT / "src" / "sparring" / "games" / "oware" / "houses.csv"
FEWEST = 11
"""Boards with fewer seeds are in the endgame tables, so they are left out."""

RANDOM_PLIES = 10
LONGEST = 300


# ---------------------------------------------------------------------- playing


def one_game(seed: int, brain: LookAhead) -> list[list[int]]:
    """The rows of one game: the mover's houses, the other's, both captures, and twice the result for the mover."""
    rng, position, rows, movers = Random(seed), GAME.start(Random(0)), [], []
    for ply in range(LONGEST):
        if GAME.outcome(position) is not None:
            break
        options = GAME.options(position)
        if ply < RANDOM_PLIES:
            option = rng.choice(list(options))
        else:
            decision = Decision(GAME.to_move(position), tuple(options), position, number=ply, seed=rng.getrandbits(60))
            option = brain.judge(decision).best
            if SEEDS - position.board.captured - position.board.lost >= FEWEST:
                rows.append(row_of(position))
                movers.append(position.board.north)
        position = GAME.play(position, options[option])
    outcome = GAME.outcome(position)
    winner = None if outcome is None else outcome.winner
    results = [1 if winner is None else 2 if winner == mover else 0 for mover in movers]
    return [[*row, result] for row, result in zip(rows, results, strict=True)]


def row_of(position: Position) -> list[int]:
    """A position as numbers: the mover's houses, the other's, and both captures."""
    board = position.board
    houses = [house(row, number) for row in (board.mine, board.theirs) for number in range(HOUSES)]
    return [*houses, board.captured, board.lost]


def some_games(seeds: range, nodes: int) -> np.ndarray:
    """The rows of several games."""
    brain = LookAhead(
        GAME, nodes=nodes, table=0.25, jitter=0.1, evaluation="houses" if HOUSES_FILE.exists() else "rich"
    )
    brain.prepare()
    return np.array([row for seed in seeds for row in one_game(seed, brain)], np.uint8).reshape(-1, 15)


def play(path: Path, games: int, nodes: int, first: int) -> None:
    """Play games on all cores, and write their rows to a file."""
    cores = os.cpu_count() or 1
    some_games(range(0), nodes)  # compiles the search once, before the processes start
    starts = range(first, first + games, 100)
    with ProcessPoolExecutor(cores) as pool:
        rows = list(pool.map(some_games, [range(start, start + 100) for start in starts], [nodes] * len(starts)))
    together = np.concatenate(rows)
    np.savez_compressed(path, rows=together)
    print(f"{len(together):,} positions of {games:,} games")


# ---------------------------------------------------------------------- fitting


def fitted(columns: Any, results: Any, rounds: int = 25) -> Any:
    """The weights of a logistic regression by Newton's method, with weak regularization."""
    weights = np.zeros(columns.shape[1])
    pull = np.eye(columns.shape[1]) * 1e-3 * len(results) / 1000
    for _ in range(rounds):
        slope, bend = -pull @ weights, pull.copy()
        for part in np.array_split(np.arange(len(results)), max(1, len(results) // 100_000)):
            some = columns[part].astype(np.float64)
            expected = 1 / (1 + np.exp(-(some @ weights)))
            slope += some.T @ (results[part] - expected)
            bend += some.T @ (some * (expected * (1 - expected))[:, None])
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def loss(columns: Any, results: Any, weights: Any) -> float:
    """The logarithmic loss of the predicted results; less is better."""
    expected = np.clip(1 / (1 + np.exp(-(columns @ weights))), 1e-6, 1 - 1e-6)
    return float(-np.mean(results * np.log(expected) + (1 - results) * np.log(1 - expected)))


def term_columns(rows: Any) -> Iterator[Any]:
    """The counts that the terms of `Rich` weigh, the mover's less the other's."""
    mine, theirs = rows[:, :6].astype(int), rows[:, 6:12].astype(int)
    yield rows[:, 12].astype(int) - rows[:, 13]
    few = rows[:, :12].sum(axis=1) < Rich().few
    reach = np.arange(HOUSES, 0, -1)
    for count in (
        lambda row: row.sum(axis=1),
        lambda row: row.sum(axis=1) * few,
        lambda row: (row > 0).sum(axis=1),
        lambda row: (row >= reach).sum(axis=1),
        lambda row: (row >= 12).sum(axis=1),
        lambda row: (row == 1).sum(axis=1),
        lambda row: (row == 2).sum(axis=1),
        lambda row: row[:, 0],
    ):
        yield count(mine) - count(theirs)


TERMS = ("captured", "seed", "late_seed", "mobility", "feeding", "kroo", "ones", "twos", "hoard")


def house_columns(rows: Any) -> Any:
    """A column for each phase, house and number of seeds, the mover's and the other side's; and the captured ones."""
    count = len(rows)
    phases = np.array([phase_of(int(seeds)) for seeds in range(SEEDS + 1)])[rows[:, :12].sum(axis=1)]
    columns = np.zeros((count, PHASES * 2 * HOUSES * (MOST + 1) + PHASES), np.float32)
    for number in range(2 * HOUSES):
        seeds = np.minimum(rows[:, number], MOST)
        columns[np.arange(count), (phases * 2 * HOUSES + number) * (MOST + 1) + seeds] = 1
    columns[np.arange(count), PHASES * 2 * HOUSES * (MOST + 1) + phases] = rows[:, 12].astype(np.float32) - rows[:, 13]
    return columns


def fit(paths: list[Path]) -> None:
    """Fit both evaluations, and print how well each predicts games that it was not fitted to."""
    rows = np.concatenate([np.load(path)["rows"] for path in paths])
    np.random.default_rng(1).shuffle(rows)
    results, cut = rows[:, 14] / 2, len(rows) * 9 // 10
    terms = np.stack(list(term_columns(rows)), axis=1)
    weights = fitted(terms[:cut], results[:cut])
    print("terms", loss(terms[cut:], results[cut:], weights))
    print({name: round(100 * weight / weights[0]) for name, weight in zip(TERMS, weights, strict=True)})
    columns = house_columns(rows)
    weights = fitted(columns[:cut], results[:cut])
    print("houses", loss(columns[cut:], results[cut:], weights))
    captured = weights[-PHASES:]
    print("a captured seed, by phase", captured)
    scaled = 100 * weights / captured.mean()
    table = scaled[:-PHASES].reshape(PHASES, 2 * HOUSES, MOST + 1)
    lines = [",".join(str(round(value)) for value in scaled[-PHASES:])]
    lines += [",".join(str(round(value)) for value in house) for phase in table for house in phase]
    HOUSES_FILE.write_text("\n".join(lines) + "\n", "ascii")


def main() -> None:
    """Play or fit."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = options.add_subparsers(required=True, dest="command")
    playing = commands.add_parser("play")
    playing.add_argument("path", type=Path)
    playing.add_argument("--games", type=int, default=2000)
    playing.add_argument("--nodes", type=int, default=8000)
    playing.add_argument("--first", type=int, default=0, help="the seed of the first game")
    commands.add_parser("fit").add_argument("paths", type=Path, nargs="+")
    given = options.parse_args()
    if given.command == "play":
        play(given.path, given.games, given.nodes, given.first)
    else:
        fit(given.paths)


if __name__ == "__main__":
    main()
