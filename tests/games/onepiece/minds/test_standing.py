"""The expected scores of easy, medium and hard: they say who is ahead, and put options in the order of their scores."""

from itertools import pairwise

import pytest

import sparring
from sparring.brains.brain import analysis_of
from sparring.match.table import decision_at
from support.onepiece_players import NOTHING, PLAIN, VANILLA, stripped
from support.onepiece_positions import habit_positions
from support.onepiece_table import GAME, Table

NAMES = ("easy", "medium", "hard")
BRAINS = {name: sparring.opponent(GAME, name).brain for name in NAMES}


def chances(name, state):
    return [judged.chance for judged in analysis_of(BRAINS[name], decision_at(GAME, state)).options]


@pytest.mark.req("ALL-15")
@pytest.mark.parametrize("name", NAMES)
def test_who_is_ahead_expects_to_win(name):
    rich = stripped(leader=PLAIN, life=[NOTHING] * 5, hand=[NOTHING] * 5, characters=[VANILLA] * 3, deck=(NOTHING,) * 9)
    poor = stripped(leader=PLAIN, life=[NOTHING] * 2, hand=[NOTHING], deck=(NOTHING,) * 9)
    ahead, behind = Table(rich, poor).state, Table(poor, rich).state
    assert max(chances(name, behind)) < 0.3 < 0.7 < max(chances(name, ahead))


@pytest.mark.req("ALL-15")
@pytest.mark.parametrize("name", NAMES)
def test_an_option_with_a_better_score_is_never_expected_to_score_less(name):
    for state in habit_positions():
        found = analysis_of(BRAINS[name], decision_at(GAME, state))
        ranked = sorted((each for each in found.options if not each.outcome), key=lambda judged: judged.score)
        assert all(low.chance <= high.chance for low, high in pairwise(ranked))
        assert found[found.best].chance == max(judged.chance for judged in found.options)
