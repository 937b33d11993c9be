# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Alpha-beta search at machine speed, written once for every game that has a kernel.

`brains/minimax.py` is the textbook. This search finds the same values, and adds what makes it fast:

- *pruning*: it skips moves that cannot change the result;
- *transposition table*: it remembers what it found about a position, and looks at its best move first next time;
- *killers*: a move that refuted a sibling may refute this position too;
- *history*: a move that was good elsewhere may be good here;
- *hints*: the game itself says which moves look promising;
- *scouting* (principal-variation search): it only asks of all moves but the first whether they are better.

Each of them can be switched off.
"""

from typing import Any, NamedTuple

import numpy as np

from sparring.brains.ordering import (
    HASH_MOVE,
    HISTORY_LIMIT,
    KILLER,
    NO_MOVE,
    add_history,
    add_killer,
    bring_best_forward,
    hint_priority,
)
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.transposition import (
    MOST_DEPTH,
    bound_for,
    bound_of,
    depth_of,
    move_of,
    packed,
    probe,
    settles,
    store,
    value_from_table,
    value_of,
    value_to_table,
)
from sparring.brains.workspace import FIELDS, MOST_PLIES, keep_line, keep_only_move, new_workspace
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, drawn, evaluate, hint, key, moves, play, result, turn

INFINITY = 2 * WIN

TO_THE_END = MOST_DEPTH
"""The depth of a table entry whose search reached the end of the game in every line."""

ORDERED_FROM = 3
"""With fewer plies to go than this, ordering the moves costs more than it saves."""


class Techniques(NamedTuple):
    """Which of the techniques are used."""

    pruning: bool = True
    killers: bool = True
    history: bool = True
    hints: bool = True
    scouting: bool = True


WORKSPACE = np.dtype(
    [
        *FIELDS,
        ("cut_short", "i8"),  # how many leaves were evaluated because the depth ran out
        *((name, "i8") for name in Techniques._fields),
        ("moves", "i8", (MOST_PLIES * MOST_MOVES,)),  # of the first ply, then of the second, and so on
        ("priorities", "i8", (MOST_PLIES * MOST_MOVES,)),
        ("first_move", "i8", (MOST_PLIES + 1,)),  # where the moves of each ply begin
        ("killer_moves", "i8", (MOST_PLIES, 2)),
        ("history_scores", "i8", (2, MOST_MOVES)),  # one row for each side
    ],
    align=True,
)


def new_work(techniques: Techniques) -> Any:
    """A workspace for one search."""
    work = new_workspace(WORKSPACE)
    for name, used in techniques._asdict().items():
        work[name] = used
    work["killer_moves"] = NO_MOVE
    return work


@entry("the search")
def search_position(position, weights, depth, alpha, beta, ply, side, works, tables):
    """Search one position from the interpreter; for the arguments see `search`.

    The ply is an argument although it is nearly always 1: with a literal, Numba keeps code that it cannot load again.
    """
    return search(position, weights, depth, alpha, beta, ply, side, works[0], tables[0])


@compiled
def search(position, weights, depth, alpha, beta, ply, side, work, table):
    """The value of a position for the side to move, `depth` plies deep.

    A result at or below alpha is an upper bound, one at or above beta a lower bound. `side` is 0 or 1: 0 if the side to
    move is the one that moves at the root. A search that was stopped returns 0, which means nothing.
    """
    # One long function, because Numba cannot load functions that call each other from its cache.
    work.nodes += 1
    work.line_length[ply] = 0
    over = result(position)
    if over != NOT_OVER:
        return over * (WIN - ply)
    if depth == 0 or ply == MOST_PLIES - 1:
        work.cut_short += 1
        return max(-PROVEN, min(PROVEN, evaluate(position, weights)))
    if work.stop or work.nodes > work.limit:
        work.stop = 1
        return 0
    if drawn(position):
        return 0

    hashed, hash_move = 0, NO_MOVE
    if table.slots:
        hashed = key(position)
        known = probe(table, hashed)
        if known:
            hash_move = move_of(known)
            value = value_from_table(value_of(known), ply, PROVEN)
            if deep_enough(known, depth) and settles(value, bound_of(known), alpha, beta):
                work.cut_short += depth_of(known) != TO_THE_END
                keep_only_move(work, ply, hash_move)
                return value

    own_moves, priorities, first = work.moves, work.priorities, work.first_move[ply]
    end = first + moves(position, own_moves, first)
    work.first_move[ply + 1] = end
    if depth >= ORDERED_FROM:
        for index in range(first, end):
            priorities[index] = priority(position, own_moves[index], hash_move, ply, side, work)
    cut_short, floor, best, best_move = work.cut_short, alpha, -INFINITY, NO_MOVE
    for index in range(first, end):
        if depth >= ORDERED_FROM:
            bring_best_forward(own_moves, priorities, index, end)
        following = play(position, own_moves[index])
        sign = turn(position, following)
        next_side = side if sign > 0 else 1 - side
        scout = work.scouting and work.pruning and index > first  # a null window only asks whether the move is better
        ceiling = alpha + 1 if scout else beta
        low, high = child_window(sign, alpha, ceiling, work)
        value = sign * search(following, weights, depth - 1, low, high, ply + 1, next_side, work, table)
        if alpha < value < beta and ceiling < beta:
            low, high = child_window(sign, alpha, beta, work)
            value = sign * search(following, weights, depth - 1, low, high, ply + 1, next_side, work, table)
        if work.stop:
            return 0
        if value > best:
            best, best_move = value, own_moves[index]
            keep_line(work, ply, best_move)
            if work.pruning:
                alpha = max(alpha, best)
                if alpha >= beta:
                    add_killer(work.killer_moves[ply], best_move)
                    add_history(work.history_scores[side], best_move, depth, HISTORY_LIMIT)
                    break

    if table.slots:
        searched = depth if work.cut_short > cut_short else TO_THE_END
        bound = bound_for(best, floor, beta)
        store(table, hashed, packed(value_to_table(best, ply, PROVEN), bound, best_move, searched))
    return best


@compiled
def child_window(sign, alpha, beta, work):
    """The window for a position after a move, seen by the side that is to move there."""
    if not work.pruning:
        return -INFINITY, INFINITY
    return (-beta, -alpha) if sign < 0 else (alpha, beta)


@compiled
def deep_enough(known, depth):
    """True if the entry was searched to exactly `depth`, or to the end of the game.

    A win or loss that is further away than `depth` does not count: a search of this depth would not see it.
    """
    value = abs(value_of(known))
    to_the_end = depth_of(known) == TO_THE_END and (value <= PROVEN or WIN - value <= depth)
    return depth_of(known) == depth or to_the_end


@compiled
def priority(position, move, hash_move, ply, side, work):
    """How soon a move is looked at: the highest priority first."""
    if move == hash_move:
        return HASH_MOVE
    total = 0
    if work.killers and (move == work.killer_moves[ply, 0] or move == work.killer_moves[ply, 1]):
        total += KILLER
    if work.hints:
        total += hint_priority(hint(position, move))
    if work.history:
        total += work.history_scores[side, move]
    return total
