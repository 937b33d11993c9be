"""What a move does, what it misses, and what a stronger player would look at: only what is true of the position."""

from collections.abc import Iterable
from functools import cache

from sparring.games.mnk.board import (
    Board,
    after,
    bits,
    cell_name,
    centre_cells,
    corner_cells,
    full,
    has_line,
    lines,
    threats,
    winning_cells,
)
from sparring.games.mnk.tactics import can_fork, fork, forks


def explain(board: Board, cell: int) -> str:
    """A few sentences about placing a stone on a cell.

    >>> from sparring.games.tictactoe import TicTacToe
    >>> explain(TicTacToe().read_position("xx./oo./... x"), 2)
    'c1 threatens a win at c3. It misses a win at c3. It leaves o a win at c2. A stronger player would look at c3 and \
win at once.'
    """
    following = after(board, cell)
    if has_line(following.theirs, board.width, board.length):
        return f"{_name(board, cell)} completes {_list(_completed(following, cell))} and wins."
    sentences = [_what_it_does(board, cell, following), *_what_it_misses(board, cell, following)]
    if following.both == full(board.width, board.height):
        return " ".join([*sentences, "The board is full: a draw."])
    return " ".join([*sentences, _what_to_look_at(board, cell, following)])


def _what_it_does(board: Board, cell: int, following: Board) -> str:
    me, other = _sides(board)
    name = _name(board, cell)
    threatened = _names(board, winning_cells(following.theirs, following))
    says: list[str] = []

    def subject() -> str:
        return "It" if says else name

    if winning_cells(board.theirs, board) >> cell & 1:
        says.append(f"{subject()} stops {other}, who threatened to complete a line there.")
    if forks(following):
        says.append(
            f"{subject()} is a fork: {me} now threatens {_list(threatened)} at once, and only one can be stopped."
        )
    elif threatened:
        says.append(f"{subject()} threatens a win at {_list(threatened)}.")
    return " ".join(says) or _where_it_lies(board, cell)


def _where_it_lies(board: Board, cell: int) -> str:
    me, _ = _sides(board)
    through = [line for line in lines(*board[2:]) if line >> cell & 1]
    still_open = sum(1 for line in through if not line & board.theirs)
    place = "an edge"
    if centre_cells(board.width, board.height) >> cell & 1:
        place = "the centre"
    elif corner_cells(board.width, board.height) >> cell & 1:
        place = "a corner"
    count = {0: "none", len(through): f"all {len(through)}"}.get(still_open, f"{still_open} of {len(through)}")
    verb = "is" if still_open == 1 else "are"
    return f"{_name(board, cell)} is {place}; of the lines through it, {count} {verb} still open to {me}."


def _what_it_misses(board: Board, cell: int, following: Board) -> Iterable[str]:
    _, other = _sides(board)
    won = winning_cells(board.mine, board)
    if won:
        yield f"It misses a win at {_list(_names(board, won))}."
    lost = winning_cells(following.mine, following)
    if lost:
        yield f"It leaves {other} a win at {_list(_names(board, lost))}."
    if won or lost:
        return
    free = list(bits(full(board.width, board.height) & ~board.both))
    missed = fork(None, board, free)
    if missed and cell not in missed:
        yield f"It misses a fork at {_list([_name(board, other_cell) for other_cell in missed])}."
    if can_fork(following):
        replies = fork(None, following, list(bits(full(board.width, board.height) & ~following.both)))
        yield f"It lets {other} fork at {_list([_name(board, reply) for reply in replies])}."


def _what_to_look_at(board: Board, cell: int, following: Board) -> str:
    _, other = _sides(board)
    if won := winning_cells(board.mine, board):
        return f"A stronger player would look at {_list(_names(board, won), 'or')} and win at once."
    best, reached = worth(board), -_one_ply_away(worth(following))
    if reached == best:
        reason = f"every move loses if {other} answers well" if best < 0 else "this wins" if best else "this draws"
        return f"A stronger player would find nothing better: {reason}."
    free = bits(full(board.width, board.height) & ~board.both)
    better = [_name(board, cell) for cell in free if -_one_ply_away(worth(after(board, cell))) == best]
    what = "holds out longer" if best < 0 else "draws" if best == 0 else "wins sooner" if reached > 0 else "wins"
    return f"A stronger player would look at {_list(better, 'or')}: {'that' if len(better) == 1 else 'each'} {what}."


@cache
def worth(board: Board) -> int:
    """What best play leads to on a board not yet won: 10 less the plies to a win, the same below 0 for a loss, or 0."""
    won, lost = threats(board)
    if won:
        return 10 - 1
    if lost & (lost - 1):
        return 2 - 10  # two threats, and only one can be stopped
    free = lost or full(board.width, board.height) & ~board.both
    return max((-_one_ply_away(worth(after(board, cell))) for cell in bits(free)), default=0)


def _one_ply_away(worth: int) -> int:
    """The same seen from one ply before."""
    return worth - 1 if worth > 0 else worth + 1 if worth < 0 else 0


def _completed(following: Board, cell: int) -> list[str]:
    """The lines through a cell that its stone has completed, as people say them: a1–b2–c3."""
    return [
        "–".join(cell_name(place, following.width) for place in bits(line))
        for line in lines(*following[2:])
        if line >> cell & 1 and line & following.theirs == line
    ]


def _sides(board: Board) -> tuple[str, str]:
    """The side to move, and the other."""
    return ("x", "o") if board.both.bit_count() % 2 == 0 else ("o", "x")


def _name(board: Board, cell: int) -> str:
    return cell_name(cell, board.width)


def _names(board: Board, cells: int) -> list[str]:
    return [_name(board, cell) for cell in bits(cells)]


def _list(names: list[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
