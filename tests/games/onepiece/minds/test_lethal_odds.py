"""The odds of winning this turn: counted over possible hands, and shown by expert."""

from random import Random

import pytest

from sparring.games.onepiece.minds.lethal import odds, winning_attack
from sparring.games.onepiece.rules.options import Attack
from support.onepiece_lethal import small_table
from support.onepiece_players import NOTHING, ONE, PLAIN, choice, stripped
from support.onepiece_table import P1, P2, Half, Table


@pytest.mark.req("OP-14")
def test_odds_count_the_hands_against_which_an_order_of_attacks_wins():
    """One attack on a leader without Life: two of the three possible hands hold no counter."""
    attacker = Half(PLAIN)
    weak, strong = (Table(attacker, stripped(hand=[card])).state for card in (NOTHING, ONE))
    assert odds([weak], P1) == (1.0, (Attack(0, 1),))
    assert odds([strong], P1) == (0.0, ())
    chance, options = odds([strong, weak, weak], P1)
    assert (round(chance, 3), options) == (0.667, (Attack(0, 1),))


@pytest.mark.req("OP-14")
def test_odds_are_for_one_order_of_attacks_chosen_without_seeing_the_hand():
    """Choosing the order anew for each hand would win at least as often, so that share is an upper bound."""
    for seed in range(60):
        rng = Random(seed)
        worlds = [small_table(Random(seed)).state]
        for _ in range(7):
            other = worlds[0].copy()
            side = other.sides[P2]
            cards = [*side.hand, *side.deck]
            rng.shuffle(cards)
            side.hand, side.deck = cards[: len(side.hand)], cards[len(side.hand) :]
            worlds.append(other)
        chance, options = odds(worlds, P1)
        solved = sum(winning_attack(world, P1) is not None for world in worlds) / len(worlds)
        assert 0 <= chance <= solved
        assert bool(options) == bool(chance)
        state = worlds[0].copy()
        for option in options[:1]:
            assert option in state.question.options


@pytest.mark.req("OP-14")
def test_expert_shows_the_odds_with_the_option_that_begins_the_attacks():
    """An attack on Life 0, where half of the cards that the defender may hold are counters."""
    state = Table(Half(PLAIN), stripped(hand=[ONE], deck=[NOTHING, ONE, NOTHING, ONE])).state
    told = choice("expert:time=none,nodes=60", state).analysis
    assert 15 <= dict(told["attack leader with leader"].parts)["win this turn"] <= 85
    assert "win this turn" not in dict(told["end turn"].parts)
    assert "likely hands" in told.because
