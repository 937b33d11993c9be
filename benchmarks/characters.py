"""How long tic-tac-toe's characters take for a move, beside what they may take (TT-1, TT-8).

Every character answers the same positions in turn, so that a busy moment of the machine hits all alike; `random` is the
reference that the last column compares with.
"""

import random
import statistics
import time

from rich.console import Console
from rich.table import Table

import sparring
from sparring.match.table import decision_at
from sparring.rules.perft import layers

MOST_MILLISECONDS = {"perfect": 100, "heuristic": 50, "unpredictable": 20}
POSITIONS = 300


def main() -> None:
    """Measure, and print one table."""
    game = sparring.game("tictactoe")
    entries = sparring.catalogue(game).entries
    opponents = {name: sparring.opponent(game, name) for name in entries}
    everything = [position for layer in layers(game, game.empty) for position in layer if not game.outcome(position)]
    positions = [game.empty, *random.Random(1).sample(everything, POSITIONS)]
    taken: dict[str, list[float]] = {name: [] for name in opponents}
    for seed, position in enumerate(positions):
        for name, opponent in opponents.items():
            decision = decision_at(game, position, seed=seed)
            began = time.perf_counter()
            opponent.decide(decision)
            taken[name].append(1000 * (time.perf_counter() - began))

    table = Table("opponent", "tier", "first move", "median", "longest", "may take", "median to random's")
    reference = statistics.median(taken["random"])
    for name, times in taken.items():
        most = MOST_MILLISECONDS.get(entries[name].tier)
        median = statistics.median(times)
        kept = "" if most is None else f"{most} ms" + ("" if max(times) <= most else "  EXCEEDED")
        row = (f"{times[0]:.2f} ms", f"{median:.2f} ms", f"{max(times):.2f} ms", kept, f"{median / reference:.0f} ×")
        table.add_row(name, entries[name].tier, *row)
    console = Console(width=110)
    console.print(table)
    console.print(f"{len(positions)} positions each, the empty board first and cold.")


if __name__ == "__main__":
    main()
