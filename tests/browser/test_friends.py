"""Friends on the page: from a link to a rematch and the review, two people at one screen, and those who watch."""

import pytest
from playwright.sync_api import expect

from support.visitor import DESK, PHONE

GAME = "tictactoe"
MOVES = ("b2", "a1", "a2", "c1", "c2")
"""The first player wins, in the middle row."""


def begin(visitor, game=GAME, where=None, names=()):
    """Set up a match between people in the drawer of the first page."""
    page = visitor.gallery(game)
    page.locator("[data-opponent=human]").click()
    if where:
        page.locator("#friend label", has_text=where).click()
    for number, name in enumerate(names):
        page.locator(f"#name-{number}").fill(name)
    page.locator("#friend-begin").click()
    page.wait_for_url("**/match/*")
    return page


def sit_down(visitor, link, name):
    page = visitor.open(link)
    expect(page.locator("#door h1")).to_have_text("Ada invites you to Tic-tac-toe")
    expect(page.locator("#door")).to_contain_text("Ada begins")
    page.locator("#your-name").fill(name)
    page.locator("#sit-down").click()
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    return page


def play(page, option):
    page.locator(f"#stage .hit[data-option={option}]").click()


@pytest.mark.req("ALL-12")
def test_two_people_go_from_a_link_to_a_rematch_with_seats_swapped_and_both_review(visit):
    host = begin(visit(hurried=True, viewport=DESK), names=["Ada"])
    expect(host.locator("#invite-note")).to_contain_text("Ada invites you to Tic-tac-toe")
    guest = sit_down(visit(hurried=True, viewport=PHONE), host.locator("#link").input_value(), "Bob")
    expect(host.locator("#name")).to_have_text("Bob")
    expect(host.locator("#level")).to_have_text("Here")
    expect(host.locator("#invite")).to_be_hidden()
    for button in ("#hint", "#judge", "#threats", "#swap"):
        expect(host.locator(button)).to_have_count(0)

    play(host, "a3")
    play(guest, "a1")
    host.locator("#undo").click()
    expect(guest.locator("#prompt strong")).to_have_text("Ada asks to take the last move back.")
    guest.locator("#decline").click()
    expect(host.locator("#prompt strong")).to_have_text("Bob would rather play on.")
    guest.locator("#undo").click()
    host.locator("#accept").click()
    expect(host.locator("#moves li button")).to_have_count(1)
    guest.locator("#undo").wait_for()
    host.locator("#undo").click()
    guest.locator("#accept").click()
    expect(guest.locator("#moves li button")).to_have_count(0)
    for number, option in enumerate(MOVES):
        play((host, guest)[number % 2], option)

    expect(host.locator("#outcome h2")).to_have_text("You win.")
    expect(guest.locator("#outcome h2")).to_have_text("Ada wins.")
    for page in (host, guest):
        expect(page.locator("#accuracies")).to_contain_text("Accuracy")
        expect(page.locator("#review")).to_be_visible()
    review = guest.context.new_page()
    review.goto(guest.locator("#review").get_attribute("href"))
    expect(review.locator("#when")).to_contain_text("Move 4, yours")
    guest.locator("#rematch").click()
    expect(guest.locator("#rematch")).to_contain_text("Waiting for Ada")
    expect(host.locator("#rematch")).to_contain_text("Bob would like a rematch")
    host.get_by_role("button", name="No, thanks").click()
    expect(guest.locator("#rematch")).to_contain_text("Seats swapped")
    host.locator("#rematch").click()
    guest.locator("#rematch").click()
    guest.wait_for_url("**/match/*?seat=0")
    host.wait_for_url("**/match/*?seat=1")
    play(guest, "b2")
    play(host, "a1")
    expect(guest.locator("#moves li button")).to_have_text(["b2", "a1"])
    host.locator("#draw").click()
    guest.locator("#accept").click()
    expect(host.locator("#outcome h2")).to_have_text("A draw.")


def test_those_who_watch_see_the_match_and_go_on_to_the_rematch(visit):
    players = visit(hurried=True)
    match = players.call("POST", "/matches", {"game": GAME, "opponents": ["human", "human"], "player": "Ada"})
    one, other = match["tokens"]
    page = players.board(f"/match/{match['id']}?seat=0").page
    page.locator("#watchers").click()
    expect(page.locator("#invite-head")).to_have_text("Let others watch")
    link = page.locator("#link").input_value()
    watching = visit(hurried=True).open(link)
    assert "#" not in watching.url
    expect(watching.locator("#prompt span")).to_have_text("You watch.")
    players.call("POST", f"/matches/{match['id']}/choices", {"option": "b2"}, one)
    expect(watching.locator("#moves li button")).to_have_text(["b2"])
    expect(watching.locator("#stage .hit, #tools #resign")).to_have_count(0)
    watching.reload()
    expect(watching.locator("#moves li button")).to_have_text(["b2"])
    players.call("POST", f"/matches/{match['id']}/resign", token=other)
    expect(watching.locator("#prompt strong")).to_have_text("Ada wins.")
    players.call("POST", f"/matches/{match['id']}/offers", {"kind": "rematch"}, one)
    new = players.call("POST", f"/matches/{match['id']}/offers/rematch", {"accept": True}, other)["rematch"]
    watching.wait_for_url(f"**/match/{new}?watch")
    expect(watching.locator("#prompt span")).to_have_text("You watch.")


def test_whoever_comes_too_late_with_a_link_reads_why(visit):
    ada = visit(hurried=True)
    host = begin(ada, names=["Ada"])
    expect(host.locator("#invite-note")).to_contain_text("Ada invites you to Tic-tac-toe")
    link = host.locator("#link").input_value()
    phone, laptop = visit(hurried=True), visit(hurried=True)
    for late in (phone, laptop):
        late.forgive("401")
    pages = [each.open(link) for each in (phone, laptop)]
    pages[0].locator("#sit-down").click()
    expect(pages[0].locator("body")).to_have_attribute("data-ready", "yes")
    pages[1].locator("#sit-down").click()
    expect(pages[1].locator("#door h1")).to_have_text("This link has been used.")
    host.locator("#watchers").click()
    expect(host.locator("#invite-head")).to_have_text("Let others watch")
    old = host.locator("#link").input_value()
    match, token = ada.seat_at(host, host.url)
    ada.call("POST", f"/matches/{match}/watchers", token=token)
    watching = laptop.open(old)
    expect(watching.locator("#door h1")).to_have_text("This link does not work any more.")


@pytest.mark.req("ALL-12")
def test_two_people_play_at_one_screen(visit):
    page = begin(visit(hurried=True), where="At this screen", names=["Ada", "Bob"])
    expect(page.locator("#moves")).to_be_hidden()
    for option in MOVES[:3]:
        play(page, option)
    expect(page.locator("#prompt strong")).to_be_visible()
    expect(page.locator("#moves li button")).to_have_text(list(MOVES[:3]))  # or else an earlier move is taken back
    page.locator("#undo").click()
    expect(page.locator("#moves li button")).to_have_text(list(MOVES[:2]))
    page.reload()
    for option in MOVES[2:]:
        play(page, option)
    expect(page.locator("#outcome h2")).to_have_text("Ada wins.")
    before = page.url
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: url != before)
    play(page, "b2")
    expect(page.locator("#moves h2")).to_contain_text("Bob")
    expect(page.locator("#moves li button")).to_have_text(["b2"])


@pytest.mark.parametrize("where", ["At this screen", "Both sides"])
def test_a_curtain_covers_the_cards_between_the_turns_unless_one_person_plays_both_sides(visit, where):
    page = begin(visit(hurried=True), "onepiece", where)
    shared = where == "At this screen"
    seats = []
    while len(set(seats)) < 2:
        if shared:
            page.wait_for_function(
                "() => document.querySelector('#curtain[open] button:enabled, #decision button, #stage .hit')"
            )
            curtain = page.locator("#curtain")
            if curtain.is_visible():
                box = curtain.bounding_box()
                assert (box["width"], box["height"]) == (DESK["width"], DESK["height"])
                page.keyboard.press("Escape")
                expect(curtain).to_be_visible()
                curtain.locator("button").click()
                expect(curtain).to_be_hidden()
        expect(page.locator("#curtain")).to_be_hidden()
        page.locator("#decision button").first.wait_for()
        seats.append(page.url.partition("seat=")[2][0])
        moves = page.locator("#moves li button").count()
        page.locator("#decision button").first.click()
        expect(page.locator("#moves li button")).not_to_have_count(moves)
