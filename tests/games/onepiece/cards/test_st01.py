"""Every card of the deck ST01: what it changes, and that it changes nothing else."""

from support.onepiece_cards import KAROO, Scene, Table, about, changed, damage, each, plus, snapshot
from support.onepiece_table import P1, P2, Half, Put


@each("effect", "ST01-001/0", "ST01-007/0")
def test_a_rested_don_is_given_to_a_leader_or_a_character(effect):
    def scene(rested=2):
        their = {"characters": [KAROO]}
        return Scene(effect, {"characters": ["ST01-008"], "active": 1, "rested": rested}, their).go()

    itself = ["Nami"] if effect == "ST01-007/0" else []
    assert sorted(scene().options) == sorted(["leader", "Nico Robin", "none", *itself])
    given = {"my rested": -1, "my ST01-008 DON!!": 1, "my ST01-008 power": 1000}
    assert scene().do("Nico Robin").did(given)
    assert scene().do("leader").did({"my rested": -1, "my leader DON!!": 1, "my leader power": 1000})
    assert scene().do("none").did()
    assert scene(rested=0).did()  # an active one cannot be given


@about("ST01-002/0")
def test_usopp_with_two_don_cannot_be_blocked_by_5000_or_more():
    blockers = ["ST05-004", "ST02-013", "ST05-003"]  # of 5000, 7000 and 3000
    for given, offered in ((2, ["Ann"]), (1, ["Ann", 'Eustass"Captain"Kid', "Uta"])):
        table = Table(Half(characters=[Put("ST01-002", don=given)], active=1), Half(characters=blockers))
        before = snapshot(table)
        table.do("attack leader with Usopp")
        assert sorted(table.options) == ["block with " + name for name in offered] + ["no block"]
        assert changed(before, snapshot(table)) == {"my ST01-002 rested": 1}
        table.do("no block", "attack leader with leader")
        assert len(table.options) == 4  # another attacker can be blocked by all


@about("ST01-002/0")
def test_usopp_minds_the_power_that_a_blocker_has_at_that_moment():
    defence = Half(characters=["ST05-003"], life=["ST01-014", "ST01-014", KAROO])
    table = Table(Half(characters=[Put("ST01-002", don=2), "ST01-008"]), defence)
    table.do("attack leader with leader", "no block", "use the Trigger", "Ann")
    assert table.power(P2, "ST05-003") == 4000
    for strength in (4000, 5000):
        again = Table(Half(characters=[Put("ST01-002", don=2), "ST01-008"]), defence)
        again.do("attack leader with leader", "no block", "use the Trigger", "Ann")
        if strength == 5000:
            again.do("attack leader with Nico Robin", "no block", "use the Trigger", "Ann")
        again.do("attack leader with Usopp")
        assert again.power(P2, "ST05-003") == strength
        assert (again.kind == "blocker") == (strength < 5000)


@about("ST01-004/0")
def test_sanji_has_rush_with_two_don():
    table = Table(Half(hand=["ST01-004"], active=4)).do("play Sanji", "give DON!! to Sanji")
    assert not table.has(P1, "ST01-004", "Rush")
    assert "attack leader with Sanji" not in table.options
    before = snapshot(table)
    table.do("give DON!! to Sanji")
    mine = {"my active": -1, "my ST01-004 DON!!": 1, "my ST01-004 power": 1000, "my ST01-004 Rush": 1}
    assert changed(before, snapshot(table)) == mine
    assert "attack leader with Sanji" in table.options


@about("ST01-005/0")
def test_jinbe_strengthens_another_for_the_turn():
    def scene():
        return Scene("ST01-005/0", {"characters": ["ST01-008"]}, {"characters": ["ST01-010"], "hand": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    table.do("no counter")
    assert table.did({"my ST01-008 power": 1000}, damage("their"))  # longer than the battle
    table.do("end turn")
    assert table.power(P1, "ST01-008") == 5000


@about("ST01-011/0")
def test_brook_gives_up_to_two_rested_don_to_one_card():
    def scene(rested=0):
        my = {"characters": ["ST01-008"], "active": 2, "rested": rested}
        return Scene("ST01-011/0", my, {"characters": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "Brook", "none"]
    assert scene().do("none").did()
    table = scene().do("Brook")
    assert table.options == ["2", "1"]
    assert table.do("2").did({"my rested": -2, "my ST01-011 DON!!": 2, "my ST01-011 power": 2000})
    table = scene(rested=3).do("leader")
    assert table.options == ["2", "1"]
    table.do("1")
    assert table.did({"my rested": -1, "my leader DON!!": 1, "my leader power": 1000})


@about("ST01-012/0")
def test_luffy_with_two_don_cannot_be_blocked_at_all():
    for given, kind in ((2, "action"), (1, "blocker")):
        table = Table(Half(characters=[Put("ST01-012", don=given)]), Half(characters=["ST01-006", "ST02-013"]))
        before = snapshot(table)
        table.do("attack leader with Monkey.D.Luffy")
        assert table.kind == kind
        done = damage("their") if kind == "action" else {}
        assert changed(before, snapshot(table)) == {"my ST01-012 rested": 1, **done}
    table = Table(Half(characters=[Put("ST01-012", don=2)]), Half(characters=["ST01-006"]))
    table.do("attack leader with Monkey.D.Luffy", "attack leader with leader")
    assert table.kind == "blocker"


@about("ST01-012/0")
def test_luffy_can_be_blocked_in_another_battle_without_don():
    mine = Half("ST03-001", [Put("ST01-012", don=2)], hand=["ST02-009"], active=7)
    table = Table(mine, Half(characters=["ST01-006"]))
    table.do("attack leader with Monkey.D.Luffy", "play Trafalgar Law", "Monkey.D.Luffy", "use leader")
    table.do(*["DON!! of Monkey.D.Luffy"] * 2, *["rested DON!!"] * 2, "none")
    table.do("attack leader with Monkey.D.Luffy")
    assert table.options == ["no block", "block with Tony Tony.Chopper"]


@about("ST01-013/0")
def test_zoro_has_1000_more_with_a_don():
    table = Table(Half(characters=["ST01-013", "ST01-008"], active=2))
    assert table.power(P1, "ST01-013") == 5000
    before = snapshot(table)
    table.do("give DON!! to Roronoa Zoro")
    mine = {"my active": -1, "my ST01-013 DON!!": 1, "my ST01-013 power": 2000}
    assert changed(before, snapshot(table)) == mine
    table.do("give DON!! to Roronoa Zoro")
    assert table.power(P1, "ST01-013") == 8000  # once, not for each
    table.do("end turn")
    assert table.power(P1, "ST01-013") == 6000  # in the opponent's turn too


@about("ST01-014/trigger")
def test_guard_points_trigger_adds_1000_for_the_turn():
    def scene():
        return Scene("ST01-014/trigger", {"characters": ["ST01-008"]}, {"characters": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    table.do("end turn")
    assert table.power(P2, "ST01-008") == 5000


@about("ST01-016/0")
def test_diable_jambe_keeps_blockers_from_one_straw_hat_for_the_turn():
    my, their = {"characters": ["ST01-008", "ST01-009"], "active": 2}, {"characters": ["ST01-006"]}
    scene = Scene("ST01-016/0", my, their).go()
    assert scene.options == ["leader", "Nico Robin", "none"]  # Vivi is of Alabasta
    scene.do("leader")
    assert scene.did()
    scene.do("attack leader with Nico Robin")
    assert "block with Tony Tony.Chopper" in scene.options
    scene.do("block with Tony Tony.Chopper")
    scene = Scene("ST01-016/0", my, their).go().do("leader", "attack leader with Nico Robin", "no block")
    scene.do("attack leader with leader", "no counter")  # nobody could block
    hits = plus(damage("their"), damage("their"))
    assert scene.did({"my leader rested": 1, "my ST01-008 rested": 1}, hits)
    scene.do("end turn", "end turn", "attack leader with leader")
    assert "block with Tony Tony.Chopper" in scene.options
    scene = Scene("ST01-016/0", my, their).go().do("none", "attack leader with leader")
    assert "block with Tony Tony.Chopper" in scene.options


@about("ST01-017/0")
def test_thousand_sunny_strengthens_a_straw_hat_for_the_turn():
    def scene(leader="ST01-001"):
        my = {"leader": leader, "characters": ["ST01-008", "ST01-009"], "active": 1}
        return Scene("ST01-017/0", my, {"characters": ["ST01-008"]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene("ST02-001").options == ["Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    assert "use Thousand Sunny" not in table.options
    table.do("end turn")
    assert table.power(P1, "ST01-008") == 5000
