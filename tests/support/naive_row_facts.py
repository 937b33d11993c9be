"""A naive reader of what is said about a stone in a row game: it takes a sentence apart and checks it cell by cell.

It knows positions as text and sentences as words, and shares no code with the package. A sentence that it does not know
is wrong.

>>> board = Reader("......./......./......./......./ooo..../xxx.... x", 4, falls=True)
>>> board.is_true("4", "It completes four across and wins."), board.is_true("5", "It completes four across and wins.")
(True, False)
"""

import re
from functools import cache

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
OTHER = {"x": "o", "o": "x"}
STEPS = {(1, 0): "across", (0, 1): "upright", (1, 1): "on the diagonal", (1, -1): "on the diagonal"}

LINE = r"(?P<length>\w+) (?P<way>across|upright|on the diagonal)"
CELL = r"(?:[a-i]\d|row \d of column \d)"
PLACES = rf"(?P<places>{CELL}(?:(?:, {CELL})* (?:and|or) {CELL})?)"
COLUMNS = r"columns? (?P<columns>\d(?:(?:, \d)* or \d)?)"

REASONS = {
    "completes": rf"It completes {LINE} and wins\.",
    "blocks": rf"It stops {LINE}\.",
    "forks": rf"It threatens to win at {PLACES}, and only one of them can be stopped\.",
    "threatens": rf"It threatens {LINE}, at {PLACES}\.",
    "stops_fork": rf"It stops the other side from making two threats at once, at {PLACES}\.",
    "prepares": rf"It prepares {LINE}: a disc in {PLACES} would complete it\.",
    "leaves": rf"A disc in {COLUMNS} would let the other side win right above it\.",
    "tempo": rf"It wins the count: (?P<holes>\w+) holes are left elsewhere, so the other side must open {COLUMNS} "
    r"in the end, and the disc above wins\.",
    "tempo_now": rf"The other side must now open {COLUMNS}, and the disc above wins\.",
}

IDEAS = {
    "completes": rf"You can complete {LINE} and win\.",
    "blocks": rf"Your opponent threatens {LINE}: stop it\.",
    "forks": r"You can make two threats at once, and only one can be stopped\.",
    "threatens": rf"You can threaten {LINE}\.",
    "stops_fork": r"Your opponent is about to make two threats at once: prevent that\.",
    "prepares": rf"You can prepare {LINE}, in a hole that nobody can reach yet\.",
    "leaves": r"Look at the hole above yours: (?P<count>\w+) columns? gives? your opponent a win there\.",
    "tempo": r"Count the holes that are left: your opponent will have to open a column that lets you win\.",
}


@cache
def windows(width, height, length):
    """Every row of cells that wins, with its direction, by each cell that is in it."""
    found = {}
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            for (right, up), way in STEPS.items():
                cells = [(column + right * step, row + up * step) for step in range(length)]
                if all(1 <= i <= width and 1 <= j <= height for i, j in cells):
                    for cell in cells:
                        found.setdefault(cell, []).append((way, [each for each in cells if each != cell]))
    return found


def number(word):
    return WORDS.index(word) if word in WORDS else int(word)


def cell_of(name):
    """A cell by its name, as (column, row) from 1."""
    found = re.fullmatch(r"row (\d) of column (\d)", name)
    return (int(found[2]), int(found[1])) if found else (ord(name[0]) - ord("a") + 1, int(name[1:]))


class Reader:
    """Checks sentences about the moves of one position."""

    def __init__(self, text, length, falls=False):
        rows, self.side = text.split()
        rows = rows.split("/")[::-1]
        self.width, self.height, self.length, self.falls = len(rows[0]), len(rows), length, falls
        self.grid = {(i + 1, j + 1): sign for j, row in enumerate(rows) for i, sign in enumerate(row)}
        self.other = OTHER[self.side]

    def is_true(self, option, sentence):
        """Whether a sentence about a move is true; an unknown sentence raises an error."""
        kinds = [
            (kind, found)
            for sentences in (REASONS, IDEAS)
            for kind, pattern in sentences.items()
            if (found := re.fullmatch(pattern, sentence))
        ]
        assert len(kinds) == 1, (sentence, kinds)
        (kind, found), said = kinds[0], kinds[0][1].groupdict()
        if "length" in said and number(said["length"]) != self.length:
            return False
        return getattr(self, kind)(self.cell(option), **said)

    # ------------------------------------------------------------------ the board

    def cell(self, option):
        """The cell where a move puts its stone."""
        if not self.falls:
            return cell_of(option)
        return next((int(option), row) for row in range(1, self.height + 1) if self.grid[int(option), row] == ".")

    def put(self, grid, cell, side):
        return {**grid, cell: side}

    def playable(self, grid):
        return [
            (i, j)
            for (i, j), sign in grid.items()
            if sign == "." and (not self.falls or j == 1 or grid[i, j - 1] != ".")
        ]

    def ways(self, grid, cell, side):
        """The directions in which a stone of a side on a cell completes a line."""
        through = windows(self.width, self.height, self.length).get(cell, [])
        return {way for way, rest in through if all(grid[each] == side for each in rest)}

    def wins(self, grid, side):
        """The cells where a side wins with a stone now."""
        return [cell for cell in self.playable(grid) if self.ways(grid, cell, side)]

    def two_threats(self, grid, cell, side):
        """Whether a stone threatens to win, the other side cannot win first, and no answer stops it."""
        after = self.put(grid, cell, side)
        if not self.wins(after, side) or self.wins(after, OTHER[side]):
            return False
        answers = self.playable(after)
        return all(self.wins(self.put(after, answer, OTHER[side]), side) for answer in answers)

    # ------------------------------------------------------------------ what sentences mean

    def completes(self, cell, length, way):
        return way in self.ways(self.grid, cell, self.side)

    def blocks(self, cell, length, way):
        return self.wins(self.grid, self.other) == [cell] and way in self.ways(self.grid, cell, self.other)

    def forks(self, cell, places=None):
        if not self.two_threats(self.grid, cell, self.side):
            return False
        after = self.put(self.grid, cell, self.side)
        now = self.wins(after, self.side)
        if len(now) == 1:  # the second one lies on top of the first
            now.append((now[0][0], now[0][1] + 1))
        return places is None or sorted(self.named(places)) == sorted(now)

    def threatens(self, cell, length, way, places=None):
        after = self.put(self.grid, cell, self.side)
        won = self.wins(after, self.side)
        if len(won) != 1 or self.wins(after, self.other) or self.two_threats(self.grid, cell, self.side):
            return False
        return way in self.ways(after, won[0], self.side) and (places is None or self.named(places) == won)

    def stops_fork(self, cell, places=None):
        if self.wins(self.grid, self.side) or self.wins(self.grid, self.other):
            return False
        before = [each for each in self.playable(self.grid) if self.two_threats(self.grid, each, self.other)]
        after = self.put(self.grid, cell, self.side)
        left = [each for each in self.playable(after) if self.two_threats(after, each, self.other)]
        return bool(before) and not left and (places is None or sorted(self.named(places)) == sorted(before))

    def prepares(self, cell, length, way, places=None):
        after = self.put(self.grid, cell, self.side)
        if self.wins(after, self.other) or self.two_threats(self.grid, cell, self.side):
            return False
        made = [
            each
            for each, sign in after.items()
            if sign == "."
            and each not in self.playable(after)
            and not self.ways(self.grid, each, self.side)
            and way in self.ways(after, each, self.side)
        ]
        return bool(made) and (places is None or set(self.named(places)) <= set(made))

    def leaves(self, cell, columns=None, count=None):
        wrong = [each for each in self.playable(self.grid) if self.gives(self.grid, each, self.side)]
        if not wrong or cell in wrong:
            return False
        named = sorted(column for column, _ in wrong)
        return len(wrong) == number(count) if columns is None else self.columns(columns) == named

    def gives(self, grid, cell, side):
        """Whether the other side can win right above a disc of a side."""
        above = (cell[0], cell[1] + 1)
        return above in grid and bool(self.ways(self.put(grid, cell, side), above, OTHER[side]))

    def tempo(self, cell, columns=None, holes=None):
        after = self.put(self.grid, cell, self.side)
        if self.wins(after, self.other):
            return False
        closed = sorted(i for i, j in self.playable(after) if self.gives(after, (i, j), self.other))
        elsewhere = [each for each, sign in after.items() if sign == "." and each[0] not in closed]
        if columns is not None and (self.columns(columns) != closed or number(holes) != len(elsewhere)):
            return False
        return bool(closed) and self.runs_out(after, frozenset(closed), {})

    def tempo_now(self, cell, columns):
        return self.tempo(cell, columns, "no")

    def runs_out(self, grid, closed, known):
        """Whether the other side, to move, loses if this one plays anywhere else until a closed column is opened."""
        key = tuple(grid.values())
        if key not in known:
            known[key] = all(self._loses(grid, reply, closed, known) for reply in self.playable(grid))
        return known[key]

    def _loses(self, grid, reply, closed, known):
        """Whether a move of the other side loses: at once where it opens a column, later elsewhere."""
        if self.ways(grid, reply, self.other):
            return False
        after = self.put(grid, reply, self.other)
        if self.wins(after, self.side):
            return True
        mine = [each for each in self.playable(after) if each[0] not in closed]
        return bool(mine) and self.runs_out(self.put(after, mine[0], self.side), closed, known)

    def named(self, places):
        return [cell_of(name) for name in re.findall(CELL, places)]

    def columns(self, columns):
        return sorted(map(int, re.findall(r"\d", columns)))
