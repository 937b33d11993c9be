"""Calls that teach: the rules of a game with pictures."""

import pytest

import sparring


@pytest.fixture(scope="module")
def server(start):
    return start()


@pytest.mark.parametrize("game", [*sparring.game_names(), "fourinarow:width=7,length=5"])
def test_the_rules_of_every_game_come_as_scenes(server, ask, game):
    answer = ask(server, "GET", f"/games/{game}/rules")
    assert answer.status == 200
    told = answer.json
    assert told["game"] == game
    pictures = [picture for section in told["sections"] for picture in section["pictures"]]
    assert all(frame["scene"]["shapes"] for picture in pictures for frame in picture["frames"])
    assert pictures


def test_the_rules_of_an_unknown_game_are_not_found(server, ask):
    assert ask(server, "GET", "/games/chess/rules").status == 404


def taught(server, ask, game, **asked):
    [entry] = [entry for entry in ask(server, "GET", "/games").json if entry["name"] == game]
    answer = ask(server, "POST", "/matches", {**entry["first_game"], "teach": True, **asked})
    assert answer.status == 201
    return answer.json


@pytest.mark.parametrize("game", ["oware", "onepiece"])
def test_a_teaching_game_has_lessons_each_once_and_does_not_count(server, ask, game):
    match = taught(server, ask, game)
    assert match["teaches"]
    token = next(filter(None, match["tokens"]))
    path = f"/matches/{match['id']}"
    first = ask(server, "GET", f"{path}/lesson", token=token).json["lesson"]
    assert first["title"]
    assert first["sentences"]
    known = ask(server, "GET", f"{path}/lesson?told={first['id']}", token=token).json["lesson"]
    assert known is None or known["id"] != first["id"]
    standing = ask(server, "GET", f"{path}/standing", token=token).json
    assert "learn" in str(standing)


def test_an_ordinary_match_has_no_lessons(server, ask, begin):
    match, tokens = begin(server, "human", "beginner", game="oware")
    answer = ask(server, "GET", f"/matches/{match}/lesson", token=tokens[0])
    assert (answer.status, answer.json["error"]["code"]) == (409, "no_lessons")


def test_only_a_game_with_lessons_teaches_and_only_one_person(server, ask):
    for asked in (
        {"game": "connect4", "opponents": ["human", "random"]},
        {"game": "oware", "opponents": ["human", "human"]},
        {"game": "oware", "opponents": ["random", "random"]},
    ):
        answer = ask(server, "POST", "/matches", {**asked, "teach": True})
        assert answer.status == 422
        assert answer.json["error"]["message"].endswith(".")


def test_a_tree_counts_as_a_hint_and_is_refused_where_hints_are(server, ask, begin):
    match, tokens = begin(server, "human", "random")
    path = f"/matches/{match}"
    assert "learn" not in str(ask(server, "GET", f"{path}/standing", token=tokens[0]).json)
    answer = ask(server, "POST", f"{path}/tree", {"depth": 2}, token=tokens[0])
    assert answer.status == 200
    assert len(answer.json["root"]["children"]) == 9
    assert "hint" in str(ask(server, "GET", f"{path}/standing", token=tokens[0]).json)

    friends, tokens = begin(server, "human", "human")
    refused = ask(server, "POST", f"/matches/{friends}/tree", {"depth": 2}, token=tokens[0])
    assert (refused.status, refused.json["error"]["code"]) == (409, "not_alone")


def test_a_tree_that_is_too_large_or_missing_is_refused_and_does_not_count_as_help(server, ask, begin):
    for game, depth in (("fourinarow", 4), ("onepiece", 1)):
        match, tokens = begin(server, "human", "human" if game == "onepiece" else "random", game=game)
        answer = ask(server, "POST", f"/matches/{match}/tree", {"depth": depth}, token=tokens[0])
        assert answer.status in (409, 422)
        assert answer.json["error"]["message"].endswith(".")
        if game == "fourinarow":
            assert "hint" not in str(ask(server, "GET", f"/matches/{match}/standing", token=tokens[0]).json)
    assert ask(server, "POST", f"/matches/{match}/tree", {"depth": 99}, token=tokens[0]).status == 422
