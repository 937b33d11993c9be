"""Runs many independent jobs in this process, in threads, in processes or on a Ray cluster; callers do not know which.

Every executor yields the results in the order of the jobs. So whoever uses one gets the same results from all of them,
as long as each result depends on its job alone.
"""

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Self, TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")

LOCAL = "local"
"""The address that stands for a Ray cluster on this machine alone, started for the occasion."""

RETRIES = 3
"""How often jobs are tried again whose worker was lost, before the work is given up."""

WAITING = 1000
"""The most jobs that are handed out and not finished yet."""


class WorkLost(RuntimeError):
    """Workers were lost again and again before all jobs were done."""


class Executor(ABC):
    """Runs jobs somewhere. Whatever all jobs share belongs into the work itself, as `functools.partial` binds it."""

    width: int
    """How many jobs run at the same time."""

    @abstractmethod
    def run(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results of the jobs, in their order. Whoever stops early cancels what has not begun."""

    def close(self) -> None:  # noqa: B027
        """End the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def executor(jobs: int = 1, ray: str | None = None, *, threads: bool = False) -> Executor:
    """The executor for this many jobs at a time: on a Ray cluster if one is named, else in threads or in processes.

    Threads suit compiled work, which releases the interpreter's lock; they share memory. `ray` is "local" or the
    address of a cluster, which decides by itself how many jobs it runs.
    """
    if ray is not None:
        from sparring.work.ray_cluster import OnRay

        return OnRay(ray, jobs)
    if jobs <= 1:
        return Here()
    return Threads(jobs) if threads else Processes(jobs)


def cores() -> int:
    """How many CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Here(Executor):
    """Runs one job after the other, in the process and thread of the caller."""

    width = 1

    def run(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results of the jobs, in their order."""
        return map(work, jobs)


class Threads(Executor):
    """Runs jobs in threads of this process."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._pool = ThreadPoolExecutor(width)

    def run(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results of the jobs, in their order."""
        waiting: deque[Future[Done]] = deque()
        coming = iter(jobs)
        try:
            while True:
                waiting.extend(self._pool.submit(work, job) for job in islice(coming, WAITING - len(waiting)))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """End the threads when their jobs are done."""
        self._pool.shutdown(cancel_futures=True)


class Processes(Executor):
    """Runs jobs in processes, which start with the first jobs. If one dies, the jobs that were lost are run again."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._pool: ProcessPoolExecutor | None = None

    def run(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results of the jobs, in their order."""
        waiting: deque[tuple[Job, Future[Done]]] = deque()
        coming = iter(jobs)
        losses = 0
        try:
            while True:
                for job in islice(coming, WAITING - len(waiting)):
                    waiting.append((job, self._submit(work, job)))
                if not waiting:
                    return
                job, future = waiting[0]
                try:
                    result = future.result()
                except BrokenProcessPool:
                    losses += 1
                    if losses > RETRIES:
                        raise WorkLost(
                            "A worker process ended before its work was done (it was killed, or memory ran out)."
                        ) from None
                    self._start_again(work, waiting)
                    continue
                waiting.popleft()
                losses = 0
                yield result
        finally:
            for _, future in waiting:
                future.cancel()

    def close(self) -> None:
        """End the processes when their jobs are done."""
        self._end(wait=True)

    def __exit__(self, *error: object) -> None:
        # Wait for idle workers, which end at once: an interpreter that exits before them may print errors.
        self._end(wait=error[0] is None)

    def _end(self, wait: bool) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
            self._pool = None

    def _submit(self, work: Callable[[Job], Done], job: Job) -> Future[Done]:
        try:
            with _ctrl_c_ignored():  # the workers inherit this, so only this process handles Ctrl-C
                return self._started().submit(work, job)
        except BrokenProcessPool as error:  # noticed when its result is wanted
            lost: Future[Done] = Future()
            lost.set_exception(error)
            return lost

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork of a process with threads may inherit locks that nobody will ever release.
            self._pool = ProcessPoolExecutor(self.width, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    def _start_again(self, work: Callable[[Job], Done], waiting: deque[tuple[Job, Future[Done]]]) -> None:
        """Replace the broken pool, and hand out again what it has not finished."""
        self._end(wait=False)
        for place, (job, future) in enumerate(waiting):
            if not future.done() or future.cancelled() or isinstance(future.exception(), BrokenProcessPool):
                waiting[place] = job, self._submit(work, job)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
