"""The ratings that ship: every opponent has one, levels are evenly spaced, and the page of ratings is up to date."""

import importlib
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import sparring
from sparring.arena.ladder import Ladder, Rung, read_ladder
from sparring.rules.registry import game_names

ROOT = Path(__file__).parent.parent.parent


UNRATED = {"onepiece": {"mcts"}}
"""Opponents that are still to be measured: a game of this one takes minutes."""


@pytest.mark.req("ALL-16")
@pytest.mark.parametrize("name", game_names())
def test_every_opponent_but_the_adaptive_one_is_rated(name):
    game = sparring.game(name)
    rungs = read_ladder(game).rungs
    assert {rung.opponent for rung in rungs} == set(sparring.catalogue(game).entries) - {"adaptive"} - UNRATED.get(
        name, set()
    )
    assert all(rung.low <= rung.rating <= rung.high and rung.games > 0 and rung.date and rung.digest for rung in rungs)


@pytest.mark.req("ALL-17")
@pytest.mark.parametrize("name", game_names())
def test_no_level_is_measured_to_be_weaker_than_the_one_before(name):
    ladder = read_ladder(sparring.game(name))
    levels = [entry for entry in sparring.catalogue(name).entries if entry.removeprefix("level").isdecimal()]
    for weaker, stronger in pairwise(levels):
        assert ladder[stronger].high > ladder[weaker].low, stronger
    assert ladder[levels[-1]].low > ladder[levels[0]].high


@pytest.fixture
def ratings(monkeypatch):
    """The tool that writes what was measured into the docs."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = importlib.import_module("ratings")
    monkeypatch.delitem(sys.modules, "ratings")
    return tool


def test_the_page_of_ratings_shows_what_was_measured(ratings):
    assert ratings.PAGE.read_text("utf-8") == ratings.page(), "python tools/ratings.py writes it anew"


def test_the_page_of_levels_shows_what_was_measured_and_what_is_out_of_bounds(ratings):
    page = ratings.LEVELS.read_text("utf-8")
    assert page == ratings.levels_page(page), "python tools/ratings.py writes it anew"
    for name in game_names():
        section = page.partition(f"### {sparring.game(name).title}\n")[2].partition("###")[0]
        for rung in read_ladder(sparring.game(name)).rungs:
            if rung.opponent.removeprefix("level").isdecimal():
                assert f"| `{rung.opponent}` | {rung.rating:.0f} | " in section


def test_what_is_out_of_bounds_is_named(ratings):
    levels = {
        "level1": (1000, 30),
        "level2": (1099, 30),
        "level3": (1200, 41),
        "level4": (1451, 30),
        "level5": (1400, 90),
    }
    rungs = [Rung(name, points, points - reach, points + reach, 50) for name, (points, reach) in levels.items()]
    shown = Ladder("odd", 1, "hard", 2, 1, (*rungs, Rung("hard", 1500, 1500, 1500, 9), Rung("easy", 900, 800, 999, 9)))
    told = ratings.out_of_bounds(shown)
    assert told.startswith(
        "Out of bounds: steps that are not 100 to 250 points: `level2` +99, `level4` +251, `level5` −51"
    )
    assert told.endswith("`level3` ± 41, `level5` ± 90.")
    even = Ladder("even", 1, "hard", 2, 1, (rungs[0], replace(rungs[1], rating=1100)))
    assert ratings.out_of_bounds(even) == "Nothing is out of bounds."
