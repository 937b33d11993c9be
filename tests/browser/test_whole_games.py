"""A person's whole game in the browser, written once for all boards: both seats, by mouse and by keyboard."""

from random import Random

import pytest
from playwright.sync_api import expect

import sparring
from support.visitor import BOARDS, OPTIONS

ONE_DISC_A_MOVE = {"tictactoe", "fourinarow", "connect4"}
STEP_BY_STEP = {"oware"}
"""Games whose moves are animated for a while; with reduced motion the same game is faster."""

ON_THE_BOARD = "document.activeElement.matches('#stage .hit, #decision button')"
FOCUSED = "document.activeElement.dataset.option"
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]


def by_mouse(board, rng):
    """Choose the first option most of the time, which makes progress, and sometimes a random one."""
    options = board.state["decision"]["options"]
    board.make(options[0] if rng.random() < 0.7 else rng.choice(options))


def by_keyboard(board, rng):
    """Go to the board with Tab, unless the focus is there, move with the arrow keys, and choose what has the focus."""
    page, made = board.page, len(board.moves)
    tab_to_the_board(page)
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        page.keyboard.press(rng.choice(ARROWS))
    assert page.evaluate(ON_THE_BOARD)
    page.keyboard.press("Enter")
    for _ in range(2):  # the first one in a menu, or the first target and then yes
        if page.locator("#menu, #decision .back").filter(visible=True).count():
            page.keyboard.press("Enter")
    board.at_rest(made + 1)
    assert board.over or page.evaluate(ON_THE_BOARD), "the keyboard focus has left the board"


def tab_to_the_board(page):
    for _ in range(60):
        if page.evaluate(ON_THE_BOARD):
            return
        page.keyboard.press("Tab")
    pytest.fail("no Tab leads to the board")


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "seat", "hand"),
    [(game, 0, by_mouse) for game in BOARDS] + [(game, 1, by_keyboard) for game in BOARDS if game not in STEP_BY_STEP],
)
def test_a_whole_game_ends_as_the_server_says(visit, game, seat, hand):
    """Long games are played in the other seat and by keyboard only in the soak tests."""
    play_to_the_end(somebody(visit, game, hurried=True), game, seat, hand, 5)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("hand", [by_mouse, by_keyboard])
@pytest.mark.parametrize("game", BOARDS)
def test_many_whole_games_end_as_the_server_says(visit, game, hand):
    visitor = somebody(visit, game)
    for seed in range(20):
        play_to_the_end(visitor, game, seed % 2, hand, seed)


def somebody(visit, game, **how):
    return visit(reduced_motion="reduce" if game in STEP_BY_STEP else "no-preference", **how)


def play_to_the_end(visitor, game, seat, hand, seed):
    board = visitor.begin(game, seat, seed=seed).at_rest(seat)
    rng = Random(f"{game} {seat} {seed}")
    while not board.over:
        hand(board, rng)
    state = board.state
    assert state["over"]
    board.shows(state)
    expect(board.page.locator(OPTIONS)).to_have_count(0)
    discs = [shape for shape in state["scene"]["shapes"] if shape["kind"] == "disc"]
    expect(board.page.locator("#stage .shape.disc")).to_have_count(len(discs))
    if game in ONE_DISC_A_MOVE:
        assert len(discs) == len(state["moves"])


WALK = """keys => {
    const option = () => document.activeElement.dataset.option;
    const reached = new Map([[option(), document.activeElement]]);
    for (const from of reached.values()) {  // a map goes on with what is added meanwhile
        for (const key of keys) {
            from.focus();
            from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            if (!reached.has(option())) reached.set(option(), document.activeElement);
        }
    }
    return [...reached.keys()];
}"""
"""Presses the arrows at every option that they lead to; the options that were reached."""


@pytest.mark.parametrize("game", BOARDS)
def test_every_option_is_reached_by_the_arrows_alone(visitor, game):
    board = visitor.begin(game, seed=5).at_rest()
    board.make(board.options[0])
    tab_to_the_board(board.page)
    page, first = board.page, board.page.evaluate(FOCUSED)

    def leads_on(key):
        page.keyboard.press(key)
        return page.evaluate(FOCUSED) != first

    assert any(leads_on(key) for key in ARROWS)
    assert sorted(page.evaluate(WALK, ARROWS)) == sorted(board.options)


@pytest.mark.parametrize("game", sorted(STEP_BY_STEP))  # in the others, whole games show it
def test_after_the_answer_the_keyboard_is_still_on_the_board(visitor, game):
    board = visitor.begin(game, seed=5).at_rest()
    tab_to_the_board(board.page)
    board.page.keyboard.press("Enter")
    board.at_rest(1)
    assert board.page.evaluate(ON_THE_BOARD), "the keyboard focus has left the board"


@pytest.mark.parametrize("game", BOARDS)
def test_every_opponent_in_the_gallery_answers_a_first_move(hurried, game):
    begun, gallery = {}, hurried.gallery(game)
    gallery.route("**/match/*", lambda route: route.fulfill(status=204))  # it stays open
    for opponent, entry in sparring.catalogue(game).entries.items():
        if entry.sight and opponent != "level1":
            continue  # the other levels only look further
        if opponent.startswith("level"):
            gallery.locator(f"label:has(input[name=level][value={opponent}])").click()
        with gallery.expect_request(lambda request: request.is_navigation_request()) as led:
            gallery.locator(f"[data-opponent={opponent}]").click()
        begun[opponent] = led.value.url
        match, token = hurried.seat_at(gallery, led.value.url)
        option = hurried.call("GET", f"/matches/{match}", token=token)["decision"]["options"][-1]
        hurried.call("POST", f"/matches/{match}/choices", {"option": option}, token)
    page = hurried.open()
    for opponent, address in begun.items():  # all of them have been thinking at the same time
        page.goto(address)
        board = hurried.at(page).at_rest(1)
        state = board.state
        assert [player.partition(":")[0] for player in state["players"]] == ["human", opponent]
        assert [move["seat"] for move in state["moves"]][:2] == [0, 1]
        board.shows(state)


@pytest.mark.parametrize("game", BOARDS)
def test_letting_the_opponent_begin_gives_the_other_seat(visitor, game):
    page = visitor.gallery(game)
    page.get_by_text("They begin").click()
    page.locator(".person.default [data-opponent]").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest(1)
    assert board.state["seat"] == 1
    board.shows(board.state)
