"""Card tables with as much on them as there can be, on a phone and a desk: everything stays readable."""

import json
from itertools import pairwise

import pytest

from browser.test_phone_table import FAULTS
from support.visitor import DESK, PHONE, QUICK

LONG = "Bartholomew Featherstonehaugh the Unsinkable"
LONGER = "Donaudampfschifffahrtsgesellschaft"


def card(identity, **fields):
    return {"id": identity, **fields}


HAND = [f"ST01-0{number:02}" for number in (2, 4, 5, 14, 15, 16, 17, 6, 11, 12)]
MINE = [card("ST01-003", rested=True), card("ST01-013", don=1), card("ST01-013"), card("ST01-006"), card("ST01-010")]
THEIRS = [card("ST02-004"), card("ST02-009", rested=True), card("ST02-013", rested=True, don=3), card("ST02-013")]
TABLE = {
    "P1": {"leader": card("ST01-001"), "characters": MINE, "hand": HAND, "stage": card("ST01-017"), "active": 9},
    "P2": {"leader": card("ST02-001"), "characters": [*THEIRS, card("ST02-010", rested=True)], "hand": HAND},
    "turn": 9,
}

STICKS_OUT = """() => [...document.querySelectorAll('#decision .button, #prompt, #reader b')]
    .filter(node => node.offsetParent)
    .filter(node => node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth)
    .map(node => node.textContent)"""

BROKEN_WORDS = """() => [...document.querySelectorAll('#decision .button div, #reader b')].flatMap(node => {
    const [text] = [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE);
    return (text?.data.match(/[A-Za-z0-9]+/g) || []).filter(word => {
        const range = document.createRange();
        const at = text.data.indexOf(word);
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
    });
})"""
"""Words that are broken over two lines."""

CONDENSED = """() => [...document.querySelectorAll('#stage .card text')].filter(text => {
    const room = parseFloat(text.getAttribute('textLength'));
    if (!room) return false;
    const free = text.cloneNode(true);
    free.removeAttribute('textLength');
    text.parentNode.append(free);
    const width = free.getComputedTextLength();
    free.remove();
    return width > 1.6 * room;
}).map(text => text.textContent)"""
"""Texts on cards that are condensed so much that nobody can read them."""


def at(visit, size):
    return visit(viewport=PHONE, has_touch=True, is_mobile=True) if size is PHONE else visit()


def opened(visitor, table):
    shown = visitor.call("POST", "/games/onepiece/setup", {"position": json.dumps(table)})
    assert shown["ok"], shown["faults"]
    return visitor.begin(shown["game"], 0, QUICK).at_rest()


def is_readable(page, size):
    if size is PHONE:
        assert page.evaluate(FAULTS) == []
    assert page.evaluate(STICKS_OUT) == []
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.evaluate(CONDENSED) == []


def press(place, size):
    place.tap() if size is PHONE else place.click()


SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
def test_five_against_five_with_a_hand_of_ten_and_nine_don_are_readable_in_every_step(visit, size):
    board = opened(at(visit, size), TABLE)
    page, picks = board.page, board.state["scene"]["picks"]
    is_readable(page, size)
    attacks = [option for option, pick in picks.items() if "aims" in pick]
    attackers = {picks[option]["on"]: option for option in attacks}
    assert len(attackers) == 5
    for option in attackers.values():
        press(board.place(option), size)
        assert page.locator("#decision .many button").count() == 9
        assert page.locator("#stage .rings .picked").count() == 1, "of equal cards, one sees which it is"
        assert page.evaluate(STICKS_OUT) == page.evaluate(BROKEN_WORDS) == []
        box = page.locator("#decision .back").bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        press(page.locator("#decision .back"), size)


@SIZES
def test_the_arrow_to_a_target_runs_beside_the_cards(visit, size):
    board = opened(at(visit, size), TABLE)
    page, picks = board.page, board.state["scene"]["picks"]
    option = next(option for option in picks if option.startswith("attack leader with Roronoa"))
    press(board.place(option), size)
    press(page.locator(f'#stage .hit[data-option="{option}"]').first, size)
    path = page.locator("#stage .pointing .arrow").get_attribute("d")
    points = [tuple(map(float, point.split())) for point in path[1:].split("L")]
    assert all(one[0] == other[0] or one[1] == other[1] for one, other in pairwise(points))
    assert page.locator("#stage .pointing .arrow-text").text_content() == "7000 against 5000"


def long_names():
    """Fifty different cards whose names do not fit on a card."""
    plain = {"category": "character", "color": "red", "counter": 1000, "attribute": "Slash"}
    names = [f"{LONG} {number}" if number % 2 else f"{LONGER}{number}" for number in range(1, 51)]
    cards = [{"id": f"L-{at}", "name": name, "cost": 0, "power": 3000, **plain} for at, name in enumerate(names, 1)]
    leader = {"id": "L-0", "name": f"Captain {LONG}", "category": "leader", "color": "red", "power": 5000, "life": 4}
    return {"name": "Long names", "leader": "L-0", "cards": [{**leader, "attribute": "Slash"}, *cards]}


@SIZES
def test_long_names_are_cut_off_on_cards_and_wrapped_elsewhere(visit, size):
    visitor = at(visit, size)
    decks = [long_names(), long_names()]
    match = visitor.call("POST", "/matches", {"game": "onepiece", "opponents": ["human", QUICK], "decks": decks})
    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest()
    seen = ""
    for _ in range(6):
        options = board.state["decision"]["options"]
        option = next((option for option in options if option.startswith(("keep", "play"))), options[0])
        press(board.place(option), size)
        assert board.page.evaluate(STICKS_OUT) == []
        board.finish(option, lambda place: press(place, size))
        board.at_rest(len(board.state["moves"]))
        is_readable(board.page, size)
        seen += "".join(board.page.locator("#stage .band-text").all_text_contents())
    assert "…" in seen
    assert not any(name in seen for name in (LONG, LONGER))
