"""Connect Four over many games: deeper beats shallower, equals are even, and the levels are in order."""

from math import sqrt

import pytest

from sparring.arena.tournament import Tournament


def sureness(one, other, games):
    """The lead of the first opponent over half of the points, in standard deviations of a fair coin."""
    tournament = Tournament("connect4", [one, other], games=games, seed=1, opening_plies=4)
    assert sum(tally.games for tally in tournament.play()) == games
    assert tournament.problems.total() == 0
    pair = tournament.pairs[0]
    return (pair.wins + pair.draws / 2 - games / 2) / sqrt(games / 4)


def minimax(depth):
    """Minimax of a depth, with a small table, which is enough and quicker to create."""
    return f"minimax:depth={depth},table=1"


@pytest.mark.req("C4-6")
@pytest.mark.parametrize(("deeper", "shallower", "games"), [(2, 1, 40), (5, 2, 100), (8, 4, 40)])
def test_deeper_play_beats_shallower_play_with_statistical_certainty(deeper, shallower, games):
    """Between equals, three standard deviations happen about once in seven hundred times."""
    assert sureness(minimax(deeper), minimax(shallower), games) > 3


@pytest.mark.req("C4-6")
def test_equal_depths_are_near_even_with_seats_swapped():
    assert abs(sureness(minimax(3), minimax(3), 40)) < 2


@pytest.mark.parametrize(
    ("stronger", "weaker", "games"), [("easy", "random", 16), ("medium", "easy", 60), ("hard", "medium", 60)]
)
def test_the_levels_are_in_order(stronger, weaker, games):
    assert sureness(stronger, weaker, games) > 2
