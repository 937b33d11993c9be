"""Decks on the page: one is built, checked while it is built, kept, taken elsewhere as text, and played."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.test_looks import guest, nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small, size

__all__ = ["guest", "size"]


def step(page, identity, more, where="list"):
    page.locator(f'[data-step="{where} {identity} {more}"]').click()


@pytest.mark.req("OP-1")
def test_a_deck_is_built_checked_kept_and_played(hurried):
    page = hurried.open("/decks?game=onepiece")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("It can be played.")
    page.locator("#name").fill("Red Tide")
    step(page, "ST01-002", -1)
    expect(verdict).to_contain_text("49 of 50 cards")
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "true")
    page.locator("#search").fill("draw")
    for text in page.locator("#found li").all_inner_texts():
        assert "draw" in text.lower()
    page.locator("#search").fill("ST01-016")
    expect(page.locator("#found li")).to_have_count(1)
    step(page, "ST01-002", 1)
    expect(verdict).to_contain_text("It can be played.")
    expect(page.locator("#charts .curve")).to_have_attribute("aria-label", re.compile("of cost 1,"))
    page.locator("#share").click()
    text = page.locator("#deck-text").input_value().splitlines()
    assert text[0] == "ST01-001"
    assert "4xST01-002" in text
    page.locator("#deck-text").fill("\n".join(["ST02-001", *text[1:]]))
    page.get_by_text("Take this text").click()
    expect(verdict).to_contain_text("red")
    expect(page.locator("#rows .bad").first).to_be_visible()
    page.locator("#deck").select_option(label="Red Tide")
    expect(verdict).to_contain_text("It can be played.")
    page.reload()
    page.locator("#deck").select_option(label="Red Tide")
    expect(verdict).to_contain_text("It can be played.")
    page.locator("#play").click()
    page.wait_for_url("**/?game=onepiece")
    expect(page.locator("#deck-mine")).to_have_value(re.compile("^own:"))
    page.locator("[data-opponent=easy]").click()
    page.wait_for_url("**/match/*")
    board = hurried.at(page)
    assert "Red%20Tide" in board.state["game"]
    labels = [shape["text"] for shape in board.state["scene"]["shapes"] if shape["kind"] == "label"]
    assert "Red Tide" in labels


def test_the_page_of_decks_fits_and_all_can_use_it(guest):
    page = guest.open("/decks")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)


def test_what_is_not_a_deck_is_refused_in_a_sentence(hurried):
    page = hurried.open("/decks")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.locator("#share").click()
    for text, told in (
        ("{", "not valid JSON"),
        (json.dumps({"name": "x"}), "no list of cards"),
        ("a b c d", "cannot be read: a b c d"),
    ):
        page.locator("#deck-text").fill(text)
        page.get_by_text("Take this text").click()
        expect(page.locator("#drawer [role=status]")).to_contain_text(told)
    page.keyboard.press("Escape")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
