"""Threads that never keep a process from ending: jobs run in them, and one that hangs is interrupted or abandoned."""

import asyncio
import ctypes
import inspect
import logging
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from sparring.rules import Thinking
from sparring.rules.own_code import Interrupted
from sparring.work.job import GRACE, Job

log = logging.getLogger("sparring.work")

P = ParamSpec("P")
T = TypeVar("T")

INTERRUPTIONS = 5
"""How often a cancelled job is interrupted before it is abandoned: it may swallow the first few."""


class JobThread:
    """A daemon thread with an event loop, in which jobs run one at a time.

    There a job may await, compute or block as it likes. A cancelled job is told to stop, then its task is cancelled,
    then its thread is interrupted. If even that fails, the job is abandoned, and its thread with it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._latest: Job[Any] | None = None

    @property
    def busy(self) -> bool:
        """Whether the job that was started last has not ended yet."""
        return self._latest is not None and not self._latest.done

    def start(self, work: Callable[[], T | Awaitable[T]], thinking: Thinking | None = None) -> Job[T]:
        """Call a function in the thread, and await there what it returns if that can be awaited."""
        if self.busy:
            raise RuntimeError("An earlier job still runs in this thread.")
        job = _ThreadJob(self, work, thinking)
        self._latest = job
        self._open().call_soon_threadsafe(job.begin)
        return job

    def close(self) -> None:
        """Let the thread end once it is idle; one that is stuck in a job is abandoned."""
        self._closed = True
        self.send(lambda: self._loop.stop() if self._loop else None)

    def send(self, callback: Callable[[], object]) -> bool:
        """Have the thread's event loop call a function; False if that loop has ended."""
        if self._loop is None or self._loop.is_closed():
            return False
        with suppress(RuntimeError):  # it was closed just now
            self._loop.call_soon_threadsafe(callback)
            return True
        return False

    def interrupt(self) -> None:
        """Raise Interrupted inside the thread. This ends a busy loop, but not a long call into C."""
        thread = self._thread
        if thread is not None and thread.ident is not None and thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Interrupted))

    def _open(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_default_executor(_DaemonThreads())
            self._loop.set_exception_handler(_log_quietly)
            self._thread = threading.Thread(target=self._serve, args=(self._loop,), name=self._name, daemon=True)
            self._thread.start()
        return self._loop

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run the loop until it is closed, whatever a job or an interruption does to it."""
        asyncio.set_event_loop(loop)
        while not self._closed:
            with suppress(BaseException):
                loop.run_forever()
        for _ in range(3):
            with suppress(BaseException):
                _cancel_tasks(loop)
                break
        loop.close()


async def in_thread(work: Callable[[], T], thinking: Thinking | None = None) -> T:
    """Call a function in a daemon thread of its own.

    If whoever awaits this is cancelled, the function is told to stop and then interrupted, and the cancellation comes
    through only when it has ended.
    """
    thread = JobThread("sparring call")
    try:
        return await thread.start(work, thinking).result(grace=None)
    finally:
        thread.close()


def outcome_of(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, for code that does not await.

    The thread of a notebook has a running loop already; there, the coroutine runs in another thread.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, work).result()


class _ThreadJob(Job[T]):
    """A job in a JobThread."""

    def __init__(self, thread: JobThread, work: Callable[[], T | Awaitable[T]], thinking: Thinking | None) -> None:
        super().__init__(thinking)
        self._thread = thread
        self._work = work
        self._task: asyncio.Task[T] | None = None

    def begin(self) -> None:
        """Start the work; called in the thread."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(self._finish)

    async def _run(self) -> T:
        result = self._work()
        if inspect.isawaitable(result):
            return await result
        return result

    def _finish(self, task: "asyncio.Task[T]") -> None:
        try:
            self.succeed(task.result())
        except BaseException as error:
            self.fail(error)

    def _end(self) -> None:
        self._thread.send(self._cancel_task)
        if sys.is_finalizing():  # no thread can be started any more, and this one ends with the process
            return
        # In a thread of its own: the event loop of whoever cancels may end before the work does.
        threading.Thread(target=self._recall, name="sparring recall", daemon=True).start()

    def _cancel_task(self) -> None:
        if self._task is not None:
            # After the task's first step, so that a coroutine can clean up after itself.
            asyncio.get_running_loop().call_soon(self._task.cancel)

    def _recall(self) -> None:
        """Interrupt the thread while its event loop does not turn; a job that only awaits is left alone."""
        for _ in range(INTERRUPTIONS):
            heard = threading.Event()
            if self.done or not self._thread.send(heard.set):
                return
            if not heard.wait(GRACE) and not self.done:
                self._thread.interrupt()
            self.wait_until_done(GRACE / 4)


def _cancel_tasks(loop: asyncio.AbstractEventLoop) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=2 * GRACE))


def _log_quietly(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    log.debug("in the event loop of a job's thread: %s", context.get("message"))


class _DaemonThreads(ThreadPoolExecutor):
    """An executor with a daemon thread for each call; the standard one waits at exit for its threads to end."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start the call in a thread of its own."""
        future: Future[T] = Future()

        def call() -> None:
            try:
                result = fn(*args, **kwargs)
            except StopIteration as error:  # no asyncio future accepts a StopIteration
                future.set_exception(RuntimeError(f"StopIteration: {error}"))
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        future.set_running_or_notify_cancel()
        threading.Thread(target=call, name="sparring call", daemon=True).start()
        return future
