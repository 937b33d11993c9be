# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The games of a training, with the search of Oware's opponents: it knows repetitions and the endgame tables."""

from collections.abc import Sequence
from typing import Any

from sparring.brains.practice import (
    DEEPEST,
    LONGEST,
    best_first,
    chosen_move,
    new_self_play,
    random_share,
    worth_knowing,
)
from sparring.brains.scores import WIN
from sparring.brains.transposition import new_table
from sparring.brains.workspace import NO_LIMIT, new_workspace
from sparring.games.oware import houses as _houses  # noqa: F401  (registers its evaluation)
from sparring.games.oware import network as _network  # noqa: F401  (registers the learned one)
from sparring.games.oware import tables
from sparring.games.oware.board import ENOUGH, START, Board, can_move, repeated, seeds_left
from sparring.games.oware.search import INFINITY, PROVEN, UNDECIDED, WORKSPACE, endgame_value, repeats, search
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import NOT_OVER, inputs, key, moves, play

TABLE = 4
"""Megabytes of a transposition table."""

TEMPERATURE = 40.0
"""How much worse a move may seem to be played now and then, in hundredths of a seed."""


class OwarePractice:
    """Plays with the search of Oware's opponents."""

    def __init__(self, weights: Any) -> None:
        self._weights = weights
        self._endings = tables.ready().record
        self._own = new_self_play(0, 1, 0, TEMPERATURE, INFINITY)
        self._table = new_table(TABLE)
        self._work = new_workspace(WORKSPACE)
        self.forget()

    def self_play(self, seed: int, depth: int, opening: int, kept: Any, scores: Any, results: Any) -> tuple[int, int]:
        """Play games until there is no more room for positions; returns how many there are, and the games."""
        own = new_self_play(seed, depth, opening, TEMPERATURE, INFINITY)
        rest = (self._work, self._table, self._endings)
        rows, games = self_play(START, self._weights, own, *rest, kept, scores, results)
        return int(rows), int(games)

    def best_move(self, position: Board, past: Sequence[Board], nodes: int) -> tuple[int, int]:
        """The move that a search of so many nodes prefers, and the nodes that it took."""
        at = self._follow(position, past)
        rest = (self._own, self._work, self._table, self._endings)
        move, searched = best_move(position, self._weights, nodes, DEEPEST, at, 0, *rest)
        return int(move), int(searched)

    def over(self, position: Board, past: Sequence[Board]) -> int:
        """The result by the rules or by the tables, for the side to move; or NOT_OVER."""
        at = self._follow(position, past)
        return int(over_now(position, at, 0, self._work, self._endings))

    def _follow(self, position: Board, past: Sequence[Board]) -> int:
        """Give the search the boards since the last capture; returns their number."""
        left, keys = seeds_left(position), self._work["keys"][0]
        since = [board for board in past if seeds_left(board) == left]
        for place, board in enumerate((*since, position)):
            keys[place] = key(board)
        return len(since)

    def forget(self) -> None:
        """Empty what the search remembers."""
        self._table.base[self._table.dtype.fields["word"][1] :] = 0
        self._work["history"], self._work["stop"], self._work["limit"] = 0, 0, NO_LIMIT
        self._work["earliest"], self._work["reductions"], self._work["captures"] = NO_LIMIT, 1, 1


@compiled
def outcome(position, at, since, work, endings):
    """The result for the side to move, by the rules or by the tables; or NOT_OVER."""
    if position.lost >= ENOUGH:
        return -1
    if position.captured >= ENOUGH:
        return 1
    work.keys[at] = key(position)
    if not can_move(position.mine, position.theirs) or repeats(work, key(position), at, since):
        return repeated(position)
    left = seeds_left(position)
    if left <= endings.most:
        value = endgame_value(position, left, endings)
        if value != UNDECIDED:
            return 1 if value > 0 else -1 if value < 0 else 0
    return NOT_OVER


@entry("the games of Oware's gate")
def over_now(position, at, since, works, all_endings):
    """The same, for the interpreter."""
    return outcome(position, at, since, works[0], all_endings[0])


@entry("the self-play of Oware")
def self_play(start, weights, owns, works, tables, all_endings, kept, scores, results):
    """Play games until there is no more room for positions with their scores and results; returns their number.

    Scores and results are those of the side to move; a result is 1, 0 or -1.
    """
    # One long function: what one game needs is shared by all its steps.
    own, work, table, endings, rows, games = owns[0], works[0], tables[0], all_endings[0], 0, 0
    while rows + LONGEST <= len(scores):
        position, ply, kept_plies, begun, at, since = start, 0, 0, rows, 0, 0
        opening = int(random_share(own) * (own.opening + 1))
        over = outcome(position, at, since, work, endings)
        while over == NOT_OVER and ply < LONGEST:
            count = moves(position, own.moves, 0)
            chosen = 0
            if ply < opening:
                chosen = int(random_share(own) * count)
            else:
                work.seeds = seeds_left(position)
                best_first(position, own, table, count)
                best, least = own.low, own.low
                for index in range(count):
                    following = play(position, own.moves[index])
                    next_since = since if following.lost == position.captured else at + 1
                    low, high, first, below = -own.high, -least, own.first_ply, own.depth - 1
                    value = -search(
                        following, weights, below, low, high, first, at + 1, next_since, work, table, endings
                    )
                    own.values[index] = value
                    if value > best:
                        best, least = value, worth_knowing(own, value)
                ints = inputs(position)
                for place in range(len(ints)):
                    kept[rows, place] = ints[place]
                scores[rows] = WIN if best > PROVEN else -WIN if best < -PROVEN else best
                own.sign[kept_plies], own.row[kept_plies] = 1 - 2 * position.north, rows
                rows, kept_plies = rows + 1, kept_plies + 1
                chosen = chosen_move(own, count)
            following = play(position, own.moves[chosen])
            since = since if following.lost == position.captured else at + 1
            position, ply, at = following, ply + 1, at + 1
            over = outcome(position, at, since, work, endings)
        if over == NOT_OVER:
            over = 0
        over *= 1 - 2 * position.north
        for place in range(kept_plies):
            results[own.row[place]] = over * own.sign[place]
        games += rows > begun
    return rows, games


@entry("the games of Oware's gate")
def best_move(position, weights, nodes, deepest, at, since, owns, works, tables, all_endings):
    """The move that a search of so many nodes prefers, and the nodes that it took."""
    low, high, first_ply = owns[0].low, owns[0].high, owns[0].first_ply
    work, table, endings = works[0], tables[0], all_endings[0]
    work.stop, work.nodes, work.limit, work.seeds = 0, 0, nodes, seeds_left(position)
    found = -1
    for depth in range(1, deepest + 1):
        value = search(position, weights, depth, low, high, first_ply, at, since, work, table, endings)
        if work.stop:
            break
        found = work.line[first_ply, 0]
        if abs(value) > PROVEN:
            break
    if found < 0:
        moves(position, owns[0].moves, 0)
        found = owns[0].moves[0]
    return found, work.nodes
