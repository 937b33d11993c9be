"""A game with chance nodes: neither its positions nor its views contain future throws."""

from typing import NamedTuple

import sparring
from sparring.rules.capabilities import Chance

FACES = {1: 1 / 2, 2: 1 / 3, 3: 1 / 6}
"""A loaded die."""

ROUNDS = 3


class Throw(NamedTuple):
    points: tuple[int, int] = (0, 0)
    turn: int = 0
    die: int | None = None
    """What was thrown, or None if the die is about to be thrown."""


class Dice(sparring.Game):
    """Each turn a die is thrown; the side to move keeps the points or gives them to the other side."""

    name, title = "dice", "Dice"

    def start(self, rng):
        return Throw()

    def to_move(self, position):
        return position.turn % 2

    def chance_outcomes(self, position):
        return [Chance(face, probability) for face, probability in FACES.items()] if position.die is None else []

    def moves(self, position):
        return list(FACES) if position.die is None else ["keep", "give"]

    def play(self, position, move):
        if position.die is None:
            return position._replace(die=move)
        points = list(position.points)
        points[self.to_move(position) if move == "keep" else 1 - self.to_move(position)] += position.die
        return Throw(tuple(points), position.turn + 1)

    def outcome(self, position):
        if position.turn < 2 * ROUNDS:
            return None
        return sparring.Outcome(reason="all dice are thrown", payoffs=position.points)
