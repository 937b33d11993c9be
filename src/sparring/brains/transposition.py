# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The transposition table: it remembers what a search has found about a position, in whatever order it was reached.

A slot is two words of 64 bits: the position's key and its entry. Only one search uses a table at a time.

An entry packs four things into 64 bits:

| bits | content |
|---|---|
| 0 to 6 | the depth that was searched |
| 7 | always set, so that no entry is 0 |
| 8 to 17 | the best move |
| 18 to 19 | whether the value is exact or a bound |
| 32 to 63 | the value |
"""

from typing import Any

import numpy as np

from sparring.rules.compiler import compiled
from sparring.rules.kernels import MOST_MOVES

EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2
"""What the value of an entry means."""

EMPTY = 0
"""What `probe` returns for a position that the table does not hold."""

MOST_DEPTH = 127
"""The largest depth that an entry can hold."""

USED = 1 << 7
MOVE_SHIFT, BOUND_SHIFT, VALUE_SHIFT = 8, 18, 32
MOVE_MASK, BOUND_MASK = MOST_MOVES - 1, 3

MEGABYTE = 1 << 20
SLOT_BYTES = 16
TABLE = np.dtype([("slots", "i8"), ("word", "i8", (2,))], align=True)
"""The beginning of a table. The words of all slots follow in memory: compiled code does not check array bounds."""


def new_table(megabytes: float) -> Any:
    """An empty table of at most this size; with 0 it has no slots."""
    slots = max(1, int(megabytes * MEGABYTE) // SLOT_BYTES) if megabytes else 0
    room = np.zeros(TABLE.itemsize + slots * SLOT_BYTES, np.uint8)
    table = room[: TABLE.itemsize].view(TABLE)
    table["slots"] = 1 << slots.bit_length() - 1 if slots else 0  # a power of two, so that a mask picks the slot
    return table


@compiled
def probe(table, key):
    """The entry of a position, or EMPTY."""
    word = 2 * (key & table.slots - 1)
    return table.word[word + 1] if table.word[word] == key else EMPTY


@compiled
def store(table, key, entry):
    """Store the entry of a position, replacing whatever the slot held."""
    word = 2 * (key & table.slots - 1)
    table.word[word] = key
    table.word[word + 1] = entry


# ---------------------------------------------------------------------- entries


@compiled
def packed(value, bound, move, depth):
    """The entry that holds all of these."""
    return value << VALUE_SHIFT | bound << BOUND_SHIFT | move << MOVE_SHIFT | USED | depth


@compiled
def value_of(entry):
    """The value of an entry, as `value_to_table` made it."""
    return entry >> VALUE_SHIFT


@compiled
def bound_of(entry):
    """EXACT, LOWER_BOUND or UPPER_BOUND."""
    return entry >> BOUND_SHIFT & BOUND_MASK


@compiled
def move_of(entry):
    """The best move of an entry."""
    return entry >> MOVE_SHIFT & MOVE_MASK


@compiled
def depth_of(entry):
    """The depth that was searched."""
    return entry & MOST_DEPTH


@compiled
def bound_for(value, alpha, beta):
    """What the result of a search with this window means."""
    return UPPER_BOUND if value <= alpha else LOWER_BOUND if value >= beta else EXACT


@compiled
def settles(value, bound, alpha, beta):
    """True if a stored value answers a search with this window."""
    return bound == EXACT or (bound == LOWER_BOUND and value >= beta) or (bound == UPPER_BOUND and value <= alpha)


# ---------------------------------------------------------------------- distances
#
# A search counts the plies to a win from its root. The same position may be reached at several plies, so the table
# counts from the position itself. Values beyond `proven` count plies; all others are left as they are.


@compiled
def value_to_table(value, ply, proven):
    """A value that counts plies from the root, as one that counts them from the position at this ply."""
    return value + ply if value > proven else value - ply if value < -proven else value


@compiled
def value_from_table(value, ply, proven):
    """A value that counts plies from the position at this ply, as one that counts them from the root."""
    return value - ply if value > proven else value + ply if value < -proven else value
