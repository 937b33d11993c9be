"""Connect Four's board, as a picture and in the terminal."""

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings

from sparring.scenes import Disc, Line, scene_of, svg
from support import naive_connect4 as naive
from support.connect4_boards import GAME, games, position_after


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
    assert "●[/] x" in last  # the legend says whose disc is which
    assert "○[/] o" in last
