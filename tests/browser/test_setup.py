"""A position set up on the page: refused in plain words while it is impossible, then searched, and played on from."""

import pytest
from playwright.sync_api import expect

from browser.test_looks import guest, nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small, size

__all__ = ["guest", "size"]


def add(page, zone, card, whose="You"):
    page.get_by_role("button", name=f"Add: {zone}, {whose}", exact=True).click()
    page.locator("#drawer input").fill(card)
    page.locator("#drawer .choices button").first.click()
    if page.locator("#drawer").is_visible():
        page.get_by_role("button", name="Close").click()


def strengthened(mine, page):
    """An effect gives a character power and a keyword this turn, which the picture shows."""
    character = mine.locator(".zone", has_text="Characters").locator("li").first
    character.get_by_text("Effects on it this turn").click()
    character.get_by_label("Power added").fill("2000")
    character.get_by_label("Power added").blur()
    character.get_by_label("Keyword given").select_option("Double Attack")
    expect(page.locator("#picture")).to_contain_text("8000")
    expect(page.locator("#picture")).to_contain_text("Turn 5: You")
    expect(page.locator("#faults")).to_have_text("This position is possible.")


@pytest.mark.req("OP-1")
def test_a_position_is_set_up_refused_mended_searched_and_played(guest):
    page = guest.open("/setup?game=onepiece")
    expect(page.locator("#faults")).to_have_text("This position is possible.")
    add(page, "Characters", "ST01-012")
    add(page, "Hand", "ST01-014")
    mine = page.get_by_label("You", exact=True)
    mine.get_by_label("Active DON!!").fill("11")
    mine.get_by_label("Active DON!!").blur()
    expect(page.locator("#faults")).to_have_text("You have 11 DON!!, and 10 is all there are.")
    expect(page.locator("#lethal")).to_be_disabled()
    mine.get_by_label("Active DON!!").fill("4")
    mine.get_by_label("Active DON!!").blur()
    page.get_by_label("Life cards, if it does not matter which").last.fill("0")
    page.get_by_label("Life cards, if it does not matter which").last.blur()
    expect(page.locator("#faults")).to_have_text("This position is possible.")
    strengthened(mine, page)
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    page.locator("#lethal").click()
    expect(page.locator("#answer .steps li").first).to_contain_text("ttack leader")
    expect(page.locator("#answer")).not_to_contain_text("P1")
    page.reload()
    expect(mine.locator(".zone", has_text="Characters")).to_contain_text("Monkey.D.Luffy")
    page.locator("#opponent").select_option("easy")
    page.locator("#play").click()
    page.wait_for_url("**/match/*")
