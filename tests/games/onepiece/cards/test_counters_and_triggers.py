"""Counters that add power, and the Triggers of many cards."""

from support.onepiece_cards import (
    EFFECTS,
    FODDER,
    KAROO,
    ONE_ACTIVE,
    RESTED_ROBIN,
    Scene,
    about,
    damage,
    drawn,
    each,
    ko,
    plus,
)
from support.onepiece_table import P2, Put

# ---------------------------------------------------------------------- counters that add power


@each(
    ("effect", "amount", "first", "then", "more"),
    ("ST01-014/0", 3000, [], [], {}),
    ("ST02-015/0", 2000, [], ["1"], ONE_ACTIVE),
    ("ST02-015/0", 2000, [], ["0"], {}),
    ("ST02-016/0", 4000, [], ["1"], ONE_ACTIVE),
    ("ST02-016/0", 4000, [], ["0"], {}),
    ("ST03-017/0", 4000, [], [], drawn()),
    ("ST04-016/0", 4000, [], [], {}),
    ("ST06-014/0", 4000, [], [], {}),
    ("ST06-016/0", 2000, [], [], {}),
    ("ST07-016/0", 2000, ["none"], [], {}),
    ("ST09-015/0", 4000, [], [], {}),
)
def test_a_counter_event_adds_power_to_one_of_the_own_until_the_battle_ends(effect, amount, first, then, more):
    def scene():
        return Scene(effect, {"characters": ["ST01-008"]}, {"characters": ["ST01-010"]}).go().do(*first)

    assert sorted(scene().options) == ["Nico Robin", "leader", "none"]
    assert scene().do("none", *then).did(more)
    assert scene().do("Nico Robin", *then).did(more, {"my ST01-008 power": amount})
    table = scene().do("leader", *then)
    assert table.did(more, {"my leader power": amount})
    table.do("no counter")  # 5000 against more: no damage, and the power is gone
    assert table.did(more)
    assert scene().do("Nico Robin", *then).do("no counter").did(more, damage("my"))


@about("ST02-015/0", "ST02-016/0")
def test_one_rested_don_becomes_active():
    for effect, price in (("ST02-015/0", 1), ("ST02-016/0", 2)):
        scene = Scene(effect, {"active": price, "rested": 3}).go().do("leader")
        assert scene.options == ["1", "0"]


@about("ST03-017/0")
def test_love_love_mellow_draws_with_three_cards_in_hand_and_not_with_four():
    scene = Scene("ST03-017/0", {"hand": [KAROO] * 3}).go().do("leader")
    assert scene.did({"my leader power": 4000}, drawn())
    scene = Scene("ST03-017/0", {"hand": [KAROO] * 4}).go().do("leader")
    assert scene.did({"my leader power": 4000})


@about("ST04-016/0")
def test_blast_breath_returns_any_don():
    scene = Scene("ST04-016/0", {"active": 2, "characters": [Put("ST01-008", don=1)]}).start().do("yes")
    assert sorted(scene.options) == ["DON!! of Nico Robin", "active DON!!", "rested DON!!"]
    scene.do("DON!! of Nico Robin", "leader")
    assert scene.changes == plus(scene.price, {"my ST01-008 DON!!": -1, "my DON!! deck": 1, "my leader power": 4000})


@about("ST05-017/0")
def test_union_armada_protects_a_film_character_for_the_turn():
    film, other = Put("ST05-013", rested=True), Put("ST01-010", rested=True)
    my = {"leader": "ST05-001", "characters": [film, other]}
    their = {"characters": ["ST04-003", "ST05-007"], "hand": ["ST01-015"], "active": 4}
    scene = Scene("ST05-017/0", my, their).go()
    assert scene.options == ["leader", "Bins", "none"]
    scene.do("Bins")
    assert scene.did({"my ST05-013 power": 4000})
    scene.do("no counter")
    scene.do("attack Bins with Kaido", "no counter")  # 10000 against 6000, and still there
    assert "ST05-013" in scene.field(P2)
    scene.do("play Gum-Gum Jet Pistol", "opposing Bins")
    assert scene.field(P2) == ["ST05-013", "ST01-010"]


@about("ST05-017/0")
def test_union_armadas_protection_ends_with_the_turn():
    my = {"leader": "ST05-001", "characters": [Put("ST05-013", rested=True)]}
    scene = Scene("ST05-017/0", my, {"characters": ["ST04-003"]}).go().do("Bins", "no counter", "end turn")
    scene.do("attack leader with Bins", "end turn", "attack Bins with Kaido", "no counter")
    assert scene.field(P2) == []


@about("ST05-017/0")
def test_union_armada_for_the_leader_or_nobody_protects_no_character():
    my = {"leader": "ST05-001", "characters": [Put("ST05-013", rested=True)]}
    for choice, more in (("leader", {"my leader power": 4000}), ("none", {})):
        scene = Scene("ST05-017/0", my, {"characters": ["ST04-003"]}).go().do(choice)
        assert scene.did(more)
        scene.do("no counter", "attack Bins with Kaido", "no counter")
        assert scene.field(P2) == []
    scene = Scene("ST05-017/0", {}, {}).go()  # a leader without FILM: nobody to choose
    assert scene.did()


# ---------------------------------------------------------------------- triggers of many cards

PLAYED = [
    effect
    for effect, data in EFFECTS.items()
    if data["timing"] == "trigger" and data["actions"] == [{"op": "play_this"}] and not data["cost"]
]


@each("effect", *PLAYED)
def test_a_character_taken_as_damage_is_played_by_its_trigger(effect):
    scene = Scene(effect, {}, {"characters": ["ST01-010"]}).start()
    while scene.kind != "action":
        scene.do("top" if "top" in scene.options else scene.options[0])  # an [On Play], which changes nothing here
    card = scene.card["id"]
    assert scene.did({f"my trash {card}": -1, f"my field {card}": 1})


@about("ST02-005/trigger", "ST02-005/0")
def test_an_on_play_follows_a_trigger():
    their = {"characters": [RESTED_ROBIN]}
    scene = Scene("ST02-005/trigger", {}, their).go().do("opposing Nico Robin")
    assert scene.did({"my trash ST02-005": -1, "my field ST02-005": 1}, ko("their", "ST01-008"))


@about("ST04-010/trigger")
def test_an_on_play_after_a_trigger_is_not_offered_when_it_cannot_be_paid():
    scene = Scene("ST04-010/trigger", {}, {"characters": [KAROO]}).go()
    assert scene.kind == "action"
    assert scene.did({"my trash ST04-010": -1, "my field ST04-010": 1})
    scene = Scene("ST04-010/trigger", {"active": 1}, {"characters": [KAROO]}).go()
    assert scene.options == ["yes", "no"]
    scene.do("yes", "opposing Karoo")
    assert scene.did(
        {"my trash ST04-010": -1, "my field ST04-010": 1, "my active": -1, "my DON!! deck": 1}, ko("their", KAROO)
    )


@about("ST07-009/trigger")
def test_mont_dor_comes_for_a_card_from_hand():
    scene = Scene("ST07-009/trigger", {"hand": [FODDER, "ST01-004"]}, {}).start()
    assert sorted(scene.options) == ["Sanji", "Tony Tony.Chopper"]
    scene.do("Tony Tony.Chopper")
    assert scene.did({"my trash ST07-009": -1, "my field ST07-009": 1})


@each("effect", "ST08-015/trigger", "ST09-015/trigger")
def test_a_trigger_draws_a_card(effect):
    scene = Scene(effect, {"deck": ["ST01-010"]}, {"active": 1}).go()
    assert scene.did(drawn("ST01-010"))


@each("effect", "ST04-015/trigger", "ST05-016/trigger", "ST05-017/trigger")
def test_a_trigger_adds_an_active_don(effect):
    scene = Scene(effect, {}, {"active": 1}).go()
    assert scene.options == ["1", "0"]
    assert scene.do("1").did({"my active": 1, "my DON!! deck": -1})
    assert Scene(effect, {}, {"active": 1}).go().do("0").did()
    assert Scene(effect, {"rested": 10}, {"active": 1}).go().did()  # the DON!! deck is empty


@each("effect", "ST04-014/0", "ST04-014/trigger")
def test_lead_performer_draws_and_adds_an_active_don(effect):
    my, their = {"deck": ["ST01-010"]}, {"active": 1}
    scene = Scene(effect, my, their).go()
    assert scene.options == ["1", "0"]
    assert scene.do("1").did(drawn("ST01-010"), {"my active": 1, "my DON!! deck": -1})
    assert Scene(effect, my, their).go().do("0").did(drawn("ST01-010"))
