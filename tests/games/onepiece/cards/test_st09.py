"""Every card of the deck ST09: what it changes, and that it changes nothing else."""

from support.onepiece_cards import (
    COSTING,
    FODDER,
    KAROO,
    LIFE,
    Scene,
    Table,
    about,
    changed,
    damage,
    ko,
    plus,
    snapshot,
)
from support.onepiece_table import P1, P2, Half, Put


@about("ST09-001/0")
def test_yamato_has_1000_more_in_the_opponents_turn_with_a_don_and_two_life():
    for given, life, power in ((1, 2, 6000), (1, 3, 5000), (0, 2, 5000)):
        table = Table(Half(life=2), Half(Put("ST09-001", don=given), [KAROO], life=life))
        assert table.power(P2, "ST09-001") == power
        assert table.power(P2, KAROO) == 3000
    assert Table(Half(Put("ST09-001", don=1), life=2)).power(P1, "ST09-001") == 6000  # for the DON!! alone


@about("ST09-002/trigger")
def test_tempuras_trigger_rests_a_character_of_cost_two_and_goes_to_hand():
    def scene(characters):
        return Scene("ST09-002/trigger", {"characters": [FODDER]}, {"characters": characters, "active": 1})

    in_hand = {"my trash ST09-002": -1, "my hand ST09-002": 1}
    both = [COSTING[2], COSTING[1], COSTING[3]]
    played = scene(both)
    played.do("attack leader with leader", "no block", "use the Trigger")
    assert played.options == ["opposing Heat", "opposing Karoo", "none"]
    assert played.do("opposing Heat").did(in_hand, {"their ST02-011 rested": 1})
    played = scene(both).do("attack leader with leader", "no block", "use the Trigger", "none")
    assert played.did(in_hand)
    played = scene([COSTING[3]]).do("attack leader with leader", "no block", "use the Trigger")
    assert played.did(in_hand)


@about("ST09-004/0")
def test_kaido_cannot_be_koed_in_battle_with_a_don_and_two_life():
    def table(don=1, life=2):
        defence = Half(characters=[Put("ST09-004", rested=True, don=don)], life=life)
        return Table(Half(characters=["ST01-010"], hand=["ST01-015"], active=4, life=2), defence)

    before = snapshot(table())
    there = table().do("attack Kaido with Franky")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1}
    assert there.do("play Gum-Gum Jet Pistol", "opposing Kaido").field(P2) == []
    assert table(don=0).do("attack Kaido with Franky").field(P2) == []
    assert table(life=3).do("attack Kaido with Franky").field(P2) == []


@about("ST09-005/0")
def test_oden_attacks_doubly_with_a_don():
    table = Table(Half(characters=["ST09-005", KAROO], active=1))
    before = snapshot(table)
    table.do("give DON!! to Kouzuki Oden")
    mine = {"my active": -1, "my ST09-005 DON!!": 1, "my ST09-005 power": 1000, "my ST09-005 Double Attack": 1}
    assert changed(before, snapshot(table)) == mine
    before = snapshot(table)
    table.do("attack leader with Kouzuki Oden")
    assert changed(before, snapshot(table)) == plus({"my ST09-005 rested": 1}, damage("their"), damage("their"))


@about("ST09-005/1")
def test_odens_ko_may_bring_life_for_two_cards():
    def lost(*hand):
        defence = Half(characters=[Put("ST09-005", rested=True)], hand=hand, life=2, deck=["ST02-011"])
        table = Table(Half(characters=["ST04-003"]), defence)
        before = snapshot(table, P2)
        return table.do("attack Kouzuki Oden with Kaido"), before

    hand = ["ST01-006", "ST01-004", "ST01-005"]
    gone = {"their ST04-003 rested": 1, **ko("my", "ST09-005")}
    paid = {"my hand ST01-004": -1, "my hand ST01-005": -1, "my trash ST01-004": 1, "my trash ST01-005": 1}
    life = {"my deck top ST02-011": -1, "my life top ST02-011": 1}
    table, before = lost(*hand)
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes", "Sanji", "Jinbe")
    assert table.options == ["1", "0"]
    table.do("1")
    assert changed(before, snapshot(table, P2)) == {**gone, **paid, **life}
    table, before = lost(*hand)
    table.do("yes", "Sanji", "Jinbe", "0")
    assert changed(before, snapshot(table, P2)) == {**gone, **paid}
    table, before = lost(*hand)
    table.do("no")
    assert changed(before, snapshot(table, P2)) == gone
    table, before = lost(hand[0])  # one card is not enough
    assert table.kind == "action"
    assert changed(before, snapshot(table, P2)) == gone


@about("ST09-007/0")
def test_shinobu_takes_life_for_4000_in_this_battle():
    table = Scene("ST09-007/0", {"life": LIFE, "characters": ["ST01-008"]}).go()
    assert table.did({"my ST09-007 power": 4000})
    table.do("no counter")  # 5000 against 6000
    assert table.did()


@about("ST09-008/0")
def test_ushimaru_plays_a_yellow_character_of_wano_of_cost_four():
    hand = [
        "ST09-002",
        "ST09-006",
        "ST09-013",
        "ST09-003",
        "ST09-014",
    ]  # the last three: cost 5, another type, an event

    def scene():
        return Scene("ST09-008/0", {"life": LIFE, "hand": hand}).go()

    assert scene().options == ["Uzuki Tempura", "Kouzuki Momonosuke", "none"]
    assert scene().do("Uzuki Tempura").did({"my hand ST09-002": -1, "my field ST09-002": 1})
    assert scene().do("none").did()


@about("ST09-008/0")
def test_ushimaru_may_play_the_card_that_he_takes_from_life():
    scene = Scene("ST09-008/0", {"life": ["ST09-007", KAROO]}).go()
    assert scene.options == ["Shinobu", "none"]
    assert scene.do("Shinobu").did({"my hand ST09-007": -1, "my field ST09-007": 1})


def ace(how, life=LIFE, **others):
    """Ace about to be K.O.'d: in battle, or by an effect."""
    mine = Half(characters=["ST04-003"], hand=["ST04-015", "ST08-015"], active=6)
    table = Table(mine, Half(characters=[Put("ST09-010", rested=True)], life=life, **others))
    before = snapshot(table, P2)
    if how == "battle":
        return table.do("attack Portgas.D.Ace with Kaido"), before
    return table.do("play Brachio Bomber", "opposing Portgas.D.Ace"), before


@about("ST09-010/0")
def test_ace_trashes_life_instead_of_being_koed():
    table, before = ace("battle")
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes")
    assert table.options == ["top", "bottom"]
    table.do("bottom")
    tired = {"their ST04-003 rested": 1}
    assert changed(before, snapshot(table, P2)) == {**tired, f"my life bottom {KAROO}": -1, f"my trash {KAROO}": 1}
    table, before = ace("battle")
    table.do("yes", "top")
    assert changed(before, snapshot(table, P2)) == {**tired, "my life top ST02-011": -1, "my trash ST02-011": 1}
    table, before = ace("battle")
    table.do("no")
    assert changed(before, snapshot(table, P2)) == {**tired, **ko("my", "ST09-010")}
    table, before = ace("battle", life=0)
    assert changed(before, snapshot(table, P2)) == {**tired, **ko("my", "ST09-010")}


@about("ST09-010/0")
def test_ace_does_so_against_effects_too_but_once_a_turn():
    table, before = ace("effect")
    table.do("yes", "top", "0")
    price = {"their hand ST04-015": -1, "their trash ST04-015": 1, "their active": -6, "their rested": 6}
    assert changed(before, snapshot(table, P2)) == {**price, "my life top ST02-011": -1, "my trash ST02-011": 1}
    table.do("attack Portgas.D.Ace with Kaido")
    assert table.field(P2) == []
    table, _ = ace("battle")
    table.do("yes", "top", "end turn", "attack leader with Portgas.D.Ace", "end turn")
    table.do("attack Portgas.D.Ace with Kaido", "no counter")
    assert (table.asked, table.options) == (P2, ["yes", "no"])  # in another turn again


@about("ST09-010/0")
def test_ace_is_only_returned_to_hand_without_a_word():
    table = Table(Half(hand=["ST03-009"], active=7), Half(characters=["ST09-010"], life=LIFE))
    table.do("play Donquixote Doflamingo", "opposing Portgas.D.Ace")
    assert table.hand(P2) == ["ST09-010"]
    ace("battle")[0].do("yes", "top")


@about("ST09-012/0")
def test_yamato_takes_life_for_2000_until_the_next_own_turn():
    table = Scene("ST09-012/0", {"life": LIFE}).go()
    assert table.did({"my ST09-012 power": 2000})
    table.do("no counter", "end turn")
    assert table.power(P1, "ST09-012") == 5000
    table.do("end turn")
    assert table.power(P1, "ST09-012") == 3000


@about("ST09-014/0")
def test_narikabura_arrow_takes_3000_for_the_turn_with_two_life():
    def scene(life=2):
        their = {"characters": ["ST01-008"], "life": 2}
        return Scene("ST09-014/0", {"life": life, "characters": [KAROO]}, their).go()

    assert scene().options == ["opposing leader", "opposing Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("opposing Nico Robin").did({"their ST01-008 power": -3000})
    table = scene().do("opposing leader")
    assert table.did({"their leader power": -3000})
    table.do("no counter")
    assert table.did({"their leader power": -3000})  # no damage, and longer than the battle
    table.do("end turn")
    assert table.power(P1, "ST01-001") == 5000
    assert scene(life=3).did()


@about("ST09-014/trigger")
def test_narikabura_arrows_trigger_brings_life_for_two_cards():
    def scene():
        return Scene("ST09-014/trigger", {"deck": ["ST01-010"]}, {"active": 1}).go()

    assert scene().options == ["1", "0"]
    assert scene().do("1").did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene().do("0").did()


@about("ST09-015/0")
def test_thunder_bagua_puts_a_character_of_cost_three_into_life_with_two_life():
    def scene(life=2):
        their = {"characters": [COSTING[3], COSTING[2], COSTING[4]], "life": LIFE[:2]}
        return Scene("ST09-015/0", {"life": life, "characters": [KAROO]}, their).go().do("leader")

    power = {"my leader power": 4000}
    assert scene().options == ["opposing Nico Robin", "opposing Heat", "none"]
    assert scene().do("none").did(power)
    table = scene().do("opposing Nico Robin")
    assert table.options == ["top", "bottom"]
    assert table.asked == P2
    assert table.do("top").did(power, {"their field ST01-008": -1, "their life top ST01-008^": 1})
    table = scene().do("opposing Nico Robin", "bottom")
    assert table.did(power, {"their field ST01-008": -1, "their life bottom ST01-008^": 1})
    assert scene(life=3).did(power)
