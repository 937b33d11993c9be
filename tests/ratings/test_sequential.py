"""The sequential test: right as often as it promises, whatever the results look like, and safe at the extremes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparring.ratings.sequential import SequentialTest, Verdict

TEST = SequentialTest(better_by=100, error=0.1)
MATCHES = 150
MOST_WRONG = 27
"""Of 150 verdicts that are wrong with a probability of 0.1 each, more are wrong once in a thousand times."""

SCORES = (0, 0.25, 0.5, 0.75, 1)


def two_games(points, draws, together=False):
    """The probabilities of the five results of two games; `together` if both games of two always end alike."""
    score = 1 / (1 + 10 ** (-points / 400))
    drawn = min(draws, 2 * min(score, 1 - score))
    game = np.array([1 - score - drawn / 2, drawn, score - drawn / 2])
    return np.array([game[0], 0, game[1], 0, game[2]]) if together else np.convolve(game, game)


def verdicts(points, draws, together=False, test=TEST):
    """The verdicts of many simulated matches."""
    rng = np.random.default_rng(round(points + 1000 * draws))
    found = Counter()
    for _ in range(MATCHES):
        seen = Counter()
        results = iter(rng.choice(SCORES, 5000, p=two_games(points, draws, together)).tolist())
        while (verdict := test.verdict(seen)) is Verdict.OPEN:
            seen[next(results)] += 1
        found[verdict] += 1
    return found


@pytest.mark.req("ALL-16")
@pytest.mark.parametrize(("draws", "together"), [(0.0, False), (0.6, False), (0.2, True)])
def test_equals_are_seldom_told_apart(draws, together):
    found = verdicts(0, draws, together)
    assert found[Verdict.FIRST] + found[Verdict.SECOND] <= MOST_WRONG


@pytest.mark.req("ALL-16")
@pytest.mark.parametrize(("draws", "together"), [(0.0, False), (0.6, False), (0.2, True)])
def test_a_difference_that_matters_is_seldom_missed(draws, together):
    assert verdicts(100, draws, together)[Verdict.FIRST] >= MATCHES - MOST_WRONG


def test_a_large_difference_is_found_with_few_games_and_without_error():
    assert verdicts(500, 0.1) == {Verdict.FIRST: MATCHES}


@given(st.integers(0, 400), st.sampled_from([0.0001, 0.01, 0.05, 0.3]))
def test_one_side_that_wins_everything_is_better_as_soon_as_chance_would_seldom_do_that(games, error):
    verdict = SequentialTest(error=error).verdict({1.0: games})
    assert verdict in (Verdict.OPEN, Verdict.FIRST)
    if verdict is Verdict.FIRST:
        assert 0.5**games <= error
    if 0.5 ** (games / 2) < error:
        assert verdict is Verdict.FIRST


def test_only_draws_show_that_neither_is_better():
    assert TEST.verdict({0.5: 200}) is Verdict.NEITHER
    assert TEST.verdict({}) is Verdict.OPEN


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5))
def test_the_verdict_is_turned_around_with_the_results(counts):
    turned = {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST}
    there = TEST.verdict(dict(zip(SCORES, counts, strict=True)))
    assert TEST.verdict(dict(zip(SCORES, counts[::-1], strict=True))) is turned.get(there, there)
