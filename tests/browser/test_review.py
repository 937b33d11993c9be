"""A finished match is reviewed, move by move, and tried again from a mistake."""

import pytest
from playwright.sync_api import expect

from browser.test_looks import nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small
from support.visitor import DESK, PHONE

MOVES = ["a1", "a3", "b1", "b3", "a2", "c3"]
"""A match of tic-tac-toe in which o lets x win at c1, x does not see it, and o wins."""


@pytest.fixture
def review(visit):
    """Lets the visitor play a match against a friend, as x, and lose it; the result is its page."""

    def review(**how):
        visitor = visit(**how)
        match = visitor.call("POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]})
        path, tokens = f"/matches/{match['id']}", match["tokens"]
        for number, move in enumerate(MOVES[:-1]):
            visitor.call("POST", f"{path}/choices", {"option": move}, token=tokens[number % 2])
        board = visitor.board(f"/match/{match['id']}?seat=0")
        visitor.call("POST", f"{path}/choices", {"option": MOVES[-1]}, token=tokens[1])
        return visitor, board.page

    return review


@pytest.mark.req("ALL-19")
def test_a_match_is_finished_reviewed_tried_again_from_a_mistake_and_won(review):
    visitor, page = review()
    expect(page.locator("#accuracies")).to_contain_text("Accuracy")
    expect(page.locator("#turned")).to_have_text("Moves 2 and 5 turned it.")
    page.locator("#review").click()
    when = page.locator("#when")
    expect(page.locator("h1")).to_have_text("Moves 2 and 5 turned it.")
    expect(when).to_contain_text("Blunder")
    expect(when).to_contain_text("Move 5, yours")
    expect(page.locator("#head")).to_have_text("c1 was better.")
    expect(page.locator("#why")).to_contain_text("a2 turned a sure win into a loss. Even Level 1 sees that.")
    expect(page.locator("#swing b")).to_have_text(["100\u00a0%", "0\u00a0%"])
    expect(page.locator(".ring-played")).to_have_count(1)
    expect(page.locator(".ring-better")).to_have_count(1)

    page.keyboard.press("ArrowRight")
    expect(when).to_contain_text("Move 6, by")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(when).to_contain_text("Move 4, by")
    page.keyboard.press("n")
    expect(when).to_contain_text("Move 5, yours")
    page.locator("#list button").first.click()
    expect(when).to_contain_text("Move 1, yours")
    page.locator(".pin").click()
    expect(when).to_contain_text("Move 5, yours")

    page.locator("label", has_text="Better").click()
    expect(page.locator("#line [aria-current]")).to_have_text("c1")
    expect(page.locator(".ring-played")).to_have_count(0)
    page.locator("label", has_text="Played").click()
    expect(page.locator(".ring-played")).to_have_count(1)

    page.locator("#again").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest(4)
    assert board.moves == MOVES[:4]
    expect(page.locator("#counts")).to_contain_text("It did not begin from the usual start.")
    board.choose("c1")
    expect(page.locator("#outcome h2")).to_have_text("You win.")


@pytest.mark.req("ALL-19")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_review_fits_and_is_easy_to_use(review, size):
    _, page = review(viewport=size)
    page.locator("#review").click()
    expect(page.locator("#when")).to_contain_text("Move 5, yours")
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
