"""A game for three and a game with dice, played on the page."""

import re

import pytest
from playwright.sync_api import expect

from support import cookbook
from support.visitor import PHONE, QUICK

pytestmark = pytest.mark.req("ALL-22")


@pytest.fixture(scope="module")
def recipes(start, tmp_path_factory):
    games = [cookbook.write(page, tmp_path_factory.mktemp(page)) for page in ("islands", "pig", "kuhn")]
    return start(*(word for game in games for word in ("--game", game)))


def test_a_game_of_three_is_chosen_and_played_with_the_names_around_the_board(visit, recipes):
    visitor = visit(recipes, hurried=True)
    page = visitor.gallery("islands")
    expect(page.locator("#watch-head")).to_have_text("Or watch three of them")
    expect(page.locator("#watched select")).to_have_count(3)
    for select in page.locator("#mixed select").all():
        select.select_option("random")
    page.locator("#play-mixed").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest()
    expect(page.locator("#seats-far .seat")).to_have_text([re.compile("Random.*blue"), re.compile("Random.*green")])
    expect(page.locator("#seats-near .seat")).to_have_text(re.compile("You.*orange"))
    expect(page.locator(".seat[aria-current]")).to_have_attribute("data-seat", "0")
    expect(page.locator("#moves h2 span")).to_have_text(["", "You", "blue", "green"])
    page.locator("#undo").is_disabled()
    board.make("a1")
    page.locator("#undo").click()
    expect(page.locator("#moves li button")).to_have_count(0)
    for _ in range(8):
        board.make(board.options[0])
    state = board.state
    assert state["over"]
    places = [{1: "1st", 2: "2nd", 3: "3rd"}[place] for place in state["result"]["places"]]
    for seat, (place, points) in enumerate(zip(places, state["result"]["payoffs"], strict=True)):
        expect(page.locator(f".seat[data-seat='{seat}'] .quiet")).to_have_text(f"{place}, {points:g}")
    expect(board.prompt).to_have_text(re.compile("win|draw|share the first place"))


def test_the_bar_shows_how_you_stand_against_nobody_in_particular(visit, recipes):
    visitor = visit(recipes, hurried=True)
    match = visitor.call("POST", "/matches", {"game": "islands", "opponents": ["human", QUICK, QUICK], "seed": 1})
    page = visitor.board(f"/match/{match['id']}?seat=0").at_rest().page
    page.get_by_role("button", name="Scores").click()
    expect(page.locator("#eval")).to_be_visible()
    expect(page.locator("#eval")).to_have_class(re.compile("several"))


def test_what_is_said_belongs_to_the_face_above_it(visit, recipes):
    visitor = visit(recipes, hurried=True)
    players = ["human", "easy:pace_min=0,pace_max=0", QUICK]
    match = visitor.call("POST", "/matches", {"game": "islands", "opponents": players, "seed": 1})
    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest()
    name, remark = board.page.locator("#name"), board.page.locator("#remark")
    expect(name).to_have_text("Easy")
    expect(remark).to_have_text(re.compile("^Plays out a few games"))
    board.make("a1")
    expect(name).to_have_text("Random")
    expect(remark).to_have_text(re.compile("^Plays any legal move"))


def test_on_a_phone_the_name_stands_beside_the_face_in_a_match_that_does_not_count(visit, recipes):
    board = visit(recipes, hurried=True, viewport=PHONE).begin("pig", seed=2).at_rest()
    expect(board.page.locator("#counts")).to_be_visible()
    face, name = (board.page.locator(place).bounding_box() for place in ("#face", "#name"))
    assert 0 <= name["x"] - face["x"] - face["width"] < 30


def test_the_end_of_a_game_for_two_says_what_both_got(visit, recipes):
    board = visit(recipes, hurried=True).begin("kuhn", seed=2).at_rest()
    board.choose("bet")
    expect(board.page.locator("#outcome p").first).to_have_text(re.compile("^(1 to -1|2 to -2)\\. "))


def test_the_dice_fall_on_the_page_and_are_listed_with_the_roll(visit, recipes):
    board = visit(recipes, hurried=True).begin("pig", opponent="Farmer:pace_min=0,pace_max=0", seed=2).at_rest()
    page = board.page
    assert board.options == ["roll"]
    board.choose("roll")
    fell = page.locator("#moves li").first.locator(".fell")
    expect(fell).to_have_text(re.compile("[1-6]"))
    assert fell.inner_text() == board.state["moves"][1]["option"]
    expect(page.locator("#say")).to_have_text(re.compile("Chance: [1-6]|Farmer|roll"))
    board.at_rest()
    page.locator("#undo").click()
    expect(page.locator("#moves li button")).to_have_count(0)
    assert board.state["moves"] == []
