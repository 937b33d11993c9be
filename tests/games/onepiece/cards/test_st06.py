"""Every card of the deck ST06: what it changes, and that it changes nothing else."""

from support.onepiece_cards import FODDER, KAROO, RESTED_ROBIN, Scene, Table, about, changed, drawn, snapshot
from support.onepiece_table import P1, P2, Half, Put


@about("ST06-004/0")
def test_smoker_cannot_be_koed_by_effects_but_in_battle():
    attack = Half(characters=["ST04-003"], hand=["ST04-015"], active=6)
    table = Table(attack, Half(characters=[Put("ST06-004", rested=True)])).do("play Brachio Bomber", "opposing Smoker")
    assert table.do("0").field(P2) == ["ST06-004"]
    table.do("attack Smoker with Kaido")
    assert table.field(P2) == []


@about("ST06-004/1")
def test_smoker_attacks_doubly_with_a_don_while_a_character_costs_nothing():
    def table(given):
        mine = Half(leader="ST06-001", characters=[Put("ST06-004", don=given)], stage="ST06-017", active=1)
        return Table(mine, Half(characters=[KAROO]))

    for given in (0, 1):
        assert not table(given).has(P1, "ST06-004", "Double Attack")
        there = table(given)
        before = snapshot(there)
        there.do("use Navy HQ", "opposing Karoo")
        double = {"my ST06-004 Double Attack": 1} if given else {}
        assert changed(before, snapshot(there)) == {"my ST06-017 rested": 1, f"their {KAROO} cost": -1, **double}
        there.do("end turn")
        assert not there.has(P1, "ST06-004", "Double Attack")
    there = Table(Half("ST06-001", stage="ST06-017"), Half(characters=[Put("ST06-004", don=1), KAROO]))
    before = snapshot(there)
    there.do("use Navy HQ", "opposing Karoo")  # the character may be on the own side
    double = {"their ST06-004 Double Attack": 1}
    assert changed(before, snapshot(there)) == {"my ST06-017 rested": 1, f"their {KAROO} cost": -1, **double}


@about("ST06-015/trigger")
def test_great_eruptions_trigger_has_the_opponent_trash_a_card_of_their_choice():
    scene = Scene("ST06-015/trigger", {"hand": [FODDER]}, {"hand": ["ST01-008", "ST01-010"], "active": 1}).go()
    assert scene.asked == P1
    assert sorted(scene.options) == ["Franky", "Nico Robin"]
    assert scene.do("Franky").did({"their hand ST01-010": -1, "their trash ST01-010": 1})
    assert Scene("ST06-015/trigger", {}, {"active": 1}).go().did()  # nothing to trash


@about("ST06-016/trigger")
def test_white_outs_trigger_draws_and_protects_all_characters_there_are_for_the_turn():
    my = {"characters": [RESTED_ROBIN, Put("ST09-011", rested=True)], "deck": ["ST02-011"]}
    my |= {"hand": ["ST06-014"], "active": 2}
    their = {"characters": ["ST04-003", KAROO, "ST02-012"], "hand": ["ST01-015"], "active": 4}
    scene = Scene("ST06-016/trigger", my, their).go()
    assert scene.did(drawn("ST02-011"))
    scene.do("attack Nico Robin with Kaido", "no counter", "play Gum-Gum Jet Pistol", "opposing Monkey.D.Luffy")
    assert scene.field(P2) == ["ST01-008", "ST09-011"]
    scene.do("attack Nico Robin with Karoo", "use Shockwave", "none", "opposing Bepo", "no counter")
    assert scene.field(P1) == ["ST04-003", KAROO]  # the opponent's are not protected
    scene.do("end turn", "attack leader with Nico Robin", "end turn")
    scene.do("attack Nico Robin with Kaido", "no counter")
    assert scene.field(P2) == ["ST09-011"]
