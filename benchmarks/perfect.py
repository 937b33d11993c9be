"""How long `perfect` takes for a move of Connect Four, over whole games against `random` from the empty board.

Every game is played in both seats. The time is wall time, what somebody who plays against it waits for.
"""

import statistics
import time

from measuring import Figures, at_most, parser, span

import sparring
from sparring.games.connect4 import book
from sparring.match.table import Table

GAME = sparring.game("connect4")
GAMES = 200


def moves_of(
    number: int, perfect: sparring.Opponent, random: sparring.Opponent
) -> tuple[list[tuple[int, float]], bool]:
    """Play a game: the ply and the seconds of every move of perfect, and True if it won."""
    table, seat, taken = Table(GAME, seed=number), number % 2, []
    while table.outcome is None:
        decision = table.decision()
        if decision.seat == seat:
            began = time.perf_counter()
            option = perfect.decide(decision).option
            taken.append((len(table.choices), time.perf_counter() - began))
        else:
            option = random.decide(decision).option
        table.choose(option)
    return taken, table.outcome.winner == seat


def main() -> None:
    """Measure, and print one table."""
    games = 20 if parser(__doc__ or "").parse_args().quick else GAMES
    known, soon = len(book.shipped()), f"before ply {book.USUAL_PLIES}"
    figures = Figures(
        f"perfect against random, {games} games from the empty board, in both seats",
        *("time a move", "all moves", soon, "later", "wanted", "kept"),
    )
    figures.note(f"The book has {known:,} positions.")
    if known:
        play_and_measure(figures, games)
    else:
        figures.note("Without a book the first moves take minutes, so nothing was measured.")
    figures.show()


def play_and_measure(figures: Figures, games: int) -> None:
    """Play, and add the rows."""
    perfect, random = sparring.opponent(GAME, "perfect"), sparring.opponent(GAME, "random")
    perfect.prepare()
    soon: list[float] = []
    later: list[float] = []
    won = 0
    for number in range(games):
        moves, victory = moves_of(number, perfect, random)
        won += victory
        for ply, seconds in moves:
            (soon if ply < book.USUAL_PLIES else later).append(seconds)

    parts = [soon + later, soon, later]
    for what, measure, limit in (
        ("median", statistics.median, 0.02),
        ("mean", statistics.fmean, None),
        ("99th percentile", percentile_99, 0.3),
        ("longest", max, None),
    ):
        measured = [measure(part) for part in parts]
        figures.add(what, *map(span, measured), *(at_most(limit, measured[0], span) if limit else ()))
    figures.add("number of moves", *(f"{len(part):,}" for part in parts))
    figures.note(f"perfect won {won} of {games}. Wall time.")


def percentile_99(seconds: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[98]


if __name__ == "__main__":
    main()
