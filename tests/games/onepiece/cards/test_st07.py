"""Every card of the deck ST07: what it changes, and that it changes nothing else."""

from support.onepiece_cards import COSTING, KAROO, LIFE, Scene, about, damage, drawn, each, plus
from support.onepiece_table import P1, Put


@about("ST07-001/0")
def test_linlin_takes_life_and_puts_a_card_from_hand_there_if_it_is_two_or_less():
    def scene(life):
        return Scene("ST07-001/0", {"life": life, "hand": ["ST01-010"]}, {"life": 2}).go()

    assert sorted(scene(LIFE).options) == ["Franky", "Heat", "none"]
    moved = {"my hand ST01-010": -1, "my life top ST01-010": 1}
    assert scene(LIFE).do("Franky").did(moved)
    assert scene(LIFE).do("none").did()
    assert scene([*LIFE, KAROO]).did()  # three are left, so taking it has no effect


def looks(table, first, then):
    """Whose Life can be looked at, and where the card may go."""
    assert table.options == ["own Life", "opposing Life", "none"]
    assert table.do(first).options == ["top", "bottom"]
    return table.do(then)


@each(
    ("effect", "then", "more"),
    ("ST07-003/0", [], {}),
    ("ST07-008/0", [], {}),
    ("ST07-016/0", ["none"], {}),
    ("ST07-016/trigger", [], drawn("ST01-010")),
)
def test_a_life_card_is_looked_at_and_put_to_the_top_or_bottom(effect, then, more):
    lives = ["ST02-012", "ST01-009", "ST02-006"]

    def scene():
        my = {"life": LIFE} | ({"deck": ["ST01-010"]} if more else {})
        return Scene(effect, my, {"life": lives, "active": 1}).go()

    to_bottom = {"my life top ST02-011": -1, "my life bottom ST02-011": 1}
    theirs = {"their life top ST02-012": -1, "their life bottom ST02-012": 1}
    assert scene().do("none", *then).did(more)
    assert looks(scene(), "own Life", "top").do(*then).did(more)
    assert looks(scene(), "own Life", "bottom").do(*then).did(more, to_bottom)
    assert looks(scene(), "opposing Life", "top").do(*then).did(more)
    assert looks(scene(), "opposing Life", "bottom").do(*then).did(more, theirs)


@about("ST07-003/0")
def test_katakuri_has_rush_with_less_life_than_the_opponent():
    for mine, others, rush in ((2, 3, 1), (3, 3, 0), (4, 3, 0)):
        table = Scene("ST07-003/0", {"life": mine}, {"life": others}).go().do("none")
        assert table.did({"my ST07-003 Rush": rush})
        assert ("attack leader with Charlotte Katakuri" in table.options) == rush
    table = Scene("ST07-003/0", {"life": 2}).go().do("none", "end turn")
    assert not table.has(P1, "ST07-003", "Rush")


@about("ST07-004/0")
def test_snack_banishes_with_1000_more_for_this_battle():
    table = Scene("ST07-004/0", {"life": LIFE}, {"life": ["ST01-002", KAROO], "hand": [KAROO]}).go()
    assert table.did({"my ST07-004 Banish": 1, "my ST07-004 power": 1000})
    table.do("no counter")
    assert table.did({"their life top ST01-002": -1, "their trash ST01-002": 1})


@about("ST07-005/0")
def test_daifuku_exchanges_life_for_the_top_of_the_deck():
    def scene():
        return Scene("ST07-005/0", {"life": LIFE, "deck": ["ST01-010"]}).go()

    assert scene().options == ["1", "0"]
    assert scene().do("1").did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene().do("0").did()


LINLIN = "Charlotte Linlin"


@each("effect, keyword", ("ST07-011/0", "Banish"), ("ST07-013/0", "Double Attack"))
def test_a_homie_gives_linlin_a_keyword_for_the_turn(effect, keyword):
    def scene(leader="ST07-001"):
        my = {"leader": leader, "characters": ["ST07-010", "ST07-012"], "active": 1}
        return Scene(effect, my, {"leader": "ST07-001", "characters": ["ST07-010"]}).go()

    assert scene().options == ["leader", LINLIN, "none"]
    assert scene("ST01-001").options == [LINLIN, "none"]
    assert scene().do("none").did()
    assert scene().do(LINLIN).did({f"my ST07-010 {keyword}": 1})
    table = scene().do("leader")
    assert table.did({f"my leader {keyword}": 1})
    table.do("attack leader with leader")
    if keyword == "Banish":
        hit = {f"their life top {KAROO}": -1, f"their trash {KAROO}": 1}
    else:
        hit = plus(damage("their"), damage("their"))
    assert table.did({f"my leader {keyword}": 1, "my leader rested": 1}, hit)
    table.do("end turn")
    assert not table.has(P1, "ST07-001", keyword)


@each("effect", "ST07-010/0", "ST07-015/0", "ST07-015/trigger")
def test_the_opponent_chooses_between_losing_life_and_giving_it(effect):
    def scene(number, life):
        table = Scene(effect, {"deck": ["ST01-010"]}, {"life": life, "active": 1}).go()
        assert table.asked == 1 - table.me
        assert len(table.options) == 2
        return table.do(table.options[number])

    life = ["ST01-002", KAROO]
    assert scene(0, life).did({"their life top ST01-002": -1, "their trash ST01-002": 1})
    assert scene(1, life).did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene(0, 0).did()  # without Life nothing is lost, and the game goes on (R7.9)


@about("ST07-017/0")
def test_queen_mama_chanter_puts_a_character_of_cost_three_face_up_on_life():
    characters = [COSTING[2], COSTING[4], Put(COSTING[3], don=1), "ST07-014"]

    def scene():
        return Scene("ST07-017/0", {"life": LIFE, "characters": characters}, {"characters": [COSTING[3]]}).go()

    assert scene().options == ["Nico Robin", "Pekoms", "none"]
    table = scene().do("Nico Robin")
    assert table.did({"my field ST01-008": -1, "my life top ST01-008^": 1, "my rested": 1})
    assert scene().do("none").did()
