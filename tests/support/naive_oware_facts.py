"""A naive reader of what is said about sowing a house: it takes a sentence apart and checks it seed by seed.

It plays by the rules of `naive_oware`, and shares no code with the package. A sentence that it does not know is wrong.

>>> board = naive_oware.read("0,0,0,0,4,2,1,1,4,0,0,0 18-18 S")
>>> is_true(board, "F", "It captures four seeds from two houses."), is_true(board, "F", "You can capture three seeds.")
(True, False)
"""

import re
from functools import cache

from support import naive_oware
from support.naive_oware import NAMES, Board

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

SENTENCES = {
    "enough": r"It captures enough seeds to win: that makes (?P<total>\d+)\.|"
    r"You can capture enough seeds to win: 25 are needed\.",
    "ends": r"(?:It ends the game|You can end the game now,) (?P<own>\d+) to (?P<other>\d+)"
    r"(?:\.|: the other side has nothing to sow\.)",
    "captures": r"(?:It captures|You can capture) (?P<seeds>\w+) seeds?(?: from (?P<houses>\w+) houses?)?\.",
    "feeds": r"It gives the other side (?P<seeds>\w+) seeds?, as it must\.|"
    r"Your opponent has no seeds, so you must give them some\.",
    "saves": r"The other side threatened to capture (?P<attacked>\w+) seeds?; now it can capture "
    r"(?:(?P<none>none)|at most (?P<left>\w+) seeds?)\.|(?P<idea>\w+) seeds? of yours (?:is|are) under attack\.",
    "threatens": r"(?:It threatens|You can threaten) to capture (?P<seeds>\w+) seeds?\.",
    "waits": r"It leaves (?P<own>\w+) moves? within its own row against (?P<other>\w+) moves? within the other, "
    r"so the other side can be made to sow across first\.|"
    r"Count the moves that stay in each row: you can make your opponent sow across first\.",
}


def is_true(board, house, sentence):
    """Whether a sentence about sowing a house is true; an unknown sentence raises an error."""
    kinds = [(kind, found) for kind, pattern in SENTENCES.items() if (found := re.fullmatch(pattern, sentence))]
    assert len(kinds) == 1, (sentence, kinds)
    return globals()[kinds[0][0]](board, naive_oware.play(board, house), house, **kinds[0][1].groupdict())


def number(word):
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


def is_number(word, wanted):
    """Whether a sentence says this number, or none."""
    return word is None or number(word) == wanted


# ---------------------------------------------------------------------- what sentences mean


def enough(board, after, house, total):
    mine = after.captured[board.side]
    return board.captured[board.side] < 25 <= mine and is_number(total, mine)


def ends(board, after, house, own, other):
    """Nobody has won by captures, the other side has nothing to sow, and each side takes its row."""
    if naive_oware.moves(after) or max(after.captured) >= 25:
        return False
    final = [after.captured[side] + naive_oware.row(after, side) for side in (board.side, 1 - board.side)]
    return final == [int(own), int(other)]


def captures(board, after, house, seeds, houses):
    taken = after.captured[board.side] - board.captured[board.side]
    sown = naive_oware.sow(board, house)[0]
    emptied = sum(1 for before, now in zip(sown, after.houses, strict=True) if before != now)
    return taken > 0 and number(seeds) == taken and is_number(houses, emptied)


def feeds(board, after, house, seeds):
    given = sum(naive_oware.sow(board, house)[0][place] for place in naive_oware.own(1 - board.side))
    return naive_oware.row(board, 1 - board.side) == 0 and given > 0 and is_number(seeds, given)


def saves(board, after, house, attacked, left, none, idea):
    before, now = most(turned(board)), most(after)
    said = is_number(attacked or idea, before) and is_number("no" if none else left, now)
    return now < before and said


def threatens(board, after, house, seeds):
    return number(seeds) == most(turned(after)) > most(board)


def waits(board, after, house, own, other):
    mine, theirs = (longest(row_of(after, side)) for side in (board.side, 1 - board.side))
    both_have_some = all(naive_oware.row(after, side) for side in (0, 1))
    if not both_have_some or not is_number(own, mine) or not is_number(other, theirs):
        return False
    return other_is_first(row_of(after, 1 - board.side), row_of(after, board.side))


# ---------------------------------------------------------------------- counting


def turned(board):
    """The same seeds with the other side to move."""
    return Board(board.houses, board.captured, 1 - board.side)


def most(board):
    """The most seeds that the side to move can capture with one move."""
    side = board.side
    names = naive_oware.moves(board)
    return max((naive_oware.play(board, name).captured[side] - board.captured[side] for name in names), default=0)


def row_of(board, side):
    return tuple(board.houses[place] for place in naive_oware.own(side))


@cache
def waiting(row):
    """The rows after each move that sows no seed into the other row."""
    board = Board(row + (0,) * 6, (0, 0), 0)
    after = [naive_oware.sow(board, name)[0] for place, name in enumerate(NAMES[:6]) if row[place]]
    return [tuple(houses[:6]) for houses in after if not any(houses[6:])]


@cache
def longest(row):
    """The longest series of such moves."""
    return max((1 + longest(after) for after in waiting(row)), default=0)


@cache
def other_is_first(theirs, mine):
    """Whether the other side, to move, is the first without such a move, if this side always has the right answer."""
    return all(any(other_is_first(then, answer) for answer in waiting(mine)) for then in waiting(theirs))
