"""The ratings that ship: every opponent has one, levels are evenly spaced, and the page of ratings is up to date."""

import importlib
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import sparring
from sparring.arena.ladder import read_ladder
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


def test_the_page_of_levels_shows_their_ratings():
    page = (ROOT / "docs" / "levels.md").read_text("utf-8")
    for name in game_names():
        section = page.partition(f"### {sparring.game(name).title}\n")[2].partition("###")[0]
        for rung in read_ladder(sparring.game(name)).rungs:
            if rung.opponent.removeprefix("level").isdecimal():
                assert f"| `{rung.opponent}` | {rung.rating:.0f} | " in section


def test_the_page_of_ratings_shows_what_was_measured(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    ratings = importlib.import_module("ratings")
    monkeypatch.delitem(sys.modules, "ratings")
    assert ratings.PAGE.read_text("utf-8") == ratings.page(), "python tools/ratings.py writes it anew"
