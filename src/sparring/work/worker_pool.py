"""Pools of warm worker processes that are forked when they are needed, and killed when they do not stop."""

import asyncio
import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any

from sparring.rules import Thinking
from sparring.work.fork_server import FORK, WARM, WARM_UP, Message, NoPickle, Setup, packed, unpacked
from sparring.work.job import Job
from sparring.work.messages import Messages

log = logging.getLogger("sparring.work")

READY = 60.0
"""Seconds that a new worker may take until it is ready, on a busy machine where nothing is compiled yet."""

PREPARED = 180.0
"""Seconds that a worker may prepare for a task."""

STOPS = 2.5
"""Seconds that a worker has to end a task that was cancelled, before it is killed."""

PAUSE = 2.0
"""Seconds from one start of a fork server to the next, if it keeps ending."""

REMEMBERED = 8
"""How many kinds of task a pool remembers of each worker, to give it more of the same kind."""

ON_ITS_OWN = "OPENBLAS_NUM_THREADS"
"""Set to 1, this keeps NumPy from starting threads, which a fork server must not have."""


class WorkerLost(RuntimeError):
    """The process that worked on a task has ended without a result, or could not be started."""


class WorkerJob(Job[Any]):
    """A task that a worker process works on. If it is cancelled and does not stop, the process is killed."""

    def __init__(self, worker: "Worker", number: int, thinking: Thinking, seconds: float | None) -> None:
        super().__init__(thinking)
        self.number = number
        self.began = False
        self._worker = worker
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._deadline = self._loop.call_later(PREPARED, worker.kill)

    def begin(self) -> None:
        """All is prepared, so its time runs from now."""
        self.began = True
        self._deadline.cancel()
        if self._seconds is not None:
            self._deadline = self._loop.call_later(self._seconds, self._worker.kill)

    def when_done(self, call: Callable[[], None]) -> None:
        """Call a function when the process works on it no more."""
        self._outcome.add_done_callback(lambda _: call())

    def settle(self, message: Message) -> None:
        """The process has said how it ended."""
        self._deadline.cancel()
        try:
            content = unpacked(message.content)
        except NoPickle as error:
            self.fail(RuntimeError(str(error)))
            return
        if message.kind == "done":
            self.succeed(content)
        else:
            self.fail(content)

    def lose(self) -> None:
        """The process has ended."""
        self._deadline.cancel()
        self.fail(WorkerLost("The process that thought about this has ended."))

    def _end(self) -> None:
        self._worker.send(Message(self.number, "stop"))
        self._deadline.cancel()
        self._deadline = self._loop.call_later(STOPS, self._worker.kill)


class Worker(Messages):
    """A worker process, as its owner sees it."""

    def __init__(self, generation: int, gone: "Callable[[Worker], None]") -> None:
        super().__init__()
        self.pid = 0
        self.generation = generation
        """Of the fork server, which is warmer in a later one."""

        self.fit = True
        """Whether it can be given another task when it has done what it does."""

        self.jobs: dict[int, WorkerJob] = {}
        self.kinds: deque[Hashable] = deque(maxlen=REMEMBERED)
        """The kinds of its latest tasks."""

        self.ready = asyncio.get_running_loop().create_future()
        self._gone = gone
        self._number = 0

    def start(self, task: Any, kind: Hashable, thinking: Thinking, seconds: float | None) -> WorkerJob:
        """Give it a task; NoPickle if the task cannot be sent."""
        self._number += 1
        self.send(Message(self._number, "do", packed(task)))
        job = self.jobs[self._number] = WorkerJob(self, self._number, thinking, seconds)
        if kind not in self.kinds:
            self.kinds.append(kind)
        return job

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.fit = False
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.pid = 0
        self.hang_up()

    def received(self, message: Message) -> None:
        """It is ready, has news about a task, or has ended one."""
        if message.kind == "ready":
            self.pid = unpacked(message.content)
            if not self.ready.done():
                self.ready.set_result(None)
        elif job := self.jobs.get(message.number):
            if message.kind == "began":
                job.begin()
            elif message.kind == "report":
                with suppress(NoPickle):
                    job.thinking.report(unpacked(message.content))
            else:
                self.fit = self.fit and message.fit
                del self.jobs[message.number]
                job.settle(message)

    def ended(self) -> None:
        """The process is gone."""
        self.fit, self.pid = False, 0
        if not self.ready.done():
            self.ready.set_exception(WorkerLost("A process to think in ended at once; the log says why."))
            self.ready.exception()  # somebody may wait for it, or not
        self._gone(self)
        jobs, self.jobs = self.jobs, {}
        for job in jobs.values():
            job.lose()


class Forks:
    """The fork server of this process, as its owner sees it; it is started again when it ends."""

    def __init__(self, duties: str, details: Any) -> None:
        self.generation = 0
        self._setup = Setup(list(sys.path), duties, details)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._warm: asyncio.Future[None] | None = None
        self._starting = asyncio.Lock()
        self._started_at = -PAUSE
        self._closed = False

    async def fork(self, gone: Callable[[Worker], None]) -> Worker:
        """A new worker, ready to work."""
        control = await self._running()
        ours, theirs = socket.socketpair()
        worker = Worker(self.generation, gone)
        try:
            socket.send_fds(control, [FORK], [theirs.fileno()])
        except OSError as error:
            ours.close()
            raise WorkerLost(f"No process to think in can be started: {error.strerror}.") from None
        finally:
            theirs.close()
        await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=ours)
        try:
            async with asyncio.timeout(READY):
                await asyncio.shield(worker.ready)
        except BaseException as error:
            worker.kill()
            if isinstance(error, TimeoutError):
                self._end()  # a fork server that does not react
                raise WorkerLost(f"No process to think in was ready within {READY:g} seconds.") from None
            raise
        return worker

    async def warm_up(self) -> bool:
        """Have the fork server load all it can; workers that are forked from then on have it. False if it ended."""
        control = await self._running()
        self._warm = asyncio.get_running_loop().create_future()
        control.send(WARM_UP)
        try:
            await self._warm
        except WorkerLost:
            return False
        self.generation += 1
        return True

    def close(self) -> None:
        """End the fork server, and with it all workers."""
        self._closed = True
        self._end()

    async def _running(self) -> socket.socket:
        async with self._starting:
            if self._closed:
                raise WorkerLost("No process to think in is started any more.")
            if self._control is None:
                await asyncio.sleep(self._started_at + PAUSE - time.monotonic())
                self._started_at = time.monotonic()
                self._process, control = await asyncio.to_thread(self._start)
                asyncio.get_running_loop().add_reader(control, self._hear, control)
                self._control = control
            return self._control

    def _start(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        command = [sys.executable, "-P", "-m", "sparring.work.fork_server", str(theirs.fileno())]
        environment = {**os.environ, ON_ITS_OWN: "1"}
        with theirs:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[theirs.fileno()], env=environment)
        assert process.stdin is not None
        with process.stdin as told, suppress(BrokenPipeError):
            pickle.dump(self._setup, told)
        return process, ours

    def _hear(self, control: socket.socket) -> None:
        """It is warm, or has ended."""
        try:
            heard = control.recv(1)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if heard == WARM and self._warm is not None and not self._warm.done():
            self._warm.set_result(None)
        elif not heard:
            log.warning("the process that forks others has ended; it is started again when it is needed")
            self._end()

    def _end(self) -> None:
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is not None:
            asyncio.get_running_loop().remove_reader(control)
            control.close()
        if process is not None:
            process.kill()
            process.wait()
        if self._warm is not None and not self._warm.done():
            self._warm.set_exception(WorkerLost("It has ended."))


class WorkerPool:
    """Workers for tasks of one sort, started when they are needed, no more than `size`, with `each` tasks at a time."""

    def __init__(self, forks: Forks, size: int, each: int = 1) -> None:
        self._forks = forks
        self._each = each
        self._places = asyncio.Semaphore(size * each)
        self._size = size
        self._workers: list[Worker] = []
        self._forking = asyncio.Lock()
        self._closed = False

    @property
    def workers(self) -> list[int]:
        """The numbers of its processes."""
        return [worker.pid for worker in self._workers]

    async def run(self, task: Any, kind: Hashable, thinking: Thinking, seconds: float | None) -> Any:
        """The result of a task; WorkerLost if its process ends, which is killed if it takes longer than `seconds`.

        The time runs when the worker has prepared what the task needs. If this is cancelled, so is the task.
        """
        job = await self._start(task, kind, thinking, seconds)
        try:
            return await job.result(grace=0.0)
        except WorkerLost:
            if job.began:
                raise
        # Its process ended before it began, for a reason that is not the task's.
        job = await self._start(task, kind, thinking, seconds)
        return await job.result(grace=0.0)

    def end_older(self) -> None:
        """Let workers go that were forked before the fork server was warm, once they have nothing to do."""
        for worker in list(self._workers):
            self._let_go(worker)

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in list(self._workers):
            worker.kill()

    async def _start(self, task: Any, kind: Hashable, thinking: Thinking, seconds: float | None) -> WorkerJob:
        await self._places.acquire()
        try:
            worker = await self._free_worker(kind)
            job = worker.start(task, kind, thinking, seconds)
        except BaseException:
            self._places.release()
            raise
        job.when_done(lambda: self._take_back(worker))
        return job

    async def _free_worker(self, kind: Hashable) -> Worker:
        """A worker with a place for one more task; one that has had such a task before, if there is one."""
        while True:
            if (free := self._found(kind)) is not None:
                return free
            async with self._forking:
                if (free := self._found(kind)) is not None:
                    return free
                if sum(worker.fit for worker in self._workers) < self._size:
                    self._workers.append(await self._forks.fork(self._gone))
                    continue
            await asyncio.sleep(0.01)  # one that is about to be killed still counts

    def _found(self, kind: Hashable) -> Worker | None:
        free = [worker for worker in self._workers if worker.fit and len(worker.jobs) < self._each]
        return min(free, key=lambda worker: (len(worker.jobs), kind not in worker.kinds), default=None)

    def _take_back(self, worker: Worker) -> None:
        self._places.release()
        self._let_go(worker)

    def _let_go(self, worker: Worker) -> None:
        """End a worker that has nothing to do and is not to be used again."""
        if not worker.jobs and (not worker.fit or worker.generation < self._forks.generation or self._closed):
            worker.kill()

    def _gone(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
