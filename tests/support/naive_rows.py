"""Who wins at stones in a row, by brute force: slow and plain, on sets of cells, without code of the package.

A side is the set of the cells it holds; the side to move comes first. Rules and lines are those of `naive`.

>>> board = Board(3, 3, 3)
>>> board.wins_within(*board.sides("xx./.o./o.. x"), stones=1)
True
>>> board.solve(*board.sides("xo./.../... x"))
(1, 5)
"""

from functools import cache

from support import naive


@cache
def board(width=6, height=6, length=4):
    """The board of a size, shared by all tests with the results that it has cached."""
    return Board(width, height, length)


class Board:
    """Cells and lines of one size."""

    def __init__(self, width, height, length):
        self.width, self.height, self.length = width, height, length
        self.cells = frozenset(naive.empties(naive.start(width, height)))
        self.lines = [frozenset(line) for line in naive.lines(width, height, length)]
        self.rests = {cell: [line - {cell} for line in self.lines if cell in line] for cell in self.cells}
        """For every cell, the other cells of each line through it."""

        self.near = {cell: frozenset().union(*self.rests[cell]) for cell in self.cells}
        self._won, self._lost, self._solved = {}, {}, {}

    def sides(self, text):
        """The cells of the side to move, and of the other side, in the text of a position."""
        held = naive.grid(text)
        mine, theirs = (naive.mover(text), naive.OTHER[naive.mover(text)])
        return tuple(frozenset(cell for cell in held if held[cell] == side) for side in (mine, theirs))

    def text(self, mine, theirs):
        """The text of a position: with equal numbers of stones it is x's turn."""
        signs = ("x", "o") if len(mine) == len(theirs) else ("o", "x")
        names = [
            [f"{'abcdefghijklmnopqrstuvwxyz'[i]}{j}" for i in range(self.width)] for j in range(self.height, 0, -1)
        ]
        rows = ["".join(signs[0] if c in mine else signs[1] if c in theirs else "." for c in row) for row in names]
        return "/".join(rows) + " " + signs[0]

    def completing(self, stones, free):
        """The free cells that complete a line of these stones."""
        return {cell for cell in free if any(rest <= stones for rest in self.rests[cell])}

    def has_line(self, stones):
        """Whether the stones hold a line."""
        return any(line <= stones for line in self.lines)

    def dead(self, mine, theirs):
        """Whether every line holds stones of both sides."""
        return all(line & mine and line & theirs for line in self.lines)

    # ------------------------------------------------------------------ wins within a number of stones

    def wins_within(self, mine, theirs, stones):
        """True if the side to move can force a line with at most `stones` of its stones."""
        if (mine, theirs, stones) not in self._won:
            free = self.cells - mine - theirs
            if self.completing(mine, free):
                won = True
            elif stones == 1:
                won = False
            else:  # a threat of the other side must be blocked, or it wins first
                tries = self.completing(theirs, free) or free
                order = sorted(tries, key=lambda cell: (-len(self.near[cell] & mine), cell))
                won = any(self.loses_within(theirs, mine | {cell}, stones - 1) for cell in order)
            self._won[mine, theirs, stones] = won
        return self._won[mine, theirs, stones]

    def loses_within(self, mine, theirs, stones):
        """True if the other side can force a line with at most `stones` of its stones, after any move."""
        if stones < 1:
            return False
        if (mine, theirs, stones) not in self._lost:
            free = self.cells - mine - theirs
            threats = self.completing(theirs, free)
            if not free or self.completing(mine, free) or (stones == 1 and not threats):
                lost = False
            else:  # a threat must be blocked, or the other side completes it
                order = sorted(threats or free, key=lambda cell: (-len(self.near[cell] & theirs), cell))
                lost = all(self.wins_within(theirs, mine | {cell}, stones) for cell in order)
            self._lost[mine, theirs, stones] = lost
        return self._lost[mine, theirs, stones]

    # ------------------------------------------------------------------ solving

    def solve(self, mine, theirs):
        """The result for the side to move (1, 0 or -1) and the plies to it: the soonest win, or the latest loss."""
        if (mine, theirs) not in self._solved:
            free = self.cells - mine - theirs
            if self.has_line(theirs):
                found = (-1, 0)
            elif not free:
                found = (0, 0)
            elif self.completing(mine, free):
                found = (1, 1)
            else:
                found = max((self.judge(mine, theirs, cell) for cell in free), key=liking)
            self._solved[mine, theirs] = found
        return self._solved[mine, theirs]

    def judge(self, mine, theirs, cell):
        """The same for one move of the side to move."""
        value, plies = self.solve(theirs, mine | {cell})
        return -value, plies + 1

    # ------------------------------------------------------------------ evaluation

    def evaluation(self, mine, theirs):
        """10 for a line of three and an empty cell, 5 for one of two and two, 5 for a stone in the middle."""
        return self._has(mine, theirs) - self._has(theirs, mine)

    def _has(self, mine, theirs):
        open_lines = [len(line & mine) for line in self.lines if not line & theirs]
        threes, twos = open_lines.count(self.length - 1), open_lines.count(self.length - 2)
        return 10 * threes + 5 * twos + 5 * len(self.middle() & mine)

    def middle(self):
        """The cell in the middle, or the two or four there."""
        columns = {(self.width - 1) // 2, self.width // 2}
        rows = {(self.height - 1) // 2, self.height // 2}
        return {f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}" for column in columns for row in rows}

    def minimax(self, mine, theirs, depth, ply=0):
        """Minimax to a depth, without pruning and memory; a win scores 1,000,000 less the plies to it."""
        if self.has_line(theirs):
            return ply - 1_000_000
        free = self.cells - mine - theirs
        if not free:
            return 0
        if depth == 0:
            return self.evaluation(mine, theirs)
        if self.dead(mine, theirs):
            return 0
        return max(-self.minimax(theirs, mine | {cell}, depth - 1, ply + 1) for cell in free)

    # ------------------------------------------------------------------ random positions

    def random_text(self, rng, least, most, careful=True):
        """A random position with `least` to `most` stones that is not over; if careful, without threats."""
        while True:
            mine, theirs = frozenset(), frozenset()
            for _ in range(rng.randint(least, most)):
                free = self.cells - mine - theirs
                must = self.completing(theirs, free) if careful else set()
                quiet = sorted((must or free) - self.completing(mine, free))
                if not quiet:
                    break
                mine, theirs = theirs, mine | {rng.choice(quiet)}
            else:
                free = self.cells - mine - theirs
                if free and not (careful and (self.completing(mine, free) or self.completing(theirs, free))):
                    return self.text(mine, theirs)


def liking(judged):
    """A sort key for results: sooner wins, later wins, draws, later losses, sooner losses."""
    value, plies = judged
    return value * (100 - plies)
