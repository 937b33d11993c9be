"""A game is repeated by its seed, decks and choices; records, copies and pickles keep it whole."""

import pickle
from random import Random

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.match.table import Table as MatchTable
from sparring.rules import Record, notation
from support.naive_onepiece import deck_of_words, playout
from support.onepiece_players import DECKS
from support.onepiece_random_games import PAIRS, begin, random_game
from support.onepiece_table import GAME


@pytest.mark.req("ALL-6", "OP-2")
def test_the_same_seed_decks_and_choices_make_the_same_game():
    for number, (first, second) in enumerate(PAIRS[::5]):
        game = sparring.game(f"onepiece:deck1={first},deck2={second}")
        again = sparring.game(f"onepiece:deck2={second},deck1={first}")
        one, other = notation.start(game, number), notation.start(again, number)
        rng = Random(number)
        while one.question is not None:
            assert one == other
            assert hash(one) == hash(other)
            text = rng.choice(list(game.options(one)))
            one, other = game.play(one, game.read_move(one, text)), again.play(other, again.read_move(other, text))
        assert one == other
        assert (one.winner, one.reason) == (other.winner, other.reason)


def test_different_seeds_deal_different_cards():
    game = sparring.game("onepiece:deck1=ST01,deck2=ST02")
    assert notation.start(game, 1) != notation.start(game, 2)
    assert {notation.start(game, seed).question.seat for seed in range(20)} == {0, 1}


def record_of(game, seed):
    table = MatchTable(game, seed)
    rng = Random(seed)
    while table.outcome is None:
        table.choose(rng.choice(list(game.options(table.position))))
    return table


@pytest.mark.req("ALL-6", "OP-2")
@pytest.mark.parametrize("kind", ["names", "lists", "packed"])
def test_a_record_holds_its_decks_and_replays_to_the_same_positions(kind):
    decks = {
        "names": ["ST01", "ST02"],
        "lists": [decklists.text_of(decklists.read(as_list(deck))) for deck in ("ST03", "ST04")],
        "packed": [decklists.text_of(deck_of_words(Random(number), f"W{number}")) for number in (1, 2)],
    }[kind]
    game = OnePiece(*decks)
    table = record_of(game, 4)
    record = Record.parse(str(table.record({"P1": "someone"})))
    assert decks[0] in str(record)
    named = sparring.game(record.game)
    assert list(notation.replay(named, record)) == table.positions
    assert named.name == game.name


def as_list(name):
    deck = decklists.read(name)
    return "+".join([deck.leader.id, *(f"{count}x{card.id}" for card, count in deck.cards)])


@pytest.mark.req("ALL-6")
def test_a_copy_is_independent_of_the_original():
    state, rng = begin("ST05", "ST06", 3), Random(3)
    while state.question is not None:
        key, told_before = state.key(), list(state.told or ())
        twin = state.copy()
        assert twin == state
        twin.choose(rng.choice(twin.question.options))
        assert state.key() == key
        assert list(state.told or ()) == told_before
        state = twin


@pytest.mark.parametrize("first", DECKS[::3])
def test_positions_can_be_pickled_and_played_on(first):
    for number, (state, _) in enumerate(random_game(begin(first, "ST07", 1), Random(1))):
        if number % 20 == 0:
            back = pickle.loads(pickle.dumps(state))
            assert back == state
            assert GAME.view(back, 0) == GAME.view(state, 0)
            assert playout(back, Random(5)) == playout(state.copy(), Random(5))
