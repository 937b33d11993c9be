"""Shipped decks are valid, and a message names each mistake in a deck."""

import copy
import json
from collections import Counter

import pytest

from sparring.games.onepiece.rules.reading import known_cards, read_deck
from support.onepiece_decks import (
    CHOOSE,
    NAMES,
    SPEC,
    deck_file,
    main_cards,
    set_effect,
    trouble,
    validator,
    with_actions,
)

# ---------------------------------------------------------------------- shipped decks


@pytest.mark.req("OP-1")
@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_deck_is_valid_by_itself(name):
    deck = read_deck(deck_file(name), name, {})
    assert deck.name == name
    assert sum(count for _, count in deck.cards) == 50
    assert all(1 <= count <= 4 for _, count in deck.cards)
    assert {color for card, _ in deck.cards for color in card.colors} <= set(deck.leader.colors)
    assert len({card.id for card, _ in deck.cards}) == len(deck.cards)


@pytest.mark.req("OP-1")
def test_nine_decks_with_149_cards_are_shipped():
    assert [f"ST0{number}" for number in range(1, 10)] == NAMES
    assert len(known_cards()) == 149


@pytest.mark.req("OP-1")
def test_the_decks_are_those_of_the_specification():
    validator()
    for name in NAMES:
        ours, theirs = deck_file(name), json.loads((SPEC / "decks" / f"{name}.json").read_text("utf-8"))
        assert Counter({card["id"]: card["count"] for card in main_cards(ours)}) == Counter(
            {card["id"]: card["count"] for card in main_cards(theirs)}
        )
        printed = ("name", "category", "color", "cost", "power", "counter", "life", "attribute", "types", "keywords")
        for card, same in zip(ours["cards"], theirs["cards"], strict=True):
            assert [card.get(key) for key in printed] == [same.get(key) for key in printed]
            assert (card["effects"], card["trigger"]) == (same["effects"], same["trigger"])


# ---------------------------------------------------------------------- one mistake each


def set_card(number, **fields):
    def spoil(deck):
        deck["cards"][number].update(fields)

    return spoil


def drop(number, field):
    def spoil(deck):
        del deck["cards"][number][field]

    return spoil


def another_leader(deck):
    deck["cards"].append({**deck["cards"][0], "id": "OWN-001"})


def the_same_leader_again(deck):
    deck["cards"].append(copy.deepcopy(deck["cards"][0]))


def no_leader(deck):
    del deck["cards"][0], deck["leader"]


def put(field, value):
    def spoil(deck):
        deck[field] = value

    return spoil


MISTAKES = {
    "49 cards": (set_card(1, count=3), "49 cards besides the leader, not 50"),
    "51 cards": (lambda deck: deck["cards"].append({**deck["cards"][1], "id": "OWN-001", "count": 1}), "51 cards"),
    "five copies": (lambda deck: (set_card(1, count=5)(deck), set_card(2, count=3)(deck)), "5 copies"),
    "five copies in two places": (
        lambda deck: (deck["cards"].append({**deck["cards"][1], "count": 1}), set_card(2, count=3)(deck)),
        "ST01-002",
    ),
    "another colour": (set_card(1, color="green"), "green"),
    "no such colour": (set_card(1, color="pink"), "pink"),
    "a colour that is a number": (set_card(1, color=5), "color"),
    "a list of no colours": (set_card(1, color=[]), "color"),
    "a list of lists of colours": (set_card(1, color=[["red"]]), "color"),
    "an unknown card": (lambda deck: deck["cards"].__setitem__(1, {"id": "ST99-001", "count": 4}), "ST99-001"),
    "an unknown timing": (set_effect(timing="at_breakfast"), "at_breakfast"),
    "a timing that is a list": (set_effect(timing=["on_play"]), "timing"),
    "no timing": (set_effect(timing=None), "timing"),
    "an unknown condition": (set_effect(conditions=[{"if": "it_rains"}]), "it_rains"),
    "an unknown cost": (set_effect(cost=[{"pay": "a_song"}], optional=True), "a_song"),
    "an unknown action": (with_actions({"op": "explode"}), "explode"),
    "an action that is a list": (with_actions([]), "action"),
    "an action whose word is a list": (with_actions({"op": ["ko"]}), "action"),
    "an unknown selector": (with_actions({"op": "ko", "target": {"select": "everything"}}), "everything"),
    "a selector whose word is a list": (with_actions({"op": "ko", "target": {"select": ["all"]}}), "selector"),
    "an unknown filter": (with_actions({"op": "ko", "target": {**CHOOSE, "filter": {"smell": 1}}}), "smell"),
    "an unknown zone": (with_actions({"op": "ko", "target": {**CHOOSE, "zone": ["sea"]}}), "sea"),
    "an unknown side": (with_actions({"op": "ko", "target": {**CHOOSE, "side": "up"}}), "up"),
    "min above max": (with_actions({"op": "ko", "target": {**CHOOSE, "min": 2}}), "min 2"),
    "an unknown field of an action": (with_actions({"op": "draw", "count": 1, "loudly": True}), "loudly"),
    "a missing field of an action": (with_actions({"op": "draw"}), "count"),
    "a field of the wrong type": (with_actions({"op": "draw", "count": "two"}), "'two'"),
    "true for a number": (with_actions({"op": "draw", "count": True}), "True"),
    "a number for true": (with_actions({"op": "set_don_active", "count": 1, "up_to": 1}), "true or false"),
    "a fraction for a number": (with_actions({"op": "draw", "count": 1.0}), "1.0"),
    "fewer than none": (with_actions({"op": "draw", "count": -1}), "-1"),
    "a huge number": (with_actions({"op": "draw", "count": 10**30}), str(10**30)),
    "a name that nothing has": (with_actions({"op": "ko", "target": {"select": "bound", "bind": "it"}}), "'it'"),
    "a duration of another timing": (
        with_actions({"op": "modify_power", "target": CHOOSE, "amount": 1, "duration": "while_condition"}),
        "while_condition",
    ),
    "no actions": (with_actions(), "action"),
    "an unknown field of an effect": (set_effect(colour="loud"), "'colour'"),
    "an effect with a cost that is a must": (set_effect(cost=[{"pay": "rest_this"}], optional=False), "optional"),
    "an effect that is a text": (set_card(1, effects=["draw a card"]), "timing"),
    "effects that are no list": (set_card(1, effects={}), "list"),
    "a trigger among the effects": (set_effect(timing="trigger"), "trigger"),
    "a character with a main effect": (set_effect(timing="main"), "main"),
    "an unknown field of a card": (set_card(1, flavour="sweet"), "'flavour'"),
    "an unknown field of a deck": (put("author", "me"), "'author'"),
    "no name": (drop(1, "name"), "name"),
    "no category": (drop(1, "category"), "category"),
    "no colour": (drop(1, "color"), "color"),
    "no cost": (set_card(1, cost=None), "cost"),
    "no power": (drop(1, "power"), "power"),
    "no id": (drop(1, "id"), "no id"),
    "an id that is a number": (set_card(1, id=7), "id"),
    "an empty id": (set_card(1, id=""), "id"),
    "a cost below 0": (set_card(1, cost=-1), "-1"),
    "a power that is a text": (set_card(1, power="5000"), "'5000'"),
    "a power that is true": (set_card(1, power=True), "True"),
    "a huge power": (set_card(1, power=10**40), str(10**40)),
    "a counter of a huge number": (set_card(1, counter=10**40), "counter"),
    "life on a character": (set_card(1, life=5), "life"),
    "a leader with a cost": (set_card(0, cost=5), "cost"),
    "a leader without life": (set_card(0, life=None), "life"),
    "a leader with a counter": (set_card(0, counter=1000), "counter"),
    "an unknown attribute": (set_card(1, attribute="Sleep"), "Sleep"),
    "an unknown keyword": (set_card(1, keywords=["Fly"]), "Fly"),
    "types that are a text": (set_card(1, types="Pirates"), "types"),
    "a count of 0": (set_card(1, count=0), "count"),
    "a count that is a text": (set_card(1, count="4"), "'4'"),
    "a count that is true": (set_card(1, count=True), "True"),
    "a huge count": (set_card(1, count=10**20), str(10**20)),
    "no leader": (no_leader, "leader"),
    "two leaders": (another_leader, "leader"),
    "the same leader twice": (the_same_leader_again, "leader"),
    "a leader with a count of two": (set_card(0, count=2), "leader"),
    "a leader that is not among the cards": (put("leader", "OWN-009"), "OWN-009"),
    "a leader that is a character": (put("leader", "ST01-002"), "ST01-002"),
    "a leader that is a list": (put("leader", ["ST01-001"]), "leader"),
    "cards that are no list": (put("cards", {}), "cards"),
    "no cards": (put("cards", []), "0 cards"),
    "a card that is a text": (lambda deck: deck["cards"].append("Luffy"), "no id"),
    "an empty name": (set_card(1, name=""), "name"),
    "a name of blanks": (set_card(1, name="  "), "name"),
    "a name of two lines": (set_card(1, name="one\ntwo"), "name"),
    "a name that clears the screen": (set_card(1, name="\x1b[2J"), "name"),
    "a name of half a character": (set_card(1, name="\ud800"), "name"),
    "a name that is a number": (set_card(1, name=7), "name"),
    "an id of two lines": (set_card(1, id="OWN\n1"), "OWN"),
    "an id that clears the screen": (set_card(1, id="\x1b[2J"), "id"),
    "a type of two lines": (set_card(1, types=["one\ntwo"]), "types"),
    "a filter of two lines": (
        with_actions({"op": "ko", "target": {**CHOOSE, "filter": {"name_any": ["a\nb"]}}}),
        "name_any",
    ),
    "a deck's name of two lines": (put("deck", "one\ntwo"), "name"),
    "a deck's title that clears the screen": (put("name", "\x1b[2J"), "name"),
    "a deck's name that is a list": (put("deck", ["ST01"]), "name"),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_deck_is_named(mistake):
    spoil, said = MISTAKES[mistake]
    deck = deck_file()
    spoil(deck)
    assert said in trouble(deck)


@pytest.mark.req("OP-2")
def test_all_mistakes_are_in_one_message():
    deck = deck_file()
    plain = [number for number, card in enumerate(deck["cards"]) if number and not card["effects"]]
    set_card(plain[0], count=5)(deck)
    set_card(plain[1], color="green")(deck)
    set_card(plain[2], keywords=["Fly"])(deck)
    set_effect(timing="at_breakfast", loud=True)(deck)
    deck["cards"][-1] = {"id": "ST99-001", "count": 2}
    deck["author"] = "me"
    message = trouble(deck)
    for said in ("R1.1", "R1.4", "R1.3", "Fly", "at_breakfast", "ST99-001", "author"):
        assert said in message


@pytest.mark.req("OP-2")
def test_a_message_about_a_thousand_mistakes_stays_readable():
    deck = deck_file()
    deck["cards"] += [{"id": f"OWN-{number}", "count": 1} for number in range(1000)]
    message = trouble(deck)
    assert len(message) < 5000
    assert "more" in message


@pytest.mark.req("OP-2")
def test_a_mistake_in_a_card_causes_no_other_messages():
    """A card with a mistake still counts as a card of the deck and as a copy."""
    deck = deck_file()
    set_card(1, keywords=["Fly"])(deck)
    message = trouble(deck)
    assert "Fly" in message
    assert "R1.1" not in message
    set_card(1, count=5)(deck)
    set_card(2, count=3)(deck)
    message = trouble(deck)
    assert "5 copies" in message
    assert "R1.1" not in message


@pytest.mark.parametrize("content", [None, [], "", 5, 1.5, True, {}, {"cards": None}, {"cards": 5}, [[]]])
def test_something_that_is_not_a_deck_is_refused(content):
    trouble(content)
