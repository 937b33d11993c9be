"""Every card of the deck ST08: what it changes, and that it changes nothing else."""

from support.onepiece_cards import (
    FODDER,
    KAROO,
    LIFE,
    RESTED_ROBIN,
    Scene,
    Table,
    about,
    changed,
    damage,
    drawn,
    ko,
    name,
    snapshot,
)
from support.onepiece_table import P1, P2, Half, Put


@about("ST08-001/0")
def test_luffy_gets_a_rested_don_for_each_ko_in_the_own_turn():
    def table(rested=2):
        mine = Half("ST08-001", ["ST01-010", KAROO], hand=["ST08-005", FODDER], active=5, rested=rested)
        return Table(mine, Half("ST08-001", [RESTED_ROBIN], active=1, rested=1))

    given = {"my rested": -1, "my leader DON!!": 1, "my leader power": 1000}
    there = table()
    before = snapshot(there)
    there.do("attack Nico Robin with Franky")
    assert there.asked == P1
    assert there.options == ["1", "0"]
    there.do("1")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1, **ko("their", "ST01-008"), **given}
    there = table().do("attack Nico Robin with Franky", "0")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1, **ko("their", "ST01-008")}
    there = table(rested=0).do("attack Nico Robin with Franky")
    assert there.kind == "action"
    assert there.don(P1)[:2] == (5, 0)


@about("ST08-001/0", "ST08-005/0")
def test_luffy_gets_two_don_for_two_kos_at_once_of_either_side():
    mine = Half("ST08-001", [KAROO], hand=["ST08-005", FODDER], active=9)
    table = Table(mine, Half("ST08-001", [KAROO], rested=3)).do("play Shanks", "yes")
    while table.kind != "action":
        table.do("1" if "1" in table.options else table.options[0])
    assert table.side(P1).leader.don == 2
    assert table.don(P1)[:2] == (0, 7)
    assert table.side(P2).leader.don == 0  # not in the opponent's turn


@about("ST08-002/0")
def test_uta_cannot_be_koed_in_battle_with_a_leader():
    attack, uta = Half(characters=["ST01-010"], hand=["ST01-015"], active=4), Put("ST08-002", rested=True)
    table = Table(attack, Half(characters=[uta]))
    before = snapshot(table)
    table.do("attack Uta with leader")
    assert changed(before, snapshot(table)) == {"my leader rested": 1}
    other = Table(attack, Half(characters=[uta]))
    assert other.do("play Gum-Gum Jet Pistol", "opposing Uta").field(P2) == []  # an effect does
    table.do("attack Uta with Franky")
    assert table.field(P2) == []  # and a character does


@about("ST08-009/0")
def test_makino_draws_if_a_character_costs_nothing():
    def scene():
        my = {"leader": "ST06-001", "stage": "ST06-017", "deck": ["ST01-010"]}
        return Scene("ST08-009/0", my, {"characters": [KAROO, "ST02-011"]})

    assert scene().go().did()
    lowered = scene().do("use Navy HQ", "opposing Heat").go()
    assert lowered.did({"my ST06-017 rested": 1, "their ST02-011 cost": -1})
    lowered = scene().do("use Navy HQ", "opposing Karoo").go()
    assert lowered.did({"my ST06-017 rested": 1, f"their {KAROO} cost": -1}, drawn("ST01-010"))


BENTHAM = "Mr.2.Bon.Kurei(Bentham)"


def fought(rival="ST04-003", don=1, seat=P1, **others):
    """A battle of Bentham, up to his choice at its end; a character of the other side has 1000 more power."""
    bentham = Put("ST08-013", don=don, rested=seat == P2)
    if seat == P2:
        table = Table(Half(characters=[rival]), Half(characters=[bentham]))
        before = snapshot(table, P2)
        return table.do(f"attack {BENTHAM} with {name(rival)}"), before
    table = Table(Half(characters=[bentham]), Half(characters=[Put(rival, rested=True)], hand=[KAROO], **others))
    before = snapshot(table)
    return table.do(f"attack {name(rival)} with {BENTHAM}", f"counter with Karoo for {name(rival)}"), before


COUNTERED = {f"their hand {KAROO}": -1, f"their trash {KAROO}": 1}
BOTH_GONE = {**ko("my", "ST08-013"), "my rested": 1}  # his DON!! stays


@about("ST08-013/0")
def test_bentham_kos_whom_he_battled_and_himself():
    table, before = fought()
    assert (table.asked, table.options) == (P1, ["yes", "no"])
    table.do("yes")
    assert changed(before, snapshot(table)) == {**COUNTERED, **ko("their", "ST04-003"), **BOTH_GONE}
    table, before = fought()
    table.do("no")
    assert changed(before, snapshot(table)) == {**COUNTERED, "my ST08-013 rested": 1}


@about("ST08-013/0")
def test_bentham_does_so_when_he_is_attacked_and_still_there():
    table, before = fought("ST01-008", seat=P2)
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes")
    assert changed(before, snapshot(table, P2)) == {**ko("their", "ST01-008"), **BOTH_GONE}
    table, before = fought("ST06-012", seat=P2)  # by as much as he has
    assert table.kind == "action"
    assert changed(before, snapshot(table, P2)) == {"their ST06-012 rested": 1, **BOTH_GONE}


def test_bentham_does_nothing_without_a_don_or_after_a_leader():
    table, before = fought(don=0)
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {**COUNTERED, "my ST08-013 rested": 1}
    table = Table(Half(characters=[Put("ST08-013", don=1)]))
    before = snapshot(table)
    table.do(f"attack leader with {BENTHAM}")
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {"my ST08-013 rested": 1, **damage("their")}


@about("ST08-013/0")
def test_bentham_stays_when_nobody_was_koed_by_him():
    for rival, lost in (("ST01-008", True), ("ST06-004", False)):  # lost in the battle itself; Smoker is protected
        table, before = fought(rival)
        while table.kind != "action":
            table.do("yes")
        found = ko("their", rival) if lost else {}
        assert changed(before, snapshot(table)) == {**COUNTERED, **found, "my ST08-013 rested": 1}


@about("ST08-013/0", "ST09-010/0")
def test_bentham_stays_when_something_else_happens_instead_of_the_ko():
    table, before = fought("ST09-010", life=LIFE)
    table.do("yes")
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes", "top")
    trashed = {"their life top ST02-011": -1, "their trash ST02-011": 1}
    assert changed(before, snapshot(table)) == {**COUNTERED, **trashed, "my ST08-013 rested": 1}


@about("ST08-014/trigger")
def test_gum_gum_bells_trigger_takes_a_black_character_of_cost_two_from_the_trash():
    trash = ["ST06-009", "ST06-003", "ST06-013", "ST02-011", "ST06-015"]  # after Jango: cost 3, green, an event

    def scene():
        return Scene("ST08-014/trigger", {"trash": trash}, {"trash": ["ST06-003"], "active": 1}).go()

    assert scene().options == ["Fullbody", "Jango", "none"]
    assert scene().do("Fullbody").did({"my trash ST06-009": -1, "my hand ST06-009": 1})
    assert scene().do("none").did()
