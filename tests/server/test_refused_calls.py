"""The API refuses every wrong call with one sentence, and changes nothing."""

import json
from urllib.parse import quote

import pytest

MOVE = "/games/tictactoe/move"
ANALYSE = "/games/tictactoe/analyse"
HUGE = "9" * 5000
DEEP = b"[" * 100_000
ODD = ["", " ", "chess", "nim.py:Nim", "os:system", "antigravity:x", "../nim.py:Nim", "tictactoe\0", "TICTACTOE"]


@pytest.fixture(scope="module")
def server(start, own_games):
    return start("--game", own_games / "nim.py:Nim", "--longest", "3", "--rate", "0")


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize("name", ODD)
def test_a_game_that_is_not_offered_is_unknown_and_nothing_is_imported_for_it(server, ask, name):
    calls = [
        ask(server, "POST", "/matches", {"game": name, "opponents": ["human", "human"]}),
        ask(server, "POST", f"/games/{quote(name, safe='')}/move", {"opponent": "random"}),
        ask(server, "POST", f"/games/{quote(name, safe='')}/analyse", {}),
        ask(server, "GET", f"/games/{quote(name, safe='')}/opponents"),
    ]
    for answer in calls:
        assert answer.status in (404, 422)
        assert answer.error
    with open(f"/proc/{server.process.pid}/maps") as maps:
        assert "antigravity" not in maps.read()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"opponent": "nobody"},
        {"opponent": ""},
        {"opponent": "minimax:depth=0"},
        {"opponent": "minimax:depth=nan"},
        {"opponent": "minimax:depth"},
        {"opponent": "minimax:table=-1"},
        {"opponent": "minimax:table=inf"},
        {"opponent": "minimax:time=3601"},
        {"opponent": "minimax:speed=3"},
        {"opponent": "minimax:depth=2,depth=3"},
        {"opponent": "x" * 301},
        {"opponent": "random\0"},
        {"opponent": "\ud800"},
        {"opponent": 7},
        {"opponent": None},
        {"opponent": ["random"]},
        {"opponent": "random", "moves": "b2 b2"},
        {"opponent": "random", "moves": "z9"},
        {"opponent": "random", "moves": "b2\0"},
        {"opponent": "random", "moves": "\ud800"},
        {"opponent": "random", "moves": ["b2", "\ud800"]},
        {"opponent": "random", "moves": 5},
        {"opponent": "random", "moves": [5]},
        {"opponent": "random", "moves": {"b2": 1}},
        {"opponent": "random", "moves": "a1 b1 a2 b2 a3"},
        {"opponent": "random", "moves": "a1 b1 a2 b2 a3 c3"},
        {"opponent": "random", "position": ""},
        {"opponent": "random", "position": "x"},
        {"opponent": "random", "position": "xxx/.../... o"},
        {"opponent": "random", "position": "xxx/ooo/... x"},
        {"opponent": "random", "position": "../.../... x"},
        {"opponent": "random", "position": "x../.o./... z"},
        {"opponent": "random", "position": "\0\0\0/.../... x"},
        {"opponent": "random", "position": "\ud800"},
        {"opponent": "random", "position": ["x"]},
        {"opponent": "random", "position": "xxx/oo./... o"},
        {"opponent": "random", "moves": "b2", "position": "x../.o./... x"},
        {"opponent": "random", "moves": "", "record": ""},
        {"opponent": "random", "record": ""},
        {"opponent": "random", "record": "\ud800"},
        {"opponent": "random", "record": "Sparring record 1\nGame: connect4\n\n0: 4\n"},
        {"opponent": "random", "record": "Sparring record 1\nGame: tictactoe\nRules: 9\n\n"},
        {"opponent": "random", "record": f"Sparring record 1\nGame: tictactoe\nSeed: {HUGE}\n\n"},
        {"opponent": "random", "record": "Sparring record 1\nGame: tictactoe\n\n0: b2\n0: a1\n"},
        {"opponent": "random", "record": "Sparring record 1\nGame: tictactoe\n\n! undo 3\n"},
        {"opponent": "random", "seed": -1},
        {"opponent": "random", "seed": 2**63},
        {"opponent": "random", "seed": 10**400},
        {"opponent": "random", "seed": 1.5},
        {"opponent": "random", "seed": "seven"},
        {"opponent": "random", "seed": "7"},
        {"opponent": "random", "seed": True},
        {"opponent": "random", "seed": [7]},
        {"opponent": "random", "sede": 7},
        {"opponent": "random", "\ud800": 7},
        {"opponent": "random", "\0": 7},
        [],
        "random",
        7,
        None,
    ],
    ids=lambda body: json.dumps(body)[:60],
)
def test_a_bad_request_for_a_move_is_refused_in_one_sentence(server, ask, body):
    answer = ask(server, "POST", MOVE, raw=json.dumps(body).encode())
    assert answer.status in (400, 422)
    assert answer.error


@pytest.mark.parametrize(
    "body",
    [
        {"depth": 0},
        {"depth": 101},
        {"depth": 2.5},
        {"depth": "2"},
        {"time": 0},
        {"time": -1},
        {"time": 3601},
        {"time": "x"},
        {"time": "1"},
        {"time": True},
        {"opponent": "minimax"},
        {"moves": "b2 b2"},
        {"position": "?"},
    ],
    ids=json.dumps,
)
def test_a_bad_request_for_an_analysis_is_refused_in_one_sentence(server, ask, body):
    answer = ask(server, "POST", ANALYSE, body)
    assert answer.status == 422
    assert answer.error


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "tictactoe"},
        {"game": "tictactoe", "opponents": []},
        {"game": "tictactoe", "opponents": ["human"]},
        {"game": "tictactoe", "opponents": ["human"] * 3},
        {"game": "tictactoe", "opponents": ["human"] * 17},
        {"game": "tictactoe", "opponents": ["human", "nobody"]},
        {"game": "tictactoe", "opponents": ["human", "Human"]},
        {"game": "tictactoe", "opponents": ["human:depth=2", "random"]},
        {"game": "tictactoe", "opponents": ["human", None]},
        {"game": "tictactoe", "opponents": "human"},
        {"game": "tictactoe", "opponents": {"0": "human"}},
        {"game": "tictactoe", "opponents": ["human", "human"], "seed": -1},
        {"game": "tictactoe", "opponents": ["human", "human"], "seed": 2**64},
        {"game": "tictactoe", "opponents": ["human", "human"], "paced": "perhaps"},
        {"game": "tictactoe", "opponents": ["human", "human"], "paced": "yes"},
        {"game": "tictactoe", "opponents": ["human", "human"], "paced": 1},
        {"game": "tictactoe", "opponents": ["human", "human"], "player": ""},
        {"game": "tictactoe", "opponents": ["human", "human"], "player": "x" * 41},
        {"game": "tictactoe", "opponents": ["human", "human"], "player": "a\0b"},
        {"game": "tictactoe", "opponents": ["human", "human"], "player": "a\nb"},
        {"game": "tictactoe", "opponents": ["human", "human"], "player": "\ud800"},
        {"game": "tictactoe", "opponents": ["human", "human"], "Seed": 3},
    ],
    ids=lambda body: json.dumps(body)[:100],
)
def test_a_bad_request_for_a_match_starts_none(server, ask, metric, body):
    before = metric(server, "sparring_matches_started_total")
    answer = ask(server, "POST", "/matches", body)
    assert answer.status == 422
    assert answer.error
    assert metric(server, "sparring_matches_started_total") == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"option": "z9"},
        {"option": ""},
        {"option": "b2\0"},
        {"option": "\ud800"},
        {"option": 5},
        {"option": None},
        {"option": ["b2"]},
        {"option": "x" * 1001},
        {"option": "b2", "number": -1},
        {"option": "b2", "number": 2**31},
        {"option": "b2", "number": "0"},
        {"option": "b2", "number": False},
        {"option": "b2", "nr": 0},
        [],
        "b2",
    ],
    ids=lambda body: json.dumps(body)[:60],
)
@pytest.mark.req("ALL-12")
def test_an_illegal_choice_is_refused_and_changes_nothing(server, ask, begin, body):
    match, (token, _) = begin(server, "human", "human")
    answer = ask(server, "POST", f"/matches/{match}/choices", body, token=token)
    assert answer.status == 422
    assert answer.error
    assert ask(server, "GET", f"/matches/{match}", token=token).json["moves"] == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"opponent": "random",}',
        b"\xff\xfe",
        b'{"opponent": "\xff"}',
        b"null",
        DEEP,
        b"\0",
        b"NaN",
        b'{"opponent": "random", "seed": NaN}',
        b'{"opponent": "random", "seed": Infinity}',
        b'{"opponent": "random", "seed": ' + HUGE.encode() + b"}",
        b'{"opponent": "random", "seed": 1e999}',
    ],
    ids=lambda raw: repr(raw[:40]),
)
def test_a_body_that_is_not_json_is_refused_in_one_sentence(server, ask, raw):
    answer = ask(server, "POST", MOVE, raw=raw)
    assert answer.status in (400, 422)
    assert answer.error


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "/"])
def test_a_body_of_another_content_type_is_refused_in_one_sentence(server, ask, kind):
    answer = ask(server, "POST", MOVE, raw=b'{"opponent": "random"}', headers={"Content-Type": kind})
    assert answer.status in (400, 415, 422)
    assert answer.error


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/nothing", 404),
        ("GET", "/games/tictactoe", 404),
        ("GET", "/games/tictactoe/move", 405),
        ("DELETE", "/matches", 405),
        ("PUT", "/games", 405),
        ("POST", "/games/tictactoe/opponents", 405),
        ("GET", "/matches/nothing", 404),
        ("GET", "/matches/%00", 404),
        ("GET", "/matches/%ff", 404),
        ("GET", "/matches/" + "x" * 65, 404),
        ("GET", "/matches/nothing/record", 404),
        ("POST", "/matches/nothing/resign", 404),
        ("GET", "/matches/nothing?wait=31", 422),
        ("GET", "/matches/nothing?wait=nan", 422),
        ("GET", "/matches/nothing?wait=-1", 422),
        ("GET", "/matches/nothing/events", 404),
        ("GET", "/matches?limit=0", 422),
        ("GET", "/matches?limit=201", 422),
        ("GET", "/matches?player=", 422),
        ("GET", "/matches?player=%00", 422),
        ("GET", "/matches?before=soon", 422),
        ("GET", "/players/%00", 422),
        ("GET", "/players/" + "x" * 41, 422),
        ("GET", "/games/" + "x" * 101 + "/opponents", 422),
    ],
    ids=lambda value: str(value)[:50],
)
def test_an_unknown_path_or_method_is_refused_in_one_sentence(server, ask, method, path, status):
    answer = ask(server, method, path)
    assert answer.status == status
    assert answer.error


def test_a_refusal_names_what_is_wrong_and_what_would_be_right(server, ask):
    unknown = ask(server, "POST", MOVE, {"opponent": "nobody"})
    assert "ChampionChimp" in unknown.error["message"]
    depth = ask(server, "POST", "/games/connect4/move", {"opponent": "minimax:depth=9"})
    assert depth.error == {"code": "bad_setting", "message": "depth must be a whole number from 1 to 8, not '9'."}
    assert "sede" in ask(server, "POST", MOVE, {"opponent": "random", "sede": 1}).error["message"]
    both = ask(server, "POST", MOVE, {"opponent": "random", "moves": "b2", "position": "x"})
    assert "moves and position" in both.error["message"]
    over = ask(server, "POST", MOVE, {"opponent": "random", "moves": "a1 b1 a2 b2 a3"})
    assert "over" in over.error["message"]
