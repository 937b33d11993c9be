"""Opening hands: the points of a hand, and which hands are returned."""

from itertools import product
from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.minds import worth
from sparring.games.onepiece.rules.options import Go
from sparring.games.onepiece.rules.reading import known_cards
from sparring.games.onepiece.rules.sides import KNOWN
from support.onepiece_players import LEVELS, choice, steady
from support.onepiece_table import GAME

BY_COST = {}
"""A card of each cost."""

for each in known_cards().values():
    if each.category != "leader":
        BY_COST.setdefault(each.cost, each)


@pytest.mark.req("OP-7")
@pytest.mark.parametrize(
    ("costs", "points"),
    [
        ((1, 1, 2, 3, 3), 5 * 20),
        ((1, 2, 3, 4, 5), 3 * 20 + 2 * 10 + 15),
        ((2, 4, 5, 7, 9), 20 + 2 * 10 + 2 * 5 + 15),
        ((3, 4, 7, 7, 7), 20 + 10 + 3 * 5),
        ((3, 7, 7, 7, 9), 20 + 4 * 5),
        ((4, 4, 5, 6, 6), 5 * 10 - 30),
        ((4, 5, 6, 7, 9), 3 * 10 + 2 * 5 - 30),
        ((7, 7, 7, 9, 9), 5 * 5 - 30),
    ],
)
def test_an_opening_hand_has_its_points(costs, points):
    assert worth.of_opening_hand([BY_COST[cost] for cost in costs]) == points


def dealt(deck, costs, seed=1):
    """A game at the first mulligan, with a hand of these costs; None if the deck has no such cards."""
    state = OnePiece(deck, deck).start(Random(seed))
    state = GAME.play(state, Go("first"))
    side = state.sides[state.question.seat]
    pool = sorted([*side.deck, *side.hand])
    own = KNOWN[state.question.seat]
    for number, cost in enumerate(costs):
        entry = next((entry for entry in pool if state.card(entry).cost == cost), None)
        if entry is None:
            return None
        pool.remove(entry)
        side.hand[number] = entry | own
    side.deck = [entry & ~own for entry in pool]
    return state


@pytest.mark.req("OP-7")
@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_below_thirty_points_is_returned_and_no_other(level):
    seen = set()
    for costs in product((1, 3, 4, 6, 9), repeat=5):
        points = worth.of_opening_hand([BY_COST[cost] for cost in costs])
        if list(costs) != sorted(costs) or points in seen or (state := dealt("ST04", costs)) is None:
            continue
        seen.add(points)
        assert state.question.kind == "mulligan"
        found = choice(steady(level), state)
        assert found.option == ("mulligan" if points < 30 else "keep"), costs
        assert str(points) in found.analysis.because
    assert any(points < 30 for points in seen)
    assert any(points >= 30 for points in seen)
