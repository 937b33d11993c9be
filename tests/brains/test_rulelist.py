"""Rule lists: rules apply in order, each narrows the moves, and each applies with its probability."""

from typing import ClassVar

import pytest

import sparring
from sparring.brains.rulelist import RuleList
from sparring.match.table import decision_at
from sparring.rules import BadSetting

GAME = sparring.game("tictactoe")


def liked(rules, position, seed=0, **settings):
    brain = RuleList(GAME, rules, **settings)
    return set(brain.judge(decision_at(GAME, GAME.read_position(position), seed=seed)).best_options)


def test_each_rule_narrows_what_the_rules_before_it_left():
    assert liked(["corner"], "x../.../... o") == {"c3", "a1", "c1"}
    assert liked(["corner", "block"], "xx./o../... o") == {"c3"}
    assert liked(["edge", "corner"], "x../.../... o") == {"b3", "a2", "c2", "b1"}


def test_a_rule_that_applies_to_nothing_is_skipped():
    assert liked(["win", "block", "centre"], "x../.../... o") == {"b2"}
    assert len(liked(["win"], "x../.../... o")) == 8


def test_an_overlooked_rule_excludes_the_moves_that_it_would_have_chosen():
    position = "xx./.o./... o"
    assert liked(["block 100%"], position) == {"c3"}
    assert "c3" not in liked(["block 0%"], position)
    blocked = sum(liked(["block 30%"], position, seed=seed) == {"c3"} for seed in range(2000))
    assert 500 < blocked < 700  # 600 expected, standard deviation 20


def test_an_overlooked_move_is_played_if_nothing_else_is_left():
    assert liked(["win 0%"], "xox/oox/.xo x") == {"a1"}


def test_the_reason_names_the_rule_that_decided():
    brain = RuleList(GAME, ["win", "block", "centre"])
    for position, reason in [
        ("xx./oo./... x", "win"),
        ("xx./o../... o", "block"),
        ("x../.../... o", "centre"),
        ("x../.o./... x", "chance"),
    ]:
        assert brain.judge(decision_at(GAME, GAME.read_position(position))).reason == reason


def test_general_rules_work_with_a_game_that_has_only_moves():
    class Plain(type(GAME)):
        tactics: ClassVar = {}

    game = Plain()
    winning = game.read_position("xx./oo./... x")
    blocking = game.read_position("xx./o../... o")
    brain = RuleList(game, ["win", "block"])
    assert brain.judge(decision_at(game, winning)).best_options == ["c3"]
    assert brain.judge(decision_at(game, blocking)).best_options == ["c3"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"rules": ["win", "dance"]}, "no rule 'dance'; it has aggressive, block"),
        ({"rules": ["win 101%"]}, "0% to 100%"),
        ({"mix": {"random": 0.5, "win": 0.4}}, "add up to 1"),
        ({"mix": {"random": 1.5, "win": -0.5}}, "0 or more"),
    ],
)
def test_a_bad_rule_list_is_refused(settings, says):
    with pytest.raises(BadSetting, match=says):
        RuleList(GAME, **settings)
