"""The transposition table gives back exactly what was stored."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparring.brains.scores import PROVEN, WIN
from sparring.brains.transposition import (
    EMPTY,
    EXACT,
    LOWER_BOUND,
    MOST_DEPTH,
    UPPER_BOUND,
    bound_for,
    bound_of,
    depth_of,
    move_of,
    new_table,
    packed,
    probe,
    settles,
    store,
    value_from_table,
    value_of,
    value_to_table,
)
from sparring.rules.kernels import MOST_MOVES

KEYS = st.integers(-(1 << 63), (1 << 63) - 1)
ENTRIES = st.tuples(
    st.integers(-WIN, WIN),
    st.sampled_from([EXACT, LOWER_BOUND, UPPER_BOUND]),
    st.integers(0, MOST_MOVES - 1),
    st.integers(0, MOST_DEPTH),
)


@settings(deadline=None)  # the first call compiles
@given(ENTRIES)
def test_an_entry_gives_back_what_was_packed_and_is_never_empty(entry):
    found = packed(*entry)
    assert (value_of(found), bound_of(found), move_of(found), depth_of(found)) == entry
    assert found != EMPTY


@settings(deadline=None)  # the first call compiles
@given(KEYS, KEYS, ENTRIES)
def test_a_stored_entry_is_found_by_its_own_key_only(key, other, entry):
    table = new_table(0.001)[0]
    assert probe(table, key or 1) == EMPTY
    store(table, key, packed(*entry))
    assert probe(table, key) == packed(*entry)
    if other != key:
        assert probe(table, other or 1) == EMPTY


def test_a_later_entry_replaces_an_earlier_one_in_its_slot():
    table = new_table(0.00001)[0]
    assert table["slots"] == 1
    store(table, 5, packed(1, EXACT, 2, 3))
    store(table, 6, packed(4, EXACT, 5, 6))
    assert probe(table, 5) == EMPTY
    assert probe(table, 6) == packed(4, EXACT, 5, 6)


@pytest.mark.parametrize("megabytes", [0.001, 0.3, 1, 5])
def test_a_table_uses_at_most_the_given_memory(megabytes):
    slots = int(new_table(megabytes)["slots"][0])
    assert slots & (slots - 1) == 0
    assert megabytes / 2 < slots * 16 / (1 << 20) <= megabytes


@settings(deadline=None)  # the first call compiles
@given(st.integers(-WIN + 200, WIN - 200), st.integers(1, 99))
def test_a_value_comes_back_from_the_table_unchanged(value, ply):
    if not PROVEN - 200 < abs(value) < PROVEN + 200:
        assert value_from_table(value_to_table(value, ply, PROVEN), ply, PROVEN) == value


def test_the_distance_of_a_win_is_stored_relative_to_the_position():
    won_in_three = value_to_table(WIN - 10, 7, PROVEN)
    assert won_in_three == WIN - 3
    assert value_from_table(won_in_three, 20, PROVEN) == WIN - 23
    assert value_from_table(-won_in_three, 20, PROVEN) == -WIN + 23


@settings(deadline=None)  # the first call compiles
@given(st.integers(-9, 9), st.integers(-9, 8), st.integers(1, 5), st.integers(-9, 9))
def test_a_bound_settles_a_window_only_if_it_lies_outside(value, alpha, width, true):
    beta = alpha + width
    assert settles(value, EXACT, alpha, beta)
    assert settles(value, LOWER_BOUND, alpha, beta) == (value >= beta)
    assert settles(value, UPPER_BOUND, alpha, beta) == (value <= alpha)
    bound = bound_for(true, alpha, beta)
    assert (bound == UPPER_BOUND) == (true <= alpha)
    assert (bound == LOWER_BOUND) == (true >= beta)
