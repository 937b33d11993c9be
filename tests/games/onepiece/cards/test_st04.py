"""Every card of the deck ST04: what it changes, and that it changes nothing else."""

from support.onepiece_cards import KAROO, Scene, about, drawn
from support.onepiece_table import P1


@about("ST04-001/0")
def test_kaido_trashes_the_opponents_top_life():
    def scene(life):
        return Scene("ST04-001/0", {"characters": [KAROO]}, {"life": life}).go()

    assert scene(["ST01-002", KAROO]).options == ["top", "none"]
    assert scene(["ST01-002", KAROO]).do("top").did({"their life top ST01-002": -1, "their trash ST01-002": 1})
    assert scene(["ST01-002", KAROO]).do("none").did()
    assert scene(0).did()  # paid without effect, and nobody has lost
    assert not scene(0).over


@about("ST04-002/0")
def test_ulti_brings_page_one():
    def scene():
        return Scene("ST04-002/0", {"hand": ["ST04-012", "ST04-012", "ST04-009"]}).go()

    assert scene().options == ["Page One", "none"]
    assert scene().do("Page One").did({"my hand ST04-012": -1, "my field ST04-012": 1})
    assert scene().do("none").did()
    assert Scene("ST04-002/0", {"hand": ["ST04-009"]}).go().did()


@about("ST04-003/0")
def test_kaido_has_rush_until_the_turn_ends():
    table = Scene("ST04-003/0").go()
    assert "attack leader with Kaido" in table.options
    table.do("end turn")
    assert not table.has(P1, "ST04-003", "Rush")
    table = Scene("ST04-003/0").start().do("no")
    assert "attack leader with Kaido" not in table.options


@about("ST04-005/0")
def test_queen_draws_two_and_trashes_one():
    scene = Scene("ST04-005/0", {"deck": ["ST01-008", "ST01-010"], "hand": ["ST02-011"]}).go()
    assert sorted(scene.options) == ["Franky", "Heat", "Nico Robin"]
    scene.do("Nico Robin")
    assert scene.did(drawn("ST01-008", "ST01-010"), {"my hand ST01-008": -1, "my trash ST01-008": 1})


@about("ST04-006/0")
def test_sasaki_draws_one():
    assert Scene("ST04-006/0", {"deck": ["ST01-008"]}).go().did(drawn("ST01-008"))


@about("ST04-008/0")
def test_jack_adds_an_active_don():
    assert Scene("ST04-008/0").go().options == ["1", "0"]
    assert Scene("ST04-008/0").go().do("1").did({"my active": 1, "my DON!! deck": -1})
    assert Scene("ST04-008/0").go().do("0").did()
    assert Scene("ST04-008/0", {"active": 10}).go().did()


@about("ST04-017/0")
def test_onigashima_adds_a_rested_don_under_an_animal_kingdom_leader():
    def scene(leader):
        return Scene("ST04-017/0", {"leader": leader}).go()

    assert scene("ST04-001").options == ["1", "0"]
    assert scene("ST04-001").do("1").did({"my rested": 1, "my DON!! deck": -1})
    assert scene("ST04-001").do("0").did()
    assert scene("ST05-001").did()  # rested without effect (R8.8)
