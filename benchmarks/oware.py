"""Oware: how long a move takes, how fast the search is with each evaluation, and how long endgame tables take.

Speeds of the search are processor time in this process; moves and tables are wall time. Nothing is compiled while the
clock runs.
"""

import statistics
import time
from functools import partial
from random import Random

from measuring import Figures, at_least, at_most, parser, span

import sparring
from sparring.brains.learned import with_learned
from sparring.games.oware import tables
from sparring.games.oware.brain import LookAhead
from sparring.games.oware.rules import Position
from sparring.match.table import decision_at

GAME = sparring.game("oware")


def openings(count: int, most_plies: int) -> list[Position]:
    """The start, and positions after some random moves, the same ones in every run."""
    rng, positions = Random(1), [GAME.start(Random(0))]
    while len(positions) < count:
        position = positions[0]
        for _ in range(rng.randint(1, most_plies)):
            if GAME.outcome(position) is None:
                position = GAME.play(position, rng.choice(GAME.moves(position)))
        if GAME.outcome(position) is None:
            positions.append(position)
    return positions


def moves(quick: bool) -> Figures:
    """How long a move takes."""
    figures = Figures("A move", "who", "median", "longest", "wanted", "kept")
    for name, limit in ("beginner", None), ("intermediate", 0.005), ("advanced", None):
        who = sparring.opponent(GAME, name)
        who.prepare()
        taken = []
        for position in openings(20 if quick else 200, 60):
            began = time.perf_counter()
            who.decide(decision_at(GAME, position))
            taken.append(time.perf_counter() - began)
        median = statistics.median(taken)
        figures.add(name, span(median), span(max(taken)), *(at_most(limit, median, span) if limit else ()))
    return figures


def speed(quick: bool) -> Figures:
    """The nodes a second of the search, and the depth that it reaches in a second."""
    figures = Figures("The search", "evaluation", "nodes", "time", "nodes a second", "wanted", "kept")
    for evaluation, wanted in ("plain", 6e6), ("rich", 3e6), ("houses", 3e6), ("learned", 3e6):
        brain = LookAhead(
            with_learned(GAME), depth=30, nodes=1_000_000 if quick else 10_000_000, evaluation=evaluation, endings=False
        )
        brain.prepare()
        rates = []
        for position in openings(2 if quick else 5, 12):
            began = time.process_time()
            nodes = brain.judge(decision_at(GAME, position)).nodes
            rates.append((nodes, time.process_time() - began))
        nodes, seconds = (sum(column) for column in zip(*rates, strict=True))
        rate = nodes / seconds
        figures.add(evaluation, f"{nodes:,}", span(seconds), millions(rate), *at_least(wanted, rate, millions))
    master = sparring.opponent(GAME, "master")
    master.prepare()
    found = master.decide(decision_at(GAME, GAME.start(Random(0)))).analysis
    assert found is not None
    figures.note(f"master looks {found.depth} plies deep in its second from the start, at {found.nodes:,} positions.")
    return figures


def millions(rate: float) -> str:
    """A rate in millions."""
    return f"{rate / 1e6:.1f} M"


def endings(quick: bool, most: int) -> Figures:
    """How long it takes to compute the tables, on two threads."""
    figures = Figures("Endgame tables", "seeds", "boards", "time so far", "exact", "wanted", "kept")
    tables.compute(1, lambda *_: None)
    wanted = {10: 10.0, 12: 60.0, 15: 600.0}
    began, known = time.perf_counter(), None
    for seeds in range(6 if quick else 8, (8 if quick else most) + 1):
        known = tables.compute(seeds, lambda *_: None, known=known)
        bounds, taken = known.of(seeds), time.perf_counter() - began
        exact = f"{(bounds[:, 0] == bounds[:, 1]).mean():.0%}"
        limit = at_most(wanted[seeds], taken, span) if seeds in wanted else ()
        figures.add(str(seeds), f"{tables.boards_with(seeds):,}", span(taken), exact, *limit)
    return figures


def main() -> None:
    """Measure, and print three tables."""
    options = parser(__doc__ or "")
    options.add_argument("--seeds", type=int, default=12, help="how large the tables are to be")
    given = options.parse_args()
    for figures in map(partial, (moves, speed), (given.quick, given.quick)):
        figures().show()
    endings(given.quick, given.seeds).show()


if __name__ == "__main__":
    main()
