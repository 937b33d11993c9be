"""Thinking does not run on the caller's thread, and ends in time."""

import asyncio
import threading
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sparring
from sparring.brains.brain import Whim
from sparring.games.tictactoe import TicTacToe
from sparring.match import (
    Match,
)
from sparring.match.seat import Seat
from sparring.match.table import decision_at
from sparring.opponents.opponent import Character, Opponent
from sparring.rules import Decision, Thinking
from support.faults.all_faults import Faulty
from support.small_games import WAIT, Coins, Honest, moves_of, play


class BusyUntil(Whim):
    """Computes in pure Python until a condition holds, or nobody waits any more."""

    def __init__(self, *, heed: bool = True) -> None:
        super().__init__(TicTacToe())
        self.enough = threading.Event()
        self.began = threading.Event()
        self.ended = threading.Event()
        self.heed = heed

    def judge(self, decision: Decision) -> Any:
        self.began.set()
        try:
            while not (self.enough.is_set() or (self.heed and decision.thinking.over)):
                sum(range(100))
        finally:
            self.ended.set()
        return super().judge(decision)


def a_decision(seconds: float | None = None) -> Decision:
    return replace(Match("tictactoe", [Honest(), Honest()]).table.decision(), thinking=Thinking(seconds))


@pytest.mark.req("ALL-7")
def test_the_event_loop_goes_on_while_an_opponent_thinks() -> None:
    """The brain computes until a task in the loop has run 30 times, which a blocked loop would prevent."""
    brain = BusyUntil()
    thinker = Opponent(TicTacToe(), "busy", brain)

    async def beat() -> int:
        beats = 0
        answer = asyncio.ensure_future(thinker.choose(a_decision(WAIT)))
        while not answer.done():
            await asyncio.sleep(0.005)
            beats += 1
            if beats == 30:
                brain.enough.set()
        assert (await answer).option in a_decision().options
        return beats

    assert asyncio.run(asyncio.wait_for(beat(), 2 * WAIT)) >= 30
    assert brain.enough.is_set()


@pytest.mark.req("ALL-7")
def test_a_match_does_not_block_its_loop_while_a_player_computes() -> None:
    enough = threading.Event()

    def busy(decision: Decision) -> str:
        while not enough.is_set():
            sum(range(100))
        return decision.options[0]

    async def beat() -> int:
        beats = 0
        playing = asyncio.ensure_future(Match("tictactoe", [Faulty("busy", busy), Honest()]).run())
        while not playing.done():
            await asyncio.sleep(0.005)
            beats += 1
            if beats == 30:
                enough.set()
        assert (await playing).fallbacks == 0
        return beats

    assert asyncio.run(asyncio.wait_for(beat(), 2 * WAIT)) >= 30


@pytest.mark.req("ALL-7")
@pytest.mark.parametrize("heed", [True, False], ids=["stops when told to", "has to be interrupted"])
def test_cancelling_an_opponent_ends_its_thinking(heed: bool) -> None:
    brain = BusyUntil(heed=heed)
    decision = a_decision()

    async def cancel() -> None:
        answer = asyncio.ensure_future(Opponent(TicTacToe(), "busy", brain).choose(decision))
        while not brain.began.is_set():
            await asyncio.sleep(0.001)
        answer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answer

    asyncio.run(asyncio.wait_for(cancel(), WAIT))
    assert decision.thinking.stopped
    assert brain.ended.is_set(), "cancelling must wait until the thinking has ended"


@pytest.mark.req("ALL-5", "ALL-7")
def test_an_opponent_that_watches_the_clock_never_overruns() -> None:
    """Its brain uses all the time that it is told, and that is less than the limit, so it never overruns."""
    players = [Opponent(TicTacToe(), "thorough", BusyUntil()), Honest()]
    match, events = play(Coins(), players, time_limit=(2.0, None), opening=["take 1"] * 4)
    assert match.result.fallbacks == 0
    assert moves_of(events, 0)


@pytest.mark.req("ALL-5")
def test_an_opponent_can_be_given_less_time_than_the_match_gives() -> None:
    brain = BusyUntil()
    quick = Opponent(TicTacToe(), "quick", brain, Character(time=0.05))
    match, _ = play("tictactoe", [quick, Honest()], time_limit=None)
    assert match.result.fallbacks == 0


# ---------------------------------------------------------------------- cancelled just as the answer comes


def test_a_question_that_is_cancelled_just_as_the_answer_comes_ends_as_cancelled():
    """The caller may hold a lock while it waits for the cancellation; going on could ask for the same lock."""
    game = sparring.game("tictactoe")
    seat = Seat(sparring.opponent(game, "ChampionChimp"))

    async def called_off(steps):
        asking = asyncio.create_task(seat.ask(decision_at(game, game.start(Random(1))), 20))
        await asyncio.sleep(0)
        while seat.away:
            time.sleep(0.001)  # the answer is there, but the loop has not seen it yet
        for _ in range(steps):
            await asyncio.sleep(0)
        if asking.done():
            return False
        asking.cancel()
        await asyncio.wait({asking})
        assert asking.cancelled(), f"cancelled {steps} steps after the answer, it went on"
        return True

    async def at_every_step():
        return [await called_off(steps) for steps in range(8)]

    moments = asyncio.run(at_every_step())
    seat.close()
    assert True in moments
    assert False in moments  # the steps reach from before the answer to after it
