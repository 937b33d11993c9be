"""What the page asks for beyond a match itself: pictures, reasons, hints, clocks, who sits where."""

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


def test_a_scene_marks_what_was_chosen_last(server):
    match, _ = server.client.begin("tictactoe", ["human", "human"])
    match.choose("b2")
    scene = call(server, "GET", f"/matches/{match.id}?scene=true", token=match.token)["scene"]
    assert [shape["id"] for shape in scene["shapes"] if shape.get("last")] == ["b2"]


@pytest.mark.parametrize("game", [name for name in sparring.game_names() if name != "onepiece"])
def test_a_line_is_drawn_as_the_match_would_be(server, game):
    """Where every match begins alike, and the seats take turns."""
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


def test_what_cannot_be_chosen_has_a_reason_and_what_can_be_has_none(server):
    first, second = server.client.begin("tictactoe", ["human", "human"])

    def why(match, option):
        return call(server, "GET", f"/matches/{match.id}/why?option={option}", token=match.token)["why"]

    assert why(first, "b2") == ""
    assert why(second, "b2") == "It is the turn of x."
    first.choose("b2")
    assert why(second, "b2") == "b2 is taken: there is already an x on it."
    assert first.state()["moves"] == [{"seat": 0, "option": "b2"}]


def test_a_hint_judges_every_option_and_says_how_one_stands(server):
    first, second = server.client.begin("tictactoe", ["human", "human"])
    for player, option in [(first, "a1"), (second, "b1"), (first, "a2"), (second, "b2")]:
        player.choose(option)
    told = call(server, "POST", f"/matches/{first.id}/hint", token=first.token)
    assert (told["best"], told["value"]) == ("a3", 1.0)
    assert {judged["move"] for judged in told["options"]} == set(first.state()["decision"]["options"])
    assert told["reason"]


def test_there_is_no_hint_for_somebody_elses_decision(server):
    _, second = server.client.begin("tictactoe", ["human", "human"])
    with pytest.raises(Refused) as refused:
        call(server, "POST", f"/matches/{second.id}/hint", token=second.token)
    assert refused.value.status == 409


def test_whoever_has_no_time_left_has_lost_and_the_record_says_so(server):
    begun = call(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"], "clock": 5})
    match = server.client.match(begun["id"], begun["tokens"][0])
    *_, last = match.events()
    assert last["result"] == {"winner": 1, "name": "o", "reason": "out of time"}
    assert sparring.Record.parse(match.record()).entries[-1].out_of_time
    assert match.state()["left"][0] <= 0.5


def test_no_clock_runs_until_everybody_sits(server):
    asked = {"game": "tictactoe", "opponents": ["human", "human"], "clock": 60, "seat": 1}
    begun = call(server, "POST", "/matches", asked)
    assert (begun["seat"], begun["seated"]) == (1, [False, True])
    mine = server.client.match(begun["id"], begun["tokens"][1])
    assert mine.state()["left"] == [60, 60]
    friend = server.client.match(begun["id"], begun["tokens"][0]).sit_down("Ada")
    assert friend.state()["seated"] == [True, True]
    assert friend.state()["left"][0] < 60
    assert mine.state()["left"][1] == 60
