"""Ratings from the order in which several players finish."""

from itertools import pairwise, permutations
from math import exp, log
from random import Random

import pytest

from sparring.ratings import Finish, Pair, mean_of, rate, rate_finishes
from sparring.ratings.plackett_luce import draws_of

pytestmark = pytest.mark.req("ALL-22")


def likelihood(strengths, finish):
    """The mean logarithm of the probability of every full order that agrees with a finish."""
    orders = [
        order
        for order in permutations(finish.entrants)
        if all(
            finish.places[finish.entrants.index(a)] <= finish.places[finish.entrants.index(b)]
            for a, b in pairwise(order)
        )
    ]
    total = 0.0
    for order in orders:
        for at, one in enumerate(order):
            total += strengths[one] - log(sum(exp(strengths[other]) for other in order[at:]))
    return total / len(orders)


@pytest.mark.parametrize("places", [(1, 2, 3), (3, 1, 2), (1, 1, 3), (1, 2, 2), (1, 1, 1), (2, 1, 4, 2), (1, 1, 3, 3)])
def test_equals_count_as_the_mean_of_all_orders(places):
    finish = Finish(tuple(range(len(places))), places)
    strengths = [0.3, -0.2, 0.9, 0.1]
    found = sum(
        weight * (strengths[draw.winner] - log(sum(exp(strengths[other]) for other in draw.among)))
        for draw, weight in draws_of(finish).items()
    )
    assert found == pytest.approx(likelihood(strengths, finish))


def test_with_two_players_it_is_the_rating_of_pairs():
    finishes = [Finish((0, 1), (1, 2))] * 6 + [Finish((0, 1), (1, 1))] * 3 + [Finish((0, 1), (2, 1))] * 2
    for one, other in zip(rate_finishes(2, finishes), rate(2, [Pair(0, 1, 6, 3, 2)]), strict=True):
        assert (one.rating, one.low, one.high) == pytest.approx((other.rating, other.low, other.high))


def test_where_only_the_winner_counts_losers_do_not_get_closer():
    """Entrant 0 always wins; of the others, 1 was second once and 2 never met 1."""
    only = rate_finishes(3, [Finish((0, 1, 2), (1, 2, 2), only_first=True)] * 50 + [Finish((1, 2), (1, 2))] * 5)
    tied = rate_finishes(3, [Finish((0, 1, 2), (1, 2, 2))] * 50 + [Finish((1, 2), (1, 2))] * 5)
    assert only[1].rating - only[2].rating > 2 * (tied[1].rating - tied[2].rating)


def test_known_strengths_of_four_are_found_again_within_their_intervals():
    rng = Random(2)
    inside = total = 0
    for _ in range(25):
        strengths = [rng.gauss(0, 1) for _ in range(4)]
        finishes = []
        for _ in range(60):
            rest, order = list(range(4)), []
            while rest:
                [drawn] = rng.choices(rest, [exp(strengths[one]) for one in rest])
                order.append(drawn)
                rest.remove(drawn)
            finishes.append(Finish(tuple(order), (1, 2, 3, 4)))
        mean = sum(strengths) / 4
        for strength, rating in zip(strengths, rate_finishes(4, finishes), strict=True):
            inside += rating.low <= 1500 + 400 / log(10) * (strength - mean) <= rating.high
            total += 1
    assert 0.9 < inside / total <= 1


def test_a_mean_has_an_interval_from_two_numbers_on():
    assert mean_of([]) is None
    assert (mean_of([3]).mean, mean_of([3]).low) == (3, None)
    assert mean_of([2, 2, 2]).low == mean_of([2, 2, 2]).high == 2
    rng = Random(1)
    means = [mean_of([rng.gauss(5, 2) for _ in range(40)]) for _ in range(300)]
    assert 0.9 < sum(mean.low <= 5 <= mean.high for mean in means) / 300 < 0.98
