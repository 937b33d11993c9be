"""Random games keep the contract of all games, and every rule after every decision."""

from itertools import product
from random import Random
from typing import ClassVar

import pytest

from support.game_contract import GameContract
from support.naive_onepiece import broken_rules, broken_texts, playout, reshuffled
from support.onepiece_players import DECKS
from support.onepiece_random_games import PAIRS, begin, same_view, seen_by_mark
from support.onepiece_table import GAME


class TestOnePiece(GameContract):
    game = GAME
    longest = 3000
    games = 4
    bounded: ClassVar[dict[str, str]] = {
        name: f"{name}:time=none,nodes=12" for name in ("expert", "Harbourmaster", "Corsair", "level9")
    }

    tried_seats = (1,)

    def some_of(self, positions):
        return [each for number, each in enumerate(positions) if number % 40 == 20]

    def rechanced(self, position, seat):
        rng = Random(position.turn * 31 + seat)
        view = self.game.view(position, seat)
        shuffled = reshuffled(position, seat, seen_by_mark(seat), rng)
        same_view(self.game.view(shuffled, seat), view)
        return rng.choice([shuffled, view.sample(rng)])


def played_and_checked(first, second, seed, tried_every=0):
    """Play a random game and check all rules after each decision; returns the end and the number of decisions."""
    rng = Random(f"{first} {second} {seed}")
    state = begin(first, second, seed)
    where = f"{first} against {second}, seed {seed}"
    for number in range(3000):
        assert not (wrong := broken_rules(state)), f"{where}, decision {number}: {wrong}"
        if state.question is None:
            return state, number
        options = state.question.options
        texts = [GAME.move_text(state, option) for option in options]
        assert not (wrong := list(broken_texts(texts))), f"{where}, decision {number}: {wrong}"
        if tried_every and number % tried_every == 0:
            for option in options:
                tried = state.copy()
                tried.choose(option)
                assert not (wrong := broken_rules(tried)), f"{where}, decision {number}, {option}: {wrong}"
        state.choose(rng.choice(options))
    pytest.fail(f"{where} does not end")


@pytest.mark.req("OP-1", "ALL-2")
@pytest.mark.parametrize("first", DECKS)
def test_random_games_with_every_pair_of_decks_keep_all_rules(first):
    for second, seed in product(DECKS, range(3)):
        state, _ = played_and_checked(first, second, seed, tried_every=25)
        assert state.reason
        assert state.winner in (None, 0, 1)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-1", "ALL-2")
def test_ten_thousand_random_games_keep_all_rules():
    for seed in range(10_000 // len(PAIRS) + 1):
        for first, second in PAIRS:
            played_and_checked(first, second, seed + 100, tried_every=40)


def test_the_check_of_the_rules_notices_broken_ones():
    state = begin("ST01", "ST02", 1)
    assert broken_rules(state) == []
    state.sides[0].deck.pop()
    state.sides[1].active = 1
    assert len(broken_rules(state)) == 3


def test_random_games_end_before_turn_100():
    """C3 ends a game at turn 100; if random games got there, something would keep players from winning."""
    turns = []
    for number, (first, second) in enumerate(PAIRS):
        state = begin(first, second, number)
        playout(state, Random(number))
        turns.append(state.turn)
    assert max(turns) < 100
