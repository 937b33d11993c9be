"""Expert with a helper process: it tries more, chooses the same again, and does without when the process fails."""

import logging

import pytest

from sparring.games.onepiece.minds.trials import HELPER
from support.onepiece_players import choice
from support.onepiece_positions import habit_positions


def widest_position():
    """The position with the most options, so that a search has enough to try."""
    return max(habit_positions(), key=lambda state: len(state.question.options))


@pytest.fixture
def helper():
    """The helper process, closed after the test."""
    yield HELPER
    HELPER.close()


@pytest.mark.req("OP-14")
def test_a_helper_process_nearly_doubles_what_is_tried_and_the_choice_repeats(helper):
    state = widest_position()
    alone = choice("expert:time=none,nodes=2000", state).analysis
    helped = choice("expert:time=none,nodes=4000,threads=2", state).analysis
    assert helped.nodes > 1.5 * alone.nodes
    again = choice("expert:time=none,nodes=4000,threads=2", state).analysis
    assert (again.best, again.options) == (helped.best, helped.options)


@pytest.mark.req("ALL-4", "OP-14")
def test_expert_thinks_alone_if_the_helper_process_cannot_start(helper, monkeypatch, caplog):
    monkeypatch.setattr("sys.executable", "/no/such/python")
    helper.close()
    state = widest_position()
    with caplog.at_level(logging.WARNING, logger="sparring.work"):
        helpless = choice("expert:time=none,nodes=300,threads=2", state)
    assert helpless.option in [judged.option for judged in helpless.analysis.options]
    assert helpless.analysis.nodes >= 300
    assert "no second process" in caplog.text


@pytest.mark.req("ALL-4", "OP-14")
def test_expert_goes_on_if_the_helper_process_dies(helper):
    state = widest_position()
    choice("expert:time=none,nodes=100,threads=2", state)
    helper._process.kill()
    assert choice("expert:time=none,nodes=400,threads=2", state, seed=3).analysis.nodes >= 400


def test_expert_keeps_to_its_clock_with_a_helper_process(helper):
    state = widest_position()
    choice("expert:time=none,nodes=100,threads=2", state)
    told = choice("expert:time=0.3,threads=2", state).analysis
    assert told.seconds < 1.5
