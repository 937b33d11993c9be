"""What a seat probably holds, judged by the moves that it has made."""

from typing import Any

from sparring.brains.worlds import Worlds
from sparring.rules.capabilities import Retraces

UNLEARNED = 0.02
"""The share of a strategy that is spread over all moves, so that an unexpected move rules nothing out."""


def likelihoods(worlds: Worlds, position: Any) -> list[float]:
    """For each seat, the probability that its learned strategy makes its moves on the way to a position.

    All positions are equally likely if the game cannot retrace how a position came about.
    """
    game = worlds.game
    likely = [1.0] * worlds.seats
    if not isinstance(game, Retraces):
        return likely
    at, moves = game.retrace(position)
    for move in moves:
        if not worlds.chances(at):
            seat = game.to_move(at)
            options = list(game.moves(at))
            known = worlds.information.get((seat, game.view(at, seat)))
            learned = 1 / len(options) if known is None else known.mixture()[options.index(move)]
            likely[seat] *= UNLEARNED / len(options) + (1 - UNLEARNED) * learned
        at = game.play(at, move)
    return likely
