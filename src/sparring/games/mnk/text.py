"""Reads and writes boards and cells as text."""

import re
from collections.abc import Sequence

from sparring.games.mnk.board import Board, bits, cell_name, complete, full, has_line
from sparring.rules import BadPosition

SIDES = "xo"


def write(board: Board, seats: Sequence[str] = SIDES) -> str:
    """A board on one line: rows from the top, then the side to move. The seat whose sign comes first begins.

    >>> from sparring.games.mnk import LineGame
    >>> game = LineGame(3, 3, 3)
    >>> write(game.play(game.empty, 5))
    '.../.x./... o'
    """
    stones = board.sides
    rows = [
        "".join(_sign(stones, row * (board.width + 1) + column, seats) for column in range(board.width))
        for row in reversed(range(board.height))
    ]
    return f"{'/'.join(rows)} {seats[board.to_move]}"


def read(line: str, empty: Board) -> Board:
    """The board that a line stands for, on a board of the size of `empty`, if a game can reach it."""
    x, o, side = _parsed(line, empty)
    _check_counts(x, o, side)
    _check_lines(x, o, empty)
    return empty._replace(mine=x if side == "x" else o, both=x | o)


def pose(line: str, empty: Board) -> tuple[Board, tuple[str, str]]:
    """The board that a line stands for, whatever its counts, and who must have begun for this side to be to move.

    >>> from sparring.games.mnk import LineGame
    >>> pose("x../.../... x", LineGame(3, 3, 3).empty)[1]
    ('o', 'x')
    """
    x, o, side = _parsed(line, empty)
    mine, theirs, other = (x, o, "o") if side == "x" else (o, x, "x")
    if has_line(mine, empty.width, empty.length):
        raise BadPosition(
            f"{side} has {empty.length} in a row, so the game is over and {side} cannot be to move; "
            f"if {side} has won, the side to move is {other}."
        )
    board = empty._replace(mine=mine, both=mine | theirs)
    return board, (other, side) if board.to_move else (side, other)


def _parsed(line: str, empty: Board) -> tuple[int, int, str]:
    """The stones of x, the stones of o, and the side to move."""
    words = line.split()
    if len(words) != 2:
        raise BadPosition(
            f"A position is its rows and the side to move, as in {write(empty)!r}; {line!r} has {len(words)} part(s)."
        )
    rows, side = words[0].lower().split("/"), words[1].lower()
    if len(rows) != empty.height or any(len(row) != empty.width for row in rows):
        raise BadPosition(
            f"The board must have {empty.height} rows of {empty.width} cells with '/' between; "
            f"{words[0]!r} has rows of {', '.join(str(len(row)) for row in rows)}."
        )
    if strange := sorted(set("".join(rows)) - {*SIDES, "."}):
        raise BadPosition(f"A cell is 'x', 'o' or '.', not {strange[0]!r}.")
    if side not in tuple(SIDES):
        raise BadPosition(f"The side to move is 'x' or 'o', not {words[1]!r}.")
    x, o = (
        sum(
            1 << row * (empty.width + 1) + column
            for row, signs in enumerate(reversed(rows))
            for column, sign in enumerate(signs)
            if sign == wanted
        )
        for wanted in SIDES
    )
    return x, o, side


def why_not(board: Board, cell: str, over: bool, seats: Sequence[str] = SIDES) -> str:
    """One sentence on why a text is not a legal move."""
    last = cell_name(full(board.width, board.height).bit_length() - 1, board.width)
    match = re.fullmatch(r"([a-z])([1-9]\d?)", cell.lower())
    if match is None:
        return f"{cell!r} is not a cell; cells go from a1 (bottom left) to {last} (top right)."
    column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
    if column >= board.width or row >= board.height:
        return f"{cell} is not on the board; cells go from a1 (bottom left) to {last} (top right)."
    sign = _sign(board.sides, row * (board.width + 1) + column, seats)
    if sign != ".":
        return f"{cell} is taken: there is already an {sign} on it."
    return f"The game is over, so {cell} cannot be played." if over else f"{cell} cannot be played."


def draw(board: Board, seats: Sequence[str] = SIDES) -> str:
    """The board for a terminal, with colour marks and the winning line."""
    width, height = board.width, board.height
    won, stones = complete(board.theirs, board), board.sides

    def shown(cell: int) -> str:
        sign = _sign(stones, cell, seats)
        if sign == ".":
            return "[faint]·[/]"
        colour = "first" if sign == SIDES[0] else "second"
        return f"[{colour}][last]{sign}[/][/]" if won >> cell & 1 else f"[{colour}]{sign}[/]"

    rows = [f"    ┌{'┬'.join(['───'] * width)}┐"]
    for row in reversed(range(height)):
        signs = " │ ".join(shown(row * (width + 1) + column) for column in range(width))
        rows.append(f"[faint]{row + 1:>3}[/] │ {signs} │")
        rows.append(f"    ├{'┼'.join(['───'] * width)}┤")
    rows[-1] = f"    └{'┴'.join(['───'] * width)}┘"
    rows.append(f"[faint]      {'   '.join(chr(ord('a') + column) for column in range(width))}[/]")
    return "\n".join(rows)


def _sign(stones: tuple[int, int], cell: int, seats: Sequence[str]) -> str:
    return seats[0] if stones[0] >> cell & 1 else seats[1] if stones[1] >> cell & 1 else "."


def _check_counts(x: int, o: int, side: str) -> None:
    crosses, rings = x.bit_count(), o.bit_count()
    if crosses - rings not in (0, 1):
        raise BadPosition(f"x begins and they take turns, so {crosses} x and {rings} o cannot be.")
    right = SIDES[crosses - rings]
    if side != right:
        raise BadPosition(f"With {crosses} x and {rings} o it is {right}'s turn, not {side}'s.")


def _check_lines(x: int, o: int, empty: Board) -> None:
    winners = [sign for sign, stones in zip(SIDES, (x, o), strict=True) if has_line(stones, empty.width, empty.length)]
    if len(winners) == 2:
        raise BadPosition(f"Both sides have {empty.length} in a row; the game would have ended with the first.")
    if not winners:
        return
    winner, stones = winners[0], x if winners[0] == "x" else o
    last = "o" if x.bit_count() == o.bit_count() else "x"
    if winner != last:
        raise BadPosition(f"{winner} has {empty.length} in a row, but {last} moved after that.")
    if all(has_line(stones ^ 1 << cell, empty.width, empty.length) for cell in bits(stones)):
        raise BadPosition(f"{winner} has several lines that no single last move could have completed.")
