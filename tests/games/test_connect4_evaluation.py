"""Connect Four's evaluation agrees with counting every window of four cells."""

import pytest
from hypothesis import given, settings

from sparring.brains.alphabeta import Searcher
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.search import INFINITY, Techniques
from sparring.brains.transposition import new_table
from sparring.games.connect4.evaluation import Windows, by_windows
from support import naive_connect4 as naive
from support.connect4_boards import GAME, SEATS, games, position_after


@pytest.mark.req("C4-3")
@settings(max_examples=200, deadline=None)
@given(moves=games())
def test_the_evaluation_agrees_with_counting_every_window(moves):
    board = naive.after(moves)
    position = position_after(moves)
    assert by_windows(position, Windows()) == naive.evaluation(board, naive.mover(board))
    for side in "xo":
        assert GAME.evaluate(position, SEATS[side]) == naive.evaluation(board, side)


@pytest.mark.req("C4-3")
@settings(max_examples=100, deadline=None)
@given(moves=games())
def test_the_evaluation_is_the_same_in_a_mirror(moves):
    in_a_mirror = "".join(str(8 - int(column)) for column in moves)
    assert GAME.evaluate(position_after(moves), 0) == GAME.evaluate(position_after(in_a_mirror), 0)


@pytest.mark.req("C4-3")
@settings(max_examples=100, deadline=None)
@given(moves=games())
def test_the_evaluation_of_one_side_is_the_negative_of_that_of_the_other(moves):
    position = position_after(moves)
    assert GAME.evaluate(position, 0) == -GAME.evaluate(position, 1)
    swapped = type(position)(position.theirs, position.both)
    assert by_windows(swapped, Windows()) == -by_windows(position, Windows())


@pytest.mark.req("C4-3")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("......./......./......./......./......./....... x", 0),
        ("......./......./......./......./......./...x... o", 3),  # a disc in the middle
        ("......./......./......./......./......./x...o.. x", 0),  # single discs elsewhere
        ("......./......./......./......./o....../xx..... o", 10),  # one window has both discs and two empty cells
        ("......./......./......./......./oo...../xxx.... o", 100 + 10 - 10),  # two windows of x, one of o
        ("......./......./......./......./oo...../xx.x... o", 100 + 10 + 3 - 10),  # three with a gap count as well
        ("......./......./x....../x....../xo...../oo..... x", 100 + 10 - 3 * 10),
    ],
)
def test_the_evaluation_agrees_with_boards_counted_by_hand(text, score):
    assert GAME.evaluate(GAME.read_position(text), SEATS["x"]) == score


@pytest.mark.req("C4-3")
def test_a_win_is_worth_a_million_less_the_plies_until_then():
    assert WIN == 1_000_000
    won = position_after("4545454")
    ply = 1
    searcher = Searcher(Windows(), Techniques(), new_table(0))
    assert searcher.value(won, 1, -INFINITY, INFINITY, ply) == -(1_000_000 - ply)


@pytest.mark.req("C4-3")
def test_no_evaluation_is_as_high_as_a_win():
    """Even 69 windows at 100 each and six discs in the middle column stay below the scores of proven wins."""
    assert 69 * Windows().three + 6 * Windows().centre < PROVEN
