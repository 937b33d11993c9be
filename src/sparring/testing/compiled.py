# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Each kernel function on its own, compiled: import this module only where a kernel is checked."""

from sparring.rules import kernels
from sparring.rules.compiler import entry

WHAT = "the rules"


@entry(WHAT)
def moves(position, buffer, start):
    """The compiled `moves`."""
    return kernels.moves(position, buffer, start)


@entry(WHAT)
def play(position, move):
    """The compiled `play`."""
    return kernels.play(position, move)


@entry(WHAT)
def result(position):
    """The compiled `result`."""
    return kernels.result(position)


@entry(WHAT)
def drawn(position):
    """The compiled `drawn`."""
    return kernels.drawn(position)


@entry(WHAT)
def key(position):
    """The compiled `key`."""
    return kernels.key(position)


@entry(WHAT)
def hint(position, move):
    """The compiled `hint`."""
    return kernels.hint(position, move)


@entry(WHAT)
def turn(position, following):
    """1 if the compiled `mover` is the same in two positions, else -1."""
    return kernels.turn(position, following)


@entry(WHAT)
def evaluate(position, weights):
    """A compiled evaluation."""
    return kernels.evaluate(position, weights)
