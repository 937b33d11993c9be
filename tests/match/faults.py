"""A catalogue of players who do everything wrong."""

import asyncio
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, nan
from types import SimpleNamespace
from typing import Any

from sparring.brains.brain import Brain
from sparring.games.tictactoe import TicTacToe
from sparring.match.seat import Overrun
from sparring.opponents import Opponent
from sparring.rules import Analysis, Choice, Decision, Judgement, Player

FOR_EVER = 1e9
AT_ONCE = 30.0
"""The time limit of a player who answers at once: on the slowest machine it does not overrun."""

SOON = 0.05
"""The time limit of a player who never answers."""


@dataclass(frozen=True)
class Fault:
    """One way to fail."""

    name: str
    make: Callable[[], Player]

    problems: frozenset[str]
    """What the referee may call it; empty where the answer counts in spite of everything."""

    comes_back: bool = True
    """Whether its thread ends once nobody waits for it: told to stop, cancelled or interrupted."""

    always: bool = True
    """Whether every single decision ends in a fallback."""

    limit: float = AT_ONCE

    def __str__(self) -> str:
        return self.name


class Faulty(Player):
    """Answers with whatever a function does."""

    def __init__(self, name: str, answer: Callable[[Decision], Any]) -> None:
        self.name = name
        self.answer = answer
        self.asked = 0

    def choose(self, decision: Decision) -> Any:
        self.asked += 1
        return self.answer(decision)


FAULTS: dict[str, Fault] = {}

Answer = Callable[[Decision], Any]


def _add(*problems: str, **traits: Any) -> Callable[[Answer], Answer]:
    def add(answer: Answer) -> Answer:
        name = answer.__name__.strip("_").replace("_", " ")
        FAULTS[name] = Fault(name, lambda: Faulty(name, answer), frozenset(problems), **traits)
        return answer

    return add


raised = _add("raised")
illegal = _add("illegal")
harmless = _add(always=False)
overrun = _add("overrun", "still thinking", limit=SOON)
stuck = _add("overrun", "still thinking", limit=SOON, comes_back=False)


def mixed(*problems: str, **traits: Any) -> Callable[[Answer], Answer]:
    """Where the referee may see it in more than one way."""
    return _add(*problems, **traits)


# ---------------------------------------------------------------------- it raises


class OfItsOwn(BaseException):
    """No Exception at all."""


class Unspeakable(Exception):
    """Cannot even be shown."""

    def __str__(self) -> str:
        raise RuntimeError("not for your ears")

    __repr__ = __str__


class LastWord(Exception):
    """Ends the thread that shows it."""

    def __str__(self) -> str:
        raise SystemExit(3)

    __repr__ = __str__


@raised
def raises_an_exception(decision: Decision) -> Any:
    raise ValueError("I cannot play this")


@raised
def raises_system_exit(decision: Decision) -> Any:
    raise SystemExit(1)


@raised
def raises_keyboard_interrupt(decision: Decision) -> Any:
    raise KeyboardInterrupt


@raised
def raises_cancelled_error(decision: Decision) -> Any:
    raise asyncio.CancelledError


@raised
def raises_generator_exit(decision: Decision) -> Any:
    raise GeneratorExit


@raised
def raises_stop_iteration(decision: Decision) -> Any:
    return next(iter(()))


@raised
def raises_stop_async_iteration(decision: Decision) -> Any:
    raise StopAsyncIteration


@raised
def raises_timeout_error(decision: Decision) -> Any:
    raise TimeoutError


@raised
def raises_a_base_exception_of_its_own(decision: Decision) -> Any:
    raise OfItsOwn("surprise")


@raised
def raises_the_words_of_the_referee(decision: Decision) -> Any:
    raise Overrun("so I say")


@raised
def raises_an_exception_that_cannot_be_shown(decision: Decision) -> Any:
    raise Unspeakable


@raised
def raises_an_exception_that_exits_when_shown(decision: Decision) -> Any:
    raise LastWord


@raised
def raises_a_group(decision: Decision) -> Any:
    raise BaseExceptionGroup("many", [KeyboardInterrupt(), ValueError("one of many")])


@raised
def recurses_for_ever(decision: Decision) -> Any:
    return recurses_for_ever(decision)


@raised
async def raises_when_awaited(decision: Decision) -> Any:
    await asyncio.sleep(0)
    raise ValueError("later")


@raised
async def exits_when_awaited(decision: Decision) -> Any:
    await asyncio.sleep(0)
    sys.exit("enough")


@raised
async def cancels_itself(decision: Decision) -> Any:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(FOR_EVER)


@raised
async def cancels_everything_around_it(decision: Decision) -> Any:
    for task in asyncio.all_tasks():
        task.cancel()
    await asyncio.sleep(FOR_EVER)


@raised
def answers_with_something_awaitable_that_raises(decision: Decision) -> Any:
    class Awaitable:
        def __await__(self) -> Iterator[Any]:
            raise ValueError("not to be awaited")

    return Awaitable()


@raised
def answers_with_something_awaitable_that_yields_nonsense(decision: Decision) -> Any:
    class Awaitable:
        def __await__(self) -> Iterator[Any]:
            yield "nonsense"

    return Awaitable()


@raised
async def closes_the_loop_it_runs_in(decision: Decision) -> Any:
    asyncio.get_running_loop().close()


def _task_that_raises(error: BaseException) -> Answer:
    async def end() -> None:
        raise error

    async def answer(decision: Decision) -> Any:
        await asyncio.create_task(end())

    return answer


@mixed("raised", "overrun", "still thinking", limit=SOON)
def raises_system_exit_in_a_task_of_its_own(decision: Decision) -> Any:
    return _task_that_raises(SystemExit(1))(decision)


@mixed("raised", "overrun", "still thinking", limit=SOON)
def raises_keyboard_interrupt_in_a_task_of_its_own(decision: Decision) -> Any:
    return _task_that_raises(KeyboardInterrupt())(decision)


@mixed("raised", "overrun", "still thinking", limit=SOON, always=False)
def stops_the_loop_it_runs_in_and_answers(decision: Decision) -> Any:
    async def answer() -> str:
        asyncio.get_running_loop().stop()
        return decision.options[0]

    return answer()


@mixed("raised", "overrun", "still thinking", limit=SOON, always=False)
async def stops_the_loop_it_runs_in_and_waits(decision: Decision) -> Any:
    asyncio.get_running_loop().stop()
    await asyncio.sleep(0.01)
    return decision.options[0]


@harmless
async def leaves_tasks_behind(decision: Decision) -> Any:
    tasks = [asyncio.create_task(asyncio.sleep(FOR_EVER)) for _ in range(3)]
    await asyncio.sleep(0)
    return decision.options[len(tasks) - 3]


class _BrokenBrain(Brain):
    def judge(self, decision: Decision) -> Analysis:
        return next(iter(()))


class _BusyBrain(Brain):
    """Never looks at the clock."""

    def judge(self, decision: Decision) -> Analysis:
        while True:
            pass


def _add_opponent(name: str, brain: type[Brain], *problems: str, **traits: Any) -> None:
    # The brain does not ask the game anything, so that any game will do.
    FAULTS[name] = Fault(name, lambda: Opponent(TicTacToe(), name, brain(TicTacToe())), frozenset(problems), **traits)


_add_opponent("an opponent whose brain raises stop iteration", _BrokenBrain, "raised", limit=2.0)
_add_opponent("an opponent whose brain never looks at the clock", _BusyBrain, "overrun", "still thinking", limit=SOON)


# ---------------------------------------------------------------------- it answers nonsense


class NastyText(str):
    """Equal to everything, the same as nothing, and not to be touched."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return True

    def __ne__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return False

    def __hash__(self) -> int:
        _only_in_the_players_thread()
        return hash("a1")

    def __str__(self) -> str:
        _only_in_the_players_thread()
        return "a1"

    def __getitem__(self, key: Any) -> Any:
        _only_in_the_players_thread()
        return 7


class Nasty:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return True

    def __hash__(self) -> int:
        _only_in_the_players_thread()
        return 0


class Liar:
    """Says that it is text."""

    __class__ = property(lambda self: str)  # type: ignore[assignment]


class NastyNumber(float):
    """A number until somebody wants to know."""

    def __float__(self) -> float:
        raise RuntimeError("guess")


TOUCHED: list[str] = []
"""Which threads other than a player's ran code that a player handed over."""


def _only_in_the_players_thread() -> None:
    name = threading.current_thread().name
    if name != "sparring seat":
        TOUCHED.append(name)


@illegal
def answers_with_nothing(decision: Decision) -> Any:
    return None


@illegal
def answers_with_a_number(decision: Decision) -> Any:
    return 0


@illegal
def answers_with_a_list(decision: Decision) -> Any:
    return [decision.options[0]]


@illegal
def answers_with_something_unhashable(decision: Decision) -> Any:
    return {decision.options[0]: {}}


@illegal
def answers_with_all_options(decision: Decision) -> Any:
    return decision.options


@illegal
def answers_with_bytes(decision: Decision) -> Any:
    return decision.options[0].encode()


@illegal
def answers_with_an_unknown_option(decision: Decision) -> Any:
    return "z99"


@illegal
def answers_with_an_empty_text(decision: Decision) -> Any:
    return ""


@illegal
def answers_with_spaces_around_it(decision: Decision) -> Any:
    return f" {decision.options[0]}\n"


@illegal
def answers_with_a_text_that_equals_everything(decision: Decision) -> Any:
    return NastyText("z99")


@illegal
def answers_with_an_object_that_equals_everything(decision: Decision) -> Any:
    return Nasty()


@illegal
def answers_with_an_object_that_says_it_is_text(decision: Decision) -> Any:
    return Choice(Liar())  # type: ignore[arg-type]


@illegal
def answers_with_a_class(decision: Decision) -> Any:
    return Choice


@illegal
def answers_with_the_decision(decision: Decision) -> Any:
    return decision


@illegal
def answers_with_an_exception(decision: Decision) -> Any:
    return Overrun("so I say")


@illegal
def answers_with_a_lookalike(decision: Decision) -> Any:
    return SimpleNamespace(option=decision.options[0], remark="", analysis=None, pace=0.0)


@illegal
def answers_with_a_generator(decision: Decision) -> Any:
    yield decision.options[0]


@illegal
async def answers_with_an_async_generator(decision: Decision) -> Any:
    yield decision.options[0]


@illegal
async def awaits_and_answers_with_nonsense(decision: Decision) -> Any:
    await asyncio.sleep(0)
    return object()


@illegal
async def awaits_and_answers_with_nothing(decision: Decision) -> Any:
    await asyncio.sleep(0)


@illegal
def chooses_nothing(decision: Decision) -> Any:
    return Choice(None)  # type: ignore[arg-type]


@illegal
def chooses_a_list(decision: Decision) -> Any:
    return Choice([decision.options[0]])  # type: ignore[arg-type]


@illegal
def chooses_a_choice(decision: Decision) -> Any:
    return Choice(Choice(decision.options[0]))  # type: ignore[arg-type]


@illegal
def chooses_nonsense_in_every_field(decision: Decision) -> Any:
    return Choice(nan, remark=object(), analysis="deep", pace=[])  # type: ignore[arg-type]


@illegal
def chooses_a_text_of_a_million_characters(decision: Decision) -> Any:
    return "z" * 1_000_000


@harmless
def chooses_well_with_a_text_that_equals_everything(decision: Decision) -> Any:
    return NastyText(decision.options[-1])


@harmless
def chooses_well_with_a_remark_of_a_megabyte(decision: Decision) -> Any:
    return Choice(decision.options[0], remark="x" * 1_000_000)


@harmless
def chooses_well_with_nonsense_around_it(decision: Decision) -> Any:
    return Choice(decision.options[0], remark=17, analysis={"best": "z99"}, pace="long")  # type: ignore[arg-type]


@mixed("raised", always=False)
def chooses_well_with_nasty_things_around_it(decision: Decision) -> Any:
    return Choice(decision.options[0], remark=NastyText("hello"), analysis=Nasty(), pace=NastyNumber(1))  # type: ignore[arg-type]


@harmless
def chooses_well_with_a_pace_that_is_no_number(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=nan)


@harmless
def chooses_well_with_an_infinite_pace(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=inf)


@harmless
def chooses_well_with_a_pace_below_zero(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=-inf)


@mixed("raised", always=False)
def chooses_well_with_a_pace_beyond_all_numbers(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=10**400)


@harmless
def chooses_well_with_an_empty_analysis(decision: Decision) -> Any:
    return Choice(decision.options[0], analysis=Analysis(()))


# ---------------------------------------------------------------------- it never answers


@overrun
async def awaits_for_ever(decision: Decision) -> Any:
    await asyncio.sleep(FOR_EVER)


@overrun
async def awaits_what_nobody_sets(decision: Decision) -> Any:
    await asyncio.Event().wait()


@overrun
async def awaits_a_thread_that_sleeps_for_ever(decision: Decision) -> Any:
    await asyncio.to_thread(time.sleep, FOR_EVER)


@stuck
def sleeps_for_ever(decision: Decision) -> Any:
    time.sleep(FOR_EVER)


@stuck
async def sleeps_for_ever_in_a_coroutine(decision: Decision) -> Any:
    time.sleep(FOR_EVER)


@stuck
def waits_for_a_lock_for_ever(decision: Decision) -> Any:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


@overrun
def is_busy_for_ever(decision: Decision) -> Any:
    while True:
        pass


@overrun
async def is_busy_for_ever_in_a_coroutine(decision: Decision) -> Any:
    while True:
        pass


@overrun
async def gives_way_for_ever(decision: Decision) -> Any:
    while True:
        await asyncio.sleep(0)


@overrun
def is_busy_and_swallows_exceptions(decision: Decision) -> Any:
    while True:
        try:
            int("no number")
        except Exception:
            continue


@overrun
async def ignores_being_cancelled(decision: Decision) -> Any:
    while True:
        try:
            await asyncio.sleep(FOR_EVER)
        except asyncio.CancelledError:
            continue


@overrun
async def is_busy_and_ignores_being_cancelled(decision: Decision) -> Any:
    while True:
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            continue


@overrun
async def is_busy_once_cancelled(decision: Decision) -> Any:
    try:
        await asyncio.sleep(FOR_EVER)
    except asyncio.CancelledError:
        while True:
            pass


@overrun
def answers_only_when_told_to_stop(decision: Decision) -> Any:
    while not decision.thinking.stopped:
        time.sleep(0.001)
    return decision.options[0]


@overrun
async def answers_when_cancelled(decision: Decision) -> Any:
    try:
        await asyncio.sleep(FOR_EVER)
    except asyncio.CancelledError:
        return decision.options[0]


@overrun
def answers_late(decision: Decision) -> Any:
    time.sleep(3 * SOON)
    return decision.options[0]


# ---------------------------------------------------------------------- it spoils what it was given


@harmless
def spoils_the_view(decision: Decision) -> Any:
    if isinstance(decision.view, list):
        for taken in decision.view:
            taken[:] = ["nonsense"]
        decision.view.clear()
        decision.view.append([1, 99])
    return decision.options[0]


@harmless
def empties_the_decision(decision: Decision) -> Any:
    option = decision.options[0]
    for field in ("seat", "options", "view", "kind", "number", "seed", "thinking"):
        object.__setattr__(decision, field, None)
    return option


@illegal
def makes_options_of_its_own(decision: Decision) -> Any:
    object.__setattr__(decision, "options", ("z99",))
    return "z99"


@harmless
def takes_the_other_seat(decision: Decision) -> Any:
    object.__setattr__(decision, "seat", 1 - decision.seat)
    object.__setattr__(decision, "number", 77)
    return decision.options[0]


@raised
def changes_its_seed_and_raises(decision: Decision) -> Any:
    object.__setattr__(decision, "seed", "nonsense")
    raise ValueError("no")


@overrun
async def cuts_the_wire_and_hangs(decision: Decision) -> Any:
    object.__setattr__(decision, "thinking", None)
    await asyncio.sleep(FOR_EVER)


@overrun
async def breaks_the_wire_and_hangs(decision: Decision) -> Any:
    decision.thinking.stop = None  # type: ignore[assignment, method-assign]
    await asyncio.sleep(FOR_EVER)


@raised
def empties_the_wire_and_raises(decision: Decision) -> Any:
    vars(decision.thinking).clear()
    raise ValueError("nothing left")


@raised
def makes_another_thing_of_the_wire_and_raises(decision: Decision) -> Any:
    decision.thinking.__class__ = type("Wire", (), {})
    raise ValueError("no wire")


@harmless
def says_that_its_time_is_over(decision: Decision) -> Any:
    decision.thinking.stop()
    decision.thinking.deadline = 0.0
    return decision.options[0]


@overrun
async def gives_itself_all_the_time(decision: Decision) -> Any:
    decision.thinking.deadline = None
    await asyncio.sleep(FOR_EVER)


@raised
def names_a_best_option_that_is_none_and_raises(decision: Decision) -> Any:
    decision.thinking.best = "z99"
    raise ValueError("no")


@raised
def names_a_best_option_that_equals_everything_and_raises(decision: Decision) -> Any:
    decision.thinking.best = NastyText("z99")
    raise ValueError("no")


@raised
def names_a_best_option_that_is_no_text_and_raises(decision: Decision) -> Any:
    decision.thinking.best = Nasty()  # type: ignore[assignment]
    raise ValueError("no")


# ---------------------------------------------------------------------- it reports nonsense


def _reporting(what: Callable[[Decision], Any]) -> Answer:
    """Reports something, whatever that leads to, and then hangs."""

    async def answer(decision: Decision) -> Any:
        try:
            decision.thinking.report(what(decision))
        except Exception:
            await asyncio.sleep(0)
        await asyncio.sleep(FOR_EVER)

    return answer


def _add_report(name: str, what: Callable[[Decision], Any]) -> None:
    full = f"reports {name} and hangs"
    answer = _reporting(what)
    FAULTS[full] = Fault(full, lambda: Faulty(full, answer), frozenset({"overrun", "still thinking"}), limit=SOON)


def judged(best: Any, *others: Any, score: float = 1.0) -> Analysis:
    """An analysis that likes one option best."""
    return Analysis((Judgement(best, score), *(Judgement(other, 0.0) for other in others)))


_add_report("a text", lambda decision: "a1")
_add_report("nothing", lambda decision: None)
_add_report("a lookalike", lambda decision: SimpleNamespace(best=decision.options[0]))
_add_report("an analysis without options", lambda decision: Analysis(()))
_add_report("an analysis of nonsense", lambda decision: Analysis((1, 2, 3)))  # type: ignore[arg-type]
_add_report("an illegal best option", lambda decision: judged("z99"))
_add_report("a best option that is no text", lambda decision: judged(["a1"]))
_add_report("a best option that equals everything", lambda decision: judged(NastyText("z99")))
_add_report("scores that are no numbers", lambda decision: judged(decision.options[0], *decision.options, score=nan))


@overrun
def reports_without_end(decision: Decision) -> Any:
    while True:
        decision.thinking.report(judged(decision.options[0]))


@overrun
async def reports_a_good_option_and_hangs(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    await asyncio.sleep(FOR_EVER)


@stuck
def reports_a_good_option_and_sleeps_for_ever(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    time.sleep(FOR_EVER)


@raised
def reports_a_good_option_and_raises(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    raise ValueError("and now?")


@illegal
def reports_a_good_option_and_answers_nonsense(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    return "z99"


# ---------------------------------------------------------------------- for other processes only


def is_busy_and_swallows_everything(decision: Decision) -> Any:
    """Nothing ends this but the end of its process."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def is_busy_in_another_thread(decision: Decision) -> Any:
    """Awaits a thread that swallows everything."""
    return asyncio.to_thread(is_busy_and_swallows_everything, decision)


class StuckInOneCall(Player):
    """Holds the interpreter for ever, in one call of a regular expression."""

    name = "stuck in one call"

    def choose(self, decision: Decision) -> str:
        re.match(r"(a+)+$", "a" * 64 + "b")
        return decision.options[0]


class EndsItsProcess(Player):
    """Is gone without a word."""

    name = "ends its process"

    def choose(self, decision: Decision) -> str:
        os._exit(7)


class ExitsItsProcess(Player):
    """Is gone in good order."""

    name = "exits its process"

    def choose(self, decision: Decision) -> str:
        sys.exit(0)


class NeverMade(Player):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise ValueError("not today")

    def choose(self, decision: Decision) -> str:
        return decision.options[0]


class ReportsAndIsStuck(Player):
    """Tells what it thinks, and then holds its interpreter for ever."""

    name = "reports and is stuck"

    def choose(self, decision: Decision) -> str:
        decision.thinking.report(judged(decision.options[-1]))
        return StuckInOneCall().choose(decision)


@dataclass(frozen=True)
class Richer(Judgement):
    """A judgement with more in it than the other side of a wire knows of."""

    comment: str = ""


class ReportsTooMuchAndAnswers(Player):
    """Reports once what nobody can read, and then goes on as if nothing had happened: always with its first option."""

    name = "reports too much"

    def choose(self, decision: Decision) -> str:
        if decision.number == 0:
            decision.thinking.report(Analysis((Richer(decision.options[0], 1.0, comment="good"),)))
        return decision.options[0]


class AnswersInItsProcess(Player):
    """Well-behaved, and says where it is."""

    name = "answers elsewhere"

    async def choose(self, decision: Decision) -> Choice:
        await asyncio.sleep(0)
        return Choice(decision.options[-1], remark=str(os.getpid()))
