# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The solver's transposition table: a lower and an upper bound for the score of a position, in 64 bits.

| bits | content |
|---|---|
| 0 to 5 | the upper bound |
| 6 to 11 | the lower bound |
| 12 to 16 | the size of the searched tree, as a power of two |
| 17 to 24 | the age of the table: entries of another age count as empty |
| 25 to 63 | 39 bits of the position's hash |

The other ten bits of the hash are part of the entry's place. The hash is a product modulo 2^49 with an odd factor,
which no two positions share: so an entry that is found always belongs to the right position.
"""

from sparring.rules.compiler import compiled

HASH_BITS = 49
HASH_FACTOR = 0x1D8AF06A5B2D7

TINY, SMALL, LARGE = 10, 16, 21
"""Sizes of tables as powers of two: 16 KB, 1 MB, 32 MB.

The small one stays in the processor's cache. That matters more than size, until some hundred million nodes are
searched.
"""

WORDS = (2 << TINY) + (2 << LARGE)
"""Room for a tiny and a large table, with two slots at each place."""

TAG_SHIFT, AGE_SHIFT, SIZE_SHIFT, LOW_SHIFT = 25, 17, 12, 6
SIZE_MASK, BOUND_MASK = 31, 63

AGES = 256
"""How often a table can be emptied by a new age before it has to be cleared."""

EMPTY = 0
BIAS = 22
"""Added to scores, so that none is negative in an entry."""


@compiled
def place_of(memory, mine, both):
    """Where a position is stored: the first of its two slots, and its tag, which is its hash and the table's age."""
    hashed = (both + mine) * HASH_FACTOR & (1 << HASH_BITS) - 1
    tag = (hashed & (1 << HASH_BITS - TINY) - 1) << TAG_SHIFT | memory.age << AGE_SHIFT
    return memory.start + (hashed >> memory.shift << 1), tag


@compiled
def probe(table, slot, tag):
    """The entry with a tag, or EMPTY."""
    if tag_of(table[slot]) == tag:
        return table[slot]
    if tag_of(table[slot + 1]) == tag:
        return table[slot + 1]
    return EMPTY


@compiled
def store(table, slot, tag, nodes, low, high):
    """Store both bounds. The first slot is for the entry that took the most nodes, the second for the latest one."""
    entry = packed(tag, size_for(nodes), low, high)
    first = table[slot]
    if tag_of(first) == tag:
        table[slot] = entry
    elif tag_of(table[slot + 1]) == tag:
        table[slot + 1] = entry
    elif age_of(first) != age_of(tag) or size_of(first) <= size_of(entry):
        table[slot], table[slot + 1] = entry, first
    else:
        table[slot + 1] = entry


@compiled
def use_tiny_table(memory):
    """Use the table of 16 KB from now on."""
    memory.shift, memory.start = HASH_BITS - TINY, 0


@compiled
def use_large_table(memory, bits):
    """Use the first 2^bits places of the large table from now on."""
    memory.shift, memory.start = HASH_BITS - bits, 2 << TINY


# ---------------------------------------------------------------------- entries


@compiled
def packed(tag, size, low, high):
    """The entry that holds all of these."""
    return tag | size << SIZE_SHIFT | low + BIAS << LOW_SHIFT | high + BIAS


@compiled
def lower_bound(entry):
    """The lowest score that an entry allows."""
    return (entry >> LOW_SHIFT & BOUND_MASK) - BIAS


@compiled
def upper_bound(entry):
    """The highest score that an entry allows."""
    return (entry & BOUND_MASK) - BIAS


@compiled
def tag_of(entry):
    """The hash and the age of an entry."""
    return entry >> AGE_SHIFT << AGE_SHIFT


@compiled
def age_of(entry):
    """The age of the table when the entry was stored."""
    return entry >> AGE_SHIFT & AGES - 1


@compiled
def size_of(entry):
    """The size of the searched tree, as a power of two."""
    return entry >> SIZE_SHIFT & SIZE_MASK


@compiled
def size_for(nodes):
    """The number of bits of a number of nodes."""
    size = 0
    while nodes:
        nodes >>= 1
        size += 1
    return size
