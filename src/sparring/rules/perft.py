"""Perft: counts the paths of legal moves, which reveals almost every mistake in a game's rules."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from sparring.rules import kernels
from sparring.rules.game import AnyGame

MANY = 500
"""With fewer positions in a layer, expanding each of them once is quicker than starting the compiler."""


def layers(game: AnyGame, position: Any) -> Iterator[Counter[Any]]:
    """For each ply, the positions that can be reached and the number of paths to each."""
    layer = Counter({position: 1})
    while layer:
        yield layer
        following: Counter[Any] = Counter()
        for reached, paths in layer.items():
            if game.outcome(reached) is None:
                for move in game.moves(reached):
                    following[game.play(reached, move)] += paths
        layer = following


def perft(game: AnyGame, position: Any, depth: int) -> list[int]:
    """The number of paths of each length from 1 to `depth`; outcomes of chance count as moves.

    A position that is reached by several paths is expanded once. The last ply is counted without playing it. Where
    there is much to count, compiled code counts the paths of a kernel.
    """
    counts: list[int] = []
    for _, layer in zip(range(depth), layers(game, position), strict=False):
        if len(layer) >= MANY and len(counts) + 1 < depth and all(_is_kernel(game, each) for each in layer):
            return counts + _compiled(layer, depth - len(counts))
        counts.append(
            sum(paths * len(game.moves(reached)) for reached, paths in layer.items() if game.outcome(reached) is None)
        )
    return counts + [0] * (depth - len(counts))


def prepare(game: AnyGame) -> None:
    """Compile what counts the paths of a game, if its rules are a kernel."""
    position = game.start(Random(0))
    if _is_kernel(game, position):
        _compiled(Counter({position: 1}), 1)


def _is_kernel(game: AnyGame, position: Any) -> bool:
    """True if the kernel of a position has the moves that the game's own class has."""
    if not kernels.has_kernel(position):
        return False
    over = kernels.result(position) != kernels.NOT_OVER
    buffer = [0] * kernels.MOST_MOVES
    if over or game.outcome(position) is not None:
        return over == (game.outcome(position) is not None)
    return sorted(buffer[: kernels.moves(position, buffer, 0)]) == sorted(game.moves(position))


def _compiled(layer: Counter[Any], depth: int) -> list[int]:
    """The number of paths of each length from the positions of a layer."""
    from sparring.rules.compiled_perft import counts_below

    counted = [0] * depth
    for paths, below in zip(layer.values(), counts_below(layer, depth), strict=True):
        for place, count in enumerate(below):
            counted[place] += paths * count
    return counted
