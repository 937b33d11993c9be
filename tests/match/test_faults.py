"""Whatever a player does, the match goes on, the record is right, and the other player is not affected."""

import asyncio
import logging
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.match import DecisionAsked, FallbackUsed, Match, ThoughtReported
from sparring.rules import Decision, Player
from support.faults.all_faults import AT_ONCE, FAULTS, SOON, TOUCHED, Fault, Faulty, judged
from support.faults.tables import (
    ENDS,
    GAMES,
    Played,
    assert_ended,
    assert_logged,
    assert_well,
    play_faults,
    sit_down,
    threads,
)
from support.small_games import Coins, Honest, assert_replays, moves_of, play, timeless, told


@pytest.fixture(autouse=True)
def _no_code_of_a_player_runs_with_the_referee() -> Iterator[None]:
    TOUCHED.clear()
    yield
    assert TOUCHED == [], "code of an object from a player ran in the referee's thread"


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, logger="sparring.match")
    return caplog


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "sparring.match"]


@pytest.mark.req("ALL-1", "ALL-4", "ALL-5", "ALL-11")
@pytest.mark.parametrize("fault", FAULTS.values(), ids=str)
def test_a_match_ends_well_with_a_fault_in_either_seat_and_in_both(fault: Fault, log: pytest.LogCaptureFixture) -> None:
    before = threads()

    async def all_of_them() -> list[Played]:
        seatings: list[dict[int, Fault]] = [{0: fault}, {1: fault}, {0: fault, 1: fault}]
        return await asyncio.gather(*(play_faults(game, seating) for game in GAMES for seating in seatings))

    played = asyncio.run(all_of_them())
    for one in played:
        assert_well(one)
        for seat in one.faults:
            assert_reported(fault, one, seat)
    assert_logged(played, lines_of(log))
    if fault.comes_back:
        assert_ended(before)


def assert_reported(fault: Fault, played: Played, seat: int) -> None:
    """Check that the referee reports the fault of a seat, each time and in the right order."""
    own = [event.problem for event in played.fallbacks if event.seat == seat]
    assert set(own) <= fault.problems
    if fault.always:
        assert len(own) == len(moves_of(played.events, seat))
    if own:
        assert own[0] != "still thinking"
    if not fault.comes_back:
        assert own == ["overrun"] + ["still thinking"] * (len(own) - 1)


@pytest.mark.req("ALL-4", "ALL-6")
@pytest.mark.parametrize("problem", ["raises an exception", "answers with an unknown option", "sleeps for ever"])
def test_the_random_fallback_follows_from_the_seed(problem: str) -> None:
    fault = FAULTS[problem]

    def choices(seed: int) -> list[Any]:
        match, _ = sit_down(TicTacToe(), {0: fault, 1: fault}, seed)
        asyncio.run(match.run())
        return match.table.choices

    assert choices(1) == choices(1)
    assert len({tuple(choices(seed)) for seed in range(2, 6)}) > 1


@pytest.mark.req("ALL-4")
def test_every_option_can_be_the_random_fallback() -> None:
    fault = FAULTS["raises an exception"]
    first = set()
    for seed in range(120):
        match, _ = sit_down(TicTacToe(), {0: fault, 1: fault}, seed)
        asyncio.run(match.run())
        first.add(match.table.choices[0].option)
    assert len(first) == 9


@pytest.mark.req("ALL-4")
@pytest.mark.parametrize(
    "fault", ["reports a good option and raises", "reports a good option and answers nonsense"], ids=str
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_option_reported_is_played_before_a_random_one(fault: str, seat: int) -> None:
    played = asyncio.run(play_faults(TicTacToe(), {seat: FAULTS[fault]}))
    assert_well(played)
    asked = [event.decision for event in played.events if isinstance(event, DecisionAsked)]
    best = [decision.options[-1] for decision in asked if decision.seat == seat]
    assert [event.option for event in played.fallbacks] == best
    thoughts = [event for event in played.events if isinstance(event, ThoughtReported)]
    assert [event.analysis.best for event in thoughts] == best


@pytest.mark.req("ALL-4", "ALL-5")
@pytest.mark.parametrize("fault", ["reports a good option and hangs", "reports a good option and sleeps for ever"])
def test_the_best_option_reported_is_played_when_time_is_over(fault: str) -> None:
    players = [FAULTS[fault].make(), Honest()]
    match, events = play(Coins(), players, time_limit=(1.0, AT_ONCE), opening=["take 1"] * 4)
    first = next(event for event in events if isinstance(event, FallbackUsed))
    assert (first.problem, first.option) == ("overrun", "take 2")
    assert_replays(match)


@pytest.mark.req("ALL-4")
def test_the_last_report_counts() -> None:
    def answer(decision: Decision) -> Any:
        for option in decision.options:
            decision.thinking.report(judged(option))
        decision.thinking.report(judged(decision.options[1 % len(decision.options)]))
        raise ValueError("enough")

    _, events = play(TicTacToe(), [Faulty("undecided", answer), Honest()])
    asked = [event.decision for event in events if isinstance(event, DecisionAsked) and event.decision.seat == 0]
    wanted = [decision.options[1 % len(decision.options)] for decision in asked]
    assert [event.option for event in events if isinstance(event, FallbackUsed)] == wanted


@pytest.mark.req("ALL-4")
def test_a_player_is_not_asked_while_its_old_answer_is_outstanding() -> None:
    back, asked = threading.Event(), []

    def answer(decision: Decision) -> Any:
        asked.append(decision.number)
        back.wait(ENDS)
        return decision.options[0]

    _, events = play(TicTacToe(), [Faulty("away", answer), Honest()], time_limit=(SOON, AT_ONCE))
    back.set()
    assert asked == [0]
    problems = [event.problem for event in events if isinstance(event, FallbackUsed)]
    assert problems == ["overrun"] + ["still thinking"] * (len(problems) - 1)
    assert len(problems) >= 3


@pytest.mark.req("ALL-4")
def test_a_player_that_comes_back_is_asked_again_and_its_late_answer_is_dropped() -> None:
    """The other player releases the first one after its second decision, and answers only when that one is back."""
    go, gone = threading.Event(), threading.Event()

    def late(decision: Decision) -> Any:
        if decision.number == 0:
            go.wait(ENDS)
            gone.set()
            return "the answer to decision 0"
        return f"take {1 + decision.number % 2}" if decision.number < 4 else decision.options[-1]

    async def waiting(decision: Decision) -> Any:
        if decision.number == 3:
            go.set()
            await asyncio.to_thread(gone.wait, ENDS)
            # The player has returned; its thread tells the referee a moment later.
            await asyncio.sleep(1)
        return "take 1"

    players = [Faulty("late", late), Faulty("waiting", waiting)]
    match, events = play(Coins(), players, time_limit=(0.2, AT_ONCE), seed=_with_small_fallbacks())
    problems = {event.option: event.problem for event in events if isinstance(event, FallbackUsed)}
    assert [event.problem for event in events if isinstance(event, FallbackUsed)] == ["overrun", "still thinking"]
    assert problems
    assert [move.option for move in moves_of(events, 0)][2:] == ["take 2"]
    assert_replays(match)


def _with_small_fallbacks() -> int:
    """A seed whose first two fallbacks of seat 0 in a game of coins are "take 1"."""
    for seed in range(100):
        fault = FAULTS["raises an exception"]
        match = Match(Coins(), [fault.make(), Faulty("one", lambda decision: "take 1")], seed=seed)
        asyncio.run(match.run())
        if [chosen.option for chosen in match.table.choices[:4]] == ["take 1"] * 4:
            return seed
    raise AssertionError("no such seed")


@pytest.mark.req("ALL-4")
def test_a_busy_player_is_interrupted_while_the_match_goes_on() -> None:
    """The other player waits until the busy loop has ended, so the match could not go on if nothing ended it."""
    ended = threading.Event()

    def busy(decision: Decision) -> Any:
        try:
            while True:
                pass
        finally:
            ended.set()

    async def patient(decision: Decision) -> Any:
        assert await asyncio.to_thread(ended.wait, ENDS)
        return decision.options[0]

    match, events = play(Coins(), [Faulty("busy", busy), Faulty("patient", patient)], time_limit=(SOON, 2 * ENDS))
    assert set(match.result.problems) <= {"overrun", "still thinking"}
    assert {event.seat for event in events if isinstance(event, FallbackUsed)} == {0}


@pytest.mark.req("ALL-4", "ALL-7")
@pytest.mark.parametrize(
    "name", ["is busy for ever", "is busy and swallows exceptions", "an opponent whose brain never looks at the clock"]
)
def test_a_match_that_is_abandoned_leaves_no_busy_thread_behind(name: str) -> None:
    before = threads()

    async def abandon() -> None:
        match = Match(TicTacToe(), [FAULTS[name].make(), Honest()], time_limit=None)
        events = match.events()
        async for event in events:
            if isinstance(event, DecisionAsked):
                break
        await events.aclose()

    asyncio.run(abandon())
    assert_ended(before)
    assert_ended(before, named="sparring call")


@pytest.mark.req("ALL-4", "ALL-7")
def test_a_brain_that_ignores_the_clock_is_ended_after_every_overrun() -> None:
    """Two grace periods end at the same time here, the seat's and the opponent's; neither may disturb the other."""
    before = threads()
    fault = FAULTS["an opponent whose brain never looks at the clock"]

    async def several() -> list[Played]:
        return await asyncio.gather(*(_against_a_patient_one(fault) for _ in range(3)))

    for played in asyncio.run(several()):
        assert set(played.match.result.problems) <= {"overrun", "still thinking"}
    assert_ended(before)
    assert_ended(before, named="sparring call")


async def _against_a_patient_one(fault: Fault) -> Played:
    async def patient(decision: Decision) -> Any:
        await asyncio.sleep(1.5)  # longer than the grace period in which thinking may end by itself
        return decision.options[-1]

    players = [fault.make(), Faulty("patient", patient)]
    match = Match(Coins(), players, time_limit=(SOON, AT_ONCE))
    return Played(match, players, {0: fault}, await told(match))


@pytest.mark.req("ALL-4")
def test_an_answer_after_the_end_of_the_match_is_ignored(caplog: pytest.LogCaptureFixture) -> None:
    before, back = threads(), threading.Event()

    def answer(decision: Decision) -> Any:
        back.wait(ENDS)
        return decision.options[0]

    match, _ = play(Coins(), [Faulty("away", answer), Honest()], time_limit=(SOON, AT_ONCE))
    record = str(match.record)
    back.set()
    assert_ended(before)
    assert str(match.record) == record
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


class ManyNames(Player):
    """Has another name each time it is asked."""

    def __init__(self, *names: Any) -> None:
        self.names = list(names)

    @property
    def name(self) -> Any:  # type: ignore[override]
        name = self.names.pop(0) if len(self.names) > 1 else self.names[0]
        if isinstance(name, BaseException):
            raise name
        return name

    def choose(self, decision: Decision) -> Any:
        raise ValueError("no")


@pytest.mark.req("ALL-4")
@pytest.mark.parametrize(
    "names",
    [("two\nlines",), ("a line\n\n0: b2",), ("\r",), ("",), (17,), (None,), ("# no comment",), (" spaces ",)],
    ids=repr,
)
def test_a_strange_player_name_does_not_spoil_the_record(names: tuple[Any, ...]) -> None:
    match, _ = play(TicTacToe(), [ManyNames(*names), Honest()])
    assert_replays(match)


@pytest.mark.req("ALL-4")
def test_a_player_whose_name_raises_later_breaks_nothing() -> None:
    match, _ = play(TicTacToe(), [ManyNames("at first", ValueError("I have no name")), Honest()])
    assert_replays(match)


@pytest.mark.req("ALL-4", "ALL-8")
@pytest.mark.parametrize("name", [name for name in FAULTS if "pace" in name] + ["chooses well with nonsense around it"])
def test_a_match_never_sleeps_for_a_nonsense_pace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def watched(seconds: float, result: object = None) -> object:
        slept.append(seconds)
        return await sleep(0, result)

    monkeypatch.setattr(asyncio, "sleep", watched)
    match, _ = play(TicTacToe(), [FAULTS[name].make(), Honest()], paced=True)
    assert all(0 <= seconds <= 60 for seconds in slept)
    assert_replays(match)


@pytest.mark.req("ALL-4", "ALL-11")
def test_the_other_player_cannot_see_faults_in_its_decisions() -> None:
    """The honest player gets the same decisions, whether the other player or the referee chose the moves."""
    fault = FAULTS["raises an exception"]
    faulty = asyncio.run(play_faults(TicTacToe(), {0: fault}, seed=5))
    options = iter([move.option for move in moves_of(faulty.events, 0)])
    players = [Faulty("says the same", lambda decision: next(options)), Honest()]
    match, events = play(TicTacToe(), players, seed=5, time_limit=AT_ONCE)
    assert match.table.choices == faulty.match.table.choices
    honest = faulty.players[1]
    assert isinstance(honest, Honest)
    assert players[1].asked == honest.asked  # type: ignore[attr-defined]
    assert timeless(moves_of(events, 1)) != []


def _storm(matches: int, at_once: int, seed: int) -> list[Played]:
    rng = random.Random(seed)
    faults = list(FAULTS.values())

    async def one(room: asyncio.Semaphore, number: int) -> Played:
        seating = {seat: rng.choice(faults) for seat in rng.choice([(0,), (1,), (0, 1), (0, 1)])}
        async with room:
            return await play_faults(rng.choice(GAMES), seating, seed=number)

    async def all_of_them() -> list[Played]:
        room = asyncio.Semaphore(at_once)
        return await asyncio.gather(*(one(room, number) for number in range(matches)))

    return asyncio.run(all_of_them())


@pytest.mark.req("ALL-4", "ALL-5")
def test_many_faulty_matches_share_one_event_loop() -> None:
    for played in _storm(matches=24, at_once=6, seed=1):
        assert_well(played)


@pytest.mark.soak
@pytest.mark.req("ALL-4", "ALL-5")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_random_faulty_matches(seed: int) -> None:
    for played in _storm(matches=300, at_once=8, seed=100 + seed):
        assert_well(played)
