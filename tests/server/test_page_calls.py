"""Calls that only the page makes: scenes, reasons, hints, clocks and seats."""

import pytest

import sparring
from sparring.server.client import Refused


@pytest.fixture(scope="module")
def server(start):
    return start("--longest", "2")


def call(server, method, path, body=None, token=None):
    return server.client.call(method, path, body, token)


@pytest.mark.parametrize("game", sparring.game_names())
def test_every_game_has_a_picture_whose_pieces_are_on_its_places(server, game):
    scene = call(server, "GET", f"/games/{game}/picture")
    places = {shape["id"] for shape in scene["shapes"] if "box" in shape or shape["kind"] == "card"}
    inside = [shape["in"] for shape in scene["shapes"] if "in" in shape]
    assert inside or any(shape.get("seeds") for shape in scene["shapes"])
    assert set(inside) <= places
    assert scene["about"]


def test_a_scene_comes_with_a_match_only_if_it_is_asked_for(server):
    match, _ = server.client.begin("tictactoe", ["human", "random"])
    assert match.state().get("scene") is None
    scene = call(server, "GET", f"/matches/{match.id}?scene=true", token=match.token)["scene"]
    assert set(scene["picks"]) == set(match.state()["decision"]["options"])


def test_a_scene_marks_the_last_choice(server):
    match, _ = server.client.begin("tictactoe", ["human", "human"])
    match.choose("b2")
    scene = call(server, "GET", f"/matches/{match.id}?scene=true", token=match.token)["scene"]
    assert [shape["id"] for shape in scene["shapes"] if shape.get("last")] == ["b2"]


@pytest.mark.parametrize("game", [name for name in sparring.game_names() if name != "onepiece"])
def test_the_scenes_of_a_line_are_those_of_the_match(server, game):
    """In games where every match begins alike and the seats take turns."""
    players = server.client.begin(game, ["human", "human"])
    match, path = players[0], f"/games/{game}/scenes"
    drawn, options = [], []
    for number in range(5):
        options.append(players[number % 2].state()["decision"]["options"][-1])
        players[number % 2].choose(options[-1])
        drawn.append(call(server, "GET", f"/matches/{match.id}?scene=true", token=match.token)["scene"])
    frames = call(server, "POST", path, {"moves": options[:2], "line": options[2:]})["frames"]
    assert [(frame["option"], frame.get("seat")) for frame in frames] == [
        (None, None),
        *((option, number % 2) for number, option in enumerate(options[2:])),
    ]
    assert [frame["scene"] for frame in frames[1:]] == drawn[2:]
    assert frames[0]["scene"]["about"] == drawn[1]["about"]
    alone = call(server, "POST", path, {"position": match.state()["position"], "line": []})["frames"]
    assert [frame["scene"]["about"] for frame in alone] == [drawn[-1]["about"]]


@pytest.mark.parametrize(
    ("asked", "status", "sentence"),
    [
        ({"moves": "b2", "line": ["a1", "b2"]}, 422, "Move 2 of the line cannot be played: b2 is taken"),
        ({"position": "xxx/oo./... o", "line": ["a1"]}, 422, "Move 1 of the line cannot be played: The game is over"),
        ({"moves": "b2 b2", "line": []}, 422, "Move 2 cannot be played: b2 is taken"),
        ({"line": ["a1"] * 201}, 422, "200"),
        ({"moves": "b2"}, 422, "line"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused_with_the_reason(server, asked, status, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        call(server, "POST", "/games/tictactoe/scenes", asked)
    assert refused.value.status == status


def test_an_illegal_option_has_a_reason_and_a_legal_one_has_none(server):
    first, second = server.client.begin("tictactoe", ["human", "human"])

    def why(match, option):
        return call(server, "GET", f"/matches/{match.id}/why?option={option}", token=match.token)["why"]

    assert why(first, "b2") == ""
    assert why(second, "b2") == "It is not your turn."
    first.choose("b2")
    assert why(second, "b2") == "b2 is taken: there is already an x on it."
    assert first.state()["moves"] == [{"seat": 0, "option": "b2"}]


def test_a_hint_judges_every_option_and_the_position(server):
    for seed in range(20):
        match, _ = server.client.begin("tictactoe", ["human", "random"], seed=seed)
        for option in ("a1", "a2"):
            if option in (match.state(wait=10)["decision"] or {"options": ()})["options"]:
                match.choose(option)
        state = match.state(wait=10)
        if [move["option"] for move in state["moves"][::2]] == ["a1", "a2"] and "a3" in state["decision"]["options"]:
            break
    told = call(server, "POST", f"/matches/{match.id}/hint", token=match.token)
    assert (told["best"], told["value"]) == ("a3", 1.0)
    assert {judged["move"] for judged in told["options"]} == set(state["decision"]["options"])
    assert (told["idea"], told["reason"]) == (
        "You can complete three upright and win.",
        "It completes three upright and wins.",
    )


def test_there_is_no_hint_for_somebody_elses_decision(server):
    opponents = ["random:pace_min=5,pace_max=5", "human"]
    begun = call(server, "POST", "/matches", {"game": "tictactoe", "opponents": opponents, "paced": True})
    with pytest.raises(Refused) as refused:
        call(server, "POST", f"/matches/{begun['id']}/hint", token=begun["tokens"][1])
    assert (refused.value.status, refused.value.code) == (409, "not_your_turn")


@pytest.mark.parametrize("help_", ["hint", "undo"])
def test_while_people_play_each_other_nobody_is_helped(server, help_):
    first, second = server.client.begin("tictactoe", ["human", "human"])
    for chosen in (None, "b2", "a1", "c3"):
        if chosen:
            (second if chosen == "a1" else first).choose(chosen)
        for player in (first, second):
            with pytest.raises(Refused, match=r"people play each other|only against opponents") as refused:
                call(server, "POST", f"/matches/{player.id}/{help_}", token=player.token)
            assert (refused.value.status, refused.value.code) == (409, "not_alone")
    assert len(first.state()["moves"]) == 3


def test_a_player_without_time_left_loses_and_the_record_says_so(server):
    begun = call(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"], "clock": 5})
    match = server.client.match(begun["id"], begun["tokens"][0])
    *_, last = match.events()
    assert last["result"] == {"winner": 1, "name": "o", "reason": "out of time", "payoffs": None, "places": [2, 1]}
    assert sparring.Record.parse(match.record()).entries[-1].out_of_time
    assert match.state()["left"][0] <= 0.5


def test_no_clock_runs_before_all_seats_are_taken(server):
    asked = {"game": "tictactoe", "opponents": ["human", "human"], "clock": 60, "seat": 1}
    begun = call(server, "POST", "/matches", asked)
    assert (begun["seat"], begun["seated"]) == (1, [False, True])
    mine = server.client.match(begun["id"], begun["tokens"][1])
    assert mine.state()["left"] == [60, 60]
    friend = server.client.match(begun["id"], begun["tokens"][0]).sit_down("Ada")
    assert friend.state()["seated"] == [True, True]
    assert friend.state()["left"][0] < 60
    assert mine.state()["left"][1] == 60
