"""Small comforts: a match without asyncio, and decisions that are not all alike."""

import asyncio

import pytest

import sparring

pytestmark = pytest.mark.req("ALL-22")


def players():
    return [sparring.opponent("tictactoe", "StrategistApe"), sparring.opponent("tictactoe", "random")]


def test_a_match_can_be_played_without_an_event_loop():
    result = sparring.Match("tictactoe", players(), seed=3).play()
    awaited = asyncio.run(sparring.Match("tictactoe", players(), seed=3).run())
    assert (result.winner, str(result.record)) == (awaited.winner, str(awaited.record))


def test_a_match_can_be_played_where_an_event_loop_runs_already():
    async def in_a_notebook():
        return sparring.Match("tictactoe", players(), seed=3).play()

    assert asyncio.run(in_a_notebook()).winner is not None


def test_decisions_have_a_seed_of_their_own_unless_one_is_given():
    seeds = {sparring.Decision(0, ("a", "b"), None).seed for _ in range(20)}
    assert len(seeds) == 20
    assert sparring.Decision(0, ("a", "b"), None, seed=5) == sparring.Decision(0, ("a", "b"), None, seed=5)
