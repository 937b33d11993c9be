"""The rules of stones in a row agree with a naive board and with known numbers of positions."""

from contextlib import suppress
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.games.mnk import LineGame
from sparring.rules.perft import layers, perft
from support import naive

TICTACTOE = sparring.game("tictactoe")
SEATS = {"x": 0, "o": 1}

TICTACTOE_PATHS = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
TICTACTOE_POSITIONS = [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]


def agree(game, text, length):
    """Check that the game agrees with the naive board about a position; returns the position."""
    position = game.read_position(text)
    over = naive.result(text, length)
    outcome = game.outcome(position)
    assert game.position_text(position) == text
    assert game.to_move(position) == SEATS[naive.mover(text)]
    assert sorted(game.options(position)) == sorted(naive.moves(text, length))
    assert (outcome is None) == (over is None)
    if outcome is not None:
        assert outcome.winner == SEATS.get(over)
        assert outcome.reason
    return position


def play_along(game, width, height, length, cells):
    """Play cells on both boards until the game is over or they run out, and check after every ply that both agree."""
    text = naive.start(width, height)
    position = agree(game, text, length)
    for cell in cells:
        if naive.result(text, length) is not None:
            return
        position = game.play(position, game.options(position)[cell])
        text = naive.play(text, cell)
        assert position == agree(game, text, length)


# ---------------------------------------------------------------------- any board


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    ("width", "height", "length"),
    [(3, 3, 3), (6, 6, 4), (7, 7, 5), (4, 5, 3), (5, 4, 3), (1, 5, 3), (1, 7, 1), (7, 1, 4), (1, 1, 1), (2, 2, 2)],
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_random_game_agrees_with_the_naive_board_after_every_move(width, height, length, data):
    cells = data.draw(st.permutations(naive.empties(naive.start(width, height))))

    play_along(LineGame(width=width, height=height, length=length), width, height, length, cells)


@pytest.mark.req("PT-1")
@settings(max_examples=150, deadline=None)
@given(data=st.data(), width=st.integers(1, 7), height=st.integers(1, 7))
def test_a_random_game_on_a_board_of_any_size_agrees_with_the_naive_board(data, width, height):
    length = data.draw(st.integers(1, max(width, height)))
    cells = data.draw(st.permutations(naive.empties(naive.start(width, height))))

    play_along(LineGame(width=width, height=height, length=length), width, height, length, cells)


def quiet_company(text, line, stones, side, length):
    """Cells outside a line on which stones make no line of their own."""
    company = []
    for cell in naive.empties(text):
        tried = naive.put(text, cell, side)
        if cell not in line and len(company) < stones and not naive.has_line(tried, side, length):
            company.append(cell)
            text = tried
    assert len(company) == stones
    return company


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    ("width", "height", "length"), [(3, 3, 3), (6, 6, 4), (7, 7, 5), (4, 5, 3), (1, 9, 4), (9, 1, 4)]
)
@pytest.mark.parametrize("side", ["x", "o"])
def test_every_line_of_the_board_wins_on_its_last_stone_for_either_side(side, width, height, length):
    game = LineGame(width=width, height=height, length=length)
    empty = naive.start(width, height)
    for line in naive.lines(width, height, length):
        if side == "x":
            company = quiet_company(empty, line, length - 1, "o", length)
            order = [cell for pair in zip(line, [*company, None], strict=True) for cell in pair][:-1]
        else:
            company = quiet_company(empty, line, length, "x", length)
            order = [cell for pair in zip(company, line, strict=True) for cell in pair]
        position = game.read_position(empty)
        for cell in order:
            assert game.outcome(position) is None
            position = game.play(position, game.options(position)[cell])
        assert game.outcome(position).winner == SEATS[side], game.position_text(position)


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(("width", "height", "length"), [(3, 3, 3), (6, 6, 4), (4, 5, 3), (5, 3, 3), (7, 6, 4)])
def test_stones_at_equal_distances_win_only_if_they_form_a_line_on_the_board(width, height, length):
    """Stones of a line that wrapped around the right edge would be such stones."""
    game = LineGame(width=width, height=height, length=length)
    empty = naive.start(width, height)
    names = [f"{'abcdefg'[column]}{row + 1}" for row in range(height) for column in range(width)]
    on_paper = [set(line) for line in naive.lines(width, height, length)]
    won = []
    for first, step in product(range(len(names)), range(1, len(names))):
        stones = names[first::step][:length]
        if len(stones) == length:
            company = quiet_company(empty, stones, length - 1, "o", length)
            position = game.read_position(empty)
            for cell in [cell for pair in zip(stones, [*company, None], strict=True) for cell in pair][:-1]:
                position = game.play(position, game.options(position)[cell])
            if game.outcome(position) is not None:
                won.append(set(stones))

    assert sorted(map(sorted, won)) == sorted(map(sorted, on_paper))


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    "text",
    [
        ".xx/x../oo. o",
        "oox/x../.x. o",
        "x../.ox/xo. o",
        ".x./oox/x.. o",
        "x.o/..x/.xo o",
    ],
)
def test_a_line_does_not_wrap_around_an_edge(text):
    assert TICTACTOE.outcome(TICTACTOE.read_position(text)) is None


@pytest.mark.req("PT-1")
@pytest.mark.parametrize("text", ["xxo/oox/xxo o", "xox/xoo/oxx o"])
def test_a_full_board_without_a_line_is_a_draw(text):
    position = TICTACTOE.read_position(text)

    assert TICTACTOE.outcome(position).winner is None
    assert TICTACTOE.options(position) == {}


@pytest.mark.req("PT-1")
def test_a_line_on_the_last_cell_is_a_win_and_no_draw():
    position = TICTACTOE.read_position("xox/oxo/oxx o")

    assert TICTACTOE.outcome(position).winner == SEATS["x"]


@pytest.mark.parametrize(("width", "height"), [(100, 100), (1_000, 3), (3, 1_000), (0, 3), (3, 0), (-3, 3)])
def test_a_board_of_an_impossible_size_is_refused(width, height):
    with pytest.raises(sparring.SparringError, match=r"\w"):
        LineGame(width=width, height=height, length=3)


@pytest.mark.parametrize("length", [0, -1])
def test_a_line_of_no_stones_is_refused(length):
    with pytest.raises(sparring.SparringError, match=r"\w"):
        LineGame(width=3, height=3, length=length)


# ---------------------------------------------------------------------- moves as text


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        ("a1", ".../.../x.. o"),
        ("c1", ".../.../..x o"),
        ("b2", ".../.x./... o"),
        ("a3", "x../.../... o"),
        ("c3", "..x/.../... o"),
    ],
)
def test_a_cell_is_a_letter_and_a_number_from_the_bottom_left(cell, after):
    empty = TICTACTOE.read_position(".../.../... x")

    assert TICTACTOE.position_text(TICTACTOE.play(empty, TICTACTOE.options(empty)[cell])) == after


def test_the_last_cell_of_six_by_six_is_f6():
    game = LineGame(width=6, height=6, length=4)
    empty = game.read_position("....../....../....../....../....../...... x")

    moved = game.play(empty, game.options(empty)["f6"])

    assert game.position_text(moved) == ".....x/....../....../....../....../...... o"


@pytest.mark.parametrize("text", ["a3", "b2", "d1", "a4", "a0", "", "a", "1", "aa1", "a11", "a1 b1", "Ä1", "a²"])
def test_a_text_that_is_not_an_empty_cell_is_an_illegal_move(text):
    position = TICTACTOE.read_position("x../.o./... x")

    with pytest.raises(sparring.SparringError, match=r"\w"):
        TICTACTOE.read_move(position, text)


def test_no_move_is_legal_after_a_win():
    position = TICTACTOE.read_position("xxx/oo./... o")

    assert TICTACTOE.options(position) == {}
    with pytest.raises(sparring.SparringError, match=r"\w"):
        TICTACTOE.read_move(position, "a1")


def test_every_legal_move_is_read_from_its_own_text():
    for text in naive.unfinished():
        position = TICTACTOE.read_position(text)
        for cell, move in TICTACTOE.options(position).items():
            assert TICTACTOE.read_move(position, cell) == move


# ---------------------------------------------------------------------- positions as text


def test_exactly_the_reachable_texts_are_positions():
    reachable = {text for layer in naive.reachable() for text in layer}
    accepted = set()
    for stones in product("xo.", repeat=9):
        board = "/".join("".join(stones[row : row + 3]) for row in (0, 3, 6))
        for side in "xo":
            text = f"{board} {side}"
            with suppress(sparring.SparringError):
                accepted.add(TICTACTOE.position_text(TICTACTOE.read_position(text)))
                assert text in accepted

    assert accepted == reachable
    assert len(accepted) == 5_478


def test_every_reachable_position_agrees_with_the_naive_board():
    for layer in naive.reachable():
        for text in layer:
            agree(TICTACTOE, text, 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x",
        "x../.o./...",
        "x../.o. x",
        "x../.o./.../... x",
        "x.../.o../.... x",
        "x../.o/... x",
        "x../.o./... z",
        "x../.o./... x x",
        "x..|.o.|... x",
        "x../.o./..? x",
        "x../.0./... x",
        "x../.o./... o",  # not o's turn
        "xx./.../... o",  # two for one
        "xxx/ooo/... x",  # two winners
        "xxx/ooo/x.. o",
        "xxx/oo./..o x",  # went on after the win
        "oxo/x../x.x o",  # too many crosses
    ],
)
def test_a_text_that_is_not_a_position_is_refused_in_a_sentence(text):
    with pytest.raises(sparring.SparringError, match=r"\w+ \w+"):
        TICTACTOE.read_position(text)


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    "text",
    [
        "xxxx../....../oooo../....../....../...... x",  # two winners
        "xxxx../....../ooo.oo/....../....../...... o",  # more noughts than crosses
        "xxxx../....../....../....../....../...... o",
        "xxxx../ooo.../o...../....../....../...... x",  # went on after the win
        "xxxx../oo.oo./oo.o../....../....../..xxxx o",  # no single stone completes two separate lines
    ],
)
def test_a_board_of_six_by_six_that_no_game_reaches_is_refused(text):
    with pytest.raises(sparring.SparringError, match=r"\w+ \w+"):
        LineGame(width=6, height=6, length=4).read_position(text)


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    "text",
    [
        "xxx.../....../oo..../....../....../...... o",
        "xxxxxx/oo.oo./o...../....../....../...... o",  # the one in the middle came last
        "xxxx../x....o/x...o./x..o../....../oo..o. o",  # the corner came last
    ],
)
def test_a_board_of_six_by_six_that_a_game_reaches_is_read(text):
    game = LineGame(width=6, height=6, length=4)

    assert game.position_text(game.read_position(text)) == text


# ---------------------------------------------------------------------- counting


def test_numbers_of_paths_of_tictactoe_are_the_known_ones():
    assert perft(TICTACTOE, TICTACTOE.read_position(naive.start()), 9) == TICTACTOE_PATHS


def test_no_path_of_tictactoe_is_longer_than_nine():
    assert perft(TICTACTOE, TICTACTOE.read_position(naive.start()), 11) == [*TICTACTOE_PATHS, 0, 0]


def test_the_general_rules_give_the_same_paths():
    game = LineGame(width=3, height=3, length=3)

    assert perft(game, game.read_position(naive.start()), 9) == TICTACTOE_PATHS


def test_numbers_of_positions_and_games_of_tictactoe_are_the_known_ones():
    plies = list(layers(TICTACTOE, TICTACTOE.read_position(naive.start())))
    texts = [TICTACTOE.position_text(position) for ply in plies for position in ply]
    games = sum(paths for ply in plies for position, paths in ply.items() if TICTACTOE.outcome(position) is not None)

    assert [len(ply) for ply in plies] == TICTACTOE_POSITIONS
    assert [sum(ply.values()) for ply in plies] == [1, *TICTACTOE_PATHS]
    assert games == 255_168
    assert len(set(texts)) == 5_478
    assert len({min(naive.alike(text)) for text in texts}) == 765
    assert [set(map(TICTACTOE.position_text, ply)) for ply in plies] == [set(layer) for layer in naive.reachable()]


def test_paths_are_counted_from_any_position_and_end_with_the_game():
    text = "xx./oo./... x"
    counts, layer = [], [text]
    for _ in range(5):
        layer = [naive.play(reached, cell) for reached in layer for cell in naive.moves(reached)]
        counts.append(len(layer))

    assert counts[1] == 4 * 4  # one of the five moves wins at once
    assert perft(TICTACTOE, TICTACTOE.read_position(text), 5) == counts


@pytest.mark.req("PT-1")
def test_numbers_of_paths_and_positions_on_six_by_six_are_the_known_ones():
    game = LineGame(width=6, height=6, length=4)
    empty = game.read_position(naive.start(6, 6))

    assert perft(game, empty, 3) == [36, 1_260, 42_840]
    assert [len(ply) for ply in islice(layers(game, empty), 4)] == [1, 36, 1_260, 21_420]
