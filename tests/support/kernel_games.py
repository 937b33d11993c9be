"""Games with kernels that are small enough to solve by brute force, and the brute-force solver."""

from functools import cache
from typing import ClassVar, NamedTuple

import sparring
from sparring.rules import kernels
from sparring.rules.kernels import NOT_OVER, mixed


def mover(position):
    return position.mover


@cache
def solve(game, position):
    """The result for the side to move (1, 0, -1) and the number of plies to it, which means nothing for a draw."""
    outcome = game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == game.to_move(position) else -1, 0
    return max((after(game, position, move) for move in game.moves(position)), key=preference)


def after(game, position, move):
    """The same after one move, for the side that makes it."""
    following = game.play(position, move)
    value, plies = solve(game, following)
    return (value if game.to_move(following) == game.to_move(position) else -value), plies + 1


def preference(found):
    """A sort key: a sooner win and a later loss are better."""
    value, plies = found
    return value, -value * plies


# ---------------------------------------------------------------------- cards


CARDS = (3, 2, 5, 1, 4, 6, 1, 2, 3, 7, 5, 2)
ALL_TAKEN = (1 << len(CARDS)) - 1
FAR_AHEAD = 9


class Table(NamedTuple):
    """A row of cards; a move takes one of the first three."""

    taken: int = 0
    lead: int = 0
    """The points of seat 0 minus those of seat 1."""

    mover: int = 0


class Worth(NamedTuple):
    point: int = 10
    next_card: int = 3


def card_moves(position, buffer, start):
    count = 0
    for card in range(len(CARDS)):
        if position.taken >> card & 1 == 0 and count < 3:
            buffer[start + count] = card
            count += 1
    return count


def take(position, card):
    points = CARDS[card]
    lead = position.lead + points if position.mover == 0 else position.lead - points
    return Table(position.taken | 1 << card, lead, position.mover if points % 2 == 0 else 1 - position.mover)


def card_result(position):
    ahead = position.lead if position.mover == 0 else -position.lead
    if ahead >= FAR_AHEAD:
        return 1
    if ahead <= -FAR_AHEAD:
        return -1
    if position.taken != ALL_TAKEN:
        return NOT_OVER
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


def card_key(position):
    return mixed((position.lead + 64 << 20) + (position.taken << 1) + position.mover)


def card_hint(position, card):
    return CARDS[card]


def points_and_next_card(position, weights):
    score = weights.point * (position.lead if position.mover == 0 else -position.lead)
    for card in range(len(CARDS)):
        if position.taken >> card & 1 == 0:
            return score + weights.next_card * CARDS[card]
    return score


kernels.register(Table, moves=card_moves, play=take, result=card_result, key=card_key, hint=card_hint, mover=mover)
kernels.register_evaluation(Table, Worth, points_and_next_card)


class Cards(sparring.KernelGame):
    """Taking an even card gives another move; a big lead wins at once, otherwise the most points win."""

    name, title = "cards", "Cards"
    evaluations: ClassVar = {"points": Worth()}

    def start(self, rng):
        return Table()


# ---------------------------------------------------------------------- heaps


class Heap(NamedTuple):
    """A heap of stones; a move takes one to three."""

    left: int = 15
    mover: int = 0
    last: int = 0


def heap_moves(position, buffer, start):
    count = min(3, position.left)
    for take in range(count):
        buffer[start + take] = take + 1
    return count


def take_stones(position, stones):
    return Heap(position.left - stones, position.mover if stones == 2 else 1 - position.mover, stones)


def heap_result(position):
    if position.left:
        return NOT_OVER
    return 0 if position.last == 3 else 1 if position.last == 2 else -1


kernels.register(Heap, moves=heap_moves, play=take_stones, result=heap_result, mover=mover)


class Stones(sparring.KernelGame):
    """Taking two gives another move; taking the last stone wins, or draws with three at once. It has no key."""

    name, title = "stones", "Stones"

    def start(self, rng):
        return Heap()


# ---------------------------------------------------------------------- stairs


class Steps(NamedTuple):
    """Stairs that both sides descend together; the allowed strides depend on the step and on the stairs."""

    left: int = 20
    mover: int = 0
    stairs: int = 0b1011001110001111010110010110101


LONGEST = 6


def strides(position, buffer, start):
    buffer[start] = count = 1
    for stride in range(2, min(LONGEST, position.left) + 1):
        if position.stairs >> (5 * position.left + stride) % 31 & 1:
            buffer[start + count] = stride
            count += 1
    return count


def climb(position, stride):
    return Steps(position.left - stride, 1 - position.mover, position.stairs)


def down(position):
    return NOT_OVER if position.left else -1


def step_key(position):
    return mixed(position.left * 2 + position.mover)


kernels.register(Steps, moves=strides, play=climb, result=down, key=step_key, mover=mover)


class Stairs(sparring.KernelGame):
    """Taking the last step wins. The same step can be reached after different numbers of moves."""

    name, title = "stairs", "Stairs"

    def start(self, rng):
        return Steps(rng.randint(8, 30), 0, rng.getrandbits(31))


# ---------------------------------------------------------------------- a wide board


CELLS = 121
HALF = 61
PASS = CELLS
TURNS = 4


class Wide(NamedTuple):
    """A board of 121 cells, which takes two words; a move claims a cell, and the last move of all is to pass."""

    low: int = 0
    high: int = 0
    lead: int = 0
    turns: int = 0
    mover: int = 0


@kernels.kernel
def claimed(position, cell):
    return position.low >> cell & 1 if cell < HALF else position.high >> cell - HALF & 1


def claims(position, buffer, start):
    count = 0
    for cell in range(CELLS):
        if claimed(position, cell) == 0:
            buffer[start + count] = cell
            count += 1
    buffer[start + count] = PASS
    return count + 1


def claim(position, move):
    if move == PASS:
        return Wide(position.low, position.high, position.lead, position.turns + 1, 1 - position.mover)
    worth = move * 7 % 13
    return Wide(
        position.low | 1 << move if move < HALF else position.low,
        position.high | 1 << move - HALF if move >= HALF else position.high,
        position.lead + worth if position.mover == 0 else position.lead - worth,
        position.turns + 1,
        1 - position.mover,
    )


def wide_result(position):
    if position.turns < TURNS:
        return NOT_OVER
    ahead = position.lead if position.mover == 0 else -position.lead
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


def wide_key(position):
    return mixed(mixed(mixed(position.low) + position.high) + position.turns)


kernels.register(Wide, moves=claims, play=claim, result=wide_result, key=wide_key, mover=mover)


class WideBoard(sparring.KernelGame):
    """More cells and moves than a word has bits. Cells are worth points, and the most points after four moves win."""

    name, title = "wide-board", "Wide board"

    def start(self, rng):
        return Wide()
