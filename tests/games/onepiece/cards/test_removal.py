"""Effects of many decks that remove cards: K.O., back to the hand, under the deck; and what effects cost."""

from support.onepiece_cards import (
    COSTING,
    KAROO,
    RESTED_FRANKY,
    RESTED_ROBIN,
    Scene,
    Table,
    about,
    changed,
    drawn,
    each,
    id_of,
    ko,
    name,
    opposing,
    snapshot,
)
from support.onepiece_table import P2, Half, Put

# ---------------------------------------------------------------------- K.O.

IN_HAND = {"my trash ST09-009": -1, "my hand ST09-009": 1}


@each(
    ("effect", "whom", "spared", "then", "more"),
    ("ST01-015/0", "ST01-010", ["ST03-009"], [], {}),
    ("ST01-015/trigger", "ST01-010", ["ST03-009"], [], {}),
    ("ST01-016/trigger", "ST03-013", ["ST05-004", "ST01-008"], [], {}),
    ("ST02-005/0", RESTED_ROBIN, ["ST09-011", RESTED_FRANKY], [], {}),
    ("ST04-003/0", COSTING[6], [COSTING[7]], [], {"my ST04-003 Rush": 1}),
    ("ST04-004/0", COSTING[4], [COSTING[5]], [], {}),
    ("ST04-010/0", COSTING[3], [COSTING[4]], [], {}),
    ("ST04-015/0", COSTING[6], [COSTING[7]], ["0"], {}),
    ("ST04-015/0", COSTING[6], [COSTING[7]], ["1"], {"my active": 1, "my DON!! deck": -1}),
    ("ST05-016/0", COSTING[5], [COSTING[6]], [], {}),
    ("ST06-012/0", COSTING[4], [COSTING[5]], [], {}),
    ("ST06-014/trigger", COSTING[4], [COSTING[5]], [], {}),
    ("ST07-009/0", COSTING[3], [COSTING[4]], [], {}),
    ("ST08-004/0", COSTING[2], [COSTING[3]], [], {}),
    ("ST08-015/0", COSTING[2], [COSTING[3]], [], {}),
    ("ST09-009/trigger", COSTING[1], [COSTING[2]], [], IN_HAND),
)
def test_an_effect_kos_one_fitting_character_or_none(effect, whom, spared, then, more):
    mine, others = {"characters": [Put("ST01-006", rested=True)]}, {"characters": [whom, whom, *spared]}
    others |= {"leader": Put("ST01-001", rested=True)} if effect == "ST02-005/0" else {}
    scene = Scene(effect, mine, others).go()
    assert scene.asked == scene.me
    assert scene.options == [f"{opposing(whom)} #1", f"{opposing(whom)} #2", "none"]
    scene.do(f"{opposing(whom)} #2")
    assert not then or scene.options == ["1", "0"]
    scene.do(*then)
    assert scene.did(ko("their", id_of(whom)), more)
    assert Scene(effect, mine, others).go().do("none", *then).did(more)
    alone = Scene(effect, mine, {**others, "characters": spared}).go().do(*then)
    assert alone.did(more)  # no character fits, and the effect is used anyway (R8.9)


@each("effect", "ST06-001/0", "ST06-002/0")
def test_a_ko_of_cost_zero_needs_the_cost_to_be_lowered_first(effect):
    mine = {"characters": [Put("ST02-012", rested=True)], "stage": "ST06-017"}
    mine |= {"leader": "ST06-001"} if effect == "ST06-002/0" else {}
    others = {"characters": [KAROO, "ST06-003", "ST02-011"]}  # of cost 1, 1 and 2
    scene = Scene(effect, mine, others).go()
    assert scene.did()  # nobody costs 0
    scene = Scene(effect, mine, others)
    scene.do("use Navy HQ", "opposing Karoo").go()
    assert scene.options == ["opposing Karoo", "none"]
    scene.do("opposing Karoo")
    assert scene.did({"my ST06-017 rested": 1}, ko("their", KAROO))
    scene = Scene(effect, mine, others)
    scene.do("use Navy HQ", "opposing Heat").go()
    assert scene.did({"my ST06-017 rested": 1, "their ST02-011 cost": -1})
    scene = Scene(effect, {**mine, "characters": ["ST08-002"]}, others)
    scene.do("use Navy HQ", "opposing Karoo", "use Uta", "opposing Jango").go()
    assert scene.options == ["opposing Karoo", "opposing Jango", "none"]
    tired = {"my ST06-017 rested": 1, "my ST08-002 rested": 1}
    assert scene.do("opposing Jango").did(tired, {f"their {KAROO} cost": -1}, ko("their", "ST06-003"))


@about("ST06-014/0")
def test_shockwave_also_kos_an_active_character_of_cost_three():
    effect = "ST06-014/0"
    others = {"characters": ["ST01-008", Put("ST09-011", rested=True), "ST01-010", "ST02-011"]}
    scene = Scene(effect, {"characters": [KAROO]}, others).go().do("leader")
    assert scene.options == ["opposing Nico Robin", "opposing Heat", "none"]
    scene.do("opposing Nico Robin")
    assert scene.did({"my leader power": 4000}, ko("their", "ST01-008"))
    assert Scene(effect, {}, others).go().do("leader", "none").did({"my leader power": 4000})


@about("ST08-005/0")
def test_shanks_kos_all_of_cost_one_on_both_sides():
    mine = {"characters": [KAROO, "ST02-011"]}
    others = {"characters": ["ST02-012", KAROO, "ST02-011"]}
    scene = Scene("ST08-005/0", mine, others).go()
    assert scene.kind == "action"
    assert scene.did(ko("my", KAROO), ko("their", KAROO), ko("their", "ST02-012"))


# ---------------------------------------------------------------------- back to the hand, or under the deck


@each(
    ("effect", "most"),
    ("ST03-001/0", 5),
    ("ST03-009/0", 7),
    ("ST03-014/0", 3),
    ("ST03-015/0", 7),
    ("ST03-015/trigger", 7),
    ("ST03-016/0", 3),
    ("ST03-016/trigger", 3),
)
def test_a_character_of_either_side_returns_to_its_owners_hand(effect, most):
    fits, near = COSTING[most], COSTING[most + 1]
    mine, others = {"characters": [fits, near]}, {"characters": [Put(fits, don=1), near]}

    def scene():
        return Scene(effect, mine, others).go()

    itself = ["Donquixote Doflamingo"] if effect == "ST03-009/0" else []
    assert sorted(scene().options) == sorted([name(fits), opposing(fits), "none", *itself])
    returned = {f"their field {fits}": -1, f"their hand {fits}": 1, "their rested": 1}  # its DON!! stays, rested (R2.3)
    assert scene().do(opposing(fits)).did(returned)
    assert scene().do(name(fits)).did({f"my field {fits}": -1, f"my hand {fits}": 1})
    assert scene().do("none").did()


@about("ST03-009/0")
def test_doflamingo_may_return_himself():
    scene = Scene("ST03-009/0", {}, {"characters": [KAROO]}).go().do("Donquixote Doflamingo")
    assert scene.changes == {"my active": -7, "my rested": 7}


@about("ST03-016/0")
def test_an_attacker_that_is_returned_deals_no_damage():
    table = Table(Half(characters=[Put("ST01-009", don=1)]), Half(hand=["ST03-016"], active=2))
    before = snapshot(table)
    table.do("attack leader with Nefeltari Vivi", "use Thrust Pad Cannon", "opposing Nefeltari Vivi")
    assert table.kind == "action"
    mine = {"my field ST01-009": -1, "my hand ST01-009": 1, "my rested": 1}
    price = {"their hand ST03-016": -1, "their trash ST03-016": 1, "their active": -2, "their rested": 2}
    assert changed(before, snapshot(table)) == {**mine, **price}


@about("ST03-003/0")
def test_crocodile_puts_a_character_of_cost_two_under_its_owners_deck():
    mine, others = {"characters": ["ST02-012", "ST01-008"]}, {"characters": ["ST02-011", "ST01-008"]}

    def scene():
        return Scene("ST03-003/0", mine, others).go()

    assert sorted(scene().options) == ["Bepo", "none", "opposing Heat"]
    assert scene().do("opposing Heat").did({"their field ST02-011": -1, "their deck bottom ST02-011": 1})
    assert scene().do("Bepo").did({"my field ST02-012": -1, "my deck bottom ST02-012": 1})
    assert scene().do("none").did()


# ---------------------------------------------------------------------- costs

NAVY = {"leader": "ST06-001"}


@each(
    ("effect", "amount", "more", "my"),
    ("ST06-005/0", 4, {}, {}),
    ("ST06-006/0", 2, {}, {}),
    ("ST06-008/0", 4, {}, {}),
    ("ST06-010/0", 3, {}, {}),
    ("ST06-015/0", 2, drawn(), {}),
    ("ST06-017/0", 1, {}, {}),
    ("ST06-017/1", 1, {}, NAVY),
    ("ST08-002/1", 2, {}, {}),
    ("ST08-006/0", 4, {}, {}),
    ("ST08-008/0", 2, {}, {}),
    ("ST08-014/0", 7, {}, {}),
)
def test_an_opposing_character_costs_less_for_this_turn(effect, amount, more, my):
    mine = {"characters": [Put("ST01-006", rested=True)], **my}
    others = {"characters": ["ST04-003", KAROO]}

    def scene():
        return Scene(effect, mine, others).go()

    assert scene().options == ["opposing Kaido", "opposing Karoo", "none"]
    assert scene().do("none").did(more)
    assert scene().do("opposing Karoo").did(more, {f"their {KAROO} cost": -1})  # never below 0 (R0.6)
    table = scene().do("opposing Kaido")
    assert table.did(more, {"their ST04-003 cost": -amount})
    if table.kind == "counter":
        table.do("no counter")
        assert table.cost(P2, "ST04-003") == 9 - amount  # longer than the battle
    table.do("end turn")
    assert table.cost(P2, "ST04-003") == 9


@about("ST06-017/1")
def test_navy_hq_rests_without_effect_if_the_leader_is_not_navy():
    assert Scene("ST06-017/1", {}, {"characters": [KAROO]}).go().did()


@about("ST06-006/0", "ST06-008/0")
def test_lowered_costs_add_up():
    table = Table(Half(characters=["ST06-006", "ST08-002"], hand=["ST06-008"], active=3), Half(characters=["ST02-006"]))
    table.do("use Tashigi", "opposing Koby", "play Hina", "opposing Koby")  # 4 - 2 - 4
    assert table.cost(P2, "ST02-006") == 0
    table.do("end turn")
    assert table.cost(P2, "ST02-006") == 4
