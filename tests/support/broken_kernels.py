"""Nim as a kernel and what can be wrong with it: each broken variant says which fault a check must find, and where."""

from collections import namedtuple
from typing import ClassVar, NamedTuple

import sparring
from sparring.rules import kernels
from sparring.rules.kernels import MOST_MOVES, NOT_OVER


class Piles(NamedTuple):
    first: int = 2
    second: int = 2
    to_move: int = 0


class Size(NamedTuple):
    each: int = 10


def moves(position, buffer, start):
    count = 0
    for pile in range(2):
        for take in range(1, position[pile] + 1):
            buffer[start + count] = pile * 16 + take
            count += 1
    return count


def play(position, move):
    pile, take = move >> 4, move & 15
    return Piles(position.first - take * (pile == 0), position.second - take * (pile == 1), 1 - position.to_move)


def result(position):
    return NOT_OVER if position.first + position.second else -1


def key(position):
    return kernels.mixed(position.first << 9 | position.second << 1 | position.to_move)


def by_size(position, weights):
    return weights.each * (position.first - position.second)


kernels.register(Piles, moves=moves, play=play, result=result, key=key)
kernels.register_evaluation(Piles, Size, by_size)


class KernelNim(sparring.KernelGame):
    """The sound game."""

    name, title = "kernelnim", "Nim as a kernel"
    says = where = ""
    evaluations: ClassVar = {"size": Size()}
    piles: type = Piles

    def start(self, rng):
        return self.piles()

    def to_move(self, position):
        return position.to_move

    def reason(self, position, winner):
        return "took the last one"


def variant(name, **given):
    """A position type of its own, with some kernel functions replaced."""
    piles = namedtuple(name, Piles._fields, defaults=tuple(Piles()))
    piles.__module__, globals()[name] = __name__, piles  # so that its positions can be pickled
    kernels.register(piles, **{"moves": moves, "play": play, "result": result, **given})
    return piles


# ---------------------------------------------------------------------- the kernel breaks its promises


def too_many(position, buffer, start):
    for count in range(MOST_MOVES + 1):
        buffer[start + count] = count
    return MOST_MOVES + 1


class TooManyMoves(KernelNim):
    says, where = "The kernel's moves writes more than 1024 moves, the largest number", "at the start"
    piles = variant("TooManyMovesPiles", moves=too_many)


def out_of_range(position, buffer, start):
    buffer[start] = MOST_MOVES
    return 1


class OutOfRange(KernelNim):
    says, where = "The move 1024 is out of range: kernel moves are ints from 0 to 1023", "in moves of "
    piles = variant("OutOfRangePiles", moves=out_of_range)


def from_the_beginning(position, buffer, start):
    buffer[0] = 1
    return 1


class IgnoresStart(KernelNim):
    says, where = "moves writes before the place `start` of the buffer", "in moves of"
    piles = variant("IgnoresStartPiles", moves=from_the_beginning)


def one_too_few(position, buffer, start):
    return moves(position, buffer, start) + 1


class CountsWrongly(KernelNim):
    says, where = "moves says that it has written 5 moves, but it has written fewer", "in moves of "
    piles = variant("CountsWronglyPiles", moves=one_too_few)


def undecided(position):
    return 2


class OddResult(KernelNim):
    says, where = "The kernel's result is 2, not NOT_OVER, 1, 0 or -1", "in result of "
    piles = variant("OddResultPiles", result=undecided)


def growing(position, move):
    return Piles(position.first << 62, position.second, position.to_move)


class Grows(KernelNim):
    says, where = "which does not fit into 64 bits: compiled, it wraps around", "in play of "
    piles = variant("GrowsPiles", play=growing)


class Texts(NamedTuple):
    first: str = "two"
    second: int = 2
    to_move: int = 0


def text_result(position):
    return NOT_OVER


kernels.register(Texts, moves=moves, play=play, result=text_result)


class HoldsTexts(KernelNim):
    says, where = "The field first of a kernel position is 'two'; it may hold only ints", "in play of Texts"
    piles = Texts

    def moves(self, position):
        return [1]


# ---------------------------------------------------------------------- compiled, it is another game


def unwrapped_key(position):
    return position.first * 7046029254386353131 + position.second * 4 + position.to_move


class WrapsAround(KernelNim):
    says, where = "a number of more than 64 bits wraps around, which kernels.wrapped does too", "in key of "
    piles = variant("WrapsAroundPiles", key=unwrapped_key)


MOOD = 1


def moody_hint(position, move):
    return MOOD


class ChangesItsMind(KernelNim):
    """Compiled code keeps the globals that it was compiled with."""

    says, where = "hint gives 2 when it is interpreted, but 1 when it is compiled", "in hint of "
    piles = variant("ChangesItsMindPiles", hint=moody_hint)

    def start(self, rng):
        self.set_mood(1)
        return super().start(rng)

    def play(self, position, move):
        self.set_mood(2)
        return self.piles(*super().play(position, move))

    def set_mood(self, mood):
        global MOOD
        MOOD = mood


def worded_play(position, move):
    return position._replace(first=0)


class NotCompiled(KernelNim):
    says = "cannot be compiled: Unknown attribute '_replace' of type NotCompiledPiles(int64 x 3)"
    where = "broken_kernels.py:"
    piles = variant("NotCompiledPiles", play=worded_play)

    def play(self, position, move):
        return play(position, move)


# ---------------------------------------------------------------------- the class says otherwise


class TakesOneMore(KernelNim):
    says, where = "The kernel's play and that of the class differ for the move", "in play of "

    def play(self, position, move):
        return super().play(position, move)._replace(to_move=position.to_move)


class Misere(KernelNim):
    says, where = "result returns -1, but the outcome of the game is Outcome(winner=0", "in result of"

    def outcome(self, position):
        ended = super().outcome(position)
        return ended and sparring.Outcome(1 - ended.winner, "took the last one")


class FewerMoves(KernelNim):
    says, where = "The kernel's moves are [1, 2, 17, 18], but those of the class are [1, 2, 17]", "in moves of "

    def moves(self, position):
        return super().moves(position)[: 3 if position == Piles() else None]


class OnlyOneMoves(KernelNim):
    says, where = "The same seat moves twice, so the kernel needs a function mover", "in play of Piles, at the start"

    def to_move(self, position):
        return 0

    def outcome(self, position):
        ended = super().outcome(position)
        return ended and sparring.Outcome(1, "took the last one")


def same_key(position):
    return kernels.mixed(position.second)


class SharesKeys(KernelNim):
    says, where = "share a key", "in key of"
    piles = variant("SharesKeysPiles", key=same_key)

    def play(self, position, move):
        return self.piles(*super().play(position, move))


def all_drawn(position):
    return True


class GivesUp(KernelNim):
    says, where = "drawn called a game a draw that was won later", "in drawn of"
    piles = variant("GivesUpPiles", drawn=all_drawn)

    def play(self, position, move):
        return self.piles(*super().play(position, move))


def swapped_play(move, position):
    return play(position, move)


class SwappedKernel(KernelNim):
    says, where = "The kernel's play(move, position) has its parameters in another order", "in play"
    piles = variant("SwappedKernelPiles", play=swapped_play)


class Unregistered(KernelNim):
    says, where = "start returns a tuple, which has no kernel: give its type to kernels.register", "in start"

    def start(self, rng):
        return (1, 2, 0)


def no_moves(position, buffer, start):
    return 0


class Stuck(KernelNim):
    says, where = "moves is empty though the game is not over", "broken_kernels.py"
    piles = variant("StuckPiles", moves=no_moves)


BROKEN = [each for each in list(vars().values()) if isinstance(each, type) and getattr(each, "says", "")]
