"""Positions set up by a form: what is impossible is said in plain words; the rest is searched, judged and played on."""

import json
from random import Random

import pytest

from sparring.games.onepiece.posing import posed_table
from sparring.games.onepiece.setting_up import FORM, faults
from sparring.rules import BadPosition
from sparring.rules.posing import without_position
from sparring.rules.registry import game as find_game

WON = {
    "P1": {"leader": "ST01-001", "characters": [{"id": "ST01-013", "don": 1}, "ST01-012"], "hand": ["ST01-014"]},
    "P2": {"leader": "ST02-001", "life": [{"id": "ST02-003", "face": "up"}], "hand": ["ST02-002"]},
    "turn": 7,
}


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--log", "warning")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"P1": {"characters": ["ST01-003"] * 6}}, ["You have 6 characters, and 5 is the most."]),
        ({"P2": {"active": -1}}, ["Your opponent has -1 active DON!!."]),
        ({"P1": {"leader": "ST01-003"}}, ["Your leader Karoo is a character."]),
        (
            {"P1": {"characters": ["ST01-014"]}},
            ["Your Guard Point stands where a character stands, and it is an event."],
        ),
        ({"P2": {"hand": ["ST02-001"]}}, ['Eustass"Captain"Kid is a leader, which never leaves its place.']),
        ({"P1": {"characters": [{"id": "ST01-003", "used": [1]}]}}, ["Your Karoo has no [Once Per Turn] effect 1."]),
        (
            {"P2": {"characters": ["ST01-003"]}, "battle": {"target": "ST01-003"}},
            ["Karoo is active, and only rested characters are attacked."],
        ),
        ({"battle": {}, "turn": 2}, ["Nobody may attack in turns 1 and 2."]),
        (
            {"P1": {"active": 9, "rested": 2}, "P2": {"deck_size": 0}},
            ["You have 11 DON!!, and 10 is all there are.", "Your opponent has no deck, and so has lost already."],
        ),
    ],
)
def test_what_is_impossible_is_said_in_plain_words(table, told):
    assert faults(json.dumps(table)) == told


def test_the_form_asks_for_everything_that_a_posed_table_may_have():
    """Each field is filled in once, and the table is as it says."""
    zones = {zone.name for zone in FORM.zones}
    assert zones == {"leader", "characters", "stage", "hand", "life", "trash", "deck"}
    marks = {mark.name for zone in FORM.zones for mark in zone.marks}
    assert marks == {"rested", "don", "fresh", "used", "face", "lasting"}
    table = {
        "P1": {
            "leader": {"id": "ST01-001", "rested": True, "don": 1, "used": [1]},
            "characters": [
                {
                    "id": "ST01-012",
                    "rested": False,
                    "don": 2,
                    "fresh": True,
                    "used": [],
                    "lasting": [
                        {"what": "power", "until": "turn", "value": 1000},
                        {"what": "negated", "until": "turn", "value": True},
                    ],
                }
            ],
            "stage": {"id": "ST01-017", "rested": True},
            "hand": ["ST01-003"],
            "life": [{"id": "ST01-004", "face": "up"}, {"id": "ST01-005", "face": "down"}],
            "trash": ["ST01-014"],
            "deck": ["ST01-002"],
            "active": 1,
            "rested": 2,
        },
        "P2": {"leader": "ST02-001"},
        "turn": 6,
        "to_move": "P2",
        "battle": {"attacker": "leader", "target": "leader", "step": "counter", "blocked": False},
    }
    line = json.dumps(table)
    assert faults(line) == []
    state = posed_table(line)
    mine = state.sides[0]
    assert (mine.leader.rested, mine.leader.don, mine.leader.used, mine.characters[0].fresh) == (True, 1, 1, True)
    assert (len(mine.hand), len(mine.life), len(mine.trash), mine.active, mine.rested) == (1, 2, 1, 1, 2)
    assert [change.what for change in mine.characters[0].changes] == ["power", "negated"]
    assert (state.turn, state.turn_seat, state.question.kind, state.question.seat) == (6, 1, "counter", 0)


def test_a_position_that_was_set_up_is_looked_at_searched_judged_and_played_on(server, ask):
    line = json.dumps(WON)
    form = ask(server, "GET", "/games/onepiece/setup").json
    assert {card["kind"] for card in form["cards"]} == {"leader", "character", "event", "stage"}
    assert any(card["id"] == "HB-001" for card in form["cards"]), "the invented cards may be put there, too"
    found = ask(server, "POST", "/games/onepiece/setup", {"position": line}).json
    assert found["ok"]
    assert "attack leader with Monkey.D.Luffy" in found["options"]
    assert found["scene"]["shapes"]
    refused = ask(server, "POST", "/games/onepiece/setup", {"position": '{"P1": {"active": 11}}'}).json
    assert (refused["ok"], refused["faults"]) == (False, ["You have 11 DON!!, and 10 is all there are."])
    lethal = ask(server, "POST", "/games/onepiece/lethal", {"position": line, "worlds": 5}).json
    assert lethal["sure"]
    assert lethal["line"][0].startswith("attack ")
    judged = {"position": line, "any_position": True, "time": 0.1}
    assert ask(server, "POST", "/games/onepiece/analyse", judged).json["best"] in found["options"]
    begun = ask(server, "POST", "/matches", {"game": found["game"], "opponents": ["human", "easy"]})
    assert begun.status == 201, begun.body
    assert set(begun.json["decision"]["options"]) == set(found["options"])
    match, token = begun.json["id"], begun.json["tokens"][0]
    assert not ask(server, "GET", f"/matches/{match}/standing", token=token).json["counts"]
    chosen = ask(server, "POST", f"/matches/{match}/choices", {"option": lethal["line"][0]}, token=token)
    assert chosen.status == 200, chosen.body
    friends = ask(server, "POST", "/matches", {"game": found["game"], "opponents": ["human", "human"]})
    assert (friends.status, friends.error["message"]) == (
        422,
        "A position that was set up is played against an opponent, because it shows both hands.",
    )


def test_a_table_is_in_the_name_of_its_game_and_watchers_are_not_told_it():
    name = find_game("onepiece").posed_name(json.dumps(WON))
    game = find_game(name)
    assert (game.name, game.is_posed) == (name, True)
    assert game.start(Random(1)).turn == 7
    assert without_position(name) == "onepiece"
    assert without_position("onepiece:deck1=ST01") == "onepiece:deck1=ST01"
    with pytest.raises(BadPosition, match="is packed"):
        find_game("onepiece:table=x")


def test_nothing_is_set_up_in_a_board_game(server, ask):
    answer = ask(server, "POST", "/games/connect4/setup", {"position": "{}"})
    assert (answer.status, answer.error["message"]) == (422, "No positions are set up in Connect Four.")
