# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The exact value of any Connect Four position.

A score says how the game ends if nobody errs: +n if the side to move wins with its n-th disc from the end of its
supply, -n if the other side does, 0 for a draw. So a sooner win is worth more, and every question below has the form
"is the score above `alpha`?" (a null window).

The search is an alpha-beta search with a memory, and what makes it fast are the things it need not look at. Each is
named by a switch here, so that its gain can be measured (`benchmarks/solver.py`); docs/connect4.md has the figures.
"""

from typing import Any

import numpy as np

from sparring.games.connect4.board import (
    BOARD,
    BOTTOM,
    CELLS,
    CENTRE_FIRST,
    COLUMN,
    STRIDE,
    WIDTH,
    Board,
    columns,
    fours,
    landing_cells,
    play,
    result,
    score_of,
    winning_cells,
)
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import NOT_OVER, popcount

FOLLOW_UP = ODD_THREATS = FORCED_REPLIES = CHILDREN_REMEMBERED = THREATS_FIRST = OUTSIDE_IN = True
"""The techniques; each is explained where it is used."""

ODD = BOTTOM * 0b010101
"""The first, third and fifth row: the cells that the first player gets if everybody always plays on top."""

EVEN = BOTTOM * 0b101010
"""The others, which the second player gets."""

UP_TO_ROW = tuple(BOTTOM * ((1 << row) - 1) for row in range(STRIDE))
"""All cells up to a row."""

UNREMEMBERED_FROM = 28
"""With so many discs on the board, looking a child up costs more than searching it."""

GAVE_UP = 100
"""What a search answers that was stopped."""

# ---------------------------------------------------------------------- the memory
#
# One entry is 64 bits: 39 of the position's hash, the age of the memory, the size of the searched tree, and a lower and
# an upper bound for the score. The other ten bits of the hash are part of the entry's place. The hash is a product
# modulo 2^49 with an odd factor, which no two positions share: what is found is always the right position.

HASH_BITS = 49
HASH_FACTOR = 0x1D8AF06A5B2D7
TINY, SMALL, LARGE = 10, 16, 21
"""Sizes, as powers of two: 16 KB, 1 MB, 32 MB. The small one stays in the processor's cache, which matters more than
room until some hundred million positions are searched."""

TAG_SHIFT, AGE_SHIFT, SIZE_SHIFT, LOW_SHIFT = 25, 17, 12, 6
AGES = 256
BIAS = 22
"""Added to scores, so that they are not negative in an entry."""

WORST, BEST = -BIAS, BIAS
ALL = 1 << 62

LANES = 8
"""Columns, and one more: the compiler works on several at once if it is not told that there are always eight."""

MEMORY = np.dtype(
    [
        ("low", "i8"),  # what is asked: a score from low to high …
        ("high", "i8"),
        ("most", "i8"),  # … found with so many positions at the most
        ("highest", "i8"),  # what was found: the highest score that is possible
        ("nodes", "i8"),  # positions looked at
        ("limit", "i8"),  # give up after so many
        ("stop", "i8"),  # set from another thread: give up now
        ("lanes", "i8"),
        ("shift", "i8"),  # how much of the hash is the place in the table
        ("start", "i8"),  # where the table in use begins
        ("age", "i8"),  # entries of another age are forgotten
        ("rank", "i8", (LANES,)),  # the columns in order of their distance from the centre
        ("worth", "i8", (CELLS + 1, LANES)),  # by the number of discs: how promising each column is
        ("wins", "i8", (CELLS + 1, LANES)),  # and the winning cells after a disc there
        ("table", "i8", ((2 << TINY) + (2 << LARGE),)),
    ],
    align=True,
)
"""Everything that a search writes to, behind one pointer: arrays as arguments would be counted at every call."""


def new_memory() -> Any:
    """An empty memory; it is one search's own."""
    memory = np.zeros(1, MEMORY)
    memory["low"], memory["high"], memory["most"], memory["age"] = WORST, BEST, ALL, 1
    memory["lanes"] = LANES
    for place, column in enumerate(reversed(CENTRE_FIRST)):
        memory["rank"][0, column] = place
    return memory


# ---------------------------------------------------------------------- the search


@compiled
def search(memory, mine, both, their_wins, discs, alpha):
    """A lower bound of the score if it is above alpha, else an upper bound.

    The side to move cannot win at once; `their_wins` are the cells where the other side would.
    """
    sign = 1
    while True:
        memory.nodes += 1
        playable = landing_cells(both)
        urgent = their_wins & playable
        moves = playable & ~(their_wins >> 1)  # under a cell where they would win nobody plays
        if urgent:
            moves &= urgent if urgent & (urgent - 1) == 0 else 0
        if moves == 0:
            return -sign * (CELLS - discs >> 1)
        if discs >= CELLS - 2:
            return 0
        highest = CELLS - 1 - discs >> 1  # nobody wins with the next disc, so scores are limited
        lowest = -(CELLS - 2 - discs >> 1)
        if alpha >= highest:
            return sign * highest
        if alpha < lowest:
            return sign * lowest
        if not FORCED_REPLIES or moves & (moves - 1):
            break
        # The only move is played right here: no ordering, nothing to look up, nothing to remember.
        my_wins = winning_cells(mine | moves)
        mine, both, their_wins = mine ^ both, both | moves, my_wins
        sign, alpha, discs = -sign, -alpha - 1, discs + 1

    if memory.nodes > memory.limit or memory.stop:
        return GAVE_UP

    table = memory.table
    slot, tag = place_of(memory, mine, both)
    known = remembered(table, slot, tag)
    if known:
        low, high = lower_bound(known), upper_bound(known)
        if low > alpha:
            return sign * low
        if high <= alpha:
            return sign * high
        lowest, highest = max(lowest, low), min(highest, high)

    theirs = mine ^ both
    if look_at_moves(memory, mine, both, moves, discs, alpha + 1):
        return sign * max(alpha + 1, discs & 1 ^ 1)

    if CHILDREN_REMEMBERED and discs < UNREMEMBERED_FROM:
        # A child that is remembered as bad enough for the other side settles it without any search.
        for column in range(WIDTH):
            disc = moves & COLUMN << STRIDE * column
            if disc:
                child_slot, child_tag = place_of(memory, theirs, both | disc)
                known = remembered(table, child_slot, child_tag)
                if known and -upper_bound(known) > alpha:
                    return sign * -upper_bound(known)

    nodes = memory.nodes
    best = -GAVE_UP
    worth, wins = memory.worth[discs], memory.wins[discs]
    while best <= alpha:
        promising = -1
        for column in range(memory.lanes):
            promising = max(promising, worth[column])
        if promising < 0:
            break
        column = promising & 7
        worth[column] = -1
        disc = moves & COLUMN << STRIDE * column
        value = -search(memory, theirs, both | disc, wins[column], discs + 1, -alpha - 1)
        if value == -GAVE_UP:
            return GAVE_UP
        best = max(best, value)

    if best > alpha:
        lowest = max(lowest, best)
    else:
        highest = min(highest, best)
    remember(table, slot, tag, memory.nodes - nodes, lowest, highest)
    return sign * best


@compiled
def look_at_moves(memory, mine, both, moves, discs, wanted):
    """Order the moves, and see whether one of them surely gets the wanted score without any search.

    All columns at once: these loops have no branches, so the compiler takes several columns in one step.
    """
    worth, wins, rank = memory.worth[discs], memory.wins[discs], memory.rank
    playable = landing_cells(both)
    threatened = 0
    for column in range(memory.lanes):
        disc = moves & COLUMN << STRIDE * column
        wins[column] = winning_cells(mine | disc)
        threats = wins[column] & ~both
        threatened |= threats
        # The more winning cells a move makes, the better; playable ones count more, as do those one disc higher.
        made = 4 * popcount(threats) + 2 * popcount(threats & playable) + popcount(threats & playable << 1)
        worth[column] = (made if THREATS_FIRST else 0) << 6 | rank[column] << 3 | column if disc else -1
    if discs & 1:
        return FOLLOW_UP and wanted <= 3 and holds_by_following_up(memory, mine, both, moves, wanted)
    return ODD_THREATS and wanted <= 2 and wins_by_odd_threat(memory, mine, both, moves, wins, threatened, wanted)


@compiled
def holds_by_following_up(memory, mine, both, moves, wanted):
    """Whether the second player, after one of these moves, gets the wanted score by always playing on top.

    After its move an even number of discs is on the board. Whatever disc the first player drops, the second drops one
    on top of it, and so gets every even cell that cannot be reached yet. The even cells that can be reached now are an
    even number: when the first player takes one, the second takes another, so any of them may be the first player's.
    If the first player has no four in its discs, the odd cells and those, it never wins. If the second player has one
    in its discs and the even cells promised to it, it wins in the end; when the last of these is filled, all cells
    above it are still empty, so the row of the highest tells how early.
    """
    theirs = mine ^ both
    promised_rows = UP_TO_ROW[CELLS // WIDTH + 2 - 2 * wanted] if wanted > 0 else 0
    held = 0
    for column in range(memory.lanes):
        disc = moves & COLUMN << STRIDE * column
        taken = both | disc
        playable = taken + BOTTOM
        stopped = fours(theirs | ODD & ~taken | EVEN & playable) == 0
        promised = EVEN & ~taken & ~playable & promised_rows
        enough = (wanted <= 0) | (fours(mine | disc | promised) != 0)
        held |= disc if stopped & enough else 0
    return held != 0


@compiled
def wins_by_odd_threat(memory, mine, both, moves, wins, threatened, wanted):
    """Whether the first player, after one of these moves, wins by a winning cell on an odd row that must be reached.

    Let that cell be in row r of column c, not playable yet. The first player answers on top in all other columns, so
    that the second gets their odd cells only; in c the second player gets the even cells below r, and at last must play
    right under r. Cells that are playable now may go either way. If the second player has no four in all that, the
    first wins: when all else is full, with disc 36 + r.
    """
    theirs = mine ^ both
    rows = ODD & UP_TO_ROW[5] if wanted <= 1 else ODD & UP_TO_ROW[3]
    threatened &= rows & ~landing_cells(both)
    won = 0
    for index in range(WIDTH):
        threat_column = COLUMN << STRIDE * index
        if threatened & threat_column:
            for column in range(memory.lanes):
                disc = moves & COLUMN << STRIDE * column
                taken = both | disc
                playable = (taken + BOTTOM) & BOARD
                threat = wins[column] & rows & threat_column & ~taken & ~playable
                lowest = threat & -threat
                below = EVEN & threat_column & (lowest - 1)
                reached = theirs | playable | (ODD & ~threat_column | below) & ~taken
                sure = (disc != 0) & (threat != 0) & (fours(reached) == 0)
                won |= disc if sure else 0
    return won != 0


# ---------------------------------------------------------------------- remembering


@compiled
def place_of(memory, mine, both):
    """Where a position is remembered: the first of two slots, and the tag by which it is known there."""
    hashed = (both + mine) * HASH_FACTOR & (1 << HASH_BITS) - 1
    tag = (hashed & (1 << HASH_BITS - TINY) - 1) << TAG_SHIFT | memory.age << AGE_SHIFT
    return memory.start + (hashed >> memory.shift << 1), tag


@compiled
def remembered(table, slot, tag):
    """What is known of a position, or 0."""
    if table[slot] >> AGE_SHIFT << AGE_SHIFT == tag:
        return table[slot]
    if table[slot + 1] >> AGE_SHIFT << AGE_SHIFT == tag:
        return table[slot + 1]
    return 0


@compiled
def lower_bound(known):
    """The least score that an entry allows."""
    return (known >> LOW_SHIFT & 63) - BIAS


@compiled
def upper_bound(known):
    """The highest score that an entry allows."""
    return (known & 63) - BIAS


@compiled
def remember(table, slot, tag, nodes, low, high):
    """Keep both bounds. The first slot is for what took longest to find out, the second for the latest."""
    size = 0
    while nodes:
        nodes >>= 1
        size += 1
    known = tag | size << SIZE_SHIFT | low + BIAS << LOW_SHIFT | high + BIAS
    first = table[slot]
    if first >> AGE_SHIFT << AGE_SHIFT == tag:
        table[slot] = known
    elif table[slot + 1] >> AGE_SHIFT << AGE_SHIFT == tag:
        table[slot + 1] = known
    elif first >> AGE_SHIFT & AGES - 1 != tag >> AGE_SHIFT & AGES - 1 or first >> SIZE_SHIFT & 31 <= size:
        table[slot], table[slot + 1] = known, first
    else:
        table[slot + 1] = known


@compiled
def use_tiny_table(memory):
    """Remember in 16 KB from now on."""
    memory.shift, memory.start = HASH_BITS - TINY, 0


@compiled
def use_large_table(memory, bits):
    """Remember in the large table from now on, or in the beginning of it."""
    memory.shift, memory.start = HASH_BITS - bits, 2 << TINY


# ---------------------------------------------------------------------- which questions to ask

FIRST_NODES = 4_000
NEXT_NODES = 30_000
SMALL_UNTIL = 100_000_000


@entry("the Connect Four solver")
def narrow(room, mine, both):
    """Narrow a score down to a single one, unless stopped: the lowest that is possible, the highest is in the memory.

    Short wins and losses are found soonest from the outside in: a question about the earliest possible end needs only a
    shallow search. Other scores are found soonest from the inside out: first "does the first player win?", the question
    for which the static bounds are made, and then on from the answer. Nobody knows beforehand which it will be, so both
    get a share of the work, a small one at first and then four times as much each time.
    """
    memory = room.view(MEMORY)[0]  # plain numbers are handed over faster than records
    discs = popcount(both)
    memory.nodes = 0
    if winning_cells(mine) & landing_cells(both):
        memory.highest = CELLS + 1 - discs >> 1
        return memory.highest
    low, high = max(memory.low, -(CELLS - discs >> 1)), min(memory.high, CELLS - 1 - discs >> 1)
    their_wins = winning_cells(mine ^ both)
    use_tiny_table(memory)
    memory.limit = min(FIRST_NODES, memory.most)
    if OUTSIDE_IN:
        low, high = from_outside_in(memory, mine, both, their_wins, discs, low, high)
    share = NEXT_NODES
    while low < high and not memory.stop and memory.nodes < memory.most:
        use_large_table(memory, SMALL if share < SMALL_UNTIL else LARGE)
        memory.limit = min(memory.nodes + share, memory.most)
        low, high = from_inside_out(memory, mine, both, their_wins, discs, low, high)
        memory.limit = min(memory.nodes + share // 4, memory.most)
        if OUTSIDE_IN:
            low, high = from_outside_in(memory, mine, both, their_wins, discs, low, high)
        share *= 4
    memory.highest = high
    return low


@compiled
def from_outside_in(memory, mine, both, their_wins, discs, low, high):
    """Ask whether it is the highest score, then the lowest, the next highest, and so on."""
    from_above = True
    while low < high:
        alpha = high - 1 if from_above else low
        value = search(memory, mine, both, their_wins, discs, alpha)
        if value == GAVE_UP:
            break
        if value > alpha:
            low = value
        else:
            high = value
        from_above = not from_above
    return low, high


@compiled
def from_inside_out(memory, mine, both, their_wins, discs, low, high):
    """Ask whether the first player wins, and if so, whether sooner, and still sooner; else whether it loses."""
    alpha = -(discs & 1)
    while low < high:
        alpha = min(max(alpha, low), high - 1)
        value = search(memory, mine, both, their_wins, discs, alpha)
        if value == GAVE_UP:
            break
        if value > alpha:
            low = alpha = value
        else:
            high = value
            alpha = value - 1
    return low, high


# ---------------------------------------------------------------------- for the interpreter


class Solver:
    """Finds scores. One solver is for one thread at a time."""

    def __init__(self) -> None:
        self._memory = new_memory()
        self._room = self._memory.view(np.int64)

    @property
    def nodes(self) -> int:
        """Positions looked at by the last search."""
        return int(self._memory["nodes"][0])

    def solve(self, position: Board) -> int:
        """The score of a position that is not over, whatever time it takes."""
        mine, both = position
        return narrow(self._room, mine, both)  # type: ignore[no-any-return]

    def best(self, position: Board) -> tuple[int, int]:
        """The score of a position that is not over, and its best column."""
        score = self.solve(position)
        return score, self.move_for(position, score)

    def move_for(self, position: Board, score: int) -> int:
        """The column that reaches the score of a position, of several the one nearest to the centre."""
        *others, last = columns(position)
        return next((column for column in others if self.reaches(position, column, score)), last)

    def reaches(self, position: Board, column: int, score: int, most: int = ALL) -> bool:
        """Whether a move gets a score at the least, as far as can be told by looking at so many positions."""
        following = play(position, column)
        outcome = result(following)
        if outcome != NOT_OVER:
            return score_of(position, -outcome, 1) >= score
        _, highest = self.narrow(following, -score, 1 - score, most)
        return highest <= -score

    def narrow(self, position: Board, low: int = WORST, high: int = BEST, most: int = ALL) -> tuple[int, int]:
        """The least and the highest score that are still possible: the same one, unless it was stopped.

        With narrower bounds to begin with it only finds out where between them the score is, or on which side. `most`
        is how many positions it may look at.
        """
        memory = self._memory
        memory["low"], memory["high"], memory["most"] = low, high, most
        low, high = narrow(self._room, position.mine, position.both), int(memory["highest"][0])
        memory["low"], memory["high"], memory["most"] = WORST, BEST, ALL
        return low, high

    def forget(self) -> None:
        """Forget what earlier searches have found out.

        It would still be true, and help. But then how much work a search is would depend on what came before.
        """
        self._memory["age"] += 1
        if self._memory["age"] == AGES:
            self._memory["age"] = 1
            self._memory["table"] = 0

    def stop(self) -> None:
        """Make a search in another thread give up at once, and every later one, until `go_on`."""
        self._memory["stop"] = 1

    @property
    def stopped(self) -> bool:
        """Whether it was told to give up, so that the last answer may be a guess."""
        return bool(self._memory["stop"][0])

    def go_on(self) -> None:
        """Search again."""
        self._memory["stop"] = 0


def warm_up() -> None:
    """Compile the solver, or load it."""
    three_each = 0b111 | 0b111 << STRIDE
    Solver().solve(Board(0b111, three_each))
