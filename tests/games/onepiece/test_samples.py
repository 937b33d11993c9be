"""Samples (determinizations) of a view agree with it, can be played, and are not biased."""

from collections import Counter
from random import Random

import pytest

from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import known_cards, read_card
from support.naive_onepiece import broken_rules, codes, playout
from support.onepiece_random_games import (
    KINDS_OF_DECKS,
    PAIRS,
    begin,
    game_of_words,
    games_of_words,
    own_card,
    random_game,
    samples,
)
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

NO_COUNTER = "ST03-009"
"""A character without a counter value, which costs too much to be played."""


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seat", [0, 1])
@KINDS_OF_DECKS
def test_a_sample_agrees_with_the_view_and_its_cards_add_up(own, seat):
    rng = Random(seat)
    for number, (state, _, _) in enumerate(games_of_words(range(30, 34), own)):
        view = GAME.view(state, seat)
        imagined = view.sample(rng)
        assert not (wrong := broken_rules(imagined)), f"position {number}: {wrong}"
        assert GAME.to_move(imagined) == GAME.to_move(state), f"position {number}, {view.kind} {view.about}"
        assert GAME.view(imagined, seat)._replace(told=()) == view._replace(told=()), f"position {number}: {view.about}"
        assert imagined.chance != state.chance
        if GAME.to_move(state) == seat:
            assert list(GAME.options(imagined)) == list(GAME.options(state)), f"position {number}: {view.about}"


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_sample_of_a_game_with_shipped_decks_offers_the_same_options(seat):
    rng = Random(seat)
    for number, (first, second) in enumerate(PAIRS[seat::11]):
        for state, _ in random_game(begin(first, second, number), rng):
            view = GAME.view(state, seat)
            imagined = view.sample(rng)
            assert not (wrong := broken_rules(imagined)), f"{first} {second} {number}: {wrong}"
            assert GAME.view(imagined, seat)._replace(told=()) == view._replace(told=()), view.about
            if GAME.to_move(state) == seat:
                assert list(GAME.moves(imagined)) == list(GAME.moves(state)), f"{first} {second} {number} {view.about}"


@pytest.mark.req("OP-2")
@KINDS_OF_DECKS
def test_a_sample_can_be_played_to_its_end(own):
    rng = Random(9)
    for number, (state, _, _) in enumerate(games_of_words(range(40, 43), own)):
        if number % 4 == 0:
            for seat in (0, 1):
                imagined = GAME.view(state, seat).sample(rng)
                playout(imagined, rng)
                assert imagined.reason
                assert not broken_rules(imagined)


@pytest.mark.req("OP-2")
def test_every_hidden_card_is_equally_likely_in_a_sample():
    """Each of the opponent's fifty cards is held in about one of ten samples, and the top card of one of fifty."""
    state, _ = game_of_words(3)
    state = GAME.play(state, state.question.options[0])
    seat, rng, count = GAME.to_move(state), Random(1), 4000
    view = GAME.view(state, seat)
    held, uppermost = Counter(), Counter()
    for _ in range(count):
        side = view.sample(rng).sides[1 - seat]
        held.update(codes(side.hand))
        uppermost.update(codes(side.deck[-1:]))
    assert len(held) == len(uppermost) == 50
    assert all(abs(times - count / 10) < 6 * (count * 0.09) ** 0.5 for times in held.values())
    assert all(abs(times - count / 50) < 6 * (count * 0.0196) ** 0.5 for times in uppermost.values())


# ---------------------------------------------------------------------- what a question tells


def check_samples_ask_the_same(table, viewer, at_least=2):
    """Check that every sample asks the same seat the same kind of question, with at least this many options."""
    question = table.state.question
    for state in samples(table, viewer, 60):
        assert (state.question.kind, state.question.seat) == (question.kind, question.seat)
        assert len(state.question.options) >= at_least
        if viewer == question.seat:
            assert state.question.options == question.options


@pytest.mark.req("OP-2")
def test_a_defender_who_is_asked_for_a_counter_has_one_in_every_sample():
    """The attacker sees that the defender is asked, so the defender must hold a counter (C2)."""
    other = Half("ST01-001", hand=["ST01-007"], life=[NO_COUNTER] * 2, deck=[NO_COUNTER] * 30, deck_size=30)
    table = Table(Half("ST01-001", active=1), other).do("attack leader with leader")
    assert table.kind == "counter"
    check_samples_ask_the_same(table, P1)
    check_samples_ask_the_same(table, P2)


@pytest.mark.req("OP-2")
def test_a_player_who_looks_at_the_top_of_a_deck_finds_the_same_in_every_sample():
    """Buena Festa looks at five cards and may take one; the other side sees that there is one to take."""
    deck = ["ST05-003", *[NO_COUNTER] * 44]
    table = Table(Half("ST05-001", hand=["ST05-014"], life=[NO_COUNTER] * 4, deck=deck, deck_size=45, active=1))
    table.do("play Buena Festa")
    assert len(table.options) == 2
    check_samples_ask_the_same(table, P1)
    check_samples_ask_the_same(table, P2)


@pytest.mark.req("OP-2")
def test_a_player_who_searches_a_deck_is_offered_the_same_cards_in_every_sample():
    """Sentomaru's player looks through the deck and finds the only Pacifista, so it cannot be in Life."""
    pacifista = next(card.id for card in known_cards().values() if card.name == "Pacifista")
    life, deck = [NO_COUNTER] * 5, [pacifista, *[NO_COUNTER] * 5]
    own = Half("ST03-001", [Put("ST03-007", don=1)], life=life, deck=deck, deck_size=6, active=2)
    table = Table(own).do("use Sentomaru")
    assert table.options == ["Pacifista", "none"]
    check_samples_ask_the_same(table, P1)
    check_samples_ask_the_same(table, P2)


@pytest.mark.req("OP-2")
def test_a_player_who_must_trash_a_certain_card_holds_one_in_every_sample():
    cost = [{"pay": "trash_from_hand", "count": 1, "filter": {"cost_max": 1}}]
    effect = {"timing": "on_play", "optional": True, "cost": cost, "actions": [{"op": "draw", "count": 1}]}
    card = read_card({**own_card("OWN-001"), "effects": [effect]}, Reading())
    own = Half(
        hand=["OWN-001", "ST01-006", "ST01-007"], deck=[NO_COUNTER] * 40, life=[NO_COUNTER], active=1, cards=[card]
    )
    table = Table(own).do("play OWN-001", "yes")
    assert len(table.options) == 2
    check_samples_ask_the_same(table, P1)
    check_samples_ask_the_same(table, P2, at_least=1)  # a sample need not give the player a choice between two
