"""Who you are on the page: settings, a match that suits, the result, and the page about you."""

import re

import pytest
from playwright.sync_api import expect

from browser.test_looks import nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small
from support.visitor import DESK, PHONE

GAME = "tictactoe"
RATED = "MentorOrangutan:pace_min=0,pace_max=0"


def lose(visitor, opponent=RATED):
    """Play three moves through the API, and resign."""
    match = visitor.call("POST", "/matches", {"game": GAME, "opponents": ["human", opponent]})
    for _ in range(2):
        state = visitor.call("GET", f"/matches/{match['id']}?wait=20")
        visitor.call("POST", f"/matches/{match['id']}/choices", {"option": state["decision"]["options"][0]})
    visitor.call("GET", f"/matches/{match['id']}?wait=20")
    visitor.call("POST", f"/matches/{match['id']}/resign")
    return match["id"]


@pytest.mark.req("ALL-25")
def test_the_settings_that_are_chosen_in_the_drawer_are_those_of_the_match(hurried):
    page = hurried.gallery("connect4")
    page.locator("[data-settings=minimax]").click()
    drawer = page.locator("#drawer")
    expect(drawer).to_contain_text("Rated")
    page.locator("#set-depth").fill("6")
    drawer.get_by_text("Defensive").click()
    expect(drawer).to_contain_text("does not count")
    drawer.get_by_text("More").click()
    page.locator("#set-randomness").fill("0.5")
    drawer.get_by_text("At once").click()
    page.locator("#drawer-play").click()
    page.wait_for_url("**/match/*")
    board = hurried.at(page).at_rest()
    assert board.state["players"][1] == "minimax:depth=6,style=defensive,randomness=0.5,pace_min=0,pace_max=0"
    expect(page.locator("#counts")).to_contain_text("does not count")


def test_an_opponent_that_adapts_is_asked_for_a_target_and_not_for_a_depth(hurried):
    page = hurried.gallery("connect4")
    page.locator("[data-settings=adaptive]").click()
    expect(page.locator("#set-target")).to_be_visible()
    expect(page.locator("#set-depth")).to_be_hidden()
    expect(page.locator("#drawer-play")).to_have_text("Play your match")


@pytest.mark.req("ALL-25")
def test_a_game_is_played_with_the_board_or_the_decks_that_were_chosen(hurried):
    page = hurried.gallery("fourinarow")
    page.locator("[data-settings=easy]").click()
    page.locator("#set-width").fill("7")
    page.locator("#drawer-play").click()
    page.wait_for_url("**/match/*")
    assert hurried.at(page).at_rest().state["game"] == "fourinarow:width=7"
    page = hurried.gallery("onepiece")
    page.get_by_label("Your deck").select_option("ST03")
    page.get_by_label("Their deck").select_option("ST01")
    expect(page.locator("#deck-choice")).to_contain_text("does not count")
    page.locator("[data-opponent=Bosun]").click()
    page.wait_for_url("**/match/*")
    assert hurried.at(page).state["game"] == "onepiece:deck1=ST03,deck2=ST01"


@pytest.mark.req("ALL-13", "ALL-18")
def test_results_are_on_the_page_about_you_and_change_whom_you_meet(visit):
    visitor = visit(hurried=True, viewport=DESK)
    for _ in range(5):
        last = lose(visitor)
    page = visitor.open("/you")
    expect(page.locator("#since")).to_contain_text("5 matches")
    expect(page.locator("#versus")).to_contain_text("MentorOrangutan")
    expect(page.locator("#matches li")).to_have_count(5)
    rating = page.locator("#rates li", has_text="Tic-tac-toe").locator(".big b").inner_text()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)
    gallery = visitor.gallery(GAME)
    expect(gallery.locator(".you-are")).to_have_text(f"You, {rating}")
    expect(gallery.locator("#your-match")).to_contain_text("Plays like")
    expect(gallery.locator(".person .score").first).to_contain_text("%")
    shown = visitor.open(f"/match/{last}?seat=0")
    expect(shown.locator("#outcome")).to_contain_text(rating)
    expect(shown.locator("#outcome h2")).to_have_text("MentorOrangutan wins.")
    expect(shown.locator("#outcome")).to_contain_text("Your first rating")
    nothing_sticks_out_or_is_too_small(shown)
    for way in ("Review", "Rematch", "Next opponent", "New game"):
        expect(shown.locator(".ways")).to_contain_text(way)
    expect(shown.get_by_role("button", name="Rematch")).to_have_count(1)
    expect(shown.get_by_role("link", name="Review")).to_have_attribute("href", f"/review/{last}?seat=0")
    step, moves = shown.locator("#step"), shown.locator("#moves li button").count()
    shown.locator("#moves li button").first.click()
    shown.keyboard.press("ArrowLeft")
    expect(shown.locator("#prompt")).to_contain_text("This is how it began.")
    expect(step).to_have_text(f"Move 0 of {moves}")
    shown.keyboard.press("ArrowRight")
    expect(step).to_have_text(f"Move 1 of {moves}")
    shown.get_by_role("button", name="Forward").click()
    expect(step).to_have_text(f"Move 2 of {moves}")
    shown.locator("#moves li button").last.click()
    expect(step).to_be_hidden()


@pytest.mark.req("ALL-18")
def test_a_key_moves_to_another_browser_and_everything_is_deleted_there(visit):
    first, second = visit(hurried=True), visit(hurried=True, viewport=PHONE, has_touch=True)
    lose(first)
    page = first.open("/you")
    page.locator("#device").click()
    expect(page.locator("#key")).not_to_have_value("")
    key = page.locator("#key").input_value()
    other = second.open("/you")
    other.locator("#device").click()
    other.locator("#other-key").fill("not-a-key-of-anybody-here")
    second.forgive("404")
    other.locator("#use-key").click()
    expect(other.locator("#key-told")).to_contain_text("Nobody is known by this key")
    other.locator("#other-key").fill(key)
    other.locator("#use-key").click()
    expect(other.locator("#matches li")).to_have_count(1)
    nothing_sticks_out_or_is_too_small(other)
    other.locator("#rename").click()
    other.locator("#new-name").fill("Ada")
    other.get_by_text("Keep", exact=True).click()
    expect(other.locator("#name")).to_have_text("Ada")
    with other.expect_download() as exported:
        other.locator("#export").click()
    assert "tictactoe" in exported.value.path().read_text()
    other.locator("#delete").click()
    other.locator("#really").click()
    expect(other.locator("#since")).to_contain_text("your record begins")
    page.reload()
    expect(page.locator("#since")).to_contain_text("your record begins")


@pytest.mark.req("ALL-18")
def test_the_page_says_at_once_that_a_match_with_a_hint_does_not_count(hurried):
    board = hurried.begin(GAME, opponent=RATED).at_rest()
    told = board.page.locator("#counts")
    expect(told).to_have_text("This match counts for your rating.")
    board.page.locator("#hint").click()
    expect(told).to_have_text(re.compile("does not count. You asked for a hint"))


def with_levels(route):
    """The opponents of a game with eight levels among them, two of which are not measured."""
    answer = route.fetch()
    known = [entry for entry in answer.json() if not entry["name"].startswith("level")]
    rest = {**known[0], "adapts": False, "default": False}
    levels = [
        {**rest, "name": f"level{number}", "about": f"Sees {number} moves ahead.", "rating": 1000 + 100 * number}
        for number in range(1, 9)
    ]
    for level in levels[2:4]:
        level["rating"] = None
    levels[4]["rating"] = 900  # few games may put a level below the one before
    route.fulfill(response=answer, json=[*levels, *known])


def test_levels_are_chosen_by_their_numbers(visit):
    page = visit(viewport=PHONE, has_touch=True, hurried=True).context.new_page()
    page.route("**/opponents", with_levels)
    page.goto(f"/?game={GAME}")
    group = page.locator("#levels")
    expect(group.locator(".choice label")).to_have_text([str(number) for number in range(1, 9)])
    expect(group.locator(".person")).to_have_count(1)
    expect(page.locator("#ladder")).not_to_contain_text("Level 1")
    nothing_sticks_out_or_is_too_small(page)
    group.get_by_text("7", exact=True).tap()
    expect(group.locator(".person")).to_contain_text("Level 7")
    expect(group.locator(".person")).to_contain_text("Rated 1700")
    expect(group.locator("[data-opponent]")).to_have_attribute("data-opponent", "level7")
    page.keyboard.press("ArrowRight")
    expect(group.locator(".person")).to_contain_text("Sees 8 moves ahead.")


def test_on_a_phone_a_game_leads_to_its_opponents_and_back(visit):
    page = visit(viewport=PHONE, has_touch=True, hurried=True).open()
    expect(page.locator("#ladder")).to_be_hidden()
    page.locator(f"[data-game={GAME}]").tap()
    expect(page.locator("#ladder .person").first).to_be_visible()
    expect(page.locator("#games")).to_be_hidden()
    nothing_sticks_out_or_is_too_small(page)
    page.locator("#to-games").tap()
    expect(page.locator("#games")).to_be_visible()
