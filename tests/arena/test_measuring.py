"""Measuring a ladder: until it is narrow enough, resumable, the same for the same seed, and only what is stale."""

import json
import math
from collections import Counter
from random import Random

import pytest

import sparring
from sparring.arena import digests, measuring
from sparring.arena import ladder as ladder_module
from sparring.arena.ladder import Ladder, Rung, stale
from sparring.arena.measuring import Measurement
from sparring.arena.tournament import Played, Tally
from sparring.opponents import Opponent
from sparring.work.journal import LineJournal
from sparring.work.pool import Here

STRENGTHS = {"easy": 1000, "medium": 1320, "hard": 1500, "minimax": 1530, "mcts": 1650, "random": 700}
SLOW = {"mcts"}


def simulated(asked):
    """A round between opponents of known strengths, without playing it; who is not known wins everything."""
    rng = Random(f"{asked.players} {asked.seed}")
    played = []
    mine, theirs = (STRENGTHS.get(name, math.inf) for name in asked.players)
    chance = float(mine > theirs) if math.inf in (mine, theirs) else 1 / (1 + 10 ** ((theirs - mine) / 400))
    for _ in range(asked.games):
        toss = rng.random()
        drawn = abs(toss - chance) < 0.05 < chance < 0.95
        played.append(Played((1, 1) if drawn else (1, 2) if toss < chance else (2, 1), True, None))
    thought = tuple((20, 20.0 if name in SLOW else 0.1) for name in asked.players)
    return Tally(0, tuple(played), Counter(), thought=thought)


@pytest.fixture(autouse=True)
def _no_real_games(monkeypatch):
    monkeypatch.setattr(measuring, "play_round", simulated)
    monkeypatch.setattr(Opponent, "prepare", lambda self: None)
    for module in (measuring, ladder_module):
        monkeypatch.setattr(module, "measurable", lambda game: [*STRENGTHS, "perfect"])


def run(path, known=None, rounds=None, **settings):
    """The ladder, and the number of rounds that were played for it; stopped after this many rounds."""
    measurement = Measurement("connect4", known, **settings)
    played = 0
    with LineJournal(path) as journal:
        for _ in measurement.play(Here(), journal):
            played += 1
            if played == rounds:
                break
    return measurement, played


def reach(rung):
    return (rung.high - rung.low) / 2


@pytest.mark.req("ALL-16")
def test_it_plays_until_every_interval_is_narrow_enough_and_finds_the_strengths(tmp_path):
    measurement, _ = run(tmp_path / "journal")
    ladder = measurement.ladder()
    assert not measurement.unfinished
    assert {rung.opponent for rung in ladder.rungs} == {*STRENGTHS, "perfect"}
    assert (ladder["hard"].rating, ladder["hard"].low, ladder["hard"].high) == (1500, 1500, 1500)
    for name, strength in STRENGTHS.items():
        assert reach(ladder[name]) <= (75 if name in SLOW else 40)
        assert ladder[name].low - 25 < strength < ladder[name].high + 25
        assert ladder[name].games > 0
        assert ladder[name].date
    assert reach(ladder["mcts"]) > 40, "an opponent that thinks long gets fewer games"
    assert not ladder["perfect"].bounded
    assert ladder["perfect"].games < 400


@pytest.mark.req("ALL-16")
def test_a_measurement_that_was_stopped_goes_on_and_loses_no_round(tmp_path):
    whole, rounds = run(tmp_path / "whole", seed=5, interval=80)
    stopped, first = run(tmp_path / "journal", rounds=150, seed=5, interval=80)
    assert stopped.unfinished
    with (tmp_path / "journal").open("a") as journal:
        journal.write('{"who": ["hard", "ea')  # killed while it wrote
    again, second = run(tmp_path / "journal", seed=5, interval=80)
    assert first + second == rounds
    assert again.ladder() == whole.ladder()
    other, others_rounds = run(tmp_path / "journal", seed=6, interval=80)
    assert others_rounds > 100, "results with another seed are not taken"
    assert other.ladder() != whole.ladder()


def test_a_stopped_measurement_tells_what_it_knows(tmp_path):
    measurement, _ = run(tmp_path / "journal", rounds=30)
    ladder = measurement.ladder()
    assert Ladder.of_json(json.loads(json.dumps(ladder.as_json()))).as_json() == ladder.as_json()


@pytest.mark.req("ALL-16")
def test_only_what_is_stale_is_measured_again_and_the_others_keep_their_ratings(tmp_path, monkeypatch):
    ladder = run(tmp_path / "one", interval=60)[0].ladder()
    game = sparring.game("connect4")
    assert stale(game, ladder) == {}
    assert run(tmp_path / "two", ladder, interval=60)[1] == 0
    original = digests.digest_of

    def changed(game, name):
        return original(game, name) + "!" * (name == "medium")

    for module in (measuring, ladder_module):
        monkeypatch.setattr(module, "digest_of", changed)
    monkeypatch.setitem(STRENGTHS, "medium", 1410)
    assert stale(game, ladder) == {"medium": "changed since it was measured"}
    measurement, rounds = run(tmp_path / "three", ladder, interval=60)
    again = measurement.ladder()
    assert rounds > 50
    assert [rung for rung in again.rungs if rung.opponent != "medium"] == [
        rung for rung in ladder.rungs if rung.opponent != "medium"
    ]
    assert again["medium"].low - 20 < 1410 < again["medium"].high + 20
    assert reach(again["medium"]) <= 60
    assert all(("medium" in who) or finishes == ladder.meetings[who] for who, finishes in again.meetings.items())


def test_whoever_won_everything_is_no_fixed_point_for_the_others():
    one_win = {("hard", "medium"): Counter({(1, 2): 75, (2, 1): 25}), ("medium", "perfect"): Counter({(2, 1): 40})}
    game = sparring.game("connect4")
    ends = {"hard": (1500, 1500, 1500), "medium": (1310, 1240, 1380), "perfect": (2400, 1900, 2900)}
    rungs = [
        Rung(name, *points, 100, "2026-01-01", digests.digest_of(game, name), bounded=name != "perfect")
        for name, points in ends.items()
    ]
    known = Ladder("connect4", game.version, "hard", 4, 1, tuple(rungs), one_win)
    after = Measurement("connect4", known).ladder()
    assert reach(after["medium"]) < 80, "its games against perfect say nothing more, and make nothing less certain"
    assert after["perfect"] == known["perfect"]


def test_whoever_has_only_won_so_far_is_measured_on_when_the_measurement_goes_on(tmp_path):
    stopped, _ = run(tmp_path / "journal", rounds=40)
    ladder = stopped.ladder()
    assert not ladder["perfect"].bounded
    assert ladder["perfect"].games < 100
    again, _ = run(tmp_path / "journal", ladder)
    assert again.games_of("perfect") >= 100


@pytest.mark.req("ALL-16")
def test_a_known_rating_gives_way_only_to_a_more_certain_one(tmp_path):
    ladder = run(tmp_path / "one", interval=60)[0].ladder()
    without_games = Ladder("connect4", ladder.rules, "hard", 4, 1, ladder.rungs)
    stopped, _ = run(tmp_path / "two", without_games, rounds=20, interval=20)
    assert stopped.unfinished
    assert stopped.ladder().rungs == ladder.rungs
    whole = run(tmp_path / "two", without_games, interval=20)[0].ladder()
    assert all(reach(whole[name]) <= (75 if name in SLOW else 20) for name in STRENGTHS)


def test_a_stale_rating_stays_until_there_is_a_result(tmp_path, monkeypatch):
    ladder = run(tmp_path / "journal", interval=60)[0].ladder()
    original = digests.digest_of
    for module in (measuring, ladder_module):
        monkeypatch.setattr(module, "digest_of", lambda game, name: original(game, name) + "!" * (name == "medium"))
    game = sparring.game("connect4")
    after = Measurement("connect4", ladder).ladder()
    assert after["medium"] == ladder["medium"]
    assert stale(game, after) == {"medium": "changed since it was measured"}


def test_a_narrower_interval_plays_on_from_what_is_known(tmp_path):
    wide = run(tmp_path / "one", interval=80)[0].ladder()
    narrow, rounds = run(tmp_path / "two", wide, interval=50)
    scratch = run(tmp_path / "three", interval=50)[1]
    assert 0 < rounds < scratch
    assert all(reach(rung) <= 75.1 for rung in narrow.ladder().rungs if rung.bounded)


def test_an_estimate_of_what_is_left_falls_to_nothing(tmp_path):
    measurement = Measurement("connect4", None)
    with LineJournal(tmp_path / "journal") as journal:
        told = list(measurement.play(Here(), journal))
    assert told[len(told) // 2].seconds_left > told[-1].seconds_left
    assert told[-1].games <= told[-1].expected_games <= 1.3 * told[-1].games
    assert all(progress.unfinished for progress in told)
    halfway = told[len(told) // 2]
    assert 0.5 * told[-1].games < halfway.expected_games < 2 * told[-1].games


def test_a_ladder_of_version_1_is_read_and_counts_as_stale():
    old = {
        "rules": 1,
        "game": "connect4",
        "games": 40,
        "seed": 1,
        "opening_plies": 1,
        "ratings": [
            {"opponent": name, "rating": 1500.0, "low": 1400.0, "high": 1600.0} for name in ("hard", "easy", "old")
        ],
    }
    ladder = Ladder.of_json(old)
    assert (ladder["easy"].games, ladder["easy"].digest, ladder.anchor) == (80, None, None)
    outdated = stale(sparring.game("connect4"), ladder)
    assert outdated["hard"] == "measured before digests were kept"
    assert outdated["medium"] == "not measured yet"
    assert "old" not in outdated
