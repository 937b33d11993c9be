"""A job has a result or an error, a deadline, progress, and one way to cancel it, wherever it runs."""

import asyncio
import threading
import time

import pytest

from sparring.rules import Analysis, Judgement, Thinking
from sparring.work.job import GRACE, WaitingJob
from sparring.work.threads import JobThread, in_thread

WAIT = 30.0
"""Seconds after which waiting for something fails."""


@pytest.fixture
def thread():
    thread = JobThread("sparring test")
    yield thread
    thread.close()


def busy_until_stopped(thinking):
    while not thinking.over:
        sum(range(100))
    return "stopped"


def busy_for_ever():
    while True:
        pass


def test_a_job_has_the_result_of_its_work(thread):
    assert asyncio.run(thread.start(lambda: 7).result(WAIT)) == 7
    assert thread.start(lambda: 8).wait() == 8
    assert not thread.busy


def test_an_awaitable_that_the_work_returns_is_awaited_in_its_thread(thread):
    async def work():
        await asyncio.sleep(0)
        return threading.current_thread().name

    assert thread.start(work).wait() == "sparring test"


def test_tasks_that_a_job_leaves_on_its_loop_go_on_between_jobs(thread):
    beats = []

    async def beat():
        while True:
            beats.append(threading.current_thread().name)
            await asyncio.sleep(0.001)

    async def work():
        work.beating = asyncio.create_task(beat())

    thread.start(work).wait()
    before, until = len(beats), time.monotonic() + WAIT
    while len(beats) <= before and time.monotonic() < until:
        time.sleep(0.001)
    assert len(beats) > before


@pytest.mark.parametrize("error", [ValueError("no"), TimeoutError("mine")])
def test_a_job_has_the_error_of_its_work(thread, error):
    def work():
        raise error

    with pytest.raises(type(error), match=str(error)):
        asyncio.run(thread.start(work).result(WAIT))
    with pytest.raises(type(error), match=str(error)):
        thread.start(work).wait()


@pytest.mark.parametrize("error", [StopIteration, SystemExit, KeyboardInterrupt, asyncio.CancelledError, GeneratorExit])
def test_an_error_that_would_end_or_confuse_the_callers_loop_is_wrapped(thread, error):
    def work():
        raise error("out")

    job = thread.start(work)
    with pytest.raises(RuntimeError, match=error.__name__):
        asyncio.run(job.result(WAIT))


def test_progress_is_reported_while_the_job_runs(thread):
    reported = []
    thinking = Thinking(WAIT, reported.append)

    def work():
        thinking.report(Analysis((Judgement("a1", 1.0),)))
        return thinking.best

    assert thread.start(work, thinking).wait() == "a1"
    assert [analysis.best for analysis in reported] == ["a1"]


def test_after_its_deadline_a_job_is_told_to_stop(thread):
    thinking = Thinking()
    job = thread.start(lambda: busy_until_stopped(thinking), thinking)
    with pytest.raises(TimeoutError):
        asyncio.run(job.result(0.05))
    assert thinking.stopped
    assert job.wait() == "stopped"


def test_a_cancelled_job_that_ignores_the_stop_flag_is_interrupted(thread):
    job = thread.start(busy_for_ever)
    job.cancel()
    with pytest.raises(RuntimeError, match="Interrupted"):
        job.wait()
    assert thread.start(lambda: "goes on").wait() == "goes on"


def test_no_job_is_started_while_an_earlier_one_runs(thread):
    go = threading.Event()
    job = thread.start(lambda: go.wait(WAIT))
    assert thread.busy
    with pytest.raises(RuntimeError, match="earlier job"):
        thread.start(lambda: 7)
    go.set()
    assert job.wait()


def test_a_cancelled_caller_waits_a_limited_time_for_a_job_that_does_not_end(thread):
    go = threading.Event()

    async def cancel():
        job = thread.start(lambda: go.wait(WAIT))
        waiting = asyncio.create_task(job.result(grace=0.05))
        await asyncio.sleep(0)
        waiting.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert time.monotonic() - began < GRACE
        assert not job.done

    asyncio.run(cancel())
    go.set()


def test_a_cancelled_function_in_a_thread_has_ended_when_its_caller_goes_on():
    ended = threading.Event()

    def work():
        try:
            busy_for_ever()
        finally:
            ended.set()

    async def cancel():
        waiting = asyncio.create_task(in_thread(work))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert ended.is_set()

    asyncio.run(asyncio.wait_for(cancel(), WAIT))


def test_a_job_that_only_waits_runs_on_the_callers_loop():
    async def scene():
        here, answer = asyncio.get_running_loop(), asyncio.Event()

        async def wait():
            await answer.wait()
            return asyncio.get_running_loop() is here

        job = WaitingJob(wait())
        answer.set()
        assert await job.result(WAIT)
        failing = WaitingJob(asyncio.sleep(WAIT))
        failing.cancel()
        with pytest.raises(RuntimeError, match="cancelled"):
            await failing.result(WAIT)

    asyncio.run(scene())
