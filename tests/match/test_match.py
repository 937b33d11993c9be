"""The events of a match, their order, and how a spectator can stop the match."""

import asyncio
import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from sparring.brains.minimax import Minimax
from sparring.games.tictactoe import TicTacToe
from sparring.match import (
    DecisionAsked,
    Event,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    Person,
    ThoughtReported,
)
from sparring.opponents import opponent
from sparring.opponents.opponent import Opponent
from sparring.rules import Choice, Decision, Outcome, SparringError
from support.faults.all_faults import Faulty, judged
from support.small_games import WAIT, Coins, Honest, Scripted, assert_replays, play, timeless, told


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# ---------------------------------------------------------------------- events


@pytest.mark.req("ALL-11")
def test_a_match_emits_all_its_events_in_order() -> None:
    # 3  o . x
    # 2  o x .
    # 1  x . .
    #    a b c
    match, events = play(TicTacToe(), [Scripted("a1", "b2", "c3"), Scripted("a2", "a3")], seed=4)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert kinds(events) == ["MatchStarted"] + ["DecisionAsked", "MoveMade"] * 5 + ["MatchOver"]
    started, over = events[0], events[-1]
    assert isinstance(started, MatchStarted)
    assert started.players == ("scripted", "scripted")
    assert started.position == TicTacToe().empty
    assert isinstance(over, MatchOver)
    assert over.outcome == Outcome(0, "3 in a row")
    assert [event.option for event in events if isinstance(event, MoveMade)] == ["a1", "a2", "b2", "a3", "c3"]
    assert match.result.winner == 0
    assert match.result.reason == "3 in a row"


@pytest.mark.req("ALL-2", "ALL-11")
def test_every_decision_has_its_kind_its_options_and_its_number() -> None:
    _, events = play(TicTacToe(), [Honest(), Honest()])
    asked = [event.decision for event in events if isinstance(event, DecisionAsked)]
    assert [decision.number for decision in asked] == list(range(len(asked)))
    assert [decision.seat for decision in asked] == [number % 2 for number in range(len(asked))]
    assert {decision.kind for decision in asked} == {"move"}
    assert [len(decision.options) for decision in asked] == [9 - number for number in range(len(asked))]


@pytest.mark.req("ALL-9", "ALL-11")
def test_thoughts_are_reported_between_the_question_and_the_answer() -> None:
    def answer(decision: Decision) -> Choice:
        for option in decision.options[:2]:
            decision.thinking.report(judged(option))
        return Choice(decision.options[0], analysis=judged(decision.options[0]))

    _, events = play(Coins(), [Faulty("thinks aloud", answer), Honest()])
    assert "ThoughtReported" in kinds(events)
    for before, event in pairwise(events):
        if isinstance(event, ThoughtReported):
            assert isinstance(before, DecisionAsked | ThoughtReported)
            assert event.seat == 0
        if isinstance(event, MoveMade) and event.seat == 0:
            assert isinstance(before, ThoughtReported)
            assert event.analysis is not None
            assert event.analysis.best == event.option


@pytest.mark.req("ALL-9", "ALL-11")
def test_an_opponent_reports_what_it_thinks_at_each_depth() -> None:
    game = TicTacToe()
    players = [Opponent(game, "deep", Minimax(game, depth=4)), Honest()]
    _, events = play(game, players, opening=["b2", "a1"])
    first_move = next(index for index, event in enumerate(events) if isinstance(event, MoveMade))
    depths = [event.analysis.depth for event in events[:first_move] if isinstance(event, ThoughtReported)]
    assert depths == [1, 2, 3, 4]
    made = events[first_move]
    assert isinstance(made, MoveMade)
    assert made.analysis is not None
    assert {judgement.option for judgement in made.analysis.options} == set(
        next(event.decision.options for event in events if isinstance(event, DecisionAsked))
    )


@pytest.mark.req("ALL-11")
def test_events_follow_run_and_listeners_agree() -> None:
    def match() -> Match:
        players = [opponent("tictactoe", "StrategistApe"), opponent("tictactoe", "TricksterMonkey")]
        return Match("tictactoe", players, seed=11)

    awaited = match()
    by_events = timeless(asyncio.run(told(awaited)))
    followed = match()
    by_follow = timeless(list(followed.follow()))
    run = match()
    heard: list[Event] = []
    run.listen(heard.append)
    result = asyncio.run(run.run())
    assert by_events == by_follow == timeless(heard)
    assert str(awaited.record) == str(followed.record) == str(result.record)


@pytest.mark.req("ALL-11")
def test_a_listener_that_raises_does_not_disturb_the_match(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Event] = []

    def broken(event: Event) -> None:
        raise RuntimeError("I am not listening")

    match = Match("tictactoe", [Honest(), Honest()])
    match.listen(broken)
    match.listen(heard.append)
    result = asyncio.run(match.run())
    assert result.fallbacks == 0
    assert isinstance(heard[-1], MatchOver)
    failures = [record for record in caplog.records if record.name == "sparring.match"]
    assert len(failures) == len(heard)


@pytest.mark.req("ALL-11")
def test_a_match_is_played_only_once() -> None:
    match = Match("tictactoe", [Honest(), Honest()])
    asyncio.run(match.run())
    with pytest.raises(SparringError, match="only once"):
        asyncio.run(match.run())
    with pytest.raises(SparringError, match="only once"):
        list(match.follow())


@pytest.mark.req("ALL-11")
def test_a_match_has_no_result_before_it_is_over() -> None:
    with pytest.raises(SparringError, match="not over"):
        _ = Match("tictactoe", [Honest(), Honest()]).result


# ---------------------------------------------------------------------- stopping a match


async def _break_out(match: Match, close: bool) -> None:
    events = match.events()
    async for event in events:
        if isinstance(event, MoveMade) and event.position.both.bit_count() == 3:
            break
    if close:
        await events.aclose()
    else:
        del events
        await asyncio.sleep(0)


@pytest.mark.req("ALL-7", "ALL-11")
@pytest.mark.parametrize("close", [True, False], ids=["closed", "just left"])
def test_leaving_the_loop_over_events_stops_the_match(close: bool) -> None:
    """The other seat is a person who never answers, so the match cannot run ahead of its spectator."""
    match = Match("tictactoe", [Honest(), Person()], opening=["a1", "b1"])
    asyncio.run(asyncio.wait_for(_break_out(match, close), WAIT))
    assert match.table.outcome is None
    assert len(match.table.choices) == 3
    assert_replays(match)


@pytest.mark.req("ALL-7", "ALL-11")
def test_leaving_the_loop_over_follow_stops_the_match() -> None:
    waits, cancelled = threading.Event(), threading.Event()

    async def wait(decision: Decision) -> Any:
        waits.set()
        try:
            await asyncio.sleep(1e9)
        finally:
            cancelled.set()

    match = Match("tictactoe", [Honest(), Faulty("waits", wait)], opening=["a1", "b1"], time_limit=None)
    for event in match.follow():
        if isinstance(event, DecisionAsked) and event.decision.seat == 1:
            assert waits.wait(WAIT)
            break
    assert cancelled.wait(WAIT)
    assert len(match.table.choices) == 3
    assert_replays(match)


@pytest.mark.req("ALL-11")
def test_leaving_at_the_last_event_is_not_an_error() -> None:
    for seed in range(60):
        match = Match("tictactoe", [Honest(), Honest()], seed=seed)
        for event in match.follow():
            if isinstance(event, MatchOver):
                break
        assert match.result.fallbacks == 0


@pytest.mark.req("ALL-7")
def test_a_match_that_is_cancelled_ends() -> None:
    async def cancel() -> Match:
        match = Match("tictactoe", [Person(), Person()])
        playing = asyncio.create_task(match.run())
        asked = asyncio.Event()
        match.listen(lambda event: asked.set() if isinstance(event, DecisionAsked) else None)
        await asked.wait()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        return match

    match = asyncio.run(asyncio.wait_for(cancel(), WAIT))
    assert match.table.choices == []


@pytest.mark.req("ALL-7", "ALL-11")
def test_a_match_can_be_stopped_from_outside() -> None:
    match = Match("tictactoe", [Person(), Person()], time_limit=None)
    events = match.follow()
    assert isinstance(next(events), MatchStarted)
    assert isinstance(next(events), DecisionAsked)
    match.stop()
    assert list(events) == []
    match.stop()
