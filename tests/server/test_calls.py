"""Every call of the API: what it answers, and how it refuses what is wrong."""

import json

import pytest

from sparring.terminal.main import main

GAMES = ["connect4", "fourinarow", "nim", "onepiece", "oware", "tictactoe"]
POSITIONS = {"tictactoe": "x../.o./... x", "connect4": "......./......./......./......./...o.../...x... x"}
MOVES = {"tictactoe": "b2 a1", "connect4": "4 4"}


@pytest.fixture(scope="module")
def server(start, own_games):
    return start("--game", own_games / "nim.py:Nim", "--longest", "3", "--rate", "0")


@pytest.fixture
def command(capsys):
    """What the command line answers, as JSON."""

    def command(*arguments):
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return command


@pytest.fixture
def begin(server, ask):
    def begin(*opponents, game="tictactoe", **settings):
        answer = ask(server, "POST", "/matches", {"game": game, "opponents": list(opponents), **settings})
        assert answer.status == 201
        return answer.json

    return begin


# ---------------------------------------------------------------------- what there is


def test_games_and_opponents_are_those_of_the_command_line(server, ask, command):
    games = ask(server, "GET", "/games").json
    assert [game["name"] for game in games] == GAMES
    assert [game for game in games if game["name"] != "nim"] == command("games")
    for game in ("tictactoe", "connect4"):
        opponents = ask(server, "GET", f"/games/{game}/opponents").json
        assert {"name", "about", "level", "style"} <= set(opponents[0])
        assert [entry["name"] for entry in opponents] == [entry["name"] for entry in command("opponents", game)]


# ---------------------------------------------------------------------- what an opponent plays


@pytest.mark.req("ALL-6", "ALL-10")
@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_every_opponent_answers_as_on_the_command_line_and_the_same_to_the_same_seed(server, ask, command, game):
    for entry in ask(server, "GET", f"/games/{game}/opponents").json:
        asked = {"opponent": entry["name"], "moves": MOVES[game], "seed": 11}
        first, second = (ask(server, "POST", f"/games/{game}/move", asked).json for _ in range(2))
        assert first["fallback"] is False
        assert first["move"] == second["move"]
        assert first["remark"] == second["remark"]
        there = command("move", game, "--opponent", entry["name"], "--moves", MOVES[game], "--seed", "11")
        assert there["move"] == first["move"], entry["name"]
        assert set(there) <= set(first)


def test_a_position_may_be_given_as_text_list_run_of_characters_position_or_record(server, ask):
    def answer(game, **given):
        return ask(server, "POST", f"/games/{game}/move", {"opponent": "random", "seed": 5, **given}).json["move"]

    record = "Sparring record 1\nGame: connect4\nRules: 1\nSeed: 3\n\n0: 4\n1: 4\n0: 5\n"
    position = "......./......./......./......./...o.../...xx.. o"
    ways = [{"moves": "4 4 5"}, {"moves": "445"}, {"moves": ["4", "4", "5"]}, {"moves": ["44", "5"]}]
    assert len({answer("connect4", **way) for way in [*ways, {"position": position}, {"record": record}]}) == 1
    assert answer("tictactoe", moves="B2 A1") == answer("tictactoe", moves=["b2", "a1"])
    assert answer("tictactoe") == answer("tictactoe", moves="") == answer("tictactoe", moves=[])


def test_different_seeds_give_different_answers(server, ask):
    asked = [{"opponent": "random", "seed": seed} for seed in range(30)]
    assert len({ask(server, "POST", "/games/tictactoe/move", body).json["move"] for body in asked}) > 5


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("tictactoe", {"moves": "b2 a1"}),
        ("tictactoe", {"position": "xx./oo./... x"}),
        ("tictactoe", {"position": "xxx/oo./... o"}),
        ("connect4", {"moves": "44444", "depth": 5}),
    ],
)
def test_an_analysis_is_that_of_the_command_line(server, ask, command, game, given):
    here = ask(server, "POST", f"/games/{game}/analyse", given).json
    there = command("analyse", game, *(word for key, value in given.items() for word in (f"--{key}", str(value))))
    assert set(here) == set(there)
    timeless = {"seconds"}
    assert {key: here[key] for key in here if key not in timeless} == {
        key: there[key] for key in there if key not in timeless
    }


def test_an_analysis_says_only_what_is_proven(server, ask):
    asked = {"position": "xx./oo./... x"}
    judged = {option["move"]: option for option in ask(server, "POST", ANALYSE, asked).json["options"]}
    assert (judged["c3"]["outcome"], judged["c3"]["in"], judged["c3"]["line"]) == ("win", 1, ["c3"])
    assert (judged["a1"]["outcome"], judged["a1"]["in"]) == ("loss", 2)
    shallow = ask(server, "POST", ANALYSE, {"depth": 1}).json
    assert {(option["outcome"], option["in"]) for option in shallow["options"]} == {(None, None)}


# ---------------------------------------------------------------------- a match


@pytest.mark.req("ALL-1", "ALL-2", "ALL-12")
def test_a_person_plays_an_opponent_to_the_end(server, ask, begin):
    begun = begin("human", "ChampionChimp", seed=4, player="Ada")
    seat = {"token": begun["tokens"][0]}
    assert begun["tokens"][1] is None
    assert (begun["seat"], begun["players"], begun["names"]) == (0, ["human", "ChampionChimp"], ["Ada", None])
    assert begun["decision"] == {"number": 0, "kind": "move", "options": begun["decision"]["options"]}
    path, state = f"/matches/{begun['id']}", begun
    while not state["over"]:
        assert state["to_move"] == 0
        assert state["seed"] is None
        option = state["decision"]["options"][0]
        state = ask(server, "POST", f"{path}/choices", {"option": option}, **seat).json
        assert {"seat": 0, "option": option} in state["moves"]
        state = ask(server, "GET", f"{path}?wait=15", **seat).json
    assert state["decision"] is None
    assert state["to_move"] is None
    assert state["seed"] == 4
    assert state["result"]["winner"] in (None, 1)
    record = ask(server, "GET", f"{path}/record", **seat)
    assert record.headers["Content-Type"].startswith("text/plain")
    played = [line for line in record.body.decode().splitlines() if line[:2] in ("0:", "1:")]
    assert played == [f"{move['seat']}: {move['option']}" for move in state["moves"]]
    assert "Seat 1: ChampionChimp" in record.body.decode()
    again = ask(server, "POST", f"{path}/choices", {"option": "a1"}, **seat)
    assert (again.status, again.error["code"]) == (409, "match_over")


@pytest.mark.req("ALL-6")
def test_the_same_seed_and_choices_make_the_same_match(server, ask, begin):
    def played():
        begun = begin("WildcardLemur", "human", seed=9)
        path, seat = f"/matches/{begun['id']}", {"token": begun["tokens"][1]}
        state = ask(server, "GET", f"{path}?wait=15", **seat).json
        while not state["over"]:
            ask(server, "POST", f"{path}/choices", {"option": state["decision"]["options"][-1]}, **seat)
            state = ask(server, "GET", f"{path}?wait=15", **seat).json
        return ask(server, "GET", f"{path}/record", **seat).body

    assert played() == played()


def test_a_choice_sent_twice_with_its_number_counts_once(server, ask, begin):
    begun = begin("human", "human")
    path, seat = f"/matches/{begun['id']}", {"token": begun["tokens"][0]}
    first, second = (ask(server, "POST", f"{path}/choices", {"option": "b2", "number": 0}, **seat) for _ in range(2))
    assert (first.status, second.status) == (200, 200)
    assert first.json["moves"] == second.json["moves"] == [{"seat": 0, "option": "b2"}]
    other = ask(server, "POST", f"{path}/choices", {"option": "a1", "number": 0}, **seat)
    assert (other.status, other.error["code"]) == (409, "not_this_decision")


def test_a_choice_is_taken_back_with_the_answer_to_it(server, ask, begin):
    begun = begin("human", "StrategistApe")
    path, seat = f"/matches/{begun['id']}", {"token": begun["tokens"][0]}
    nothing = ask(server, "POST", f"{path}/undo", **seat)
    assert (nothing.status, nothing.error["code"]) == (409, "nothing_to_take_back")
    ask(server, "POST", f"{path}/choices", {"option": "a1"}, **seat)
    assert len(ask(server, "GET", f"{path}?wait=15", **seat).json["moves"]) == 2
    state = ask(server, "POST", f"{path}/undo", **seat).json
    assert state["moves"] == []
    assert state["decision"]["number"] == 0
    assert "a1" in state["decision"]["options"]


def test_whoever_resigns_loses_at_once(server, ask, begin):
    begun = begin("human", "human")
    path = f"/matches/{begun['id']}"
    state = ask(server, "POST", f"{path}/resign", token=begun["tokens"][1]).json
    assert (state["over"], state["result"]["winner"], state["result"]["reason"]) == (True, 0, "resignation")
    assert "! resign 1" in ask(server, "GET", f"{path}/record", token=begun["tokens"][0]).body.decode()
    for call in ("resign", "undo"):
        assert ask(server, "POST", f"{path}/{call}", token=begun["tokens"][0]).status == 409


@pytest.mark.req("ALL-12")
def test_two_opponents_play_each_other_by_themselves(server, ask, begin):
    begun = begin("SpeedyGibbon", "GuardianGorilla")
    assert (begun["tokens"], begun["seat"]) == ([None, None], None)
    state = ask(server, "GET", f"/matches/{begun['id']}?wait=20").json
    assert state["over"]


def test_waiting_ends_when_the_time_is_over(server, ask, begin):
    begun = begin("human", "human")
    state = ask(server, "GET", f"/matches/{begun['id']}?wait=0.05", token=begun["tokens"][1])
    assert (state.status, state.json["to_move"], state.json["decision"]) == (200, 0, None)


@pytest.mark.req("ALL-10")
def test_a_game_of_the_users_own_is_played_like_any_other(server, ask, begin):
    assert "minimax" in [entry["name"] for entry in ask(server, "GET", "/games/nim/opponents").json]
    asked = {"opponent": "minimax:depth=12", "moves": "3 from 1"}
    assert ask(server, "POST", "/games/nim/move", asked).json["move"] == "1 from 3"
    assert ask(server, "POST", "/games/nim/analyse", {"moves": "3 from 1"}).json["best"] == "1 from 3"
    begun = begin("human", "minimax:depth=2", game="nim")
    path, seat, state = f"/matches/{begun['id']}", {"token": begun["tokens"][0]}, begun
    while not state["over"]:
        ask(server, "POST", f"{path}/choices", {"option": state["decision"]["options"][0]}, **seat)
        state = ask(server, "GET", f"{path}?wait=15", **seat).json
    assert state["result"]["reason"] == "took the last one"


# ---------------------------------------------------------------------- what is refused

HUGE = "9" * 5000
DEEP = b"[" * 100_000
MOVE = "/games/tictactoe/move"
ANALYSE = "/games/tictactoe/analyse"
ODD = ["", " ", "chess", "nim.py:Nim", "os:system", "antigravity:x", "../nim.py:Nim", "tictactoe\0", "TICTACTOE"]


@pytest.mark.parametrize("name", ODD)
def test_a_game_that_is_not_offered_is_unknown_and_nothing_is_imported_for_it(server, ask, name):
    from urllib.parse import quote

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
def test_a_move_that_is_asked_for_wrongly_is_refused_in_one_sentence(server, ask, body):
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
def test_an_analysis_that_is_asked_for_wrongly_is_refused_in_one_sentence(server, ask, body):
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
def test_a_match_that_is_asked_for_wrongly_does_not_begin(server, ask, metric, body):
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
def test_a_choice_that_is_none_changes_nothing_but_says_so(server, ask, begin, body):
    begun = begin("human", "human")
    answer = ask(server, "POST", f"/matches/{begun['id']}/choices", body, token=begun["tokens"][0])
    assert answer.status == 422
    assert answer.error
    assert ask(server, "GET", f"/matches/{begun['id']}", token=begun["tokens"][0]).json["moves"] == []


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
def test_a_body_that_is_no_json_is_refused_in_one_sentence(server, ask, raw):
    answer = ask(server, "POST", MOVE, raw=raw)
    assert answer.status in (400, 422)
    assert answer.error


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "/"])
def test_a_body_of_another_kind_is_refused_in_one_sentence(server, ask, kind):
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
        ("GET", "/matches/" + "x" * 65, 422),
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
def test_what_is_not_there_is_refused_in_one_sentence(server, ask, method, path, status):
    answer = ask(server, method, path)
    assert answer.status == status
    assert answer.error


def test_an_opponent_that_was_not_told_what_is_wrong_with_it_is_told_by_name(server, ask):
    unknown = ask(server, "POST", MOVE, {"opponent": "nobody"})
    assert "ChampionChimp" in unknown.error["message"]
    depth = ask(server, "POST", "/games/connect4/move", {"opponent": "minimax:depth=9"})
    assert depth.error == {"code": "bad_setting", "message": "depth must be a whole number from 1 to 8, not '9'."}
    assert "sede" in ask(server, "POST", MOVE, {"opponent": "random", "sede": 1}).error["message"]
    both = ask(server, "POST", MOVE, {"opponent": "random", "moves": "b2", "position": "x"})
    assert "moves and position" in both.error["message"]
    over = ask(server, "POST", MOVE, {"opponent": "random", "moves": "a1 b1 a2 b2 a3"})
    assert "over" in over.error["message"]
