"""Connect Four's rules, texts, evaluation and picture, held against a naive board and the numbers of `boards.md`."""

import xml.etree.ElementTree as ElementTree
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.brains.alphabeta import Searcher
from sparring.brains.scores import PROVEN, WIN
from sparring.brains.search import INFINITY, Techniques
from sparring.brains.transposition import new_table
from sparring.games.connect4.evaluation import Windows, by_windows
from sparring.match.table import decision_at
from sparring.rules import BadPosition, IllegalMove, notation
from sparring.rules.perft import layers, perft
from sparring.scenes import Disc, Line, scene_of, svg
from support import naive_connect4 as naive
from support.game_contract import GameContract

GAME = sparring.game("connect4")
SEATS = {"x": 0, "o": 1, "draw": None}

PATHS = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]

DRAWN = "173254125145631413134436436666772272557257"
WON_WITH_THE_LAST_DISC = "453562672375661147767136733322425425541114"


class TestConnectFour(GameContract):
    game = GAME
    longest = 42

    @pytest.mark.req("ALL-6", "ALL-14")
    def test_a_view_hides_what_it_must_and_no_answer_depends_on_it(self):
        """Nothing is hidden here, so this asks whether answers repeat; openings off the book would take too long."""
        for name in sparring.catalogue(GAME).entries:
            opponent, again = sparring.opponent(GAME, name), sparring.opponent(GAME, name)
            for seed in range(3):
                for position, move in self.random_game(seed):
                    if move is not None and (name != "perfect" or sum(map(len, naive_board(position))) >= 12):
                        assert GAME.view(position, 0) == GAME.view(position, 1) == position
                        answers = [player.decide(decision_at(GAME, position, seed=7)) for player in (opponent, again)]
                        assert answers[0] == answers[1]


def naive_board(position):
    """The same position on the naive board, by way of its text."""
    rows = GAME.position_text(position).split()[0].split("/")
    return tuple("".join(column).strip(".")[::-1] for column in zip(*rows, strict=True))


def position_after(moves):
    """The position after a string of columns."""
    return notation.after_moves(GAME, moves)


@st.composite
def games(draw, most=42):
    """Moves of a game, at random, to its end or not so far."""
    board, played = naive.EMPTY, ""
    for choice in draw(st.lists(st.integers(0, 6), min_size=1, max_size=most)):
        if naive.result(board) is not None:
            break
        column = naive.moves(board)[choice % len(naive.moves(board))]
        board, played = naive.drop(board, column), played + str(column)
    return played


def agree(board):
    """The game says of a position what the naive board says; the position is given back."""
    position = GAME.read_position(naive.text(board))
    over = naive.result(board)
    outcome = GAME.outcome(position)
    assert GAME.position_text(position) == naive.text(board)
    assert GAME.seats[GAME.to_move(position)] == naive.mover(board)
    assert sorted(GAME.options(position)) == [str(column) for column in naive.moves(board)]
    assert (outcome is None) == (over is None)
    if outcome is None:
        assert sorted(GAME.move_text(position, move) for move in GAME.moves(position)) == sorted(GAME.options(position))
    else:
        assert outcome.winner == SEATS[over]
        assert outcome.reason
    return position


# ---------------------------------------------------------------------- the rules


@pytest.mark.req("C4-1")
@settings(max_examples=150, deadline=None)
@given(moves=games())
def test_a_random_game_goes_as_on_the_naive_board(moves):
    board, position = naive.EMPTY, agree(naive.EMPTY)
    for column in moves:
        position = GAME.play(position, GAME.options(position)[column])
        board = naive.drop(board, int(column))
        assert position == agree(board)


@pytest.mark.req("C4-1")
def test_many_whole_games_go_as_on_the_naive_board_to_their_end():
    ends = []
    for seed in range(150):
        board, position = naive.EMPTY, position_after("")
        for column in naive.random_game(Random(seed)):
            assert GAME.outcome(position) is None
            position = GAME.play(position, GAME.options(position)[column])
            board = naive.drop(board, int(column))
        assert position == agree(board)
        ends.append(naive.result(board))
    assert {"x", "o"} <= set(ends)


@pytest.mark.req("C4-1")
def test_the_paths_by_depth_are_the_known_ones():
    assert perft(GAME, position_after(""), 8) == PATHS


@pytest.mark.req("C4-1")
def test_the_distinct_positions_by_ply_are_the_known_ones():
    assert [len(layer) for layer in islice(layers(GAME, position_after("")), 8)] == POSITIONS


@pytest.mark.req("C4-1")
def test_there_are_69_places_for_a_four():
    assert len(naive.LINES) == 69


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_a_four_in_any_direction_and_place_wins_with_its_last_disc_and_no_sooner(side):
    for number, line in enumerate(naive.LINES):
        moves = naive.game_completing(line, side, Random(number))
        before = position_after(moves[:-1])
        assert GAME.outcome(before) is None, moves
        won = GAME.play(before, GAME.options(before)[moves[-1]])
        assert GAME.outcome(won).winner == SEATS[side], moves
        assert GAME.outcome(won).reason == "four in a row"
        assert GAME.options(won) == {}


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    "text",
    [
        "......./......./......./......./xx...oo/oo...xx x",  # from the right edge to the left, a row higher
        "x....../x....../o....../o....../xx...../oxoo... x",  # from the top of a column to the bottom of the next
        "......./......./......./......./oo...oo/xx...xx x",  # at both ends of a row
    ],
)
def test_a_line_does_not_go_on_at_the_other_edge(text):
    assert GAME.outcome(GAME.read_position(text)) is None


@pytest.mark.req("C4-1")
def test_a_full_board_without_a_four_is_a_draw():
    before, last = position_after(DRAWN[:-1]), position_after(DRAWN)
    assert GAME.outcome(before) is None
    assert GAME.outcome(last).winner is None
    assert GAME.outcome(last).reason == "the board is full"
    assert GAME.options(last) == {}
    assert GAME.read_position("xooxxoo/xoxooxx/xooxxox/oxoooxo/xooxxox/xoxoxxo x") == last


@pytest.mark.req("C4-1")
def test_a_four_with_the_very_last_disc_is_a_win_and_no_draw():
    assert GAME.outcome(position_after(WON_WITH_THE_LAST_DISC[:-1])) is None
    assert GAME.outcome(position_after(WON_WITH_THE_LAST_DISC)).winner == SEATS["o"]


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("column", "1234567")
def test_a_column_takes_six_discs_and_then_no_more(column):
    for discs in range(6):
        assert column in GAME.options(position_after(column * discs))
    full = position_after(column * 6)
    assert column not in GAME.options(full)
    assert len(GAME.options(full)) == 6
    with pytest.raises(IllegalMove, match=f"^Column {column} is full\\.$"):
        GAME.read_move(full, column)


# ---------------------------------------------------------------------- moves as text


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
def test_what_is_no_column_is_refused_with_the_columns_there_are(text):
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
def test_moves_that_cannot_be_played_are_refused_with_their_number(moves, says):
    with pytest.raises(IllegalMove) as refused:
        position_after(moves)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.req("C4-1")
def test_after_the_end_a_move_is_refused_because_the_game_is_over():
    with pytest.raises(IllegalMove, match="over"):
        GAME.read_move(position_after("4545454"), "1")
    with pytest.raises(IllegalMove, match=r"over|full"):
        GAME.read_move(position_after(DRAWN), "1")


# ---------------------------------------------------------------------- positions as text


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
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong_with_it(text, says):
    with pytest.raises(BadPosition, match=says) as refused:
        GAME.read_position(text)
    message = str(refused.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert message[0].isupper() or message[0] in "xo"


@pytest.mark.req("C4-1")
def test_every_floating_disc_is_noticed():
    """Whatever disc is lifted by a cell, in whatever column, it hangs in the air."""
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


# ---------------------------------------------------------------------- the evaluation


@pytest.mark.req("C4-3")
@settings(max_examples=200, deadline=None)
@given(moves=games())
def test_the_evaluation_is_what_looking_at_every_window_gives(moves):
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
def test_what_is_good_for_one_side_is_as_bad_for_the_other_and_colours_do_not_matter(moves):
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
        ("......./......./......./......./o....../xx..... o", 10),  # one window has both, and room for two more
        ("......./......./......./......./oo...../xxx.... o", 100 + 10 - 10),  # two windows of x, one of o
        ("......./......./......./......./oo...../xx.x... o", 100 + 10 + 3 - 10),  # a gap counts as well
        ("......./......./x....../x....../xo...../oo..... x", 100 + 10 - 3 * 10),
    ],
)
def test_boards_that_were_counted_by_hand(text, score):
    assert GAME.evaluate(GAME.read_position(text), SEATS["x"]) == score


@pytest.mark.req("C4-3")
def test_a_win_is_worth_a_million_less_the_plies_until_then():
    assert WIN == 1_000_000
    won = position_after("4545454")
    ply = 1
    searcher = Searcher(Windows(), Techniques(), new_table(0))
    assert searcher.value(won, 1, -INFINITY, INFINITY, ply) == -(1_000_000 - ply)


@pytest.mark.req("C4-3")
def test_no_board_looks_as_good_as_a_win():
    """Sixty-nine windows at a hundred each and six discs in the middle are nowhere near a million."""
    assert 69 * Windows().three + 6 * Windows().centre < PROVEN


# ---------------------------------------------------------------------- the picture


def picture(moves):
    """The scene of the position after moves."""
    position = position_after(moves)
    return scene_of(GAME, GAME.view(position, GAME.to_move(position)))


def discs_of(board, side):
    """The names of the cells with discs of a side."""
    return {
        f"{'abcdefg'[column - 1]}{row}"
        for column in range(1, 8)
        for row in range(1, 7)
        if naive.cell(board, column, row) == side
    }


@settings(max_examples=60, deadline=None)
@given(moves=games())
def test_a_picture_has_every_disc_in_its_place(moves):
    board, scene = naive.after(moves), picture(moves)
    shown = [shape for shape in scene.shapes if isinstance(shape, Disc)]
    faces = {face: {disc.place for disc in shown if disc.face == face} for face in ("sun", "moon")}
    assert len(shown) == naive.discs(board)
    assert faces == {"sun": discs_of(board, "x"), "moon": discs_of(board, "o")}
    drawing = ElementTree.fromstring(svg(scene))
    assert len(drawing.findall(".//*[@class='sun']")) == len(faces["sun"])
    assert len(drawing.findall(".//*[@class='moon']")) == len(faces["moon"])
    for place in discs_of(board, "x") | discs_of(board, "o"):
        assert place in scene.about


def test_a_picture_numbers_the_columns_and_says_what_it_shows():
    drawing = svg(picture("445"))
    for column in range(1, 8):
        assert f">{column}</text>" in drawing
    assert "<title" in drawing
    assert "Connect Four" in drawing


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ("1122334", {"a1", "d1"}),
        ("1212121", {"a1", "a4"}),
        ("12233434544", {"a1", "d4"}),
        ("76655454344", {"g1", "d4"}),
    ],
)
def test_a_picture_of_a_won_board_has_a_stroke_through_the_four(moves, ends):
    strokes = [shape for shape in picture(moves).shapes if isinstance(shape, Line)]
    assert [{stroke.start, stroke.end} for stroke in strokes] == [ends]
    assert not [shape for shape in picture(moves[:-1]).shapes if isinstance(shape, Line)]


def test_a_board_in_the_terminal_shows_every_disc_and_marks_the_four():
    *board, last = GAME.draw(position_after("1122334")).splitlines()
    shown = "".join(board)
    assert (shown.count("[first]●"), shown.count("[first][last]●")) == (0, 4)
    assert (shown.count("[second]○"), shown.count("[last]")) == (3, 4)
    assert all(str(column) in last for column in range(1, 8))
    assert "●[/] x" in last  # and which disc is whose
    assert "○[/] o" in last
