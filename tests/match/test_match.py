"""What a match tells, in which order, and how those who watch and those who play can steer it."""

import asyncio
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, nan
from typing import Any

import pytest

import sparring
from match.faults import Faulty, judged
from match.small_games import Coins, Honest, Scripted, assert_replays, moves_of, play, timeless, told
from sparring.brains.brain import Whim
from sparring.brains.minimax import Minimax
from sparring.games.tictactoe import TicTacToe
from sparring.match import (
    DecisionAsked,
    Event,
    FallbackUsed,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    Person,
    TakenBack,
    ThoughtReported,
)
from sparring.opponents import catalogue, opponent
from sparring.opponents.opponent import Character, Opponent
from sparring.rules import Choice, Decision, IllegalMove, Outcome, Player, SparringError, Thinking

WAIT = 30.0
"""Seconds after which what is waited for does not come any more."""

CHARACTERS = [name for name in catalogue("tictactoe").entries if name not in ("random", "minimax")]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# ---------------------------------------------------------------------- events


@pytest.mark.req("ALL-11")
def test_a_match_tells_everything_in_order() -> None:
    # 3  o . x
    # 2  o x .
    # 1  x . .
    #    a b c
    match, events = play(TicTacToe(), [Scripted("a1", "b2", "c3"), Scripted("a2", "a3")], seed=4)
    assert [event.number for event in events] == list(range(len(events)))
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
def test_every_decision_is_put_with_its_kind_its_options_and_its_number() -> None:
    _, events = play(TicTacToe(), [Honest(), Honest()])
    asked = [event.decision for event in events if isinstance(event, DecisionAsked)]
    assert [decision.number for decision in asked] == list(range(len(asked)))
    assert [decision.seat for decision in asked] == [number % 2 for number in range(len(asked))]
    assert {decision.kind for decision in asked} == {"move"}
    assert [len(decision.options) for decision in asked] == [9 - number for number in range(len(asked))]


@pytest.mark.req("ALL-9", "ALL-11")
def test_thoughts_are_told_between_the_question_and_the_answer() -> None:
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
def test_an_opponent_tells_what_it_thinks_as_it_looks_deeper() -> None:
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
def test_a_listener_that_raises_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
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


# ---------------------------------------------------------------------- breaking a match off


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
def test_whoever_leaves_the_events_stops_the_match(close: bool) -> None:
    """The other seat is a person who says nothing, so the match cannot run ahead of the one who watches."""
    match = Match("tictactoe", [Honest(), Person()], opening=["a1", "b1"])
    asyncio.run(asyncio.wait_for(_break_out(match, close), WAIT))
    assert match.table.outcome is None
    assert len(match.table.choices) == 3
    assert_replays(match)


@pytest.mark.req("ALL-7", "ALL-11")
def test_whoever_stops_following_stops_the_match() -> None:
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
def test_leaving_with_the_very_last_event_is_no_error() -> None:
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


# ---------------------------------------------------------------------- the same again


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize(("first", "second"), list(pairwise([*CHARACTERS, CHARACTERS[0]])))
def test_the_same_seed_gives_the_same_match(first: str, second: str) -> None:
    def match(seed: int) -> tuple[str, list[Event]]:
        played, events = play("tictactoe", [opponent("tictactoe", first), opponent("tictactoe", second)], seed=seed)
        return str(played.record), timeless(events)

    assert match(7) == match(7)


@pytest.mark.req("ALL-6")
def test_another_seed_gives_another_match() -> None:
    def record(seed: int) -> str:
        players = [opponent("tictactoe", "WildcardLemur"), opponent("tictactoe", "MentorOrangutan")]
        return str(play("tictactoe", players, seed=seed)[0].table.choices)

    assert len({record(seed) for seed in range(6)}) > 1


@pytest.mark.req("ALL-6")
def test_the_same_seed_gives_the_same_match_in_another_process() -> None:
    script = """
import asyncio, sparring
names = ["TricksterMonkey", "WildcardLemur"]
match = sparring.Match("tictactoe", [sparring.opponent("tictactoe", name) for name in names], seed=99)
print(asyncio.run(match.run()).record, end="")
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for hash_seed in ("0", "1", "77")
    }
    assert len(printed) == 1
    assert printed.pop().startswith("Sparring record 1\nGame: tictactoe\n")


@pytest.mark.req("ALL-6")
def test_a_player_that_uses_up_the_worlds_random_numbers_changes_nothing() -> None:
    import random

    def wasteful(decision: Decision) -> str:
        random.seed(decision.number)
        return decision.options[0]

    def record() -> list[Any]:
        return play("tictactoe", [Faulty("wasteful", wasteful), opponent("tictactoe", "WildcardLemur")], seed=5)[
            0
        ].table.choices

    random.seed(1)
    once = record()
    random.seed(2)
    assert record() == once


# ---------------------------------------------------------------------- pacing


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was to be slept; what is slept is next to nothing."""
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
def test_a_paced_match_waits_and_counts_only_what_the_player_really_took(slept: list[float]) -> None:
    _, events = play(TicTacToe(), paced_players(50), paced=True)
    waited = [seconds for seconds in slept if seconds > 0]
    # Exactly: the seconds told were measured before the wait, and what was waited is what they left of the pace.
    assert waited == [50 - move.seconds for move in moves_of(events, 0)]


@pytest.mark.req("ALL-8")
def test_an_opponent_seems_to_think_as_long_as_its_character_says(slept: list[float]) -> None:
    game = TicTacToe()
    slow = Opponent(game, "slow", Whim(game), Character(pace_min=20, pace_max=30))
    _, events = play(game, [slow, Honest()], paced=True)
    waited = [seconds for seconds in slept if seconds > 0]
    assert len(waited) == len(moves_of(events, 0))
    assert all(10 < seconds <= 30 for seconds in waited)


@pytest.mark.req("ALL-8")
def test_pacing_changes_no_choice(slept: list[float]) -> None:
    def choices(paced: bool) -> list[Any]:
        players = [opponent("tictactoe", "TricksterMonkey"), opponent("tictactoe", "GuardianGorilla")]
        return play("tictactoe", players, seed=3, paced=paced)[0].table.choices

    assert choices(True) == choices(False)


# ---------------------------------------------------------------------- people


class Steered:
    """A match that is followed event by event, with a person at seat 0 whom the test speaks for."""

    def __init__(self, other: Player | None = None, **settings: Any) -> None:
        self.person = Person()
        self.match = Match("tictactoe", [self.person, other or Honest()], time_limit=None, **settings)
        self.events: list[Event] = []
        self._told: queue.Queue[Event | None] = queue.Queue()
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        for event in self.match.follow():
            self._told.put(event)
        self._told.put(None)

    def until(self, kind: type[Event], seat: int | None = None) -> Any:
        """The next event of a kind, of a seat if one is given."""
        while True:
            event = self._told.get(timeout=WAIT)
            assert event is not None, f"the match ended without {kind.__name__}"
            self.events.append(event)
            whose = event.decision.seat if isinstance(event, DecisionAsked) else getattr(event, "seat", None)
            if isinstance(event, kind) and seat in (None, whose):
                return event

    def play_on(self) -> None:
        """Answer with whatever is first until the match is over."""
        while (event := self._told.get(timeout=WAIT)) is not None:
            self.events.append(event)
            if isinstance(event, DecisionAsked) and event.decision.seat == 0:
                self.person.answer(event.decision.options[0])


@pytest.mark.req("ALL-1", "ALL-11")
def test_a_person_answers_when_asked() -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)
    table.person.answer("b2")
    assert table.until(MoveMade, seat=0).option == "b2"
    table.play_on()
    assert table.match.result.fallbacks == 0
    assert_replays(table.match)


@pytest.mark.req("ALL-1")
def test_a_person_may_answer_before_being_asked() -> None:
    person = Person()
    person.answer("b2")
    with pytest.raises(SparringError, match="already been answered"):
        person.answer("a1")
    choice = asyncio.run(person.choose(Decision(0, ("a1", "b2"), None)))
    assert choice == Choice("b2")


@pytest.mark.req("ALL-1")
def test_a_person_answers_each_decision_once() -> None:
    async def ask_twice() -> list[str]:
        person, decision, said = Person(), Decision(0, ("a1", "b2"), None), []
        for option in decision.options:
            asking = asyncio.ensure_future(person.choose(decision))
            await asyncio.sleep(0)
            person.answer(option)
            with pytest.raises(SparringError, match="already been answered"):
                person.answer("b2")
            said.append((await asking).option)
        return said

    assert asyncio.run(ask_twice()) == ["a1", "b2"]


@pytest.mark.req("ALL-1")
def test_a_person_who_is_no_longer_asked_can_be_asked_again() -> None:
    async def ask_again() -> str:
        person, decision = Person(), Decision(0, ("a1", "b2"), None)
        asking = asyncio.ensure_future(person.choose(decision))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait({asking})
        person.answer("b2")
        return (await person.choose(decision)).option

    assert asyncio.run(ask_again()) == "b2"


@pytest.mark.req("ALL-4", "ALL-11")
@pytest.mark.parametrize("round_", range(5))
def test_taking_back_asks_the_seat_again(round_: int) -> None:
    table = Steered(seed=round_)
    first = table.until(DecisionAsked, seat=0).decision
    table.person.answer("b2")
    table.until(DecisionAsked, seat=0)
    assert table.match.take_back(0) is True
    back = table.until(TakenBack)
    assert (back.count, back.position) == (2, TicTacToe().empty)
    again = table.until(DecisionAsked, seat=0).decision
    assert again == first, "the very same decision, so that the same answer leads to the same match"
    table.person.answer("a1")
    assert table.until(MoveMade, seat=0).option == "a1"
    table.play_on()
    assert table.match.result.fallbacks == 0, [event for event in table.events if isinstance(event, FallbackUsed)]
    lines = str(table.match.record).splitlines()
    undo = lines.index("! undo 2")
    assert lines[undo - 2] == "0: b2"
    assert lines[undo + 1] == "0: a1"
    assert_replays(table.match)
    assert [event.number for event in table.events] == list(range(len(table.events)))


@pytest.mark.req("ALL-4", "ALL-7")
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "once it thinks"])
def test_taking_back_while_the_other_thinks_stops_its_thinking(at_once: bool) -> None:
    thinks, let_go = threading.Event(), threading.Event()

    async def answer(decision: Decision) -> Any:
        thinks.set()
        if not let_go.is_set():
            await asyncio.sleep(1e9)
        return decision.options[-1]

    table = Steered(Faulty("thinks", answer))
    table.until(DecisionAsked, seat=0)
    table.person.answer("b2")
    table.until(DecisionAsked, seat=1)
    assert at_once or thinks.wait(WAIT)
    table.match.take_back(0)
    assert table.until(TakenBack).count == 1
    let_go.set()
    table.play_on()
    assert "! undo 1" in str(table.match.record).splitlines()
    assert table.match.result.problems == {}
    assert_replays(table.match)


@pytest.mark.req("ALL-11")
def test_nothing_is_taken_back_from_a_seat_that_chose_nothing() -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)
    assert table.match.take_back(0) is False
    assert table.match.take_back(1) is False
    table.person.answer("b2")
    table.play_on()
    assert not any(isinstance(event, TakenBack) for event in table.events)
    assert "undo" not in str(table.match.record)


@pytest.mark.req("ALL-6", "ALL-11")
def test_after_taking_back_opponents_answer_as_they_did() -> None:
    table = Steered(opponent("tictactoe", "WildcardLemur"), seed=8)
    table.until(DecisionAsked, seat=0)
    table.person.answer("b2")
    reply = table.until(MoveMade, seat=1).option
    table.until(DecisionAsked, seat=0)
    table.match.take_back(0)
    table.until(TakenBack)
    table.until(DecisionAsked, seat=0)
    table.person.answer("b2")
    assert table.until(MoveMade, seat=1).option == reply
    table.match.stop()


@pytest.mark.req("ALL-11")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_can_resign(seat: int) -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)
    table.person.answer("b2")
    table.until(DecisionAsked, seat=0)
    table.match.resign(seat)
    over = table.until(MatchOver)
    assert over.outcome == Outcome(1 - seat, "resignation")
    assert table.match.result.winner == 1 - seat
    assert str(table.match.record).splitlines()[-1] == f"! resign {seat}"
    assert_replays(table.match)


@pytest.mark.req("ALL-4", "ALL-11")
def test_resigning_twice_is_resigning_once() -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)

    # The referee looks only when its loop comes round, and that is busy while both wishes come in.
    assert table.match._loop is not None
    table.match._loop.call_soon_threadsafe(lambda: (table.match.resign(0), table.match.resign(0)))
    assert table.until(MatchOver).outcome == Outcome(1, "resignation")


# ---------------------------------------------------------------------- setting a match up


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
def test_the_package_offers_what_a_match_needs() -> None:
    assert sparring.Match is Match
    assert sparring.Person is Person


# ---------------------------------------------------------------------- thinking off the caller's thread


class BusyUntil(Whim):
    """Computes in pure Python until something is true, or nobody waits any more."""

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
def test_the_callers_heart_goes_on_beating_while_an_opponent_thinks() -> None:
    """The brain computes until the heart has beaten 30 times: were the loop blocked, it never would."""
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
def test_a_match_leaves_its_loop_free_while_a_player_computes() -> None:
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
@pytest.mark.parametrize("heed", [True, False], ids=["heeds the stop sign", "has to be interrupted"])
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
    assert brain.ended.is_set(), "the cancellation came through only when the thinking had ended"


@pytest.mark.req("ALL-5", "ALL-7")
def test_an_opponent_that_heeds_its_time_answers_within_it() -> None:
    """Its brain goes on for as long as it may, and what it may is less than the limit: so it never overruns."""
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
