"""Four in a row on 6×6: how long the opponents take, what hard's book, table and deepening save, and the proofs.

Times are wall time, what somebody who plays waits for. Nothing is compiled while the clock runs.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from measuring import Figures, at_least, at_most, parser, span, times

import sparring
from sparring.games.fourinarow.proof import Prover, winning_tree
from sparring.games.mnk import Board
from sparring.match.table import decision_at

GAME = sparring.game("fourinarow")
EMPTY = GAME.start(Random(0))
LIMITS = {"easy": 0.010, "medium": 0.050, "hard": 0.100}
SWITCHED_OFF: dict[str, dict[str, str]] = {
    "– (all on)": {},
    "book": {"book": "off"},
    "table": {"table": "0"},
    "deepening": {"deepening": "off"},
    "all three": {"book": "off", "table": "0", "deepening": "off"},
}


def openings(count: int, most_plies: int) -> list[Board]:
    """The empty board, and others after some random moves, the same ones in every run."""
    rng, positions = Random(1), [EMPTY]
    while len(positions) < count:
        position = EMPTY
        for _ in range(rng.randint(1, most_plies)):
            if GAME.outcome(position) is None:
                position = GAME.play(position, rng.choice(GAME.moves(position)))
        if GAME.outcome(position) is None:
            positions.append(position)
    return positions


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds that a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def speed(quick: bool) -> Figures:
    """How long a move takes."""
    figures = Figures("A move", "who", "empty board", "median", "longest", "wanted", "kept")
    positions = openings(20 if quick else 200, 20)
    for name, limit in LIMITS.items():
        who = sparring.opponent(GAME, name)
        who.prepare()
        taken = [seconds_of(partial(who.decide, decision_at(GAME, position))) for position in positions]
        longest = max(taken)
        figures.add(name, span(taken[0]), span(statistics.median(taken)), span(longest), *at_most(limit, longest, span))
    searching = sparring.opponent(GAME, "hard:book=off")
    searching.prepare()
    alone = seconds_of(partial(searching.decide, decision_at(GAME, EMPTY)))
    figures.add("hard:book=off", span(alone), "", "", *at_most(0.1, alone, span))
    deep = sparring.opponent(GAME, "hard:book=off,depth=none,time=1")
    deep.prepare()
    reached = deep.decide(decision_at(GAME, EMPTY)).analysis
    assert reached is not None
    figures.add("hard:book=off,depth=none,time=1", f"depth {reached.depth}", "", "", *at_least(8, reached.depth, str))
    return figures


def techniques(quick: bool) -> Figures:
    """The positions that hard visits without its book, its table, its deepening."""
    figures = Figures(
        "What hard looks at, with some of it switched off",
        *("without", "positions at depth 4", "ratio", "positions at depth 7", "ratio"),
    )
    nodes: dict[str, list[float]] = {name: [] for name in SWITCHED_OFF}
    for depth, count in (4, 10 if quick else 60), (7, 4 if quick else 24):
        for name, settings in SWITCHED_OFF.items():
            nodes[name].append(statistics.fmean(nodes_of(position, depth, settings) for position in openings(count, 6)))
    first = next(iter(nodes.values()))
    for name, (four, seven) in nodes.items():
        figures.add(name, f"{four:,.0f}", times(four / first[0]), f"{seven:,.0f}", times(seven / first[1]))
    figures.note("Means over the empty board and random openings of up to six plies, the same ones in every row.")
    return figures


def nodes_of(position: Board, depth: int, settings: dict[str, Any]) -> int:
    """The number of positions that hard visits."""
    who = sparring.opponent(GAME, "hard", depth=depth, **settings)
    analysis = who.decide(decision_at(GAME, position)).analysis
    assert analysis is not None
    return analysis.nodes


def proofs(quick: bool) -> Figures:
    """How long proofs take, from the empty board on."""
    figures = Figures("Proofs", "what", "answer", "positions looked at", "time", "wanted", "kept")
    Prover(EMPTY).wins(EMPTY, 1)

    def look(what: str, board: Board, stones: int, mover_wins: bool, limit: float | None = None) -> None:
        prover = Prover(EMPTY)
        ask = prover.wins if mover_wins else prover.has_won
        began = time.perf_counter()
        answer = [ask(board, number) for number in range(1, stones + 1)][-1]
        taken = time.perf_counter() - began
        wanted = at_most(limit, taken, span) if limit else ()
        figures.add(what, "proven" if answer else "refuted", f"{prover.nodes:,}", span(taken), *wanted)

    look("the first player wins in 9 plies", EMPTY, 5, mover_wins=True)
    look("the first player wins in 11 plies", EMPTY, 6, mover_wins=True, limit=3.0)
    starts = {"b2": 13, "b3": 15, "a1": 13, "a3": 13} | ({} if quick else {"a1 ": 15, "a2": 15, "a3 ": 15})
    for start, plies in starts.items():
        board = GAME.play(EMPTY, GAME.read_move(EMPTY, start))
        look(f"beginning on {start.strip()} wins in {plies} plies", board, (plies - 1) // 2, mover_wins=False)
    began = time.perf_counter()
    tree = winning_tree(EMPTY, 6)
    counted = ", ".join(f"{number:,} {name}" for name, number in tree.items())
    figures.add("the whole tree of the win in 11", counted, "", span(time.perf_counter() - began))
    return figures


def main() -> None:
    """Measure, and print three tables."""
    quick = parser(__doc__ or "").parse_args().quick
    speed(quick).show()
    techniques(quick).show()
    proofs(quick).show()


if __name__ == "__main__":
    main()
