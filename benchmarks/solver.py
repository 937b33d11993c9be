"""The exact Connect Four solver beside bitbully, a solver in C++, and what each of its techniques gains.

Both solve the same positions in turn, without a book. Neither may answer from its transposition table: ours is emptied
before each position, and bitbully's, which takes long to empty, before each pass.
"""

import importlib.util
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from random import Random
from typing import NamedTuple

from bitbully.bitbully_core import BitBullyCore, BoardCore
from measuring import SHARED, Figures, at_most, interleaved, parser, span, times

from sparring.games.connect4 import solver
from sparring.games.connect4.board import CELLS, EMPTY, Board, columns, play, plies_of, result, score_of
from sparring.games.connect4.solver import Solver
from sparring.rules.kernels import NOT_OVER

PUBLIC = SHARED / "data" / "connect4"
LEAST_DISCS = 8
"""Positions with fewer discs are left out, because they may take bitbully minutes."""

SEED = 4
HARD = (3, 3, 3, 3, 3, 1, 5, 2, 2, 2)


class Problem(NamedTuple):
    """The moves that lead to a position, and its score."""

    moves: tuple[int, ...]
    score: int

    @property
    def position(self) -> Board:
        """The position after the moves."""
        return after(self.moves)


@dataclass(frozen=True)
class Kind:
    """Positions with similar numbers of discs on the board, and of plies to the end with best play."""

    name: str
    discs: range
    plies: range
    size: int
    """The number of generated positions."""

    passes: int


KINDS = (
    Kind("L3_R1", range(29, 42), range(15), 500, 5),
    Kind("L2_R1", range(15, 29), range(15), 500, 5),
    Kind("L2_R2", range(15, 29), range(14, 29), 300, 3),
    Kind("L1_R1", range(LEAST_DISCS, 15), range(15), 500, 3),
    Kind("L1_R2", range(LEAST_DISCS, 15), range(14, 29), 100, 1),
    Kind("L1_R3", range(LEAST_DISCS, 15), range(29, 43), 40, 1),
)
"""The public sets have these names: L is the stage of the game, R the difficulty. Nobody can win at once in them."""

TECHNIQUES = ("FOLLOW_UP", "ODD_THREATS", "FORCED_REPLIES", "CHILDREN_REMEMBERED", "THREATS_FIRST", "OUTSIDE_IN")
MEMORIES = (16, 20, 21)
STUDIED = {"L2_R2": 100, "L1_R1": 100, "L1_R2": 20, "L1_R3": 8}
"""The number of positions of each kind on which the techniques are measured."""


def after(moves: Iterable[int]) -> Board:
    """The position after some moves."""
    position = EMPTY
    for column in moves:
        position = play(position, column)
    return position


def warm_up(some_solver: Solver) -> None:
    """Compile the solver or load it, and make the system provide the memory that it has asked for."""
    some_solver.solve(after(HARD))


# ---------------------------------------------------------------------- the positions


def public(name: str) -> list[Problem]:
    """A public set."""
    lines = (line.split() for line in (PUBLIC / f"Test_{name}").read_text("ascii").splitlines())
    return [Problem(tuple(int(column) - 1 for column in moves), int(score)) for moves, score in lines]


def generated(kind: Kind, size: int) -> list[Problem]:
    """Positions of a kind from random play, the same ones in every run."""
    return list(islice(_random_play(kind), size))


def _random_play(kind: Kind) -> Iterator[Problem]:
    judge, seen = Solver(), set()
    for seed in count():
        rng = Random(f"{SEED} {kind.name} {seed}")
        position, moves = EMPTY, []
        for _ in range(rng.choice(kind.discs)):
            moves.append(rng.choice(columns(position)))
            position = play(position, moves[-1])
            if result(position) != NOT_OVER:
                break
        else:
            if position in seen or not _may_end_within(kind.plies[-1], position, judge):
                continue
            seen.add(position)
            score = judge.solve(position)
            if score != score_of(position, 1, 1) and plies_of(position, score) in kind.plies:
                yield Problem(tuple(moves), score)


def _may_end_within(plies: int, position: Board, judge: Solver) -> bool:
    """True if best play ends the game within these plies. That takes two questions, which is quicker than the score."""
    if CELLS - position.both.bit_count() <= plies:
        return True
    won = score_of(position, 1, plies - (plies + 1) % 2)  # the side to move wins after an odd number of plies
    lost = score_of(position, -1, plies - plies % 2)
    return judge.narrow(position, won - 1, won)[0] >= won or judge.narrow(position, lost, lost + 1)[1] <= lost


# ---------------------------------------------------------------------- beside bitbully


class Measured(NamedTuple):
    """The seconds that each solver took for a position (the median of all passes), and whether both were right."""

    ours: float
    theirs: float
    right: bool
    theirs_right: bool


def measured(problems: Sequence[Problem], passes: int) -> list[Measured]:
    """Let both solve every position; which one begins alternates."""
    ours, theirs = Solver(), BitBullyCore()
    warm_up(ours)
    taken: list[tuple[list[float], list[float]]] = [([], []) for _ in problems]
    right = [[True, True] for _ in problems]
    for number in range(passes):
        theirs.resetTranspositionTable()
        for index, problem in enumerate(problems):
            position, board = problem.position, BoardCore()
            board.play(list(problem.moves))
            works: tuple[Callable[[], int], ...] = partial(ours.solve, position), partial(theirs.mtdf, board, 0)
            ours.forget()
            for who in (0, 1) if (index + number) % 2 else (1, 0):
                began = time.perf_counter()
                score = works[who]()
                taken[index][who].append(time.perf_counter() - began)
                right[index][who] &= score == problem.score
    return [
        Measured(statistics.median(our), statistics.median(their), *both_right)
        for (our, their), both_right in zip(taken, right, strict=True)
    ]


def beside_bitbully(quick: bool) -> Figures:
    """One row for the means and one for the medians of every set."""
    figures = Figures(
        "The exact solver: time a position, without a book",
        *("set", "timed", "scores right", "of a position", "sparring", "bitbully", "ratio", "wanted", "kept"),
    )
    for kind in KINDS:
        size, passes = (max(6, kind.size // 10), 1) if quick else (kind.size, kind.passes)
        if (PUBLIC / f"Test_{kind.name}").is_file():
            _add(figures, f"{kind.name}, public", public(kind.name)[: 50 if quick else None], passes)
        _add(figures, f"{kind.name}, generated", generated(kind, size), passes)
    if PUBLIC.is_dir():
        figures.note(
            f"Positions of fewer than {LEAST_DISCS} discs are solved by ours only: such may take bitbully minutes."
        )
    else:
        figures.note("The public sets are not there (../shared/data/connect4), so all positions are generated.")
    figures.note(
        f"Generated: random play, seed {SEED}, sorted by discs and plies to the end; right is what both solvers say."
    )
    return figures


def _add(figures: Figures, name: str, problems: Sequence[Problem], passes: int) -> None:
    found = measured([problem for problem in problems if len(problem.moves) >= LEAST_DISCS], passes)
    right = sum(each.right and each.theirs_right for each in found)
    alone = Solver()
    right += sum(alone.solve(each.position) == each.score for each in problems if len(each.moves) < LEAST_DISCS)
    first = (name, f"{len(found):,}", f"{right:,} of {len(problems):,}")
    for average, limit in ((statistics.fmean, 0.4), (statistics.median, 0.6)):
        ours, theirs = average(each.ours for each in found), average(each.theirs for each in found)
        called = "mean" if average is statistics.fmean else "median"
        cells = (called, span(ours), span(theirs), times(ours / theirs))
        figures.add(*first, *cells, *at_most(limit, ours / theirs, times))
        first = ("", "", "")


# ---------------------------------------------------------------------- what each technique gains


def changed(name: str, **constants: object) -> Solver:
    """A solver from a copy of the module with other constants. The compiler reads them when it compiles the copy."""
    name = f"solver_{name}"
    spec = importlib.util.spec_from_file_location(name, solver.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for constant, value in constants.items():
        assert hasattr(module, constant), f"the solver has no {constant}"
        setattr(module, constant, value)
    return module.Solver()


def techniques(quick: bool) -> Figures:
    """Time and nodes with one technique switched off, relative to all on."""
    kinds = [kind for kind in KINDS if kind.name in STUDIED]
    figures = Figures(
        "What each technique of the solver gains: time and nodes with it switched off, relative to all on",
        *("without", *(f"{kind.name}\n{what}" for kind in kinds for what in ("time", "nodes"))),
    )
    solvers = {"all on": Solver()}
    for name in TECHNIQUES:
        solvers[name.lower().replace("_", " ")] = changed(name, **{name: False})
    solvers["both bounds"] = changed("both_bounds", FOLLOW_UP=False, ODD_THREATS=False)
    for bits in MEMORIES:
        solvers[_megabytes(bits)] = changed(f"memory_{bits}", SMALL=bits)
    for each in solvers.values():
        warm_up(each)
    rows = {name: [name] for name in solvers}
    for kind in kinds:
        size = max(3, STUDIED[kind.name] // 10) if quick else STUDIED[kind.name]
        seconds, nodes = _in_turn(solvers, generated(kind, size), 1 if quick else 3)
        for name, row in rows.items():
            if name == "all on":
                row += [span(seconds[name] / size), f"{nodes[name] / size:,.0f}"]
            else:
                row += [times(seconds[name] / seconds["all on"]), times(nodes[name] / nodes["all on"])]
    for row in rows.values():
        figures.add(*row)
    figures.note(
        f"Generated positions; means of their medians. {_megabytes(solver.SMALL)} unless a row says another; "
        "follow up and odd threats are the two bounds."
    )
    return figures


def _megabytes(bits: int) -> str:
    return f"memory {(16 << bits) >> 20} MB"


def _in_turn(
    solvers: dict[str, Solver], problems: Sequence[Problem], passes: int
) -> tuple[dict[str, float], dict[str, int]]:
    """The seconds and nodes that each solver takes for all positions together."""
    seconds, nodes = dict.fromkeys(solvers, 0.0), dict.fromkeys(solvers, 0)
    for problem in problems:
        works = {name: partial(each.solve, problem.position) for name, each in solvers.items()}
        taken: dict[str, list[float]] = {name: [] for name in solvers}
        for _ in range(passes):
            for each in solvers.values():
                each.forget()
            for name, once in interleaved(works, 1).items():
                taken[name] += once
        for name, each in solvers.items():
            seconds[name] += statistics.median(taken[name])
            nodes[name] += each.nodes
    return seconds, nodes


def main() -> None:
    """Measure, and print a table."""
    options = parser(__doc__ or "")
    options.add_argument("--techniques", action="store_true", help="measure what each technique gains instead")
    chosen = options.parse_args()
    (techniques if chosen.techniques else beside_bitbully)(chosen.quick).show()


if __name__ == "__main__":
    main()
