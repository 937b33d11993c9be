"""A win this turn that is called sure is sure: checked through the real rules, against every answer."""

from collections import Counter
from random import Random

import pytest

from sparring.games.onepiece.minds.lethal import sure_win, winning_attack
from support.onepiece_lethal import dealt_anew, forced_win, line_loses, real_table, small_table
from support.onepiece_table import GAME, P1, P2


@pytest.mark.parametrize("unseen", [False, True], ids=["every card is known", "hidden cards are unknown"])
def test_a_sure_line_wins_against_every_block_and_counter(unseen):
    rng, sure = Random(3), 0
    for _ in range(250):
        state = small_table(rng).state
        cards = GAME.view(state, P1).unseen_cards(P2) if unseen else None
        if winning_attack(state, P1, cards) is not None:
            sure += 1
            assert line_loses(state, P1, unseen, set()) is None
    assert sure > 20


def test_a_win_is_found_exactly_where_there_is_one():
    """With every card known, brute force by the real rules finds a win exactly where the search does."""
    rng, counted = Random(4), Counter()
    for _ in range(60):
        state = small_table(rng).state
        if state.sides[P1].active > 2:
            continue
        truth = forced_win(state, P1, {})
        assert (winning_attack(state, P1) is not None) == truth, GAME.draw(GAME.view(state, P1))
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 8


@pytest.mark.req("OP-14")
def test_a_sure_win_wins_against_every_answer_with_the_cards_of_all_decks():
    """Every block, counter, event and Trigger is tried by the real rules, for several deals of the hidden cards."""
    rng, sure = Random(5), 0
    for _ in range(1200):
        state = real_table(rng).state
        if sure_win(state, P1, GAME.view(state, P1).unseen_cards(P2)) is not None:
            sure += 1
            for deal in (state, *(dealt_anew(state, rng) for _ in range(3))):
                assert line_loses(deal, P1, True, set()) is None, GAME.draw(GAME.view(deal, P1))
    assert sure > 300


def test_most_wins_are_found_with_the_cards_of_all_decks():
    """With every card known, no false win is found; some are missed, because the search overrates the defender."""
    rng, counted = Random(6), Counter()
    while counted.total() < 400:
        state = real_table(rng).state
        small = len(state.sides[P1].fighters()) <= 3 and state.sides[P1].active <= 2
        if small and not any(
            card.startswith("ST03") for card in cards_of(state)
        ):  # cards that look at the deck take brute force too long
            counted[forced_win(state, P1, {}), winning_attack(state, P1) is not None] += 1
    assert not counted[False, True]
    assert counted[True, True] > 5 * counted[True, False]


def cards_of(state):
    side = state.sides[P2]
    return [state.card(entry).id for entry in (*side.hand, *side.life)]
