"""The five factors of an evaluation: their range, their symmetry, and what makes each of them grow."""

from itertools import product

import pytest

from sparring.games.onepiece.minds import factors
from support.onepiece_positions import random_positions
from support.onepiece_table import P1, P2, Half, Put, Table


@pytest.mark.req("OP-4")
def test_every_factor_stays_between_minus_and_plus_one_hundred():
    for state, seat in product(random_positions(), (P1, P2)):
        for name, factor in factors.FACTORS.items():
            assert -100 <= factor(state, seat) <= 100, name


@pytest.mark.req("OP-4")
@pytest.mark.parametrize("name", ["board", "life", "cards", "tempo"])
def test_a_factor_for_one_seat_is_the_negative_of_that_for_the_other(name):
    factor = factors.FACTORS[name]
    for state in random_positions():
        assert factor(state, P1) == -factor(state, P2)


@pytest.mark.req("OP-4")
@pytest.mark.parametrize(
    ("name", "less", "more"),
    [
        ("board", Half(), Half(characters=["ST01-003"])),
        ("board", Half(characters=["ST01-003"]), Half(characters=["ST01-010"])),
        ("board", Half(characters=["ST01-007"]), Half(characters=["ST01-006"])),  # as strong, but with Blocker
        ("life", Half(life=0), Half(life=1)),
        ("life", Half(life=3), Half(life=4)),
        ("life", Half(life=5), Half(life=6)),
        ("cards", Half(hand=["ST01-003"]), Half(hand=["ST01-003"] * 2)),
        ("resources", Half(active=3), Half(rested=3)),
        ("resources", Half(active=3), Half(active=4)),
        ("resources", Half(active=1), Half(Put("ST01-001", rested=True, don=1))),
        ("tempo", Half(characters=[Put("ST01-003", rested=True)]), Half(characters=["ST01-003"])),
    ],
)
def test_a_factor_grows_with_what_it_is_about(name, less, more):
    before, after = (factors.FACTORS[name](Table(half).state, P1) for half in (less, more))
    assert before < after
    before, after = (factors.FACTORS[name](Table(Half(), half).state, P1) for half in (less, more))
    assert before > after or name == "resources"


@pytest.mark.req("OP-4")
def test_every_factor_is_zero_where_both_sides_are_equal():
    half = Half(characters=["ST01-003", "ST01-010"], hand=["ST01-003"], active=2)
    state = Table(half, half).state
    for name in ("board", "resources", "life", "cards", "tempo"):
        assert factors.FACTORS[name](state, P1) == 0
