"""Reads and writes boards and columns as text."""

from collections.abc import Sequence

from sparring.games import mnk
from sparring.games.connect4.board import BOTTOM, HEIGHT, STRIDE, WIDTH, Board, columns, fours
from sparring.games.mnk import text as stones_text
from sparring.games.mnk.board import bits, lines
from sparring.rules import BadPosition

LENGTH = 4
NO_STONES = mnk.Board(0, 0, WIDTH, HEIGHT, LENGTH)
SIGNS = "●○"


def _cells(discs: int) -> list[tuple[int, int]]:
    """Column and row of every disc."""
    return [divmod(cell, STRIDE) for cell in bits(discs)]


def _fallen(stones: int) -> int:
    """The stones of a board with bits row by row, as discs of one with bits column by column."""
    return sum(1 << STRIDE * column + row for row, column in (divmod(cell, WIDTH + 1) for cell in bits(stones)))


LINES = tuple(_fallen(line) for line in lines(WIDTH, HEIGHT, LENGTH))
"""Every four cells in a row."""


def write(board: Board, seats: Sequence[str] = stones_text.SIDES) -> str:
    """A board on one line: rows from the top, then the side to move. The seat whose sign comes first begins.

    >>> from sparring.games.connect4.board import EMPTY, play
    >>> write(play(EMPTY, 3))
    '......./......./......./......./......./...x... o'
    """
    mine, both = (sum(1 << row * (WIDTH + 1) + column for column, row in _cells(discs)) for discs in board)
    return stones_text.write(NO_STONES._replace(mine=mine, both=both), seats)


def read(line: str) -> Board:
    """The board that a line stands for, if a game can reach it."""
    board = _standing(stones_text.read(line, NO_STONES))
    if fours(board.theirs) and not _last_disc_won(board):
        raise BadPosition("There are four in a row, but no disc on top of a column could have completed them.")
    return board


def pose(line: str) -> tuple[Board, tuple[str, str]]:
    """The board that a line stands for, whatever its counts, and who must have begun for this side to be to move."""
    stones, seats = stones_text.pose(line, NO_STONES)
    return _standing(stones), seats


def _standing(stones: mnk.Board) -> Board:
    """The stones as discs, if each lies on another one or on the bottom."""
    board = Board(_fallen(stones.mine), _fallen(stones.both))
    floating = ~(board.both << 1 | BOTTOM) & board.both
    if floating:
        column, row = _cells(floating)[0]
        raise BadPosition(f"The disc in column {column + 1}, row {row + 1} floats: the cell below it is empty.")
    return board


def why_not(board: Board, column: str, over: bool) -> str:
    """One sentence on why a text is not a legal move."""
    if not (column.isascii() and column.isdigit() and 1 <= int(column) <= WIDTH):
        return f"{column!r} is not a column; columns go from 1 (left) to {WIDTH} (right)."
    if int(column) - 1 not in columns(board):
        return f"Column {column} is full."
    return f"The game is over, so column {column} cannot be played." if over else f"Column {column} cannot be played."


def draw(board: Board, seats: Sequence[str] = stones_text.SIDES) -> str:
    """The board for a terminal, with colour marks and the winning line."""
    crosses = board.sides[seats.index("x")]
    won = winning_discs(board)

    def shown(column: int, row: int) -> str:
        cell = 1 << STRIDE * column + row
        if not board.both & cell:
            return "[faint]·[/]"
        seat, sign = ("first", SIGNS[0]) if crosses & cell else ("second", SIGNS[1])
        return f"[{seat}][last]{sign}[/][/]" if won & cell else f"[{seat}]{sign}[/]"

    rows = [f"  │ {'  '.join(shown(column, row) for column in range(WIDTH))} │" for row in reversed(range(HEIGHT))]
    numbers = "  ".join(str(column + 1) for column in range(WIDTH))
    legend = f"[first]{SIGNS[0]}[/] x  [second]{SIGNS[1]}[/] o"
    return "\n".join([*rows, f"  └{'─' * (3 * WIDTH)}┘", f"[faint]    {numbers}[/]      {legend}"])


def winning_discs(board: Board) -> int:
    """The discs of all fours of the side that has just moved."""
    found = 0
    for line in LINES:
        if line & board.theirs == line:
            found |= line
    return found


def _last_disc_won(board: Board) -> bool:
    tops = board.both & ~(board.both >> 1)
    return any(not fours(board.theirs & ~(1 << cell)) for cell in bits(tops & board.theirs))
