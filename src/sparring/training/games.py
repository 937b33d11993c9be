# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Games at machine speed: self-play with the score of every position, and moves at a fixed number of nodes."""

import math
from typing import Any

import numpy as np

from sparring.brains.scores import PROVEN
from sparring.brains.search import INFINITY, search
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, inputs, mixed, moves, play, result, turn

LONGEST = 500
"""A game that is not over after so many plies is a draw."""

SELF_PLAY = np.dtype(
    [
        ("random", "i8"),  # the state of the random numbers
        ("depth", "i8"),
        ("opening", "i8"),  # the most random plies that a game begins with
        ("temperature", "f8"),  # how much worse a move may seem to be played now and then, in points
        ("first_ply", "i8"),  # 1; these are data because with literals, Numba keeps code that it cannot load again
        ("low", "i8"),
        ("high", "i8"),
        ("moves", "i8", (MOST_MOVES,)),
        ("values", "f8", (MOST_MOVES,)),
        ("sign", "i8", (LONGEST + 1,)),  # 1 or -1: whether the side to move is the one that began
        ("row", "i8", (LONGEST + 1,)),  # the number of the row that keeps the position of a ply
    ],
    align=True,
)


@compiled
def random_share(own):
    """A random number from 0 to 1."""
    own.random += 0x5851F42D4C957F2D
    return (mixed(own.random) & 0xFFFFFFFFFFFFF) / 0x10000000000000


@compiled
def chosen_move(own, count):
    """The index of a move: the better its value, the more likely; a proven win or loss counts as what it is."""
    best = own.values[0]
    for index in range(1, count):
        best = max(best, own.values[index])
    total = 0.0
    for index in range(count):
        behind = (own.values[index] - best) / own.temperature
        own.values[index] = math.exp(max(-700.0, behind))
        total += own.values[index]
    left = random_share(own) * total
    for index in range(count):
        left -= own.values[index]
        if left < 0:
            return index
    return count - 1


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
    """Play games until there is no more room for positions with their scores and results; returns their number.

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
            best = own.low
            for index in range(count):
                following = play(position, own.moves[index])
                change = turn(position, following)
                side = (1 - change) // 2
                low, high, first = own.low, own.high, own.first_ply
                value = change * search(following, weights, own.depth - 1, low, high, first, side, work, table)
                own.values[index] = value
                best = max(best, value)
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
    """The move that a search of so many nodes prefers, and the nodes that it took."""
    low, high, first_ply, side = owns[0].low, owns[0].high, owns[0].first_ply, owns[0].opening
    work, table = works[0], tables[0]
    work.stop, work.nodes, work.limit = 0, 0, nodes
    work.first_move[first_ply] = 0
    found = -1
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


def new_self_play(seed: int, depth: int, opening: int, temperature: float) -> Any:
    """The record of self-play."""
    own = np.zeros(1, SELF_PLAY)
    own["random"], own["depth"], own["opening"] = seed & (1 << 62) - 1, depth, opening
    own["temperature"], own["first_ply"], own["low"], own["high"] = temperature, 1, -INFINITY, INFINITY
    return own
