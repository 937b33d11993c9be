"""What each house is worth by how many seeds it holds: a table fitted to many games, for the master."""

from functools import cache
from importlib.resources import files

import numpy as np

from sparring.games.oware.board import HOUSES, SEEDS, Board, house, seeds_in
from sparring.games.oware.evaluation import MOST, PHASES, Houses, phase_of
from sparring.rules.kernels import register_evaluation


@cache
def _numbers() -> tuple[np.ndarray, np.ndarray]:
    """What a captured seed is worth in each phase, and what houses are: the mover's six, then the other side's."""
    rows = files(__package__).joinpath("houses.csv").read_text("ascii").split()
    captured, *worth = ([int(number) for number in row.split(",")] for row in rows)
    return np.array(captured), np.array(worth).reshape(PHASES, 2 * HOUSES, MOST + 1)


CAPTURED, WORTH = _numbers()


def by_houses(position: Board, weights: Houses) -> int:
    """The sum of what all houses are worth, with what is captured."""
    phase = phase_of(SEEDS - position.captured - position.lost)
    score = int(CAPTURED[phase]) * (position.captured - position.lost)
    for number in range(HOUSES):
        score += int(WORTH[phase, number, min(house(position.mine, number), MOST)])
        score += int(WORTH[phase, HOUSES + number, min(house(position.theirs, number), MOST)])
    return score + weights.tilt * (seeds_in(position.mine) - seeds_in(position.theirs))


register_evaluation(Board, Houses, by_houses)
