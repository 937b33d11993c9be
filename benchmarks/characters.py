"""How long tic-tac-toe's characters take for a move, beside what they may take (TT-1, TT-8).

Every character answers the same positions in turn, so that a busy moment of the machine hits all alike; `random` is the
reference that the last column compares with.
"""

import random
import statistics
import time

from measuring import Figures, at_most, parser, span, times

import sparring
from sparring.match.table import decision_at
from sparring.rules.perft import layers

MOST_SECONDS = {"perfect": 0.1, "heuristic": 0.05, "unpredictable": 0.02}
POSITIONS = 300


def main() -> None:
    """Measure, and print one table."""
    wanted_positions = 30 if parser(__doc__ or "").parse_args().quick else POSITIONS
    game = sparring.game("tictactoe")
    entries = sparring.catalogue(game).entries
    opponents = {name: sparring.opponent(game, name) for name in entries}
    everything = [position for layer in layers(game, game.empty) for position in layer if not game.outcome(position)]
    positions = [game.empty, *random.Random(1).sample(everything, wanted_positions)]
    taken: dict[str, list[float]] = {name: [] for name in opponents}
    for seed, position in enumerate(positions):
        for name, opponent in opponents.items():
            decision = decision_at(game, position, seed=seed)
            began = time.perf_counter()
            opponent.decide(decision)
            taken[name].append(time.perf_counter() - began)

    figures = Figures(
        "Tic-tac-toe's characters: time a move",
        *("opponent", "tier", "first move", "median", "longest", "median to random's", "wanted", "kept"),
    )
    reference = statistics.median(taken["random"])
    for name, seconds in taken.items():
        tier, median, longest = entries[name].tier, statistics.median(seconds), max(seconds)
        most = MOST_SECONDS.get(tier)
        cells = (span(seconds[0]), span(median), span(longest), times(median / reference))
        figures.add(name, tier, *cells, *(at_most(most, longest, span) if most else ()))
    figures.note(f"{len(positions)} positions each, the empty board first and cold.")
    figures.show()


if __name__ == "__main__":
    main()
