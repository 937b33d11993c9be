"""A paced match waits for as long as its players seem to think, and nothing else changes."""

import asyncio
from typing import Any

import pytest

from sparring.brains.brain import Whim
from sparring.games.tictactoe import TicTacToe
from sparring.match.pace import BEAT
from sparring.opponents import opponent
from sparring.opponents.opponent import Character, Opponent
from sparring.rules import Choice, Player
from support.faults.all_faults import Faulty
from support.small_games import Honest, moves_of, play


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times for which the match wanted to sleep; it sleeps only for a moment."""
    times: list[float] = []
    sleep = asyncio.sleep

    async def watched(seconds: float, result: object = None) -> object:
        times.append(seconds)
        return await sleep(0.001, result)

    monkeypatch.setattr(asyncio, "sleep", watched)
    return times


def paced_players(pace: float) -> list[Player]:
    return [Faulty("slow", lambda decision: Choice(decision.options[0], pace=pace)), Honest()]


@pytest.mark.req("ALL-8")
def test_an_unpaced_match_never_waits_for_a_pace(slept: list[float]) -> None:
    play(TicTacToe(), paced_players(50))
    play("tictactoe", [opponent("tictactoe", "StrategistApe"), opponent("tictactoe", "random")])
    assert [seconds for seconds in slept if seconds > 0] == []


@pytest.mark.req("ALL-8")
def test_a_paced_match_waits_but_reports_only_the_time_that_the_player_took(slept: list[float]) -> None:
    _, events = play(TicTacToe(), paced_players(50), paced=True)
    waited = [seconds for seconds in slept if seconds > BEAT]
    # Exactly equal: the reported seconds are measured before the wait, and the wait is the rest of the pace.
    assert waited == [50 - move.seconds for move in moves_of(events, 0)]


@pytest.mark.req("ALL-8")
def test_an_opponent_seems_to_think_as_long_as_its_character_says(slept: list[float]) -> None:
    game = TicTacToe()
    slow = Opponent(game, "slow", Whim(game), Character(pace_min=20, pace_max=30))
    _, events = play(game, [slow, Honest()], paced=True)
    waited = [seconds for seconds in slept if seconds > BEAT]
    assert len(waited) == len(moves_of(events, 0)) - 1, "there is nothing to think about with one empty cell"
    assert all(10 < seconds <= 30 for seconds in waited)


@pytest.mark.req("ALL-8")
def test_pacing_changes_no_choice(slept: list[float]) -> None:
    def choices(paced: bool) -> list[Any]:
        players = [opponent("tictactoe", "TricksterMonkey"), opponent("tictactoe", "GuardianGorilla")]
        return play("tictactoe", players, seed=3, paced=paced)[0].table.choices

    assert choices(True) == choices(False)
