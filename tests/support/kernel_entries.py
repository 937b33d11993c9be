"""Every kernel function as a compiled entry, to compare with the interpreted one."""

import numpy as np

from sparring.rules import kernels
from sparring.rules.compiler import entry

compiled = entry("a test")


@compiled
def write_moves(position, buffer, start):
    return kernels.moves(position, buffer, start)


@compiled
def play(position, move):
    return kernels.play(position, move)


@compiled
def result(position):
    return kernels.result(position)


@compiled
def evaluate(position, weights):
    return kernels.evaluate(position, weights)


@compiled
def key(position):
    return kernels.key(position)


@compiled
def hint(position, move):
    return kernels.hint(position, move)


@compiled
def turn(position, following):
    return kernels.turn(position, following)


@compiled
def popcount(bits):
    return kernels.popcount(bits)


@compiled
def mixed(bits):
    return kernels.mixed(bits)


def moves(position, start=0):
    """The buffer before `start`, the legal moves that compiled code writes there, and the values after them."""
    buffer = np.full(kernels.MOST_MOVES + start, -1)
    count = write_moves(position, buffer, start)
    return buffer[:start].tolist(), buffer[start : start + count].tolist(), set(buffer[start + count :].tolist())
