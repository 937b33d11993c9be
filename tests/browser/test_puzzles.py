"""Puzzles on the page: one that is solved, one that is failed, the next one, and what *You* says about them."""

import pytest
from playwright.sync_api import expect

import sparring
from browser.test_looks import nothing_is_hard_to_use, nothing_sticks_out_or_is_too_small
from sparring.puzzles.shipped import puzzles_of
from support.visitor import DESK, PHONE

pytestmark = pytest.mark.req("ALL-20")

GAME = "tictactoe"


def led_to_the_end():
    """A win in two or three moves, in a game whose judge need not be compiled first."""
    return next(puzzle for puzzle in puzzles_of(sparring.game(GAME)) if len(puzzle.solution) in (3, 5))


def opened(visitor, puzzle, game=GAME):
    page = visitor.open(f"/puzzles?game={game}&id={puzzle.id}")
    expect(page.locator("#goal")).to_have_text(puzzle.goal)
    expect(page.locator("#stage .hits > *").first).to_be_visible()
    return page


def choose(page, move):
    page.locator(f'#stage .hits [data-option="{move}"]').click()


def state(page, name):
    expect(page.locator("#puzzle")).to_have_attribute("data-state", name)


def test_a_puzzle_is_solved_and_the_next_one_is_offered(hurried):
    puzzle = led_to_the_end()
    page = opened(hurried, puzzle)
    for move in puzzle.solution[::2]:
        choose(page, move)
        if move != puzzle.solution[-1]:
            expect(page.locator("#state")).to_contain_text("Right")
    state(page, "solved")
    expect(page.locator("#state")).to_contain_text("Solved at the first try.")
    expect(page.locator("#facts")).to_contain_text("1 of 1 solved")
    page.locator("#next").click()
    state(page, "ask")
    expect(page.locator("#goal")).to_be_visible()
    assert puzzle.id not in page.url
    page = hurried.open("/you")
    expect(page.locator("#puzzles")).to_contain_text("1 of 1 solved at the first try")


def test_a_wrong_move_is_answered_on_the_board_and_taken_back(hurried):
    puzzle = led_to_the_end()
    page = opened(hurried, puzzle)
    drawn = page.locator("#stage .shapes > *").count()
    wrong = next(
        cell for cell in sparring.game(GAME).options(puzzle.start(sparring.game(GAME))) if cell != puzzle.solution[0]
    )
    choose(page, wrong)
    state(page, "wrong")
    expect(page.locator("#state h2")).to_have_text(f"Not {wrong}.")
    expect(page.locator("#state")).to_contain_text("Your opponent plays")
    expect(page.locator("#facts")).to_contain_text("1 wrong")
    expect(page.locator("#facts")).to_contain_text("0 of 1 solved")
    if page.locator("#out").count():
        page.locator("#out").click()
        expect(page.locator("#state h2")).to_have_text("This is what happens.")
    page.locator("#back").click()
    state(page, "ask")
    expect(page.locator("#stage .hits > *").first).to_be_visible()
    expect(page.locator("#stage .shapes > *")).to_have_count(drawn)
    for move in puzzle.solution[::2]:
        choose(page, move)
        if move != puzzle.solution[-1]:
            expect(page.locator("#state")).to_contain_text("Right")
    state(page, "solved")
    expect(page.locator("#state h2")).to_have_text("Solved.")


def test_a_right_move_is_shown_on_request(hurried):
    puzzle = led_to_the_end()
    page = opened(hurried, puzzle)
    page.locator("#hint").click()
    expect(page.locator("#state")).to_contain_text(f"Try {puzzle.solution[0]}.")
    expect(page.locator("#state")).to_contain_text("counts as not solved")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["connect4", "fourinarow", "oware", "onepiece"])
def test_every_game_has_a_puzzle_of_the_day_that_can_be_used(visit, game, size):
    visitor = visit(hurried=True, viewport=size)
    page = visitor.open(f"/puzzles?game={game}&id=today")
    expect(page.locator("#kind")).to_have_text("Puzzle of the day")
    expect(page.locator("#stage .hits > *").first).to_be_visible()
    nothing_sticks_out_or_is_too_small(page)
    nothing_is_hard_to_use(page)


def test_puzzles_are_linked_from_the_first_page(hurried):
    page = hurried.open("/")
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.locator("#kind")).to_have_text("Puzzle of the day")
    page.locator("#game").select_option("tictactoe")
    expect(page.locator("#mover")).to_contain_text("You play the")
    expect(page.locator("#puzzle")).to_have_attribute("data-state", "ask")
