"""Testing a deck on the page: begun from the builder, found again after a reload, stopped, and read as a table."""

import re

import pytest
from playwright.sync_api import expect

from browser.test_looks import guest, nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small, size

__all__ = ["guest", "size"]


@pytest.mark.req("ALL-25")
def test_a_deck_is_tested_from_the_builder_found_again_and_stopped(guest):
    page = guest.open("/decks?game=onepiece")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    if (tab := page.locator(".builder-tabs label").last).is_visible():
        tab.click()
    page.locator("#name").fill("Red Tide")
    expect(page.locator("#kept")).to_have_text("Kept with you.")
    page.locator("#test").click()
    page.wait_for_url("**/lab?*")
    expect(page.locator("#deck option:checked")).to_have_text("Red Tide")
    page.locator("#pilot").select_option("medium")
    page.locator("#games").select_option("100")
    page.locator("#swap summary").click()
    page.locator("#out").select_option("ST01-004")
    page.locator("#count").select_option("2")
    page.locator("#into").select_option("ST01-012")
    page.locator("#begin").click()
    expect(page.locator("#tested")).to_have_text("Red Tide, played by medium")
    page.reload()
    expect(page.locator("#status")).to_contain_text(re.compile("of 1800 games|waits"))
    page.locator("#stop").click()
    expect(page.locator("#status")).to_contain_text("Stopped")
    expect(page.locator("#heat td")).to_have_count(20 if guest.context.pages[0].viewport_size["width"] < 700 else 30)
    expect(page.locator("#cards tbody tr")).to_have_count(16)
    expect(page.locator("#swap-found")).to_contain_text("2 × Sanji out, 2 × Monkey.D.Luffy in")
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    page.get_by_role("button", name="Delete the test of Red Tide").first.click()
    expect(page.locator("#found")).to_be_hidden()


def test_a_deck_that_cannot_be_played_is_refused_in_a_sentence(hurried):
    hurried.forgive("422")
    page = hurried.open("/decks?game=onepiece")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.locator('[data-step="list ST01-002 -1"]').click()
    page.locator("#test").click()
    page.wait_for_url("**/lab?*")
    page.locator("#begin").click()
    expect(page.locator("#refused")).to_contain_text("49 cards besides the leader")


def test_decks_go_with_the_key_to_another_device(hurried, visit):
    page = hurried.open("/decks?game=onepiece")
    page.locator("#rows li").first.wait_for()
    with page.expect_response(lambda answer: "/players/me/decks/" in answer.url and "Far away" in answer.text()):
        page.locator("#name").fill("Far away")
    key = hurried.call("GET", "/players/me/key")["key"]
    other = visit(hurried=True)
    other.call("PUT", "/players/me/key", {"key": key})
    shown = other.open("/decks?game=onepiece")
    expect(shown.locator("#name")).to_have_value("Far away")
