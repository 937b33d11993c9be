"""A card table in the browser: cards can be read and clicked, and a card with several options opens a menu."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from browser.test_looks import guest, nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small, size
from browser.test_whole_games import by_keyboard, by_mouse
from support.visitor import OPTIONS, PHONE, QUICK

__all__ = ["guest", "size"]

DECKS = "onepiece:deck1=ST01,deck2=ST02"
SHARED = "#stage .hit[aria-haspopup]"
"""Cards with several options."""


def several(state):
    """True if some card has several options and another cannot be played."""
    return state["decision"]["kind"] == "action" and any(
        option.startswith("attack") for option in state["decision"]["options"]
    )


def under_attack(state):
    return state["decision"]["kind"] == "counter" and len(state["scene"]["picks"]) > 1


def table(visitor, wanted, seed=3):
    """A board at the first decision that fulfils a condition, played until there through the API."""
    match = visitor.call("POST", "/matches", {"game": DECKS, "opponents": ["human", QUICK], "seed": seed})
    rng, path = Random(seed), f"/matches/{match['id']}"
    while True:
        state = visitor.call("GET", f"{path}?scene=true")
        assert not state["over"], "no decision fulfils the condition"
        if state["decision"] and wanted(state):
            return visitor.board(f"/match/{match['id']}?seat=0").at_rest(len(state["moves"]))
        if state["decision"]:
            options = state["decision"]["options"]
            played = [option for option in options if option.startswith(("play", "keep"))]
            choice = {"option": rng.choice(played or options), "number": state["decision"]["number"]}
            visitor.call("POST", f"{path}/choices", choice)


# ---------------------------------------------------------------------- choosing


def test_a_card_that_can_do_several_things_opens_a_menu_that_can_be_closed(visitor):
    board = table(visitor, under_attack)
    page, menu = board.page, board.page.locator("#menu")
    card = page.locator(SHARED).first
    label = card.get_attribute("aria-label")
    card.click()
    items = menu.locator("[role=menuitem]")
    labels = items.locator("span").evaluate_all("all => all.map(one => one.firstChild.textContent)")
    assert re.sub(r"^\d+ choices: ", "", label) == ", ".join(labels)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.locator("#prompt").click()
    expect(menu).to_be_hidden()
    made = len(board.moves)
    card.click()
    option = items.last.get_attribute("data-option")
    items.last.click()
    board.at_rest(made + 1)
    assert board.state["moves"][made]["option"] == option
    expect(menu).to_be_hidden()


def test_every_option_is_reached_by_keyboard(visitor):
    board = table(visitor, several)
    page, state = board.page, board.state
    hits = page.locator("#stage .hit")
    reached, left = set(), [0]
    index = "[...document.querySelectorAll('#stage .hit')].indexOf(document.activeElement)"
    while left:
        reached.add(at := left.pop())
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            hits.nth(at).focus()
            page.keyboard.press(key)
            if (found := page.evaluate(index)) not in reached | set(left):
                left.append(found)
    assert reached == set(range(hits.count()))
    beside = page.locator("#decision button").evaluate_all("all => all.map(one => one.dataset.option)")
    assert set(beside) | set(state["scene"]["picks"]) == set(state["decision"]["options"])


def test_a_finger_reads_a_card_before_it_chooses(visit):
    board = table(visit(viewport=PHONE, has_touch=True, is_mobile=True), several)
    page, menu, made = board.page, board.page.locator("#menu"), len(board.moves)
    page.locator("#stage .hit:not([aria-haspopup])").first.tap()
    expect(menu.locator("article")).to_be_visible()
    expect(menu.locator("[role=menuitem]")).to_have_count(1)
    page.touchscreen.tap(3, 3)
    expect(menu).to_be_hidden()
    assert len(board.moves) == made
    page.locator('#stage [data-id="unit-1"]').tap()  # the other leader, which has no options
    expect(menu.locator("article .name")).to_have_text('Eustass"Captain"Kid')
    expect(menu.locator("[role=menuitem]")).to_have_count(0)
    page.touchscreen.tap(3, 3)
    page.locator("#stage .hit:not([aria-haspopup])").first.tap()
    menu.locator("[role=menuitem]").tap()
    board.at_rest(made + 1)
    board.shows(board.state)


@pytest.mark.parametrize(("seat", "hand", "decisions"), [(0, by_mouse, 7), (1, by_keyboard, 4)])
def test_a_game_is_played_by_mouse_and_by_keyboard(visit, seat, hand, decisions):
    """A whole game takes long, so the player resigns after a while."""
    board = visit(reduced_motion="reduce", hurried=True).begin("onepiece", seat, seed=5).at_rest()
    rng = Random(f"{seat}")
    for _ in range(decisions):
        if not board.over:
            hand(board, rng)
    board.shows(board.state)
    for _ in range(0 if board.over else 2):
        board.page.locator("#resign").click()
    board.page.locator("#rematch").wait_for()
    board.shows(board.state)
    expect(board.page.locator(OPTIONS)).to_have_count(0)


# ---------------------------------------------------------------------- reading


def test_a_card_is_read_beside_the_table(visitor):
    board = table(visitor, several)
    board.page.locator('#stage [data-id="unit-1"]').hover()
    reader = board.page.locator("#reader")
    expect(reader.locator(".name")).to_have_text('Eustass"Captain"Kid')
    expect(reader).to_contain_text("[Activate: Main]")


def test_a_card_that_cannot_be_chosen_says_why(visitor):
    board = table(visitor, under_attack)
    before = board.state
    board.page.locator('#stage [data-id="unit-0"]').click()
    expect(board.prompt).to_have_text(re.compile("^Attacking is for one's own main phase"))
    assert board.state == before


def test_what_happened_is_told_as_this_seat_saw_it(visitor):
    board = table(visitor, several)
    news = board.page.locator("#moves.log li p").all_inner_texts()
    assert any(re.fullmatch(r"\w+ draws 1 card\.", line) for line in news)
    assert any(re.fullmatch(r"You draw (?!\d).+\.", line) for line in news)
    expect(board.page.locator("#moves li button")).to_have_count(len(board.state["moves"]))


def test_a_hint_marks_the_card_or_the_button_of_the_best_option(visitor):
    board = table(visitor, several)
    with board.page.expect_response("**/hint") as answered:
        board.page.locator("#hint").click()
    best = answered.value.json()["best"]
    board.page.locator("#show-move").click()
    expect(board.prompt).to_have_text(f"{best[0].upper()}{best[1:]}.")
    pick = board.state["scene"]["picks"].get(best)
    if pick:
        hinted = board.page.locator("#stage .hinted").first
        assert pick["label"] in hinted.get_attribute("aria-label")
    else:
        expect(board.page.locator("#decision .main")).to_have_attribute("data-option", best)


# ---------------------------------------------------------------------- looks


def test_a_table_fits_and_all_can_use_it(guest):
    """With many options, with one that takes several steps, under attack, and with an open menu."""
    page = table(guest, several).page
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    page.locator(SHARED).first.click()
    expect(page.locator("#decision .back")).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    page = table(guest, under_attack).page
    nothing_sticks_out_or_is_too_small(page)
    page.locator(SHARED).first.click()
    expect(page.locator("#menu")).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    box = page.locator("#menu").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= page.viewport_size["width"]
    assert 0 <= box["y"] <= box["y"] + box["height"] <= page.viewport_size["height"]
