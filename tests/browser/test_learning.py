"""Learning on the page: rules beside a match, words explained, a first game that teaches, the tree (ALL-21)."""

import re

import pytest
from playwright.sync_api import expect

import sparring
from support.visitor import DESK, PHONE, QUICK

GAMES = sparring.game_names()
TEACHING = ["oware", "onepiece"]


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["390", "1440"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_open_beside_every_match_with_all_pictures(visit, game, size):
    visitor = visit(hurried=True, viewport=size)
    board = visitor.begin(game, seed=3).at_rest()
    page, drawer = board.page, board.page.locator("#rules-drawer")
    told = visitor.call("GET", f"/games/{game}/rules")
    opener = page.locator("#rules")
    if page.locator("#more").is_visible():  # where the table fills a phone, the rules are among its tools
        opener = page.locator("#more")
        opener.click()
    page.locator("#rules").click()
    expect(drawer).to_be_visible()
    expect(drawer.locator(".part h3")).to_have_text([section["title"] for section in told["sections"]])
    frames = [frame for part in told["sections"] for picture in part["pictures"] for frame in picture["frames"]]
    expect(drawer.locator("figcaption")).to_have_text([frame["caption"] for frame in frames])
    shapes = drawer.locator("figure svg").evaluate_all("all => all.map(one => one.querySelectorAll('.shape').length)")
    assert all(drawn >= len(frame["scene"]["shapes"]) / 2 for drawn, frame in zip(shapes, frames, strict=True))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("#stage svg.scene")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_match_goes_on_beside_the_rules(hurried):
    board = hurried.begin("tictactoe", seed=3).at_rest()
    board.page.locator("#rules").click()
    expect(board.page.locator("#rules-drawer")).to_be_visible()
    board.make(board.options[0])
    expect(board.page.locator("#rules-drawer")).to_be_visible()


def test_a_word_says_what_it_means_by_keyboard_and_by_touch(visit):
    visitor = visit(hurried=True, viewport=PHONE, has_touch=True)
    board = visitor.begin("oware", seed=3).at_rest()
    page, meaning = board.page, board.page.locator("#meaning")
    words = visitor.call("GET", "/games/oware/rules")["words"]
    page.locator("#rules").click()
    word = page.locator("#rules-drawer .term", has_text="house").first
    word.focus()
    expect(meaning).to_have_text(words["house"])
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    expect(page.locator("#rules-drawer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules-drawer")).to_be_hidden()
    board.choose(board.options[0])
    page.wait_for_selector("#prompt .term")
    board.at_rest(2)
    page.locator("#prompt .term").first.tap()
    expect(meaning).to_be_visible()
    assert meaning.inner_text() in words.values()


# ---------------------------------------------------------------------- the first game


SHOWN = """addEventListener('DOMContentLoaded', () => {
    window.shown = [];
    const card = document.querySelector('#lesson');
    const watcher = new MutationObserver(() => shown.push(card.querySelector('h2').textContent));
    if (card) watcher.observe(card, { childList: true });
});"""
"""Keeps the titles of the lessons that a page shows."""


def sensible(state):
    """An option that brings the game to its end: attacks and captures first."""
    options, picks = state["decision"]["options"], state["scene"]["picks"]

    def worth(option):
        captured = re.search(r"capturing (\d+)", picks.get(option, {}).get("label", ""))
        words = ("attack leader", "play", "no block", "no counter", "keep", "go first", "end turn")
        rank = next((-at for at, word in enumerate(words) if option.startswith(word)), -len(words))
        return (int(captured[1]) if captured else 0, rank)

    return max(options, key=worth)


def follow(visitor, board, watched):
    """Play a match to its end: the first decisions as the page shows them, the others as fast as the server goes."""
    path = f"/matches/{board.id}"
    while not (state := visitor.call("GET", f"{path}?scene=true&wait=10", token=board.token))["over"]:
        if not state["decision"]:
            continue
        if len(state["moves"]) < watched:
            board.at_rest(len(state["moves"]))
        choice = {"option": sensible(state), "number": state["decision"]["number"]}
        visitor.call("POST", f"{path}/choices", choice, board.token)
    expect(board.page.locator("#rematch, #outcome")).not_to_have_count(0)
    expect(board.page.locator("#outcome")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("game", TEACHING)
def test_the_teaching_game_is_offered_explains_each_thing_once_and_ends(hurried, game):
    page = hurried.open(f"/?game={game}")
    expect(page.locator("#first-game")).to_contain_text("Your first game? Learn as you play")
    page.route("**/api/v1/matches", lambda route: route.continue_(post_data=at_once(route.request.post_data_json)))
    page.add_init_script(SHOWN)
    page.locator("#learn").click()
    page.wait_for_url("**/match/**")
    board = hurried.at(page)
    expect(page.locator("#lesson h2")).to_be_visible()
    follow(hurried, board, watched=14)
    shown = page.evaluate("shown")
    assert len(shown) == len(set(shown)) >= 3
    assert board.state["teaches"]
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#counts")).to_contain_text("learn")
    again = hurried.open(f"/?game={game}")
    expect(again.locator("#ladder li").first).to_be_visible()
    expect(again.locator("#first-game")).to_be_hidden()


def at_once(asked):
    """The same match with an opponent that answers at once."""
    assert asked["teach"]
    opponents = [who if who == "human" else QUICK for who in asked["opponents"]]
    return {**asked, "opponents": opponents, "paced": False}


def test_lessons_can_be_put_away_and_skipped_for_good(hurried):
    first = next(entry for entry in hurried.call("GET", "/games") if entry["name"] == "oware")["first_game"]
    match = hurried.call("POST", "/matches", {**first, "teach": True})
    board = hurried.board(f"/match/{match['id']}?seat=0").at_rest()
    page, lesson = board.page, board.page.locator("#lesson")
    expect(lesson).to_contain_text("Sow a house")
    page.locator("#lesson-done").click()
    expect(lesson).to_be_hidden()
    board.make("A")
    expect(lesson).to_be_visible()
    page.locator("#lesson-skip").click()
    board.make(board.options[0])
    expect(lesson).to_be_hidden()
    page.reload()
    board.at_rest()
    expect(lesson).to_be_hidden()
    assert hurried.open("/?game=oware").evaluate("localStorage.getItem('sparring.learned.oware')") == "yes"


# ---------------------------------------------------------------------- the tree


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["390", "1440"])
def test_the_tree_unfolds_to_every_position_and_counts_as_a_hint(visit, size):
    board = visit(hurried=True, viewport=size).begin("tictactoe").at_rest()
    page, tree = board.page, board.page.locator("#tree")
    board.make("b2")
    tree.locator("> summary").click()
    with page.expect_response("**/tree") as answered:
        page.locator("#show-tree").click()
    told = answered.value.json()
    expect(tree.locator(".result > p")).to_have_text(told["about"])
    expect(tree.locator(".node")).to_have_count(told["nodes"] - 1)
    expect(tree.locator(".cut").first).to_be_visible()
    expect(page.locator("#counts")).to_contain_text(re.compile("hint", re.IGNORECASE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board.make(board.options[0])
    expect(tree.locator(".node")).to_have_count(0)


def test_there_is_no_tree_where_cards_are_hidden(hurried):
    board = hurried.begin("onepiece", seed=3).at_rest()
    expect(board.page.locator("#tree")).to_be_hidden()
