"""A job: work that was started in a thread or a process, with its result to come and one way to cancel it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from typing import Any, Generic, TypeVar

from sparring.rules import Thinking
from sparring.rules.own_code import in_words

T = TypeVar("T")

GRACE = 1.0
"""Seconds that a cancelled job gets to stop by itself before it is interrupted."""

MOMENT = 0.1
"""Seconds that the main thread waits at a time, so that a Ctrl-C just before it waits is not lost."""


class Job(ABC, Generic[T]):
    """Work under way. Its `thinking` carries the deadline and the stop flag to it, and its progress back.

    Whoever starts a job owns it: they take its result or cancel it. Cancelling sets the stop flag first; then the
    runner does what it can to end the work.
    """

    def __init__(self, thinking: Thinking | None = None) -> None:
        self.thinking = thinking or Thinking()
        self._outcome: Future[T] = Future()
        self._outcome.set_running_or_notify_cancel()  # only the runner ends it, with `succeed` or `fail`

    # ------------------------------------------------------------------ for the owner

    @property
    def done(self) -> bool:
        """Whether the work has ended, in whatever way."""
        return self._outcome.done()

    async def result(self, seconds: float | None = None, *, grace: float | None = GRACE) -> T:
        """The result, or the error that the work raised.

        After `seconds` the job is cancelled and TimeoutError raised. If whoever awaits this is cancelled, so is the
        job; then this takes up to `grace` seconds more for the work to end, or as long as it takes with None.
        """
        outcome = asyncio.wrap_future(self._outcome)
        outcome.add_done_callback(_retrieve_error)
        try:
            # Not wait_for, which in Python 3.11 forgets a cancellation that arrives together with the result.
            async with asyncio.timeout(seconds):
                return await outcome
        except TimeoutError:
            self.cancel()
            raise
        except asyncio.CancelledError:
            self.cancel()
            await self._wait_for_end(grace)
            raise

    async def _wait_for_end(self, seconds: float | None) -> None:
        ended = asyncio.wrap_future(self._outcome)
        ended.add_done_callback(_retrieve_error)
        try:
            await asyncio.wait({ended}, timeout=seconds)
        finally:
            ended.cancel()

    def wait(self) -> T:
        """The result, for code that does not await. Ctrl-C while it waits cancels the job."""
        try:
            while not self.done:
                wait([self._outcome], MOMENT)
        except BaseException:
            self.cancel()
            raise
        return self._outcome.result()

    def cancel(self) -> None:
        """Tell the work to stop, and make it end if it has not ended yet."""
        self.thinking.stop()
        if not self.done:
            self._end()

    # ------------------------------------------------------------------ for the runner

    def succeed(self, result: T) -> None:
        """The work has ended with this result."""
        self._outcome.set_result(result)

    def fail(self, error: BaseException) -> None:
        """The work has ended with this error."""
        if not isinstance(error, Exception) or isinstance(error, StopIteration):
            # Those would end or confuse the event loop of whoever awaits the result.
            harmless = RuntimeError(in_words(error))
            harmless.__cause__ = error
            error = harmless
        self._outcome.set_exception(error)

    def wait_until_done(self, seconds: float) -> None:
        """Block until the work has ended, for this many seconds at the most."""
        wait([self._outcome], seconds)

    @abstractmethod
    def _end(self) -> None:
        """Make the work end, or abandon it. Never blocks."""


class WaitingJob(Job[T]):
    """A coroutine that only waits for somebody outside, so it runs on the event loop of whoever starts it."""

    def __init__(self, waiting: Coroutine[Any, Any, T], thinking: Thinking | None = None) -> None:
        super().__init__(thinking)
        self._task = asyncio.get_running_loop().create_task(waiting)
        self._task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[T]") -> None:
        if task.cancelled():
            self.fail(RuntimeError("The job was cancelled."))
        elif error := task.exception():
            self.fail(error)
        else:
            self.succeed(task.result())

    def _end(self) -> None:
        self._task.cancel()


def _retrieve_error(outcome: "asyncio.Future[Any]") -> None:
    """Retrieve the error of a future, if it has one; asyncio logs errors that nobody retrieves."""
    if not outcome.cancelled():
        outcome.exception()
