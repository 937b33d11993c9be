"""The master's evaluation: tables with the value of each house by its number of seeds, fitted to many games."""

from importlib.resources import files

import numpy as np

from sparring.games.oware.board import HOUSES, Board, house, seeds_in, seeds_left
from sparring.games.oware.evaluation import MOST, PHASES, Houses, phase_of
from sparring.rules.kernels import register_evaluation


def _read_tables() -> tuple[np.ndarray, np.ndarray]:
    """The value of a captured seed in each phase, and the values of houses: the mover's six, then the other side's."""
    rows = files(__package__).joinpath("houses.csv").read_text("ascii").split()
    captured, *worth = ([int(number) for number in row.split(",")] for row in rows)
    return np.array(captured), np.array(worth).reshape(PHASES, 2 * HOUSES, MOST + 1)


CAPTURED, WORTH = _read_tables()


def by_houses(position: Board, weights: Houses) -> int:
    """The values of all houses and of the captured seeds."""
    phase = phase_of(seeds_left(position))
    score = int(CAPTURED[phase]) * (position.captured - position.lost)
    for number in range(HOUSES):
        score += int(WORTH[phase, number, min(house(position.mine, number), MOST)])
        score += int(WORTH[phase, HOUSES + number, min(house(position.theirs, number), MOST)])
    return score + weights.tilt * (seeds_in(position.mine) - seeds_in(position.theirs))


register_evaluation(Board, Houses, by_houses)
