# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Proving that one side wins, whatever the other does: by threats, and by what a defender could do about them.

`attack` asks whether the side to move wins by placing so many stones at the most, `defend` the same when the other side
is to move. What makes the answers quick:

- *Fours first.* A side that lacks one stone in a line must be answered there and nowhere else.
- *Threats of threats.* A quiet stone is worth looking at only if it would win when the other side passed. How often
  this is asked one inside the other is the `level`: at level 1 the attacker only makes fours, at level 2 also what
  threatens to win by fours, and so on. With as many levels as stones nothing is left out, and a "no" is a proof too.
- *Zones.* The win against a pass uses only some cells. A defender's stone anywhere else changes nothing, unless it
  helps to a four of their own; so only these cells are tried, and what the answers to them use is added.

A zone holds every empty cell that the winning side needs, every cell where the defender is made to answer, and every
cell of a line that lacks the defender just two stones at any time (with one more there, they would make a four).
The proof of a win is its zone, so a search gives back a zone, and 0 for none.
"""

from collections.abc import Iterator

import numpy as np
from numba import njit

from sparring.games.mnk.board import Board, bits, cells, full, one_short, play, threats, two_short
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import mixed, popcount

inlined = njit(inline="always")
"""For half of two functions that call each other: compiled as one that calls itself, it can be loaded again."""

THREATS = 2
"""The level of a search for threats: fours, and what threatens to win by fours."""

ENTRIES = 1 << 19
NO_LIMIT = 1 << 62

FAR_APART = -7046029254386353131
"""How far the hash of a position moves with the age of the memory, while its slot stays the same."""

ATTACKER, DEFENDER = 0, 1

MEMORY = np.dtype(
    [
        ("nodes", "i8"),  # positions looked at
        ("limit", "i8"),  # give up after so many
        ("stop", "i8"),  # set from another thread: give up now
        ("age", "i8"),  # what was remembered at another age is forgotten
        ("board", "i8"),  # its cells
        ("width", "i8"),
        ("length", "i8"),
        ("good", "i8", (2, 64)),  # how often a cell has helped an attacker, and a defender
        ("key", "i8", (ENTRIES,)),
        ("known", "i8", (ENTRIES,)),  # 6 bits each: won with so many stones; not won with so many, at this level
        ("zone", "i8", (ENTRIES,)),
    ],
    align=True,
)
"""Everything that a proof writes to, behind one pointer."""


@compiled
def attack(memory, attacker, defender, stones, level):
    """The zone of a win of the attacker, who is to move and may place so many stones."""
    memory.nodes += 1
    width, length, empty = memory.width, memory.length, memory.board & ~(attacker | defender)
    wins = one_short(attacker, empty, width, length)
    if wins:
        return lowest(wins)
    must = one_short(defender, empty, width, length)
    if stones == 1 or several(must):
        return 0
    fours = two_short(attacker, empty, width, length)
    if fours == 0 and (stones == 2 or level == 1):
        return 0
    if stones == 2:
        return two_at_once(memory, attacker, defender, empty, fours & must if must else fours)

    if memory.nodes > memory.limit:
        memory.stop = 1
    if memory.stop:
        return 0
    hashed = mixed(mixed(attacker) + defender)
    slot = hashed & ENTRIES - 1
    hashed += memory.age * FAR_APART
    known = memory.known[slot] if memory.key[slot] == hashed else 0
    if 0 < won_with(known) <= stones:
        return memory.zone[slot]
    if refuted(known, stones, level):
        return 0

    zone, to_try = 0, must if must else empty
    if level == 1:
        to_try &= fours
    while to_try and zone == 0:
        stone = best_of(to_try & fours if to_try & fours else to_try, memory.good[ATTACKER])
        to_try ^= stone
        zone = defend(memory, attacker | stone, defender, stones - 1, level)
        if memory.stop:
            return 0
        if zone:
            note(memory.good[ATTACKER], stone, stones)
            zone |= stone | two_short(defender, empty, width, length)
    memory.key[slot] = hashed
    memory.zone[slot] = zone
    memory.known[slot] = stones if zone else stones << 6 | level << 12
    return zone


@compiled
def two_at_once(memory, attacker, defender, empty, to_try):
    """The zone of a win with two stones: the first makes two fours, of which only one can be answered."""
    while to_try:
        stone = lowest(to_try)
        to_try ^= stone
        wins = one_short(attacker | stone, empty ^ stone, memory.width, memory.length)
        if several(wins):
            first = lowest(wins)
            return stone | first | lowest(wins ^ first) | two_short(defender, empty, memory.width, memory.length)
    return 0


@inlined
def defend(memory, attacker, defender, stones, level):
    """The zone of a win of the attacker, who may place so many more stones after whatever the defender plays now."""
    memory.nodes += 1
    width, length, empty = memory.width, memory.length, memory.board & ~(attacker | defender)
    if empty == 0 or one_short(defender, empty, width, length):
        return 0
    wins = one_short(attacker, empty, width, length)
    counters = two_short(defender, empty, width, length)
    if several(wins):
        first = lowest(wins)
        return first | lowest(wins ^ first) | counters
    if wins:
        zone = attack(memory, attacker, defender | wins, stones, level)
        return zone | wins | counters if zone else 0
    if stones == 1 or level == 1:
        return 0

    zone = attack(memory, attacker, defender, stones, level - 1)  # as if the defender passed
    if zone == 0:
        return 0
    zone |= counters
    tried = 0
    while zone & empty & ~tried:
        stone = best_of(zone & empty & ~tried, memory.good[DEFENDER])
        tried |= stone
        answer = attack(memory, attacker, defender | stone, stones, level)
        if answer == 0:
            note(memory.good[DEFENDER], stone, stones)
            return 0
        zone |= answer
    return zone


@compiled
def won_with(known):
    """With how many stones a position is known to be won, or 0."""
    return known & 63


@compiled
def refuted(known, stones, level):
    """Whether it is known that so many stones do not win, at this level."""
    failed, at_level = known >> 6 & 63, known >> 12 & 63
    return stones <= failed and (level <= at_level or at_level >= failed)


@compiled
def lowest(cells):
    """One of the cells."""
    return cells & -cells


@compiled
def several(cells):
    """Whether there are two or more."""
    return cells & cells - 1 != 0


@compiled
def best_of(cells, good):
    """The one of the cells that has helped most so far."""
    best, most = 0, -1
    while cells:
        cell = lowest(cells)
        cells ^= cell
        helped = good[popcount(cell - 1)]
        if helped > most:
            best, most = cell, helped
    return best


@compiled
def note(good, cell, stones):
    """Remember that a cell has helped: the earlier in a win, the more."""
    good[popcount(cell - 1)] += stones * stones


@entry("the proof search")
def prove(room, attacker, defender, stones, level, attacker_moves):
    """Search from the interpreter."""
    memory = room.view(MEMORY)[0]
    if attacker_moves:
        return attack(memory, attacker, defender, stones, level)
    return defend(memory, attacker, defender, stones, level)


# ---------------------------------------------------------------------- for the interpreter


class Prover:
    """Proves wins on boards of one size. One prover is for one thread at a time."""

    def __init__(self, board: Board) -> None:
        self._memory = np.zeros(1, MEMORY)
        self._memory["board"] = full(board.width, board.height)
        self._memory["width"], self._memory["length"] = board.width, board.length
        self._room = self._memory.view(np.int64)
        self.stopped = False
        """Whether it was told to give up."""

        self.limit_nodes(NO_LIMIT)

    @property
    def nodes(self) -> int:
        """Positions looked at since it was told to forget."""
        return int(self._memory["nodes"][0])

    def limit_nodes(self, most: int) -> None:
        """Give up after looking at so many positions more."""
        self._memory["limit"] = min(NO_LIMIT, self.nodes + most)
        self._memory["stop"] = 0
        if self.stopped:  # which may have happened just now
            self._memory["stop"] = 1

    def wins(self, board: Board, stones: int, level: int = 0) -> bool | None:
        """Whether the side to move wins by placing so many stones at most; None if it had to give up.

        A level makes it a search for threats alone, whose "no" proves nothing.
        """
        return self._prove(board.mine, board.theirs, stones, level, attacker_moves=True)

    def has_won(self, board: Board, stones: int, level: int = 0) -> bool | None:
        """Whether the side that has just moved wins by placing so many stones more, whatever the other side does."""
        if stones < 1:
            return False
        return self._prove(board.theirs, board.mine, stones, level, attacker_moves=False)

    def _prove(self, attacker: int, defender: int, stones: int, level: int, attacker_moves: bool) -> bool | None:
        found = prove(self._room, attacker, defender, stones, level or stones + 1, attacker_moves)
        return None if self.gave_up else bool(found)

    @property
    def gave_up(self) -> bool:
        """Whether the last search had to end before it had an answer."""
        return bool(self._memory["stop"][0])

    def forget(self) -> None:
        """Forget what earlier searches have found out, so that how much work a search is does not depend on them."""
        self._memory["age"] += 1
        self._memory["good"] = 0
        self._memory["nodes"] = 0
        self.limit_nodes(NO_LIMIT)

    def stop(self) -> None:
        """Make a search in another thread give up at once, and every later one, until `go_on`."""
        self.stopped = True
        self._memory["stop"] = 1

    def go_on(self) -> None:
        """Search again."""
        self.stopped = False
        self._memory["stop"] = 0

    # ------------------------------------------------------------------ what follows from a proof

    def winning_move(self, board: Board, stones: int, level: int = 0) -> int | None:
        """A cell with which the side to move wins by placing so many stones; None if none is found."""
        won, _ = threats(board)
        wins = (cell for cell in _free(board) if self.has_won(play(board, cell), stones - 1, level))
        return next(bits(won) if won else wins, None)

    def longest_defence(self, board: Board, stones: int, level: int = 0) -> int:
        """A cell after which the other side, which wins with so many stones, needs all of them."""
        _, lost = threats(board)
        free = list(_free(board))
        long = (cell for cell in free if not self.wins(play(board, cell), stones - 1, level))
        return next(bits(lost) if lost else long, free[0])

    def line(self, board: Board, stones: int, level: int, winner_moves: bool) -> Iterator[int]:
        """How a win with so many stones is played out: the winner's moves, and those that hold out longest."""
        while stones:
            if winner_moves:
                cell = self.winning_move(board, stones, level)
                stones -= 1
            else:
                cell = self.longest_defence(board, stones, level)
            if cell is None or self.gave_up:
                return
            yield cell
            board, winner_moves = play(board, cell), not winner_moves


def _free(board: Board) -> Iterator[int]:
    return (cell for cell in cells(*board[2:]) if not board.both >> cell & 1)


def winning_tree(board: Board, stones: int, level: int = 0) -> dict[str, int]:
    """How large a win with so many stones is: one move of the winner in each position, and every reply.

    Positions that are reached in several ways are counted once.
    """
    prover = Prover(board)
    layer, decisions, finishes = {board: stones}, 0, 0
    while layer:
        replies: dict[Board, int] = {}
        for position, most in layer.items():
            if threats(position)[0]:
                finishes += 1
                continue
            decisions += 1
            needed = next(number for number in range(2, most + 1) if prover.wins(position, number, level))
            winning = prover.winning_move(position, needed, level)
            assert winning is not None
            following = play(position, winning)
            for cell in _free(following):
                replies[play(following, cell)] = needed - 1
        layer = replies
    return {"positions": decisions + finishes, "decisions": decisions, "finishes": finishes}


def warm_up(board: Board) -> None:
    """Compile the search, or load it."""
    Prover(board).wins(board, 1)
