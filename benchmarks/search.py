"""The compiled search on Connect Four beside a sketch of it, OpenSpiel and easyAI, and what each technique gains.

All of them search from the empty board, in turn and in this process. Times are processor time, unless a row says wall
time. Nothing is compiled while the clock runs.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour as EasyConnectFour
from measuring import SHARED, Figures, at_least, at_most, interleaved, mean_ratio, median_ratio, parser, span, times
from open_spiel.python.algorithms.minimax import alpha_beta_search

import sparring
from sparring.brains.alphabeta import AlphaBeta
from sparring.games.connect4.board import EMPTY, STRIDE, Board, columns, play, result
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
FIRST_ANSWER = "move connect4 --opponent hard --json"

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
    "pruning and table": {"pruning": False, "table": 0},
}
"""Without pruning a search visits many more positions, so these are compared at a smaller depth."""


def judging(position: Board = EMPTY, **settings: Any) -> Callable[[], sparring.Analysis]:
    """A search of ours, compiled already."""
    brain = AlphaBeta(GAME, evaluation="threats", **settings)
    brain.prepare()
    return partial(brain.judge, decision_at(GAME, position))


def openings(count: int) -> list[Board]:
    """The empty board, and others after some random moves, the same ones in every run."""
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


class Rival(NamedTuple):
    """Another program's search from the empty board."""

    name: str
    search: Callable[[], object]
    nodes: int
    """The positions that it visits, counted beforehand, because counting would slow it down while the clock runs."""

    faster: float | None = None
    """Our search must visit at least this many times as many nodes a second."""


def sketch() -> Rival:
    """The sketch's search to the same depth, with the same evaluation."""
    sys.path.insert(0, str(SKETCH))
    connect4, search = import_module("connect4"), import_module("search")
    sys.path.remove(str(SKETCH))

    def work() -> int:
        memory = np.zeros(1, search.WORKSPACE)[0]
        search.alphabeta(connect4.Connect4(0, 0), DEPTH, -search.INFINITY, search.INFINITY, 0, memory)
        return int(memory["nodes"])

    return Rival("the sketch", work, work())


class CountedState:
    """A state of OpenSpiel that counts its copies, because the search makes one for each state that it visits."""

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
    """The evaluation of our search, for the side that began. OpenSpiel has none of its own."""
    first = second = 0
    for row, cells in enumerate(reversed(str(state).split())):
        for column, cell in enumerate(cells):
            disc = 1 << STRIDE * column + row
            first |= disc if cell == "x" else 0
            second |= disc if cell == "o" else 0
    return by_threats(Board(first, first | second), Threats())


def openspiel(name: str, value: Callable[[Any], float]) -> Rival:
    """OpenSpiel's alpha-beta search in Python, over its states in C++."""
    game = pyspiel.load_game("connect_four")
    search = partial(alpha_beta_search, game, value_function=value, maximum_depth=OPENSPIEL_DEPTH)
    CountedState.copies = 0
    search(state=CountedState(game.new_initial_state()))
    return Rival(name, search, CountedState.copies, 40)


class CountedGame(EasyConnectFour):
    """Connect Four of easyAI that counts its moves: every node but the root is reached by one."""

    moves_made = 0

    def make_move(self, column: int) -> None:
        """Play, and count."""
        CountedGame.moves_made += 1
        super().make_move(column)


def easyai() -> Rival:
    """The search of easyAI on the Connect Four that comes with it."""
    search = Negamax(EASYAI_DEPTH)
    CountedGame.moves_made = 0
    search(CountedGame([None, None]))
    return Rival("easyAI", lambda: search(EasyConnectFour([None, None])), CountedGame.moves_made + 1, 2000)


# ---------------------------------------------------------------------- the tables


def speed(quick: bool) -> Figures:
    """The search beside the others."""
    figures = Figures(
        f"The compiled search: Connect Four from the empty board, {DEPTH} plies deep",
        *("what", "sparring", "reference", "ratio", "of means", "wanted", "kept"),
    )
    beside_rivals(figures, 3 if quick else 9)
    first_answer(figures, 3 if quick else 9)
    return figures


def beside_rivals(figures: Figures, repeats: int) -> None:
    """Time to the same depth beside the sketch, nodes a second beside all."""
    rivals = [
        openspiel("OpenSpiel, blind", no_value),
        openspiel("OpenSpiel, seeing", threats_value),
        easyai(),
    ]
    if SKETCH.is_dir():
        rivals.insert(0, sketch())
    else:
        figures.note("The sketch is not there (../shared/examples/kernels), so its rows are left out.")
    judge, minimax = judging(depth=DEPTH), sparring.opponent(GAME, "minimax:depth=8")
    minimax.prepare()
    works: dict[str, Callable[[], object]] = {"sparring": judge}
    works["minimax"] = partial(minimax.decide, decision_at(GAME, EMPTY))
    works |= {rival.name: rival.search for rival in rivals}
    nodes = judge().nodes
    taken = interleaved(works, repeats)
    median = {name: statistics.median(seconds) for name, seconds in taken.items()}

    ours = taken["sparring"]
    if "the sketch" in taken:
        theirs = taken["the sketch"]
        ratio, of_means = median_ratio(ours, theirs), mean_ratio(ours, theirs)
        cells = (span(median["sparring"]), f"the sketch {span(median['the sketch'])}", times(ratio), times(of_means))
        figures.add(f"time to depth {DEPTH}", *cells, *at_most(0.7, ratio, times))
    for rival in rivals:
        theirs, more = taken[rival.name], nodes / rival.nodes
        ratio, of_means = more * median_ratio(theirs, ours), more * mean_ratio(theirs, ours)
        our_rate, their_rate = _rate(nodes / median["sparring"]), _rate(rival.nodes / median[rival.name])
        wanted = at_least(rival.faster, ratio, times) if rival.faster else ()
        figures.add("nodes a second", our_rate, f"{rival.name} {their_rate}", times(ratio), times(of_means), *wanted)
    figures.add("minimax:depth=8", span(median["minimax"]), "", "", "", *at_most(0.02, median["minimax"], span))
    figures.note(
        f"Nodes: sparring {nodes:,}, " + ", ".join(f"{rival.name} {rival.nodes:,}" for rival in rivals) + ". "
        f"OpenSpiel looks {OPENSPIEL_DEPTH} plies deep and easyAI {EASYAI_DEPTH}. OpenSpiel has no evaluation of its "
        "own: blind it gets a constant, seeing it gets ours, interpreted. "
        f"Processor time unless said; medians of {repeats} repeats."
    )


def first_answer(figures: Figures, repeats: int) -> None:
    """How long a user waits for the first answer of a new process, with the compiled code on disk."""

    def running(code: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    answer = f"from sparring.terminal.main import main; main({FIRST_ANSWER.split()})"
    no_scipy = "import sys; sys.modules['scipy'] = None; "
    works = {
        "": running(answer),
        ", no scipy": running(no_scipy + answer),
        "numba": running("import numba"),
        "numba, no scipy": running(no_scipy + "import numba"),
    }
    works[""]()  # compiles what is not compiled yet
    for clock, what in (time.perf_counter, "wall time"), (children_time, "processor time"):
        taken = interleaved(works, repeats, clock)
        for which in ("", ", no scipy"):
            ours, numba = taken[which], taken["numba" + which]
            median = statistics.median(ours)
            figures.add(
                f"first answer, {what}{which}",
                span(median),
                f"import numba {span(statistics.median(numba))}",
                times(median_ratio(ours, numba)),
                times(mean_ratio(ours, numba)),
                *(at_most(1.0, median, span) if clock is time.perf_counter else ()),
            )
    figures.note(
        f"First answer: a new process of `sparring {FIRST_ANSWER}`, compiled code being on disk. "
        "scipy, which numba loads if it is there, comes with OpenSpiel: sparring does not bring it."
    )


def children_time() -> float:
    """The processor time of all child processes that have ended."""
    used = os.times()
    return used.children_user + used.children_system


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
    return f"{nodes_a_second / 1e6:.1f} M" if nodes_a_second >= 1e6 else f"{nodes_a_second / 1e3:.1f} k"


def main() -> None:
    """Measure, and print two tables."""
    quick = parser(__doc__ or "").parse_args().quick
    speed(quick).show()
    techniques(quick).show()


if __name__ == "__main__":
    main()
