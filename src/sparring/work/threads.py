"""Threads that never keep a process from ending, and the one way to stop a busy one."""

import asyncio
import ctypes
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

GRACE = 1.0
"""Seconds that thinking gets to stop by itself once it was told to."""


class Interrupted(BaseException):
    """Raised inside a thread whose answer nobody waits for any more."""


class DaemonThreads(ThreadPoolExecutor):
    """An executor with a daemon thread for each call: the ordinary one waits for its threads at exit, for ever."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start the call in a thread of its own."""
        future: Future[T] = Future()

        def call() -> None:
            try:
                result = fn(*args, **kwargs)
            except StopIteration as error:  # which no asyncio future takes
                future.set_exception(RuntimeError(f"StopIteration: {error}"))
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        future.set_running_or_notify_cancel()
        threading.Thread(target=call, name="sparring call", daemon=True).start()
        return future


class Workers:
    """A few threads that do short jobs for an event loop, in the order in which they are given.

    It does less for each job than an executor does, which counts where jobs take a fraction of a millisecond.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, name=name, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[[], T]) -> T:
        """Have a job done; once begun it is carried out, even if nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put((work, loop, done))
        return await done

    def close(self) -> None:
        """Finish what was given, and end."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, loop, done = job
            try:
                settle = partial(_settle, done, work(), None)
            except BaseException as error:
                settle = partial(_settle, done, None, error)
            with suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(settle)


_Job: TypeAlias = "tuple[Callable[[], Any], asyncio.AbstractEventLoop, asyncio.Future[Any]]"


def _settle(done: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    if done.done():
        return  # nobody waits any more
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


async def off_loop(function: Callable[[], T], stop: Callable[[], Any]) -> T:
    """Await a function that runs in a daemon thread.

    When cancelled it calls `stop`, and ends only when the thread has ended, so that whoever cancelled can tell.
    """
    threads: list[threading.Thread] = []

    def call() -> T:
        threads.append(threading.current_thread())
        return function()

    thinking = DAEMONS.submit(call)
    answer = asyncio.wrap_future(thinking)
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        stop()
        # In a thread of its own, since whoever awaits this may be cancelled once more, or its loop closed.
        threading.Thread(target=_recall, args=(thinking, threads), name="sparring recall", daemon=True).start()
        await asyncio.wait({answer})
        answer.exception()  # nobody waits for it any more
        raise


def _recall(thinking: Future[Any], threads: list[threading.Thread]) -> None:
    """Interrupt what does not end by itself; more than once, since it may swallow that."""
    for _ in range(5):
        wait([thinking], GRACE)
        if thinking.done():
            return
        interrupt(*threads)


def interrupt(*threads: threading.Thread) -> None:
    """Have the interpreter raise Interrupted inside threads: this ends a busy loop, though not a long C call."""
    for thread in threads:
        if thread.ident is not None and thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Interrupted))


DAEMONS = DaemonThreads()
