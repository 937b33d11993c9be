"""Every card of the deck ST05: what it changes, and that it changes nothing else."""

from support.onepiece_cards import (
    COSTING,
    KAROO,
    Scene,
    Table,
    about,
    changed,
    damage,
    drawn,
    ko,
    name,
    shown,
    snapshot,
)
from support.onepiece_table import P1, P2, Half, Put


@about("ST05-001/0")
def test_shanks_strengthens_all_film_characters_there_are():
    my = {"characters": ["ST05-007", "ST05-012", "ST01-008"], "hand": ["ST05-015"], "active": 5}
    table = Scene("ST05-001/0", my, {"characters": ["ST05-007"]}).go()
    assert table.did({"my ST05-007 power": 2000, "my ST05-012 power": 2000})
    table.do("play Dr. Indigo")
    assert table.power(P1, "ST05-015") == 4000
    table.do("end turn")
    assert table.power(P1, "ST05-007") == 3000


@about("ST05-002/0")
def test_ain_adds_a_rested_don():
    assert Scene("ST05-002/0").go().options == ["1", "0"]
    assert Scene("ST05-002/0").go().do("1").did({"my rested": 1, "my DON!! deck": -1})
    assert Scene("ST05-002/0").go().do("0").did()
    assert Scene("ST05-002/0", {"active": 10}).go().did()


@about("ST05-004/0")
def test_uta_rests_an_opposing_character_of_cost_five():
    def scene():
        others = {"characters": [COSTING[5], "ST09-013", COSTING[6]]}
        return Scene("ST05-004/0", {"characters": [KAROO]}, others).go()

    assert scene().options == ["opposing Monkey.D.Garp", "opposing Yamato", "none"]
    assert scene().do("opposing Monkey.D.Garp").did({"their ST08-010 rested": 1})
    assert scene().do("none").did()


@about("ST05-005/0")
def test_carina_adds_two_rested_don_when_the_opponent_has_more():
    def scene(mine, others):
        return Scene("ST05-005/0", {"active": mine}, {"active": others - 1, "characters": [Put(KAROO, don=1)]}).go()

    assert scene(3, 4).did({"my rested": 2, "my DON!! deck": -2})
    assert scene(4, 4).did()  # as many: paid without effect
    assert scene(5, 4).did()
    assert scene(9, 10).did({"my rested": 1, "my DON!! deck": -1})


@about("ST05-005/0")
def test_carina_asks_for_a_film_card():
    scene = Scene("ST05-005/0", {"hand": ["ST05-002", "ST05-007", KAROO]}, {"active": 1}).start()
    assert sorted(scene.options) == ["Ain", "Gordon"]
    scene.do("Gordon")
    gone = {"my hand ST05-007": -1, "my trash ST05-007": 1, "my ST05-005 rested": 1}
    assert scene.changes == {**gone, "my rested": 2, "my DON!! deck": -2}
    assert "use Carina" not in Scene("ST05-005/0", {"hand": [KAROO]}).options


@about("ST05-006/0")
def test_tesoro_draws_two():
    scene = Scene("ST05-006/0", {"deck": ["ST01-008", "ST01-010"]}).go()
    assert scene.did(drawn("ST01-008", "ST01-010"))


@about("ST05-008/0")
def test_shiki_cannot_be_koed_in_battle_with_eight_don():
    def table(**don):
        defence = Half(characters=[Put("ST05-008", rested=True, don=1)], **don)
        return Table(Half(characters=["ST04-003"], hand=["ST04-015"], active=9), defence)

    for there in (table(active=4, rested=3), table(active=7)):
        before = snapshot(there)
        there.do("attack Shiki with Kaido")
        assert changed(before, snapshot(there)) == {"my ST04-003 rested": 1}
    there = table(active=6)  # with the given one they are seven
    before = snapshot(there)
    there.do("attack Shiki with Kaido")
    assert changed(before, snapshot(there)) == {"my ST04-003 rested": 1, "their rested": 1, **ko("their", "ST05-008")}
    there = table(active=7).do("play Brachio Bomber", "opposing Shiki")
    assert there.field(P2) == []  # an effect can still K.O.


@about("ST05-010/0")
def test_zephyr_has_3000_more_against_strike_characters_for_the_turn():
    def battle(rival):
        table = Table(Half(characters=["ST05-010"]), Half(characters=[Put(rival, rested=True)], active=1))
        before = snapshot(table)
        table.do(f"attack {name(rival)} with Zephyr")
        return table, changed(before, snapshot(table))

    table, found = battle("ST04-003")  # Strike, 10000
    assert found == {"my ST05-010 rested": 1, "my ST05-010 power": 3000, **ko("their", "ST04-003")}
    table.do("end turn")
    assert table.power(P1, "ST05-010") == 8000
    assert battle("ST08-005")[1] == {"my ST05-010 rested": 1}  # Slash
    table = Table(Half(characters=["ST05-010"]))
    before = snapshot(table)
    table.do("attack leader with Zephyr")  # a Strike leader is no character
    assert changed(before, snapshot(table)) == {"my ST05-010 rested": 1, **damage("their")}


@about("ST05-010/0")
def test_zephyr_defends_himself_against_strike_characters_too():
    table = Table(Half(characters=["ST04-003"]), Half(characters=[Put("ST05-010", rested=True)]))
    before = snapshot(table, P2)
    table.do("attack Zephyr with Kaido")
    assert changed(before, snapshot(table, P2)) == {"their ST04-003 rested": 1, "my ST05-010 power": 3000}
    table.do("end turn")
    assert table.power(P2, "ST05-010") == 8000


@about("ST05-010/1")
def test_zephyr_adds_2000_for_a_don():
    table = Scene("ST05-010/1", {"characters": ["ST05-013"]}).go()
    assert table.did({"my ST05-010 power": 2000})
    table.do("end turn")
    assert table.power(P1, "ST05-010") == 8000


@about("ST05-011/0")
def test_bullet_rests_up_to_two_and_attacks_doubly():
    others = [COSTING[6], COSTING[5], COSTING[4], COSTING[7]]

    def scene():
        return Scene("ST05-011/0", {"characters": [KAROO]}, {"characters": others}).go()

    double = {"my ST05-011 Double Attack": 1}
    assert scene().options == ["opposing King", "opposing Monkey.D.Garp", "opposing Franky", "none"]
    assert scene().do("none").did(double)
    assert scene().do("opposing King", "none").did(double, {"their ST04-004 rested": 1})
    table = scene().do("opposing King", "opposing Franky")
    assert table.did(double, {"their ST04-004 rested": 1, "their ST01-010 rested": 1})
    before = snapshot(table)
    table.do("attack leader with Douglas Bullet")
    hits = {f"their life top {KAROO}": -2, f"their hand {KAROO}": 2}
    assert changed(before, snapshot(table)) == {"my ST05-011 rested": 1, **hits}
    table.do("end turn")
    assert not table.has(P1, "ST05-011", "Double Attack")


@about("ST05-014/0")
def test_buena_festa_takes_a_film_card_but_not_her_own_name():
    deck = ["ST05-014", "ST05-007", "ST01-008", "ST05-016", KAROO, "ST05-012"]

    def scene():
        return Scene("ST05-014/0", {"deck": deck}).go()

    top = {f"my deck top {card}": -1 for card in deck[:5]}
    left = {f"my deck bottom {card}": 1 for card in ("ST05-014", "ST01-008", "ST05-007", KAROO)}
    assert scene().options == ["Gordon", "Lion's Threat Imperial Earth Bind", "none"]
    table = scene().do("Lion's Threat Imperial Earth Bind", "Karoo", "Gordon", "Nico Robin")
    assert table.did(top, left, {"my hand ST05-016": 1})
    assert shown(table, "ST05-016")
    assert table.deck(P1)[-4:] == [KAROO, "ST05-007", "ST01-008", "ST05-014"]
    table = scene().do("none", "Karoo", "Gordon", "Nico Robin", "Buena Festa")
    assert table.did(top, left, {"my deck bottom ST05-016": 1})
