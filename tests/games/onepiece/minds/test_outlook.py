"""Expert's chance of winning: it favours the side that is ahead, treats both sides alike, and predicts real games."""

from math import exp, log
from random import Random

import pytest

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.outlook import NAMES, WEIGHTS, counted, logit
from sparring.games.onepiece.rules.decklists import any_deck, pair
from sparring.games.onepiece.rules.turn import new_game
from support.onepiece_table import P1, P2, Half, Put, Table

WEAK, STRONG, BLOCKER = "ST01-003", "ST01-010", "ST01-006"


def chance_to_win(state, seat):
    return 1 / (1 + exp(-logit(state, seat)))


def chance(first, second=None):
    return chance_to_win(Table(first, second or Half()).state, P1)


def test_every_feature_has_a_name_and_two_weights():
    state = Table().state
    assert len(counted(state, P1)) == len(NAMES) == len(WEIGHTS) == len(set(NAMES))
    assert all(len(both) == 2 for both in WEIGHTS.values())


def test_the_features_of_a_table_are_counted():
    half = Half(characters=[Put(STRONG, rested=True), BLOCKER], hand=["ST01-011", "ST01-014"], life=2, active=3)
    seen = dict(zip(NAMES, counted(Table(half).state, P1), strict=True))
    assert (seen["life 2"], seen["life 3"], seen["card"]) == (1, 0, 2)
    assert (seen["thousand to counter with"], seen["event in hand"]) == (2, 1)
    assert (seen["character"], seen["character ready"], seen["Blocker ready"]) == (2, 1, 1)
    assert seen["character that beats the leader"] == 1
    assert seen["DON!!"] == 3


@pytest.mark.req("OP-14")
@pytest.mark.parametrize(
    ("more", "less"),
    [
        (Half(life=5), Half(life=2)),
        (Half(life=2), Half(life=0)),
        (Half(characters=[STRONG]), Half()),
        (Half(characters=[STRONG, STRONG]), Half(characters=[STRONG])),
        (Half(hand=[WEAK] * 6), Half(hand=[WEAK] * 3)),
        (Half(active=8), Half(active=4)),
        (Half(characters=[BLOCKER]), Half()),
    ],
)
def test_the_side_that_has_more_is_likelier_to_win_in_either_turn(more, less):
    assert chance(more) > chance(less)
    assert chance(Half(), more) < chance(Half(), less)


def test_the_chances_of_both_sides_add_up_to_one():
    state = Table(Half(life=1, hand=[WEAK]), Half(life=4, characters=[STRONG])).state
    assert abs(chance_to_win(state, P1) + chance_to_win(state, P2) - 1) < 1e-12


@pytest.mark.req("OP-14")
def test_the_outlook_predicts_new_games_better_than_a_coin():
    rng, loss, count = Random(77), 0.0, 0
    for _ in range(60):
        state, turn, seen = new_game(pair(any_deck(rng), any_deck(rng)), rng.getrandbits(60)), 2, []
        while state.question is not None:
            if state.turn > turn and state.question.kind == "action":
                turn = state.turn
                seen.append(chance_to_win(state, P1))
            state.choose(habits.answer(state))
        if state.winner is not None:
            loss -= sum(log(found if state.winner == P1 else 1 - found) for found in seen)
            count += len(seen)
    assert count > 300
    assert loss / count < 0.62  # a coin has 0.693
