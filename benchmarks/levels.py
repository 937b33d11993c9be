"""How strong the levels of a game are, and how they slip: `python benchmarks/levels.py connect4 --games 200`.

Each level meets the next one from random openings, both sides of each; `--reach 2` adds the one after that. The weakest
one meets a player who takes a win in one move and else plays any move: ratings are points above that player. Judged are
the decisions of these games. Wins and blocks in one move are found by the rules; what a move loses is judged by a
deeper search than that of all levels but the best ones, so it says little about those.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean

from measuring import Figures, span
from rich.console import Console

import sparring
from sparring.arena.tournament import random_opening
from sparring.brains.brain import analysis_of
from sparring.brains.rulelist import RuleList, block, win
from sparring.match.table import Table
from sparring.opponents import Opponent
from sparring.ratings import Pair, Rating, rate
from sparring.rules import AnyGame, Decision
from sparring.rules.capabilities import hides_something
from sparring.rules.registry import game_names
from sparring.rules.seeds import derive

JUDGES = {
    "tictactoe": "ChampionChimp",
    "connect4": "minimax:depth=8,thorough=on",
    "fourinarow": "minimax:depth=6,thorough=on",
    "oware": "advanced",
    "onepiece": "expert:nodes=100",
}
"""Whose search judges what a move loses; `mcts` in any other game."""

LAST = 400
"""A game that is not over after this many choices is called a draw."""

OPENING = 6
"""The first choices of a game that are compared to see whether it repeats another."""

REPEATS, LONG = 100, 0.2
"""The games in which openings are counted, and the seconds a move above which they are not."""

EVERY = 7
"""One of this many decisions is judged."""

COLUMNS = (
    "level",
    "points",
    "95 %",
    "above the last",
    "wins missed",
    "blocks missed",
    "loss a move",
    "openings",
    "time a move",
)


@dataclass
class Slips:
    """What a level did in its decisions."""

    judged: int
    """How many decisions may be judged."""

    seconds: list[float] = field(default_factory=list)
    wins: list[bool] = field(default_factory=list)
    """For each decision with a win in one move, whether it was missed."""

    blocks: list[bool] = field(default_factory=list)
    """For each decision in which some moves, and not all, let the other side win at once: whether one was played."""

    losses: list[float] = field(default_factory=list)


class Bench:
    """The levels of one game and what is measured of them."""

    def __init__(self, name: str, judged: int, plies: int) -> None:
        self.game: AnyGame = sparring.game(name)
        self.plies = plies
        names = [each for each in sparring.catalogue(name).entries if each.removeprefix("level").isdecimal()]
        self.names = ["reference", *names]
        self.players = [reference(self.game), *(sparring.opponent(self.game, each) for each in names)]
        self.slips = [Slips(judged) for _ in self.players]
        self.judge = sparring.opponent(self.game, JUDGES.get(name, "mcts:playouts=5000")).brain
        self.hidden = hides_something(self.game)
        for player in self.players:
            player.prepare()
        self.judge.prepare()

    def meetings(self, games: int, top_games: int, reach: int) -> Iterator[Pair]:
        """Let each meet the next ones; fewer games for the best level, which may think long."""
        last = len(self.players) - 1
        for a, b in combinations(range(len(self.players)), 2):
            if b - a <= reach:
                yield self._meeting(a, b, top_games if b == last else games)

    def openings(self, who: int) -> int | None:
        """How many different openings a level plays against itself in 100 games; None if it thinks for too long."""
        if fmean(self.slips[who].seconds) > LONG:
            return None
        seen = set()
        for seed in range(REPEATS):
            table = Table(self.game, seed)
            while table.outcome is None and len(table.choices) < OPENING:
                table.choose(self.players[who].decide(table.decision()).option)
            seen.add(tuple(chosen.option for chosen in table.choices))
        return len(seen)

    def _meeting(self, a: int, b: int, games: int) -> Pair:
        wins = draws = losses = 0
        for game in range(games):
            seed = derive(1, a, b, game // 2)
            winner = self._game((a, b) if game % 2 == 0 else (b, a), seed)
            wins, draws, losses = wins + (winner == a), draws + (winner is None), losses + (winner == b)
        return Pair(a, b, wins, draws, losses)

    def _game(self, seated: Sequence[int], seed: int) -> int | None:
        """Who won a game; None if nobody did."""
        table = Table(self.game, seed)
        for option in random_opening(self.game, seed, self.plies):
            table.choose(option)
        while table.outcome is None and len(table.choices) < LAST:
            decision = table.decision()
            who = seated[decision.seat]
            began = time.perf_counter()
            option = self.players[who].decide(decision).option
            self.slips[who].seconds.append(time.perf_counter() - began)
            if len(self.slips[who].losses) < self.slips[who].judged:
                self._look_at(self.slips[who], table, decision, option)
            table.choose(option)
        winner = None if table.outcome is None else table.outcome.winner
        return None if winner is None else seated[winner]

    def _look_at(self, slips: Slips, table: Table, decision: Decision, option: str) -> None:
        if len(slips.seconds) % EVERY == 0 and len(decision.options) > 1:
            found = analysis_of(self.judge, decision)
            slips.losses.append(found[found.best].rank.chance - found[option].rank.chance)
        if self.hidden:
            return
        position = table.position
        options = self.game.options(position)
        moves = list(options.values())
        if winning := win(self.game, position, moves):
            slips.wins.append(options[option] not in winning)
        elif safe := block(self.game, position, moves):
            slips.blocks.append(options[option] not in safe)


def reference(game: AnyGame) -> Opponent:
    """The player that level 1 is measured by: takes a win in one move, and else plays any move."""
    return Opponent(game, "reference", RuleList(game, rules=["win"]))


def share(missed: Sequence[bool]) -> str:
    """How often something was missed, of how many times."""
    return f"{fmean(missed):.0%} of {len(missed)}" if missed else "–"


def rows(bench: Bench, ratings: Sequence[Rating]) -> Iterator[list[str]]:
    """A row of the table for each level."""
    for who in range(1, len(bench.players)):
        slips, rating = bench.slips[who], ratings[who]
        yield [
            bench.names[who],
            f"{rating.rating - ratings[0].rating:.0f}",
            f"±{(rating.high - rating.low) / 2:.0f}",
            f"{rating.rating - ratings[who - 1].rating:+.0f}",
            share(slips.wins),
            share(slips.blocks),
            f"{fmean(slips.losses):.3f}" if slips.losses else "–",
            "–" if (openings := bench.openings(who)) is None else str(openings),
            span(fmean(slips.seconds)),
        ]


def main() -> None:
    """Measure one game, and print a table and the same as markdown."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("game", help=f"one of {', '.join(game_names())}, or a game of your own")
    options.add_argument("--games", type=int, default=200, help="games of each pair")
    options.add_argument("--top-games", type=int, help="games of the best level, if it is to play fewer")
    options.add_argument("--reach", type=int, default=1, help="how many of the next levels each level meets")
    options.add_argument("--judged", type=int, default=60, help="decisions of each level that are judged")
    options.add_argument("--opening-plies", type=int, default=2, help="random plies that begin each game")
    asked = options.parse_args()
    bench = Bench(asked.game, asked.judged, asked.opening_plies)
    console, pairs = Console(), []
    for pair in bench.meetings(asked.games, asked.top_games or asked.games, asked.reach):
        pairs.append(pair)
        console.print(
            f"{bench.names[pair.b]} against {bench.names[pair.a]}: {pair.losses}, {pair.draws}, {pair.wins}",
            highlight=False,
        )
    figures = Figures(f"{bench.game.title}: levels", *COLUMNS)
    told = list(rows(bench, rate(len(bench.players), pairs)))
    for row in told:
        figures.add(*row)
    figures.note(f"{asked.games} games a pair, from random openings of {asked.opening_plies} plies.")
    figures.show()
    for row in (COLUMNS, ["---"] * len(COLUMNS), *told):
        console.print("| " + " | ".join(row) + " |", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
