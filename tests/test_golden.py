"""Golden games: recorded matches are played again, with the same moves and analyses to the letter."""

import pytest

from sparring.rules.registry import game_names
from support.golden import FOLDER, playthrough


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("name", game_names())
def test_a_golden_game_is_played_again_to_the_letter(name):
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text("utf-8")
