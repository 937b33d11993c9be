"""What many cards share: costs, power, counters, Blockers, and the conditions and costs of effects."""

import pytest

from support.onepiece_cards import (
    CARDS,
    CARRIED_OUT,
    CHARACTERS,
    COSTING,
    EFFECTS,
    KAROO,
    VANILLA,
    Scene,
    Table,
    about,
    changed,
    damage,
    each,
    ko,
    name,
    plus,
    snapshot,
    with_words,
)
from support.onepiece_table import P1, P2, Half, Put

# ---------------------------------------------------------------------- rules for many cards

WITHOUT_TRIGGER = [card["id"] for card in CARDS.values() if not card["trigger"] and card["category"] != "leader"]


@pytest.mark.parametrize("card", VANILLA)
def test_a_card_without_text_comes_for_its_cost_and_does_nothing(card):
    cost = CARDS[card]["cost"]
    table = Table(Half(hand=[card], active=cost + 1), Half(characters=[Put(KAROO, rested=True)]))
    before = snapshot(table)
    table.do(f"play {name(card)}")
    assert changed(before, snapshot(table)) == {
        f"my hand {card}": -1,
        f"my field {card}": 1,
        "my active": -cost,
        "my rested": cost,
    }
    assert table.power(P1, card) == CARDS[card]["power"]
    anyway = {"end turn", "use leader", "give DON!! to leader", "attack leader with leader", "attack Karoo with leader"}
    assert set(table.options) == anyway | {f"give DON!! to {name(card)}"}


@pytest.mark.parametrize("card", VANILLA)
def test_a_card_without_text_attacks_for_its_power_and_does_not_block(card):
    power = CARDS[card]["power"]
    table = Table(Half(characters=[card]), Half(characters=["ST09-013", Put(KAROO, rested=True)]))
    before = snapshot(table)
    table.do(f"attack Karoo with {name(card)}")
    assert changed(before, snapshot(table)) == {f"my {card} rested": 1, **(ko("their", KAROO) if power >= 3000 else {})}
    table = Table(Half(active=1), Half(characters=[card]))
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    assert changed(before, snapshot(table, P2)) == {"their leader rested": 1, **damage("my")}


@pytest.mark.parametrize("card", [card for card in CARDS if CARDS[card]["category"] != "leader"])
def test_a_card_needs_active_don_for_its_cost(card):
    cost = CARDS[card]["cost"]
    table = Table(Half(hand=[card], active=cost - 1, rested=1))
    assert f"play {name(card)}" not in table.options
    table = Table(Half(hand=[card], active=cost))
    events = {effect["timing"] for effect in CARDS[card]["effects"]} if CARDS[card]["category"] == "event" else {"main"}
    assert (f"play {name(card)}" in table.options) == ("main" in events)


@pytest.mark.parametrize("card", WITHOUT_TRIGGER)
def test_a_card_without_a_trigger_goes_from_life_to_hand_unasked(card):
    table = Table(Half(active=1), Half(life=[card, KAROO]))
    before = snapshot(table)
    table.do("attack leader with leader")
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {"my leader rested": 1, **damage("their", card)}


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.endswith("trigger")])
def test_a_trigger_may_be_declined(effect):
    scene = Scene(effect, their={"active": 1})
    scene.do("attack leader with leader")
    assert scene.asked == P2
    assert sorted(scene.options) == ["take it to hand", "use the Trigger"]
    scene.do("take it to hand")
    assert scene.changes == {"their leader rested": 1, **damage("my", scene.card["id"])}


@pytest.mark.parametrize("card", [card["id"] for card in CHARACTERS])
def test_a_character_in_hand_counters_for_its_counter_value(card):
    counter = CARDS[card]["counter"]
    table = Table(Half(active=1), Half(hand=[card, KAROO], characters=["ST01-010"]))  # with Karoo the battle goes on
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    mine = {f"counter with {name(card)} for leader", f"counter with {name(card)} for Franky"}
    if not counter:
        assert not mine & set(table.options)
        return
    assert mine <= set(table.options)
    table.do(f"counter with {name(card)} for leader")
    gone = {f"my hand {card}": -1, f"my trash {card}": 1, "their leader rested": 1}
    assert changed(before, snapshot(table, P2)) == {**gone, "my leader power": counter}
    table.do("no counter")
    assert changed(before, snapshot(table, P2)) == gone


BLOCKERS = [f"{card['id']}/Blocker" for card in CHARACTERS if "Blocker" in card["keywords"]]


@each("effect", *BLOCKERS)
def test_a_blocker_may_become_the_target_of_an_attack(effect):
    card = effect.split("/")[0]
    defence = Half(characters=[card, "ST01-008"], hand=[KAROO])
    table = Table(Half(active=1), defence)
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    assert sorted(table.options) == sorted([f"block with {name(card)}", "no block"])
    table.do(f"block with {name(card)}")
    if EFFECTS.get(f"{card}/0", {}).get("timing") == "on_block" and "no" in table.options:
        table.do("no")
    assert table.kind == "counter"
    tired = {"their leader rested": 1}
    assert changed(before, snapshot(table, P2)) == {**tired, f"my {card} rested": 1}
    table.do("no counter")
    lost = CARDS[card]["power"] <= 5000
    assert changed(before, snapshot(table, P2)) == {**tired, **(ko("my", card) if lost else {f"my {card} rested": 1})}
    table = Table(Half(active=1), defence).do("attack leader with leader", "no block", "no counter")
    assert changed(before, snapshot(table, P2)) == {**tired, **damage("my")}


@pytest.mark.parametrize("effect", BLOCKERS)
def test_a_blocker_that_is_rested_or_attacked_itself_does_not_block(effect):
    card = effect.split("/")[0]
    for target in ("leader", name(card)):
        table = Table(Half(active=1), Half(characters=[Put(card, rested=True)], hand=[KAROO]))
        table.do(f"attack {target} with leader")
        assert table.kind == "counter"


@about("ST01-012/Rush")
def test_rush_attacks_in_the_turn_in_which_it_came():
    table = Table(Half(hand=["ST01-012"], active=5)).do("play Monkey.D.Luffy")
    assert "attack leader with Monkey.D.Luffy" in table.options
    before = snapshot(table)
    table.do("attack leader with Monkey.D.Luffy")
    assert changed(before, snapshot(table)) == {"my ST01-012 rested": 1, **damage("their")}
    table = Table(Half(characters=[Put("ST01-012", rested=True)]))
    assert "attack leader with Monkey.D.Luffy" not in table.options


# ---------------------------------------------------------------------- conditions and costs

BATTLING = ("when_attacking", "on_block")
MAY_REFUSE = ("on_play", "main", "counter", *BATTLING)


@pytest.mark.parametrize("effect", with_words("conditions", "don_attached", timings=BATTLING))
def test_an_effect_in_battle_needs_all_its_don(effect):
    least = Scene(effect).attached
    scene = Scene(effect, don=least - 1, my={"hand": [KAROO], "rested": 1}, their={"active": 1, "hand": [KAROO]})
    scene.start()
    assert scene.kind == "counter"
    assert scene.changes == scene.price
    assert effect not in CARRIED_OUT


@pytest.mark.parametrize(
    "effect", [effect for effect, data in EFFECTS.items() if data["cost"] and data["timing"] in MAY_REFUSE]
)
def test_an_effect_whose_cost_is_not_paid_does_nothing(effect):
    scene = Scene(effect, their={"characters": [KAROO], "hand": [KAROO]}).start()
    assert scene.asked == scene.me
    assert sorted(scene.options) == ["no", "yes"]
    scene.do("no")
    assert scene.changes == scene.price
    assert effect not in CARRIED_OUT


def lacking():
    """Effects with each part of their cost that can be missing; DON!! cannot, as they have just paid for the card."""
    for effect, data in EFFECTS.items():
        for word in data["cost"]:
            bought = data["timing"] in ("on_play", "main", "counter") and word["pay"] == "return_don"
            if data["timing"] != "on_ko" and not bought:
                yield effect, word["pay"]


@pytest.mark.parametrize(("effect", "lack"), list(lacking()))
def test_an_effect_that_cannot_be_paid_in_full_is_not_offered(effect, lack):
    scene = Scene(effect, lack=lack, their={"characters": [Put(KAROO, rested=True)], "hand": [KAROO], "active": 1})
    if scene.timing == "activate_main":
        assert scene.text not in scene.options
        return
    if scene.timing == "trigger":
        scene.do("attack leader with leader")
        assert scene.changes == {"their leader rested": 1, **damage("my", scene.card["id"])}
        return
    scene.start()
    assert "yes" not in scene.options
    assert scene.changes == scene.price


FROM_BELOW = [
    effect
    for effect, data in EFFECTS.items()
    if any(word["pay"] == "life_to_hand" and word["from"] == "top_or_bottom" for word in data["cost"])
]


@pytest.mark.parametrize("effect", FROM_BELOW)
def test_life_may_be_paid_from_the_bottom_and_no_trigger_is_used(effect):
    scene = Scene(effect, {"life": [KAROO, KAROO, KAROO, "ST01-002"]}, {"characters": [COSTING[9]]}).start()
    if scene.timing != "activate_main":
        scene.do("yes")
    assert scene.options == ["top", "bottom"]
    scene.do("bottom")
    while scene.options[-1] in ("none", "0"):
        scene.do(scene.options[-1])
    more = {"my ST07-004 Banish": 1, "my ST07-004 power": 1000} if effect == "ST07-004/0" else {}
    more |= {"my ST09-007 power": 4000} if effect == "ST09-007/0" else {}
    more |= {"my ST09-012 power": 2000} if effect == "ST09-012/0" else {}
    rested = {f"my {scene.card['id']} rested": 1} if "rest_this" in scene.costs else {}
    below = {"my life bottom ST01-002": -1, "my hand ST01-002": 1}
    assert scene.changes == plus(scene.price, rested, below, more)


ACTIVATED = [effect for effect, data in EFFECTS.items() if data["timing"] == "activate_main"]


@pytest.mark.parametrize("effect", ACTIVATED)
def test_an_activated_effect_needs_its_conditions_and_the_own_turn(effect):
    scene = Scene(effect, their={"leader": "ST09-001"})
    assert scene.text in scene.options
    scene.do("end turn")
    assert scene.asked == P2
    assert scene.text not in scene.options


@pytest.mark.parametrize("effect", [effect for effect in ACTIVATED if EFFECTS[effect]["once_per_turn"]])
def test_a_once_per_turn_effect_works_once_per_turn(effect):
    card, given = Scene(effect).card, Scene(effect).attached
    hand = ["ST05-002"] * 4
    if card["category"] == "leader":
        half = Half(leader=Put(card["id"], don=given), active=10 - given, hand=hand, characters=["ST01-008"])
    else:
        half = Half(characters=[Put(card["id"], don=given), "ST01-008"], active=9 - given, rested=1, hand=hand)
    table, text = Table(half), Scene(effect).text
    table.do(text)
    while table.kind != "action":
        table.do(table.options[-1])
    assert effect in CARRIED_OUT
    assert text not in table.options
    table.do("end turn", "end turn", *[f"give DON!! to {card['name']}"] * given)
    if effect != "ST04-001/0":  # its seven DON!! are not available again so soon
        assert text in table.options


@pytest.mark.parametrize("effect", with_words("cost", "rest_this", timings=("activate_main",)))
def test_a_card_may_rest_for_its_effect_on_the_turn_it_is_played(effect):
    scene = Scene(effect)
    card = scene.card
    half = Half(hand=[card["id"], "ST05-002"], active=card["cost"] + 1)
    table = Table(half, Half(characters=[KAROO])).do(f"play {card['name']}")
    while table.kind != "action":
        table.do("none")
    assert scene.text in table.options
