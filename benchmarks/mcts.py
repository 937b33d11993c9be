"""Monte Carlo tree search beside OpenSpiel's bot, and how strong it is: against Connect Four's levels and minimax.

Playouts are compared in processor time, one thread each, from the empty board, with one uniform rollout for each new
position. Time limits of games are processor time too. Games are played in twos from the same random opening, with
swapped seats.
"""

import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel
from measuring import Figures, at_least, interleaved, mean_ratio, median_ratio, parser, processor_clock, times
from plain_othello import PlainOthello
from rich.progress import track

import sparring
from sparring.arena.tournament import Tournament
from sparring.brains.compiled_tree_search import CompiledTreeSearch
from sparring.games.connect4.board import EMPTY
from sparring.games.connect4.rules import ConnectFour
from sparring.match.table import decision_at

CONNECT4 = sparring.game("connect4")
OTHELLO = PlainOthello()
OPENING_PLIES = 4


class BareConnectFour(ConnectFour):
    """Connect Four without opponents of its own and without an evaluation, so that it gets the levels of every game."""

    name, title, evaluations = "bareconnect4", "Connect Four without opponents", {}


def playing_out(playouts: int) -> Callable[[], object]:
    """Our search from the empty board, compiled already, with rollouts alone."""
    brain = CompiledTreeSearch(CONNECT4, playouts=playouts, mix=0.0)
    brain.prepare()
    return partial(brain.judge, decision_at(CONNECT4, EMPTY))


def openspiel(playouts: int) -> Callable[[], object]:
    """The bot of OpenSpiel in C++ from the empty board, with one rollout for each new position, and its solver."""
    game = pyspiel.load_game("connect_four")
    state, uct = game.new_initial_state(), pyspiel.ChildSelectionPolicy.UCT

    def search() -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        return pyspiel.MCTSBot(game, evaluator, 1.4, playouts, 1000, True, 1, False, uct).mcts_search(state)

    return search


def speed(quick: bool) -> Figures:
    """Playouts a second beside OpenSpiel."""
    figures = Figures(
        "Playouts a second: Connect Four from the empty board",
        *("playouts", "sparring", "OpenSpiel", "ratio", "of means", "wanted", "kept"),
    )
    repeats = 3 if quick else 9
    for playouts in (10_000, 100_000):
        works = {"sparring": playing_out(playouts), "OpenSpiel": openspiel(playouts)}
        taken = interleaved(works, repeats)
        ours, theirs = taken["sparring"], taken["OpenSpiel"]
        ratio = median_ratio(theirs, ours)
        rates = [f"{playouts / statistics.median(each) / 1e6:.2f} M/s" for each in (ours, theirs)]
        cells = (times(ratio), times(mean_ratio(theirs, ours)), *at_least(10, ratio, times))
        figures.add(f"{playouts:,}", *rates, *cells)
    figures.note(f"Processor time, medians of {repeats} interleaved pairs; both prove what they can.")
    return figures


def score(game: Any, ours: str, theirs: str, games: int) -> tuple[float, str]:
    """The share of the points that one opponent takes from another, and its wins, draws and losses."""
    tournament = Tournament(game, [ours, theirs], games, seed=1, opening_plies=OPENING_PLIES)
    with processor_clock():
        for _ in track(tournament.play(), f"{ours} – {theirs}", games // 2):
            pass
    [pair] = tournament.pairs
    return (pair.wins + pair.draws / 2) / games, f"{pair.wins}–{pair.draws}–{pair.losses}"


def strength(quick: bool) -> Figures:
    """Games against what was there before, at equal time or less."""
    figures = Figures(
        f"Games from random openings of {OPENING_PLIES} plies",
        *("game", "ours", "against", "games", "wins–draws–losses", "points", "wanted", "kept"),
    )
    share = "{:.0%}".format
    for game, ours, theirs, games, wanted in (
        (CONNECT4, "mcts:time=0.1", "hard", 40, 0.75),
        (CONNECT4, "mcts:time=0.1", "minimax:depth=8", 40, None),
        (OTHELLO, "mcts:time=0.1", "minimax:depth=none,time=0.1", 100, 0.9),
        (BareConnectFour(), "medium", "easy", 100, None),
        (BareConnectFour(), "hard", "medium", 100, None),
        (OTHELLO, "medium", "easy", 40, None),
    ):
        games = max(4, games // 10) if quick else games
        points, result = score(game, ours, theirs, games)
        kept = () if wanted is None else at_least(wanted, points, share)
        figures.add(game.title, ours, theirs, str(games), result, share(points), *kept)
    return figures


def main() -> None:
    """Print the tables."""
    options = parser(__doc__ or "")
    options.add_argument("--speed", action="store_true", help="only the playouts a second")
    told = options.parse_args()
    speed(told.quick).show()
    if not told.speed:
        strength(told.quick).show()


if __name__ == "__main__":
    main()
