"""The chances that expert tells: a rising curve over what its trials found, and the check of its calibration."""

import importlib.util
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparring.games.onepiece.minds.odds import FITTED, LATE, UNCHANGED, Curve
from support.onepiece_players import choice, opponent
from support.onepiece_positions import habit_positions
from support.onepiece_puzzles import PLAIN, bare
from support.onepiece_table import Half, Table

CHANCES = st.floats(0, 1)
TURNS = st.integers(0, 100)
EXPERT = "expert:time=none,nodes=20"


@pytest.fixture(scope="module")
def tool():
    """The program that plays, fits and checks."""
    path = Path(__file__).parents[4] / "tools" / "calibrate_onepiece.py"
    spec = importlib.util.spec_from_file_location("calibrate_onepiece", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---------------------------------------------------------------------- the curve


@pytest.mark.req("ALL-9")
@given(CHANCES, CHANCES, TURNS, st.booleans())
def test_the_curve_rises_at_every_turn_and_is_never_certain(one, other, turn, own_turn):
    low, high = (FITTED.chance(found, turn, own_turn) for found in sorted((one, other)))
    assert 0 < low <= high < 1


@given(st.floats(0.01, 0.99), TURNS, st.booleans())
def test_the_unchanged_curve_tells_what_was_found(found, turn, own_turn):
    assert UNCHANGED.chance(found, turn, own_turn) == pytest.approx(found)


@given(CHANCES, st.integers(LATE, 100), st.booleans())
def test_late_turns_are_alike(found, turn, own_turn):
    curve = Curve(0.1, 0.2, 0.3, 0.8, 0.1)
    assert curve.chance(found, turn, own_turn) == curve.chance(found, LATE, own_turn)


@pytest.mark.req("ALL-9", "OP-14")
def test_the_curve_changes_the_chances_and_not_the_order():
    brain = opponent(EXPERT).brain
    for state in habit_positions()[::5]:
        if state.question.kind == "mulligan":
            continue
        told = choice(EXPERT, state).analysis
        kept, brain.curve = brain.curve, None
        found = choice(EXPERT, state).analysis
        brain.curve = kept
        assert told.best == found.best
        ranks = [sorted(each.options, key=lambda judged: judged.chance) for each in (told, found)]
        assert [judged.option for judged in ranks[0]] == [judged.option for judged in ranks[1]]
        for judged in told.options:
            if judged.outcome is None and not {"not tried", "pointless"} & set(dict(judged.parts)):
                assert judged.score == pytest.approx(100 * judged.chance, abs=0.01)


def test_a_proven_win_stays_certain():
    found = choice(EXPERT, Table(Half(PLAIN), bare()).state).analysis
    assert found[found.best].chance == 1


# ---------------------------------------------------------------------- the check of the calibration


def games(tool, curve, count, seed=1, each=2):
    """Decisions of made-up games, in which the chance found is right after the curve."""
    rng, told = Random(seed), []
    for game in range(count):
        found = rng.random()
        own = rng.random() < 0.5
        score = float(rng.random() < curve.chance(found, 6, own))
        told += [tool.Told(game, 6, own, found, score)] * each
    return told


def test_the_fit_finds_the_curve_that_the_games_were_made_with(tool):
    curve = Curve(0.0, 0.0, 0.0, 0.5, 0.0)
    found = tool.fitted(games(tool, curve, 2000))
    for chance in (0.1, 0.3, 0.5, 0.7, 0.9):
        for own in (True, False):
            assert found.chance(chance, 6, own) == pytest.approx(curve.chance(chance, 6, own), abs=0.05)


def test_the_check_accepts_the_right_curve_and_refuses_a_wrong_one(tool, capsys):
    right = Curve(0.0, 0.0, 0.0, 0.5, 0.0)
    told = games(tool, right, 1500, each=1)
    assert tool.check(told, right)
    assert not tool.check(told, Curve(1.0, 0.0, 0.0, 0.5, 0.0))
    assert "NO" in capsys.readouterr().out


def test_a_stopped_run_goes_on_where_it_was(tool, tmp_path, monkeypatch):
    played = []

    def play(seed, settings, processor_time):
        played.append(seed)
        return {"seed": seed, "settings": settings, "first": 1.0, "told": [[3, 0, 1, 0.6]]}

    class Here:
        """A pool that works at once, in this process."""

        def __init__(self, jobs):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def submit(self, work, *args):
            done = Future()
            done.set_result(work(*args))
            return done

    monkeypatch.setattr(tool, "play", play)
    monkeypatch.setattr(tool, "ProcessPoolExecutor", Here)
    path = tmp_path / "games.jsonl"
    tool.add_games(path, 2, 1, "time=0.2", 1)
    with path.open("a") as file:
        file.write('{"seed": 3, "sett')  # stopped in the middle of a line
    tool.add_games(path, 4, 1, "time=0.2", 1)
    assert played == [1, 2, 3, 4]
    assert sorted(line["seed"] for line in tool.lines(path)) == played
