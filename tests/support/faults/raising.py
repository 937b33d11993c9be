"""Players who raise."""

import asyncio
import sys
from collections.abc import Iterator
from typing import Any

from sparring.brains.brain import Brain
from sparring.games.tictactoe import TicTacToe
from sparring.match.seat import Overrun
from sparring.opponents import Opponent
from sparring.rules import Analysis, Decision
from support.faults.faulty import FOR_EVER, SOON, Answer, Chapter, Fault

RAISING = Chapter()

raised, harmless, mixed = RAISING.raised, RAISING.harmless, RAISING.mixed


class OfItsOwn(BaseException):
    """Not an Exception."""


class Unspeakable(Exception):
    """An exception that raises when it is printed."""

    def __str__(self) -> str:
        raise RuntimeError("not for your ears")

    __repr__ = __str__


class LastWord(Exception):
    """An exception that raises SystemExit when it is printed."""

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
    RAISING[name] = Fault(name, lambda: Opponent(TicTacToe(), name, brain(TicTacToe())), frozenset(problems), **traits)


_add_opponent("an opponent whose brain raises stop iteration", _BrokenBrain, "raised", limit=2.0)
_add_opponent("an opponent whose brain never looks at the clock", _BusyBrain, "overrun", "still thinking", limit=SOON)
