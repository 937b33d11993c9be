"""The master's learned evaluation: what it looks at, and its unit."""

from sparring.brains.network import UNIT, Learned, network_score
from sparring.games.oware.board import Board
from sparring.rules.kernels import inputs, register_evaluation

POINTS = 400
"""What a logit is worth: in games of the master against itself, a captured seed is worth about a quarter of one."""

LARGEST = 9_000
"""Scores stay below those of proven results."""


def by_learned(position: Board, weights: Learned) -> int:
    """What the network says, in hundredths of a captured seed."""
    return max(-LARGEST, min(LARGEST, network_score(inputs(position), weights.network) * POINTS // UNIT))


register_evaluation(Board, Learned, by_learned)
