"""Characters that talk over HTTP: only if the operator says so, and nothing that people say does anything."""

import pytest

from support import model_server as models
from support.model_server import model_server

pytestmark = pytest.mark.req("TT-10")


@pytest.fixture(scope="module")
def model():
    with model_server(models.well) as running:
        yield running


@pytest.fixture(scope="module")
def server(start, model):
    variables = {"SPARRING_LLM_URL": model.url, "SPARRING_LLM_MODEL": "tiny", "SPARRING_LLM_KEY": "sk-secret"}
    return start("--rate", "0", "--opponent", "llm:character=trickster,strength=level2", variables=variables)


def test_a_character_plays_and_talks_under_the_name_that_the_operator_gave_it(server, model, ask, begin):
    opponents = ask(server, "GET", "/games/tictactoe/opponents").json
    assert [each["name"] for each in opponents if each["talks"]] == ["trickster"]
    match, tokens = begin(server, "human", "trickster")
    said = ask(server, "POST", f"/matches/{match}/talk", {"text": "Hello <b>you</b>"}, token=tokens[0])
    assert (said.status, said.json) == (200, {"seat": 1, "reply": "A pleasure to play with you."})
    assert "They: Hello <b>you</b>" in model.asked[-1].body["messages"][1]["content"]
    assert ask(server, "POST", f"/matches/{match}/choices", {"option": "b2"}, token=tokens[0]).status == 200
    move = ask(server, "POST", "/games/onepiece/move", {"opponent": "trickster", "moves": []})
    assert (move.status, move.json["fallback"]) == (200, False)
    metrics = ask(server, "GET", "/metrics").body.decode()
    assert "sparring_llm_calls_total" in metrics
    assert "sk-secret" not in metrics + server.log.read_text()


def test_those_who_may_not_talk_are_refused(server, ask, begin):
    match, tokens = begin(server, "human", "trickster")
    for text in ("", "  ", "x" * 301):
        assert ask(server, "POST", f"/matches/{match}/talk", {"text": text}, token=tokens[0]).error
    assert ask(server, "POST", f"/matches/{match}/talk", {"text": "Hello"}).status == 401
    match, tokens = begin(server, "human", "ChampionChimp")
    answer = ask(server, "POST", f"/matches/{match}/talk", {"text": "Hello"}, token=tokens[0])
    assert (answer.status, answer.error["code"]) == (409, "nobody_replies")
    answer = ask(server, "POST", "/games/tictactoe/move", {"opponent": "llm:character=mentor", "moves": ""})
    assert answer.error["code"] == "unknown_name"


def test_a_player_can_say_only_so_much_in_a_match(server, model, ask, begin):
    match, tokens = begin(server, "human", "trickster")
    before = len(model.asked)
    for _ in range(40):
        assert ask(server, "POST", f"/matches/{match}/talk", {"text": "Hello"}, token=tokens[0]).status == 200
    answer = ask(server, "POST", f"/matches/{match}/talk", {"text": "Hello"}, token=tokens[0])
    assert (answer.status, answer.error["code"]) == (409, "talked_enough")
    assert len(model.asked) - before == 40
