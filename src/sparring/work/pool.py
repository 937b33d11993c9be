"""Runs many independent jobs in several processes, and yields their results in the order of the jobs."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


class WorkLost(RuntimeError):
    """A worker process died before all jobs were done."""


def cores() -> int:
    """How many CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def over_processes(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int) -> Iterator[Done]:
    """The results of the jobs, in their order; for one process or one job, no worker is started."""
    if processes <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    # Spawned, not forked: a fork of a process with threads may inherit locks that nobody will ever release.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(processes, len(jobs)), mp_context=context)
    finished = False
    try:
        with _ctrl_c_ignored():  # the workers inherit this, so only this process handles Ctrl-C
            results = pool.map(work, jobs)
        yield from results
        finished = True
    except BrokenProcessPool:
        raise WorkLost("A worker process ended before its work was done (it was killed, or memory ran out).") from None
    finally:
        # Wait for idle workers, which end at once: an interpreter that exits before them may print errors.
        pool.shutdown(wait=finished, cancel_futures=True)
