"""Oware (Abapa) as a beginner would write it: slow and plain, twelve houses in a tuple, without code of the package.

A board has the houses A to F and a to f, the captures of south and north, and the side to move (0 south, 1 north).
A game is the list of its boards.

>>> text(play(START, "C"))
'4,4,0,5,5,5,5,4,4,4,4,4 0-0 N'
>>> board = read("0,0,0,0,0,2,1,2,0,0,0,5 20-18 S")
>>> moves(board), text(play(board, "F"))
(['F'], '0,0,0,0,0,0,0,0,0,0,0,5 25-18 N')
"""

from math import inf
from typing import NamedTuple

import numpy as np

NAMES = "ABCDEFabcdef"
SIDES = "SN"


class Board(NamedTuple):
    houses: tuple
    captured: tuple
    side: int


START = Board((4,) * 12, (0, 0), 0)


def own(side):
    """The places of a side's houses."""
    return range(6) if side == 0 else range(6, 12)


def seeds(board):
    """The number of seeds on the board."""
    return sum(board.houses)


def row(board, side):
    """The number of seeds in a side's row."""
    return sum(board.houses[place] for place in own(side))


# ---------------------------------------------------------------------- texts


def text(board):
    """The board on one line."""
    captured = "-".join(str(number) for number in board.captured)
    return f"{','.join(str(number) for number in board.houses)} {captured} {SIDES[board.side]}"


def read(line):
    """The board of such a line."""
    houses, captured, side = line.split()
    return Board(tuple(map(int, houses.split(","))), tuple(map(int, captured.split("-"))), SIDES.index(side))


def drawn(picture):
    """The board of a drawing: the rows of north (f to a) and south (A to F) with their captures, and the side to move.

    >>> text(drawn('''
    ...     f  e  d  c  b  a
    ...     0  0  1  0  2  1   20
    ...     0  0  0  3  0  2   19   S
    ...     A  B  C  D  E  F
    ... '''))
    '0,0,0,3,0,2,1,2,0,1,0,0 19-20 S'
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    above, below = (line for line in rows if line[0].isdigit())
    side = SIDES.index((above[7:] + below[7:])[0])
    houses = [int(word) for word in below[:6]] + [int(word) for word in reversed(above[:6])]
    return Board(tuple(houses), (int(below[6]), int(above[6])), side)


# ---------------------------------------------------------------------- rules


def sow(board, name):
    """The houses after sowing one, and the house of the last seed."""
    houses, start = list(board.houses), NAMES.index(name)
    place, hand, houses[start] = start, houses[start], 0
    while hand:
        place = (place + 1) % 12
        if place != start:
            houses[place] += 1
            hand -= 1
    return houses, place


def play(board, name):
    """The board after sowing a house and capturing."""
    houses, place = sow(board, name)
    theirs = own(1 - board.side)
    left, taken = list(houses), 0
    while place in theirs and left[place] in (2, 3):
        taken += left[place]
        left[place] = 0
        place -= 1
    if not any(left[place] for place in theirs):  # a grand slam, or nothing to capture
        left, taken = houses, 0
    captured = list(board.captured)
    captured[board.side] += taken
    return Board(tuple(left), tuple(captured), 1 - board.side)


def moves(board):
    """The houses that may be sown, whether or not the game is over."""
    filled = [NAMES[place] for place in own(board.side) if board.houses[place]]
    if row(board, 1 - board.side) == 0:
        return [name for name in filled if any(sow(board, name)[0][place] for place in own(1 - board.side))]
    return filled


def since_capture(game):
    """The boards of a game since the last capture."""
    return [board for board in game if board.captured == game[-1].captured]


def repeated(game):
    """Whether the last board was there before, with the same side to move, since the last capture."""
    return game[-1] in since_capture(game)[:-1]


def counted(board):
    """The captures of south and north if each takes the seeds of its row."""
    return tuple(board.captured[side] + row(board, side) for side in (0, 1))


def winner(game):
    """The winner 'S' or 'N', or 'draw'; None while the game goes on."""
    board = game[-1]
    if max(board.captured) >= 25:
        return SIDES[board.captured.index(max(board.captured))]
    if repeated(game) or not moves(board):
        south, north = counted(board)
        return "draw" if south == north else SIDES[int(north > south)]
    return None


def random_game(rng, start=START):
    """The boards and the sown houses of a random game."""
    game, played = [start], []
    while winner(game) is None:
        played.append(rng.choice(moves(game[-1])))
        game.append(play(game[-1], played[-1]))
    return game, played


def random_board(rng, number, difference=None):
    """A random board with this many seeds that is not over, without a history."""
    while True:
        houses = [0] * 12
        for _ in range(number):
            houses[rng.randrange(12)] += 1
        ahead = rng.randrange(-4, 5) if difference is None else difference
        south = (48 - number + ahead) // 2
        board = Board(tuple(houses), (south, 48 - number - south), rng.randrange(2))
        if winner([board]) is None:
            return board


# ---------------------------------------------------------------------- search


def by_rows(board):
    """Ten times the lead in captures, plus the lead in seeds in the own row, for the side to move."""
    side = board.side
    captured = board.captured[side] - board.captured[1 - side]
    return 10 * captured + row(board, side) - row(board, 1 - side)


def minimax(game, depth, evaluate=by_rows):
    """Minimax of the last board to a depth, for its side to move; a game that is over scores infinity."""
    board, over = game[-1], winner(game)
    if over is not None:
        return 0 if over == "draw" else inf if over == SIDES[board.side] else -inf
    if depth == 0:
        return evaluate(board)
    return max(-minimax([*game, play(board, name)], depth - 1, evaluate) for name in moves(board))


def ends_within(game, depth):
    """True if some line of at most this length ends the game."""
    if winner(game) is not None:
        return True
    return depth > 0 and any(ends_within([*game, play(game[-1], name)], depth - 1) for name in moves(game[-1]))


# ---------------------------------------------------------------------- solving


class TooLarge(Exception):
    """More work than was allowed."""


def exhausted(game, effort=50_000):
    """The lead of the side to move in the seeds that are on the board, by trying every line with its history."""
    work = 0

    def look(board, past, low, high):
        nonlocal work
        names = moves(board)
        place = (board.houses, board.side)
        if not names or place in past:
            return row(board, board.side) - row(board, 1 - board.side)
        work += 1
        if work > effort:
            raise TooLarge
        best = -inf
        for name in names:
            after = play(board, name)
            taken = seeds(board) - seeds(after)
            best = max(best, taken - look(after, frozenset() if taken else past | {place}, taken - high, taken - low))
            low = max(low, best)
            if low >= high:
                break
        return best

    *past, last = since_capture(game)
    return look(last, frozenset((board.houses, board.side) for board in past), -seeds(last), seeds(last))


def all_houses(number, count=12):
    """Every distribution of `number` seeds over `count` houses."""
    if count == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in all_houses(number - first, count - 1):
            yield first, *rest


class Layer:
    """All boards with this many seeds, each as its side to move sees it, with the boards after each move."""

    def __init__(self, number, lower):
        self.boards = list(all_houses(number))
        self.index = {houses: at for at, houses in enumerate(self.boards)}
        self.ahead = np.array([sum(houses[:6]) - sum(houses[6:]) for houses in self.boards])
        self.taken = np.zeros((len(self.boards), 6), int)
        self.after = np.zeros((len(self.boards), 6), int)
        self.legal = np.zeros((len(self.boards), 6), bool)
        for at, houses in enumerate(self.boards):
            board = Board(houses, (0, 0), 0)
            for name in moves(board):
                after, move = play(board, name), NAMES.index(name)
                taken = after.captured[0]
                layer = lower[number - taken] if taken else self
                self.taken[at, move] = taken
                self.after[at, move] = layer.index[after.houses[6:] + after.houses[:6]]
                self.legal[at, move] = True
        self.stuck = ~self.legal.any(axis=1)
        self.quiet = self.legal & (self.taken == 0)
        self.low = np.where(self.stuck, self.ahead, -number)
        self.high = np.where(self.stuck, self.ahead, number)
        self.lowest = self._of_captures([layer.high for layer in lower])
        self.highest = self._of_captures([layer.low for layer in lower])
        while self.narrow():
            pass

    def _of_captures(self, values):
        """The lead after each capturing move; a very low number for other moves."""
        brought = np.full(self.taken.shape, -99)
        for taken in range(1, self.taken.max() + 1):
            where = self.legal & (self.taken == taken)
            brought[where] = taken - values[len(values) - taken][self.after[where]]
        return brought

    def narrow(self):
        """Narrow all bounds by those of the boards after each move; returns whether any changed."""
        low = np.where(self.quiet, -self.high[self.after], self.lowest).max(axis=1)
        high = np.where(self.quiet, -self.low[self.after], self.highest).max(axis=1)
        low = np.where(self.stuck, self.low, np.maximum(low, self.low))
        high = np.where(self.stuck, self.high, np.minimum(high, self.high))
        changed = (low != self.low).any() or (high != self.high).any()
        self.low, self.high = low, high
        return changed


class Solver:
    """Exact results of small endings, with any history.

    First it finds all boards from which one side can force its aim without repeating a board; boards of the history
    count as ends. Only the boards that are still open are then tried move by move, each with a longer history.
    """

    def __init__(self, effort=40):
        self.effort = effort
        self.work = 0
        self.layers = []
        self.found = {}

    def layer(self, number):
        """All boards with this many seeds."""
        while len(self.layers) <= number:
            self.layers.append(Layer(len(self.layers), self.layers))
        return self.layers[number]

    def value(self, game):
        """The lead that the side to move gets in the seeds that are on the board."""
        low, high = -seeds(game[-1]), seeds(game[-1])
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reaches(game, middle) else (low, middle - 1)
        return low

    def outcome(self, game):
        """The result for the side to move: "win", "draw" or "loss"."""
        over = winner(game)
        if over is not None:
            return "draw" if over == "draw" else "win" if over == SIDES[game[-1].side] else "loss"
        board = game[-1]
        ahead = board.captured[board.side] - board.captured[1 - board.side]
        if self.reaches(game, 1 - ahead):
            return "win"
        return "draw" if self.reaches(game, -ahead) else "loss"

    def reaches(self, game, wanted):
        """True if the side to move can get a lead of `wanted` in the seeds that are on the board."""
        self.work = 0
        side, number = game[-1].side, seeds(game[-1])
        layer = self.layer(number)
        *past, last = [
            (layer.index[board.houses if board.side == 0 else board.houses[6:] + board.houses[:6]], board.side != side)
            for board in since_capture(game)
        ]
        return self._reaches(number, last, wanted, frozenset(past))

    def _reaches(self, number, place, wanted, past):
        """True if the first side gets that lead; a place is a board's index and whether the second side moves."""
        if not -number < wanted <= number:
            return wanted <= -number
        layer, (at, second) = self.layer(number), place
        if place in past or layer.stuck[at]:
            return (-layer.ahead[at] if second else layer.ahead[at]) >= wanted
        if not past and second:
            return not self._reaches(number, (at, False), 1 - wanted, past)
        if not past and (number, at, wanted) in self.found:
            return self.found[number, at, wanted]
        answer = self._forced(layer, wanted, past)[int(second)][at]
        if answer < 0:
            answer = second
            for move in np.flatnonzero(layer.legal[at]):
                taken, after = int(layer.taken[at, move]), int(layer.after[at, move])
                rest = wanted + taken if second else wanted - taken
                longer = frozenset() if taken else past | {place}
                if self._reaches(number - taken, (after, not second), rest, longer) != second:
                    answer = not second
                    break
        if not past:
            self.found[number, at, wanted] = bool(answer)
        return bool(answer)

    def _forced(self, layer, wanted, past):
        """For each side to move and every board: 1 if the first side gets the lead, 0 if not, -1 if that is open."""
        self.work += 1
        if self.work > self.effort:
            raise TooLarge
        yes, no = [], []
        for second in (False, True):
            final = (-layer.ahead if second else layer.ahead) >= wanted
            over = layer.stuck.copy()
            over[[at for at, side in past if side == second]] = True
            yes.append(over & final)
            no.append(over & ~final)
        over = [yes[0] | no[0], yes[1] | no[1]]
        # Captures whose result is known, with the first side to move and with the second.
        surely = [layer.lowest >= wanted, (layer.highest <= -wanted) | ~layer.legal]
        never = [(layer.highest < wanted) | ~layer.legal, layer.lowest > -wanted]
        while True:
            reached = [np.where(layer.quiet, yes[1 - side][layer.after], surely[side]) for side in (0, 1)]
            missed = [np.where(layer.quiet, no[1 - side][layer.after], never[side]) for side in (0, 1)]
            more = [yes[0] | reached[0].any(axis=1) & ~over[0], yes[1] | reached[1].all(axis=1) & ~over[1]]
            less = [no[0] | missed[0].all(axis=1) & ~over[0], no[1] | missed[1].any(axis=1) & ~over[1]]
            if all((after == before).all() for after, before in zip(more + less, yes + no, strict=True)):
                return [np.where(yes[side], 1, np.where(no[side], 0, -1)) for side in (0, 1)]
            yes, no = more, less
