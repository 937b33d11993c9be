"""Every card of the deck ST02: what it changes, and that it changes nothing else."""

from support.onepiece_cards import (
    KAROO,
    ONE_ACTIVE,
    RESTED_ROBIN,
    Scene,
    Table,
    about,
    changed,
    damage,
    ko,
    shown,
    snapshot,
)
from support.onepiece_table import P1, Half, Put


@about("ST02-001/0")
def test_kid_becomes_active_and_attacks_again():
    table = Table(Half(Put("ST02-001", rested=True), [KAROO], hand=["ST02-011", "ST01-008"], active=4))
    before = snapshot(table)
    table.do("use leader")
    assert sorted(table.options) == ["Heat", "Nico Robin"]
    table.do("Heat")
    assert changed(before, snapshot(table)) == {
        "my active": -3,
        "my rested": 3,
        "my hand ST02-011": -1,
        "my trash ST02-011": 1,
        "my leader rested": -1,
    }
    assert "attack leader with leader" in table.options
    assert Scene("ST02-001/0").go().did()  # an active one may pay without effect


@about("ST02-003/0")
def test_urouge_has_2000_more_with_a_don_among_three():
    for given, others, more in ((1, 2, 3000), (1, 1, 1000), (0, 2, 0)):
        characters = [Put("ST02-003", don=given), *[KAROO] * others]
        table = Table(Half(characters=characters, active=1), Half(characters=[KAROO] * 3))
        assert table.power(P1, "ST02-003") == 3000 + more
        assert table.power(P1, KAROO) == 3000
    table = Table(Half(characters=[Put("ST02-003", don=1), KAROO, KAROO])).do("end turn")
    assert table.power(P1, "ST02-003") == 5000


@about("ST02-007/0")
def test_bonney_looks_at_five_and_takes_a_supernova():
    deck = ["ST02-011", "ST02-005", "ST01-008", "ST02-014", "ST02-006", "ST02-009"]

    def scene():
        return Scene("ST02-007/0", {"deck": deck}).go()

    assert sorted(scene().options) == ["Killer", "X.Drake", "none"]  # Law is the sixth
    table = scene().do("X.Drake", "Nico Robin", "Koby", "Heat")
    bottom = {f"my deck bottom {card}": 1 for card in ("ST01-008", "ST02-006", "ST02-011", "ST02-005")}
    top = {f"my deck top {card}": -1 for card in deck[:5]}
    assert table.did(top, bottom, {"my hand ST02-014": 1})
    assert shown(table, "ST02-014")
    assert table.deck(P1)[-4:] == ["ST01-008", "ST02-006", "ST02-011", "ST02-005"]
    table = scene().do("none", "Heat", "Killer", "Nico Robin", "X.Drake")
    assert table.did(top, bottom, {"my deck bottom ST02-014": 1})


@about("ST02-008/0")
def test_apoo_rests_one_of_the_opponents_don():
    def scene(active):
        return Scene("ST02-008/0", {"active": 2}, {"active": active, "rested": 1, "hand": [KAROO]}).go()

    assert scene(2).options == ["1", "0"]
    assert scene(2).do("1").did({"their active": -1, "their rested": 1})
    assert scene(2).do("0").did()
    assert scene(0).did()


@about("ST02-009/0")
def test_law_sets_a_rested_supernova_or_heart_pirate_active():
    rested = [Put(card, rested=True) for card in ("ST02-010", "ST02-012", "ST02-013", "ST02-011")]
    my, their = {"characters": [*rested[:3], "ST02-008"]}, {"characters": [Put("ST02-012", rested=True)]}

    def scene():
        return Scene("ST02-009/0", my, their).go()

    assert scene().options == ["Basil Hawkins", "Bepo", "none"]  # Kid costs 7, Apoo is active
    assert scene().do("Basil Hawkins").did({"my ST02-010 rested": -1})
    assert scene().do("Bepo").did({"my ST02-012 rested": -1})
    assert scene().do("none").did()
    assert Scene("ST02-009/0", {"characters": rested[3:]}, their).go().did()  # Heat is of the Kid Pirates
    assert Scene("ST02-009/0", {"leader": Put("ST02-001", rested=True), "characters": [KAROO]}).go().did()


@about("ST02-010/0")
def test_hawkins_becomes_active_once_after_a_battle_with_a_character():
    targets = [Put("ST01-008", rested=True), Put("ST03-012", rested=True), Put("ST05-013", rested=True)]
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=targets))
    before = snapshot(table)
    table.do("attack Nico Robin with Basil Hawkins")
    assert changed(before, snapshot(table)) == ko("their", "ST01-008")
    before = snapshot(table)
    table.do("attack Pacifista with Basil Hawkins")
    assert changed(before, snapshot(table)) == {**ko("their", "ST03-012"), "my ST02-010 rested": 1}


@about("ST02-010/0")
def test_hawkins_becomes_active_after_a_block_and_after_a_lost_battle():
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=["ST02-004"]))
    before = snapshot(table)
    table.do("attack leader with Basil Hawkins", 'block with Capone"Gang"Bege')
    assert changed(before, snapshot(table)) == ko("their", "ST02-004")
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=[Put("ST04-003", rested=True)]))
    before = snapshot(table)
    table.do("attack Kaido with Basil Hawkins")
    assert changed(before, snapshot(table)) == {}


def test_hawkins_stays_rested_after_a_leader_without_don_and_in_the_other_turn():
    table = Table(Half(characters=[Put("ST02-010", don=1)]))
    before = snapshot(table)
    table.do("attack leader with Basil Hawkins")
    assert changed(before, snapshot(table)) == {"my ST02-010 rested": 1, **damage("their")}
    table = Table(Half(characters=["ST02-010"]), Half(characters=[RESTED_ROBIN]))
    before = snapshot(table)
    table.do("attack Nico Robin with Basil Hawkins")
    assert changed(before, snapshot(table)) == {"my ST02-010 rested": 1, **ko("their", "ST01-008")}
    table = Table(Half(characters=[KAROO]), Half(characters=[Put("ST02-010", rested=True, don=1)]))
    before = snapshot(table)
    table.do("attack Basil Hawkins with Karoo")
    assert changed(before, snapshot(table)) == {f"my {KAROO} rested": 1}


@about("ST02-013/0")
def test_kid_becomes_active_at_the_end_of_the_turn_with_a_don():
    for given, rested in ((1, 0), (0, 1)):
        characters = [Put("ST02-013", rested=True, don=given), Put("ST01-008", rested=True)]
        table = Table(Half(characters=characters))
        table.do("end turn")
        assert [int(unit.rested) for unit in table.side(P1).characters] == [rested, 1]


@about("ST02-014/0")
def test_drake_rested_with_a_don_strengthens_supernovas_and_navy():
    characters = [Put("ST02-014", don=1), "ST02-003", "ST02-006", "ST01-008"]
    table = Table(Half("ST02-001", characters), Half("ST02-001", ["ST02-006"]))
    before = snapshot(table)
    table.do("attack leader with X.Drake")
    stronger = {f"my {card} power": 1000 for card in ("leader", "ST02-014", "ST02-003", "ST02-006")}
    assert changed(before, snapshot(table)) == {"my ST02-014 rested": 1, **stronger, **damage("their")}
    table.do("end turn")
    assert [table.power(P1, card) for card in ("ST02-001", "ST02-014", "ST02-006")] == [5000, 5000, 6000]
    table = Table(Half("ST02-001", ["ST02-014", "ST02-006"], active=1)).do("attack leader with X.Drake")
    assert table.power(P1, "ST02-006") == 6000  # no DON!!
    table.do("give DON!! to X.Drake")
    assert table.power(P1, "ST02-006") == 7000


@about("ST02-015/trigger")
def test_scalpels_trigger_sets_two_don_active():
    def scene(rested):
        return Scene("ST02-015/trigger", {"rested": rested}, {"rested": 3, "active": 1}).go()

    assert scene(3).options == ["2", "1", "0"]
    assert scene(3).do("2").did({"my active": 2, "my rested": -2})
    assert scene(3).do("1").did(ONE_ACTIVE)
    assert scene(3).do("0").did()
    assert scene(1).options == ["1", "0"]
    assert scene(0).did()


@about("ST02-017/0")
def test_straw_sword_rests_an_opposing_character():
    def scene():
        return Scene("ST02-017/0", {"characters": [KAROO]}, {"characters": ["ST04-003", "ST01-008"]}).go()

    assert scene().options == ["opposing Kaido", "opposing Nico Robin", "none"]
    assert scene().do("opposing Kaido").did({"their ST04-003 rested": 1})
    assert scene().do("none").did()


@about("ST02-017/trigger")
def test_straw_swords_trigger_plays_a_supernova_of_cost_two():
    # Killer costs 3, Chopper is none, Scalpel is an event
    hand = ["ST02-003", "ST02-004", "ST02-005", "ST01-006", "ST02-015"]

    def scene():
        return Scene("ST02-017/trigger", {"hand": hand}, {"active": 1}).go()

    assert scene().options == ["Urouge", 'Capone"Gang"Bege', "none"]
    assert scene().do("Urouge").did({"my hand ST02-003": -1, "my field ST02-003": 1})
    assert scene().do("none").did()
