"""Remarks: each once a match, also about what others do, and never a reason for another choice."""

from dataclasses import replace
from random import Random

import pytest

import sparring
from sparring.match import MoveMade, RemarkMade
from sparring.match.company import audience_for
from sparring.match.table import Table, decision_at
from sparring.opponents.remarks import LONG_THINK
from sparring.rules.audience import Audience
from sparring.rules.registry import game_names
from support.small_games import Scripted, moves_of, play

REASONS = {"winning", "lost", "drawn", "looking ahead", "chance", "lethal", "fine", "missed", "waited"}
TABLE_WORDS = {"attack the leader", "attack", "play", "block", "counter", "end turn", "mulligan"}


def characters():
    return [(game, name) for game in game_names() for name in sparring.catalogue(game).entries]


def decided(name, game, moves, seat, said=(), seconds=1.0):
    """What an opponent chooses after some moves, with what it has said before."""
    table = Table(sparring.game(game), seed=3)
    for move in moves.split():
        table.choose(move)
    took = [(chosen.seat, seconds) for chosen in table.choices]
    audience = audience_for(table, seat, [(seat, remark) for remark in said], took, None)
    opponent = sparring.opponent(game, name)
    opponent.prepare()
    return opponent.decide(replace(table.decision(), audience=audience))


# ---------------------------------------------------------------------- what there is


@pytest.mark.parametrize(("game", "name"), characters())
def test_every_opponent_speaks_about_what_it_does_and_what_the_other_does(game, name):
    entry = sparring.catalogue(game)[name]
    if entry.explains or entry.adapts:
        return  # one explains instead, the other speaks as the one it plays as
    assert {"fine", "missed", "waited"} <= set(entry.says)
    rules = {rule.split(" 9")[0] for rule in entry.options.get("rules", ())} | set(entry.options.get("mix", ()))
    known = REASONS | TABLE_WORDS | rules | {f"overlooked {rule}" for rule in rules}
    assert set(entry.says) <= known, "a remark that nothing leads to"
    remarks = [remark for remarks in entry.says.values() for remark in remarks if remark]
    assert len(set(remarks)) == len(remarks)
    assert all(remark[0].isupper() and remark[-1] in ".!?…" for remark in remarks)


@pytest.mark.parametrize("game", game_names())
def test_no_two_characters_of_a_game_say_the_same(game):
    entries = sparring.catalogue(game).entries.values()
    characters = [entry for entry in entries if not entry.name.startswith("level") or entry.name == "level1"]
    remarks = [remark for entry in characters for said in entry.says.values() for remark in said if remark]
    assert len(set(remarks)) == len(remarks), "levels are one character, of different strength"


# ---------------------------------------------------------------------- once a match


@pytest.mark.parametrize("name", ["StrategistApe", "TricksterMonkey", "WildcardLemur", "ChampionChimp"])
def test_no_remark_is_made_twice_in_a_match(name):
    heard = 0
    for seed in range(12):
        players = [sparring.opponent("tictactoe", name), sparring.opponent("tictactoe", "random")]
        _, events = play("tictactoe", players, seed=seed)
        remarks = [move.remark for move in moves_of(events, 0) if move.remark]
        assert len(set(remarks)) == len(remarks)
        heard += len(remarks)
    assert heard > 6


def test_a_remark_with_a_number_counts_as_said_whatever_the_number():
    first = decided("perfect", "fourinarow", "", 0)
    assert "or fewer" in first.remark
    templates = sparring.catalogue("fourinarow")["perfect"].says["winning"]
    said = [template.replace("{within}", "99 moves or fewer") for template in templates]
    assert decided("perfect", "fourinarow", "", 0, said).remark == ""


def test_a_remark_is_heard_before_the_choice_that_it_comes_with():
    players = [sparring.opponent("tictactoe", "StrategistApe"), Scripted("a1", "a3", "c3", "c1")]
    _, events = play("tictactoe", players, seed=2)
    for at, event in enumerate(events):
        if isinstance(event, MoveMade) and event.remark:
            before = events[at - 1]
            assert isinstance(before, RemarkMade)
            assert before.heard == (event.remark, event.remark)
    assert any(isinstance(event, RemarkMade) for event in events)


def test_taking_back_does_not_let_a_remark_be_made_again():
    table = Table(sparring.game("tictactoe"))
    table.choose("b2")
    audience = audience_for(table, 0, [(0, "I take the middle."), (1, "Not there.")], [], None)
    assert audience.said == ("I take the middle.",)


# ---------------------------------------------------------------------- what others do


@pytest.mark.parametrize(
    ("name", "game", "moves", "occasion"),
    [
        ("WildcardLemur", "tictactoe", "a1 b2 a2 c3 b1", "missed"),  # x could complete the left column
        ("GuardianGorilla", "tictactoe", "a1 b2 a2 c3 b1", "missed"),
        ("medium", "connect4", "4 1 4 1 4 7 5", "missed"),
        ("StrategistApe", "tictactoe", "a1 b2 b1 c1 a3", "fine"),  # the only answer to c1-b2-a3
        ("beginner", "oware", "", ""),
    ],
)
def test_it_notices_a_missed_win_and_a_fine_move(name, game, moves, occasion):
    says = sparring.catalogue(game)[name].says
    seat = len(moves.split()) % 2
    remark = decided(name, game, moves, seat, said=says.get("block", ())).remark
    assert (remark in says[occasion]) if occasion else remark not in (*says["missed"], *says["fine"])


def test_it_notices_a_long_think_and_says_so_once():
    says = sparring.catalogue("tictactoe")["SpeedyGibbon"].says["waited"]
    assert decided("SpeedyGibbon", "tictactoe", "b2", 1, seconds=LONG_THINK - 1).remark == ""
    assert decided("SpeedyGibbon", "tictactoe", "b2", 1, seconds=LONG_THINK).remark in says
    assert decided("SpeedyGibbon", "tictactoe", "b2", 1, said=says, seconds=LONG_THINK).remark == ""


def test_a_good_harvest_is_noticed_in_oware():
    game = sparring.game("oware")
    before = game.read_position("0,0,0,0,0,4,1,1,1,2,10,1 14-14 S")
    after = game.play(before, game.options(before)["F"])
    assert game.deeds(before, after) == ["fine"]
    other = game.read_position("1,0,0,0,0,4,1,1,1,2,9,1 14-14 S")
    assert game.deeds(other, game.play(other, game.options(other)["A"])) == ["missed"]
    start = game.start(Random(0))
    assert game.deeds(start, game.play(start, game.options(start)["A"])) == []


# ---------------------------------------------------------------------- nothing else depends on it


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize(
    ("game", "name"), [("tictactoe", "TricksterMonkey"), ("oware", "intermediate"), ("onepiece", "CabinGirl")]
)
def test_what_was_said_and_seen_changes_no_choice(game, name):
    game = sparring.game(game)
    opponent = sparring.opponent(game, name)
    opponent.prepare()
    table, rng = Table(game, seed=4), Random(4)
    for number in range(12):
        if table.outcome is not None:
            break
        plain = decision_at(game, table.position, seed=5, number=number)
        said = tuple(remark for remarks in opponent.character.says.values() for remark in remarks)
        busy = Audience(said, tuple(table.positions[:1]) if game.name == "tictactoe" else (), waited=99)
        options = {opponent.decide(replace(plain, audience=each)).option for each in (Audience(), busy)}
        assert len(options) == 1
        table.choose(rng.choice(plain.options))
