"""What the page says, and how still it stays: words for the one who reads them, buttons that say why not, no jumps."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from support.visitor import BOARDS

SEATS = re.compile(r"\bP[12]\b")
RULE = re.compile(r"\bR\d+\.\d")
PIECES = {"tictactoe": "crosses", "fourinarow": "crosses", "connect4": "orange discs"}

WATCH_SHIFTS = """
window.shifts = 0;
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
MOST_SHIFT = 0.1
"""What a page may move without being asked, summed up over a match: below this it is said to be still."""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
@pytest.mark.parametrize("game", [*BOARDS, "onepiece"])
def test_nothing_jumps_during_a_match(visit, game, size):
    visitor = visit(hurried=True, viewport={"width": size[0], "height": size[1]})
    visitor.context.add_init_script(WATCH_SHIFTS)
    board, rng = visitor.begin(game, seed=1), Random(1)
    for _ in range(6):
        board.at_rest()
        if board.over:
            break
        board.make(rng.choice(board.options))
    assert board.page.evaluate("window.shifts") <= MOST_SHIFT


def test_a_card_game_speaks_to_the_one_who_plays(visit):
    board, rng = visit(hurried=True).begin("onepiece", seed=2), Random(2)
    for _ in range(25):
        board.at_rest()
        board.make(rng.choice(board.options))
    page = board.at_rest().page
    said = [
        page.locator("#moves").inner_text(),
        page.locator("#stage").inner_text(),
        page.locator("#prompt").inner_text(),
    ]
    said.append(page.locator("#stage svg").first.get_attribute("aria-label"))
    for text in said:
        assert not SEATS.search(text), text
        assert not RULE.search(text), text
    assert "You draw" in said[0]
    assert not re.search(r"\byou \w+s\b(?<!pass)(?<!cross)", said[0], re.IGNORECASE), said[0]


@pytest.mark.parametrize("game", PIECES)
def test_a_player_is_told_which_pieces_are_the_own_ones(visitor, game):
    board = visitor.begin(game).at_rest()
    expect(board.page.locator("#prompt span")).to_have_text(f"You play the {PIECES[game]}.")


def test_what_is_known_of_an_opponent_is_not_put_into_its_mouth(visitor):
    board = visitor.begin("tictactoe", opponent="MentorOrangutan").at_rest()
    expect(board.page.locator("#bubble")).to_have_class(re.compile(r"\babout\b"))
    board.make(board.options[0])
    expect(board.page.locator("#bubble")).not_to_have_class(re.compile(r"\babout\b"))


def test_a_button_that_can_do_nothing_says_why(hurried):
    board = hurried.begin("tictactoe").at_rest()
    board.page.locator("#undo").click(force=True)
    expect(board.prompt).to_have_text("You have not moved yet.")
    board.make(board.options[0])
    board.page.locator("#moves li button").first.click()
    board.page.locator("#hint").click(force=True)
    expect(board.prompt).to_have_text("Go to the latest move first.")


def test_arrow_keys_step_through_a_running_match_and_latest_goes_to_the_end(hurried):
    board = hurried.begin("tictactoe").at_rest()
    page = board.page
    board.make(board.options[0])
    step, latest = page.locator("#step"), page.get_by_role("button", name="Latest")
    page.locator("body").click(position={"x": 2, "y": 2})
    expect(latest).not_to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text("Move 1 of 2")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text("Move 0 of 2")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("Move 1 of 2")
    latest.click()
    expect(latest).not_to_be_visible()
    board.at_rest()
    board.make(board.options[0])


def test_games_are_called_by_their_names(visitor):
    page = visitor.gallery("oware")
    expect(page.get_by_role("button", name=re.compile("^Oware "))).to_be_visible()
