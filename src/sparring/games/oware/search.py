# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The Oware search at machine speed: principal-variation search that knows repetitions and endgame tables.

It is the search of `brains/search.py` with what only Oware needs:

- *Repetitions.* A position that occurs again ends the game. A value that depends on the moves that led to a position is
  not stored in the transposition table, because it would be false on another way there.
- *Endgame tables.* They answer as soon as few enough seeds are left.
- *Late-move reductions.* Late moves that capture nothing are searched a ply less deep at first.
- *Quiescence search.* Beyond the depth, captures are followed until none is left.
"""

import numpy as np

from sparring.brains.ordering import HASH_MOVE, NO_MOVE, add_history, best_remaining
from sparring.brains.transposition import (
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
from sparring.brains.workspace import FIELDS, MOST_PLIES, inlined, keep_line, keep_only_move
from sparring.games.oware.board import ENOUGH, HOUSES, SEEDS, balance, can_move, house, may_capture, seeds_left
from sparring.games.oware.tables import lower_bound, place, upper_bound
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import evaluate, key, moves, play

FINISHED = 20_000
"""The value of a game that is won. Each ply until the end costs one."""

DISTANCES = FINISHED - 1_000
"""Values beyond this are games that the search has played to the end: they count the plies to it."""

PROVEN = 10_000
"""Values beyond this are proven wins or losses: games played to the end, or endings of the tables."""

INFINITY = 2 * FINISHED

UNDECIDED = 1 << 30
"""What the endgame tables say of a board that they do not decide."""

NEVER = 1 << 30
"""A place in the list of positions that is never reached."""

LONGEST = 512
"""Positions since the last capture that are kept to detect repetitions; a game is over long before there are more."""

REDUCED_FROM, REDUCED_DEPTH = 3, 3
"""Late-move reductions begin with this move, counted from 0, where at least this many plies are to go."""

STORED_DEPTH = 2
"""With fewer plies to go than this, searching again is quicker than the transposition table."""

CAPTURE_SHIFT = 32
HISTORY_LIMIT = 1 << CAPTURE_SHIFT - 1
"""History scores stay below this, so that a capture always comes before a move that captures nothing."""

WORKSPACE = np.dtype(
    [
        *FIELDS,
        ("repetitions", "i8"),  # how often a position had occurred before
        ("earliest", "i8"),  # the earliest position that was repeated below the one being searched
        ("reductions", "i8"),  # 1 if late moves are searched less deep at first
        ("captures", "i8"),  # 1 if captures are followed beyond the depth
        ("seeds", "i8"),  # seeds on the board at the root
        ("moves", "i8", (MOST_PLIES, HOUSES)),
        ("priorities", "i8", (MOST_PLIES, HOUSES)),
        ("history", "i8", (2, HOUSES * (SEEDS + 1))),  # one row for each side; see history_index
        ("keys", "i8", (LONGEST + MOST_PLIES,)),  # the game since the last capture, then the line being searched
    ],
    align=True,
)


@entry("the Oware search")
def search_position(position, weights, depth, alpha, beta, ply, at, since, works, tables, endings):
    """Search one position from the interpreter; for the arguments see `search`."""
    return search(position, weights, depth, alpha, beta, ply, at, since, works[0], tables[0], endings[0])


@compiled
def search(position, weights, depth, alpha, beta, ply, at, since, work, table, endings):
    """The value of a position for the side to move, `depth` plies deep.

    `at` is the place of the position in the list of keys, `since` the place of the first one after the last capture.
    """
    # One long function, because Numba cannot load functions that call each other from its cache.
    work.nodes += 1
    work.line_length[ply] = 0
    if position.lost >= ENOUGH:
        return ply - FINISHED
    if position.captured >= ENOUGH:
        return FINISHED - ply
    if not can_move(position.mine, position.theirs):
        return final_value(balance(position), ply)
    hashed = key(position)
    work.keys[at] = hashed
    if repeats(work, hashed, at, since):
        return final_value(balance(position), ply)
    left = seeds_left(position)
    if left <= endings.most and (left < work.seeds or depth == 0):
        value = endgame_value(position, left, endings)
        if value != UNDECIDED:
            return value
    if depth <= 0 or ply == MOST_PLIES - 1:
        return quiescence(position, weights, depth, alpha, beta, ply, at, work, table, endings)
    if work.stop or work.nodes > work.limit:
        work.stop = 1
        return 0

    hash_move, stored = NO_MOVE, table.slots > 0 and depth >= STORED_DEPTH
    if stored:
        known = probe(table, hashed)
        if known:
            hash_move = move_of(known)
            value = value_from_table(value_of(known), ply, DISTANCES)
            if depth_of(known) >= depth and settles(value, bound_of(known), alpha, beta):
                keep_only_move(work, ply, hash_move)
                return value

    own_moves, priorities = work.moves[ply], work.priorities[ply]
    count = moves(position, own_moves, 0)
    for index in range(count):
        priorities[index] = priority(position, own_moves[index], hash_move, work)
    outer, work.earliest = work.earliest, NEVER
    floor, best, best_move = alpha, -INFINITY, NO_MOVE
    for index in range(count):
        swap_best_forward(own_moves, priorities, index, count)
        following = play(position, own_moves[index])
        next_since = since if following.lost == position.captured else at + 1
        reduced = 0
        if work.reductions and depth >= REDUCED_DEPTH and index >= REDUCED_FROM and next_since == since:
            reduced = 1
        next_ply, next_at, value = ply + 1, at + 1, -INFINITY
        if index > 0:  # a null window only asks whether the move is better
            shallow, low = depth - 1 - reduced, -alpha - 1
            value = -search(
                following, weights, shallow, low, -alpha, next_ply, next_at, next_since, work, table, endings
            )
            if value > alpha and reduced:
                value = -search(
                    following, weights, depth - 1, low, -alpha, next_ply, next_at, next_since, work, table, endings
                )
        if index == 0 or alpha < value < beta:
            value = -search(
                following, weights, depth - 1, -beta, -alpha, next_ply, next_at, next_since, work, table, endings
            )
        if work.stop:
            return 0
        if value > best:
            best, best_move = value, own_moves[index]
            keep_line(work, ply, best_move)
            alpha = max(alpha, best)
            if alpha >= beta:
                add_history(work.history[position.north], history_index(position.mine, best_move), depth, HISTORY_LIMIT)
                break

    if stored and work.earliest >= at:
        bound = bound_for(best, floor, beta)
        store(table, hashed, packed(value_to_table(best, ply, DISTANCES), bound, best_move, depth))
    work.earliest = min(outer, work.earliest if work.earliest < at else NEVER)
    return best


@inlined
def quiescence(position, weights, depth, alpha, beta, ply, at, work, table, endings):
    """The value of a position if the side to move may capture or stop, so that no exchange is judged halfway."""
    best = evaluate(position, weights)
    if work.captures and ply < MOST_PLIES - 2:
        for number in range(HOUSES - 1, -1, -1):
            if best >= beta:
                break
            if may_capture(position.mine, position.theirs, number):
                following = play(position, number)
                if following.lost > position.captured:
                    low = -max(alpha, best)
                    value = -search(
                        following, weights, depth, -beta, low, ply + 1, at + 1, at + 1, work, table, endings
                    )
                    best = max(best, value)
    return best


@compiled
def final_value(ahead, ply):
    """The value of a finished game in which the side to move is ahead by this many seeds."""
    return FINISHED - ply if ahead > 0 else ply - FINISHED if ahead < 0 else 0


@compiled
def repeats(work, hashed, at, since):
    """True if the position occurred before, since the last capture, with the same side to move."""
    for earlier in range(at - 2, since - 1, -2):
        if work.keys[earlier] == hashed:
            work.repetitions += 1
            work.earliest = min(work.earliest, earlier)
            return True
    return False


@compiled
def endgame_value(position, left, endings):
    """The value of a board that the endgame tables decide, or UNDECIDED.

    Of two wins, the one with the larger guaranteed difference in seeds is worth more, and then the one with more seeds
    captured already.
    """
    ahead, index = position.captured - position.lost, place(endings, position.mine, position.theirs, left)
    low, high = ahead + lower_bound(endings, index), ahead + upper_bound(endings, index)
    if low > 0:
        return PROVEN + 100 * low + ahead
    if high < 0:
        return -PROVEN + 100 * high + ahead
    return 0 if low == high else UNDECIDED


@compiled
def priority(position, move, hash_move, work):
    """How soon a move is searched: the hash move, then captures by how much they take, then by history."""
    if move == hash_move:
        return HASH_MOVE
    score = work.history[position.north, history_index(position.mine, move)]
    if may_capture(position.mine, position.theirs, move):
        score += play(position, move).lost - position.captured << CAPTURE_SHIFT
    return score


@compiled
def history_index(row, number):
    """Where the history score of a move is: a house with another number of seeds is another move."""
    return number * (SEEDS + 1) + house(row, number)


@compiled
def swap_best_forward(own_moves, priorities, index, count):
    """Swap the move with the highest priority to `index`.

    A swap changes the order of the others. Late-move reductions depend on that order, and the ratings of the opponents
    were measured with this one.
    """
    best = best_remaining(priorities, index, count)
    own_moves[index], own_moves[best] = own_moves[best], own_moves[index]
    priorities[index], priorities[best] = priorities[best], priorities[index]
