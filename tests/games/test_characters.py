"""What all seven characters of tic-tac-toe have in common: tiers, legal moves, seeds, pace and settings."""

from collections import Counter

import pytest

import sparring
from support import naive
from support.characters import EVERYONE, TIERS, answers, ask, assert_uniform, counts, each, plausible, question

# ---------------------------------------------------------------------- all seven


@pytest.mark.req("TT-8")
@pytest.mark.parametrize("name", EVERYONE)
def test_every_character_has_the_tier_of_its_requirement(name):
    assert sparring.catalogue("tictactoe")[name].tier == TIERS[name]


@pytest.mark.req("TT-2")
def test_the_strategist_is_the_default_opponent():
    assert sparring.catalogue("tictactoe").default == "StrategistApe"


@each(*EVERYONE)
def test_every_answer_is_a_legal_move(name):
    for text, option in answers(name):
        assert option in naive.moves(text)


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("name", EVERYONE)
def test_the_same_seed_gets_the_same_answer_whatever_was_asked_before(name):
    there = [ask(name, text, seed) for seed, text in enumerate(naive.unfinished_up_to_symmetry())]
    another = sparring.opponent("tictactoe", name)
    back = [
        another.decide(sparring.Decision(**question(text), seed=seed))
        for seed, text in reversed(list(enumerate(naive.unfinished_up_to_symmetry())))
    ]

    assert there == back[::-1]


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("StrategistApe", ".../.x./... o", naive.CORNERS),
        ("TricksterMonkey", ".../.../... x", naive.CORNERS),
        ("GuardianGorilla", ".../.../... x", naive.EDGES),
        ("SpeedyGibbon", ".../.x./... o", naive.CORNERS),
        ("WildcardLemur", ".../.../... x", [*naive.CORNERS, *naive.EDGES, naive.CENTRE]),
        ("MentorOrangutan", ".../.../... x", [*naive.CORNERS, *naive.EDGES, naive.CENTRE]),
    ],
)
def test_different_seeds_get_different_answers(name, text, cells):
    assert set(counts(name, text, 300)) == set(cells)


@pytest.mark.req("TT-5", "ALL-8")
def test_the_gibbon_answers_at_once():
    assert {ask("SpeedyGibbon", text, seed).pace for seed, text in enumerate(naive.unfinished())} == {0}


@pytest.mark.req("ALL-8")
@pytest.mark.parametrize("name", [name for name in EVERYONE if name != "SpeedyGibbon"])
def test_every_other_character_seems_to_think(name):
    paces = [ask(name, text, seed).pace for seed, text in enumerate(naive.unfinished_up_to_symmetry())]

    assert max(paces) > 0
    assert len(set(paces)) > 2


# ---------------------------------------------------------------------- settings


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
@pytest.mark.parametrize("setting", ["randomness=-0.1", "randomness=1.1", "randomness=much", "randomness=nan"])
def test_a_randomness_out_of_range_is_refused_with_the_range(name, setting):
    with pytest.raises(sparring.SparringError, match=r"randomness.* 0 .*\b1\b"):
        sparring.opponent("tictactoe", f"{name}:{setting}")


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"difficulty": "impossible"}, "difficulty.*easy.*medium.*hard"),
        ({"style": "rude"}, "style.*balanced"),
        ({"pace_min": -1}, r"pace_min.*\b0\b"),
        ({"pace_max": "soon"}, r"pace_max.*\b0\b"),
        ({"pace_min": 3, "pace_max": 2}, "pace_min.*pace_max"),
        ({"time": 0}, "time.*"),
        ({"charm": 1}, "charm.*randomness"),
    ],
)
def test_a_bad_setting_is_refused_with_its_name_and_what_is_allowed(name, setting, said):
    with pytest.raises(sparring.SparringError, match=said):
        sparring.opponent("tictactoe", name, **setting)


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
def test_the_pace_can_be_set(name):
    slow = sparring.opponent("tictactoe", name, pace_min=2.5, pace_max=3)
    paces = [slow.decide(sparring.Decision(**question("xox/oxo/... x"), seed=seed)).pace for seed in range(200)]

    assert 2.5 <= min(paces) < 2.6
    assert 2.9 < max(paces) <= 3


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
def test_at_full_randomness_every_character_plays_every_move_equally_often(name):
    """The win at c3 and the block at c2 are no likelier than other moves."""
    text = "xx./oo./... x"
    drunk = sparring.opponent("tictactoe", f"{name}:randomness=1")
    tally = Counter(drunk.decide(sparring.Decision(**question(text), seed=seed)).option for seed in range(800))

    assert_uniform(tally, naive.moves(text))


@pytest.mark.req("ALL-3")
def test_randomness_is_the_share_of_random_moves():
    """A fifth of the moves is random, and a fifth of those is the winning move by chance."""
    text = "xx./oo./... x"
    tipsy = sparring.opponent("tictactoe", "StrategistApe:randomness=0.2")
    tally = Counter(tipsy.decide(sparring.Decision(**question(text), seed=seed)).option for seed in range(4_000))

    assert plausible(tally["c3"], 4_000, 0.8 + 0.2 / 5)
    assert_uniform(Counter({cell: hits for cell, hits in tally.items() if cell != "c3"}), ["a1", "b1", "c1", "c2"])


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(sparring.SparringError) as refusal:
        sparring.opponent("tictactoe", "ChampionChump")

    assert all(name in str(refusal.value) for name in EVERYONE)
