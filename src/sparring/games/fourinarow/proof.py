# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Proofs that one side wins, whatever the other does: a search of threats and of the answers to them.

`attack` asks whether the side to move wins by placing at most this many stones. `defend` asks the same when the other
side is to move. A *four* is a move after which one more stone completes a line. Three ideas make the search fast:

- *Fours first.* A four must be answered on the one cell that completes the line.
- *Threats of threats.* A quiet move is worth searching only if it would win in case the other side passed. That
  question can be nested, and the `level` says how deep: at level 1 the attacker plays fours only, at level 2 also moves
  that threaten to win by fours, and so on. With as many levels as stones nothing is left out, so a "no" is a proof too.
- *Zones.* A win against a pass uses only some cells. A defender's stone on any other cell changes nothing, unless it
  helps the defender to a four. So only these cells are tried as defences, and the cells that the answers use are added.

A zone holds every empty cell that the winning side needs, every cell where the defender is forced to answer, and every
cell of a line in which the defender lacks just two stones (with one more there, the defender would make a four). The
zone is the proof of a win, so a search returns a zone, or 0 if there is no win.
"""

from collections.abc import Iterator

import numpy as np

from sparring.brains.ordering import add_history
from sparring.brains.workspace import inlined
from sparring.games.mnk.board import Board, bits, cells, full, one_short, play, threats, two_short
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import mixed, popcount

THREATS = 2
"""The level of a search for threats: fours, and moves that threaten to win by fours."""

ENTRIES = 1 << 19
NO_LIMIT = 1 << 62
"""A limit on nodes that is never reached."""

AGE_FACTOR = -7046029254386353131
"""Times the age of the table, this is added to the hash of a position, so that entries of another age do not match."""

ATTACKER, DEFENDER = 0, 1
HISTORY_LIMIT = 1 << 40

MEMORY = np.dtype(
    [
        ("nodes", "i8"),  # positions visited
        ("limit", "i8"),  # give up after this many nodes
        ("stop", "i8"),  # not 0: give up now; another thread may set it
        ("age", "i8"),  # table entries of another age count as empty
        ("board", "i8"),  # all cells
        ("width", "i8"),
        ("length", "i8"),
        ("history", "i8", (2, 64)),  # how often a cell refuted a position, for attackers and for defenders
        ("key", "i8", (ENTRIES,)),  # the transposition table
        ("known", "i8", (ENTRIES,)),
        ("zone", "i8", (ENTRIES,)),
    ],
    align=True,
)
"""Everything that a search writes to, behind one pointer."""


@compiled
def attack(memory, attacker, defender, stones, level):
    """The zone of a win of the attacker, who is to move and may place this many stones; 0 if there is none."""
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
    hashed += memory.age * AGE_FACTOR
    known = memory.known[slot] if memory.key[slot] == hashed else 0
    if 0 < stones_to_win(known) <= stones:
        return memory.zone[slot]
    if refuted(known, stones, level):
        return 0

    zone, to_try = 0, must if must else empty
    if level == 1:
        to_try &= fours
    while to_try and zone == 0:
        stone = best_of(to_try & fours if to_try & fours else to_try, memory.history[ATTACKER])
        to_try ^= stone
        zone = defend(memory, attacker | stone, defender, stones - 1, level)
        if memory.stop:
            return 0
        if zone:
            add_history(memory.history[ATTACKER], cell_of(stone), stones, HISTORY_LIMIT)
            zone |= stone | two_short(defender, empty, width, length)
    memory.key[slot] = hashed
    memory.zone[slot] = zone
    memory.known[slot] = packed_win(stones) if zone else packed_failure(stones, level)
    return zone


@compiled
def two_at_once(memory, attacker, defender, empty, to_try):
    """The zone of a win with two stones: the first makes two fours at once, and only one can be answered."""
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
    """The zone of a win of the attacker, who may place this many more stones, whatever the defender plays now."""
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
        stone = best_of(zone & empty & ~tried, memory.history[DEFENDER])
        tried |= stone
        answer = attack(memory, attacker, defender | stone, stones, level)
        if answer == 0:
            add_history(memory.history[DEFENDER], cell_of(stone), stones, HISTORY_LIMIT)
            return 0
        zone |= answer
    return zone


# ---------------------------------------------------------------------- entries of the table
#
# Either the stones that win (6 bits), or the stones that do not win (6 bits) at a level (6 bits).


@compiled
def packed_win(stones):
    """The entry of a position that is won with this many stones."""
    return stones


@compiled
def packed_failure(stones, level):
    """The entry of a position that is not won with this many stones, searched at a level."""
    return stones << 6 | level << 12


@compiled
def stones_to_win(known):
    """The stones with which a position is won, or 0 if no win is known."""
    return known & 63


@compiled
def refuted(known, stones, level):
    """True if it is known that this many stones do not win, searched at this level."""
    failed, at_level = known >> 6 & 63, known >> 12 & 63
    return stones <= failed and (level <= at_level or at_level >= failed)


# ---------------------------------------------------------------------- sets of cells


@compiled
def lowest(cells):
    """The lowest cell of a set, as a set."""
    return cells & -cells


@compiled
def cell_of(stone):
    """The number of the only cell of a set."""
    return popcount(stone - 1)


@compiled
def several(cells):
    """True if there are two or more cells."""
    return cells & cells - 1 != 0


@compiled
def best_of(cells, history):
    """The cell with the highest history score; of equal ones the lowest."""
    best, most = 0, -1
    while cells:
        cell = lowest(cells)
        cells ^= cell
        score = history[cell_of(cell)]
        if score > most:
            best, most = cell, score
    return best


@entry("the proof search")
def prove(room, attacker, defender, stones, level, attacker_moves):
    """Search from the interpreter."""
    memory = room.view(MEMORY)[0]
    if attacker_moves:
        return attack(memory, attacker, defender, stones, level)
    return defend(memory, attacker, defender, stones, level)


# ---------------------------------------------------------------------- for the interpreter


class Prover:
    """Proves wins on boards of one size, for one thread at a time."""

    def __init__(self, board: Board) -> None:
        self._memory = np.zeros(1, MEMORY)
        self._memory["board"] = full(board.width, board.height)
        self._memory["width"], self._memory["length"] = board.width, board.length
        self._room = self._memory.view(np.int64)
        self.stopped = False
        """True if it was told to give up."""

        self.limit_nodes(NO_LIMIT)

    @property
    def nodes(self) -> int:
        """Positions visited since it was told to forget."""
        return int(self._memory["nodes"][0])

    def limit_nodes(self, most: int) -> None:
        """Give up after this many more nodes."""
        self._memory["limit"] = min(NO_LIMIT, self.nodes + most)
        self._memory["stop"] = 0
        if self.stopped:  # another thread may have stopped it just now
            self._memory["stop"] = 1

    def wins(self, board: Board, stones: int, level: int = 0) -> bool | None:
        """True if the side to move wins by placing at most this many stones; None if it had to give up.

        With a level it searches threats only, and False proves nothing.
        """
        return self._prove(board.mine, board.theirs, stones, level, attacker_moves=True)

    def has_won(self, board: Board, stones: int, level: int = 0) -> bool | None:
        """True if the side that has just moved wins with at most this many more stones; None if it had to give up."""
        if stones < 1:
            return False
        return self._prove(board.theirs, board.mine, stones, level, attacker_moves=False)

    def _prove(self, attacker: int, defender: int, stones: int, level: int, attacker_moves: bool) -> bool | None:
        found = prove(self._room, attacker, defender, stones, level or stones + 1, attacker_moves)
        return None if self.gave_up else bool(found)

    @property
    def gave_up(self) -> bool:
        """True if the last search ended before it had an answer."""
        return bool(self._memory["stop"][0])

    def forget(self) -> None:
        """Forget what earlier searches have found, so that the nodes of a search do not depend on them."""
        self._memory["age"] += 1
        self._memory["history"] = 0
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

    # ------------------------------------------------------------------ lines of play

    def winning_move(self, board: Board, stones: int, level: int = 0) -> int | None:
        """A cell with which the side to move wins by placing at most this many stones; None if none is found."""
        won, _ = threats(board)
        wins = (cell for cell in _free(board) if self.has_won(play(board, cell), stones - 1, level))
        return next(bits(won) if won else wins, None)

    def longest_defence(self, board: Board, stones: int, level: int = 0) -> int:
        """A cell after which the other side, which wins with this many stones, still needs all of them."""
        _, lost = threats(board)
        free = list(_free(board))
        long = (cell for cell in free if not self.wins(play(board, cell), stones - 1, level))
        return next(bits(lost) if lost else long, free[0])

    def line(self, board: Board, stones: int, level: int, winner_moves: bool) -> Iterator[int]:
        """The line of a win with this many stones: the winner's moves, and the defences that hold out longest."""
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
    """The size of the tree that wins with this many stones: one move of the winner in each position, and every reply.

    A position that is reached in several ways counts once.
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
