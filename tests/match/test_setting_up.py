"""What a match is set up with: players, time limits, an opening."""

import asyncio
from math import inf, nan
from typing import Any

import pytest

import sparring
from sparring.match import (
    DecisionAsked,
    FallbackUsed,
    Match,
    Person,
)
from sparring.rules import Decision, IllegalMove, SparringError
from support.faults.all_faults import Faulty
from support.small_games import Coins, Honest, Scripted, assert_replays, moves_of, play


@pytest.mark.req("ALL-1")
@pytest.mark.parametrize("players", [0, 1, 3])
def test_a_match_needs_a_player_for_every_seat(players: int) -> None:
    with pytest.raises(SparringError, match=f"needs 2 players, not {players}"):
        Match("tictactoe", [Honest() for _ in range(players)])


@pytest.mark.req("ALL-5")
@pytest.mark.parametrize("limit", [0, -1, nan, inf, -inf, (1, 0), (1, nan), (1,), (1, 2, 3), (-0.5, None)])
def test_a_time_limit_is_above_zero(limit: Any) -> None:
    with pytest.raises(SparringError, match="time limit"):
        Match("tictactoe", [Honest(), Honest()], time_limit=limit)


@pytest.mark.req("ALL-5")
def test_each_seat_may_have_its_own_time_limit() -> None:
    async def waits(decision: Decision) -> Any:
        await asyncio.sleep(0.3)
        return decision.options[0]

    players = [Faulty("late", waits), Faulty("slow", waits)]
    match, events = play(Coins(), players, time_limit=(0.05, None), opening=["take 1", "take 1", "take 1"])
    assert {event.seat for event in events if isinstance(event, FallbackUsed)} == {0}
    assert {move.option for move in moves_of(events, 1)} == {"take 1"}
    assert_replays(match)


@pytest.mark.req("ALL-5")
def test_a_player_is_told_less_time_than_it_has() -> None:
    left: list[float | None] = []

    def look(decision: Decision) -> str:
        left.append(decision.thinking.seconds_left)
        return decision.options[0]

    play(Coins(), [Faulty("looks", look), Honest()], time_limit=(8, None))
    assert left
    assert all(seconds is not None and 0 < seconds < 8 for seconds in left)
    left.clear()
    play(Coins(), [Faulty("looks", look), Honest()], time_limit=None)
    assert set(left) == {None}


@pytest.mark.req("ALL-11")
def test_an_opening_is_chosen_before_anyone_is_asked() -> None:
    players = [Honest(), Honest()]
    match, events = play("tictactoe", players, opening=["b2", "a1", "c3"])
    assert [str(entry) for entry in match.record.entries[:3]] == ["0: b2", "1: a1", "0: c3"]
    assert players[1].asked[0].number == 3
    assert isinstance(events[1], DecisionAsked)
    assert events[1].decision.seat == 1
    assert_replays(match)


@pytest.mark.req("ALL-11")
def test_an_illegal_opening_is_refused() -> None:
    with pytest.raises(IllegalMove, match="taken"):
        Match("tictactoe", [Honest(), Honest()], opening=["b2", "b2"])


@pytest.mark.req("ALL-11")
def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(SparringError, match="no game 'chess'"):
        Match("chess", [Honest(), Honest()])


@pytest.mark.req("ALL-11")
def test_the_record_names_the_players_and_the_result() -> None:
    match, _ = play("tictactoe", [Scripted("a1", "b2", "c3"), Scripted("a2", "a3")], seed=4)
    assert str(match.record) == (
        "Sparring record 1\nGame: tictactoe\nRules: 1\nSeed: 4\n"
        "Seat 0: scripted\nSeat 1: scripted\nResult: x, 3 in a row\n\n"
        "0: a1\n1: a2\n0: b2\n1: a3\n0: c3\n"
    )


@pytest.mark.req("ALL-1")
def test_the_package_exports_what_a_match_needs() -> None:
    assert sparring.Match is Match
    assert sparring.Person is Person
