"""The characters that follow rules: each clause of TT-2 to TT-5, in every position that it covers."""

import pytest

from support import naive
from support.characters import (
    answers_where,
    assert_uniform,
    assert_uniform_everywhere,
    can_win,
    counts,
    each,
    free,
    is_quiet,
    must_block,
    opponent_holds_centre,
    plausible,
    unforked,
)

# ---------------------------------------------------------------------- rules that several share


@each("ChampionChimp", "StrategistApe", "TricksterMonkey", "GuardianGorilla", "SpeedyGibbon")
def test_a_win_is_taken_whenever_there_is_one(name):
    for text, option in answers_where(name, can_win):
        assert option in can_win(text), text


@each("StrategistApe", "GuardianGorilla", "SpeedyGibbon")
def test_a_threat_is_blocked_whenever_there_is_no_win(name):
    for text, option in answers_where(name, lambda text: must_block(text) and not can_win(text)):
        assert option in must_block(text), text


@each("StrategistApe", "SpeedyGibbon")
def test_a_free_centre_is_taken_if_nobody_threatens_to_win(name):
    for text, option in answers_where(name, lambda text: is_quiet(text) and free(text, [naive.CENTRE])):
        assert option == naive.CENTRE, text


# ---------------------------------------------------------------------- StrategistApe


def strategist_corners(text):
    """The corners that the strategist chooses from if the opponent holds the centre."""
    return free(text, naive.CORNERS) if is_quiet(text) and opponent_holds_centre(text) else []


def strategist_anything(text):
    """The moves that the strategist chooses from if none of its rules applies."""
    centre_is_free = free(text, [naive.CENTRE])
    return naive.moves(text) if is_quiet(text) and not centre_is_free and not strategist_corners(text) else []


@pytest.mark.req("TT-2")
def test_the_strategist_takes_a_corner_if_the_opponent_holds_the_centre():
    for text, option in answers_where("StrategistApe", strategist_corners):
        assert option in strategist_corners(text), text


@pytest.mark.req("TT-2")
def test_the_strategist_takes_every_corner_equally_often():
    assert_uniform_everywhere("StrategistApe", strategist_corners)
    assert_uniform(counts("StrategistApe", ".../.x./... o", 2_000), naive.CORNERS)
    assert_uniform(counts("StrategistApe", "x../.o./... x", 2_000), ["a1", "c1", "c3"])


@pytest.mark.req("TT-2")
def test_the_strategist_plays_any_move_if_none_of_its_rules_applies():
    own_centre = "o../.x./... x"
    no_corner_left = "o.x/xxo/o.x o"

    assert_uniform_everywhere("StrategistApe", strategist_anything)
    assert_uniform(counts("StrategistApe", own_centre, 4_000), naive.moves(own_centre))
    assert_uniform(counts("StrategistApe", no_corner_left, 1_000), ["b1", "b3"])


# ---------------------------------------------------------------------- TricksterMonkey


def could_let_through(text):
    """True if there is a threat, no win that comes first, and a move that does not block."""
    return not can_win(text) and must_block(text) and set(naive.moves(text)) - set(must_block(text))


def trickster_likes(cells):
    """The moves that the trickster prefers: corners before edges before the centre."""
    corners = [cell for cell in cells if cell in naive.CORNERS]
    edges = [cell for cell in cells if cell in naive.EDGES]
    return corners or edges or cells


@pytest.mark.req("TT-3")
def test_the_trickster_lets_one_threat_in_ten_through():
    asked = answers_where("TricksterMonkey", could_let_through)
    missed = [(text, option) for text, option in asked if option not in must_block(text)]

    assert plausible(len(missed), len(asked), 0.1)
    for text, option in missed:
        assert naive.solve(naive.play(text, option)) == (1, 1), text


@pytest.mark.req("TT-3")
@pytest.mark.parametrize(
    "text",
    [
        "xx./o../... o",  # the block is a corner
        "x.x/.o./... o",  # the block is an edge
        "x../.../o.x o",  # the block is the centre
        "o../x../x.o x",
        "x.x/.o./o.x o",  # two threats
    ],
)
def test_the_trickster_lets_one_threat_in_ten_through_wherever_it_is(text):
    tally = counts("TricksterMonkey", text, 4_000)
    blocked = sum(tally[cell] for cell in must_block(text))

    assert plausible(blocked, 4_000, 0.9), tally


@pytest.mark.req("TT-3")
def test_the_trickster_blocks_if_every_move_does():
    def forced(text):
        return not can_win(text) and set(naive.moves(text)) == set(must_block(text))

    for text, option in answers_where("TricksterMonkey", forced):
        assert option in must_block(text), text


@pytest.mark.req("TT-3")
def test_the_trickster_prefers_corners_then_edges():
    for text, option in answers_where("TricksterMonkey", is_quiet):
        assert option in trickster_likes(naive.moves(text)), text


@pytest.mark.req("TT-3")
def test_the_trickster_prefers_corners_then_edges_when_it_lets_a_threat_through_too():
    for text, option in answers_where("TricksterMonkey", could_let_through):
        rest = [cell for cell in naive.moves(text) if cell not in must_block(text)]
        assert option in must_block(text) or option in trickster_likes(rest), text


@pytest.mark.req("TT-3")
def test_the_trickster_takes_every_edge_equally_often_if_no_corner_is_left():
    assert_uniform(counts("TricksterMonkey", "o.x/x.o/o.x x", 2_000), ["b1", "b3"])


# ---------------------------------------------------------------------- GuardianGorilla


@pytest.mark.req("TT-4")
def test_the_guardian_allows_no_fork_that_it_can_avoid():
    for text, option in answers_where("GuardianGorilla", lambda text: is_quiet(text) and unforked(text)):
        assert not naive.gives_fork(text, option), text


@pytest.mark.req("TT-4")
def test_the_guardian_prefers_edges_among_the_moves_that_allow_no_fork():
    for text, option in answers_where("GuardianGorilla", is_quiet):
        safe = unforked(text) or naive.moves(text)
        assert option in (free(text, set(naive.EDGES) & set(safe)) or safe), text


@pytest.mark.req("TT-4")
@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (".../.../... x", naive.EDGES),
        (".../.x./... o", naive.EDGES),  # two stones make no fork yet
        ("x../.o./..x o", naive.EDGES),  # a corner would allow a fork, an edge does not
        ("..o/x../..x o", ["a3"]),
        (".../..x/xo. o", ["b2"]),
    ],
)
def test_the_guardian_knows_the_forks_of_the_opening(text, cells):
    assert set(counts("GuardianGorilla", text, 300)) == set(cells)


# ---------------------------------------------------------------------- SpeedyGibbon


def gibbon_corners(text):
    return free(text, naive.CORNERS) if is_quiet(text) and not free(text, [naive.CENTRE]) else []


def gibbon_anything(text):
    return naive.moves(text) if is_quiet(text) and not free(text, [*naive.CORNERS, naive.CENTRE]) else []


@pytest.mark.req("TT-5")
def test_the_gibbon_takes_a_corner_if_the_centre_is_taken():
    for text, option in answers_where("SpeedyGibbon", gibbon_corners):
        assert option in gibbon_corners(text), text


@pytest.mark.req("TT-5")
def test_the_gibbon_plays_any_move_if_the_corners_are_taken_too():
    assert_uniform_everywhere("SpeedyGibbon", gibbon_anything)
    assert_uniform(counts("SpeedyGibbon", "o.x/xxo/o.x o", 1_000), ["b1", "b3"])
