"""How options are ordered: by expected score, then by distance, then by score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sparring
from sparring.brains.brain import analysis_of
from sparring.brains.curves import Curves
from sparring.coach.analysis import analyse
from sparring.coach.hint import value_of
from sparring.match.table import decision_at
from sparring.rules import Analysis, Judgement, notation
from sparring.rules.analysis import expected_score

SCORES = st.floats(-1e6, 1e6)


def best(*judgements):
    return Analysis(judgements).best_options


@pytest.mark.parametrize(("outcome", "chance"), [("win", 1), ("draw", 0.5), ("loss", 0)])
def test_a_proven_result_has_its_own_expected_score(outcome, chance):
    assert Judgement("a", -7.0, outcome).chance == chance
    assert Judgement("a", -7.0, outcome).as_json()["chance"] == chance


@given(SCORES, st.floats(0.1, 1000))
def test_an_open_score_lies_strictly_between_a_loss_and_a_win(score, half):
    chance = expected_score(score, half)
    assert 0 < chance < 1
    assert chance == pytest.approx(1 - expected_score(-score, half))


@given(SCORES, SCORES, st.floats(0.1, 1000))
def test_a_higher_score_never_means_a_lower_chance(one, other, half):
    low, high = sorted((one, other))
    assert expected_score(low, half) <= expected_score(high, half) + 1e-15


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), 1e308, -1e308])
def test_no_score_is_too_large_for_the_curve(score):
    assert 0 < expected_score(score) < 1


def test_half_of_the_bar_is_filled_by_the_games_own_score():
    """The bar goes from -1 to 1, and an open score fills at most 95 percent of it."""
    assert 2 * expected_score(6, half_bar_score=6) - 1 == pytest.approx(0.95 / 2)
    assert 2 * expected_score(-60) - 1 == pytest.approx(-0.95 / 2)


def test_a_win_is_above_and_a_loss_below_every_open_score():
    win, loss = Judgement("win", 1, "win", 41), Judgement("loss", -1, "loss", 42)
    hope, fear = Judgement("hope", 1e9), Judgement("fear", -1e9)
    assert best(loss, fear, hope, win) == ["win"]
    assert best(loss, fear, hope) == ["hope"]
    assert best(loss, fear) == ["fear"]


def test_a_draw_is_as_good_as_an_even_score():
    assert best(Judgement("draw", 0, "draw", 9), Judgement("open", 0)) == ["draw", "open"]
    assert best(Judgement("draw", 0, "draw", 9), Judgement("open", 1)) == ["open"]
    assert best(Judgement("draw", 0, "draw", 9), Judgement("open", -1)) == ["draw"]


def test_the_soonest_win_and_the_longest_loss_are_best_whatever_their_scores():
    assert best(Judgement("later", 20, "win", 9), Judgement("sooner", 2, "win", 3)) == ["sooner"]
    assert best(Judgement("later", -20, "loss", 10), Judgement("sooner", -2, "loss", 4)) == ["later"]


def test_a_win_of_unknown_distance_counts_as_far_away():
    assert best(Judgement("unknown", 30, "win"), Judgement("known", 2, "win", 31)) == ["known"]
    assert best(Judgement("unknown", -30, "loss"), Judgement("known", -2, "loss", 30)) == ["unknown"]


def test_the_score_decides_between_equal_chances_and_distances():
    assert best(Judgement("more", 9, "win"), Judgement("less", 3, "win")) == ["more"]
    assert best(Judgement("a", 5), Judgement("b", 5)) == ["a", "b"]
    assert best(Judgement("bound", 5, exact=False), Judgement("exact", 5)) == ["exact"]


def test_a_chance_given_by_a_brain_is_kept_and_decides():
    risky, safe = Judgement("risky", 90, chance=0.4), Judgement("safe", 10, chance=0.6)
    assert best(risky, safe) == ["safe"]
    assert [judged.chance for judged in Analysis((risky, safe)).with_chances(60).options] == [0.4, 0.6]


@pytest.mark.req("ALL-22")
def test_the_most_probable_option_is_best_where_a_brain_mixes():
    bluff = Judgement("bluff", 2.0, chance=0.7, probability=0.3)
    check = Judgement("check", 1.0, chance=0.6, probability=0.7)
    assert best(bluff, check) == ["check"]
    assert Analysis((bluff, check)).mixes
    assert bluff.as_json()["probability"] == 0.3


def test_an_option_has_no_probability_where_a_brain_does_not_mix():
    assert not Analysis((Judgement("a", 1.0), Judgement("b", 2.0))).mixes
    assert "probability" not in Judgement("a", 1.0).as_json()


@pytest.mark.parametrize(
    ("game", "who"), [("tictactoe", "minimax"), ("connect4", "minimax:depth=3"), ("oware", "intermediate:depth=3")]
)
def test_expected_scores_are_filled_in_for_every_brain(game, who):
    """Without a fitted curve they follow from the scale of the game's evaluation bar."""
    game = sparring.game(game)
    position, brain = notation.start(game), sparring.opponent(game, who).brain
    brain.curves = Curves()
    found = analysis_of(brain, decision_at(game, position))
    for judged in found.options:
        assert judged.chance == pytest.approx(expected_score(judged.score, game.half_bar_score))
    assert max(judged.chance for judged in found.options) == found[found.best].chance
    assert not found.calibrated


def test_a_choice_has_the_expected_scores_too():
    game = sparring.game("connect4")
    choice = sparring.opponent(game, "minimax:depth=2").decide(decision_at(game, notation.start(game)))
    assert all(0 < judged.chance < 1 for judged in choice.analysis.options)


def test_the_evaluation_bar_shows_the_expected_score_of_the_best_option():
    game = sparring.game("tictactoe")
    won = analyse(game, game.read_position("xx./oo./... x"))
    assert value_of(game, won) == 1
    even = analyse(game, notation.start(game))
    assert value_of(game, even) == 0
    open_ = Analysis((Judgement("a", 60.0), Judgement("b", -60.0)))
    assert value_of(game, open_) == pytest.approx(0.95 / 2)
