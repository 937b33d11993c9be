"""An impossible action is refused in a sentence, and changes nothing."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

import sparring
from sparring.rules import notation
from sparring.scenes import scene_message, scene_of
from support.visitor import A_MOMENT, BOARDS, OPTIONS

GAME = "tictactoe"  # a short game where any will do
SLOW = "random:pace_min=30,pace_max=30"

MIDDLE = """([x, y, w, h]) => {
    const at = new DOMPoint(x + w / 2, y + h / 2).matrixTransform(document.querySelector('#stage svg').getScreenCTM());
    return [at.x, at.y];
}"""
"""The position on the screen of the middle of a box in the scene."""

REMEMBER = """() => {
    window.refusals = [];
    const look = () => window.refusals.push(document.querySelector('#prompt.refuse > strong')?.textContent);
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Remembers what is said in refusal, which is said for a moment only."""


def an_illegal_place(name):
    """Moves of a game after which the first seat is to move, and a place that it cannot choose then."""
    game = sparring.game(name)
    for seed in range(50):
        rng, position, moves = Random(seed), notation.start(game, seed), []
        while game.outcome(position) is None:
            options = game.options(position)
            scene = scene_message(scene_of(game, game.view(position, 0)))
            cells = [shape for shape in scene["shapes"] if shape["kind"] == "cell"]
            closed = [cell for cell in cells if cell.get("means", cell["id"]) not in options]
            if moves and closed and game.to_move(position) == 0:
                return moves, closed[-1]
            moves.append(rng.choice(list(options)))
            position = game.play(position, options[moves[-1]])
    raise AssertionError(f"in {game.title} everything can always be chosen")


@pytest.mark.parametrize("game", BOARDS)
def test_an_illegal_click_says_why_and_changes_nothing(visitor, game):
    visitor.context.clock.install()
    moves, cell = an_illegal_place(game)
    match = visitor.call("POST", "/matches", {"game": game, "opponents": ["human", "human"]})
    for number, move in enumerate(moves):
        choice = {"option": move, "number": number}
        visitor.call("POST", f"/matches/{match['id']}/choices", choice, match["tokens"][number % 2])
    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest(len(moves))
    before, options = board.state, board.options
    why = visitor.call("GET", f"/matches/{match['id']}/why?option={cell.get('means', cell['id'])}")["why"]
    assert re.fullmatch(r"\w.+\.", why)
    board.page.evaluate(REMEMBER)
    board.page.mouse.click(*board.page.evaluate(MIDDLE, cell["box"]))
    board.page.wait_for_function("why => refusals.includes(why)", arg=why)
    assert board.state | {"here": before["here"]} == before  # whoever has not come is missed after a while
    assert board.options == options
    board.shows(before)
    board.page.clock.fast_forward(A_MOMENT)
    expect(board.prompt).to_have_text(before["scene"]["prompt"])  # after a moment, and it is still this player's turn
    board.choose(options[0])
    expect(board.page.locator("#moves li button")).to_have_count(len(moves) + 1)


@pytest.mark.parametrize("game", BOARDS)
def test_a_click_while_the_opponent_thinks_does_nothing_but_say_so(visitor, game):
    visitor.context.clock.install()
    board = visitor.begin(game, opponent=SLOW, paced=True).at_rest()
    cell = board.state["scene"]["shapes"]
    cell = next(shape for shape in cell if shape["id"] == board.state["scene"]["picks"][board.options[0]]["on"])
    board.choose(board.options[-1])
    expect(board.page.locator("#moves li button")).to_have_count(1)
    expect(board.page.locator(OPTIONS)).to_have_count(0)
    before = board.state
    board.page.mouse.click(*board.page.evaluate(MIDDLE, cell["box"]))
    expect(board.prompt).to_have_text("It is not your turn.")
    assert board.state == before
    board.shows(before)
    board.page.clock.fast_forward(A_MOMENT)
    expect(board.prompt).to_contain_text("is thinking")


def test_a_double_click_is_one_move(visitor):
    board = visitor.begin(GAME, seed=3).at_rest()
    board.place(board.options[0]).dblclick()
    board.at_rest(2)
    board.shows(board.state)
    assert len(board.state["moves"]) == 2


def test_a_choice_that_was_made_in_another_tab_is_not_an_error(visitor):
    one = visitor.begin(GAME, seed=3).at_rest()
    visitor.call("POST", f"/matches/{one.id}/choices", {"option": one.options[0], "number": 0})
    one.at_rest(2)
    one.shows(one.state)
    expect(one.page.locator("#banner")).to_be_hidden()


def test_until_the_opponents_of_a_game_are_there_those_of_another_cannot_be_chosen(visitor):
    page, held = visitor.gallery("tictactoe"), []
    page.route("**/games/connect4/opponents", lambda route: held.append(route))
    page.locator("[data-game=connect4]").click()
    for shown in ("#people", "#watching"):
        expect(page.locator(shown)).to_have_attribute("inert", "")
    expect(page.locator("[data-opponent=ChampionChimp]")).to_be_visible()
    held.pop().continue_()
    expect(page.locator("[data-opponent=perfect]")).to_be_visible()
    for shown in ("#people", "#watching"):
        expect(page.locator(shown)).not_to_have_attribute("inert", "")
