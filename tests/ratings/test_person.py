"""A person's rating: it follows from results alone, and the level that is picked by it suits the person."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparring.ratings.person import GRID, SLOW, Played, Strength, expected_score, nearest_level, strengths

TARGET, GAMES, CENTRE = 0.45, 30, 1400
EVEN = np.arange(350.0, 2451.0, 150.0)
"""A ladder of levels 150 points apart."""

UNEVEN = 350.0 + np.cumsum([0, 100, 250, 180, 120, 240, 100, 160, 250, 110, 220, 130, 240])
"""A ladder as the games may have them: levels 100 to 250 points apart."""

RESULTS = st.lists(
    st.builds(Played, opponent=st.floats(300, 2700), score=st.sampled_from([0.0, 0.5, 1.0])), max_size=12
)


def steps_from(rating):
    """The chance that a person of this rating has each rating of the grid one match later."""
    steps = [math.exp(-0.5 * ((to - rating) / 75) ** 2) for to in GRID]
    return [step / sum(steps) for step in steps]


STEPS = {rating: steps_from(rating) for rating in GRID}


def scores_of(kind, target=TARGET, levels=EVEN):
    """The scores of 1 000 simulated persons, at least 300 points inside the ladder, in ten bands by strength."""
    rng = np.random.default_rng(7)
    persons = np.sort(rng.uniform(levels[0] + 300, levels[-1] - 300 - 10 * GAMES * (kind == "improving"), 1000))
    known, scores = Strength.unknown(CENTRE, persons.shape), []
    for game in range(GAMES):
        now = persons + 10 * game * (kind == "improving") + rng.normal(0, 150, 1000) * (kind == "uneven")
        played = levels[nearest_level(known.expected(levels), target, rng.random(1000))]
        scores.append((rng.random(1000) < expected_score(now, played)).astype(float))
        known = known.after(played, scores[-1])
    return np.array(scores)[15:].T.reshape(10, 100, 15).mean((1, 2))


@pytest.mark.req("ALL-13", "OW-6")
@pytest.mark.parametrize("levels", [EVEN, UNEVEN], ids=["even", "uneven"])
@pytest.mark.parametrize(("kind", "within"), [("steady", 0.05), ("uneven", 0.05), ("improving", 0.10)])
def test_every_band_of_persons_soon_scores_what_was_aimed_at(kind, within, levels):
    assert np.abs(scores_of(kind, levels=levels) - TARGET).max() < within


@pytest.mark.req("ALL-13")
def test_another_target_is_met_as_well():
    assert np.abs(scores_of("steady", target=0.3) - 0.3).max() < 0.05


@pytest.mark.req("ALL-18")
@settings(max_examples=8, deadline=None)
@given(results=RESULTS.map(lambda results: results[:3]))
def test_the_rating_is_the_exact_posterior_of_a_random_walk(results):
    weights = [math.exp(-0.5 * ((rating - CENTRE) / 600) ** 2) for rating in GRID]
    for opponent, score in results:
        spread = [0.0] * len(GRID)
        for weight, rating in zip(weights, GRID, strict=True):
            chance = 1 / (1 + 10 ** ((opponent - rating) / 400))
            likelihood = chance**score * (1 - chance) ** (1 - score)
            for to, share in enumerate(STEPS[rating]):
                spread[to] += weight * likelihood * share
        weights = spread
    mean = sum(weight * rating for weight, rating in zip(weights, GRID, strict=True)) / sum(weights)
    assert strengths(CENTRE, results)[-1].rating == pytest.approx(mean, abs=0.01)


@given(results=RESULTS, opponent=st.floats(300, 2700))
def test_a_better_result_never_lowers_the_rating(results, opponent):
    before = strengths(CENTRE, results)[-1]
    lost, drawn, won = (before.after(opponent, score).rating for score in (0, 0.5, 1))
    assert lost < drawn < won


@given(results=RESULTS)
def test_probabilities_stay_probabilities_and_the_interval_holds_the_rating(results):
    for strength in strengths(CENTRE, results):
        assert strength.weights.sum() == pytest.approx(1)
        assert (strength.weights >= 0).all()
        told = strength.interval
        assert told.low < told.rating < told.high


@given(results=RESULTS.map(lambda results: [Played(1500, score) for _, score in results[:6]]), shift=st.integers(-5, 5))
def test_a_ladder_that_is_measured_anew_moves_the_rating_with_it(results, shift):
    moved = [Played(opponent + 20 * shift, score) for opponent, score in results]
    before, after = strengths(1500, results)[-1], strengths(1500 + 20 * shift, moved)[-1]
    assert after.rating - before.rating == pytest.approx(20 * shift, abs=2)  # the ends of the grid do not move


def test_a_person_who_plays_on_becomes_better_known_and_steadier():
    alternating = [Played(1500, result % 2) for result in range(200)]
    known = strengths(1500, alternating)
    assert known[5].spread > known[30].spread > known[199].spread
    early, late = (abs(known[at + 1].rating - known[at].rating) for at in (10, 198))
    assert late < early / 2
    assert known[-1].spread > SLOW


@given(
    expected=st.lists(st.floats(0.01, 0.99), min_size=1, max_size=8, unique=True),
    target=st.floats(0.05, 0.95),
    toss=st.floats(0, 1, exclude_max=True),
)
def test_the_level_is_one_of_the_two_around_the_target(expected, target, toss):
    falling = np.array(sorted(expected, reverse=True))
    picked = int(nearest_level(falling, target, toss))
    easier = [at for at, score in enumerate(falling) if score > target]
    harder = [at for at, score in enumerate(falling) if score <= target]
    assert picked in ({max(easier)} if easier else set()) | ({min(harder)} if harder else set())


def test_the_tosses_average_to_the_target():
    falling = np.array([0.9, 0.6, 0.4, 0.1])
    tosses = (np.arange(1000) + 0.5) / 1000
    mean = np.mean([falling[int(nearest_level(falling, 0.45, toss))] for toss in tosses])
    assert mean == pytest.approx(0.45, abs=0.001)
