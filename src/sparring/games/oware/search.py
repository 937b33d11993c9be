# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Looking ahead in Oware at machine speed: principal-variation search that knows repetitions and endgame tables.

All but the first move are only asked whether they are better; the later ones of these, where nothing is taken, a ply
less deep at first. What was found out of a position is remembered, unless it hangs on the moves that led there: a
position that occurs again ends the game.
"""

import numpy as np

from sparring.brains.transposition import LOWER_BOUND as AT_LEAST, UPPER_BOUND as AT_MOST, EXACT, probe as recall, store as write_down
from sparring.brains.workspace import keep_line
from sparring.games.oware.board import ENOUGH, HOUSES, SEEDS, balance, can_move, house, may_capture
from sparring.games.oware.tables import lower_bound, place, upper_bound
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import evaluate, key, moves, play

FINISHED = 20_000
"""A game that is won here and now; each ply until then costs one."""

PROVEN = 10_000
"""Beyond this a value is a proven win or loss, never an estimate."""

NEVER = 1 << 30
INFINITY = 2 * FINISHED
MOST_PLIES = 100
LONGEST = 512
"""Positions without a capture that are kept to see a repetition; a game that has more is long over."""

REDUCED_FROM, REDUCED_DEPTH = 3, 3
"""Which moves are looked at less deep at first, and with how many plies to go."""

REMEMBERED_DEPTH = 2
"""With fewer plies to go, it is quicker to look again than to look up."""

WORK = np.dtype(
    [
        ("nodes", "i8"),  # positions visited
        ("limit", "i8"),  # stop after so many
        ("stop", "i8"),  # set from another thread: stop now
        ("cycles", "i8"),  # how often a position had occurred before
        ("touched", "i8"),  # the earliest position that occurred again below the one being looked at
        ("reductions", "i8"),  # whether later moves are looked at less deep at first
        ("captures", "i8"),  # whether captures are followed beyond the depth
        ("seeds", "i8"),  # on the board at the root
        ("line_length", "i8", (MOST_PLIES + 1,)),
        ("line", "i8", (MOST_PLIES + 1, MOST_PLIES + 1)),
        ("move", "i8", (MOST_PLIES, HOUSES)),
        ("order", "i8", (MOST_PLIES, HOUSES)),
        ("good", "i8", (2, HOUSES, SEEDS + 1)),  # how often a house with so many seeds was good, for each side
        ("key", "i8", (LONGEST + MOST_PLIES,)),  # the game so far since the last capture, and the line being looked at
    ],
    align=True,
)


@compiled
def search(position, weights, depth, alpha, beta, ply, at, since, work, table, endings):
    """What a position is worth to the side to move, `depth` plies deep.

    `at` is its place among the kept positions, `since` that of the first one after the last capture.
    """
    work.nodes += 1
    work.line_length[ply] = 0
    if position.lost >= ENOUGH:
        return ply - FINISHED
    if position.captured >= ENOUGH:
        return FINISHED - ply
    if not can_move(position.mine, position.theirs):
        return final(balance(position), ply)
    hashed = key(position)
    work.key[at] = hashed
    for earlier in range(at - 2, since - 1, -2):
        if work.key[earlier] == hashed:
            work.cycles += 1
            work.touched = min(work.touched, earlier)
            return final(balance(position), ply)
    left = SEEDS - position.captured - position.lost
    if left <= endings.most and (left < work.seeds or depth == 0):
        ahead, entry_at = position.captured - position.lost, place(endings, position.mine, position.theirs, left)
        low, high = lower_bound(endings, entry_at), upper_bound(endings, entry_at)
        if low == high or ahead + low > 0 or ahead + high < 0:
            surely = ahead + (low if ahead + low > 0 else high)
            return ahead + 100 * surely + (PROVEN if surely > 0 else -PROVEN if surely < 0 else 0) if surely else 0
    if depth <= 0 or ply == MOST_PLIES - 1:
        stand = evaluate(position, weights)
        if not work.captures or ply >= MOST_PLIES - 2:
            return stand
        for number in range(HOUSES - 1, -1, -1):  # no estimate in the middle of an exchange: captures are followed
            if stand >= beta:
                break
            if may_capture(position.mine, position.theirs, number):
                following = play(position, number)
                if following.lost > position.captured:
                    low = max(alpha, stand)
                    value = -search(
                        following, weights, depth, -beta, -low, ply + 1, at + 1, at + 1, work, table, endings
                    )
                    stand = max(stand, value)
        return stand
    if work.stop or work.nodes > work.limit:
        work.stop = 1
        return 0

    first, remembered = -1, table.slots > 0 and depth >= REMEMBERED_DEPTH
    if remembered:
        known = recall(table, hashed)
        if known:
            first = known >> 8 & 255
            if known & 127 >= depth:
                value, bound = from_here(known >> 32, ply), known >> 16 & 3
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    work.line[ply, 0] = first
                    work.line_length[ply] = 1
                    return value

    move, order = work.move[ply], work.order[ply]
    count = moves(position, move, 0)
    good = work.good[position.north]
    for index in range(count):
        order[index] = good[move[index], house(position.mine, move[index])]
        if move[index] == first:
            order[index] = 1 << 62
        elif may_capture(position.mine, position.theirs, move[index]):
            order[index] += play(position, move[index]).lost - position.captured << 32
    outer, work.touched = work.touched, NEVER
    floor, best, best_move = alpha, -INFINITY, -1
    for index in range(count):
        bring_best_forward(move, order, index, count)
        following = play(position, move[index])
        next_since = since if following.lost == position.captured else at + 1
        reduced = 0
        if work.reductions and depth >= REDUCED_DEPTH and index >= REDUCED_FROM and next_since == since:
            reduced = 1
        value = -INFINITY
        if index > 0:
            value = -search(
                following,
                weights,
                depth - 1 - reduced,
                -alpha - 1,
                -alpha,
                ply + 1,
                at + 1,
                next_since,
                work,
                table,
                endings,
            )
            if value > alpha and reduced:
                value = -search(
                    following, weights, depth - 1, -alpha - 1, -alpha, ply + 1, at + 1, next_since, work, table, endings
                )
        if index == 0 or alpha < value < beta:
            value = -search(
                following, weights, depth - 1, -beta, -alpha, ply + 1, at + 1, next_since, work, table, endings
            )
        if work.stop:
            return 0
        if value > best:
            best, best_move = value, move[index]
            keep_line(work, ply, best_move)
            alpha = max(alpha, best)
            if alpha >= beta:
                note(good, best_move, house(position.mine, best_move), depth)
                break

    if remembered and work.touched >= at:
        bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        write_down(table, hashed, to_here(best, ply) << 32 | bound << 16 | best_move << 8 | 128 | depth)
    work.touched = min(outer, work.touched if work.touched < at else NEVER)
    return best


@compiled
def final(ahead, ply):
    """A game that is over, by how many seeds the side to move is ahead."""
    return FINISHED - ply if ahead > 0 else ply - FINISHED if ahead < 0 else 0


@compiled
def bring_best_forward(move, order, index, count):
    """Swap the most promising move that is left to the front."""
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    move[index], move[best] = move[best], move[index]
    order[index], order[best] = order[best], order[index]


@compiled
def note(good, number, seeds, depth):
    """Remember that a house with so many seeds was good."""
    good[number, seeds] += depth * depth
    if good[number, seeds] >= 1 << 31:
        for other in range(HOUSES):
            for held in range(SEEDS + 1):
                good[other, held] >>= 1


@compiled
def to_here(value, ply):
    """A finished game counted from this position, as it is remembered, instead of from the root."""
    return value + ply if value > FINISHED - 1000 else value - ply if value < 1000 - FINISHED else value


@compiled
def from_here(value, ply):
    """And back."""
    return value - ply if value > FINISHED - 1000 else value + ply if value < 1000 - FINISHED else value


@entry("the Oware search")
def look(position, weights, depth, alpha, beta, ply, at, since, works, tables, endings):
    """Search one position from the interpreter."""
    return search(position, weights, depth, alpha, beta, ply, at, since, works[0], tables[0], endings[0])
