# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Tree search at machine speed, written once for every game that has a kernel.

`brains/mcts.py` is the textbook. These playouts do the same for games of two sides, in which one side wins what the
other loses. The tree is one flat array: the children of a node lie side by side. Positions are not kept, but played
again from the root. Every value is between -1 (lost) and 1 (won), for the side that made the move to the node.
"""

from math import log, sqrt
from typing import Any

import numpy as np
from numba.core.cgutils import unpack_tuple
from numba.extending import intrinsic

from sparring.rules.analysis import OPEN_SHARE
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import (
    MOST_MOVES,
    NOT_OVER,
    drawn,
    ends_by_repetition,
    evaluate,
    key,
    moves,
    play,
    repeated,
    result,
    turn,
)

ROOT = 0
"""The place of the root in the tree."""

UNPROVEN = -2
"""The value of `proven` while nothing is proven; otherwise it is 1, 0 or -1."""

MOST_PAST = 512
"""Positions before the root that are kept to detect repetitions."""

DEEPEST = 512
"""The tree grows at most this many plies deep."""

LONGEST_ROLLOUT = 1000

TABLED = 4096
"""Below this many visits, the terms of UCT are looked up: logarithms, roots and divisions took half of the time."""

_VISITS = np.maximum(np.arange(TABLED, dtype=np.float64), 1.0)
ROOTS_OF_LOGS = np.sqrt(np.log(_VISITS))
INVERSE_ROOTS = 1.0 / np.sqrt(_VISITS)

NODE = np.dtype(
    [
        ("total", "f8"),  # the sum of the values of all playouts through this node
        ("visits", "i4"),  # their number
        ("first", "i4"),  # the place of its first child
        ("count", "i2"),  # the number of its children; 0 until it is opened
        ("move", "i2"),  # the move that leads here
        ("plies", "i2"),  # the most plies until the end, if a win or loss is proven
        ("sign", "i1"),  # -1 if the move to it changes the side to move, else 1
        ("proven", "i1"),  # the proven value
    ],
    align=True,
)

WORK = np.dtype(
    [
        ("stop", "i8"),  # not 0: stop now; another thread may set it
        ("nodes", "i8"),  # positions visited, those of the rollouts included
        ("used", "i8"),  # nodes of the tree in use
        ("thorough", "i8"),  # 1 to go on until every option is proven
        ("rollout", "i8"),  # the most plies of a rollout
        ("exploration", "f8"),  # how much a move is worth trying because it was tried seldom
        ("mix", "f8"),  # the share of the evaluation in the worth of a new position
        ("half", "f8"),  # the score that fills half of the evaluation bar
        ("random", "i8"),  # the state of the random numbers, never 0
        ("past", "i8"),  # positions before the root
        ("path", "i8", (DEEPEST,)),  # the nodes of the playout
        ("draws", "i8", (DEEPEST,)),  # for each of them: 1 if one of its moves is proven to draw
        ("moves", "i8", (MOST_MOVES,)),
        ("keys", "i8", (MOST_PAST + DEEPEST + LONGEST_ROLLOUT,)),  # the past, then the positions of the playout
    ],
    align=True,
)


def new_tree(nodes: int) -> Any:
    """A tree with an unopened root and room for `nodes` nodes; memory is taken as it grows."""
    tree = np.empty(max(nodes, 1 + MOST_MOVES), NODE)
    tree[ROOT] = (0.0, 1, 0, 0, 0, 0, 1, UNPROVEN)
    return tree


def children(tree: Any, node: Any) -> Any:
    """The children of a node, as a part of the tree."""
    return tree[node["first"] : node["first"] + node["count"]]


@entry("the tree search")
def grow(position, weights, tree, works, playouts):
    """Make playouts from a position until they are stopped or nothing is left to find out; returns how many it made."""
    work = works[0]
    for made in range(playouts):
        if work.stop or finished(tree, work):
            return made
        playout(position, weights, tree, work)
    return playouts


@compiled
def finished(tree, work):
    """True if more playouts cannot change the choice or, if the search is to be thorough, any judgement."""
    root = tree[ROOT]
    if root.proven == UNPROVEN or not work.thorough:
        return root.proven != UNPROVEN
    unproven = 0
    for place in range(root.first, root.first + root.count):
        unproven += tree[place].proven == UNPROVEN
    return unproven == 0


@compiled
def playout(position, weights, tree, work):
    """Walk down the tree, add to it, play random moves to the end of the game, and tell all nodes on the way."""
    place, depth, node = ROOT, 0, tree[ROOT]
    work.path[0] = ROOT
    remember(position, 0, work)
    while depth < DEEPEST - 1 and (node.count or opened(position, tree, place, work)):
        place = most_promising(tree, place, depth, work)
        node = tree[place]
        following = after(position, node.move)
        node.sign = turn(position, following)
        position = following
        depth += 1
        work.path[depth] = place
        remember(position, depth, work)
        if node.visits == 0:
            look(position, node, depth, work)
            break
        if node.proven != UNPROVEN:
            break
    if depth and node.proven != UNPROVEN:
        value = float(node.sign * node.proven)
    else:
        value = estimate(position, weights, depth, work)
    back_up(tree, depth, value, work)


@compiled
def back_up(tree, depth, value, work):
    """Tell all nodes on the way: `value` is that of the last position for the side to move there.

    What is certain replaces the value for the nodes above: a node that is proven, or a draw that the side to move can
    have instead of a move that looks worse.
    """
    news = depth > 0 and tree[work.path[depth]].proven != UNPROVEN
    while depth > 0:
        node = tree[work.path[depth]]
        value *= node.sign
        node.visits += 1
        node.total += value
        depth -= 1
        news = news and settled(tree, work.path[depth])
        if news:
            above = tree[work.path[depth]]
            value = float(above.sign * above.proven)
        elif work.draws[depth] and node.total < 0:
            value = 0.0
    tree[ROOT].visits += 1


# ---------------------------------------------------------------------- the tree


@compiled
def opened(position, tree, place, work):
    """Add the children of a node in random order; False if there is no room for them."""
    first, count = work.used, moves(position, work.moves, 0)
    if first + count > len(tree):
        return False
    for index in range(count):
        work.random = next_random(work.random)
        other = index + below(work.random, count - index)
        move = work.moves[other]
        work.moves[other] = work.moves[index]
        child = tree[first + index]
        child.total = 0.0
        child.visits = 0
        child.first = 0
        child.count = 0
        child.move = move
        child.plies = 0
        child.sign = -1
        child.proven = UNPROVEN
    work.used = first + count
    tree[place].first = first
    tree[place].count = count
    return True


@compiled
def most_promising(tree, place, depth, work):
    """The child that is not proven and was never tried, or the one with the highest upper confidence bound (UCT)."""
    node = tree[place]
    curiosity = work.exploration * root_of_log(node.visits)
    best, chosen = -np.inf, node.first
    work.draws[depth] = 0
    for child_place in range(node.first, node.first + node.count):
        child = tree[child_place]
        if child.proven != UNPROVEN:
            work.draws[depth] |= child.proven == 0
        elif child.visits == 0:
            if best < np.inf:
                best, chosen = np.inf, child_place
        elif best < np.inf:
            share = inverse_root(child.visits)
            value = (child.total * share + curiosity) * share
            if value > best:
                best, chosen = value, child_place
    return chosen


@compiled
def root_of_log(visits):
    """The square root of the logarithm of a number of visits."""
    return ROOTS_OF_LOGS[visits] if visits < TABLED else sqrt(log(float(visits)))


@compiled
def inverse_root(visits):
    """One divided by the square root of a number of visits."""
    return INVERSE_ROOTS[visits] if visits < TABLED else 1.0 / sqrt(float(visits))


@compiled
def settled(tree, place):
    """Prove a node from what is proven of its children; False if that is not possible yet.

    One winning move proves a win, and the winner takes the soonest. Otherwise all moves must be proven: the best of
    them counts, and whoever loses takes the latest loss.
    """
    node = tree[place]
    best, soonest, latest, unproven = -1, DEEPEST, 0, False
    for child_place in range(node.first, node.first + node.count):
        child = tree[child_place]
        if child.proven == UNPROVEN:
            unproven = True
        elif child.proven == 1:
            best, soonest = 1, min(soonest, child.plies)
        else:
            best, latest = max(best, child.proven), max(latest, child.plies)
    if unproven and best < 1:
        return False
    node.proven = node.sign * best
    node.plies = 1 + (soonest if best == 1 else latest)
    return True


# ---------------------------------------------------------------------- what a new position is worth


@compiled
def look(position, node, depth, work):
    """Prove a new node if the game is over there, or can only end in a draw."""
    work.nodes += 1
    over = ended(position, depth, work)
    if over == NOT_OVER and drawn(position):
        over = 0
    if over != NOT_OVER:
        node.proven = node.sign * over


@compiled
def estimate(position, weights, depth, work):
    """The value of a position for the side to move, by a rollout and the evaluation."""
    if work.mix <= 0.0:
        return rollout(position, weights, depth, work)
    value = work.mix * outlook(position, weights, work)
    if work.mix < 1.0:
        value += (1.0 - work.mix) * rollout(position, weights, depth, work)
    return value


@compiled
def outlook(position, weights, work):
    """The evaluation of a position as a value."""
    score = float(evaluate(position, weights))
    return OPEN_SHARE * score / (abs(score) + work.half)


@compiled
def rollout(position, weights, depth, work):
    """How a game of random moves ends for the side to move; a game that is too long is evaluated where it stands."""
    sign, random, buffer = 1, work.random, work.moves
    over, ply = NOT_OVER, 0
    while ply < work.rollout and over == NOT_OVER:
        random = next_random(random)
        following = after(position, buffer[below(random, moves(position, buffer, 0))])
        sign *= turn(position, following)
        position = following
        ply += 1
        remember(position, depth + ply, work)
        over = ended(position, depth + ply, work)
    work.random = random
    work.nodes += ply
    return float(sign * over) if over != NOT_OVER else sign * outlook(position, weights, work)


@compiled
def after(position, move):
    """The position after a move, with fields of the same types, which a loop needs whatever the game's sums give."""
    return alike(play(position, np.int64(move)), position)  # type: ignore[call-arg, arg-type]


@intrinsic
def alike(context: Any, following: Any, position: Any) -> Any:
    """The first tuple, with its elements converted to the types of those of the second."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = unpack_tuple(builder, arguments[0], len(position.types))
        pairs = zip(values, following.types, position.types, strict=True)
        return context.make_tuple(builder, position, [context.cast(builder, *pair) for pair in pairs])

    return position(following, position), generate


@compiled
def ended(position, depth, work):
    """How the game has ended for the side to move, repetitions included, or NOT_OVER."""
    over = result(position)
    if over == NOT_OVER and ends_by_repetition(position):
        here = work.past + depth
        for earlier in range(here - 1, -1, -1):
            if work.keys[earlier] == work.keys[here]:
                return repeated(position)
    return over


@compiled
def remember(position, depth, work):
    """Keep the key of a position of the playout, if the game ends by repetition."""
    if ends_by_repetition(position):
        work.keys[work.past + depth] = key(position)


# ---------------------------------------------------------------------- random numbers


@compiled
def next_random(random):
    """The next of a sequence of 64-bit numbers (xorshift), as signed integers: Numba turns mixed signs into floats."""
    random ^= random << 13
    random ^= random >> 7 & (1 << 57) - 1
    return random ^ random << 17


@compiled
def below(random, bound):
    """A number from 0 to `bound` - 1, from the upper half of a random number."""
    return (random >> 32 & 0xFFFFFFFF) * bound >> 32
