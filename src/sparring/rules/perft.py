"""Perft: counts the paths of legal moves, which reveals almost every mistake in a game's rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sparring.rules.game import AnyGame


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

    A position that is reached by several paths is expanded once. The last ply is counted without playing it.
    """
    counts: list[int] = []
    for _, layer in zip(range(depth), layers(game, position), strict=False):
        counts.append(
            sum(paths * len(game.moves(reached)) for reached, paths in layer.items() if game.outcome(reached) is None)
        )
    return counts + [0] * (depth - len(counts))
