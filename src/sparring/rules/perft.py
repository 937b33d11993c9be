"""Counting move paths: the check that catches almost every mistake in a game's rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sparring.rules.game import AnyGame


def layers(game: AnyGame, position: Any) -> Iterator[Counter[Any]]:
    """Ply by ply, every position that can be reached with the number of paths that lead to it."""
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
    """The number of move paths of each length from 1 to `depth`; a path ends where the game does.

    Positions reached by several paths are expanded once, and the last ply is counted without being played.
    """
    counts: list[int] = []
    for _, layer in zip(range(depth), layers(game, position), strict=False):
        counts.append(
            sum(paths * len(game.moves(reached)) for reached, paths in layer.items() if game.outcome(reached) is None)
        )
    return counts + [0] * (depth - len(counts))
