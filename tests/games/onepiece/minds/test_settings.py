"""The settings of One Piece's opponents: the defaults of each level, and what is refused."""

import pytest

import sparring
from sparring.rules import BadSetting
from support.onepiece_players import choice
from support.onepiece_table import GAME, Half, Table


@pytest.mark.req("OP-3")
@pytest.mark.parametrize(
    ("level", "randomness", "slowest", "fastest"),
    [("easy", 0.3, 1.5, 0.5), ("medium", 0.15, 2.0, 0.8), ("hard", 0.05, 3.0, 1.0)],
)
def test_a_level_has_the_randomness_and_the_pace_of_the_requirement(level, randomness, slowest, fastest):
    character = sparring.opponent(GAME, level).character
    assert (character.randomness, character.pace_min, character.pace_max) == (randomness, fastest, slowest)
    assert fastest <= choice(level, Table(Half(life=2)).state).pace <= slowest


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize(
    ("name", "field", "allowed"),
    [
        ("easy:style=reckless", "style", "balanced, aggressive or defensive"),
        ("medium:randomness=2", "randomness", "from 0 to 1"),
        ("hard:pace_min=-1", "pace_min", "from 0 to 60"),
        ("hard:pace_max=x", "pace_max", "from 0 to 60"),
        ("expert:time=0", "time", "from 0.001 to 3600"),
        ("expert:nodes=0", "nodes", "a whole number from 1"),
        ("expert:nodes=1.5", "nodes", "a whole number from 1"),
        ("hard:colour=red", "colour", "randomness"),
    ],
)
def test_a_bad_setting_is_refused_with_its_name_and_its_range(name, field, allowed):
    with pytest.raises(BadSetting) as refused:
        sparring.opponent(GAME, name)
    assert field in str(refused.value)
    assert allowed in str(refused.value)
