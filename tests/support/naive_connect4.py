"""Connect Four as a beginner would write it: slow and plain, on a list of columns, without code of the package.

A board is seven strings, each a column from the bottom up: `x` moves first, `o` second.

>>> text(after("4455"))
'......./......./......./......./...oo../...xx.. x'
>>> wins(after("112233"))
[4]
>>> solve(after("112233"))
18
"""

from itertools import product

WIDTH, HEIGHT, LENGTH = 7, 6, 4
SIDES = "xo"
OTHER = {"x": "o", "o": "x"}
EMPTY = ("",) * WIDTH


def discs(board):
    """The number of discs on a board."""
    return sum(len(column) for column in board)


def mover(board):
    """Whose turn it is: they take turns, and x begins."""
    return SIDES[discs(board) % 2]


def cell(board, column, row):
    """What is on a cell, 1 to 7 from the left and 1 to 6 from the bottom: `x`, `o` or `.`."""
    return board[column - 1][row - 1] if row <= len(board[column - 1]) else "."


def drop(board, column):
    """The board after the side to move has dropped a disc into a column, 1 to 7."""
    assert len(board[column - 1]) < HEIGHT
    return tuple(discs + mover(board) if number == column else discs for number, discs in enumerate(board, 1))


def after(moves):
    """The board after moves from the start, as a string of columns."""
    board, over = EMPTY, False
    for column in map(int, moves):
        assert not over
        over = completes(board, column, mover(board))
        board = drop(board, column)
    return board


def _lines():
    found = []
    for column, row, (right, up) in product(range(1, 8), range(1, 7), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        cells = [(column + step * right, row + step * up) for step in range(LENGTH)]
        if all(1 <= i <= WIDTH and 1 <= j <= HEIGHT for i, j in cells):
            found.append(cells)
    return found


LINES = _lines()
"""Every window of four cells in a row, in each of the four directions."""

REST_OF_LINES = {
    place: [[other for other in line if other != place] for line in LINES if place in line]
    for place in product(range(1, WIDTH + 1), range(1, HEIGHT + 1))
}
"""For every cell, the other three cells of each window that it is in."""


def has_four(board, side):
    """Whether a side has four in a row somewhere."""
    return any(all(cell(board, *place) == side for place in line) for line in LINES)


def full(board):
    """Whether there is no room left."""
    return all(len(column) == HEIGHT for column in board)


def result(board):
    """The winner, `x` or `o`; `draw` for a full board; None while the game goes on."""
    for side in SIDES:
        if has_four(board, side):
            return side
    return "draw" if full(board) else None


def room(board):
    """The columns with room for a disc."""
    return [column for column in range(1, WIDTH + 1) if len(board[column - 1]) < HEIGHT]


def moves(board):
    """The columns that may be played, none when the game is over."""
    return room(board) if result(board) is None else []


def text(board):
    """The board on one line: rows from the top, and the side to move."""
    return drawn(board).replace("\n", "/") + " " + mover(board)


def drawn(board):
    """The board on six lines."""
    rows = ["".join(cell(board, column, row) for column in range(1, WIDTH + 1)) for row in range(HEIGHT, 0, -1)]
    return "\n".join(rows)


def mirrored(board):
    """The board seen from behind."""
    return tuple(reversed(board))


def swapped(board):
    """The board with the colours of all discs changed."""
    return tuple("".join(OTHER[disc] for disc in column) for column in board)


# ---------------------------------------------------------------------- one or two moves ahead


def wins(board, side=None):
    """The columns where a side, by default the one to move, completes a four with its next disc."""
    return [column for column in room(board) if completes(board, column, side or mover(board))]


def completes(board, column, side):
    """Whether a disc of a side in a column would complete a four."""
    landing = (column, len(board[column - 1]) + 1)
    return any(all(board[i - 1][j - 1 : j] == side for i, j in rest) for rest in REST_OF_LINES[landing])


def losing(board):
    """The columns after which the other side completes a four at once."""
    at_once = wins(board)
    return [column for column in room(board) if column not in at_once and wins(drop(board, column))]


def forks(board):
    """The columns with which the side to move wins by its disc after this one, whatever the other side does."""
    at_once = wins(board)
    quiet = [column for column in room(board) if column not in at_once]
    return [column for column in quiet if loses_in_two(drop(board, column))]


def loses_in_two(board):
    """True if the side to move cannot win at once, and the other side completes a four after every move."""
    return not wins(board) and not full(board) and all(wins(drop(board, column)) for column in room(board))


# ---------------------------------------------------------------------- evaluation


def evaluation(board, side):
    """The evaluation of a board for a side, minus the same for the other side.

    100 for a window with three discs and an empty cell, 10 for one with two and two, 3 for a disc in the middle column.
    """
    score = 0
    for each, sign in ((side, 1), (OTHER[side], -1)):
        for line in LINES:
            window = [cell(board, *place) for place in line]
            if window.count(each) == 3 and window.count(".") == 1:
                score += sign * 100
            if window.count(each) == 2 and window.count(".") == 2:
                score += sign * 10
        score += sign * 3 * board[3].count(each)
    return score


def solve(board, known=None):
    """The exact score of a board that is not over, by brute force.

    A score of n means that the side to move wins with its n-th disc from the end of its supply of 21, counted from its
    last one; -n the same for the other side.
    """
    known = {} if known is None else known
    if board in known:
        return known[board]
    if wins(board):
        known[board] = 21 - discs(board) // 2  # the discs that the side to move has left
    else:
        reached = [drop(board, column) for column in room(board)]
        known[board] = max(0 if full(each) else -solve(each, known) for each in reached)
    return known[board]


def scores(board, known=None):
    """The exact score of every move, by column."""
    known = {} if known is None else known
    found = {}
    for column in moves(board):
        reached = drop(board, column)
        if result(reached) is None:
            found[column] = -solve(reached, known)
        else:
            found[column] = 21 - discs(board) // 2 if result(reached) != "draw" else 0
    return found


def plies(board, score):
    """The number of plies to the end of a game with a score: to the winning disc, or to the last one."""
    if score == 0:
        return WIDTH * HEIGHT - discs(board)
    winner = mover(board) if score > 0 else OTHER[mover(board)]
    nth = 21 + 1 - abs(score)  # the number of the winner's disc that ends the game
    last = 2 * nth - 1 if winner == "x" else 2 * nth
    return last - discs(board)


# ---------------------------------------------------------------------- random boards


def random_game(rng):
    """Columns at random until somebody has won or the board is full."""
    board, played = EMPTY, ""
    while result(board) is None:
        column = rng.choice(room(board))
        board, played = drop(board, column), played + str(column)
    return played


def quiet_game(rng, careful=False):
    """Random columns that complete no four, until every column would, or one cell is left.

    Careful players also avoid moves after which the other side could complete a four, so boards are harder to judge.
    """
    board, played = EMPTY, ""
    while len(played) < WIDTH * HEIGHT - 1:
        columns = [column for column in room(board) if not completes(board, column, mover(board))]
        if not columns:
            break
        rng.shuffle(columns)
        column = next((each for each in columns if careful and not wins(drop(board, each))), columns[0])
        board, played = drop(board, column), played + str(column)
    return played


def random_board(rng, least, most, careful=False):
    """The first moves of a quiet game, `least` to `most` of them; the board after them is not over."""
    while True:
        played = quiet_game(rng, careful)
        if len(played) >= least:
            return played[: rng.randint(least, min(most, len(played)))]


def game_completing(line, side, rng):
    """The moves of a game in which a side completes this line with the last disc."""
    while True:
        board, played = EMPTY, ""
        while not full(board):
            landing = {column: (column, len(board[column - 1]) + 1) for column in room(board)}
            missing = [place for place in line if cell(board, *place) == "."]
            for column in room(board):
                if missing == [landing[column]] and mover(board) == side:
                    return played + str(column)
            at_once = wins(board)
            quiet = [column for column in rng.sample(room(board), len(room(board))) if column not in at_once]
            wanted = [column for column in quiet if landing[column] in line]
            others = [column for column in quiet if landing[column] not in line]
            if not (others or (wanted and mover(board) == side)):
                break
            column = wanted[0] if wanted and mover(board) == side else others[0]
            board, played = drop(board, column), played + str(column)
