"""Where a person stands: which matches count, what they do to the rating, and whom the person meets next."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.arena.ladder import ratings_by_name
from sparring.arena.standing import Result, Standing, adapted, plays_as
from support.small_games import Coins

GAME = sparring.game("connect4")
WON = Result("connect4", "medium", 0, 1.0, when=1.0, moves=20)

pytestmark = pytest.mark.req("ALL-18")


def standing(*results):
    return Standing(GAME, results)


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (WON, ""),
        (replace(WON, score=0.0, left=True), ""),
        (replace(WON, left=True, moves=2), "left before the third move"),
        (replace(WON, left=True, moves=3), ""),
        (replace(WON, moves=2), ""),
        (replace(WON, help="hint"), "hint"),
        (replace(WON, help="undo"), "took a move back"),
        (replace(WON, help="seed"), "seed"),
        (replace(WON, help="start"), "usual start"),
        (replace(WON, opponent="human"), "between people"),
        (replace(WON, opponent="minimax:depth=6"), "minimax with these settings"),
        (replace(WON, opponent="minimax:depth=4"), ""),
        (replace(WON, opponent="minimax:pace_min=0,pace_max=0"), ""),
        (replace(WON, opponent="adaptive:as=hard,target=0.3"), ""),
        (replace(WON, opponent="nobody"), "nobody with these settings"),
    ],
)
def test_a_match_counts_or_it_is_said_why_not(result, why):
    assert why in standing().why_not(result)
    assert bool(why) == bool(standing().why_not(result))
    assert len(standing(result).counted) == (not why)


def test_a_game_without_a_ladder_and_a_game_with_other_settings_are_not_rated():
    unmeasured = Standing(Coins(), [])
    assert "have not been measured" in unmeasured.why_not(replace(WON, game="coins"))
    other = Standing(sparring.game("fourinarow"), [Result("fourinarow:width=7", "medium", 0, 1.0, 1.0)])
    assert "other settings" in other.why_not(other.results[0])
    assert not unmeasured.rungs


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["easy", "medium", "hard"]), st.sampled_from([0.0, 0.5, 1.0])), max_size=8))
def test_changes_add_up_to_the_rating_and_results_that_do_not_count_change_nothing(played):
    results = [replace(WON, opponent=who, score=score, when=at) for at, (who, score) in enumerate(played)]
    here = standing(*results, replace(WON, help="hint", when=0.5))
    assert [counted.result for counted in here.counted] == results
    for before, after in zip(here.counted, here.counted[1:], strict=False):
        assert before.after == after.before
    for counted in here.counted:
        change = counted.after.rating - counted.before.rating
        assert counted.result.score == 0.5 or (change > 0) == (counted.result.score == 1)
    assert here.has_rating == (len(results) >= 5)


def test_the_order_in_which_results_arrive_does_not_matter():
    results = [replace(WON, when=at, score=at % 2) for at in range(6)]
    assert standing(*results).strength.rating == standing(*results[::-1]).strength.rating


@pytest.mark.req("ALL-13")
def test_a_newcomer_meets_somebody_near_the_default_and_a_winner_meets_stronger_ones():
    met, results = [], []
    for at in range(12):
        rung = standing(*results).match()
        met.append(rung.rating)
        results.append(replace(WON, opponent=f"adaptive:as={rung.name}", when=at))
    ratings = {name: rung["rating"] for name, rung in ratings_by_name(GAME).items()}
    assert ratings["easy"] <= met[0] <= ratings["minimax"]
    assert met[-1] == max(ratings.values())
    assert met == sorted(met)


@pytest.mark.req("ALL-13")
def test_whom_somebody_meets_changes_between_matches_only():
    assert {standing(WON).match(whose="a").name for _ in range(5)} == {standing(WON).match(whose="a").name}
    assert len({standing(WON).match(whose=str(who)).name for who in range(50)}) == 2, "two opponents are around 45 %"
    left = replace(WON, left=True, moves=1, when=2.0)
    assert standing(WON, left).match(whose="a") == standing(WON).match(whose="a")


@pytest.mark.req("ALL-13", "ALL-17")
def test_an_adaptive_opponent_plays_as_a_level_as_soon_as_levels_are_measured(monkeypatch):
    levels = {f"level{number}": {"rating": 600 + 180 * number} for number in range(1, 9)}
    others = {name: {"rating": rating} for name, rating in (("random", 500), ("medium", 1250), ("perfect", 2100))}
    monkeypatch.setattr("sparring.arena.standing.ratings_by_name", lambda game: levels | others)
    met = set()
    for score in (0.0, 1.0):
        results = [replace(WON, score=score, when=at) for at in range(6)]
        for count in range(7):
            rung = standing(*results[:count]).match()
            met.add(rung.name)
            expected = {name: standing(*results[:count]).expected(name) for name in levels}
            nearest = sorted(expected, key=lambda name: abs(expected[name] - 0.45))[:3]
            assert rung.name in nearest
    assert met <= set(levels)
    assert len(met) > 3


@pytest.mark.req("ALL-13")
def test_an_easier_target_means_a_weaker_opponent():
    aims = [standing(WON).match(target).rating for target in (0.95, 0.6, 0.45, 0.3, 0.05)]
    assert aims == sorted(aims)
    assert aims[0] < aims[-1]


@pytest.mark.req("ALL-13")
def test_the_opponent_that_an_adaptive_one_plays_as_is_part_of_its_text():
    text = adapted(GAME, "adaptive:target=0.3", standing(WON))
    assert plays_as(GAME, text) == standing(WON).match(0.3).name
    assert adapted(GAME, text, standing()) == text
    assert adapted(GAME, "hard", standing()) == "hard"
    assert plays_as(GAME, "adaptive") == sparring.catalogue(GAME).default
    assert sparring.opponent(GAME, text).name == text
    assert adapted(Coins(), "adaptive", Standing(Coins(), [])) == "adaptive:as=medium"
