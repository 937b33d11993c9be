"""The calls of the API: what each answers, for games, moves, analyses and whole matches."""

import json

import pytest

from sparring.terminal.main import main

GAMES = ["connect4", "fourinarow", "nim", "onepiece", "oware", "tictactoe"]
ANALYSE = "/games/tictactoe/analyse"
MOVES = {"tictactoe": "b2 a1", "connect4": "4 4"}


@pytest.fixture(scope="module")
def server(start, own_games):
    return start("--game", own_games / "nim.py:Nim", "--longest", "3", "--rate", "0")


@pytest.fixture
def command(capsys):
    """Run a command; returns what it prints as JSON."""

    def command(*arguments):
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return command


@pytest.fixture
def begin(server, ask):
    """Begin a match on the server of this module; returns the whole answer."""

    def begin(*opponents, game="tictactoe", **settings):
        answer = ask(server, "POST", "/matches", {"game": game, "opponents": list(opponents), **settings})
        assert answer.status == 201
        return answer.json

    return begin


# ---------------------------------------------------------------------- games, moves and analyses


def test_games_and_opponents_are_the_same_as_on_the_command_line(server, ask, command):
    games = ask(server, "GET", "/games").json
    assert [game["name"] for game in games] == GAMES
    assert [game for game in games if game["name"] != "nim"] == command("games")
    for game in ("tictactoe", "connect4"):
        opponents = ask(server, "GET", f"/games/{game}/opponents").json
        assert {"name", "about", "level", "style"} <= set(opponents[0])
        assert [entry["name"] for entry in opponents] == [entry["name"] for entry in command("opponents", game)]


@pytest.mark.req("ALL-6", "ALL-10")
@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_every_opponent_answers_as_on_the_command_line_and_repeats_with_the_seed(server, ask, command, game):
    for entry in ask(server, "GET", f"/games/{game}/opponents").json:
        asked = {"opponent": entry["name"], "moves": MOVES[game], "seed": 11}
        first, second = (ask(server, "POST", f"/games/{game}/move", asked).json for _ in range(2))
        assert first["fallback"] is False
        assert first["move"] == second["move"]
        assert first["remark"] == second["remark"]
        there = command("move", game, "--opponent", entry["name"], "--moves", MOVES[game], "--seed", "11")
        assert there["move"] == first["move"], entry["name"]
        assert set(there) <= set(first)


def test_a_position_may_be_given_as_moves_a_position_or_a_record(server, ask):
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


def test_a_posed_position_is_taken_on_request(server, ask):
    posed = {"position": "xx./.../... x", "any_position": True}
    told = ask(server, "POST", ANALYSE, posed).json
    assert (told["to_move"], told["best"]) == ("x", "c3")
    assert ask(server, "POST", "/games/tictactoe/move", {**posed, "opponent": "ChampionChimp"}).json["move"] == "c3"
    mentor = {"position": "x.x/.../... o", "any_position": True, "opponent": "MentorOrangutan:time=1"}
    told = ask(server, "POST", "/games/tictactoe/move", mentor).json
    assert told["move"] in {"b3", "a2", "b2", "c2", "a1", "b1", "c1"}  # any legal one
    assert " o " not in told["remark"]
    frames = ask(server, "POST", "/games/tictactoe/scenes", {**posed, "line": ["c3"]}).json["frames"]
    assert frames[1]["scene"]["title"] == "Tic-tac-toe"
    assert ask(server, "POST", ANALYSE, {"position": "xx./.../... x"}).status == 422
    table = {"position": '{"P1": {"characters": ["ST01-010"]}, "P2": {"life": 0}}', "any_position": True}
    told = ask(server, "POST", "/games/onepiece/move", {**table, "opponent": "medium", "seed": 1}).json
    assert told["move"] in {"attack leader with Franky", "attack leader with leader"}
    bad = {"position": '{"P1": {"active": 11}}', "any_position": True, "opponent": "medium"}
    assert "P1 has 11 DON!!" in ask(server, "POST", "/games/onepiece/move", bad).json["error"]["message"]


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
def test_an_analysis_is_the_same_as_on_the_command_line(server, ask, command, game, given):
    here = ask(server, "POST", f"/games/{game}/analyse", given).json
    there = command("analyse", game, *(word for key, value in given.items() for word in (f"--{key}", str(value))))
    assert set(here) == set(there)
    timeless = {"seconds"}
    assert {key: here[key] for key in here if key not in timeless} == {
        key: there[key] for key in there if key not in timeless
    }


def test_an_analysis_claims_only_results_that_are_proven(server, ask):
    asked = {"position": "xx./oo./... x"}
    judged = {option["move"]: option for option in ask(server, "POST", ANALYSE, asked).json["options"]}
    assert (judged["c3"]["outcome"], judged["c3"]["in"], judged["c3"]["line"]) == ("win", 1, ["c3"])
    assert (judged["a1"]["outcome"], judged["a1"]["in"]) == ("loss", 2)
    shallow = ask(server, "POST", ANALYSE, {"depth": 1}).json
    assert {(option["outcome"], option["in"]) for option in shallow["options"]} == {(None, None)}


# ---------------------------------------------------------------------- matches


@pytest.mark.req("ALL-1", "ALL-2", "ALL-12")
def test_a_person_plays_an_opponent_to_the_end(server, ask, begin):
    begun = begin("human", "ChampionChimp", seed=4, player="Ada")
    seat = {"token": begun["tokens"][0]}
    assert begun["tokens"][1] is None
    assert (begun["seat"], begun["players"], begun["names"]) == (0, ["human", "ChampionChimp"], ["Ada", None])
    assert begun["decision"] == {"number": 0, "kind": "move", "options": begun["decision"]["options"], "may_offer": []}
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


def test_taking_back_a_choice_takes_back_the_answer_too(server, ask, begin):
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


def test_a_seat_that_resigns_loses_at_once(server, ask, begin):
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
def test_a_users_own_game_is_played_like_any_other(server, ask, begin):
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
