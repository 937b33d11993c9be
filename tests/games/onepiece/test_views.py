"""Views are values: seats that see the same have equal views with equal hashes."""

import pickle
from random import Random

import pytest

from sparring.games.onepiece.rules.decklists import pair
from sparring.games.onepiece.rules.reading import shipped
from sparring.games.onepiece.rules.turn import new_game
from support.naive_onepiece import Watcher, deck_of_words, reshuffled
from support.onepiece_table import GAME, P1, P2, Half, Table

DECKS = sorted(shipped().values(), key=lambda deck: deck.name)


def positions(decks, seed, every=3):
    """Positions of a random game, each with the watcher that follows the game."""
    rng, state = Random(seed), new_game(decks, seed, telling=True)
    watcher, number = Watcher(state), 0
    while state.question is not None:
        if number % every == 0:
            yield state, watcher
        option = rng.choice(state.question.options)
        after = state.copy(telling=True)
        after.choose(option)
        watcher.follow(state, option, after)
        state, number = after, number + 1


@pytest.mark.parametrize("number", range(len(DECKS)))
def test_a_view_can_be_a_key_and_has_the_same_hash_in_another_process(number):
    decks, seen = pair(DECKS[number], DECKS[(number + 4) % len(DECKS)]), {}
    for state, _ in positions(decks, number):
        for seat in (P1, P2):
            view = GAME.view(state, seat)
            assert view == GAME.view(state.copy(), seat)._replace(told=view.told)
            assert hash(view) == hash(GAME.view(state, seat))
            seen[view] = seen.get(view, 0) + 1
            assert hash(pickle.loads(pickle.dumps(view._replace(decks=None)))) == hash(view._replace(decks=None))
    assert set(seen.values()) == {1}, "a position of a game occurs twice"


def test_hidden_cards_change_neither_a_view_nor_its_hash():
    rng = Random(3)
    decks = pair(deck_of_words(rng, "A"), deck_of_words(rng, "B"))
    looked_at = 0
    for state, watcher in positions(decks, 5, every=5):
        for seat in (P1, P2):
            other = reshuffled(state, seat, watcher.known_to(seat), rng, watcher.from_hand[1 - seat])
            mine, theirs = GAME.view(state, seat), GAME.view(other, seat)
            assert mine == theirs
            assert hash(mine) == hash(theirs)
            looked_at += 1
    assert looked_at > 20


def test_what_a_seat_sees_makes_views_differ():
    table = Table(Half(hand=["ST01-007"], active=2), Half(hand=["ST01-007"]))
    before = table.view(P1), table.view(P2)
    assert before[0] != before[1]
    table.do("give DON!! to leader")
    assert table.view(P1) != before[0]
    assert table.view(P2) != before[1]
    assert len({*before, table.view(P1), table.view(P2)}) == 4
