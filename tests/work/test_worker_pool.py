"""Warm worker processes: forked when they are needed, killed when they do not stop, and always replaced."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sparring.rules import Thinking
from sparring.work import worker_pool
from sparring.work.fork_server import NoPickle
from sparring.work.worker_pool import Forks, WorkerLost, WorkerPool

SUPPORT = Path(__file__).parent.parent


@asynccontextmanager
async def pool_of(size=1, each=1):
    forks = Forks("support.duties:Duties", None)
    pool = WorkerPool(forks, size, each)
    try:
        yield pool, forks
    finally:
        pool.close()
        forks.close()


@pytest.fixture
def in_pool(monkeypatch):
    """Runs a coroutine function with a pool."""
    monkeypatch.syspath_prepend(str(SUPPORT))
    monkeypatch.setattr(worker_pool, "STOPS", 0.3)

    def run(work, **settings):
        async def all_of_it():
            async with asyncio.timeout(60), pool_of(**settings) as (pool, forks):
                return await work(pool, forks)

        return asyncio.run(all_of_it())

    return run


def asked(pool, *task, seconds=None, thinking=None):
    return pool.run(task, task[0], thinking or Thinking(), seconds)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


async def gone(pid):
    while alive(pid):
        await asyncio.sleep(0.01)


def test_workers_do_tasks_and_tell_how_far_they_are(in_pool):
    async def work(pool, forks):
        heard = []
        thinking = Thinking(None, None)
        thinking.report = heard.append
        assert await asked(pool, "say", "hello") == "hello"
        assert await asked(pool, "report", thinking=thinking) == "reported"
        assert heard == [0, 1, 2]

    in_pool(work)


def test_a_worker_is_forked_only_when_no_other_one_is_free(in_pool):
    async def work(pool, forks):
        assert {await asked(pool, "rest", 0) for _ in range(5)} == set(pool.workers)
        assert len(pool.workers) == 1
        at_once = await asyncio.gather(*(asked(pool, "rest", 0.2) for _ in range(6)))
        assert len(set(at_once)) == len(pool.workers) == 3

    in_pool(work, size=3)


def test_one_worker_does_several_tasks_at_the_same_time_if_it_may(in_pool):
    async def work(pool, forks):
        assert len(set(await asyncio.gather(*(asked(pool, "rest", 0.05) for _ in range(8))))) == 1

    in_pool(work, size=1, each=8)


def test_what_a_warm_fork_server_has_loaded_is_there_in_its_workers(in_pool):
    async def work(pool, forks):
        before, loaded = await asked(pool, "who")
        assert loaded is None
        assert await forks.warm_up()
        pool.end_older()
        await gone(before)
        after, loaded = await asked(pool, "who")
        assert (after != before, loaded) == (True, "loaded before the fork")

    in_pool(work)


@pytest.mark.parametrize("task", ["crash", "never let go"])
def test_a_worker_that_ends_or_never_answers_costs_only_its_own_task(in_pool, task):
    async def work(pool, forks):
        before, _ = await asked(pool, "who")
        with pytest.raises(WorkerLost):
            await asked(pool, task, seconds=0.2)
        await gone(before)
        after, _ = await asked(pool, "who")
        assert after != before

    in_pool(work)


def test_a_task_whose_worker_was_killed_before_it_began_is_done_by_another_one(in_pool, tmp_path):
    async def work(pool, forks):
        assert await asked(pool, "end before it begins", str(tmp_path / "mark")) == "the second time"
        killed, _ = await asked(pool, "who")
        os.kill(killed, signal.SIGKILL)
        assert (await asked(pool, "who"))[0] != killed

    in_pool(work)


@pytest.mark.parametrize(("task", "is_killed"), [("rest", False), ("never let go", True)])
def test_a_cancelled_task_stops_or_its_worker_is_killed(in_pool, task, is_killed):
    async def work(pool, forks):
        before, _ = await asked(pool, "who")
        asking = asyncio.create_task(asked(pool, task, *([60] if task == "rest" else [])))
        await asyncio.sleep(0.2)
        asking.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert time.monotonic() - began < 0.2  # whoever cancels does not wait for the process
        after, _ = await asked(pool, "who")
        assert (after != before) is is_killed

    in_pool(work)


def test_errors_come_back_whatever_they_are(in_pool):
    async def work(pool, forks):
        with pytest.raises(RuntimeError, match="Odd: odd 1 2"):
            await asked(pool, "raise it")
        with pytest.raises(RuntimeError, match="SystemExit: 3"):
            await asked(pool, "leave")
        with pytest.raises(NoPickle):
            await asked(pool, "give a lambda")
        with pytest.raises(NoPickle):
            await asked(pool, "say", lambda: None)
        assert await asked(pool, "say", "all is well") == "all is well"

    in_pool(work)


@pytest.mark.parametrize("task", [("leave a thread",), ("grow", 600)])
def test_a_worker_that_kept_a_thread_or_much_memory_is_replaced(in_pool, task):
    async def work(pool, forks):
        before = await asked(pool, *task)
        await gone(before)
        after, _ = await asked(pool, "who")
        assert after != before

    in_pool(work)


def test_a_fork_server_that_was_killed_is_started_again(in_pool, monkeypatch):
    monkeypatch.setattr(worker_pool, "PAUSE", 0.1)

    async def work(pool, forks):
        before, _ = await asked(pool, "who")
        os.kill(int(Path(f"/proc/{before}/stat").read_text().rpartition(")")[2].split()[1]), signal.SIGKILL)
        await gone(before)  # workers end with it
        assert (await asked(pool, "who"))[0] != before

    in_pool(work)


def test_all_processes_end_with_their_owner(in_pool):
    async def work(pool, forks):
        busy, _ = await asked(pool, "who")
        asking = asyncio.create_task(asked(pool, "never let go"))
        await asyncio.sleep(0.1)
        server = int(Path(f"/proc/{busy}/stat").read_text().rpartition(")")[2].split()[1])
        forks.close()
        await gone(server)
        await gone(busy)
        with pytest.raises(WorkerLost):
            await asking

    in_pool(work)


COUNTS = """
import threading
from sparring.work.fork_server import threads

stop = threading.Event()
counts = [threads()]
thread = threading.Thread(target=stop.wait)
thread.start()
counts.append(threads())
stop.set()
thread.join()
print(*counts)
"""


def test_threads_are_counted_before_a_process_is_forked():
    # In a process of its own: threads of earlier tests may end here at any time.
    told = subprocess.run([sys.executable, "-c", COUNTS], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["1", "2"]
