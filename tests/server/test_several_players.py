"""Games for three, and games with dice, over HTTP."""

import json

import pytest

from sparring.rules import Record, notation
from support import cookbook

pytestmark = pytest.mark.req("ALL-22")


COUNTING = """
import sparring

class Counting(sparring.Game):
    name, title, settings = "counting", "Counting", {"players": 3}

    def __init__(self, players=3):
        self.seats = ("red", "blue", "green", "pink")[:players]
        self.name = self.name_with(players=players)

    def start(self, rng):
        return 0

    def to_move(self, position):
        return position % len(self.seats)

    def moves(self, position):
        return ["one"]

    def play(self, position, move):
        return position + 1

    def outcome(self, position):
        return sparring.Outcome(0, "counted") if position == 9 else None
"""
"""A game in which the number of players is a setting."""


@pytest.fixture(scope="module")
def server(start, tmp_path_factory):
    games = [cookbook.write(page, tmp_path_factory.mktemp(page)) for page in ("islands", "pig")]
    counting = tmp_path_factory.mktemp("counting") / "counting.py"
    counting.write_text(COUNTING)
    games.append(f"{counting}:Counting")
    return start("--rate", "0", *(word for game in games for word in ("--game", game)))


@pytest.fixture(scope="module")
def seated(server, ask, begin):
    """Begin a match as the first person; returns functions that look and act for that seat."""

    def seated(*opponents, **asked):
        match, tokens = begin(server, *opponents, **asked)
        token = next(token for token in tokens if token)

        def look():
            return ask(server, "GET", f"/matches/{match}?wait=15", token=token).json

        def act(what, body=None, by=token):
            return ask(server, "POST", f"/matches/{match}/{what}", body, token=by)

        return match, tokens, look, act

    return seated


def test_a_person_plays_a_game_of_three_to_its_end(server, ask, seated):
    match, tokens, look, act = seated("random", "human", "random", game="islands", seed=1)
    assert [token is None for token in tokens] == [True, False, True]
    while not (state := look())["over"]:
        assert (state["seat"], state["to_move"]) == (1, 1)
        assert act("choices", {"option": state["decision"]["options"][0]}).status == 200
    result = state["result"]
    record = ask(server, "GET", f"/matches/{match}/record", token=tokens[1]).body.decode()
    outcome = cookbook.game("islands").outcome(notation.after_record(cookbook.game("islands"), Record.parse(record)))
    assert result["payoffs"] == list(outcome.payoffs)
    assert result["places"] == list(outcome.places)
    assert (result["winner"], result["reason"]) == (outcome.winner, "every field is taken")


def test_three_friends_each_have_a_seat_and_who_resigns_has_lost(server, ask, seated):
    match, tokens, _, act = seated("human", "human", "human", game="islands")
    assert len(set(tokens)) == 3
    cookie = ask(server, "POST", f"/matches/{match}/seat", {"player": "Grace"}, token=tokens[2])
    token = cookie.json["token"]
    key = cookie.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    state = act("choices", {"option": "a1"}).json
    assert state["to_move"] == 1
    assert act("choices", {"option": "b1"}, by=token).error["code"] == "not_your_turn"
    state = act("resign", by=token).json
    assert (state["result"]["winner"], state["result"]["places"]) == (None, [1, 1, 3])
    [results] = ask(server, "GET", "/players/Grace").json["results"]
    assert (results["wins"], results["draws"], results["losses"]) == (0, 0, 1)
    [listed] = ask(server, "GET", "/matches", cookie=key).json
    assert (listed["over"], listed["winner"]) == (True, None)


def test_the_wrong_number_of_players_is_refused(server, ask):
    answer = ask(server, "POST", "/matches", {"game": "islands", "opponents": ["human", "random"]})
    assert answer.error["message"] == "Islands needs 3 opponents, not 2."


def test_an_analysis_for_three_has_a_value_for_each_seat(server, ask):
    told = ask(server, "POST", "/games/islands/analyse", {"moves": "a1 b1 c1", "depth": 1}).json
    assert told["method"] == "max-n"
    assert all(len(option["values"]) == 3 for option in told["options"])


def test_what_falls_is_told_as_an_event_and_listed_among_the_moves(server, ask, seated, follow):
    match, tokens, look, act = seated("human", "Farmer", game="pig", seed=2)
    act("choices", {"option": "roll"})
    state = look()
    assert [move["seat"] for move in state["moves"][:2]] == [0, None]
    with follow(server, match, tokens[0]) as events:
        kinds = [json.loads(events.recv(15)) for _ in range(4)]
    assert [event["event"] for event in kinds] == ["match_started", "decision_asked", "move_made", "chance_fell"]
    assert kinds[3]["option"] == state["moves"][1]["option"]
    assert "pot 0" in kinds[2]["drawing"]


def test_a_choice_that_is_taken_back_takes_its_dice_along(server, ask, seated):
    match, tokens, look, act = seated("human", "Farmer", game="pig", seed=2)
    act("choices", {"option": "roll"})
    before = look()
    count = len([move for move in before["moves"] if move["seat"] == 0])
    after = act("undo").json
    assert len([move for move in after["moves"] if move["seat"] == 0]) == count - 1
    assert after["moves"] == before["moves"][: len(after["moves"])]
    assert after["decision"]["options"] == ["roll"]
    act("choices", {"option": "roll"})
    act("resign")
    record = ask(server, "GET", f"/matches/{match}/record", token=tokens[0]).body.decode()
    assert "! undo" in record
    assert list(notation.replay(cookbook.game("pig"), Record.parse(record)))


def test_the_moves_of_a_match_with_dice_describe_its_position(server, ask, seated):
    _, _, look, act = seated("human", "Farmer", game="pig", seed=4)
    act("choices", {"option": "roll"})
    state = look()
    moves = [move["option"] for move in state["moves"]]
    told = ask(server, "POST", "/games/pig/analyse", {"moves": moves, "depth": 2}).json
    assert sorted(option["move"] for option in told["options"]) == sorted(state["decision"]["options"])
    assert told["method"] == "expectimax"


def test_the_seats_are_those_of_the_games_settings(seated):
    for game, seats in (
        ("counting", ["red", "blue", "green"]),
        ("counting:players=4", ["red", "blue", "green", "pink"]),
    ):
        *_, look, _ = seated("human", *["random"] * (len(seats) - 1), game=game, seed=1)
        assert look()["seats"] == seats
