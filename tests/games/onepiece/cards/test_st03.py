"""Every card of the deck ST03: what it changes, and that it changes nothing else."""

from support.onepiece_cards import KAROO, Scene, about, drawn
from support.onepiece_table import P1, Put


@about("ST03-001/0")
def test_crocodile_returns_don_from_any_place():
    my = {"characters": [Put("ST01-008", don=1)], "active": 2, "rested": 2}
    scene = Scene("ST03-001/0", my, {"characters": [KAROO]}).start()
    assert sorted(scene.options) == ["DON!! of Nico Robin", "active DON!!", "rested DON!!"]
    scene.do("DON!! of Nico Robin", "active DON!!", "active DON!!")  # the last can only be a rested one
    scene.do("opposing Karoo")
    paid = {"my ST01-008 DON!!": -1, "my ST01-008 power": -1000, "my active": -2, "my rested": -1, "my DON!! deck": 4}
    assert scene.changes == {**paid, f"their field {KAROO}": -1, f"their hand {KAROO}": 1}


@about("ST03-004/0")
def test_moria_takes_a_warlord_or_thriller_bark_character_of_cost_four_from_the_trash():
    # those after Mihawk: cost 5, another type, its own name, an event
    trash = ["ST03-002", "ST03-005", "ST03-003", "ST03-012", "ST03-004", "ST03-016"]

    def scene():
        return Scene("ST03-004/0", {"trash": trash}, {"trash": ["ST03-006"]}).go()

    assert scene().options == ["Edward Weevil", "Dracule Mihawk", "none"]
    assert scene().do("Dracule Mihawk").did({"my trash ST03-005": -1, "my hand ST03-005": 1})
    assert scene().do("none").did()


@about("ST03-005/0")
def test_mihawk_draws_two_and_trashes_two():
    my = {"deck": ["ST01-008", "ST01-010"], "hand": ["ST02-011"]}
    scene = Scene("ST03-005/0", my).go()
    assert scene.asked == P1
    assert sorted(scene.options) == ["Franky", "Heat", "Nico Robin"]
    scene.do("Heat", "Franky")
    assert scene.did(
        drawn("ST01-008", "ST01-010"),
        {"my hand ST02-011": -1, "my trash ST02-011": 1, "my hand ST01-010": -1, "my trash ST01-010": 1},
    )


@about("ST03-007/0")
def test_sentomaru_plays_a_pacifista_from_the_deck_and_shuffles():
    deck = ["ST03-005", "ST03-012", "ST02-011", "ST01-010", "ST03-012"]

    def scene():
        return Scene("ST03-007/0", {"deck": deck, "active": 2, "hand": ["ST03-012"]}).go()

    assert scene().options == ["Pacifista", "none"]
    shuffled = {"my deck shuffled": 1}
    assert scene().do("Pacifista").did(shuffled, {"my deck ST03-012": -1, "my field ST03-012": 1})
    assert scene().do("none").did(shuffled)
    assert Scene("ST03-007/0", {"deck": ["ST03-005", "ST02-011"]}).go().did(shuffled)
    assert "use Sentomaru" not in Scene("ST03-007/0", {"deck": deck, "active": 2}, don=0).options


@about("ST03-010/0")
def test_kuma_looks_at_three_and_puts_all_on_top_or_all_under_the_deck():
    deck = ["ST02-011", "ST01-008", "ST01-010", "ST02-006"]

    def scene():
        return Scene("ST03-010/0", {"deck": deck}).go()

    assert scene().options == ["top", "bottom"]
    table = scene().do("top", "Franky", "Heat")
    assert table.deck(P1)[:4] == ["ST01-010", "ST02-011", "ST01-008", "ST02-006"]
    assert table.deck(P1)[4:] == scene().deck(P1)[4:]
    table = scene().do("bottom", "Franky", "Heat")
    assert table.deck(P1)[-3:] == ["ST01-010", "ST02-011", "ST01-008"]
    moved = [{f"my deck top {card}": -1, f"my deck bottom {card}": 1} for card in deck[:3]]
    assert table.did(*moved)
