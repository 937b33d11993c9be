"""What people can do in a match: answer, take back, resign."""

import asyncio
import queue
import threading
from typing import Any

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.match import (
    DecisionAsked,
    Event,
    FallbackUsed,
    Match,
    MatchOver,
    MoveMade,
    Person,
    TakenBack,
)
from sparring.opponents import opponent
from sparring.rules import Choice, Decision, Outcome, Player, SparringError
from support.faults.all_faults import Faulty
from support.small_games import WAIT, Honest, assert_replays


class Steered:
    """A match that is followed event by event; the test answers for the person in seat 0."""

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
        """Answer with the first option until the match is over."""
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
def test_a_person_can_be_asked_again_after_a_cancelled_question() -> None:
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
    assert again == first, "the decision must be the same, so that the same answer leads to the same match"
    table.person.answer("a1")
    assert table.until(MoveMade, seat=0).option == "a1"
    table.play_on()
    assert table.match.result.fallbacks == 0, [event for event in table.events if isinstance(event, FallbackUsed)]
    lines = str(table.match.record).splitlines()
    undo = lines.index("! undo 2")
    assert lines[undo - 2] == "0: b2"
    assert lines[undo + 1] == "0: a1"
    assert_replays(table.match)
    assert [event.number for event in table.events] == list(range(1, len(table.events) + 1))


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
def test_a_seat_that_chose_nothing_cannot_take_back() -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)
    assert table.match.take_back(0) is False
    assert table.match.take_back(1) is False
    table.person.answer("b2")
    table.play_on()
    assert not any(isinstance(event, TakenBack) for event in table.events)
    assert "undo" not in str(table.match.record)


@pytest.mark.req("ALL-6", "ALL-11")
def test_opponents_answer_as_before_after_taking_back() -> None:
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
def test_resigning_twice_counts_once() -> None:
    table = Steered()
    table.until(DecisionAsked, seat=0)

    # Both calls are made in one step of the referee's loop, so it sees them together.
    assert table.match._loop is not None
    table.match._loop.call_soon_threadsafe(lambda: (table.match.resign(0), table.match.resign(0)))
    assert table.until(MatchOver).outcome == Outcome(1, "resignation")
