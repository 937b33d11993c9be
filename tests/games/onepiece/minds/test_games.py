"""Whole games between opponents end without an illegal answer or a fallback, and can be repeated."""

import asyncio
from itertools import product
from random import Random

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.opponents import catalogue
from support.onepiece_players import BASELINES, DECKS, STYLES, spec
from support.onepiece_table import GAME


def played(first, second, decks, seed):
    """The result of a match between two opponents, without illegal answers and fallbacks."""
    players = [sparring.opponent(GAME, name, pace_min=0, pace_max=0) for name in (first, second)]
    result = asyncio.run(sparring.Match(OnePiece(*decks), players, seed=seed).run())
    assert (result.fallbacks, result.illegal) == (0, 0), (first, second, decks, seed)
    return result


@pytest.mark.req("OP-13", "ALL-2")
def test_some_games_end_without_an_illegal_answer_or_a_fallback():
    pairs = [("easy", "medium"), ("hard:style=defensive", "CabinGirl"), ("Corsair:time=none,nodes=8", "Navigator")]
    for number, (first, second) in enumerate(pairs):
        played(first, second, (DECKS[3 * number], DECKS[3 * number + 1]), seed=number)


@pytest.mark.req("OP-13")
def test_the_same_seed_plays_the_same_game():
    one, two = (played("hard", "expert:time=none,nodes=3", ("ST01", "ST06"), seed=11) for _ in range(2))
    assert one.record.entries == two.record.entries


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-13", "ALL-2")
def test_five_hundred_games_over_all_decks_end_without_an_illegal_answer_or_a_fallback():
    names = [spec(name, nodes=20) for name in catalogue(GAME).entries if name not in BASELINES]
    names += [f"{name}:style={style}" for name in ("easy", "medium", "hard") for style in STYLES]
    rng, pairs = Random(1), list(product(DECKS, DECKS))
    for number in range(500):
        first, second = rng.choice(names), rng.choice(names)
        played(first, second, pairs[number % len(pairs)], seed=number)
