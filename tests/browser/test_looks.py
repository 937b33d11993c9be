"""Every screen, on a phone and a desktop, light and dark: everything fits, is large enough, and is accessible."""

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

import sparring
from support.visitor import BOARDS, DESK, PHONE

GAMES = sparring.game_names()
SIZES = {"phone": PHONE, "desk": DESK}
SMALLEST_TARGET = 44
SMALLEST_TEXT = 11
"""In pixels on the screen."""

TARGETS = """smallest => [...document.querySelectorAll('button, a, select, input, #stage .hit')]
    .filter(one => one.checkVisibility() && !one.closest('.hidden'))
    .map(one => [one, (one.querySelector(':scope > .area') || one.closest('label') || one).getBoundingClientRect()])
    .filter(([, box]) => box.width < smallest - .1 || box.height < smallest - .1)
    .map(([one, box]) => `${one.ariaLabel || one.textContent || one.id}: ${box.width} × ${box.height}`)"""

SMALL_TEXT = """smallest => [...document.querySelectorAll('#stage text')]
    .filter(text => text.checkVisibility() && text.textContent.trim())
    .map(text => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])
    .filter(([, size]) => size < smallest - .05)"""

SETTLED = "() => !document.getAnimations().some(one => one instanceof CSSTransition)"
"""True if all colour transitions have ended."""

ROOM = "[document.scrollingElement.scrollWidth, innerWidth]"


def nothing_sticks_out_or_is_too_small(page):
    wide, room = page.evaluate(ROOM)
    assert wide <= room, f"the page is {wide} px wide on a screen of {room} px"
    assert page.evaluate(TARGETS, SMALLEST_TARGET) == []
    assert page.evaluate(SMALL_TEXT, SMALLEST_TEXT) == []


def nothing_is_hard_to_use(page):
    """Check the page with axe-core, as it is and after switching between light and dark."""
    for _ in range(2):
        serious = [fault for fault in violations(page) if fault["impact"] in ("serious", "critical")]
        theme = page.locator("html").get_attribute("data-theme")
        assert [(theme, fault["id"], [node["html"][:120] for node in fault["nodes"]]) for fault in serious] == []
        if page.locator("#more").is_visible():  # on a phone the header of a card table is in a drawer
            page.locator("#more").click()
        page.get_by_label(re.compile("Switch to (light|dark) colours")).click()
        page.keyboard.press("Escape")
        expect(page.locator("html")).not_to_have_attribute("data-theme", theme)
        page.wait_for_function(SETTLED)


def violations(page):
    """What axe-core complains about; a page reads its half a megabyte of script only once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")


@pytest.fixture(params=SIZES)
def size(request):
    return SIZES[request.param]


@pytest.fixture
def guest(visit, size):
    """A visitor with a screen of some size."""
    return visit(viewport=size, has_touch=size == PHONE, hurried=True)


def test_the_gallery_fits_and_all_can_use_it(guest):
    guest.begin(GAMES[0]).page.close()  # so that the list has a game of this visitor too
    page = guest.gallery(GAMES[-1])
    expect(page.locator("#own-list a")).to_have_count(1)
    expect(page.locator(".game svg .shape:first-child")).to_have_count(len(guest.call("GET", "/games")))
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)


@pytest.mark.parametrize("game", BOARDS)
def test_a_match_fits_and_all_can_use_it(guest, game):
    """In the middle of a match, with a clock, scores and a hint; and when it is over."""
    board = guest.begin(game, seed=3, clock=600).at_rest()
    page = board.page
    board.make(board.options[0])
    page.locator("#judge").click()
    expect(page.locator("#stage .score").first).to_be_visible()
    if page.locator("#threats").count():
        page.locator("#threats").click()
    page.locator("#hint").click()
    page.locator("#show-move").click()
    expect(page.locator("#stage .hinted")).to_have_count(1)
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    guest.call("POST", f"/matches/{board.id}/resign")
    page.locator("#rematch").wait_for()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)


def test_an_invitation_fits_and_all_can_use_it(guest):
    page = guest.gallery(GAMES[0])
    page.locator("[data-opponent=human]").click()
    expect(page.locator("#friend")).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    page.locator("#friend-begin").click()
    page.wait_for_url("**/match/*")
    expect(page.locator("#invite")).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    door = guest.open(page.locator("#link").input_value())
    expect(door.locator("#sit-down")).to_be_visible()
    nothing_sticks_out_or_is_too_small(door)
    nothing_is_hard_to_use(door)


def test_a_match_that_is_watched_fits_and_all_can_use_it(guest):
    match = guest.call("POST", "/matches", {"game": GAMES[0], "opponents": ["random", "random"], "seed": 3})
    page = guest.board(f"/match/{match['id']}").page
    expect(page.locator("#speed")).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)


@pytest.mark.parametrize("game", BOARDS)
def test_on_a_phone_a_finger_plays(visit, game):
    board = visit(viewport=PHONE, has_touch=True, is_mobile=True).begin(game, seed=3).at_rest()
    made = len(board.moves)
    board.place(board.options[-1]).tap()
    board.at_rest(made + 1)
    board.shows(board.state)


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_and_what_to_do_are_seen_without_scrolling(visit, game, size):
    page = visit(viewport=size).begin(game, seed=3).at_rest().page
    tools = "#more" if page.locator("#more").is_visible() else "#tools"  # a table that fills a phone has one button
    for seen in ("#stage svg", "#prompt strong", tools):
        box = page.locator(seen).bounding_box()
        assert box["y"] >= 0, seen
        assert box["y"] + box["height"] <= size["height"] + 1, seen


@pytest.mark.parametrize(("width", "tall"), [(1440, False), (1180, False), (900, True), (390, True)])
def test_a_broad_board_is_rearranged_only_where_there_is_no_room_for_it(visit, width, tall):
    board = visit(viewport={"width": width, "height": 740}).begin("oware", seed=3).at_rest()
    scene = board.state["scene"]
    wide, high = scene["tall"]["view"] if tall else scene["view"]
    expect(board.page.locator("#stage svg")).to_have_attribute("viewBox", f"0 0 {wide} {high}")
    board.page.set_viewport_size({"width": 1440, "height": 740})
    expect(board.page.locator("#stage svg")).to_have_attribute("viewBox", "0 0 960 470")
    nothing_sticks_out_or_is_too_small(board.page)


def test_light_and_dark_follow_the_device_until_somebody_chooses(visit):
    visitor = visit(color_scheme="dark")
    page = visitor.gallery(GAMES[0])
    theme = page.locator("html")
    expect(theme).to_have_attribute("data-theme", "dark")
    page.get_by_label(re.compile("Switch to (light|dark) colours")).click()
    expect(theme).to_have_attribute("data-theme", "light")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "light")


def test_sounds_are_switched_off_for_good(visitor):
    page = visitor.open()
    page.get_by_label("Switch sounds off").click()
    page.reload()
    expect(page.get_by_label("Switch sounds on")).to_be_visible()


LONGEST = """() => {
    window.longest = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const moves = [frames].flat().some(frame => 'transform' in frame || 'strokeDashoffset' in frame);
        if (moves) window.longest = Math.max(window.longest, typeof how === 'number' ? how : how.duration);
        return animate.call(this, frames, how);
    };
}"""


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_with_reduced_motion(visit, game, wish):
    board = visit(reduced_motion=wish).begin(game, seed=3).at_rest()
    board.page.evaluate(LONGEST)
    board.make(board.options[0])
    assert (board.page.evaluate("window.longest") > 100) == (wish == "no-preference")
