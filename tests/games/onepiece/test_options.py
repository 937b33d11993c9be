"""Options are values: options of different kinds are never equal, in this process or in another."""

import pickle
from itertools import combinations
from random import Random
from typing import get_args

import pytest

from sparring.games.onepiece.rules.decklists import pair
from sparring.games.onepiece.rules.options import (
    Activate,
    Amount,
    Attack,
    Block,
    ChooseCard,
    ChooseUnit,
    Counter,
    CounterEvent,
    End,
    GiveDon,
    Go,
    LifeOf,
    Option,
    PlayCard,
    Resolve,
    ReturnDon,
    Simple,
    Way,
    option_texts,
)
from sparring.games.onepiece.rules.reading import shipped
from sparring.games.onepiece.rules.turn import new_game

ONE_OF_EACH = [
    Simple("end turn"),
    *(kind(1) for kind in (PlayCard, GiveDon, Block, CounterEvent, ChooseUnit, ChooseCard, Amount, LifeOf, Way)),
    *(kind(1, 1) for kind in (Activate, Attack, Counter)),
    Resolve(1, 1, 1),
    ReturnDon("active"),
    Go("first"),
    End("top"),
]


def test_options_of_different_kinds_are_never_equal():
    assert {type(option) for option in ONE_OF_EACH} == set(get_args(Option))
    for one, other in combinations(ONE_OF_EACH, 2):
        assert one != other
        assert one.kind != other.kind
    assert len(set(ONE_OF_EACH)) == len(ONE_OF_EACH)


@pytest.mark.parametrize("option", ONE_OF_EACH, ids=lambda option: option.kind)
def test_a_pickled_option_is_equal(option):
    travelled = pickle.loads(pickle.dumps(option))
    assert travelled == option
    assert type(travelled) is type(option)


def test_no_two_options_of_a_decision_are_equal_or_have_the_same_text():
    decks, rng = list(shipped().values()), Random(4)
    for seed in range(9):
        state = new_game(pair(decks[seed], decks[(seed + 2) % 9]), seed)
        while state.question is not None:
            options = state.question.options
            assert len(set(options)) == len(options) == len(option_texts(state))
            state.choose(rng.choice(options))
