"""A match survives its page: reloaded, opened twice, sent to a friend, or while the server is away."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

import sparring
from support.visitor import BOARDS, OPTIONS

GAMES = sparring.game_names()
GAME = "tictactoe"  # a short game where any will do


def finish(board):
    """Play to the end, with the first option each time."""
    while not board.over:
        board.make(board.options[0])
    state = board.state
    assert state["over"]
    board.shows(state)


@pytest.mark.parametrize("game", BOARDS)
def test_reloading_in_the_middle_returns_to_the_running_game(hurried, game):
    board = hurried.begin(game, 1, seed=3).at_rest(1)
    board.make(board.options[0])
    before = board.state
    board.page.reload()
    board.at_rest(len(before["moves"]))
    assert board.state == before
    board.shows(before)
    board.make(board.options[0])
    board.shows(board.state)


def test_two_tabs_on_one_match_show_the_same(hurried):
    one = hurried.begin(GAME, seed=3).at_rest()
    two = hurried.board(one.page.url).at_rest()
    for active, other in [(one, two), (two, one)]:
        active.make(active.options[0])
        other.at_rest(len(active.moves))
        assert active.moves == other.moves
        assert active.options == other.options
        other.shows(active.state)


def test_a_visitors_games_are_listed_on_the_first_page_until_they_are_over(hurried):
    for game in GAMES:
        board = hurried.begin(game, seed=3).at_rest()
        board.make(board.options[0])
    page = hurried.open()
    links = page.locator("#own-list a")
    expect(links).to_have_count(len(GAMES))
    links.filter(has_text=sparring.game(GAME).title).click()
    page.wait_for_url("**/match/*?seat=0")
    board = hurried.at(page).at_rest(2)
    board.shows(board.state)
    finish(board)
    expect(hurried.open().locator("#own-list a")).to_have_count(len(GAMES) - 1)


def test_games_of_others_are_not_listed(visit):
    visit().begin(GAME)
    page = visit().gallery(GAME)
    expect(page.locator("#own")).to_be_hidden()


# ---------------------------------------------------------------------- two people


def invited(visit, game=GAME, **how):
    """A visitor who has invited a friend, and the link."""
    host = visit(**how)
    page = host.gallery(game)
    page.locator("[data-opponent=human]").click()
    page.locator("#friend-begin").click()
    page.wait_for_url("**/match/*")
    board = host.at(page)
    expect(page.locator("#invite")).to_be_visible()
    return board, page.locator("#link").input_value()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_each_other_by_a_link(visit, game):
    here, link = invited(visit, game, hurried=True)
    there = visit(hurried=True).sit_down(link)
    expect(here.page.locator("#invite")).to_be_hidden()
    assert urlsplit(link).fragment not in there.page.url, "the token stays in the address"
    boards = [here, there]
    for made in range(4):
        seat = here.state["to_move"]
        active, other = boards[seat].at_rest(made), boards[1 - seat]
        expect(other.page.locator(OPTIONS)).to_have_count(0)
        active.choose(active.options[0])
        for board in boards:
            expect(board.page.locator("#moves li button")).to_have_count(made + 1)
    there.page.locator("#resign").click()
    there.page.locator("#resign").click()
    for board, result, why in [
        (here, "You win.", "Your friend resigned."),
        (there, "Your friend wins.", "You resigned."),
    ]:
        expect(board.prompt).to_have_text(result)
        expect(board.page.locator("#prompt span")).to_have_text(why)
        board.shows(board.state)


def test_between_people_there_are_no_hints_no_scores_and_no_threats(visit):
    host = visit(hurried=True)
    alone = host.begin(GAME).at_rest()
    alone.page.locator("#judge").click()
    expect(alone.page.locator("#eval")).to_be_visible()
    asked = []
    host.context.on("request", lambda request: asked.append(request.url))
    match = host.call("POST", "/matches", {"game": GAME, "opponents": ["human", "human"]})
    board = host.board(f"/match/{match['id']}?seat=0").at_rest()
    for made in (1, 2):
        expect(board.page.locator("#resign")).to_be_visible()
        for button in ("#hint", "#judge", "#threats"):
            expect(board.page.locator(button)).to_have_count(0)
        if made == 1:
            board.choose("b2")
        else:
            host.call("POST", f"/matches/{match['id']}/choices", {"option": "a1"}, match["tokens"][1])
        expect(board.page.locator("#moves li button")).to_have_count(made)
    board.at_rest(2)
    expect(board.page.locator("#eval")).to_be_hidden()
    assert not [url for url in asked if url.endswith("/hint")]


def test_a_friends_link_opens_the_seat_once_and_tells_the_second_in_a_sentence(visit):
    _, link = invited(visit)
    friend = visit().sit_down(link)
    friend.visitor.forgive("401")
    expect(friend.page.locator("#stage .shape").first).to_be_visible()
    late = visit()
    late.forgive("401")
    page = late.open(link)
    expect(page.locator("#door h1")).to_have_text("This link has been used.")
    expect(page.locator("#door p")).to_have_text(re.compile(r"^[A-Z].+\.$"))
    expect(page.locator("#door p")).not_to_contain_text("Authorization")  # no person sends that
    page.get_by_role("link", name="Choose a game").click()
    expect(page.locator("#games .game").first).to_be_visible()
    friend.page.goto(link)  # whoever sits there already comes back by the same link
    expect(friend.page.locator("#stage .shape").first).to_be_visible()


def test_a_friend_who_reloads_still_sits_there(visit):
    here, link = invited(visit)
    there = visit().sit_down(link)
    there.page.reload()
    here.at_rest().choose(here.options[0])
    there.at_rest(1).choose(there.options[0])
    here.at_rest(2)
    here.shows(here.state)


def test_a_visitor_without_a_seat_sees_only_a_sentence(visit):
    board = visit().begin(GAME)
    stranger = visit()
    stranger.forgive("401")
    page = stranger.open(urlsplit(board.page.url).path)
    expect(page.locator("#door h1")).to_have_text("This seat is somebody else’s.")
    expect(page.locator("#stage .shape")).to_have_count(0)


def test_an_unknown_match_is_reported_in_a_sentence(visitor):
    visitor.forgive("404")
    page = visitor.open("/match/nowhere")
    expect(page.locator("#door h1")).to_have_text("There is no such match.")


# ---------------------------------------------------------------------- the server is gone for a while


WHEN_A_SERVER_GOES = "ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)|WebSocket"
"""What a browser complains about, also if the server went in the middle of an answer."""


def test_a_killed_server_is_noticed_and_the_game_goes_on_when_it_is_back(visit, start, tmp_path):
    first = start(folder=tmp_path)
    port = urlsplit(first.address).port
    visitor = visit(first)
    visitor.forgive(WHEN_A_SERVER_GOES)
    board = visitor.begin(GAME, seed=3).at_rest()
    board.make(board.options[0])
    before, banner = board.state, board.page.locator("#banner")
    expect(banner).to_be_hidden()
    first.kill()
    expect(banner).to_contain_text("connection is lost")
    board.choose(board.options[0])
    expect(banner).to_be_visible()
    start("--port", port, folder=tmp_path)
    expect(banner).to_be_hidden()
    board.at_rest(len(before["moves"]))
    state = board.state
    assert state["moves"][: len(before["moves"])] == before["moves"]
    board.shows(state)
    finish(board)


def test_the_message_of_a_lost_connection_goes_by_itself_and_friends_play_on(visit, start, tmp_path):
    first = start(folder=tmp_path)
    port = urlsplit(first.address).port
    here, link = invited(visit, at=first, hurried=True)
    there = visit(first, hurried=True).sit_down(link)
    for board in (here, there):
        board.visitor.forgive(WHEN_A_SERVER_GOES)
    running = first
    for ending in ("kill", "stop"):
        getattr(running, ending)()
        for board in (here, there):
            expect(board.page.locator("#banner")).to_contain_text("connection is lost")
        running = start("--port", port, folder=tmp_path)
        for board in (here, there):
            expect(board.page.locator("#banner")).to_be_hidden()
    for made, board in enumerate((here, there, here)):
        board.at_rest(made)
        board.choose(board.options[0])
        for each in (here, there):
            expect(each.page.locator("#moves li button")).to_have_count(made + 1)
    expect(here.page.locator("#level")).to_have_text("Here")
