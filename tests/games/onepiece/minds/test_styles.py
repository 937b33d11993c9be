"""Styles: how each weighs the factors, how it adapts to the game, and which options it favours."""

from itertools import product

import pytest

import sparring
from sparring.games.onepiece.minds import factors
from sparring.games.onepiece.minds.deeds import leaning
from sparring.games.onepiece.minds.profiles import PROFILES, shifted
from sparring.games.onepiece.rules.options import Attack, Block, Counter, GiveDon
from support.onepiece_players import NOTHING, PLAIN, STYLELESS, STYLES, TWO, choice, stripped
from support.onepiece_positions import random_positions
from support.onepiece_table import GAME, P1, P2, Half, Table

# ---------------------------------------------------------------------- weights


@pytest.mark.req("OP-5")
def test_the_weights_are_those_of_the_requirement():
    assert tuple(factors.FACTORS) == tuple(PROFILES["balanced"].by_name)
    assert {name: profile.weights for name, profile in PROFILES.items()} == {
        "aggressive": (0.25, 0.15, 0.35, 0.10, 0.15),
        "defensive": (0.30, 0.20, 0.20, 0.20, 0.10),
        "balanced": (0.25, 0.20, 0.25, 0.15, 0.15),
    }


@pytest.mark.req("OP-5")
@pytest.mark.parametrize("style", STYLES)
def test_weights_add_up_to_one_in_every_position(style):
    assert sum(PROFILES[style].weights) == pytest.approx(1)
    for state, seat in product(random_positions(), (P1, P2)):
        profile = shifted(PROFILES[style], state, seat)
        assert sum(profile.weights) == pytest.approx(1)
        assert min(profile.weights) > 0
        assert 0 <= profile.aggressiveness <= 1
        assert 0 <= profile.risk <= 1


@pytest.mark.req("OP-5")
@pytest.mark.parametrize("style", STYLES)
def test_a_style_presses_when_ahead_in_life_and_holds_on_when_behind(style):
    even, ahead, behind = (
        shifted(PROFILES[style], Table(Half(life=mine), Half(life=theirs)).state, P1)
        for mine, theirs in ((3, 3), (5, 1), (1, 5))
    )
    assert even.weights == pytest.approx(PROFILES[style].weights)
    assert ahead.weights != even.weights != behind.weights
    assert ahead.by_name["life"] > even.by_name["life"] < behind.by_name["life"]
    assert ahead.by_name["tempo"] > behind.by_name["tempo"]
    assert behind.by_name["board"] > ahead.by_name["board"]
    if style == "balanced":
        assert ahead.aggressiveness == even.aggressiveness == behind.aggressiveness
    else:
        assert ahead.aggressiveness > even.aggressiveness > behind.aggressiveness


@pytest.mark.req("OP-5")
def test_a_style_weighs_resources_more_when_it_has_fewer_don():
    profile = PROFILES["balanced"]
    poor, rich = (shifted(profile, Table(Half(active=mine), Half(active=4)).state, P1) for mine in (2, 6))
    assert poor.by_name["resources"] > profile.by_name["resources"] == pytest.approx(rich.by_name["resources"])


@pytest.mark.req("OP-3", "ALL-3")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", [name for name in sparring.catalogue(GAME).entries if name not in STYLELESS])
def test_every_opponent_plays_in_every_style(name, style):
    one = sparring.opponent(GAME, name, style=style)
    assert one.character.style == style
    assert one.brain.profile == PROFILES[style]


# ---------------------------------------------------------------------- options that a style favours


@pytest.mark.req("OP-5")
def test_styles_differ_in_boldness_and_in_risk():
    aggressive, defensive, balanced = (PROFILES[style] for style in STYLES)
    assert 0 <= defensive.aggressiveness < balanced.aggressiveness < aggressive.aggressiveness <= 1
    assert 0 <= defensive.risk < balanced.risk < aggressive.risk <= 1


ON_LEADER, ON_CHARACTER, BLOCK, COUNTER = Attack(10, 1), Attack(10, 12), Block(11), Counter(12, 1)


@pytest.mark.req("OP-5", "OP-8")
def test_aggressive_favours_attacks_on_the_leader_and_defensive_favours_trades_and_defence():
    aggressive, defensive = PROFILES["aggressive"], PROFILES["defensive"]
    for life in range(6):
        assert leaning(ON_LEADER, aggressive, life) > 0 > leaning(ON_LEADER, defensive, life)
        assert leaning(ON_CHARACTER, defensive, life) > 0
        for defence in (BLOCK, COUNTER):
            assert leaning(defence, defensive, life) > 0


@pytest.mark.req("OP-5")
def test_aggressive_disfavours_defence_only_while_it_has_life_to_spare():
    aggressive = PROFILES["aggressive"]
    for defence in (BLOCK, COUNTER):
        assert all(leaning(defence, aggressive, life) < 0 for life in (3, 4, 5))
        assert all(leaning(defence, aggressive, life) == 0 for life in (0, 1, 2))


@pytest.mark.req("OP-5")
def test_balanced_favours_nothing_in_any_position():
    for state, seat in product(random_positions(), (P1, P2)):
        profile = shifted(PROFILES["balanced"], state, seat)
        for option in (ON_LEADER, ON_CHARACTER, BLOCK, COUNTER, GiveDon(10)):
            assert leaning(option, profile, len(state.sides[seat].life)) == 0


@pytest.mark.req("OP-5", "OP-15")
def test_a_style_also_favours_options_where_expert_plans_whole_turns():
    """A hit at three Life could be countered: aggressive values the counter least, and defensive most."""
    theirs = Half(PLAIN, ["ST01-010"], active=2)
    state = Table(theirs, stripped(hand=[TWO, NOTHING], life=[NOTHING] * 3, deck=(NOTHING,) * 20)).state
    state = GAME.play(state, GAME.options(state)["attack leader with leader"])
    for style, judge in (("aggressive", min), ("defensive", max)):
        scores = {
            each: choice(f"expert:time=none,nodes=60,style={each}", state).analysis for each in ("balanced", style)
        }
        gain = {
            each: max(one.score for one in found.options if one.option.startswith("counter"))
            - found["no counter"].score
            for each, found in scores.items()
        }
        assert judge(gain, key=gain.get) == style, gain
