"""A game whose rules are another program: it is played, checked and served as any other."""

import shlex
import sys
from random import Random

import pytest

import sparring
from sparring.match import Match
from sparring.outside.rules_game import RulesFailed
from sparring.rules import UnknownName
from sparring.testing import Check
from support.serving import Server

RULES = """
import json, os, sys, time
FAULT = sys.argv[1]
HELLO = {"name": "sticks", "title": "Sticks", "seats": ["a", "b"], "how": ["Take one."], "can": ["draw", "text"]}
HELLO |= {"hides": {"can": ["view"]}, "rolls": {"chance": True}, "bad name": {"name": "Sticks!"},
          "no title": {"title": ""}, "one seat": {"seats": ["a"]}}.get(FAULT, {})

def look(p):
    left, turn = p["left"], p["turn"]
    if FAULT == "rolls" and p.get("roll"):
        return {"to_move": 0, "moves": ["1", "2"], "chances": [0.25, 0.75], "outcome": None}
    over = {"winner": 1 - turn, "reason": "took the last"} if not left else None
    return {"to_move": turn, "moves": [str(n) for n in (1, 2) if n <= left], "outcome": over}

def play(p, move):
    rolls = FAULT == "rolls" and not p.get("roll") and p["left"] > 4
    turn = p["turn"] if p.get("roll") else 1 - p["turn"]
    return {"left": p["left"] - int(move), "turn": turn} | ({"roll": 1} if rolls else {})

for line in sys.stdin:
    q = json.loads(line)
    ask = q["ask"]
    if ask == "hello": a = HELLO
    elif ask == "start": a = {"position": {"left": 7, "turn": 0}}
    elif ask == "look": a = look(q["position"])
    elif ask == "play":
        if FAULT == "crashes" and q["position"]["left"] < 5: sys.exit("out of sticks")
        if FAULT == "no json" and q["position"]["left"] < 5: print("hm", flush=True); continue
        if FAULT == "says so" and q["position"]["left"] < 5:
            print(json.dumps({"error": "I am tired"}), flush=True)
            continue
        a = {"position": play(q["position"], q["move"])}
        if FAULT != "rolls": a |= look(a["position"])
    elif ask == "draw": a = {"text": "|" * q["view"]["left"] or "-"}
    elif ask == "text": a = {"text": f"{q['position']['left']} {q['position']['turn']}"}
    elif ask == "read":
        words = q["text"].split()
        fine = len(words) == 2 and all(w.isdigit() for w in words)
        a = {"position": {"left": int(words[0]), "turn": int(words[1])}} if fine else {"wrong": "That is no heap."}
    elif ask == "view": a = {"view": {"left": q["position"]["left"], "turn": q["position"]["turn"]}}
    elif ask == "sample": a = {"position": q["view"]}
    print(json.dumps(a), flush=True)
"""


@pytest.fixture
def rules(tmp_path):
    """The text of a game whose rules have a fault."""
    (tmp_path / "sticks.py").write_text(RULES)
    return lambda fault: f"rules:{shlex.join([sys.executable, '-I', '-S', str(tmp_path / 'sticks.py'), fault])}"


@pytest.mark.req("ALL-23")
@pytest.mark.parametrize("kind", ["plain", "hides", "rolls"])
def test_a_game_with_rules_elsewhere_is_played_and_replayed(rules, kind):
    game = sparring.game(rules(kind))
    assert (game.name, game.title, game.seats, game.how_to_play) == (
        "sticks",
        "Sticks",
        ("a", "b"),
        ("Take one.",),
    )
    match = Match(game, [sparring.opponent(game, "easy"), sparring.opponent(game, "random")], seed=1)
    result = match.play()
    assert result.fallbacks == 0
    *_, last = sparring.replay(game, result.record)
    assert last == match.table.position


def test_positions_have_the_text_that_the_rules_give_them(rules):
    game = sparring.game(rules("plain"))
    position = game.read_position("3 1")
    assert (game.position_text(position), game.draw(position), game.to_move(position)) == ("3 1", "|||", 1)
    with pytest.raises(sparring.SparringError, match=r"That is no heap\."):
        game.read_position("many")


def test_nothing_is_wrong_with_such_a_game(rules):
    check = Check(sparring.game(rules("plain")), games=10, seconds=20)
    for _ in check.run():
        pass
    assert [fault.fault for fault in check.faults] == []


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("bad name", "Its name must be one lower-case word, not 'Sticks!'"),
        ("no title", "It needs a title"),
        ("one seat", "Its seats must be two to six names"),
    ],
)
def test_a_program_that_is_not_a_game_is_refused_in_a_sentence(rules, fault, why):
    with pytest.raises(UnknownName, match=why):
        sparring.game(rules(fault))
    with pytest.raises(UnknownName, match="has ended with status 3"):
        sparring.game(f"rules:{shlex.join([sys.executable, '-c', 'raise SystemExit(3)'])}")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("crashes", "has ended with status 1; its last words were: out of sticks"),
        ("no json", "answered the question 'play' with 'hm', which is not JSON"),
        ("says so", "say: I am tired"),
    ],
)
def test_rules_that_fail_say_so_and_are_started_again_for_the_next_question(rules, fault, why):
    game = sparring.game(rules(fault))
    position = game.play(game.start(Random(1)), "1")
    position = game.play(position, "2")
    for _ in range(2):
        with pytest.raises(RulesFailed, match=why):
            game.play(position, "1")
    assert list(game.moves(position)) == ["1", "2"]


def test_such_a_game_is_served(rules, tmp_path):
    server = Server(tmp_path, "--game", rules("plain"))
    try:
        answer = server.client.move("sticks", "hard", moves=["1", "1"], seed=1)
        assert (answer["move"], answer["fallback"]) == ("2", False)
    finally:
        server.stop()
