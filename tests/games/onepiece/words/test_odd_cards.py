"""Cards that combine newer words in odd ways: whole games of them, checked by naive rules after every decision."""

from random import Random

import pytest

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.turn import new_game
from sparring.games.onepiece.rules.values import power
from support.naive_onepiece import broken_rules, broken_texts
from support.onepiece_odd_cards import broken_expectations, deck_of_odd_cards
from support.onepiece_table import GAME


def whole_game(seed, chance):
    """Play a game of odd cards, with so much chance, and check it after every decision; returns what was asked."""
    rng = Random(seed)
    decks = decklists.pair(deck_of_odd_cards(rng, "A"), deck_of_odd_cards(rng, "B"))
    state, asked = new_game(decks, seed, telling=True), set()
    for number in range(3000):
        where = f"seed {seed}, decision {number}"
        wrong = [*broken_rules(state), *broken_expectations(state, power)]
        assert not wrong, f"{where}: {wrong}"
        if state.question is None:
            return asked
        asked.add(state.question.about.what)
        texts = [GAME.move_text(state, option) for option in state.question.options]
        assert not (wrong := list(broken_texts(texts))), f"{where}: {wrong}"
        option = rng.choice(state.question.options) if rng.random() < chance else habits.answer(state)
        state = GAME.play(state, option)
    raise AssertionError(f"the game of seed {seed} does not end")


@pytest.mark.req("OP-1", "ALL-2")
@pytest.mark.parametrize("chance", [1.0, 0.2])
def test_games_of_oddly_combined_words_keep_all_rules_as_naive_checks_see_them(chance):
    asked = set().union(*(whole_game(seed, chance) for seed in range(20)))
    assert {"choose one", "use", "carry out", "negated", "base power", "return don"} <= asked
