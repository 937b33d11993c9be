"""The chance of winning that is told: a curve from the chance that the trials found, fitted to self-played games.

Trials end after the reply and take the best of many plans, so their chances are too far from even early on and too high
for the best plan. The curve is a logistic regression of a game's result on the logit of that chance and the turn. It
rises with the chance at every turn, so it never changes which option is best. `tools/calibrate_onepiece.py` plays,
fits and checks it.
"""

import math
from typing import NamedTuple

SURE = 0.005
"""Chances nearer to 0 or 1 than this are taken as this: only a proof is certain."""

LATE = 16
"""The turn from which on the curve stays the same."""


class Curve(NamedTuple):
    """The weights of the curve, in logits."""

    base: float
    base_by_turn: float
    """Added for every ten turns."""

    own_turn: float
    """Added if the one who decides has the turn."""

    slope: float
    slope_by_turn: float
    """Added to the slope for every ten turns."""

    def chance(self, found: float, turn: int, own_turn: bool) -> float:
        """The chance of winning that a chance found in trials stands for."""
        features = measured(found, turn, own_turn)
        logit = sum(weight * value for weight, value in zip(self, features, strict=True))
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def measured(found: float, turn: int, own_turn: bool) -> tuple[float, ...]:
    """What the curve depends on, in the order of its weights."""
    bounded = min(1 - SURE, max(SURE, found))
    logit, late = math.log(bounded / (1 - bounded)), min(turn, LATE) / 10
    return 1.0, late, float(own_turn), logit, late * logit


UNCHANGED = Curve(0.0, 0.0, 0.0, 1.0, 0.0)
"""Tells what the trials found."""

FITTED = Curve(base=-0.35, base_by_turn=-0.121, own_turn=0.364, slope=1.162, slope_by_turn=-0.292)
"""The curve of `expert`: fitted to 64 games at a fifth of a second a decision, checked on 28 others at a second."""
