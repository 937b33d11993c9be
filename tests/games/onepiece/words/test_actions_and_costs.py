"""Actions, costs and deck rules of newer cards: each test says what changed, and thereby that nothing else did."""

import pytest

from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import examples, read_card, read_deck, shipped
from sparring.games.onepiece.rules.vocabulary import DURATIONS, KEYWORDS, TIMINGS
from sparring.games.onepiece.rules.words import Action, Condition, Cost, every_action
from support.onepiece_cards import changed, drawn, ko, plus, snapshot
from support.onepiece_decks import deck_file, trouble
from support.onepiece_own_cards import DRAW, ONE_OF_THEIRS, THIS, own, power_up, when
from support.onepiece_random_games import known_life
from support.onepiece_table import P1, P2, Half, Put, Table

KAROO, FRANKY, JINBE = "ST01-003", "ST01-010", "ST01-005"
ATE = {"my hand SPELL": -1, "my trash SPELL": 1, "my active": -1, "my rested": 1}
"""What using the event costs."""


def spell(*actions, **fields):
    return own("SPELL", "event", effects=[when("main", *actions, **fields)])


def cast(*actions, second=None, cards=(), **fields):
    half = Half(hand=["SPELL", *fields.pop("hand", ())], cards=[spell(*actions), *cards], active=1, **fields)
    return Table(half, second or Half())


def after(table, *texts, seat=P1):
    before = snapshot(table, seat)
    return changed(before, snapshot(table.do(*texts), seat))


# ---------------------------------------------------------------------- actions


def damage(side, count=1):
    return {"op": "deal_damage", "side": side, "count": count}


def test_damage_by_an_effect_takes_life_and_may_set_off_a_trigger():
    life = Half(life=[KAROO, FRANKY])
    two = {
        "their life top ST01-003": -1,
        "their life top ST01-010": -1,
        "their hand ST01-003": 1,
        "their hand ST01-010": 1,
    }
    assert after(cast(damage("opponent", 2), second=life), "play SPELL") == plus(ATE, two)
    table = cast(damage("opponent"), second=Half(life=["ST01-002"])).do("play SPELL")
    assert table.asked == P2
    assert "use the Trigger" in table.options


def test_damage_without_life_loses_and_more_damage_than_life_does_not():
    table = cast(damage("opponent"), second=Half(life=0)).do("play SPELL")
    assert table.winner == P1
    saved = cast(damage("opponent", 3), second=Half(life=1)).do("play SPELL")
    assert not saved.over
    assert saved.life(P2) == []
    assert cast(damage("self"), life=0).do("play SPELL").winner == P2


def test_mill_trashes_the_top_and_a_deck_without_cards_loses():
    mill = {"op": "mill", "side": "opponent", "count": 2}
    table = cast(mill, second=Half(deck=[FRANKY, JINBE, KAROO]))
    moved = {
        "their deck top ST01-010": -1,
        "their deck top ST01-005": -1,
        "their trash ST01-010": 1,
        "their trash ST01-005": 1,
    }
    assert after(table, "play SPELL") == plus(ATE, moved)
    lost = cast(mill, second=Half(deck=[KAROO, KAROO], deck_size=2)).do("play SPELL")
    assert lost.winner == P1
    assert lost.state.reason == "no cards left in the deck"


def test_the_opponent_draws():
    draw = {"op": "draw", "count": 2, "side": "opponent"}
    assert after(cast(draw), "play SPELL") == plus(ATE, drawn(KAROO, KAROO, whose="their"))


def test_play_from_the_trash_rested():
    play = {"op": "play_card", "from": "trash", "max": 1, "filter": {"cost_max": 4}, "rested": True}
    table = cast(play, trash=[FRANKY, "ST01-014"]).do("play SPELL")
    assert table.options == ["Franky", "none"], "an event is not played"
    assert after(table, "Franky") == {"my trash ST01-010": -1, "my field ST01-010": 1, "my ST01-010 rested": 1}


def test_play_from_the_top_of_life_which_only_its_owner_sees_unless_it_is_played():
    play = {"op": "play_card", "from": "life", "max": 1, "filter": {"category_any": ["character"]}}
    table = cast(play, life=[FRANKY, KAROO]).do("play SPELL")
    assert table.options == ["Franky", "none"]
    declined = cast(play, life=[FRANKY, KAROO]).do("play SPELL", "none")
    assert known_life(declined, P1, viewer=P1) == [FRANKY, None]
    assert known_life(declined, P1, viewer=P2) == [None, None]
    assert after(table, "Franky") == {"my life top ST01-010": -1, "my field ST01-010": 1}
    unfit = cast({**play, "filter": {"cost_max": 1}}, life=[FRANKY]).do("play SPELL")
    assert unfit.kind == "action"
    assert unfit.life(P1) == [FRANKY]


def diver(**fields):
    return own("DIVER", effects=[when("on_ko", {"op": "return_this", **fields})])


@pytest.mark.parametrize(
    ("fields", "moved"),
    [
        ({"to": "hand"}, {"their hand DIVER": 1, "their field DIVER": -1}),
        ({"to": "deck_bottom"}, {"their deck bottom DIVER": 1, "their field DIVER": -1}),
        ({"to": "field", "rested": True}, {"their DIVER rested": 1}),
        ({"to": "field"}, {}),
    ],
    ids=["to hand", "to the bottom", "rested", "active"],
)
def test_a_character_returns_itself_on_its_ko(fields, moved):
    table = cast({"op": "ko", "target": ONE_OF_THEIRS}, second=Half(characters=["DIVER"], cards=[diver(**fields)]))
    number = table.unit(P2, "DIVER").id
    assert after(table, "play SPELL", "opposing DIVER") == plus(ATE, moved)
    if fields["to"] == "field":
        assert table.unit(P2, "DIVER").id != number, "it is a new object (R2.3)"


# ---------------------------------------------------------------------- costs


def paying(*cost, **fields):
    return own("PAYS", effects=[when("activate_main", DRAW, cost=list(cost), optional=True)], **fields)


def paid(word, *others, cards=(), **fields):
    card = paying({"pay": word, "count": 1, **fields})
    return Table(Half(characters=["PAYS", *others], cards=[card, *cards]))


LAST_WORDS = own("LAST", effects=[when("on_ko", DRAW)])


def test_trash_a_character_which_is_not_a_ko():
    table = paid("trash_character", "LAST", cards=[LAST_WORDS]).do("use PAYS")
    assert set(table.options) == {"PAYS", "LAST"}
    assert after(table, "LAST") == plus({"my field LAST": -1, "my trash LAST": 1}, drawn())


def test_ko_a_character_which_sets_off_what_a_ko_sets_off():
    table = paid("ko_character", "LAST", cards=[LAST_WORDS], exclude_this=True)
    assert after(table, "use PAYS") == plus(ko("my", "LAST"), drawn(KAROO, KAROO))


def test_a_character_that_cannot_be_kod_cannot_pay_with_its_ko():
    """C8."""
    safe = own(
        "SAFE",
        effects=[when("permanent", {"op": "prevent_ko", "target": THIS, "by": "any", "duration": "while_condition"})],
    )
    table = paid("ko_character", "SAFE", cards=[safe], exclude_this=True)
    assert "use PAYS" not in table.options
    assert table.why("use PAYS") == "R8.5: the cost of PAYS cannot be paid (K.O. 1 of your other characters)."


def test_return_a_character():
    table = paid("return_character", Put(KAROO, don=1), filter={"name_any": ["Karoo"]})
    gone = {"my field ST01-003": -1, "my hand ST01-003": 1, "my rested": 1}
    assert after(table, "use PAYS") == plus(gone, drawn())
    assert "use PAYS" not in paid("return_character", FRANKY, filter={"name_any": ["Karoo"]}).options


def test_trash_this_card():
    table = Table(Half(characters=["PAYS"], cards=[paying({"pay": "trash_this"})]))
    assert after(table, "use PAYS") == plus({"my field PAYS": -1, "my trash PAYS": 1}, drawn())


def test_two_parts_of_a_cost_do_not_take_the_same_card():
    card = paying({"pay": "trash_this"}, {"pay": "trash_character", "count": 1})
    assert "use PAYS" not in Table(Half(characters=["PAYS"], cards=[card])).options
    table = Table(Half(characters=["PAYS", KAROO, FRANKY], cards=[card])).do("use PAYS")
    assert table.options == ["Karoo", "Franky"]
    other = paying({"pay": "trash_character", "count": 1}, {"pay": "rest_this"})
    rest = Table(Half(characters=["PAYS", KAROO], cards=[other]))
    assert after(rest, "use PAYS") == plus(
        {"my field ST01-003": -1, "my trash ST01-003": 1, "my PAYS rested": 1}, drawn()
    )


# ---------------------------------------------------------------------- deck rules


def test_a_leader_may_have_another_number_of_dons():
    small = own("SMALL", "leader", power=5000, life=4, attribute="Slash", cost=None, don_deck=6)
    table = Table(Half("SMALL", cards=[small], active=2))
    assert table.don(P1) == (2, 0, 4)
    assert table.don(P2) == (0, 0, 10)
    for _ in range(4):
        table.do("end turn", "end turn")
    assert table.don(P1) == (6, 0, 0)
    assert table.side(P1).don_on_field == 6


def test_a_card_of_which_a_deck_may_hold_any_number():
    deck = deck_file("ST01")
    crowd = next(card for card in deck["cards"] if card["id"] == KAROO)
    crowd["any_number"], crowd["count"] = True, crowd["count"] + 4
    gone = next(card for card in deck["cards"] if card["count"] == 4 and card is not crowd)
    deck["cards"].remove(gone)
    assert sum(count for _, count in read_deck(deck, "mine", {}).cards) == 50
    crowd["any_number"] = False
    assert "ST01-003: 8 copies, and 4 is the most (R1.4)" in trouble(deck, {})


CARD = {
    "id": "ODD",
    "name": "Odd",
    "category": "character",
    "color": "red",
    "cost": 1,
    "power": 5000,
    "attribute": "Slash",
}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"don_deck": 6}, "ODD: a character has no don_deck"),
        ({"any_number": 1}, "ODD: any_number: must be true or false, not 1"),
        ({"effects": [when("start_of_game", DRAW)]}, "ODD: effect 1: the timing start_of_game is not for a character"),
        (
            {"effects": [when("on_play", {"op": "return_this", "to": "hand"})]},
            "ODD: effect 1 action 1: return_this goes only with the timing on_ko",
        ),
        ({"effects": [when("in_hand", DRAW)]}, "ODD: effect 1 action 1: draw does not go with the timing in_hand"),
        (
            {"effects": [when("permanent", {"op": "negate_effects", "target": THIS, "duration": "while_condition"})]},
            "ODD: effect 1 action 1: negate_effects cannot last, so it does not go with the timing permanent",
        ),
        (
            {"effects": [when("would_be_ko_other", power_up())]},
            "ODD: effect 1: the timing would_be_ko_other needs one action, replace_ko",
        ),
        ({"keywords": ["Rush: Leader"]}, "ODD: there is no keyword 'Rush: Leader'; there is Rush, Rush: Character,"),
    ],
    ids=["don_deck", "any_number", "start of game", "return this", "in hand", "negate", "replace", "keyword"],
)
def test_mistakes_are_named(fields, problem):
    reading = Reading()
    read_card({**CARD, **fields}, reading)
    assert len(reading.problems) == 1, reading.problems
    assert reading.problems[0].startswith(problem)


@pytest.mark.req("OP-1")
def test_the_invented_cards_use_every_word():
    def used(decks):
        cards = [card for deck in decks for card in (deck.leader, *(card for card, _ in deck.cards))]
        effects = [effect for card in cards for effect in card.every_effect]
        words = [word for effect in effects for word in every_action(effect.actions)]
        conditions = [part for effect in effects for part in (*effect.conditions, *effect.cost)]
        conditions += [part for word in words for part in getattr(word, "conditions", ())]
        found = {type(part) for part in (*words, *conditions)} | {effect.timing for effect in effects}
        found |= {keyword for card in cards for keyword in card.keywords} | {
            getattr(word, "keyword", "") for word in words
        }
        return found | {getattr(word, "duration", "") for word in words}, cards

    new, cards = used(examples().values())
    old, _ = used(shipped().values())
    vocabulary = {
        *Action.known.values(),
        *Condition.known.values(),
        *Cost.known.values(),
        *TIMINGS,
        *KEYWORDS,
        *DURATIONS,
    }
    assert vocabulary <= new | old
    assert len({card.id for card in cards}) >= 40
    assert len({card.name for card in cards}) == len(cards)
