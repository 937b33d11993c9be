"""Stones in a row as a beginner would write it: slow and plain, on the text of a position, without code of the package.

A position is its text, rows from the top and then the side to move; a cell is its name, `a1` at the bottom left.

>>> wins("xx./oo./... x", "x")
['c3']
>>> solve("xx./oo./... x")
(1, 1)
"""

from functools import cache
from itertools import product

OTHER = {"x": "o", "o": "x"}
CENTRE = "b2"
CORNERS = ("a1", "a3", "c1", "c3")
EDGES = ("a2", "b1", "b3", "c2")


def start(width=3, height=3):
    """An empty board, x to move."""
    return "/".join(["." * width] * height) + " x"


def mover(text):
    """Whose turn it is."""
    return text.split()[1]


@cache
def grid(text):
    """The board as a dictionary from the names of its cells to what is on them."""
    rows = text.split()[0].split("/")
    return {
        f"{'abcdefghijklmnopqrstuvwxyz'[i]}{len(rows) - j}": rows[j][i]
        for j in range(len(rows))
        for i in range(len(rows[0]))
    }


def empties(text):
    """The cells with nothing on them."""
    return [cell for cell, stone in grid(text).items() if stone == "."]


def put(text, cell, stone):
    """The same board with a stone on a cell, the same side to move."""
    rows = [list(row) for row in text.split()[0].split("/")]
    rows[len(rows) - int(cell[1:])]["abcdefghijklmnopqrstuvwxyz".index(cell[0])] = stone
    return "/".join("".join(row) for row in rows) + " " + mover(text)


def play(text, cell):
    """The board after the side to move has put a stone on a cell."""
    assert grid(text)[cell] == "."
    return put(text, cell, mover(text)).split()[0] + " " + OTHER[mover(text)]


@cache
def lines(width, height, length):
    """Every row of `length` cells in each of the four directions, as names."""
    found = []
    for column, row, (right, up) in product(range(width), range(height), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        places = [(column + step * right, row + step * up) for step in range(length)]
        if all(0 <= i < width and 0 <= j < height for i, j in places):
            found.append([f"{'abcdefghijklmnopqrstuvwxyz'[i]}{j + 1}" for i, j in places])
    return found


def lines_of(text, length):
    """Every line of the board that a text shows."""
    rows = text.split()[0].split("/")
    return lines(len(rows[0]), len(rows), length)


def has_line(text, side, length=3):
    """Whether a side has enough in a row."""
    board = grid(text)
    return any(all(board[cell] == side for cell in line) for line in lines_of(text, length))


@cache
def result(text, length=3):
    """The winner, `x` or `o`; `draw` for a full board; None while the game goes on."""
    for side in "xo":
        if has_line(text, side, length):
            return side
    return None if empties(text) else "draw"


def moves(text, length=3):
    """The cells that may be played, none when the game is over."""
    return empties(text) if result(text, length) is None else []


@cache
def wins(text, side):
    """The cells that would complete three in a row for a side, whoever is to move."""
    return [cell for cell in empties(text) if has_line(put(text, cell, side), side)]


@cache
def forks(text, side):
    """The cells where a stone of a side would leave it two different cells to complete three in a row."""
    return [cell for cell in empties(text) if len(wins(put(text, cell, side), side)) >= 2]


@cache
def solve(text):
    """The result for the side to move (1, 0 or -1) and the plies to it, with the soonest win and the latest loss."""
    over = result(text)
    if over is not None:
        return (0 if over == "draw" else 1 if over == mover(text) else -1), 0
    return max((judge(text, cell) for cell in moves(text)), key=liking)


def judge(text, cell):
    """The same for one move of the side to move."""
    value, plies = solve(play(text, cell))
    return -value, plies + 1


def liking(judged):
    """A sort key for results: sooner wins, later wins, draws, later losses, sooner losses."""
    value, plies = judged
    return value * (10 - plies)


def best(text):
    """The best moves: wins as soon and losses as late as possible."""
    return [cell for cell in moves(text) if liking(judge(text, cell)) == liking(solve(text))]


def working_forks(text, side):
    """The forks of a side that leave the other side no three in a row to complete first."""
    return [cell for cell in forks(text, side) if not wins(put(text, cell, side), OTHER[side])]


def gives_fork(text, cell):
    """Whether the other side can answer a move with a fork that works."""
    return bool(working_forks(play(text, cell), OTHER[mover(text)]))


def line_score(text):
    """100 for three in a line, 10 for two and an empty cell, 1 for one and two empty cells; theirs count negative."""
    me, score = mover(text), 0
    for line in lines(3, 3, 3):
        stones = [grid(text)[cell] for cell in line]
        for side, sign in ((me, 1), (OTHER[me], -1)):
            if stones.count(side) + stones.count(".") == 3:
                score += sign * {3: 100, 2: 10, 1: 1, 0: 0}[stones.count(side)]
    return score


def turned(text):
    """The board turned by a quarter."""
    rows = text.split()[0].split("/")
    return "/".join("".join(column) for column in zip(*rows[::-1], strict=True)) + " " + mover(text)


def mirrored(text):
    """The mirrored board."""
    return "/".join(row[::-1] for row in text.split()[0].split("/")) + " " + mover(text)


def alike(text):
    """The texts of a square board in its eight symmetries."""
    found = []
    for _ in range(4):
        text = turned(text)
        found += [text, mirrored(text)]
    return found


@cache
def reachable():
    """Every position of tic-tac-toe that a game can reach, ply by ply."""
    plies, layer = [], {start()}
    while layer:
        plies.append(tuple(sorted(layer)))
        layer = {play(text, cell) for text in layer for cell in moves(text)}
    return tuple(plies)


@cache
def unfinished():
    """Every reachable position of tic-tac-toe that is not over."""
    return tuple(text for layer in reachable() for text in layer if result(text) is None)


@cache
def unfinished_up_to_symmetry():
    """One of them for each class of symmetric positions."""
    return tuple(text for text in unfinished() if text == min(alike(text)))
