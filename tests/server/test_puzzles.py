"""Puzzles over HTTP: the list, one as a picture, whether a try is right, and a rating from first tries."""

import pytest

import sparring
from sparring.puzzles.shipped import puzzles_of

pytestmark = pytest.mark.req("ALL-20")

GAME = "tictactoe"
PATH = f"/games/{GAME}/puzzles"


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


@pytest.fixture
def call(server, ask):
    def call(method, path, body=None, status=200, **how):
        answer = ask(server, method, path, body, **how)
        assert answer.status == status, answer.json
        return answer.json

    return call


@pytest.fixture
def cookie(server, ask):
    """The cookie of somebody new."""
    answer = ask(server, "POST", "/matches", {"game": GAME, "opponents": ["human", "minimax"]})
    return answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]


def longest():
    return max(puzzles_of(sparring.game(GAME)), key=lambda puzzle: len(puzzle.solution))


def wrong_move(puzzle):
    game = sparring.game(GAME)
    return next(move for move in game.options(puzzle.start(game)) if move != puzzle.solution[0])


def test_the_list_is_that_of_the_command_line(call):
    assert call("GET", PATH) == [puzzle.as_json() for puzzle in puzzles_of(sparring.game(GAME))]


def test_a_puzzle_is_shown_without_its_solution(call):
    puzzle = longest()
    told = call("GET", f"{PATH}/{puzzle.id}")
    assert "solution" not in told
    assert (told["goal"], told["to_move"]) == (puzzle.goal, puzzle.to_move)
    assert set(told["options"]) == set(told["scene"]["picks"])
    assert told["tried"] is None
    today = call("GET", f"{PATH}/today")
    assert today["today"]
    assert today == call("GET", f"{PATH}/today")


def test_a_right_move_is_answered_and_the_whole_solution_solves_it(call):
    puzzle = longest()
    told = call("POST", f"{PATH}/{puzzle.id}", {"moves": [puzzle.solution[0]]})
    assert (told["right"], told["solved"], told["counted"]) == (True, False, False)
    assert told["moves"] == list(puzzle.solution[:2])
    assert [frame["option"] for frame in told["frames"]] == list(puzzle.solution[:2])
    assert told["solution"] is None
    told = call("POST", f"{PATH}/{puzzle.id}", {"moves": " ".join(puzzle.solution)})
    assert (told["right"], told["solved"]) == (True, True)
    assert told["solution"] == list(puzzle.solution)
    assert told["refutation"] is None


def test_a_wrong_move_comes_with_its_refutation(call):
    puzzle = longest()
    told = call("POST", f"{PATH}/{puzzle.id}", {"moves": [wrong_move(puzzle)]})
    assert (told["right"], told["solved"], told["moves"]) == (False, False, [])
    assert [frame["option"] for frame in told["frames"]] == [wrong_move(puzzle)]
    refuted = told["refutation"]
    assert refuted["words"]
    assert refuted["moves"]
    assert [frame["option"] for frame in refuted["frames"]] == refuted["moves"]


def test_the_first_try_counts_and_no_later_one(call, cookie):
    first, second = puzzles_of(sparring.game(GAME))[-2:]
    wrong = {"moves": [wrong_move(first)]}
    assert call("POST", f"{PATH}/{first.id}", wrong, cookie=cookie)["counted"]
    told = call("POST", f"{PATH}/{first.id}", {"moves": list(first.solution)}, cookie=cookie)
    assert (told["solved"], told["counted"]) == (True, False)
    told = call("POST", f"{PATH}/{second.id}", {"moves": list(second.solution)}, cookie=cookie)
    assert told["counted"]
    assert (told["standing"]["tried"], told["standing"]["solved"]) == (2, 1)
    assert call("GET", f"{PATH}/{first.id}", cookie=cookie)["tried"] == "failed"
    assert call("GET", f"{PATH}/{second.id}", cookie=cookie)["tried"] == "solved"
    [shown] = call("GET", "/players/me", cookie=cookie)["puzzles"]
    assert (shown["game"], shown["tried"], shown["solved"]) == (GAME, 2, 1)
    assert len(call("GET", "/players/me/export", cookie=cookie)["puzzles"]) == 2


def test_a_hint_is_a_right_move_and_counts_as_not_solved(call, cookie):
    puzzle = longest()
    told = call("POST", f"{PATH}/{puzzle.id}", {"moves": [], "hint": True}, cookie=cookie)
    assert told["hint"] == puzzle.solution[0]
    assert (told["counted"], told["standing"]["solved"]) == (True, 0)
    told = call("POST", f"{PATH}/{puzzle.id}", {"moves": list(puzzle.solution)}, cookie=cookie)
    assert not told["counted"]


def test_the_next_puzzle_is_one_that_was_not_tried(call, cookie):
    seen = set()
    for _ in range(4):
        puzzle = call("GET", f"{PATH}/next", cookie=cookie)
        assert puzzle["id"] not in seen
        seen.add(puzzle["id"])
        call("POST", f"{PATH}/{puzzle['id']}", {"moves": [], "hint": True}, cookie=cookie)
    first = call("GET", f"{PATH}/next")["id"]
    assert call("GET", f"{PATH}/next?after={first}")["id"] != first


def test_who_is_forgotten_has_tried_nothing(call, cookie):
    puzzle = longest()
    call("POST", f"{PATH}/{puzzle.id}", {"moves": [wrong_move(puzzle)]}, cookie=cookie)
    call("DELETE", "/players/me", cookie=cookie)
    assert call("GET", f"{PATH}/{puzzle.id}", cookie=cookie)["tried"] is None


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/games/nothing/puzzles/x", {"moves": []}, 404, "unknown_game"),
        (f"{PATH}/nope", {"moves": []}, 404, "unknown_puzzle"),
        ("{first}", {"moves": ["z9"]}, 422, "illegal_move"),
        ("{first}", {"moves": ["a1"] * 201}, 422, "bad_request"),
        ("{first}", {"moves": 7}, 422, "bad_request"),
        ("{first}", {}, 422, "bad_request"),
        ("{first}", {"moves": [], "help": 1}, 422, "bad_request"),
    ],
)
def test_a_bad_try_is_refused_in_a_sentence(call, path, body, status, code):
    told = call("POST", path.replace("{first}", f"{PATH}/{longest().id}"), body, status=status)
    assert told["error"]["code"] == code
    assert told["error"]["message"].endswith(".")


def test_a_game_without_puzzles_says_so(call):
    told = call("GET", "/games/fourinarow:width=7/puzzles", status=404)
    assert told["error"]["message"] == "Four in a row on 7×6 has no puzzles."


def test_a_card_puzzle_shows_what_the_solver_sees_and_judges_each_option(call):
    told = call("GET", "/games/onepiece/puzzles/next")
    answers = [
        call("POST", f"/games/onepiece/puzzles/{told['id']}", {"moves": [option]}) for option in told["options"][:6]
    ]
    assert any(answer["right"] for answer in answers) or any(answer["refutation"] for answer in answers)
    hint = call("POST", f"/games/onepiece/puzzles/{told['id']}", {"moves": [], "hint": True})["hint"]
    assert call("POST", f"/games/onepiece/puzzles/{told['id']}", {"moves": [hint]})["right"]
