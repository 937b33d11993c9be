"""Beliefs about a hand: the engine notes what a player declined, and samples of the hand follow from that."""

from collections import Counter
from math import log2, prod
from random import Random

import pytest

import sparring
from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.belief import imagined, likelihood
from sparring.games.onepiece.rules.sides import CODE, MOST_DECLINED, Declined
from sparring.match.table import Table as MatchTable
from sparring.match.table import decision_at
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

NOTHING, ONE, TWO, EVENT = "ST01-005", "ST01-003", "ST01-011", "ST01-014"
"""Characters with a counter of 0, 1000 and 2000, and an event with [Counter]."""


def attacked(life, hand=(ONE,), **attacker):
    """The state after an attack on a leader that nobody stopped; by default its power equals the leader's."""
    table = Table(Half(Put("ST01-001", **attacker)), Half(hand=hand, life=life)).do("attack leader with leader")
    return table.do("no counter") if table.asked == P2 else table


def cards(state, entries):
    return [state.decks.cards[entry & CODE].id for entry in entries]


# ---------------------------------------------------------------------- what is noted


@pytest.mark.req("OP-15")
@pytest.mark.parametrize(("life", "noted"), [(5, ()), (3, ()), (2, ("counter",)), (1, ("counter",))])
def test_letting_an_attack_through_at_low_life_is_noted(life, noted):
    side = attacked(life).side(P2)
    assert tuple(each.what for each in side.declined) == noted


@pytest.mark.req("OP-15")
def test_the_power_that_was_missing_is_noted():
    (noted,) = attacked(1).side(P2).declined
    assert noted == Declined("counter", 1, 0)
    (noted,) = attacked(1, don=2).side(P2).declined
    assert noted.limit == 2001


def test_an_attack_that_is_countered_or_too_weak_is_not_noted():
    table = Table(Half(), Half(hand=[ONE, ONE], life=1)).do("attack leader with leader")
    table.do(next(option for option in table.options if option.startswith("counter ")), "no counter")
    assert table.side(P2).declined == ()


@pytest.mark.req("OP-15")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_don_that_are_left_at_the_end_of_a_turn_are_noted(left):
    table = Table(Half(hand=[ONE], active=left)).do("end turn")
    assert table.side(P1).declined == ((Declined("play", left, 0),) if left else ())


def test_only_the_latest_notes_are_kept():
    table = Table(Half(active=1, deck_size=30), Half(active=1, deck_size=30))
    for _ in range(2 * MOST_DECLINED + 2):
        table.do("end turn")
    assert [len(table.side(seat).declined) for seat in (P1, P2)] == [MOST_DECLINED, MOST_DECLINED]


def test_cards_that_come_unseen_are_counted_and_seen_ones_are_not():
    table = Table(Half(), Half(deck_size=30)).do("end turn")
    assert table.side(P2).gained == 1  # drawn
    table = attacked(1)
    assert table.side(P2).gained == 1  # the Life card


@pytest.mark.req("ALL-14", "OP-15")
def test_notes_do_not_depend_on_hidden_cards():
    """Both seats see the same notes, and they stay the same in samples."""
    game = sparring.game("onepiece")
    for seed in range(6):
        table = MatchTable(game, seed)
        while table.outcome is None:
            state = table.position
            for seat in (P1, P2):
                view = game.view(state, seat)
                assert [half.declined for half in view.halves] == [side.declined for side in state.sides]
                other = view.sample(Random(seed))
                assert [side.declined for side in other.sides] == [side.declined for side in state.sides]
            table.choose(game.move_text(state, habits.answer(state)))


# ---------------------------------------------------------------------- likelihoods


def known(identity):
    return next(card for card in Table(Half(hand=[identity])).state.decks.cards if card.id == identity)


@pytest.mark.req("OP-15")
def test_cards_that_would_have_been_used_are_less_likely_and_never_impossible():
    small, large = Declined("counter", 1, 0), Declined("counter", 1001, 0)
    assert 0 < likelihood(known(ONE), small) < 0.5
    assert likelihood(known(ONE), large) == likelihood(known(NOTHING), small) == 1
    assert 0 < likelihood(known(TWO), large) < 0.5
    assert likelihood(known(EVENT), small) > 1
    cheap = known(ONE)
    assert 0 < likelihood(cheap, Declined("play", cheap.cost, 0)) < 1
    assert likelihood(cheap, Declined("play", cheap.cost - 1, 0)) == 1


def shares(view, count=600):
    """The share of samples in which each card is in the other's hand."""
    found, rng = Counter(), Random(5)
    for _ in range(count):
        state = imagined(view, rng)
        found.update(cards(state, state.sides[1 - view.seat].hand))
    return {identity: times / found.total() for identity, times in found.items()}


def test_samples_of_a_hand_that_let_an_attack_through_have_fewer_counters():
    deck = [ONE] * 20 + [NOTHING] * 20
    hand, life = [ONE, *[NOTHING] * 5], [NOTHING, NOTHING]
    table = Table(Half(), Half(hand=hand, life=life, deck=deck, deck_size=40)).do("attack leader with leader")
    before = shares(GAME.view(table.state, P1))
    after = shares(GAME.view(table.do("no counter").state, P1))
    assert before[ONE] > 0.3
    assert after[ONE] < 0.6 * before[ONE]


def test_cards_that_came_later_are_as_likely_as_before():
    """The hand was empty when its player declined, so all of its cards came later."""
    deck = [ONE] * 20 + [NOTHING] * 20
    table = Table(Half(), Half(hand=(), life=[NOTHING, ONE], deck=deck, deck_size=40))
    table.do("attack leader with leader")
    view = GAME.view(table.state, P1)
    assert view.halves[P2].declined
    fair = Counter()
    rng = Random(5)
    for _ in range(600):
        state = view.sample(rng)
        fair.update(cards(state, state.sides[P2].hand))
    assert abs(shares(view)[ONE] - fair[ONE] / fair.total()) < 0.08


@pytest.mark.req("OP-2", "OP-15")
def test_samples_agree_with_the_view():
    game = sparring.game("onepiece")
    for seed in range(3):
        table, rng = MatchTable(game, seed), Random(seed)
        while table.outcome is None:
            state = table.position
            for seat in (P1, P2):
                view = game.view(state, seat)
                assert game.view(imagined(view, rng), seat) == view
            table.choose(game.move_text(state, habits.answer(state)))


@pytest.mark.req("OP-15")
def test_hands_are_estimated_better_than_by_chance():
    """In games by the rollout policy, the true cards are likelier in samples than in a uniform deal."""
    game, logits, count = sparring.game("onepiece"), 0.0, 0
    for seed in range(25):
        table, turn = MatchTable(game, 300 + seed), 2
        while table.outcome is None:
            state = table.position
            if state.turn > turn and state.question.kind == "action":
                turn, seat = state.turn, 1 - state.turn_seat
                known_better = better_known(state, seat)
                logits, count = logits + sum(known_better), count + len(known_better)
            table.choose(game.move_text(state, habits.answer(state)))
    assert count > 100
    assert logits / count > 0.05


def better_known(state, seat):
    """For each card in a hand that declined something: the gain of its likelihood over a uniform deal, in bits."""
    side = state.sides[seat]
    held = [state.decks.cards[entry & CODE] for entry in side.hand if entry < CODE]
    rest = [state.decks.cards[entry & CODE] for entry in (*side.deck, *side.life) if entry < CODE]
    bits = []
    for number, card in enumerate(held):
        hints = [hint for hint in side.declined if number < len(held) - (side.gained - hint.gained)]
        if hints:
            pool = [*held[number:], *rest]
            weight = {other.id: prod(likelihood(other, hint) for hint in hints) for other in pool}
            bits.append(log2(weight[card.id] * len(pool) / sum(weight[other.id] for other in pool)))
    return bits


# ---------------------------------------------------------------------- use in decisions


@pytest.mark.req("OP-14", "OP-15")
def test_expert_answers_the_same_for_the_same_view():
    table = Table(Half(hand=[ONE], active=3), Half(hand=[ONE, TWO], active=2))
    decision = decision_at(GAME, table.state, seed=4)
    expert = sparring.opponent(GAME, "expert:time=none,nodes=40")
    assert expert.decide(decision) == expert.decide(decision)
