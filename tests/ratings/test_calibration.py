"""Whether expected scores are right: bins of games, intervals with games as clusters, logistic curves."""

from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparring.ratings.calibration import FEWEST_GAMES, TENTHS, bins, checked, deviation, fit_logistic

pytestmark = pytest.mark.req("ALL-15")


class Told(NamedTuple):
    game: int
    chance: float
    score: float


def games(count, each=1, seed=1, shift=0.0):
    """Decisions of made-up games, in which the chance told is right after it is shifted."""
    rng, told = Random(seed), []
    for game in range(count):
        chance = rng.uniform(0.2, 0.8)
        told += [Told(game, chance, float(rng.random() < chance + shift))] * each
    return told


def check(told):
    return checked(told, lambda one: one.chance, lambda one: one.score, lambda one: one.chance, TENTHS)


def test_what_is_told_rightly_holds_in_every_bin():
    found = check(games(5000))
    assert len(found) > 3
    assert all(each.holds for each in found)
    assert sum(each.decisions for each in found) == 5000


def test_what_is_told_wrongly_by_twenty_points_holds_in_no_bin():
    assert not any(each.holds for each in check(games(5000, shift=0.2)))


def test_positions_of_one_game_count_as_one_game():
    """Repeating every position a hundred times makes no interval narrower."""

    def error(each):
        told = games(200, each)
        return deviation([one.game for one in told], [one.score - one.chance for one in told])[1]

    assert error(1) == pytest.approx(error(100))


def test_the_interval_is_that_of_a_mean_if_every_game_has_one_decision():
    told = games(300)
    apart = [one.score - one.chance for one in told]
    mean, error = deviation([one.game for one in told], apart)
    assert mean == pytest.approx(np.mean(apart))
    assert error == pytest.approx(np.std(apart, ddof=1) / len(apart) ** 0.5)


@given(st.lists(st.integers(0, 12), min_size=10, max_size=10), st.integers(1, 3))
def test_bins_are_merged_until_each_has_enough_games(sizes, repeated):
    told = []
    for tenth, size in enumerate(sizes):
        for _ in range(size):
            told += [Told(len(told), tenth / 10 + 0.05, 1.0)] * repeated
    found = bins(told, lambda one: one.chance, TENTHS, fewest=5)
    assert sum(len(each.told) for each in found) == len(told)
    assert len(found) == 1 or all(each.games >= 5 for each in found)
    assert (found[0].low, found[-1].high) == (TENTHS[0], TENTHS[-1])


def test_bins_have_at_least_three_hundred_games():
    assert FEWEST_GAMES == 300
    assert all(each.games >= 300 for each in bins(games(1000), lambda one: one.chance, TENTHS))


@given(st.floats(-1, 1), st.floats(0.2, 2))
def test_the_fit_finds_the_curve_that_results_were_made_with(offset, slope):
    strengths = np.linspace(-2, 2, 400)
    chances = 1 / (1 + np.exp(-(offset + slope * strengths)))
    rows = np.stack([np.ones(400), strengths], axis=1)
    found = fit_logistic(rows, chances, np.ones(400), [0.0, 1.0], ridge=1e-6)
    assert found == pytest.approx([offset, slope], abs=1e-3)


def test_without_games_the_curve_stays_as_it_was():
    found = fit_logistic(np.ones((1, 2)), np.ones(1), np.zeros(1), [0.3, 0.7], ridge=1.0)
    assert found == pytest.approx([0.3, 0.7])
