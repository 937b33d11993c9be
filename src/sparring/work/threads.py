"""Threads that never keep a process from ending, and the one way to stop a busy one."""

import asyncio
import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

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
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        future.set_running_or_notify_cancel()
        threading.Thread(target=call, name="sparring call", daemon=True).start()
        return future


async def off_loop(function: Callable[[], T], stop: Callable[[], Any]) -> T:
    """Await a function that runs in a daemon thread.

    When cancelled it calls `stop`, and ends only when the thread has ended, so that whoever cancelled can tell.
    """
    threads: list[threading.Thread] = []

    def call() -> T:
        threads.append(threading.current_thread())
        return function()

    answer = asyncio.wrap_future(DAEMONS.submit(call))
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        stop()
        done, _ = await asyncio.wait({answer}, timeout=GRACE)
        if not done:
            interrupt(*threads)
            await asyncio.wait({answer})
        answer.exception()  # nobody waits for it any more
        raise


def interrupt(*threads: threading.Thread) -> None:
    """Have the interpreter raise Interrupted inside threads: this ends a busy loop, though not a long C call."""
    for thread in threads:
        if thread.ident is not None and thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Interrupted))


DAEMONS = DaemonThreads()
