"""Max-n: the textbook search for more than two players, for payoffs and for chance.

Minimax knows one number, which one side raises and the other lowers. Here every seat has a number of its own, and
whoever is to move takes what is best for itself. At a chance node the numbers are averaged. With two players and
chance nodes this is expectimax.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, ClassVar, NamedTuple

from sparring.brains.brain import Brain, imagined_worlds, line_as_text, verdict
from sparring.brains.curves import DEPTH as BY_DEPTH
from sparring.brains.curves import Sight
from sparring.brains.deepening import OutOfTime, depths
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.settings import DEEPENING, DEPTH
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Outcome, Thinking
from sparring.rules.analysis import expected_score
from sparring.rules.capabilities import HasChance
from sparring.rules.chance import chances_at
from sparring.rules.payoffs import counts_payoffs
from sparring.rules.settings import Setting

WORLDS = 12
"""How many full positions are sampled where something is hidden."""

MIDDLE = 1.0
"""What counts for a place between the first and the last: it is no win, no draw and no loss."""


class Expected(NamedTuple):
    """What is expected from a position on, if every seat plays for itself."""

    values: tuple[float, ...]
    """What each seat gets: its payoff, or else its result from 0 to 1."""

    line: tuple[Any, ...] = ()
    """What is played until chance decides or the search ends."""

    floor: float = -inf
    """The result that the searching seat can make sure of, even if chance and all the others are against it."""

    ceiling: float = inf
    """Its result if chance is on its side, and all the others; of two players, the other never is."""

    def after(self, move: Any) -> "Expected":
        """The same, seen from the position before `move`: a win or a loss is one ply further away."""
        return Expected(self.values, (move, *self.line), _later(self.floor), _later(self.ceiling))


def _later(result: float) -> float:
    return result - 1 if PROVEN < result < inf else result + 1 if -inf < result < -PROVEN else result


@dataclass
class Search:
    """One search: for whom it is, what it counts, and what it has found."""

    game: AnyGame
    seat: int
    """What is certain is certain for this seat."""

    thinking: Thinking = field(default_factory=Thinking)
    payoffs: bool = False
    """Whether values are payoffs, and not results from 0 to 1."""

    nodes: int = 0
    cut_short: int = 0
    """Positions that were evaluated because the depth ran out."""

    known: dict[tuple[Any, int], Expected] = field(default_factory=dict)
    """What was found before, by position and depth."""

    def __post_init__(self) -> None:
        self.has_chance = isinstance(self.game, HasChance)
        self.against_each_other = len(self.game.seats) == 2 and not self.payoffs

    def ended(self, outcome: Outcome) -> Expected:
        """What each seat gets at the end of a game."""
        seats = range(len(self.game.seats))
        paid = outcome.payoffs if self.payoffs else None
        values = paid or tuple(outcome.score(seat, len(seats)) for seat in seats)
        score, drawn = outcome.score(self.seat, len(seats)), len(set(outcome.places_of(len(seats)))) == 1
        result = {1.0: WIN, 0.0: -WIN}.get(score, 0 if drawn else MIDDLE)
        return Expected(values, floor=result, ceiling=result)

    def evaluated(self, position: Any) -> Expected:
        """What each seat seems to get, where the search does not go on."""
        self.cut_short += 1
        scores = (self.game.evaluate(position, seat) for seat in range(len(self.game.seats)))
        if self.payoffs:
            return Expected(tuple(scores))
        return Expected(tuple(expected_score(score, self.game.half_bar_score) for score in scores))


def maxn(search: Search, position: Any, depth: int) -> Expected:
    """What is expected if everybody looks `depth` plies ahead and plays for itself; chance takes no ply."""
    search.nodes += 1
    if search.thinking.over:
        raise OutOfTime
    known = search.known.get((position, depth))
    if known is not None:
        return known
    game, cut_short = search.game, search.cut_short
    outcome = game.outcome(position)
    if outcome is not None:
        found = search.ended(outcome)
    elif depth == 0:
        found = search.evaluated(position)
    elif search.has_chance and (chances := chances_at(game, position)):
        found = _average(search, position, depth, chances.items())
    else:
        found = _best(search, position, depth)
    if outcome is None and (depth >= 0 or search.cut_short == cut_short):
        search.known[position, depth] = found
    return found


def _average(search: Search, position: Any, depth: int, chances: Any) -> Expected:
    """A chance node: the average of what may fall."""
    game = search.game
    options = game.options(position)
    met = [(chance, maxn(search, game.play(position, options[option]), depth)) for option, chance in chances if chance]
    values = tuple(sum(chance * each.values[seat] for chance, each in met) for seat in range(len(game.seats)))
    return Expected(values, (), min(each.floor for _, each in met), max(each.ceiling for _, each in met))


def _best(search: Search, position: Any, depth: int) -> Expected:
    """A decision: the seat to move takes what is best for itself."""
    game, mover = search.game, search.game.to_move(position)
    found = [maxn(search, game.play(position, move), depth - 1).after(move) for move in game.moves(position)]
    best = max(found, key=lambda each: each.values[mover])
    hopeful = mover == search.seat or not search.against_each_other
    at_least, at_most = max if mover == search.seat else min, max if hopeful else min
    floor, ceiling = at_least(each.floor for each in found), at_most(each.ceiling for each in found)
    return best._replace(floor=floor, ceiling=ceiling)


class MaxN(Brain):
    """Searches one ply deeper at a time, for as many players as the game has."""

    settings: ClassVar[tuple[Setting, ...]] = (DEPTH, DEEPENING)

    def __init__(self, game: AnyGame, depth: int | None = None, deepening: bool = True) -> None:
        super().__init__(game)
        self.depth = depth
        self.deepening = deepening

    def sight(self, found: Analysis) -> Sight:
        """The game's `evaluate` for every seat, at the depth that it has reached."""
        return Sight(found.method, BY_DEPTH, found.depth)

    def judge(self, decision: Decision) -> Analysis:
        """Judge every option by what it leads to if everybody plays for itself; averaged where something is hidden."""
        began = time.perf_counter()
        payoffs = counts_payoffs(self.game)
        search = Search(self.game, decision.seat, decision.thinking, payoffs)
        worlds = imagined_worlds(decision, WORLDS)
        method = "max-n" if payoffs or len(self.game.seats) > 2 else "expectimax"
        found = Analysis(tuple(Judgement(option, 0.0) for option in decision.options), method=method)
        for depth in depths(self.depth, self.deepening):
            cut_short = search.cut_short
            try:
                expected = [self._expected(search, worlds, option, depth) for option in decision.options]
            except OutOfTime:
                break
            judged = self._judgements(search, worlds, decision.options, expected)
            reached = depth if depth > 0 else max(len(each.line) for each in expected)
            seconds = time.perf_counter() - began
            found = Analysis(judged, reached, search.nodes, seconds, verdict(judged), method=method)
            decision.thinking.report(found)
            if search.cut_short == cut_short:
                break
        return found

    def _expected(self, search: Search, worlds: Sequence[Any], option: str, depth: int) -> Expected:
        """What an option leads to, on the average of the worlds."""
        moves = [self.game.options(world)[option] for world in worlds]
        following = (self.game.play(world, move) for world, move in zip(worlds, moves, strict=True))
        found = [maxn(search, position, depth - 1 if depth > 0 else depth) for position in following]
        if len(found) == 1:
            return found[0].after(moves[0])
        return Expected(tuple(sum(values) / len(found) for values in zip(*(one.values for one in found), strict=True)))

    def _judgements(
        self, search: Search, worlds: Sequence[Any], options: Sequence[str], expected: Sequence[Expected]
    ) -> tuple[Judgement, ...]:
        """What is expected of every option as a judgement: a payoff for this seat, or a score with what is certain."""
        even = sum(sum(each.values) / len(each.values) for each in expected) / len(expected)
        judged = []
        for option, each in zip(options, expected, strict=True):
            mine = each.values[search.seat]
            line = line_as_text(self.game, worlds[0], each.line) if len(worlds) == 1 else (option,)
            if search.payoffs:  # a proven win would hide that another option pays more
                chance = expected_score(mine - even, self.game.half_bar_score)
                judged.append(Judgement(option, mine, line=line, chance=chance, values=each.values))
                continue
            outcome, plies = certain(each)
            score = 100 * (2 * mine - 1)
            exact = outcome is None
            judged.append(Judgement(option, score, outcome, plies, line, exact, chance=mine, values=each.values))
        return tuple(judged)


def certain(expected: Expected) -> tuple[str | None, int | None]:
    """The result that holds whatever chance and the others do, and the most plies until then; or None twice."""
    if expected.floor > PROVEN:
        return "win", round(WIN - expected.floor)
    if expected.ceiling < -PROVEN:
        return "loss", round(WIN + expected.ceiling)
    return ("draw", None) if expected.floor == expected.ceiling == 0 else (None, None)


def needs_maxn(game: AnyGame) -> bool:
    """Whether minimax is not enough for a game: it has more than two seats, chance nodes or payoffs."""
    return len(game.seats) > 2 or isinstance(game, HasChance) or counts_payoffs(game)
