"""The controls beside the board: undo, hints, going back, resigning, rematches, watching, and clocks."""

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import expect

import sparring
from sparring.rules import notation
from support.visitor import A_MOMENT, BOARDS, OPTIONS, QUICK

THREATENED = [name for name in BOARDS if name != "oware"]
"""Games that are won by completing a line."""

GAME = "tictactoe"  # a short game where any will do
SLOW = "random:pace_min=30,pace_max=30"
REMARKS = {"tictactoe": "MentorOrangutan"}
"""An opponent that always makes a remark."""


@pytest.mark.parametrize("game", BOARDS)
def test_undo_takes_back_the_last_move_and_the_answer(hurried, game):
    board = hurried.begin(game, seed=3).at_rest()
    expect(board.page.locator("#undo")).to_be_disabled()
    start = board.state
    board.make(board.options[0])
    board.page.locator("#undo").click()
    expect(board.page.locator("#moves li button")).to_have_count(0)
    board.at_rest()
    assert board.state["moves"] == []
    assert board.options == start["decision"]["options"]
    board.shows(board.state)
    board.make(board.options[-1])
    board.shows(board.state)


def test_undo_stops_an_opponent_that_thinks(visitor):
    board = visitor.begin(GAME, opponent=SLOW, paced=True).at_rest()
    board.choose(board.options[0])
    expect(board.page.locator("#moves li button")).to_have_count(1)
    board.page.locator("#undo").click()
    expect(board.page.locator("#moves li button")).to_have_count(0)
    board.at_rest()
    assert board.state["to_move"] == 0


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("game", BOARDS)
def test_a_hint_tells_an_idea_then_marks_the_best_option_scores_all_and_says_why(hurried, game):
    board = hurried.begin(game, seed=3).at_rest()
    board.make(board.options[0])
    with board.page.expect_response("**/hint") as answered:
        board.page.locator("#hint").click()
    found = answered.value.json()
    expect(board.prompt).to_have_text(found["idea"])
    best = board.page.locator("#stage .hinted")
    expect(best).to_have_count(0)
    expect(board.page.locator("#playout")).to_have_count(0)
    board.page.locator("#show-move").click()
    expect(best).to_have_count(1)
    option = best.get_attribute("data-option")
    assert option in board.options
    assert found["best"] == option
    expect(board.prompt).to_have_text(f"Try {option}.")
    expect(board.page.locator("#prompt span")).to_have_text(found["reason"])
    scores = board.page.locator("#stage .score")
    expect(scores).to_have_count(len(board.options))
    assert all(score.is_visible() for score in scores.all())
    board.make(option)
    expect(board.page.locator("#stage .hinted")).to_have_count(0)


def test_scores_and_the_bar_are_there_on_request_and_stay_until_switched_off(hurried):
    board = hurried.begin(GAME, seed=3).at_rest()
    scores, bar = board.page.locator("#stage .score"), board.page.locator("#eval")
    expect(bar).to_be_hidden()
    expect(scores).to_have_count(0)
    board.page.locator("#judge").click()
    expect(bar).to_be_visible()
    expect(scores.first).to_be_visible()
    expect(bar).to_have_attribute("aria-valuenow", re.compile(r"-?\d+"))
    board.make(board.options[0])
    expect(scores.first).to_be_visible()
    expect(board.page.locator("#judge")).to_have_attribute("aria-pressed", "true")
    board.page.reload()
    expect(bar).to_be_visible()
    expect(scores.first).to_be_visible()
    board.page.locator("#judge").click()
    expect(bar).to_be_hidden()
    expect(scores).to_have_count(0)
    board.page.reload()
    board.at_rest(2)
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("game", THREATENED)
def test_threats_of_both_sides_are_marked_on_request_and_told(hurried, game):
    board = hurried.begin(game, seed=3).at_rest()
    page, marks = board.page, board.page.locator("#stage .threats > g")
    while not board.state["scene"]["threats"]:
        board.make(board.options[0])
    known = board.state["scene"]["threats"]

    def are_marked():
        expect(marks).to_have_count(len({threat["in"] for threat in known}))
        assert set(marks.evaluate_all("all => all.map(one => one.dataset.in)")) == {threat["in"] for threat in known}
        expect(marks.locator(".threat-sun, .threat-moon")).to_have_count(len(known))
        first, seat = known[0]["in"], "xo"[known[0]["seat"]]
        label = re.compile(rf"\b{seat} can win at [^.]*\b{first}\b.*\.$")
        expect(page.locator("#stage svg")).to_have_attribute("aria-label", label)

    expect(marks).to_have_count(0)
    page.locator("#threats").click()
    are_marked()
    expect(page.locator("#say")).to_contain_text("can win at")
    page.reload()
    board.at_rest(len(board.moves))
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "true")
    are_marked()
    page.locator("#moves li button").first.click()
    expect(marks).to_have_count(0)  # a single piece is no threat
    page.locator("#moves li button").last.click()
    are_marked()
    page.locator("#threats").click()
    expect(marks).to_have_count(0)
    expect(page.locator("#stage svg")).to_have_attribute("aria-label", board.state["scene"]["about"])


def test_a_hint_that_is_proven_can_be_played_out(visitor):
    for seed in range(200):
        match = visitor.call("POST", "/matches", {"game": GAME, "opponents": ["human", QUICK], "seed": seed})
        path, token = f"/matches/{match['id']}", match["tokens"][0]
        visitor.call("POST", f"{path}/choices", {"option": "a1"}, token)
        if visitor.call("GET", f"{path}?wait=10", token=token)["moves"][1]["option"] == "b1":
            break
    page = visitor.board(f"/match/{match['id']}?seat=0").at_rest(2).page
    page.locator("#hint").click()
    expect(page.locator("#show-move")).to_be_visible()
    page.locator("#hint").click()
    page.locator("#playout").click()
    expect(page.locator("#prompt strong")).to_have_text(re.compile(r"^Step 1 of 5: you, .\d\.$"))
    expect(page.locator("#prompt span")).to_have_text("You win in 3 moves or fewer.")
    page.locator("#close").click()
    expect(page.locator("#playout")).to_be_focused()


def test_scores_and_steps_tell_a_bound_from_a_distance(visitor):
    board = visitor.begin(GAME, seed=3).at_rest()
    foretold(visitor, board, ["b2", "a1"], outcome="loss", in_at_most=8)
    board.page.locator("#hint").click()
    expect(board.page.locator("#stage .score").first).to_have_text("loses in ≤4")
    board.page.locator("#playout").click()
    expect(board.page.locator("#prompt span")).to_have_text("You lose in 4 moves or fewer if they play well.")


def foretold(visitor, board, line, **judged):
    """Make every hint say the same about every option."""
    options = [{"move": option, "score": 1, "line": line, **judged} for option in board.options]
    told = {"to_move": "x", "best": line[0], "options": options, "value": 1, "reason": "So it was written."}
    visitor.context.route("**/hint", lambda route: route.fulfill(json=told))


@pytest.mark.parametrize("game", BOARDS)
def test_a_proven_line_is_played_out_step_by_step_and_leaves_the_match_alone(hurried, game):
    board = hurried.begin(game, seed=3).at_rest()
    board.make(board.options[0])
    page, state, rng = board.page, board.state, Random(game)
    line, moves = [], [move["option"] for move in state["moves"]]
    while len(line) < 3:
        position = notation.after_moves(sparring.game(game), [*moves, *line])
        line.append(rng.choice(list(sparring.game(game).options(position))))
    frames = hurried.call("POST", f"/games/{game}/scenes", {"moves": moves, "line": line})["frames"]
    foretold(hurried, board, line, outcome="win", **{"in": 3})

    def shows(step):
        name = "Random" if step == 2 else "you"
        expect(board.prompt).to_have_text(
            f"Step {step} of 3: {f'{name}, {line[step - 1]}' if step else 'the board as it stands'}."
        )
        expect(page.locator("#prompt span")).to_have_text("You win in 2 moves or fewer.")
        names = sorted(shape["id"] for shape in frames[step]["scene"]["shapes"])
        shapes = "document.querySelectorAll('#stage .shape:not(.seed)')"
        page.wait_for_function(f"count => {shapes}.length === count", arg=len(names))
        assert board.drawn == names
        expect(page.locator(OPTIONS)).to_have_count(0)

    expect(page.locator("#playout")).to_have_count(0)
    page.locator("#hint").click()
    page.locator("#playout").click()
    shows(3)  # it plays on automatically
    expect(page.locator("#forward")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    shows(2)
    for _ in range(2):
        page.locator("#back").click()
    shows(0)
    page.keyboard.press("ArrowRight")
    shows(1)
    page.keyboard.press("Escape")
    board.at_rest(2)
    board.shows(state)
    page.locator("#playout").click()
    hurried.call("POST", f"/matches/{board.id}/choices", {"option": board.state["decision"]["options"][0]})
    board.at_rest(4)
    expect(page.locator("#back")).to_have_count(0)
    board.shows(board.state)


def test_resigning_asks_once_more(visitor):
    visitor.context.clock.install()
    board = visitor.begin(GAME, seed=3).at_rest()
    button = board.page.locator("#resign")
    button.click()
    expect(button).to_have_text("Really?")
    assert not board.state["over"]
    board.page.clock.fast_forward(A_MOMENT)
    expect(button).to_have_text("Resign")  # the question disappears after a while
    button.click()
    expect(button).to_have_text("Really?")
    button.click()
    board.page.locator("#rematch").wait_for()
    assert board.state["result"]["winner"] == 1
    board.shows(board.state)


@pytest.mark.parametrize(("button", "seat"), [("rematch", 0), ("swap", 1)])
def test_another_match_follows_on_the_same_seat_or_the_other(hurried, button, seat):
    board = hurried.begin(GAME, seed=3).at_rest()
    hurried.call("POST", f"/matches/{board.id}/resign")
    board.page.locator("#rematch").wait_for()
    old = board.id
    board.page.locator(f"#{button}").click()
    board.page.wait_for_url(lambda url: "/match/" in url and old not in url)
    board = hurried.at(board.page).at_rest(seat)
    state = board.state
    assert state["seat"] == seat
    assert state["players"] == (["human", QUICK] if seat == 0 else [QUICK, "human"])
    board.make(board.options[0])
    board.shows(board.state)


def test_the_move_list_jumps_back_and_returns(hurried):
    board = hurried.begin(GAME, seed=3).at_rest()
    for _ in range(2):
        board.make(board.options[0])
    now, moves = board.state, board.page.locator("#moves li button")
    moves.nth(0).click()
    expect(board.page.locator("#stage .shape.disc")).to_have_count(1)
    expect(moves.nth(0)).to_have_attribute("aria-current", "step")
    expect(board.page.locator(OPTIONS)).to_have_count(0)
    expect(board.prompt).to_have_text("This is how it was after move 1.")
    moves.last.click()
    board.at_rest(4)
    board.shows(now)
    board.make(board.options[0])
    board.shows(board.state)


def test_going_back_in_the_match_is_not_disturbed_by_the_answer(visitor):
    match = visitor.call("POST", "/matches", {"game": GAME, "opponents": ["human", "human"]})

    def answer(option):
        visitor.call("POST", f"/matches/{match['id']}/choices", {"option": option}, match["tokens"][1])

    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest()
    moves = board.page.locator("#moves li button")
    board.choose("b2")
    expect(moves).to_have_count(1)
    answer("a1")
    board.at_rest(2).choose("b1")
    expect(moves).to_have_count(3)
    moves.nth(0).click()
    answer("b3")
    expect(moves).to_have_count(4)
    expect(board.page.locator("#stage .shape.disc")).to_have_count(1)
    moves.last.click()
    board.at_rest(4)
    board.shows(board.state)
    board.choose("c1")
    expect(moves).to_have_count(5)


@pytest.mark.parametrize("game", sorted(REMARKS))
def test_the_opponents_remark_appears(visitor, game):
    board = visitor.begin(game, opponent=REMARKS[game], seed=3).at_rest()
    before = board.page.locator("#remark").inner_text()
    board.make(board.options[0])
    expect(board.page.locator("#remark")).not_to_have_text(before)
    expect(board.page.locator("#bubble")).to_be_visible()


def test_thinking_is_seen_while_it_lasts(visitor):
    board = visitor.begin(GAME, opponent="random:pace_min=1.5,pace_max=1.5", paced=True).at_rest()
    dots = board.page.locator("#thinking")
    expect(dots).to_be_hidden()
    board.choose(board.options[0])
    expect(board.prompt).to_contain_text("is thinking")
    expect(dots).to_be_visible()
    board.at_rest(2)
    expect(dots).to_be_hidden()


# ---------------------------------------------------------------------- watching


def test_two_opponents_are_watched_at_the_spectators_speed(visitor):
    page = visitor.gallery(GAME)
    page.locator("#first").select_option("random")
    page.locator("#second").select_option("random")
    page.locator("#watch").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page)
    page.get_by_text("Pause").click()
    state = board.state
    while not state["over"]:
        state = board.state
    moves = page.locator("#moves li button")
    assert moves.count() < len(state["moves"]), "it does not wait for the spectator"
    page.get_by_text("Fast").click()
    expect(moves).to_have_count(len(state["moves"]))
    expect(page.locator(OPTIONS)).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text(state["result"]["reason"], ignore_case=True)
    board.shows(state)


SOWN_OR_LISTED = """() => {
    window.told = [];
    const prompt = document.querySelector('#prompt strong'), moves = document.querySelector('#moves');
    const note = () => {
        const now = / sows /.test(prompt.textContent) ? 'sown' : moves.querySelectorAll('li button').length;
        if (!/ captures /.test(prompt.textContent) && now !== window.told.at(-1)) window.told.push(now);
    };
    for (const one of [prompt, moves]) new MutationObserver(note).observe(one, { childList: true, subtree: true });
}"""
"""Records when a sowing begins, and the number of listed moves when it ends."""


def test_a_spectator_sees_each_move_to_its_end_before_the_next_begins(visitor):
    match = visitor.call("POST", "/matches", {"game": "oware", "opponents": ["random", "random"], "seed": 3})
    board = visitor.board(f"/match/{match['id']}")
    board.page.evaluate(SOWN_OR_LISTED)
    expect(board.page.locator("#moves li button")).to_have_count(4)
    told = board.page.evaluate("window.told")
    listed = [one for one in told if one != "sown"]
    assert listed == list(range(listed[0], 5))
    assert "sown" not in told[-1:]
    assert all((one == "sown") != (other == "sown") for one, other in pairwise(told))


def test_a_spectator_can_start_another_match_but_not_resign(visitor):
    match = visitor.call("POST", "/matches", {"game": GAME, "opponents": ["random", "random"], "seed": 3})
    board = visitor.board(f"/match/{match['id']}")
    expect(board.page.locator("#rematch")).to_be_visible()
    expect(board.page.locator("#swap")).to_be_visible()
    expect(board.page.locator("#threats")).to_be_visible()
    expect(board.page.locator("#resign")).to_have_count(0)


# ---------------------------------------------------------------------- clocks


def test_the_clock_of_the_player_to_move_runs(visitor):
    page = visitor.gallery(GAME)
    page.locator("#clock").select_option("60")
    page.locator(".person.default [data-opponent]").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest()
    assert board.state["clock"] == 60
    clock = page.locator("#clock-near")
    expect(clock).to_have_class(re.compile("runs"))
    expect(clock).to_have_text(re.compile("0:5[0-8]"))
    expect(page.locator("#clock-far")).to_be_hidden()


def test_a_player_who_runs_out_of_time_loses_and_is_told_so(visitor):
    board = visitor.begin(GAME, clock=5).at_rest()
    expect(board.page.locator("#clock-near")).to_have_class(re.compile("short"))
    board.page.locator("#rematch").wait_for()
    state = board.state
    assert state["result"]["winner"] == 1
    assert "time" in state["result"]["reason"]
    board.shows(state)
    expect(board.page.locator("#outcome p").first).to_have_text("You ran out of time, after 0 moves.")
    expect(board.page.locator("#clock-near")).to_have_text("0:00")
    expect(board.page.locator("#clock-near")).not_to_have_class(re.compile("runs"))


def test_two_people_see_both_clocks_and_only_one_runs(visit):
    host, guest = visit(), visit()
    match = host.call("POST", "/matches", {"game": GAME, "opponents": ["human", "human"], "clock": 600})
    here = host.board(f"/match/{match['id']}?seat=0").at_rest()
    there = guest.sit_down(f"/match/{match['id']}#{match['tokens'][1]}")
    here.choose(here.options[0])
    there.at_rest(1)
    for board, mine in [(here, "far"), (there, "near")]:
        other = {"far": "near", "near": "far"}[mine]
        expect(board.page.locator(f"#clock-{mine}")).to_have_class(re.compile("runs"))
        expect(board.page.locator(f"#clock-{other}")).not_to_have_class(re.compile("runs"))
