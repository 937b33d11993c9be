# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Games at machine speed: self-play with the score of every position, and moves at a fixed number of nodes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sparring.brains.ordering import NO_MOVE
from sparring.brains.practice import (
    DEEPEST,
    LONGEST,
    best_first,
    chosen_move,
    new_self_play,
    random_share,
    worth_knowing,
)
from sparring.brains.scores import PROVEN
from sparring.brains.search import INFINITY, Techniques, new_work, search
from sparring.brains.transposition import new_table
from sparring.rules import kernels
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import NOT_OVER, inputs, moves, play, result, turn

TABLE = 4
"""Megabytes of a transposition table."""


class KernelPractice:
    """Plays with the search for all games."""

    def __init__(self, start: Any, weights: Any, temperature: float) -> None:
        self._start, self._weights, self._temperature = start, weights, temperature
        self._own = new_self_play(0, 1, 0, 1.0, INFINITY)
        self._work = new_work(Techniques())
        self._table = new_table(TABLE if kernels.function_of("key", type(start)) else 0)

    def self_play(self, seed: int, depth: int, opening: int, kept: Any, scores: Any, results: Any) -> tuple[int, int]:
        """Play games until the arrays are full of positions; returns the number of positions and of games."""
        own = new_self_play(seed, depth, opening, self._temperature, INFINITY)
        rows, games = self_play(self._start, self._weights, own, self._work, self._table, kept, scores, results)
        return int(rows), int(games)

    def best_move(self, position: Any, past: Sequence[Any], nodes: int) -> tuple[int, int]:
        """The best move by a search of this many nodes, and the nodes that it visited."""
        move, searched = best_move(position, self._weights, nodes, DEEPEST, self._own, self._work, self._table)
        return int(move), int(searched)

    def over(self, position: Any, past: Sequence[Any]) -> int:
        """The result for the side to move, or NOT_OVER."""
        return kernels.result(position)

    def forget(self) -> None:
        """Clear what the search remembers."""
        self._table.base[self._table.dtype.fields["word"][1] :] = 0
        self._work["killer_moves"], self._work["history_scores"] = NO_MOVE, 0
        self._work["stop"], self._work["limit"] = 0, np.iinfo(np.int64).max


@compiled
def opened(start, own):
    """The position after some random plies that do not end the game, or the start."""
    position = start
    for _ in range(int(random_share(own) * (own.opening + 1))):
        count = moves(position, own.moves, 0)
        following = play(position, own.moves[int(random_share(own) * count)])
        if result(following) != NOT_OVER:
            return position
        position = following
    return position


@entry("the self-play")
def self_play(start, weights, owns, works, tables, kept, scores, results):
    """Play games until the arrays are full of positions; returns the number of positions and of games.

    Scores and results are those of the side to move; a result is 1, 0 or -1.
    """
    # One long function: what one game needs is shared by all its steps.
    own, work, table, rows, games = owns[0], works[0], tables[0], 0, 0
    while rows + LONGEST <= len(scores):
        position, ply, sign = opened(start, own), 0, 1
        begun = rows
        over = result(position)
        while over == NOT_OVER and ply < LONGEST:
            count = moves(position, own.moves, 0)
            best_first(position, own, table, count)
            best, least = own.low, own.low
            for index in range(count):
                following = play(position, own.moves[index])
                change = turn(position, following)
                side = (1 - change) // 2
                low, high = (-own.high, -least) if change < 0 else (least, own.high)
                value = change * search(following, weights, own.depth - 1, low, high, own.first_ply, side, work, table)
                own.values[index] = value
                if value > best:
                    best, least = value, worth_knowing(own, value)
            ints = inputs(position)
            for place in range(len(ints)):
                kept[rows, place] = ints[place]
            scores[rows], own.sign[ply], own.row[ply] = best, sign, rows
            rows += 1
            following = play(position, own.moves[chosen_move(own, count)])
            sign *= turn(position, following)
            position, ply = following, ply + 1
            over = result(position)
        if over == NOT_OVER:
            over = 0
        for place in range(ply):
            results[own.row[place]] = over * sign * own.sign[place]
        games += rows > begun
    return rows, games


@entry("the games of the gate")
def best_move(position, weights, nodes, deepest, owns, works, tables):
    """The best move by a search of this many nodes, and the nodes that it visited."""
    low, high, first_ply, side = owns[0].low, owns[0].high, owns[0].first_ply, owns[0].opening
    work, table = works[0], tables[0]
    work.stop, work.nodes, work.limit = 0, 0, nodes
    work.first_move[first_ply] = 0
    found = NO_MOVE
    for depth in range(1, deepest + 1):
        value = search(position, weights, depth, low, high, first_ply, side, work, table)
        if work.stop:
            break
        found = work.line[first_ply, 0]
        if abs(value) > PROVEN:
            break
    if found < 0:
        moves(position, work.moves, 0)
        found = work.moves[0]
    return found, work.nodes
