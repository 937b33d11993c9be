"""What a text speaks of, and whether checked facts cover it."""

from random import Random

import pytest

import sparring
from sparring.talking.answer import Answer, Wrong, read_answer
from sparring.talking.claims import covered, spoken_of
from sparring.talking.names import names_in

CELLS = ["a1", "b2", "c3"]


@pytest.mark.parametrize(
    "text",
    [
        "What a lovely game this is.",
        "Ha! You are quick today, my friend.",
        "Oh well. I like how you play.",
        "A fine day for a walk, is it not so? Yes.".replace("not so", "so"),
    ],
)
def test_chatter_speaks_of_nothing(text):
    assert covered(text, [], CELLS)


@pytest.mark.req("TT-10")
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Watch c3!", "It threatens three across, at c3."),
        ("That is a fork, my dear.", "It makes a fork."),
        ("I block you here.", "It blocks three upright at b2."),
        ("Three in a row, thank you.", "It completes three in a row and wins."),
        ("I am winning.", "It wins at once."),
    ],
)
def test_a_claim_is_covered_by_a_fact_that_says_it_and_by_nothing_else(text, fact):
    assert covered(text, [fact], CELLS)
    assert not covered(text, ["You choose: a1."], CELLS)
    assert not covered(text, [], CELLS)


@pytest.mark.parametrize(
    "text",
    [
        "You cannot stop both.",
        "I've got you trapped",
        "There's nothing you can do.",
        "Your leader loses 2 life.",
        "I hold Zoro in my hand.",
        "No one beats 7000.",
        "You won't escape.",
        "Nami is coming.".replace("Nami is", "Soon Nami is"),
        "It's lethal.",
        "column 4 is mine",
        "seven thousand against five",
    ],
)
def test_claims_in_many_words_are_noticed(text):
    assert not covered(text, ["You choose: a1."], CELLS)


def test_a_fact_that_says_no_more_than_half_of_it_does_not_cover_it():
    assert not covered("I fork you at b2 and win at c3.", ["It makes a fork at b2."], CELLS)


def test_a_negation_needs_a_fact_with_one():
    assert not covered("It does not threaten b2.", ["It threatens b2."], CELLS)


def test_the_house_a_is_told_from_the_article():
    assert spoken_of("A seedy place", ["A", "B"]) == frozenset()
    assert "a" in spoken_of("I sow house A", ["A", "B", "house"])
    assert "a" in spoken_of("I play A", ["A", "B"])


@pytest.mark.req("TT-10")
@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("oware", "Mind your houses!", "house"),
        ("oware", "Who has kroo?", "kroo"),
        ("onepiece", "My blockers wait", "blocker"),
    ],
)
def test_a_word_that_a_game_explains_is_a_claim_in_that_game(name, text, word):
    game = sparring.game(name)
    position = game.start(Random(0))
    names = names_in(game, game.view(position, game.to_move(position)), game.options(position))
    assert word in spoken_of(text, names)
    assert word not in spoken_of(text)


def test_answers_are_read_from_all_sorts_of_texts():
    options, ids = ["a1", "B2", "b2"], {"f1"}
    good = '{"option": "a1", "reason": "Hm", "facts": ["f1", "f9", 3]}'
    assert read_answer(good, options, ids) == Answer("a1", "Hm", ("f1",))
    assert read_answer(f"```json\n{good}\n```", options, ids) == Answer("a1", "Hm", ("f1",))
    assert read_answer('<think>{"option": "b2"}</think>' + good, options, ids) == Answer("a1", "Hm", ("f1",))
    assert read_answer('{"option": "b2"}', options, ids) == Answer("b2", "")
    for length in range(len('{"option": "a1"'), len(good)):
        assert read_answer(good[:length], options, ids).option == "a1", good[:length]
    deep = "{" * 10**5, '{"a":' * 10**5
    for bad in ("", "a1", "[]", "{", '{"option": 1}', '{"option": "c9"}', '{"options": "a1"}', *deep):
        assert isinstance(read_answer(bad, options, ids), Wrong)
    assert isinstance(read_answer('{"option": "x"}', ["X", "x "], ids), Answer)
