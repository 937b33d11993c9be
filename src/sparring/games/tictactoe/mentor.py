"""Explains a move: what it does, what it misses, and what a stronger player would look at. All of it is checked."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sparring.games.mnk.board import (
    Board,
    bits,
    cell_name,
    centre_cells,
    corner_cells,
    full,
    has_line,
    lines,
    play,
    threats,
)
from sparring.games.mnk.tactics import fork


class Sides(NamedTuple):
    """What both sides are called."""

    me: str
    other: str


def explain(board: Board, cell: int, sides: Sides) -> str:
    """A few sentences about placing a stone on a cell.

    >>> from sparring.games.tictactoe import TicTacToe
    >>> explain(TicTacToe().read_position("x../.o./..x o"), 0, Sides("o", "x"))
    'a1 threatens a win at c3. It lets x fork at c3. This loses if x answers well. A stronger player would look at b1, \
a2, c2 or b3: each of them draws.'
    """
    following = play(board, cell)
    if has_line(following.theirs, board.width, board.length):
        return f"{_name(board, cell)} completes {_list(_completed(following, cell))} and wins."
    sentences = [*_what_it_does(board, cell, following, sides), *_what_it_misses(board, cell, following, sides)]
    if following.both == full(board.width, board.height):
        return " ".join([*sentences, "The board is full: a draw."])
    return " ".join([*sentences, *_what_to_look_at(board, following, sides)])


def _what_it_does(board: Board, cell: int, following: Board, sides: Sides) -> Iterator[str]:
    """It stops a win, makes a fork or makes a threat; if it does nothing of that, where it lies."""
    me, other = sides
    name = _name(board, cell)
    won, to_stop = threats(board)
    lost, threatening = threats(following)
    stops = to_stop >> cell & 1
    if stops:
        yield f"{name} stops {other}, who threatened to complete a line there."
    subject = "It" if stops else name
    threatened = [] if won or lost else _names(board, threatening)  # if either side can win first, it is not a threat
    if len(threatened) > 1:
        yield f"{subject} is a fork: {me} now threatens {_list(threatened)} at once, and only one can be stopped."
    elif threatened:
        yield f"{subject} threatens a win at {threatened[0]}."
    elif not stops:
        yield _where_it_lies(board, cell, sides)


def _where_it_lies(board: Board, cell: int, sides: Sides) -> str:
    through = [line for line in lines(*board[2:]) if line >> cell & 1]
    still_open = sum(1 for line in through if not line & board.theirs)
    place = "an edge"
    if centre_cells(board.width, board.height) >> cell & 1:
        place = "the centre"
    elif corner_cells(board.width, board.height) >> cell & 1:
        place = "a corner"
    many = "both" if len(through) == 2 else f"all {len(through)}"
    count = {0: "none", len(through): many}.get(still_open, f"{still_open} of {len(through)}")
    verb = "is" if still_open == 1 else "are"
    return f"{_name(board, cell)} is {place}; of the lines through it, {count} {verb} still open to {sides.me}."


def _what_it_misses(board: Board, cell: int, following: Board, sides: Sides) -> Iterator[str]:
    other = sides.other
    won, lost = threats(board)[0], threats(following)[0]
    if won:
        yield f"It misses a win at {_list(_names(board, won))}."
    if lost:
        yield f"It leaves {other} a win at {_list(_names(board, lost))}."
    if won or lost:
        return
    missed = fork(None, board, _free(board))
    if missed and cell not in missed:
        yield f"It misses a fork at {_list([_name(board, place) for place in missed])}."
    if allowed := fork(None, following, _free(following)):
        yield f"It lets {other} fork at {_list([_name(board, place) for place in allowed])}."


def _what_to_look_at(board: Board, following: Board, sides: Sides) -> Iterator[str]:
    """What the move leads to, and which moves would have been better."""
    other = sides.other
    if won := threats(board)[0]:
        yield f"A stronger player would look at {_list(_names(board, won), 'or')} and win at once."
        return
    best, reached = worth(board), -_one_ply_away(worth(following))
    if reached == best:
        if best < 0:
            yield f"A stronger player could not save this either: every move loses if {other} answers well."
        else:
            yield f"A stronger player could play this too: with best play it {'wins' if best else 'is a draw'}."
        return
    if reached < 0 <= best:
        yield f"This loses if {other} answers well."
    elif reached == 0:
        yield f"This lets the win slip: if {other} answers well, it is a draw."
    better = [_name(board, cell) for cell in _free(board) if -_one_ply_away(worth(play(board, cell))) == best]
    what = "holds out longer" if best < 0 else "draws" if best == 0 else "wins sooner" if reached > 0 else "wins"
    which = "that" if len(better) == 1 else "each of them"
    yield f"A stronger player would look at {_list(better, 'or')}: {which} {what}."


def _free(board: Board) -> list[int]:
    return list(bits(full(board.width, board.height) & ~board.both))


@cache
def worth(board: Board) -> int:
    """The value of a board with best play: 10 less the plies to a win, the negative for a loss, 0 for a draw."""
    won, lost = threats(board)
    if won:
        return 10 - 1
    if lost & (lost - 1):
        return 2 - 10  # two threats, and only one can be stopped
    free = lost or full(board.width, board.height) & ~board.both
    return max((-_one_ply_away(worth(play(board, cell))) for cell in bits(free)), default=0)


def _one_ply_away(worth: int) -> int:
    """The same value, one ply earlier."""
    return worth - 1 if worth > 0 else worth + 1 if worth < 0 else 0


def _completed(following: Board, cell: int) -> list[str]:
    """The lines that the stone on a cell has completed, such as a1–b2–c3."""
    return [
        "–".join(cell_name(place, following.width) for place in bits(line))
        for line in lines(*following[2:])
        if line >> cell & 1 and line & following.theirs == line
    ]


def _name(board: Board, cell: int) -> str:
    return cell_name(cell, board.width)


def _names(board: Board, cells: int) -> list[str]:
    return [_name(board, cell) for cell in bits(cells)]


def _list(names: list[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
