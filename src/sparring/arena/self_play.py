"""Games of an opponent against itself, with what its brain said of each decision."""

from functools import cache
from statistics import median
from typing import Any, NamedTuple, Self

from sparring.arena.tournament import random_opening
from sparring.brains.curves import Curves, Sight, Situation, situation_of
from sparring.match import MOST_PLIES
from sparring.match.table import Table
from sparring.opponents import Opponent, opponent
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Outcome
from sparring.rules.places import explained
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import stream

LONGEST_OPENING = 12
"""The most random plies that a game begins with."""


class Row(NamedTuple):
    """One decision: what the brain said of its best option, and how the game ended."""

    game: int
    sight: Sight
    score: float
    chance: float
    when: Situation
    seat: int
    result: float = 0.0

    @property
    def judged(self) -> Judgement:
        """What the brain said."""
        return Judgement("", self.score, chance=self.chance)


class SelfPlay(NamedTuple):
    """A game of an opponent against itself that is to be played."""

    game: "str | AnyGame"
    opponent: str
    seed: int
    longest_opening: int
    """The most random plies that it begins with; longer openings are more likely, because more of them differ."""


class Played(NamedTuple):
    """A game of an opponent against itself."""

    opponent: str
    moves: tuple[str, ...]
    rows: tuple[Row, ...]
    results: tuple[float, ...]
    """What each seat got: its payoff, or else its result from 0 to 1."""

    fault: str = ""
    """What went wrong in the opponent's code, if anything did."""

    def as_json(self) -> dict[str, Any]:
        """The game as journals keep it."""
        rows = [[*row.sight, row.score, row.chance, *row.when, row.seat] for row in self.rows]
        return {"moves": self.moves, "rows": rows, "results": self.results}

    @classmethod
    def of_json(cls, opponent: str, kept: dict[str, Any]) -> Self:
        """The game that a journal kept."""
        rows = [
            Row(0, Sight(measure, unit, amount), score, chance, Situation(progress, first), seat)
            for measure, unit, amount, score, chance, progress, first, seat in kept["rows"]
        ]
        return cls(opponent, tuple(kept["moves"]), tuple(rows), tuple(kept["results"]))


def opening_length(game: AnyGame) -> int:
    """The most random plies to begin with: a third of a random game, so that games differ and most is played."""
    lengths = []
    for number in range(15):
        rng, table = stream(number, "length"), Table(game, number)
        while table.outcome is None and len(table.choices) < 3 * LONGEST_OPENING:
            table.choose(rng.choice(list(game.options(table.position))))
        lengths.append(len(table.choices))
    return max(1, round(median(lengths) / 3))


def play_one(asked: SelfPlay) -> Played:
    """Play a game, in any process; one in which the opponent's code fails has a fault and no result."""
    try:
        return _play(asked)
    except Exception as error:  # a brain or a game of the user's own may raise anything
        return Played(asked.opponent, (), (), (), explained(error))


def _play(asked: SelfPlay) -> Played:
    game, player = find_game(asked.game), unfitted_player(asked.game, asked.opponent)
    lengths = stream(asked.seed, "opening plies")
    plies = max(lengths.randint(0, asked.longest_opening) for _ in range(2))
    table, rows = Table(game, asked.seed), []
    for option in random_opening(game, asked.seed, plies):
        table.choose(option)
    while table.outcome is None and len(table.choices) < MOST_PLIES:
        decision = table.decision()
        choice = player.decide(decision)
        if len(decision.options) > 1 and (row := _row(player, decision, choice.analysis)) is not None:
            rows.append(row)
        table.choose(choice.option)
    outcome, seats = table.outcome or Outcome(), range(len(game.seats))
    results = tuple(map(float, outcome.payoffs or (outcome.score(seat, len(seats)) for seat in seats)))
    moves = tuple(chosen.option for chosen in table.choices)
    return Played(asked.opponent, moves, tuple(rows), results)


def _row(player: Opponent, decision: Decision, found: Analysis | None) -> Row | None:
    """What a brain said of its best option; None if that is proven, or if the brain said nothing."""
    sight = None if found is None else player.brain.sight(found)
    if found is None or sight is None or found[found.best].outcome is not None:
        return None
    best = found[found.best]
    return Row(0, sight, best.score, best.rank.chance, situation_of(player.game, decision), decision.seat)


@cache
def unfitted_player(game: "str | AnyGame", name: str) -> Opponent:
    """An opponent whose scores are as its brain found them."""
    player = opponent(game, name)
    player.brain.curves = Curves()
    return player
