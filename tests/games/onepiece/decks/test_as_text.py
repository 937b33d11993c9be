"""Decks as text."""

import base64
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import known_cards, read_deck, shipped
from sparring.rules import SparringError
from support.onepiece_decks import NAMES, content, deck_file, one_game, one_line

# ---------------------------------------------------------------------- decks as text


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("name", NAMES)
def test_a_deck_as_text_reads_back(name):
    deck = shipped()[name]
    assert decklists.text_of(deck) == name
    assert decklists.read(name) is decklists.read(name.lower()) is deck
    as_list = decklists.text_of(read_deck({**deck_short(deck), "deck": "mine"}, "mine", known_cards()))
    assert as_list.startswith(f"{deck.leader.id}+")
    assert content(decklists.read(as_list)) == content(deck)
    assert decklists.text_of(decklists.read(as_list)) == as_list
    own = read_deck({**deck_file(name), "deck": "mine"}, "mine", {})
    packed = decklists.text_of(own)
    assert packed.startswith("packed.")
    assert content(decklists.read(packed)) == content(own)
    assert decklists.text_of(decklists.read(packed)) == packed
    for text in (name, as_list, packed):
        assert not set(text) & set(", =:\n'\"")
        assert decklists.of_argument(text) == text
        assert sparring.game(f"onepiece:deck1={text},deck2={text}").name == f"onepiece:deck1={text},deck2={text}"


def deck_short(deck):
    return {"leader": deck.leader.id, "cards": [{"id": card.id, "count": count} for card, count in deck.cards]}


@pytest.mark.req("OP-2")
def test_a_list_of_fifty_different_cards_reads_back():
    """Such a text is longer than a file name may be."""
    cards = [card for card in known_cards().values() if card.category != "leader" and "green" not in card.colors][:50]
    leader = {
        **known_cards()["ST01-001"].source,
        "id": "OWN-001",
        "color": sorted({c for card in cards for c in card.colors}),
    }
    items = [{"id": card.id, "count": 1} for card in cards]
    deck = read_deck({"leader": "OWN-001", "cards": [leader, *items]}, "mine", known_cards())
    text = decklists.text_of(deck)
    assert content(decklists.read(text)) == content(deck)
    assert decklists.of_argument(text) == text
    one_game(deck)


def packed(data):
    return "packed." + base64.urlsafe_b64encode(data).decode().rstrip("=")


BAD_TEXTS = {
    "empty": "",
    "blank": " ",
    "no such deck": "ST10",
    "packed nothing": "packed.",
    "packed garbage": "packed.garbage",
    "packed no base64": "packed.\u00e9\u00e9\u00e9",
    "packed no zlib": packed(b"nonsense"),
    "packed half": packed(zlib.compress(b'{"deck": 1}'))[:-4],
    "packed no JSON": packed(zlib.compress(b"nonsense")),
    "packed binary": packed(zlib.compress(bytes(range(256)))),
    "packed no deck": packed(zlib.compress(b"[]")),
    "a bomb": packed(zlib.compress(b" " * 300_000_000, 9)),
    "a bomb of brackets": packed(zlib.compress(b"[" * 150_000, 9)),
    "a bomb of digits": packed(zlib.compress(b'{"cards":[' + b"9" * 150_000 + b"]}", 9)),
    "a list of nothing": "+",
    "a list of a leader": "ST01-001+",
    "a list of nonsense": "a+b+c",
    "too many": "ST01-001+99xST01-002",
    "none": "ST01-001+0xST01-002",
    "fewer than none": "ST01-001+-4xST01-002",
    "a huge number": "ST01-001+" + "9" * 5000 + "xST01-002",
    "digits of others": "ST01-001+٤xST01-002",
    "two lines": "ST01\nST02",
    "a list of two lines": "ST01-001+4xST01-002\n+4xST01-003",
    "a screen cleared": "\x1b[2J+\x1b[2J",
    "a very long name": "n" * 100_000,
    "a very long list": "ST01-001+" + "+".join(["1xST01-002"] * 20_000),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("which", BAD_TEXTS)
def test_a_text_that_is_not_a_deck_is_refused_in_one_line(which):
    text = BAD_TEXTS[which]
    with pytest.raises(SparringError) as caught:
        decklists.read(text)
    one_line(caught.value)
    if text:
        with pytest.raises(SparringError):
            sparring.game(f"onepiece:deck1={text},deck2=ST01")


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(), st.text("ST01x+-23 ", min_size=5), st.binary().map(packed)))
def test_any_text_is_a_deck_or_refused(text):
    try:
        decklists.read(text)
    except SparringError as error:
        one_line(error)


@settings(max_examples=100, deadline=None)
@given(st.binary().map(zlib.compress).map(packed))
def test_anything_packed_is_a_deck_or_refused(text):
    with pytest.raises(SparringError) as caught:
        decklists.read(text)
    one_line(caught.value)
