"""Reads and writes boards and houses as text."""

import re

from sparring.games.oware.board import HOUSES, SEEDS, Board, house, may_play, seeds_left
from sparring.rules import BadPosition

SOUTH, NORTH = "ABCDEF", "abcdef"
SIDES = "SN"


def rows(board: Board) -> tuple[list[int], list[int]]:
    """The seeds of south's houses, A to F, and of north's, a to f."""
    mine, theirs = ([house(row, number) for number in range(HOUSES)] for row in (board.mine, board.theirs))
    return (theirs, mine) if board.north else (mine, theirs)


def captures(board: Board) -> tuple[int, int]:
    """The seeds that south has captured, and north."""
    return (board.lost, board.captured) if board.north else (board.captured, board.lost)


def name_of(board: Board, number: int) -> str:
    """A house of the side to move, as people write it."""
    return (NORTH if board.north else SOUTH)[number]


def number_of(name: str) -> int:
    """The number of a house by its name, from 0 on its owner's left."""
    return (SOUTH if name in SOUTH else NORTH).index(name)


def write(board: Board) -> str:
    """A board on one line: houses A to F and a to f, what is captured, the side to move.

    >>> from sparring.games.oware.board import START
    >>> write(START)
    '4,4,4,4,4,4,4,4,4,4,4,4 0-0 S'
    """
    south, north = rows(board)
    return f"{','.join(map(str, south + north))} {'-'.join(map(str, captures(board)))} {SIDES[board.north]}"


def read(line: str) -> Board:
    """The board that a line stands for, if it can be one."""
    posed = pose(line)
    seeds, captured = seeds_left(posed), captures(posed)
    if seeds + sum(captured) != SEEDS:
        raise BadPosition(
            f"There are {SEEDS} seeds, but {seeds} in the houses and {sum(captured)} captured make "
            f"{seeds + sum(captured)}."
        )
    if 1 in captured:
        raise BadPosition("Nobody can have captured a single seed: two or three are taken at a time.")
    return posed


def pose(line: str) -> Board:
    """The board that a line stands for, with no more seeds than a game has."""
    words = line.split()
    if len(words) != 3:
        raise BadPosition(
            "A position is its houses, what is captured and the side to move, as in "
            f"'4,4,4,4,4,4,4,4,4,4,4,4 0-0 S'; {line!r} has {len(words)} part(s)."
        )
    houses = _numbers(words[0], ",", 2 * HOUSES, "Twelve houses, A to F and then a to f, are written as in 4,4,0,1")
    captured = _numbers(words[1], "-", 2, "What south and north have captured is written as in 3-0")
    side = words[2].upper()
    if words[2] not in (*SIDES, *SIDES.lower()):
        raise BadPosition(f"The side to move is 'S' or 'N', not {words[2]!r}.")
    if sum(houses) + sum(captured) > SEEDS:
        raise BadPosition(
            f"There are {SEEDS} seeds, but {sum(houses)} in the houses and {sum(captured)} captured make "
            f"{sum(houses) + sum(captured)}."
        )
    south, north = (sum(seeds << 8 * number for number, seeds in enumerate(row)) for row in (houses[:6], houses[6:]))
    if side == "N":
        return Board(north, south, captured[1], captured[0], 1)
    return Board(south, north, captured[0], captured[1], 0)


def _numbers(text: str, between: str, count: int, about: str) -> list[int]:
    if not re.fullmatch(rf"[0-9]{{1,2}}({re.escape(between)}[0-9]{{1,2}}){{{count - 1}}}", text):
        raise BadPosition(f"{about}, not {text!r}.")
    return [int(number) for number in text.split(between)]


def why_not(board: Board, name: str, over: bool) -> str:
    """One sentence on why a text is not a legal move."""
    own, other = (NORTH, SOUTH) if board.north else (SOUTH, NORTH)
    if name in ("south", "north"):
        return f"What is captured is not sown again; your houses are {own[0]} to {own[-1]}."
    if len(name) != 1 or name not in SOUTH + NORTH:
        return f"{name!r} is not a house; yours are {own[0]} to {own[-1]}."
    if name in other:
        return f"{name} is a house of the other side; yours are {own[0]} to {own[-1]}."
    if over:
        return f"The game is over, so {name} cannot be sown."
    number = own.index(name)
    if not house(board.mine, number):
        return f"{name} is empty."
    if not may_play(board.mine, board.theirs, number):
        return f"{name} does not reach the other side, which has no seeds; a house that does must be sown."
    return f"{name} cannot be sown."


def draw(board: Board, marked: str = "") -> str:
    """The board for a terminal, as players see it: north's row from right to left above south's.

    One house or one store ("south", "north") may be marked.
    """
    (south, north), (taken, lost) = rows(board), captures(board)
    first, second = (
        [_mark(f"{seeds or '·':^5}", name == marked) for seeds, name in zip(row, names, strict=True)]
        for row, names in ((south, SOUTH), (north, NORTH))
    )
    return "\n".join(
        [
            f"[faint]       {'     '.join(reversed(NORTH))}[/]",
            f"    ╭{'┬'.join(['─────'] * HOUSES)}╮",
            f"    │[second]{'[/]│[second]'.join(reversed(second))}[/]│   "
            f"[second]north[/] has {_mark(str(lost), marked == 'north')}",
            f"    ├{'┼'.join(['─────'] * HOUSES)}┤",
            f"    │[first]{'[/]│[first]'.join(first)}[/]│   [first]south[/] has {_mark(str(taken), marked == 'south')}",
            f"    ╰{'┴'.join(['─────'] * HOUSES)}╯",
            f"[faint]       {'     '.join(SOUTH)}[/]",
        ]
    )


def _mark(text: str, marked: bool) -> str:
    return f"[last]{text}[/]" if marked else text
