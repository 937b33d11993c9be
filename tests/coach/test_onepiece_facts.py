"""What hints say about the options of the card game is true, by what the player can see."""

import re
from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from sparring.games.onepiece.minds.facts.attacks import Lethal
from sparring.games.onepiece.minds.facts.picks import EarlyCards
from sparring.games.onepiece.minds.hints import seen_from
from sparring.games.onepiece.rules.sides import CODE
from support.naive_reasons import Reader
from support.onepiece_lethal import line_loses, real_table, small_table
from support.onepiece_positions import habit_positions, random_positions
from support.onepiece_random_games import begin
from support.onepiece_table import GAME, P1

pytestmark = pytest.mark.req("ALL-9")

IDEAS = {
    r"You have an attack that K\.O\.s a character for sure\.": r"clears .+",
    r"You have an attack that takes Life for sure\.": r"takes (?:Life down to \d|the last Life card)",
    r"You have an attack with enough power\.": r"attacks .+ \(\d+\) with \d+",
    r"You have an attack that is too strong to be countered\.": r"the opponent cannot counter \d+ power",
    r"You have an attack that most hands cannot counter\.": r"\d+ of \d+ imagined hands cannot counter \d+ power",
    r"You have an attack that takes at least (\d+) cards to counter\.": r"countering it takes at least (\d+) cards",
    r"You can keep the stronger attacker for the leader\.": r"leaves .+ \(\d+\) for the leader",
    r"An attack by your leader costs nothing\.": r"the leader's attack costs nothing",
    r"You can remove a card of your opponent's from the field\.": r"(?:can clear|clears) .+",
    r"You can rest a character of your opponent's: .+\.": r"(?:can rest|rests) .+",
    r"You can bring a Blocker with (\d+) power\.": r"brings a Blocker with (\d+) power.*",
    r"You can bring a character with (\d+) power\.": r"brings a character with (\d+) power.*",
    r"You can make one of your attackers strong enough for the leader\.": r"(?:can raise|raises) .+ for the leader",
    r"You can make one of your attackers stronger\.": r"(?:can raise|raises) .+ to \d+ power",
    r"You can get one of your attackers past the Blockers\.": r"(?:can let|lets) .+ past the Blockers",
    r"With another DON!!, one of your attacks is harder to counter\.": r"countering \d+ power takes at least .+|"
    r"the opponent cannot counter \d+ power",
    r"\d+ DON!! make one of your attackers strong enough for the leader\.": r"is the first of \w+ DON!! that raise .+",
    r"You can gain cards\.": r"(?:brings|may bring) \w+ cards?",
    r"You can gain DON!!\.": r"(?:brings|may bring) \w+ DON!!",
    r"You can gain Life\.": r"(?:brings|may bring) \w+ Life cards?",
    r"You can take Life without an attack\.": r"can trash a Life card",
    r"You can use all your active DON!!\.": r"uses (?:all \d+|the last) DON!!",
    r"You can keep the DON!! that are still active\.": r"keeps the active DON!!",
    r"You can stop this attack with one card\.": r"stops the attack with \d+ against \d+",
    r"You can stop this attack with (\d+) cards\.": r"is the first of (\d+) cards that stop \d+ power",
    r"Your hand cannot stop this attack\.": r"the hand cannot stop \d+ power",
    r"Compare the powers: this attack fails anyway\.": r"the attack fails anyway with \d+ against \d+",
    r"You have no Life left, so this attack would win\.": r"with no Life left, the attack would win",
    r"You would still have (\d+) Life after this attack\.": r"leaves (\d+) Life at worst",
    r"You can keep a Blocker for a later attack\.": r"keeps .+ to block",
    r"You can save the character that is attacked\.": r"saves .+",
    r"Look for the cheapest card that stops it\.": r"no cheaper card than .+ stops it",
    r"You can keep counters in your hand for later attacks\.": r"keeps .+ to counter with",
    r"You have a Blocker that survives the block\.": r".+ survives the block",
    r"No card in your hand can use your active DON!!\.": r"no card in hand can use the DON!!",
    r"No attack of yours can succeed now\.": r"no attack can succeed",
    r"No card in your hand can be played now\.": r"no card in hand can be played",
    r"You can keep DON!! for an event in your opponent's turn\.": r"keeps DON!! for .+",
    r"Whoever goes first attacks first\. Whoever goes second begins with a card and two DON!!\.": (
        r"lets you attack first, in turn 3|brings a card and two DON!! in turn 2"
    ),
    r"Compare the costs of the cards on offer\.": r".+ costs the most of the cards on offer",
    r"Compare the costs of the cards that could go\.": r".+ costs the least of the cards that could go",
}
"""Every idea, and the clause that proves it; numbers must agree."""


def check_idea(fact):
    """An idea says no more than its clause."""
    meant = [
        (found.groups(), proof.groups())
        for idea, clause in IDEAS.items()
        if (found := re.fullmatch(idea, fact.idea)) and (proof := re.fullmatch(clause, str(fact)))
    ]
    assert len(meant) == 1, (fact, fact.idea, str(fact))
    said, proven = meant[0]
    assert not proven or said == proven


def check(places):
    """Check every sentence about every option, and return how often each kind of fact was said."""
    said = Counter()
    for state in places:
        if state.question.kind == "mulligan":
            continue
        view = GAME.view(state, state.question.seat)
        reader = Reader(state, seen_from(view).worlds)
        for text, option in GAME.options(state).items():
            for fact in GAME.facts(view, option):
                said[type(fact).__name__] += 1
                if isinstance(fact, Lethal):
                    check_lethal(state, fact)
                    continue
                reader.check(text, str(fact))
                assert fact.reason.lower().removeprefix("it ") == f"{fact}.".lower()
                if fact.idea:
                    check_idea(fact)
    return said


def check_lethal(state, fact):
    """Count what the sentence counts, and play the attacks against every answer."""
    seat = state.question.seat
    other = state.sides[1 - seat]
    attackers = {move.attacker for move in state.question.options if move.kind == "attack"}
    cards = state.decks.cards
    blockers = [unit for unit in other.characters if not unit.rested and "Blocker" in cards[unit.code].keywords]
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    assert fact.idea == "You have lethal: count the attackers."
    told = re.fullmatch(
        r"It begins lethal: (\w+) attackers? against (\d) Life, (\w+) active Blockers? and (\w+) cards? in hand\.",
        fact.reason,
    )
    numbers = [int(word) if word.isdigit() else words.index(word) for word in told.groups()]
    assert numbers == [len(attackers), len(other.life), len(blockers), len(other.hand)]
    assert line_loses(state, seat, True, set()) is None


def test_every_sentence_about_every_option_is_true():
    said = check((*habit_positions(games=2, every=14), *random_positions(games=2, every=14)))
    assert len(said) > 22, said


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_sentence_is_true_in_many_games():
    check((*habit_positions(games=9, every=3), *random_positions(games=12, every=3)))


@pytest.mark.parametrize("table", [small_table, real_table])
def test_lethal_is_counted_right_and_wins_against_every_answer(table):
    rng, lethal = Random(11), 0
    while lethal < 25:
        state = table(rng).state
        view = GAME.view(state, P1)
        for option in GAME.options(state).values():
            for fact in GAME.facts(view, option):
                if isinstance(fact, Lethal):
                    lethal += 1
                    check_lethal(state, fact)
                    wrong = [replace(fact, **{each.name: getattr(fact, each.name) + 1}) for each in fields(fact)]
                    assert not any(each.holds(seen_from(view), option) for each in wrong)


def test_an_opening_hand_is_judged_by_its_early_cards():
    for seed in range(20):
        state = begin(f"ST0{1 + seed % 9}", "ST02", seed)
        while state.question.kind != "mulligan":
            state = GAME.play(state, state.question.options[0])
        seat = state.question.seat
        costs = [state.decks.cards[entry & CODE].cost for entry in state.sides[seat].hand]
        view = GAME.view(state, seat)
        for option in GAME.options(state).values():
            (fact,) = GAME.facts(view, option)
            assert isinstance(fact, EarlyCards)
            early = sum(cost <= 3 for cost in costs)
            assert fact.reason == f"{early} of the {len(costs)} cards in hand cost 3 DON!! or less."
            assert not replace(fact, cards=early + 1).holds(seen_from(view), option)


def test_facts_do_not_depend_on_cards_that_the_player_cannot_see():
    rng = Random(3)
    for state in random_positions(games=1, every=11):
        seat = state.question.seat
        if state.question.kind == "mulligan":
            continue
        view = GAME.view(state, seat)
        other = view.sample(rng)
        for option in GAME.options(state).values():
            assert GAME.facts(GAME.view(other, seat), option) == GAME.facts(view, option)
