"""Connect Four's moves and positions as text: what is read, and what is refused with a reason."""

from random import Random

import pytest
from hypothesis import given, settings

from sparring.rules import BadPosition, IllegalMove
from support import naive_connect4 as naive
from support.connect4_boards import DRAWN, GAME, SEATS, games, position_after

# ---------------------------------------------------------------------- moves


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("moves", ["445", "4 4 5", " 4  45 ", "44 5"])
def test_moves_are_columns_with_or_without_blanks(moves):
    assert GAME.position_text(position_after(moves)) == "......./......./......./......./...o.../...xx.. o"


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    ("column", "after"),
    [
        ("1", "......./......./......./......./......./x...... o"),
        ("4", "......./......./......./......./......./...x... o"),
        ("7", "......./......./......./......./......./......x o"),
    ],
)
def test_columns_count_from_the_left_and_discs_fall_to_the_bottom(column, after):
    assert GAME.position_text(position_after(column)) == after


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("text", ["8", "0", "x", "", "-1", "44", "1.0", "٣", "½", "four"])
def test_a_text_that_is_not_a_column_is_refused_with_the_columns_there_are(text):
    with pytest.raises(IllegalMove) as refused:
        GAME.read_move(position_after(""), text)
    assert str(refused.value) == f"{text!r} is not a column; columns go from 1 (left) to 7 (right)."


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("8", "Move 1 cannot be played: '8' is not a column"),
        ("40", "Move 2 cannot be played: '0' is not a column"),
        ("4 x", "Move 2 cannot be played: 'x' is not a column"),
        ("4444444", "Move 7 cannot be played: Column 4 is full."),
        ("4 5 4 5 4 5 4 1", "Move 8 cannot be played: The game is over"),
        ("454545499", "Move 8 cannot be played: "),
    ],
)
def test_illegal_moves_are_refused_with_their_number(moves, says):
    with pytest.raises(IllegalMove) as refused:
        position_after(moves)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.req("C4-1")
def test_a_move_after_the_end_is_refused_because_the_game_is_over():
    with pytest.raises(IllegalMove, match="over"):
        GAME.read_move(position_after("4545454"), "1")
    with pytest.raises(IllegalMove, match=r"over|full"):
        GAME.read_move(position_after(DRAWN), "1")


# ---------------------------------------------------------------------- positions


@pytest.mark.req("C4-1")
@settings(max_examples=150, deadline=None)
@given(moves=games())
def test_the_text_of_a_position_reads_back(moves):
    board = naive.after(moves)
    position = position_after(moves)
    assert GAME.position_text(position) == naive.text(board)
    assert GAME.read_position(naive.text(board)) == position


BAD_TEXTS = {
    "a disc that floats on nothing": ("......./......./......./......./...x.../....... o", r"column 4, row 2 floats"),
    "a disc that floats over a gap": ("......./......./x....../......./o....../x...... o", r"column 1, row 4 floats"),
    "a floating disc of o": ("......./......./......./......./......o/x...... x", r"column 7, row 2 floats"),
    "too many x": ("......./......./......./......./......./xx..... o", r"2 x and 0 o"),
    "more o than x": ("......./......./......./......./......./xoo.... x", r"1 x and 2 o"),
    "a lone o": ("......./......./......./......./......./...o... x", r"0 x and 1 o"),
    "x to move in o's turn": ("......./......./......./......./......./...x... x", r"o's turn, not x's"),
    "o to move in x's turn": ("......./......./......./......./......./...xo.. o", r"x's turn, not o's"),
    "o to begin": ("......./......./......./......./......./....... o", r"x's turn, not o's"),
    "two winners": ("......./......./......./......./oooo.../xxxx... x", r"[Bb]oth"),
    "a four of x after which o has moved": (
        "......./......./......./o....../ooo..../xxxx... x",
        r"x has 4 in a row, but o moved after",
    ),
    "a four of o after which x has moved": (
        "......./......./......./xx...../xxx..../oooo... o",
        r"o has 4 in a row, but x moved after",
    ),
    "a four whose discs were all covered before the last disc fell": (
        "......./......./......./......./ooox.../xxxxo.. o",
        r"four in a row, but no disc on top of a column could have completed",
    ),
    "two fours that no single disc could have completed": (
        "......./......./......./o....../oxxxxoo/xxxxooo o",
        r"could have completed",
    ),
    "five rows": ("......./......./......./......./....... x", r"6 rows of 7"),
    "seven rows": ("......./......./......./......./......./......./....... x", r"6 rows of 7"),
    "a row that is too short": ("......./......./......./......./......./...... x", r"6 rows of 7"),
    "a row that is too long": ("......./......./......./......./......./........ x", r"6 rows of 7"),
    "a strange sign": ("......./......./......./......./......./...z... o", r"not 'z'"),
    "a digit for empty cells": ("7/7/7/7/7/3x3 o", r"6 rows of 7"),
    "a strange side": ("......./......./......./......./......./....... y", r"side to move.*not 'y'"),
    "two sides": ("......./......./......./......./......./....... xo", r"side to move.*'xo'"),
    "no side": ("......./......./......./......./......./.......", r"side to move"),
    "three parts": ("......./......./......./......./......./....... x 1", r"side to move"),
    "nothing": ("", r"side to move"),
    "a blank": ("   ", r"side to move"),
}


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(("text", "says"), BAD_TEXTS.values(), ids=BAD_TEXTS.keys())
def test_an_impossible_position_is_refused_with_what_is_wrong_with_it(text, says):
    with pytest.raises(BadPosition, match=says) as refused:
        GAME.read_position(text)
    message = str(refused.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert message[0].isupper() or message[0] in "xo"


@pytest.mark.req("C4-1")
def test_every_floating_disc_is_noticed():
    """The top disc of any column, lifted by one cell, hangs in the air."""
    rng = Random(3)
    for _ in range(100):
        board = naive.after(naive.random_board(rng, 1, 30))
        column = rng.choice([column for column in range(1, 8) if 1 <= len(board[column - 1]) <= 5])
        below = len(board[column - 1]) - 1
        rows = [list(row) for row in naive.drawn(board).split("\n")]
        disc = rows[5 - below][column - 1]
        rows[5 - below][column - 1], rows[4 - below][column - 1] = ".", disc
        text = "/".join("".join(row) for row in rows) + " " + naive.mover(board)
        with pytest.raises(BadPosition):
            GAME.read_position(text)


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("......./......./......./......./ooo..../xxxx... o", "x"),  # in a row
        ("......./......./x....../xo...../xo...../xo..... o", "x"),  # in a column
        ("......./......./...x.../..xx.../.xoo.../xooxo.. o", "x"),  # rising
        ("......./......./...x.../...xx../...oox./..oxoox o", "x"),  # falling
        ("......./......./......./......./ooo.ooo/xxxxxxx o", "x"),  # seven, completed in the middle
        ("......./......./......./x....../oooo.../xxxox.. x", "o"),
    ],
)
def test_a_position_that_was_won_with_its_last_disc_is_read(text, winner):
    assert GAME.outcome(GAME.read_position(text)).winner == SEATS[winner]
