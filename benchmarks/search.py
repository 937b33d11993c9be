"""The compiled search on Connect Four beside a sketch of it, OpenSpiel and easyAI, and what each technique gains.

They search from the empty board, in turn and in this process, measured in processor time; where wall time is meant, the
row says so. Nothing is compiled while the clock runs.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel
from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour as EasyConnectFour
from measuring import SHARED, Figures, at_least, at_most, interleaved, mean_ratio, median_ratio, parser, span, times
from open_spiel.python.algorithms.minimax import alpha_beta_search

import sparring
from sparring.brains.alphabeta import AlphaBeta
from sparring.games.connect4.board import EMPTY, HEIGHT, STRIDE, WIDTH, Board, columns, play, result
from sparring.games.connect4.evaluation import Threats, by_threats
from sparring.match.table import decision_at
from sparring.rules.kernels import NOT_OVER

GAME = sparring.game("connect4")
SKETCH = SHARED / "examples" / "kernels"
DEPTH = 14
OPENSPIEL_DEPTH = 8
EASYAI_DEPTH = 5
TECHNIQUES_DEPTH = 12
UNPRUNED_DEPTH = 6
THREADS_DEPTH = 16

ALL_ON = "– (all on)"
SWITCHED_OFF: dict[str, dict[str, Any]] = {
    ALL_ON: {},
    "table": {"table": 0},
    **{name: {name: False} for name in ("killers", "history", "hints", "scouting", "deepening")},
    "all of these": {
        "table": 0,
        "killers": False,
        "history": False,
        "hints": False,
        "scouting": False,
        "deepening": False,
    },
}
UNPRUNED: dict[str, dict[str, Any]] = {
    ALL_ON: {},
    "pruning": {"pruning": False},
    "pruning, table": {"pruning": False, "table": 0},
    "pruning, table, scouting": {"pruning": False, "table": 0, "scouting": False},
}
"""Without pruning there is much to look at, so these are compared at a smaller depth."""


def judging(position: Board = EMPTY, **settings: Any) -> Callable[[], sparring.Analysis]:
    """A search of ours, compiled already."""
    brain = AlphaBeta(GAME, evaluation="threats", **settings)
    brain.prepare()
    return partial(brain.judge, decision_at(GAME, position))


def openings(count: int) -> list[Board]:
    """The empty board, and others after some random moves, the same ones every time."""
    positions, rng = [EMPTY], Random(1)
    while len(positions) < count:
        position = EMPTY
        for _ in range(rng.randint(1, 10)):
            if result(position) == NOT_OVER:
                position = play(position, rng.choice(columns(position)))
        if result(position) == NOT_OVER:
            positions.append(position)
    return positions


# ---------------------------------------------------------------------- the others


def sketch_search() -> Callable[[], int]:
    """The sketch's search to the same depth, which answers how many nodes it visited."""
    sys.path.insert(0, str(SKETCH))
    connect4, search = __import__("connect4"), __import__("search")
    sys.path.remove(str(SKETCH))
    start, infinity = connect4.Connect4(0, 0), search.INFINITY

    def work() -> int:
        memory = np.zeros(1, search.WORKSPACE)[0]
        search.alphabeta(start, DEPTH, -infinity, infinity, 0, memory)
        return int(memory["nodes"])

    return work


class CountedState:
    """A state of OpenSpiel that counts its copies: the search copies a state once for each that it visits."""

    copies = 0

    def __init__(self, state: Any) -> None:
        self._state = state

    def clone(self) -> "CountedState":
        """The copy that is visited next."""
        CountedState.copies += 1
        return CountedState(self._state.clone())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __str__(self) -> str:
        return str(self._state)


def no_value(state: Any) -> float:
    """The cheapest value function there is."""
    return 0.0


def threats_value(state: Any) -> float:
    """The evaluation that our search uses, for the one who began."""
    first = second = 0
    for row, cells in enumerate(reversed(str(state).split())):
        for column, cell in enumerate(cells):
            disc = 1 << STRIDE * column + row
            first |= disc if cell == "x" else 0
            second |= disc if cell == "o" else 0
    return by_threats(Board(first, first | second), Threats())


def openspiel_search(value: Callable[[Any], float]) -> tuple[Callable[[], object], int]:
    """OpenSpiel's search, and how many nodes it visits; they are counted here, and not while the clock runs."""
    game = pyspiel.load_game("connect_four")
    assert game.observation_tensor_shape()[1:] == [HEIGHT, WIDTH]
    CountedState.copies = 0
    counted = CountedState(game.new_initial_state())
    alpha_beta_search(game, state=counted, value_function=value, maximum_depth=OPENSPIEL_DEPTH)
    nodes = CountedState.copies
    return lambda: alpha_beta_search(game, value_function=value, maximum_depth=OPENSPIEL_DEPTH), nodes


class CountedGame(EasyConnectFour):
    """easyAI's own Connect Four, counting: every node but the root is reached by one move."""

    visited = 1

    def make_move(self, column: int) -> None:
        """Play, and count."""
        CountedGame.visited += 1
        super().make_move(column)


def easyai_search() -> tuple[Callable[[], object], int]:
    """The search of easyAI on its own Connect Four, and how many nodes it visits; they are counted here."""
    search = Negamax(EASYAI_DEPTH)
    CountedGame.visited = 1
    search(CountedGame([None, None]))
    return lambda: search(EasyConnectFour([None, None])), CountedGame.visited


# ---------------------------------------------------------------------- the tables


def speed(quick: bool) -> Figures:
    """The search beside the others."""
    figures = Figures(
        f"The compiled search: Connect Four from the empty board, {DEPTH} plies deep",
        *("what", "sparring", "reference", "ratio", "of means", "wanted", "kept"),
    )
    judge, blind_judge = judging(depth=DEPTH), judging(depth=DEPTH, hints=False)
    minimax = sparring.opponent(GAME, "minimax:depth=8")
    minimax.prepare()
    decision = decision_at(GAME, EMPTY)
    works: dict[str, Callable[[], object]] = {
        "sparring": judge,
        "without hints": blind_judge,
        "minimax": lambda: minimax.decide(decision),
    }
    openspiel = {"no evaluation": openspiel_search(no_value), "the same evaluation": openspiel_search(threats_value)}
    works.update({name: work for name, (work, _) in openspiel.items()})
    works["easyAI"], easyai_nodes = easyai_search()
    if SKETCH.is_dir():
        works["sketch"] = sketch_search()
    for work in works.values():  # whatever is only done once is done now
        work()
    taken = interleaved(works, 3 if quick else 9)

    ours, median = taken["sparring"], {name: statistics.median(seconds) for name, seconds in taken.items()}
    if "sketch" in taken:
        ratio, of_means = median_ratio(ours, taken["sketch"]), mean_ratio(ours, taken["sketch"])
        cells = (span(median["sparring"]), f"the sketch {span(median['sketch'])}", times(ratio), times(of_means))
        figures.add(f"time to depth {DEPTH}", *cells, *at_most(0.7, ratio, times))
    else:
        figures.note("The sketch is not there (../shared/examples/kernels), so its row is left out.")

    nodes = judge().nodes
    rates = {name: (work_nodes, taken[name]) for name, (_, work_nodes) in openspiel.items()}
    rates["easyAI"] = easyai_nodes, taken["easyAI"]
    for name, (their_nodes, theirs) in rates.items():
        ratio = nodes / their_nodes * median_ratio(theirs, ours)
        of_means = nodes / their_nodes * mean_ratio(theirs, ours)
        peer = "easyAI" if name == "easyAI" else "OpenSpiel"
        cells = (
            f"nodes a second, {name}" if peer == name else f"nodes a second, OpenSpiel with {name}",
            f"{nodes / median['sparring'] / 1e6:.1f} million",
            f"{peer} {their_nodes / statistics.median(theirs):,.0f}",
        )
        wanted = at_least(2000 if peer == "easyAI" else 40, ratio, times)
        figures.add(*cells, times(ratio), times(of_means), *wanted)
    blind_nodes = blind_judge().nodes
    figures.add(
        "the same without hints: more nodes, cheaper ones",
        f"{blind_nodes / median['without hints'] / 1e6:.1f} million",
        "with hints",
        times(blind_nodes / nodes * median_ratio(ours, taken["without hints"])),
    )
    figures.add("minimax:depth=8", span(median["minimax"]), "", "", "", *at_most(0.02, median["minimax"], span))
    figures.note(
        f"Nodes: sparring {nodes:,} at depth {DEPTH}; OpenSpiel "
        + " and ".join(f"{count:,}" for _, count in openspiel.values())
        + f" at depth {OPENSPIEL_DEPTH}; easyAI {easyai_nodes:,} at depth {EASYAI_DEPTH}."
        f" Medians of {len(ours)} repeats; processor time."
    )
    in_a_new_process(figures, quick)
    two_threads(figures, quick)
    return figures


def in_a_new_process(figures: Figures, quick: bool) -> None:
    """How long a user waits for the first answer."""

    def running(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    answer = running("-m", "sparring.terminal.main", "move", "connect4", "--opponent", "hard", "--json")
    answer()  # compiles what is not compiled yet
    taken = interleaved(
        {"answer": answer, "numba": running("-c", "import numba")}, 3 if quick else 9, time.perf_counter
    )
    median = {name: statistics.median(seconds) for name, seconds in taken.items()}
    figures.add(
        "first answer of a new process, wall time",
        span(median["answer"]),
        f"import numba {span(median['numba'])}",
        times(median_ratio(taken["answer"], taken["numba"])),
        times(mean_ratio(taken["answer"], taken["numba"])),
        *at_most(1.0, median["answer"], span),
    )


def two_threads(figures: Figures, quick: bool) -> None:
    """What a second thread gains."""
    works = {str(threads): judging(depth=THREADS_DEPTH, threads=threads) for threads in (1, 2)}
    taken = interleaved(works, 2 if quick else 9, time.perf_counter)
    figures.add(
        f"two threads, time to depth {THREADS_DEPTH}, wall time",
        span(statistics.median(taken["2"])),
        f"one thread {span(statistics.median(taken['1']))}",
        times(median_ratio(taken["2"], taken["1"])),
        times(mean_ratio(taken["2"], taken["1"])),
    )


def techniques(quick: bool) -> Figures:
    """What each technique gains."""
    figures = Figures(
        "What each technique gains: the search with one of them switched off, relative to all on",
        *("without", "depth", "time", "nodes", "nodes a second"),
    )
    positions = openings(3 if quick else 12)
    for depth, plan in (TECHNIQUES_DEPTH, SWITCHED_OFF), (UNPRUNED_DEPTH, UNPRUNED):
        seconds, nodes = dict.fromkeys(plan, 0.0), dict.fromkeys(plan, 0)
        for position in positions:
            judges = {name: judging(position, depth=depth, **settings) for name, settings in plan.items()}
            for name, judge in judges.items():
                nodes[name] += judge().nodes
            for name, taken in interleaved(judges, 2 if quick else 5).items():
                seconds[name] += statistics.median(taken)
        for name in plan:
            cells = (times(seconds[name] / seconds[ALL_ON]), times(nodes[name] / nodes[ALL_ON]))
            if name == ALL_ON:
                cells = span(seconds[name] / len(positions)), f"{nodes[name] / len(positions):,.0f}"
            figures.add(name, str(depth), *cells, _rate(nodes[name] / seconds[name]))
    figures.note(f"From the empty board and {len(positions) - 1} random openings, together; the first row is a mean.")
    return figures


def _rate(nodes_a_second: float) -> str:
    return f"{nodes_a_second / 1e6:.1f} million"


def main() -> None:
    """Measure, and print two tables."""
    quick = parser(__doc__ or "").parse_args().quick
    speed(quick).show()
    techniques(quick).show()


if __name__ == "__main__":
    main()
