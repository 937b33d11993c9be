"""A word of the effect language is one declaration: words that are declared only here work everywhere."""

from dataclasses import dataclass

import pytest

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.lethal import defence_of, winning_attack
from sparring.games.onepiece.minds.rescue import MANY
from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.language import Count, EitherSide, Reading, Whose
from sparring.games.onepiece.rules.reading import read_card
from sparring.games.onepiece.rules.text import card_text
from sparring.games.onepiece.rules.values import seats
from sparring.games.onepiece.rules.words import Action, Condition, Cost
from support.onepiece_players import NOTHING, PLAIN, choice, steady, stripped
from support.onepiece_table import P1, P2, Half, Put, Table


@pytest.fixture(autouse=True)
def _words_of_its_own():
    """Removes the words that a test has declared."""
    before = {vocabulary: dict(vocabulary.known) for vocabulary in (Action, Condition, Cost)}
    yield declared()
    for vocabulary, known in before.items():
        vocabulary.known.clear()
        vocabulary.known.update(known)


def declared():
    @dataclass(frozen=True)
    class TrashTopOfDeck(Action):
        """Trash the top cards of a deck."""

        side: EitherSide
        count: Count

        def act(self, state, by):
            (seat,) = seats(self.side, by)
            for _ in range(self.count):
                state.sides[seat].trash.append(moving.take_from_deck(state, seat))
            state.changes_made += self.count

        def says(self):
            return f"trash {self.count} from the top of {'your' if self.side == 'self' else 'the other'} deck"

    @dataclass(frozen=True)
    class TrashCount(Condition):
        """That side has so many cards in the trash."""

        side: Whose
        min: Count

        def holds(self, state, by):
            return any(len(state.sides[seat].trash) >= self.min for seat in seats(self.side, by))

        def says(self):
            return f"{self.min} cards or more lie in the trash"

    @dataclass(frozen=True)
    class TrashTopOfOwnDeck(Cost):
        """Trash the top card of one's own deck."""

        def payable(self, state, by):
            return len(state.sides[by.seat].deck) > 1

        def pay(self, state, by):
            state.sides[by.seat].trash.append(moving.take_from_deck(state, by.seat))

        def says(self):
            return "trash the top card of your deck"


MILL = {"op": "trash_top_of_deck", "side": "opponent", "count": 2}
CARD = {"id": "MILLER", "name": "Miller", "category": "character", "color": "red", "cost": 1, "power": 5000}
EFFECT = {"timing": "activate_main", "optional": True, "cost": [{"pay": "trash_top_of_own_deck"}], "actions": [MILL]}


def read(**fields):
    reading = Reading()
    return read_card({**CARD, "attribute": "Slash", **fields}, reading), reading.problems


def card(**fields):
    found, problems = read(**fields)
    assert not problems
    return found


def test_a_card_with_new_words_is_read():
    found = card(effects=[{**EFFECT, "conditions": [{"if": "trash_count", "side": "any", "min": 1}]}])
    (effect,) = found.effects
    assert (effect.actions[0].side, effect.actions[0].count) == ("opponent", 2)
    assert effect.conditions[0].min == 1


@pytest.mark.parametrize(
    ("spoiled", "problem"),
    [
        ({"count": 0}, "(trash_top_of_deck).count: must be a whole number from 1 to 50, not 0"),
        ({"side": "any"}, "(trash_top_of_deck).side: must be self or opponent, not 'any'"),
        ({"colour": 1}, "(trash_top_of_deck): there is no field 'colour' here"),
    ],
)
def test_mistakes_in_a_new_word_are_found_by_its_declaration(spoiled, problem):
    _, problems = read(effects=[{**EFFECT, "actions": [{**MILL, **spoiled}]}])
    assert len(problems) == 1
    assert problems[0].endswith(problem)


def test_a_missing_field_and_a_wrong_timing_are_found_too():
    _, problems = read(effects=[{**EFFECT, "actions": [{"op": "trash_top_of_deck", "side": "self"}]}])
    assert problems == ["MILLER: effect 1 action 1 (trash_top_of_deck): lacks count"]
    _, problems = read(effects=[{"timing": "permanent", "actions": [MILL]}])
    assert problems == [
        "MILLER: effect 1 action 1: trash_top_of_deck cannot last, so it does not go with the timing permanent"
    ]


def test_the_sentence_of_a_card_has_the_clauses_of_new_words():
    effect = {**EFFECT, "conditions": [{"if": "trash_count", "side": "any", "min": 3}]}
    assert card_text(card(effects=[effect])) == [
        "[Activate: Main] You may trash the top card of your deck: if 3 cards or more lie in the trash, "
        "trash 2 from the top of the other deck."
    ]


def test_new_words_are_carried_out():
    miller = card(effects=[{**EFFECT, "conditions": [{"if": "trash_count", "side": "any", "min": 1}]}])
    without = Table(Half(characters=["MILLER"], cards=[miller]))
    assert "use Miller" not in without.options
    assert "1 cards or more lie in the trash" in without.why("use Miller")
    table = Table(Half(characters=["MILLER"], cards=[miller], trash=[NOTHING]))
    decks = [len(table.side(seat).deck) for seat in (P1, P2)]
    table.do("use Miller")
    assert [len(table.side(seat).deck) for seat in (P1, P2)] == [decks[P1] - 1, decks[P2] - 2]
    assert (len(table.trash(P1)), len(table.trash(P2))) == (2, 2)


# ---------------------------------------------------------------------- minds that do not know them


def in_the_way(**fields):
    """Two attackers against a leader without Life, whose side has a card with a new word."""
    mine = Half(PLAIN, characters=[Put("ST01-010"), Put("ST01-010")], active=4)
    return Table(mine, stripped(**fields)).state


def test_no_win_is_called_sure_against_a_word_that_no_mind_understands():
    attack = {"timing": "counter", "actions": [{"op": "trash_top_of_deck", "side": "self", "count": 1}]}
    event = read_card(
        {"id": "ODD", "name": "Odd", "category": "event", "color": "red", "cost": 0, "effects": [attack]}, Reading()
    )
    assert winning_attack(in_the_way(), P1) is not None
    assert winning_attack(in_the_way(hand=["ODD"], cards=[event]), P1) is None
    assert winning_attack(in_the_way(), P1, [event]) is not None, "without the card the win must be sure"


def test_no_win_is_called_sure_against_a_card_on_the_field_that_no_mind_understands():
    miller = card(effects=[{"timing": "on_any_character_ko", "actions": [MILL]}])
    state = in_the_way(characters=["MILLER"], cards=[miller])
    assert not miller.understood
    assert defence_of(state, P2).stops == MANY
    assert winning_attack(state, P1) is None


def test_no_win_is_called_sure_with_an_attacker_that_no_mind_understands():
    miller = card(effects=[{"timing": "when_attacking", "actions": [MILL]}])
    table = Table(Half(PLAIN, characters=["MILLER"], cards=[miller], active=9), stripped(life=[NOTHING]))
    assert winning_attack(table.state, P1) is None


def test_habit_does_not_pay_a_cost_that_it_does_not_understand():
    paid, free = (card(effects=[{**EFFECT, "cost": cost}]) for cost in (EFFECT["cost"], []))
    for miller, uses in ((paid, False), (free, True)):
        table = Table(Half(characters=[Put("MILLER", rested=True)], cards=[miller]), turn=1)
        assert (habits.act(table.state).kind == "activate") == uses


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_every_level_plays_with_words_that_it_does_not_know(level):
    miller = card(
        effects=[EFFECT, {"timing": "when_attacking", "actions": [MILL]}],
        trigger=[{"timing": "trigger", "optional": True, "actions": [MILL]}],
    )
    half = Half(characters=["MILLER"], hand=["MILLER"], life=["MILLER", "MILLER"], cards=[miller], active=3)
    table = Table(half, half)
    for _ in range(12):
        if table.over:
            break
        found = choice(steady(level), table.state).option
        assert found in table.options
        table.do(found)
