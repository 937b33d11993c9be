"""Choosing at a card table: in steps, by dragging and by holding, several times at once, and not at all."""

import json
import re

from playwright.sync_api import expect

from browser.test_card_table import DECKS, several, table, under_attack
from support.visitor import PHONE

HOPELESS = 14
"""The seed of a match in which its player can do nothing in some decision."""

ATTACK = "attack leader with leader"


def gifts(state):
    """True if some DON!! can be given, and a card can be played or somebody can attack."""
    picks = state["scene"]["picks"].values()
    return several(state) and any(pick.get("times", 1) > 1 for pick in picks)


def hopeless(state):
    return bool(state["scene"].get("passes"))


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=4)
    page.mouse.up()


def shape(page, identity):
    return page.locator(f'#stage [data-id="{identity}"]')


def test_an_attack_is_aimed_then_told_in_numbers_then_confirmed(visitor):
    board = table(visitor, several)
    page, made = board.page, len(board.moves)
    pick = board.state["scene"]["picks"][ATTACK]
    board.place(ATTACK).click()
    expect(board.prompt).to_have_text(re.compile(r": whom to attack\?$"))
    page.locator("#stage .hit").first.click()
    expect(page.locator("#prompt > span")).to_have_text(pick["foretold"])
    expect(page.locator("#stage .pointing .arrow")).to_have_count(1)
    assert re.fullmatch(r"\d+ against \d+: .+ can block\.", pick["foretold"])
    page.keyboard.press("Escape")
    if page.locator("#decision .back").count():  # there is something else to choose from
        page.keyboard.press("Escape")
    expect(page.locator("#decision .back")).to_have_count(0)
    expect(page.locator("#stage .pointing .arrow")).to_have_count(0)
    assert len(board.moves) == made
    drag(page, shape(page, pick["on"]), shape(page, pick["onto"]))
    expect(page.locator("#decision .main")).to_be_focused()
    page.keyboard.press("Enter")
    board.at_rest(made + 1)
    assert board.state["moves"][made]["option"] == ATTACK


def test_several_don_are_given_in_one_gesture_and_recorded_one_by_one(visitor):
    board = table(visitor, gifts)
    page, made = board.page, len(board.moves)
    picks = board.state["scene"]["picks"]
    option, pick = next((option, pick) for option, pick in picks.items() if pick.get("times", 1) > 1)
    drag(page, shape(page, f"{pick['source']}-0"), shape(page, pick["onto"]))
    buttons = page.locator("#decision .many button")
    expect(buttons).to_have_count(pick["times"])
    expect(buttons.nth(1)).to_have_text(f"+2{pick['gains'][1]}")
    buttons.nth(1).click()
    board.at_rest(made + 2)
    assert [move["option"] for move in board.state["moves"][made:]] == [option] * 2


def test_a_card_is_played_by_dragging_it_onto_the_field(visitor):
    board = table(visitor, lambda state: any(option.startswith("play") for option in state["scene"]["picks"]))
    page, made = board.page, len(board.moves)
    picks = board.state["scene"]["picks"]
    option, pick = next((option, pick) for option, pick in picks.items() if option.startswith("play"))
    drag(page, shape(page, pick["on"]), shape(page, "P1-life"))  # nothing is chosen there
    assert len(board.moves) == made
    drag(page, shape(page, pick["on"]), shape(page, pick["onto"]))
    board.at_rest(made + 1)
    assert board.state["moves"][made]["option"] == option


class Finger:
    """A finger on a touch screen."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.page = page

    def _touch(self, kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def hold(self, place):
        self._touch("touchStart", *middle(place))
        self.page.locator("#menu article").wait_for()
        self._touch("touchEnd")

    def drag(self, start, end):
        (x, y), (to_x, to_y) = middle(start), middle(end)
        self._touch("touchStart", x, y)
        for step in range(1, 5):
            self._touch("touchMove", x + (to_x - x) * step / 4, y + (to_y - y) * step / 4)
            self.page.wait_for_timeout(40)
        self._touch("touchEnd")


def test_a_finger_drags_to_attack_and_holds_to_read(visit):
    board = table(visit(viewport=PHONE, has_touch=True, is_mobile=True), several)
    page, made = board.page, len(board.moves)
    pick = board.state["scene"]["picks"][ATTACK]
    finger = Finger(page)
    finger.hold(shape(page, pick["onto"]))
    expect(page.locator("#menu article .name")).to_have_text('Eustass"Captain"Kid')
    expect(page.locator("#menu [role=menuitem]")).to_have_count(0)
    page.touchscreen.tap(3, 3)
    expect(page.locator("#menu")).to_be_hidden()
    finger.drag(shape(page, pick["on"]), shape(page, pick["onto"]))
    expect(page.locator("#prompt > span")).to_have_text(pick["foretold"])
    page.locator("#decision .main").tap()
    board.at_rest(made + 1)
    assert board.state["moves"][made]["option"] == ATTACK


def test_a_counter_names_the_attacked_one_first_and_says_what_it_does(visitor):
    board = table(visitor, under_attack)
    board.page.locator("#stage .hit[aria-haspopup]").first.click()
    first = board.page.locator("#menu [role=menuitem]").first
    expect(first.locator("small")).to_have_text(re.compile(r"^\+\d+: \d+ against \d+, "))


def test_the_own_deck_and_both_trashes_can_be_looked_through(visitor):
    board = table(visitor, under_attack)
    page, piles = board.page, board.page.locator("#piles")
    page.locator("#cards").click()
    expect(piles.locator(".pile > h3").first).to_have_text(re.compile(r"^Left in your deck: \d+ cards$"))
    expect(piles.locator(".pile > h3").nth(1)).to_have_text(re.compile("^Your trash: "))
    costs = [int(text) for text in piles.locator("section").first.locator(".cost").all_inner_texts()]
    kinds = len([at for at in range(1, len(costs)) if costs[at] < costs[at - 1]])
    assert kinds <= 2  # characters, events and stages, each from the cheapest to the dearest
    piles.locator("summary").first.click()
    expect(piles.locator("article").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(piles).to_be_hidden()
    page.mouse.click(*middle(shape(page, "P1-deck-2")))
    expect(piles.locator(".pile > h3").first).to_have_text(re.compile("^Left in your deck"))


def test_a_question_in_which_nothing_can_be_done_is_passed_unless_that_is_switched_off(visit):
    visitor = visit(hurried=True)
    board = table(visitor, hopeless, HOPELESS)
    page, made = board.page, len(board.moves)
    page.locator("#passes").click()
    expect(page.locator("#passes")).to_have_attribute("aria-pressed", "false")
    again = table(visitor, hopeless, HOPELESS)
    passed, before = again.state["scene"]["passes"], len(again.state["moves"])
    expect(again.page.locator(f"#decision [data-option={json.dumps(passed)}]")).to_be_visible()
    again.page.wait_for_timeout(300)
    assert len(again.state["moves"]) == before
    again.page.locator("#passes").click()
    again.at_rest(before + 1)
    assert again.state["moves"][before]["option"] == passed
    again.page.locator("#undo").click()
    again.page.wait_for_function(f"() => document.querySelectorAll('#moves li button').length === {before}")
    again.page.wait_for_timeout(300)
    assert len(again.state["moves"]) == before  # who takes it back wants to decide
    assert made > before


def test_the_opponent_is_followed_at_a_speed_that_is_remembered_and_can_be_skipped(visit):
    slow = "random:pace_min=40,pace_max=40"
    visitor = visit(hurried=True)
    match = visitor.call("POST", "/matches", {"game": DECKS, "opponents": ["human", slow], "seed": 3, "paced": True})
    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest()
    page = board.page
    expect(page.locator("#skip")).to_be_disabled()
    while page.locator("#skip").is_disabled():
        made = len(board.moves)
        page.locator("#decision button").last.click()
        page.wait_for_function(f"() => document.querySelectorAll('#moves li button').length > {made}")
        page.wait_for_function("() => document.querySelector('#skip:not([disabled]), #decision button, #stage .hit')")
    page.locator("#skip").click()
    board.at_rest(made + 2)
    page.get_by_text("Slow", exact=True).click()
    page.reload()
    expect(page.locator("[name=speed][value=slow]")).to_be_checked()
    expect(page.locator("[name=speed][value=pause]")).to_be_hidden()
