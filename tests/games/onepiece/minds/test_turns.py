"""Turns that are planned whole: every plan begins with something that can be done now."""

import pytest

import sparring
from sparring.games.onepiece.minds.planner import Search
from sparring.games.onepiece.minds.turns import cards_first
from sparring.match.table import decision_at
from support.onepiece_puzzles import FRANKY, GARP, KAROO, LIFE, PLAIN, TIRED, bare
from support.onepiece_table import GAME, Half, Table

BONNEY = "ST02-007"
"""A Supernova for one DON!! who looks for another one on top of the deck: that one can be played after it."""


def test_cards_come_first_in_the_order_in_which_they_stand():
    options = GAME.options(Table(Half(PLAIN, [FRANKY], hand=[KAROO], active=1), bare(life=LIFE)).state)
    play, attack = options["play Karoo"], options["attack leader with Franky"]
    assert cards_first((attack, play), (attack, play)) == (play, attack)


def test_a_card_that_cannot_be_played_yet_keeps_its_place():
    options = GAME.options(Table(Half(PLAIN, [FRANKY], hand=[KAROO], active=1), bare(life=LIFE)).state)
    play, attack = options["play Karoo"], options["attack leader with Franky"]
    assert cards_first((attack, play), (attack,)) == (attack, play)


@pytest.mark.req("ALL-4")
def test_every_plan_begins_with_an_option_of_the_decision():
    mine = Half(TIRED, [BONNEY], active=2, deck=(BONNEY,) * 9)
    state = Table(mine, bare(life=LIFE, characters=[GARP])).state
    expert = sparring.opponent(GAME, "expert:time=none,nodes=400").brain
    for seed in range(5):
        search = Search(expert, decision_at(GAME, state, seed=seed))
        assert search.find().best in search.options
        assert all(plan[0] in search.options.values() for plan in search.results)
