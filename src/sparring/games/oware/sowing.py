"""A move step by step, for the eye: seed after seed is sown, then house after house is captured."""

from collections.abc import Iterator
from typing import NamedTuple

from sparring.games.oware.board import Board, house, play
from sparring.games.oware.text import NORTH, SOUTH, captures, rows

STORES = ("south", "north")
"""Where captured seeds go."""


class Carried(NamedTuple):
    """Seeds that a step carries from a house to another place."""

    start: str
    """The house they are taken from, A to F or a to f."""

    end: str
    """Another house, or the store of whoever moves."""

    seeds: int


def sowing(board: Board, number: int) -> list[Carried]:
    """Every step when the side to move sows a house: its seeds one by one, and then each captured house.

    >>> from sparring.games.oware.text import read
    >>> for carried in sowing(read("0,0,0,0,4,2,1,1,4,0,0,0 18-18 S"), 5):
    ...     print(*carried)
    F a 1
    F b 1
    b south 2
    a south 2
    """
    own, other = (NORTH, SOUTH) if board.north else (SOUTH, NORTH)
    way = own[number + 1 :] + other + own[:number]
    sown = [way[seed % len(way)] for seed in range(house(board.mine, number))]
    steps = [Carried(own[number], place, 1) for place in sown]
    before, after = places(board), places(play(board, number))
    if after[STORES[board.north]] > before[STORES[board.north]]:
        for place in reversed(other[: other.index(sown[-1]) + 1]):
            if after[place]:
                break
            steps.append(Carried(place, STORES[board.north], before[place] + sown.count(place)))
    return steps


def places(board: Board) -> dict[str, int]:
    """The seeds of every house and store, by name."""
    south, north = rows(board)
    return dict(zip((*SOUTH, *NORTH, *STORES), (*south, *north, *captures(board)), strict=True))


def boards(board: Board, number: int) -> Iterator[tuple[str, Board]]:
    """Each place that a step of the move carries seeds to, and the board after that step."""
    now = places(board)
    for start, end, seeds in sowing(board, number):
        now[start] -= seeds
        now[end] += seeds
        south, north = (sum(now[name] << 8 * at for at, name in enumerate(row)) for row in (SOUTH, NORTH))
        taken, lost = (now[store] for store in STORES)
        yield end, Board(north, south, lost, taken, 1) if board.north else Board(south, north, taken, lost, 0)
