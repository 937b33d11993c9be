"""The threats in a scene agree with trying a piece on every empty cell."""

from random import Random

import pytest

import sparring
from sparring.games.mnk import LineGame
from sparring.rules import notation
from sparring.scenes import Label, Scene, scene_message, scene_of
from support import naive
from support.small_games import Coins


class FiveInARow(LineGame):
    name, title = "five", "Five in a row on 7×6"


GAMES = {
    **{name: (sparring.game(name), length) for name, length in (("tictactoe", 3), ("connect4", 4), ("fourinarow", 4))},
    "five": (FiveInARow(7, 6, 5), 5),
}


def naive_threats(game, position, length):
    """Each empty cell where a piece of a seat would complete a line, with that seat."""
    text = game.position_text(position)
    return {
        (cell, seat)
        for cell in naive.empties(text)
        for seat, side in enumerate("xo")
        if naive.has_line(naive.put(text, cell, side), side, length)
    }


@pytest.mark.parametrize("name", GAMES)
def test_threats_are_where_a_piece_would_complete_a_line(name):
    game, length = GAMES[name]
    seen = set()
    for seed in range(25):
        rng, position = Random(seed), notation.start(game)
        while game.outcome(position) is None:
            threats = scene_of(game, position).threats
            assert len(threats) == len(set(threats))
            assert {(threat.place, threat.seat) for threat in threats} == naive_threats(game, position, length)
            seen |= {threat.seat for threat in threats}
            position = game.play(position, rng.choice(game.moves(position)))
        assert scene_of(game, position).threats == (), "there are no threats after the end of the game"
    assert seen == {0, 1}


def test_a_scene_has_threats_only_if_the_game_knows_them():
    assert "threats" not in scene_message(Scene("Nim", (1, 1), (), ""))
    game = sparring.game("tictactoe")
    shown = scene_message(scene_of(game, game.read_position("xx./oo./... x")))
    assert shown["threats"] == [{"in": "c3", "seat": 0}, {"in": "c2", "seat": 1}]


def test_a_game_without_a_picture_keeps_the_columns_of_its_drawing():
    class Heaps(Coins):
        def draw(self, view):
            return "1: ooo\n2: o"

    first, second = (shape for shape in scene_of(Heaps(), None).shapes if isinstance(shape, Label))
    assert (first.text, second.text) == ("1: ooo", "2: o  ")
