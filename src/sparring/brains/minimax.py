"""The textbook: minimax and alpha-beta for any game, short and exact. Both count the positions that they visit.

`minimax` looks at every line of play. `alphabeta` finds the same value and skips lines that cannot change it.
`brains/search.py` is the same search at machine speed; `brains/maxn.py` is for more players, payoffs and chance.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, ClassVar, NamedTuple, Protocol

from sparring.brains.brain import Brain, imagined_worlds, line_as_text, verdict
from sparring.brains.curves import DEPTH as BY_DEPTH
from sparring.brains.curves import Sight
from sparring.brains.deepening import TO_THE_END, OutOfTime, depths
from sparring.brains.maxn import WORLDS, MaxN, needs_maxn
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.settings import DEEPENING, DEPTH, PRUNING
from sparring.rules import Analysis, AnyGame, Decision, Judgement, Thinking
from sparring.rules.settings import Setting


class Found(NamedTuple):
    """The value of a position for the seat that searches, and the best line from there on."""

    value: float
    line: tuple[Any, ...] = ()

    def after(self, move: Any) -> "Found":
        """The same, seen from the position before `move`: a win or a loss is one ply further away."""
        value = self.value
        return Found(value - 1 if value > PROVEN else value + 1 if value < -PROVEN else value, (move, *self.line))


class Bounds(NamedTuple):
    """What is proven about the value of a position: it is at least `low` and at most `high`."""

    low: Found
    high: Found


class Watcher(Protocol):
    """Somebody who looks over the shoulder of a search, for instance to draw its tree."""

    def enters(self, position: Any, depth: int, alpha: float, beta: float) -> None:
        """A position is visited; only values between alpha and beta matter there."""

    def skips(self, moves: Sequence[Any]) -> None:
        """The search leaves out these moves of the position that it entered last and has not left."""

    def leaves(self, found: Found) -> None:
        """The position that was entered last and not left has this value."""


@dataclass
class Search:
    """One search: for whom it is, what it has counted, and what it has proven."""

    game: AnyGame
    seat: int
    """All values are for this seat. It maximises them, the others minimise them."""

    thinking: Thinking = field(default_factory=Thinking)
    """Says when to stop."""

    nodes: int = 0
    """Positions visited."""

    cut_short: int = 0
    """Positions that were evaluated because the depth ran out. While there is none, every value found is proven."""

    proofs: dict[Any, Bounds] | None = None
    """Bounds of positions that were searched to the end of the game; None to remember nothing."""

    watcher: Watcher | None = None

    def enter(self, position: Any, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        """Tell the watcher of a position that is visited."""
        if self.watcher is not None:
            self.watcher.enters(position, depth, alpha, beta)

    def leave(self, found: Found) -> Found:
        """Tell the watcher of a position's value, and return it."""
        if self.watcher is not None:
            self.watcher.leaves(found)
        return found

    def leaf(self, position: Any, depth: int) -> Found | None:
        """The value of a position where the search ends, or None if it goes on."""
        self.nodes += 1
        if self.thinking.over:  # checked at every position, because in a slow game a few hundred may take seconds
            raise OutOfTime
        outcome = self.game.outcome(position)
        if outcome is not None:
            return DRAWN if outcome.winner is None else WON if outcome.winner == self.seat else LOST
        if depth == 0:
            self.cut_short += 1
            return Found(max(-PROVEN, min(PROVEN, self.game.evaluate(position, self.seat))))
        return None


WON, DRAWN, LOST = Found(WIN), Found(0), Found(-WIN)
UNKNOWN = Bounds(Found(-inf), Found(inf))


def minimax(search: Search, position: Any, depth: int = TO_THE_END) -> Found:
    """The value of a position if every side plays its best move for `depth` plies."""
    search.enter(position, depth)
    leaf = search.leaf(position, depth)
    if leaf is not None:
        return search.leave(leaf)
    game = search.game
    found = [minimax(search, game.play(position, move), depth - 1).after(move) for move in game.moves(position)]
    best = max if game.to_move(position) == search.seat else min
    return search.leave(best(found, key=_value))


def alphabeta(search: Search, position: Any, depth: int = TO_THE_END, alpha: float = -inf, beta: float = inf) -> Found:
    """The same, without the lines that cannot matter.

    Elsewhere in the tree, the searching seat can already get `alpha`, and the others can already hold it to `beta`. So
    only values in between matter: a result at or below alpha is an upper bound, one at or above beta a lower bound.
    """
    search.enter(position, depth, alpha, beta)
    leaf = search.leaf(position, depth)
    if leaf is not None:
        return search.leave(leaf)
    low, high = UNKNOWN if search.proofs is None else search.proofs.get(position, UNKNOWN)
    alpha, beta = max(alpha, low.value), min(beta, high.value)
    if alpha >= beta:
        return search.leave(low if low.value >= beta else high)

    game, cut_short = search.game, search.cut_short
    maximising = game.to_move(position) == search.seat
    best, floor, ceiling = Found(-inf if maximising else inf), alpha, beta
    moves = game.moves(position)
    for number, move in enumerate(moves, 1):
        following = game.play(position, move)
        found = alphabeta(search, following, depth - 1, _one_ply_down(floor), _one_ply_down(ceiling)).after(move)
        if maximising and found.value > best.value:
            best, floor = found, max(floor, found.value)
        elif not maximising and found.value < best.value:
            best, ceiling = found, min(ceiling, found.value)
        if floor >= ceiling:
            if search.watcher is not None:
                search.watcher.skips(moves[number:])
            break

    if search.proofs is not None and search.cut_short == cut_short:
        search.proofs[position] = Bounds(best if best.value > alpha else low, best if best.value < beta else high)
    return search.leave(best)


def _one_ply_down(bound: float) -> float:
    """The same bound for the positions after a move, where a win or a loss is one ply nearer."""
    return bound + 1 if bound > PROVEN else bound - 1 if bound < -PROVEN else bound


def _value(found: Found) -> float:
    return found.value


class Minimax(Brain):
    """Searches one ply deeper at a time, so that it has an answer whenever it is stopped.

    Without deepening it searches one ply, and then to its full depth at once: less work where the end is near.
    """

    settings: ClassVar[tuple[Setting, ...]] = (DEPTH, PRUNING, DEEPENING)

    def __init__(self, game: AnyGame, depth: int | None = None, pruning: bool = True, deepening: bool = True) -> None:
        super().__init__(game)
        self.depth = depth
        self.pruning = pruning
        self.deepening = deepening

    def sight(self, found: Analysis) -> Sight:
        """The game's `evaluate`, at the depth that it has reached."""
        return Sight(found.method or "evaluate", BY_DEPTH, found.depth)

    def judge(self, decision: Decision) -> Analysis:
        """Score every option exactly, to the depth that is set or as deep as time allows.

        Where something is hidden, a score is the average over sampled positions, and nothing is ever proven. A game
        with chance nodes, payoffs or more than two players is left to max-n.
        """
        if needs_maxn(self.game):
            return MaxN(self.game, self.depth, self.deepening).judge(decision)
        began = time.perf_counter()
        search = Search(self.game, decision.seat, decision.thinking, proofs={} if self.pruning else None)
        worlds = imagined_worlds(decision, WORLDS)
        found = Analysis(tuple(Judgement(option, 0.0) for option in decision.options))
        for depth in depths(self.depth, self.deepening):
            cut_short = search.cut_short
            try:
                judged = tuple(self._judge(search, worlds, option, depth) for option in decision.options)
            except OutOfTime:
                break
            reached = depth if depth != TO_THE_END else max(len(judgement.line) for judgement in judged)
            found = Analysis(judged, reached, search.nodes, time.perf_counter() - began, verdict(judged))
            decision.thinking.report(found)
            if search.cut_short == cut_short or all(judgement.outcome for judgement in judged):
                break
        return found

    def _judge(self, search: Search, worlds: Sequence[Any], option: str, depth: int) -> Judgement:
        """Judge an option by the value of the position that it leads to."""
        cut_short = search.cut_short
        found = [self._search(search, world, option, depth) for world in worlds]
        if len(worlds) > 1:
            return Judgement(option, sum(each.value for each in found) / len(found), line=(option,))
        [only], line = found, line_as_text(self.game, worlds[0], found[0].line)
        if abs(only.value) > PROVEN:
            result, plies = (1 if only.value > 0 else -1), round(WIN - abs(only.value))
            score, outcome = self.game.proven_score(worlds[0], result, plies), "win" if result > 0 else "loss"
            return Judgement(option, score, outcome, plies, line)
        if search.cut_short == cut_short:
            return Judgement(option, self.game.proven_score(worlds[0], 0, len(line)), "draw", len(line), line)
        return Judgement(option, only.value, line=line)

    def _search(self, search: Search, world: Any, option: str, depth: int) -> Found:
        value_of = alphabeta if self.pruning else minimax
        move = self.game.options(world)[option]
        return value_of(search, self.game.play(world, move), depth - 1 if depth > 0 else depth).after(move)
