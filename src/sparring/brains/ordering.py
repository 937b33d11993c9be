# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Move ordering: the sooner a search looks at a good move, the more it prunes.

A move's priority is one number, in which what is known best counts most:

1. the hash move: the best move that the transposition table holds for this position;
2. killer moves: moves that refuted a sibling of this position;
3. the game's own hint;
4. the history heuristic: how often the move was a refutation anywhere, for the same side.

Each of them has a range of its own, so that none can outrank the one before it.
"""

from sparring.rules.compiler import compiled

NO_MOVE = -1

HISTORY_BITS = 19
HINT_SHIFT = HISTORY_BITS + 1
HINT_BITS = 9
KILLER = 1 << HINT_SHIFT + HINT_BITS + 1
"""Added for a killer move: more than twice the largest hint, so a killer with the worst hint outranks the best hint."""

HASH_MOVE = 1 << 62
"""The priority of the hash move, above everything else."""

HISTORY_LIMIT = 1 << HISTORY_BITS
"""All history scores of a side are halved when one of them reaches this."""

HINT_LIMIT = (1 << HINT_BITS) - 1
"""A hint counts as at most this, and as at least its negative."""


@compiled
def hint_priority(hint):
    """The part of a priority that a hint of any size makes up."""
    return max(-HINT_LIMIT, min(HINT_LIMIT, hint)) << HINT_SHIFT


@compiled
def add_killer(killers, move):
    """Remember a move as the first of two killer moves."""
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move


@compiled
def add_history(scores, move, depth, limit):
    """Credit a move that refuted a position: the deeper the search below it, the more."""
    scores[move] += depth * depth
    if scores[move] >= limit:
        for other in range(len(scores)):
            scores[other] >>= 1


@compiled
def best_remaining(priorities, index, end):
    """Where the move with the highest priority is, from `index` to before `end`; of equal ones the first."""
    best = index
    for other in range(index + 1, end):
        if priorities[other] > priorities[best]:
            best = other
    return best


@compiled
def bring_best_forward(moves, priorities, index, end):
    """Put the move with the highest priority at `index`; the others up to `end` keep their order."""
    best = best_remaining(priorities, index, end)
    move, priority = moves[best], priorities[best]
    for place in range(best, index, -1):
        moves[place], priorities[place] = moves[place - 1], priorities[place - 1]
    moves[index], priorities[index] = move, priority
