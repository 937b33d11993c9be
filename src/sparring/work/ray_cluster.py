"""Runs jobs on a Ray cluster: one that was started elsewhere, or one on this machine for the occasion."""

import logging
import os
import re
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from typing import Any

from sparring.rules import SparringError
from sparring.work.pool import LOCAL, RETRIES, WAITING, Done, Executor, Job, WorkLost

PATIENCE = 10.0
"""Seconds to wait for a cluster to answer."""


class NoCluster(SparringError):
    """Ray is not installed, or the cluster cannot be reached."""


class OnRay(Executor):
    """Runs jobs as Ray tasks. Those that are lost with their worker or node run again elsewhere.

    Every node needs this package in the same version, and the files of games of one's own under the same paths.
    """

    def __init__(self, address: str, jobs: int) -> None:
        self._ray = _ray()
        self._started_here = not self._ray.is_initialized()
        if self._started_here:
            _reach(address)
            _news_to_standard_error()
            own = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
            try:
                with _modules_found_too():
                    self._ray.init(address, **own, logging_level=logging.ERROR, log_to_driver=False)
            except Exception as error:
                raise NoCluster(f"The Ray cluster {address!r} cannot be used: {_in_a_line(error)}") from None
        self._remote = self._ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")(_do)
        self.width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """The results of the jobs, in their order."""
        shared = self._ray.put(work)  # sent to each node once
        coming = iter(jobs)
        waiting: deque[Any] = deque()
        try:
            while True:
                waiting.extend(self._remote.remote(shared, job) for job in islice(coming, WAITING - len(waiting)))
                if not waiting:
                    return
                yield self._result(waiting[0])
                waiting.popleft()
        finally:
            for task in waiting:
                with suppress(Exception):  # the cluster may be gone
                    self._ray.cancel(task, force=True)

    def close(self) -> None:
        """Leave the cluster, or end the one that was started for this."""
        if self._started_here:
            self._ray.shutdown()

    def _result(self, task: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(task)
        except errors.RayTaskError as error:
            raise error.cause from None  # what the job itself raised
        except errors.RayError as error:
            raise WorkLost(f"A job on the Ray cluster was lost {RETRIES + 1} times: {_in_a_line(error)}") from None


def _do(work: Callable[[Job], Done], job: Job) -> Done:
    return work(job)


@cache
def _news_to_standard_error() -> None:
    """Let Ray print its news of lost nodes and workers to standard error; standard output is for results."""
    with suppress(ImportError, AttributeError):  # Ray has no setting for it
        from ray._private import worker

        original = worker.print_to_stdstream

        def print_to_standard_error(data: dict[str, Any], *more: Any, **named: Any) -> None:
            original({**data, "is_err": True}, *more, **named)

        worker.print_to_stdstream = print_to_standard_error


def _reach(address: str) -> None:
    """Refuse an address where nobody listens; Ray itself would wait for minutes."""
    place = re.fullmatch(r"(?:ray://)?\[?(?P<host>[^/\]]+)\]?:(?P<port>\d+)", address)
    if place is None:
        return
    try:
        socket.create_connection((place["host"], int(place["port"])), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(f"The Ray cluster {address!r} cannot be reached: {_in_a_line(error)}") from None


@contextmanager
def _modules_found_too() -> Iterator[None]:
    """Let processes that are started now find the modules that this one finds."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise NoCluster("Ray is not installed; it comes with pip install 'sparring[ray]'.") from None
    return ray


def _in_a_line(error: BaseException) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said if said.endswith(".") else f"{said}."
