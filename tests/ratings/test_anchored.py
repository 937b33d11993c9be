"""Ratings from an anchor: right intervals, nobody shifted by newcomers, and games where they tell most."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparring.ratings import Rating
from sparring.ratings.allotment import Allotment
from sparring.ratings.anchored import bounded, rate_from
from sparring.ratings.plackett_luce import ELO, Draw


def results(ratings, games, rng):
    """Simulated results of all pairs of entrants with known ratings."""
    won = {}
    for a, b in combinations(range(len(ratings)), 2):
        chance = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
        wins = sum(rng.random() < chance for _ in range(games))
        won |= {Draw(a, (a, b)): float(wins), Draw(b, (a, b)): float(games - wins)}
    return won


@pytest.mark.req("ALL-16")
def test_known_strengths_are_found_again_within_their_intervals():
    rng, inside, total = Random(1), 0, 0
    for _ in range(150):
        ratings = [1500, *(rng.gauss(1500, 250) for _ in range(4))]
        scale = rate_from(0, 5, results(ratings, 60, rng), {})
        assert scale.ratings[0] == 1500
        assert scale.reach[0] == 0
        inside += sum(scale[entrant].low <= ratings[entrant] <= scale[entrant].high for entrant in range(1, 5))
        total += 4
    assert 0.92 < inside / total < 0.98


@pytest.mark.req("ALL-16")
def test_an_entrant_that_is_added_later_shifts_nobody_and_has_an_interval_that_holds():
    rng, inside, total = Random(2), 0, 0
    for _ in range(150):
        ratings = [1500, *(rng.gauss(1500, 200) for _ in range(4))]
        won = results(ratings, 60, rng)
        first = rate_from(0, 4, {draw: games for draw, games in won.items() if 4 not in draw.among}, {})
        settled = {entrant: first[entrant] for entrant in range(1, 4)}
        scale = rate_from(0, 5, won, settled)
        assert scale.ratings[:4] == pytest.approx(first.ratings)
        assert scale.covariance[:4, :4] == pytest.approx(first.covariance)
        inside += scale[4].low <= ratings[4] <= scale[4].high
        total += 1
    assert 0.89 < inside / total < 0.99


def test_intervals_pass_on_the_uncertainty_of_those_that_an_entrant_was_measured_against():
    link = {Draw(1, (1, 2)): 5000.0, Draw(2, (1, 2)): 5000.0}
    narrow, wide = (rate_from(0, 3, link, {1: Rating(1600, 1600 - reach, 1600 + reach)}) for reach in (10, 90))
    assert narrow[2].rating == pytest.approx(1600, abs=1)
    assert narrow.reach[2] == pytest.approx(12, abs=1)
    assert wide.reach[2] == pytest.approx(90, abs=1)


def test_an_entrant_or_a_group_that_wins_or_loses_everything_is_not_bounded():
    won = {Draw(0, (0, 1)): 3.0, Draw(1, (0, 1)): 1.0, Draw(2, (0, 2)): 9.0}
    assert bounded(0, won) == {0, 1}
    won |= {Draw(2, (2, 3)): 1.0, Draw(3, (2, 3)): 1.0}
    assert bounded(0, won) == {0, 1}
    won |= {Draw(1, (1, 3)): 0.5}
    assert bounded(0, won) == {0, 1, 2, 3}
    assert 1000 < rate_from(0, 4, {Draw(0, (0, 3)): 500.0}, {}).ratings[1] < 3000


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(1000, 2000), min_size=3, max_size=5), st.integers(1, 60), st.sampled_from([2, 3]))
def test_the_allotted_games_are_those_that_narrow_the_intervals_most(ratings, games, seats):
    """As a naive reference has it, which adds each meeting's information and inverts the whole matrix."""
    ratings = [1500.0, *ratings]
    scale = rate_from(0, len(ratings), results(ratings, 10, Random(3)), {})
    meetings = list(combinations(range(len(ratings)), seats))
    targets = dict.fromkeys(range(1, len(ratings)), 100.0)
    allotment = Allotment(scale, meetings, [1.0] * len(meetings))
    precision = np.linalg.inv(scale.covariance[1:, 1:])

    def after(who):
        powers = 10 ** (np.array([scale.ratings[entrant] for entrant in who]) / 400)
        shares = powers / powers.sum()
        added = np.zeros((len(ratings), len(ratings)))
        added[np.ix_(who, who)] = games * (np.diag(shares) - np.outer(shares, shares)) / ELO**2
        return np.linalg.inv(precision + added[1:, 1:])

    best = allotment.best(targets, games)
    if seats == 2:
        gains = [np.trace(scale.covariance[1:, 1:]) - np.trace(after(who)) for who in meetings]
        assert gains[best] == pytest.approx(max(gains), rel=1e-6)
    allotment.allot(best, games)
    assert allotment.variances[1:] == pytest.approx(np.diag(after(meetings[best])))
    assert allotment.variances[0] == 0
