"""What a text speaks of, and whether checked facts cover it."""

from random import Random

import pytest

import sparring
from sparring.coach.facts import facts_about
from sparring.talking.answer import Answer, Wrong, read_answer
from sparring.talking.claims import Vocabulary, covered
from sparring.talking.names import names_in, terms_of

CELLS = Vocabulary(frozenset({"a1", "b2", "c3"}))
PLAYED = ["I play: b2."]


@pytest.mark.parametrize(
    "text",
    [
        "What a lovely game this is.",
        "Ha! You are quick today, my friend.",
        "Oh well. I like how you play.",
        "A fine day for a walk, is it so? Yes.",
        "No hurry, take your time.",
        "Take a breath and look at the whole board.",
        "What would you do here?",
        "Arr, matey, the sea is calm today!",
        "Interesting choice, my friend.",
        "May the best player win!",
        "Don't worry about it.",
        "Your move, champion.",
        "Catch me if you can!",
        "I have a little plan, and I will tell you about it later.",
        "I’m fine, thank you! And you? 😀",
    ],
)
def test_chatter_claims_nothing(text):
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
        ("I capture two seeds. What fun!", "It captures two seeds from one house."),
        ("I threaten to win at c3.", "It threatens to win at c3 and a1, and only one of them can be stopped."),
    ],
)
def test_a_claim_is_covered_by_a_fact_that_says_it_and_by_nothing_else(text, fact):
    assert covered(text, [fact], CELLS, PLAYED)
    assert not covered(text, [], CELLS, PLAYED)
    assert not covered(text, [], CELLS)


@pytest.mark.req("TT-10")
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("You win at once.", "It wins at once."),
        ("Your fork is lovely.", "It makes a fork."),
        ("I win at c3.", "It threatens to win at c3 and a1, and only one of them can be stopped."),
        ("I win at once.", "Every other move lets the other side win at once."),
        ("I make two threats.", "It stops the other side from making two threats at once, at c3."),
        ("You make two threats at once!", "It stops the other side from making two threats at once, at c3."),
        ("I capture three seeds.", "It captures two seeds from three houses."),
        ("I capture one seed.", "It captures three seeds from one house."),
        ("It does not threaten c3.", "It threatens three across, at c3."),
        ("Only a fork!", "It makes a fork."),
        ("I play c3.", "It threatens three across, at c3."),
        ("I threaten c3 and a1.", "It threatens three across, at c3."),
        ("I can capture none.", "The other side threatened to capture two seeds; now it can capture none."),
    ],
)
def test_words_of_a_fact_in_another_sense_are_not_covered(text, fact):
    assert not covered(text, [fact], CELLS, PLAYED)


def test_two_facts_do_not_cover_what_neither_says():
    facts = ["It wins at once.", "The other side threatens three across, at c3."]
    assert not covered("I win at c3.", facts, CELLS, PLAYED)
    assert covered("I win at once. You threaten three across, at c3.", facts, CELLS, PLAYED)


def test_what_the_other_side_has_played_is_told_as_theirs():
    theirs = ["The other side played: a1."]
    assert covered("You chose a1. I go to b2.", theirs, CELLS, PLAYED)
    assert not covered("I chose a1.", theirs, CELLS, PLAYED)
    assert not covered("You chose b2.", theirs, CELLS, PLAYED)


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
        "Soon Nami is coming.",
        "It's lethal.",
        "column 4 is mine",
        "seven thousand against five",
        "The upper left is mine.",
        "I take the corner.",
        "Next turn I finish you.",
        "One more and it is over.",
        "You left me a gap.",
        "That is the last empty spot.",
        "I am ahead.",
        "Your noughts are cut off.",
        "I own the board.",
        "Your queen is hanging.",
        "Gravity helps me on the right.",
        "Your tower falls.",
        "Zugzwang is near.",
        "This ends it.",
        "Your pit on the far side is rich.",
        "You will starve.",
        "Half of them are mine.",
        "I keep a surprise up my sleeve.",
        "My swordsman is ready.",
        "You're one swing from the end.",
        "zoro is with me",
        "You are almost out of health.",
        "Du verlierst im nächsten Zug.",
        "Je gagne.",
        "你输了",
        "w i n",
        "I w1n",
        "w.i.n",
        "yоu lоse",  # with letters of another script
        "🅨🅞🅤 🅛🅞🅢🅔",
        "𝐲𝐨𝐮 𝐥𝐨𝐬𝐞",
        "①",
        "⬅ here",
    ],
)
def test_what_is_not_known_to_be_chatter_is_a_claim(text):
    assert not covered(text, ["I play: b2."], CELLS, PLAYED)


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "fourinarow", "oware"])
def test_every_fact_covers_itself(name):
    game, rng = sparring.game(name), Random(5)
    for _ in range(3):
        position = game.start(rng)
        while game.outcome(position) is None:
            options = game.options(position)
            words = Vocabulary(names_in(game, position, list(options)), terms_of(game))
            for option in list(options)[:6]:
                for fact in facts_about(game, position, option, None):
                    assert covered(fact.reason, [fact.reason], words), fact.reason
                    assert not covered(fact.reason, [], words), fact.reason
            position = game.play(position, rng.choice(list(options.values())))


def test_the_house_a_is_told_from_the_article():
    words = Vocabulary(frozenset("ab"), frozenset({"house"}))
    assert covered("A good day", [], words)
    assert not covered("I like house A", [], words)
    assert not covered("At A, then.", [], words)
    assert covered("I go to A!", [], words, ["I play: A."])


@pytest.mark.req("TT-10")
def test_a_word_that_a_game_explains_is_a_claim_in_that_game():
    game = sparring.game("onepiece")
    assert covered("What a battle on this stage!", [])
    assert not covered("What a battle on this stage!", [], Vocabulary(terms=terms_of(game)))


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
