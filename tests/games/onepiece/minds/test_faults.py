"""An opponent answers even if something fails while it thinks, and the log says what failed."""

import asyncio
import logging
from itertools import product
from math import nan

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.minds import factors, faults, habits, lethal
from sparring.match.table import decision_at
from sparring.rules import Thinking
from support.onepiece_players import LEVELS, PLAIN, choice, spec, steady
from support.onepiece_positions import varied_positions
from support.onepiece_table import GAME, Half, Table


@pytest.mark.req("OP-11")
@pytest.mark.parametrize("kind", ["DecisionError", "EvaluationError", "OutOfTime", "InvalidActionError"])
def test_every_kind_of_error_carries_its_context(kind):
    error = getattr(faults, kind)("it failed", turn=3, seat=1)
    assert isinstance(error, faults.OpponentError)
    assert error.context == {"turn": 3, "seat": 1}
    assert str(error) == "it failed (turn=3, seat=1)"


def broken(state, seat):
    """A factor that raises an exception."""
    raise ZeroDivisionError("no such factor")


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("factor", [broken, lambda state, seat: nan], ids=["an exception", "not a number"])
def test_a_factor_that_fails_counts_as_zero_and_is_logged(level, factor, monkeypatch, caplog):
    monkeypatch.setitem(factors.FACTORS, "board", factor)
    state = Table(Half(PLAIN, ["ST01-010"], ["ST01-003"], active=2), Half(PLAIN, ["ST01-003"])).state
    with caplog.at_level(logging.WARNING, logger="sparring.onepiece"):
        found = sparring.opponent(GAME, steady(level)).decide(decision_at(GAME, state, seed=1))
    assert found.option in GAME.options(state)
    assert all(judged.score == judged.score for judged in found.analysis.options), "a score is not a number"
    assert any("board" in record.getMessage() for record in caplog.records)


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_without_time_answers_and_the_log_says_so(level, caplog):
    thinking = Thinking()
    thinking.stop()
    for state in varied_positions():
        caplog.clear()
        with caplog.at_level(logging.DEBUG, logger="sparring.onepiece"):  # only the first one is a warning
            found = choice(steady(level), state, thinking=thinking)
        assert found.option in GAME.options(state)
        assert len(found.analysis.options) == len(GAME.options(state))
        if state.question.kind != "mulligan" and len(state.question.options) > 1:
            told = [record.getMessage() for record in caplog.records]
            assert any("not every" in message for message in told), (level, state.question.kind)


@pytest.mark.req("OP-11")
@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_that_never_has_time_warns_once(level, caplog):
    thinking = Thinking()
    thinking.stop()
    player = sparring.opponent(GAME, steady(level))
    with caplog.at_level(logging.DEBUG, logger="sparring.onepiece"):
        for state in varied_positions():
            player.decide(decision_at(GAME, state, seed=1, thinking=thinking))
    told = [record for record in caplog.records if "not every" in record.getMessage()]
    assert [record.levelno for record in told[:2]] == [logging.WARNING, logging.DEBUG]
    assert sum(record.levelno == logging.WARNING for record in told) == 1


def fails(*args, **more):
    raise AssertionError


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize(
    ("level", "module", "name"),
    [
        *product(("hard", "expert"), (lethal,), ("sure_win", "threatened")),
        *product(("hard", "expert"), (habits,), ("play_turn",)),
        ("expert", lethal, "odds"),
    ],
    ids=lambda part: part if isinstance(part, str) else part.__name__.rpartition(".")[2],
)
def test_an_opponent_answers_when_its_thinking_fails_and_the_log_says_so(level, module, name, monkeypatch, caplog):
    state = Table(Half(PLAIN, ["ST01-010"], ["ST01-003"], active=2), Half(PLAIN, ["ST01-003"], life=3)).state
    monkeypatch.setattr(module, name, fails)
    with caplog.at_level(logging.WARNING, logger="sparring.onepiece"):
        found = choice(steady(level), state)
    assert found.option in GAME.options(state)
    assert any("AssertionError()" in record.getMessage() for record in caplog.records)


@pytest.mark.req("OP-11", "ALL-4")
def test_one_node_is_enough_for_an_answer():
    for state in varied_positions():
        assert choice("expert:time=none,nodes=1", state).option in GAME.options(state)


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("names", [("easy", "medium"), ("expert", "easy")], ids=" and ".join)
def test_a_match_with_a_broken_factor_ends_without_a_fallback(names, monkeypatch, caplog):
    monkeypatch.setitem(factors.FACTORS, "life", broken)
    caplog.set_level(logging.ERROR, logger="sparring")
    players = [sparring.opponent(GAME, spec(name, nodes=3), pace_min=0, pace_max=0) for name in names]
    result = asyncio.run(sparring.Match(OnePiece("ST01", "ST02"), players, seed=3).run())
    assert (result.fallbacks, result.illegal) == (0, 0)
