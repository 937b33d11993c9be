"""Opponents use only what their seat sees: neither hidden cards nor earlier games change an answer."""

from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from support.onepiece_players import LEVELS, VANILLA, choice, spec, steady
from support.onepiece_positions import varied_positions
from support.onepiece_table import GAME, Half, Table


@pytest.mark.req("ALL-14")
@pytest.mark.parametrize("name", list(sparring.catalogue(GAME).entries))
def test_an_answer_does_not_depend_on_cards_that_the_seat_cannot_see(name):
    for number, state in enumerate(varied_positions()):
        seat = GAME.to_move(state)
        other = GAME.view(state, seat).sample(Random(number))
        assert GAME.view(other, seat) == GAME.view(state, seat)
        assert choice(spec(name), state, seed=7) == choice(spec(name), other, seed=7)


@pytest.mark.req("OP-12", "OP-13")
@pytest.mark.parametrize("level", LEVELS)
def test_an_earlier_game_with_other_decks_does_not_change_an_answer(level):
    """The same card number stands for another card in other decks, so nothing may be remembered by number."""
    before, after = (
        Table(Half(characters=[each], hand=[VANILLA], active=2)).state for each in ("ST01-008", "ST04-003")
    )
    used = sparring.opponent(GAME, steady(level))
    used.decide(decision_at(GAME, before, seed=1))
    fresh = sparring.opponent(GAME, steady(level))
    assert used.decide(decision_at(GAME, after, seed=1)) == fresh.decide(decision_at(GAME, after, seed=1))
