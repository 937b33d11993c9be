"""No player keeps the process from ending; a player that holds its interpreter is ended with its own process."""

import asyncio
import multiprocessing
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.match import DecisionAsked, FallbackUsed, Match, ThoughtReported
from sparring.rules import Player
from sparring.work.isolated import IsolatedPlayer
from support.faults import all_faults as faults
from support.small_games import Coins, Honest, assert_replays, moves_of, play

TESTS = Path(__file__).parents[1]
BOUND = 60
"""Seconds that a process gets to end by itself; it needs about one."""

ELSEWHERE = 3.0
"""The time limit of a player in another process, which has to start first."""


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own that must end by itself."""
    preamble = f"import asyncio, sys; sys.path.insert(0, {str(TESTS)!r})\n"
    command = [sys.executable, "-c", preamble + script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BOUND, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done


A_MATCH = """
from support.faults.all_faults import *
from support.small_games import Coins, Honest
from sparring.match import Match

player = {player}
match = Match(Coins(), [player, Honest()], time_limit=(0.2, None))
"""
PLAYED = A_MATCH + "print(sorted(asyncio.run(match.run()).problems))"
ABANDONED = (
    A_MATCH
    + """
async def abandon():
    async for event in match.events():
        if event.number > 1:
            break
asyncio.run(abandon())
print("abandoned")
"""
)
FOLLOWED = (
    A_MATCH
    + """
for event in match.follow():
    if event.number > 1:
        break
print("abandoned")
"""
)

HANGING = [
    'FAULTS["awaits for ever"].make()',
    'FAULTS["awaits a thread that sleeps for ever"].make()',
    'FAULTS["sleeps for ever"].make()',
    'FAULTS["is busy for ever"].make()',
    'FAULTS["ignores being cancelled"].make()',
    'FAULTS["an opponent whose brain never looks at the clock"].make()',
    'Faulty("busy", is_busy_and_swallows_everything)',
    'Faulty("busy", is_busy_in_another_thread)',
]


@pytest.mark.req("ALL-4", "ALL-5")
@pytest.mark.parametrize("player", HANGING)
def test_a_process_ends_after_a_match_with_a_player_that_never_answers(player: str) -> None:
    done = run(PLAYED.format(player=player))
    assert "overrun" in done.stdout


@pytest.mark.req("ALL-4", "ALL-7")
@pytest.mark.parametrize("script", [ABANDONED, FOLLOWED], ids=["events", "follow"])
@pytest.mark.parametrize("player", [HANGING[1], HANGING[2], HANGING[6]])
def test_a_process_ends_in_the_middle_of_a_match(player: str, script: str) -> None:
    assert run(script.format(player=player)).stdout == "abandoned\n"


@pytest.mark.req("ALL-4", "ALL-7")
def test_a_process_ends_while_its_matches_go_on() -> None:
    """The main thread ends while a match goes on in another thread, with a player who never answers."""
    run(
        A_MATCH.format(player='FAULTS["sleeps for ever"].make()').replace("(0.2, None)", "None")
        + """
events = match.follow()
next(events), next(events)
"""
    )


def children() -> set[int]:
    """The processes that were started here and still run."""
    return {child.pid for child in multiprocessing.active_children() if child.pid is not None}


def isolated(kind: type[Player]) -> IsolatedPlayer:
    """A player of this kind in another process."""
    return IsolatedPlayer(kind, kind.__name__)


@pytest.mark.req("ALL-4", "ALL-5")
def test_a_player_that_holds_its_interpreter_for_ever_is_ended() -> None:
    before = children()
    opening = ["take 1", "take 1", "take 1"]
    players = [Honest(), isolated(faults.StuckInOneCall)]
    match, events = play(Coins(), players, time_limit=(None, ELSEWHERE), opening=opening)
    assert match.result.problems == Counter(overrun=len(moves_of(events, 1)))
    assert_replays(match)
    _assert_gone(before)


def _assert_gone(before: set[int]) -> None:
    # Cancelling the player ends its process, perhaps a moment after the match.
    until = time.monotonic() + BOUND
    while children() - before and time.monotonic() < until:
        time.sleep(0.01)
    assert children() <= before


@pytest.mark.req("ALL-4")
@pytest.mark.parametrize("kind", [faults.EndsItsProcess, faults.ExitsItsProcess])
def test_a_player_that_ends_its_process_is_replaced_at_every_decision(kind: type[Player]) -> None:
    before = children()
    players = [isolated(kind), Honest()]
    match, events = play(Coins(), players, time_limit=(60, None), opening=["take 1", "take 1"])
    assert match.result.problems == Counter(raised=len(moves_of(events, 0)))
    assert len(players[1].said) == len(moves_of(events, 1))  # type: ignore[attr-defined]
    assert_replays(match)
    _assert_gone(before)


@pytest.mark.req("ALL-4")
def test_a_player_that_cannot_be_created_in_another_process_counts_as_raising() -> None:
    player = isolated(faults.NeverMade)
    match, events = play(Coins(), [player, Honest()], time_limit=(60, None))
    assert match.result.problems == Counter(raised=len(moves_of(events, 0)))
    assert "not today" in next(event.detail for event in events if isinstance(event, FallbackUsed))
    player.close()


@pytest.mark.req("ALL-4")
def test_an_answer_or_a_report_that_is_too_long_is_a_fault_and_is_not_even_read() -> None:
    before, player = children(), isolated(faults.AnswersAtLength)
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    match, events = play(TicTacToe(), [player, Honest()], time_limit=60)
    assert match.result.problems == Counter(raised=2)
    told = [event.detail for event in events if isinstance(event, FallbackUsed)]
    assert all("AnswersAtLength sent more than 4,194,304 bytes" in detail for detail in told), told
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - largest < 40_000, "in kilobytes"
    player.close()
    _assert_gone(before)


@pytest.mark.req("ALL-1", "ALL-4")
def test_a_player_in_another_process_plays_as_in_this_one() -> None:
    before = children()
    player = isolated(faults.AnswersInItsProcess)
    match, events = play(TicTacToe(), [player, Honest()], time_limit=60)
    assert match.result.fallbacks == 0
    asked = [event.decision for event in events if isinstance(event, DecisionAsked) and event.decision.seat == 0]
    assert [move.option for move in moves_of(events, 0)] == [decision.options[-1] for decision in asked]
    assert len({move.remark for move in moves_of(events, 0)}) == 1, "all decisions were asked in the same process"
    player.close()
    assert children() <= before
    player.close()


@pytest.mark.req("ALL-4", "ALL-5")
def test_the_report_of_a_player_in_another_process_is_its_fallback() -> None:
    player = isolated(faults.ReportsAndIsStuck)
    match, events = play(Coins(), [player, Honest()], time_limit=(ELSEWHERE, None), opening=["take 1"] * 4)
    first = next(event for event in events if isinstance(event, FallbackUsed))
    assert (first.problem, first.option) == ("overrun", "take 2")
    assert [event.analysis.best for event in events if isinstance(event, ThoughtReported)] == ["take 2"]
    assert_replays(match)


@pytest.mark.req("ALL-4")
def test_an_answer_from_another_process_is_never_used_for_another_decision() -> None:
    """It fails once, because its report cannot be read; its answer from then must not be used later."""
    player = isolated(faults.ReportsTooMuchAndAnswers)
    match, events = play(TicTacToe(), [player, Honest()], time_limit=60, seed=3)
    assert set(match.result.problems) <= {"raised"}
    assert match.result.fallbacks <= 1
    asked = [event.decision for event in events if isinstance(event, DecisionAsked) and event.decision.seat == 0]
    assert [move.option for move in moves_of(events, 0)][1:] == [decision.options[0] for decision in asked][1:]
    player.close()


@pytest.mark.req("ALL-4", "ALL-7")
def test_a_match_that_is_abandoned_ends_the_process_of_a_player_that_is_stuck() -> None:
    before = children()
    player = isolated(faults.ReportsAndIsStuck)

    async def abandon() -> None:
        events = Match(Coins(), [player, Honest()], time_limit=None).events()
        async for event in events:
            if isinstance(event, ThoughtReported):  # the player has started, and is stuck
                break
        await events.aclose()

    asyncio.run(asyncio.wait_for(abandon(), BOUND))
    _assert_gone(before)
