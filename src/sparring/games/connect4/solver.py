# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The exact score of any Connect Four position.

A score says how the game ends if neither side errs: +n if the side to move wins with its n-th disc from the end of its
supply, -n if the other side does, 0 for a draw. So a sooner win is worth more, and every question below has the form
"is the score above `alpha`?" (a null window).

This is an alpha-beta search with a transposition table. What makes it fast is what it does not have to search. Each
technique has a switch here, so that its gain can be measured (`benchmarks/solver.py`); docs/connect4.md has the
figures.
"""

from typing import Any

import numpy as np

from sparring.games.connect4.board import (
    CELLS,
    CENTRE_FIRST,
    COLUMN,
    STRIDE,
    WIDTH,
    Board,
    columns,
    landing_cells,
    play,
    result,
    score_of,
    winning_cells,
)
from sparring.games.connect4.solver_table import (
    AGES,
    BIAS,
    LARGE,
    SMALL,
    WORDS,
    lower_bound,
    place_of,
    probe,
    store,
    upper_bound,
    use_large_table,
    use_tiny_table,
)
from sparring.games.connect4.zugzwang import LANES, holds_by_following_up, wins_by_odd_threat
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import NOT_OVER, popcount

FOLLOW_UP = ODD_THREATS = FORCED_REPLIES = CHILDREN_REMEMBERED = THREATS_FIRST = OUTSIDE_IN = True
"""The techniques; each is explained where it is used."""

NOT_STORED_FROM = 28
"""With this many discs on the board, probing the table for a child costs more than searching it."""

GAVE_UP = 100
"""The result of a search that was stopped."""

WORST, BEST = -BIAS, BIAS
ALL = 1 << 62
"""A limit on nodes that is never reached."""

MEMORY = np.dtype(
    [
        ("low", "i8"),  # the question: where between low and high is the score …
        ("high", "i8"),
        ("most", "i8"),  # … found with at most this many nodes?
        ("highest", "i8"),  # the answer, besides the lowest possible score: the highest possible score
        ("nodes", "i8"),  # positions visited
        ("limit", "i8"),  # give up after this many nodes
        ("stop", "i8"),  # not 0: give up now; another thread may set it
        ("lanes", "i8"),
        ("shift", "i8"),  # how far the hash is shifted to get the place in the table
        ("start", "i8"),  # where the table in use begins
        ("age", "i8"),  # table entries of another age count as empty
        ("rank", "i8", (LANES,)),  # the higher, the nearer to the centre the column is
        ("priority", "i8", (CELLS + 1, LANES)),  # by the number of discs: how soon each column is searched
        ("wins", "i8", (CELLS + 1, LANES)),  # and the winning cells after a disc there
        ("table", "i8", (WORDS,)),
    ],
    align=True,
)
"""Everything that a search writes to, behind one pointer.

Numba counts references to arrays that are arguments at every call.
"""


def new_memory() -> Any:
    """An empty memory, for one search at a time."""
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
    # One long function: a call at every step would cost the speed that this solver is about.
    sign = 1
    while True:
        memory.nodes += 1
        playable = landing_cells(both)
        urgent = their_wins & playable
        moves = playable & ~(their_wins >> 1)  # a disc right below a cell where they win would lose
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
        # A forced move is played right here: there is nothing to order, to probe or to store.
        my_wins = winning_cells(mine | moves)
        mine, both, their_wins = mine ^ both, both | moves, my_wins
        sign, alpha, discs = -sign, -alpha - 1, discs + 1

    if memory.nodes > memory.limit or memory.stop:
        return GAVE_UP

    table = memory.table
    slot, tag = place_of(memory, mine, both)
    known = probe(table, slot, tag)
    if known:
        low, high = lower_bound(known), upper_bound(known)
        if low > alpha:
            return sign * low
        if high <= alpha:
            return sign * high
        lowest, highest = max(lowest, low), min(highest, high)

    theirs = mine ^ both
    if order_moves(memory, mine, both, moves, discs, alpha + 1):
        return sign * max(alpha + 1, discs & 1 ^ 1)

    if CHILDREN_REMEMBERED and discs < NOT_STORED_FROM:
        # If the table holds a child that is bad enough for the other side, no search is needed.
        for column in range(WIDTH):
            disc = moves & COLUMN << STRIDE * column
            if disc:
                child_slot, child_tag = place_of(memory, theirs, both | disc)
                known = probe(table, child_slot, child_tag)
                if known and -upper_bound(known) > alpha:
                    return sign * -upper_bound(known)

    nodes = memory.nodes
    best = -GAVE_UP
    priority, wins = memory.priority[discs], memory.wins[discs]
    while best <= alpha:
        first = -1
        for column in range(memory.lanes):
            first = max(first, priority[column])
        if first < 0:
            break
        column = column_of(first)
        priority[column] = -1
        disc = moves & COLUMN << STRIDE * column
        value = -search(memory, theirs, both | disc, wins[column], discs + 1, -alpha - 1)
        if value == -GAVE_UP:
            return GAVE_UP
        best = max(best, value)

    if best > alpha:
        lowest = max(lowest, best)
    else:
        highest = min(highest, best)
    store(table, slot, tag, memory.nodes - nodes, lowest, highest)
    return sign * best


@compiled
def order_moves(memory, mine, both, moves, discs, wanted):
    """Order the moves; True if one of them is sure to get the wanted score without any search.

    These loops have no branches, so the compiler handles several columns in one step.
    """
    priority, wins, rank = memory.priority[discs], memory.wins[discs], memory.rank
    playable = landing_cells(both)
    threatened = 0
    for column in range(memory.lanes):
        disc = moves & COLUMN << STRIDE * column
        wins[column] = winning_cells(mine | disc)
        threats = wins[column] & ~both
        threatened |= threats
        # The more winning cells a move makes, the better. Playable ones count most, then those one disc higher.
        made = 4 * popcount(threats) + 2 * popcount(threats & playable) + popcount(threats & playable << 1)
        priority[column] = packed_priority(made if THREATS_FIRST else 0, rank[column], column) if disc else -1
    if discs & 1:
        return FOLLOW_UP and wanted <= 3 and holds_by_following_up(memory, mine, both, moves, wanted)
    return ODD_THREATS and wanted <= 2 and wins_by_odd_threat(memory, mine, both, moves, wins, threatened, wanted)


@compiled
def packed_priority(threats, rank, column):
    """The priority of a column: more threats first, then the nearer to the centre; the column itself is in it."""
    return threats << 6 | rank << 3 | column


@compiled
def column_of(priority):
    """The column that a priority belongs to."""
    return priority & 7


# ---------------------------------------------------------------------- which questions to ask

FIRST_NODES = 4_000
"""Nodes for the first questions."""

NEXT_NODES = 30_000
"""Nodes for the next ones; after that always four times as many."""

SMALL_UNTIL = 100_000_000
"""With this many nodes to search, the large table is better than the small one."""


@entry("the Connect Four solver")
def narrow(room, mine, both):
    """Narrow the possible scores down to one, unless stopped: returns the lowest, and leaves the highest in the memory.

    Short wins and losses are found soonest from the outside in: a question about the earliest possible end needs only a
    shallow search. Other scores are found soonest from the inside out: first "does the first player win?", the question
    that the rules about zugzwang answer best, and then on from the answer. Nobody knows beforehand which it will be, so
    both get a share of the nodes, a small one at first and then four times as many each time.
    """
    memory = room.view(MEMORY)[0]  # the interpreter hands over plain numbers faster than records
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
    """Ask whether the score is the highest one, then whether it is the lowest, then the next highest, and so on."""
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
    """Ask whether the first player wins; if so, whether it wins sooner, and still sooner; if not, whether it loses."""
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
        """Positions visited by the last search."""
        return int(self._memory["nodes"][0])

    def solve(self, position: Board) -> int:
        """The score of a position that is not over, however long it takes."""
        mine, both = position
        return narrow(self._room, mine, both)  # type: ignore[no-any-return]

    def best(self, position: Board) -> tuple[int, int]:
        """The score of a position that is not over, and its best column."""
        score = self.solve(position)
        return score, self.move_for(position, score)

    def move_for(self, position: Board, score: int) -> int:
        """The column that gets the score of a position; of several, the one nearest to the centre."""
        *others, last = columns(position)
        return next((column for column in others if self.reaches(position, column, score)), last)

    def reaches(self, position: Board, column: int, score: int, most: int = ALL) -> bool:
        """True if a move gets at least a score; also False if that takes more than `most` nodes."""
        following = play(position, column)
        outcome = result(following)
        if outcome != NOT_OVER:
            return score_of(position, -outcome, 1) >= score
        _, highest = self.narrow(following, -score, 1 - score, most)
        return highest <= -score

    def narrow(self, position: Board, low: int = WORST, high: int = BEST, most: int = ALL) -> tuple[int, int]:
        """The lowest and the highest score that are still possible: the same one, unless the search was stopped.

        With narrower bounds to begin with, it only finds out where between them the score is, or on which side. It may
        visit at most `most` nodes.
        """
        memory = self._memory
        memory["low"], memory["high"], memory["most"] = low, high, most
        low, high = narrow(self._room, position.mine, position.both), int(memory["highest"][0])
        memory["low"], memory["high"], memory["most"] = WORST, BEST, ALL
        return low, high

    def forget(self) -> None:
        """Forget what earlier searches have found.

        It would still be true, and help. But then the nodes of a search would depend on what was searched before.
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
        """True if it was told to give up, so that the last answer may be incomplete."""
        return bool(self._memory["stop"][0])

    def go_on(self) -> None:
        """Search again."""
        self._memory["stop"] = 0


def warm_up() -> None:
    """Compile the solver, or load it."""
    three_each = 0b111 | 0b111 << STRIDE
    Solver().solve(Board(0b111, three_each))
