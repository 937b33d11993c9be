"""A helper process does tasks; if it cannot, its caller goes on without it and never waits longer than asked."""

import signal
import subprocess
import sys
import time

import pytest

from sparring.work.helper import HelperProcess


@pytest.fixture
def helper():
    made = []

    def helper(function):
        made.append(HelperProcess(function))
        return made[-1]

    yield helper
    for one in made:
        one.close()


def result_of(helper, task, seconds=20):
    with helper.working_on(task) as job:
        return job.result_within(seconds)


def test_tasks_are_done_one_after_the_other_in_one_process(helper):
    negate = helper("operator:neg")
    assert [result_of(negate, number) for number in range(5)] == [0, -1, -2, -3, -4]
    failing = helper("sparring.work.pool:cores")  # it takes no argument, so every task fails
    assert result_of(failing, 1) is None
    assert result_of(negate, 7) == -7


def test_a_second_caller_does_without_the_helper(helper):
    negate = helper("operator:neg")
    with negate.working_on(1) as first:
        with negate.working_on(2) as second:
            assert second is None
        assert first.result_within(20) == -1
    assert result_of(negate, 3) == -3


def test_a_late_answer_is_not_used_for_the_next_task(helper):
    slow = helper("time:sleep")
    assert result_of(slow, 0) is None  # the answer is there now
    began = time.monotonic()
    with slow.working_on(1.5) as job:
        assert job.result_within(0.1) is None
    assert time.monotonic() - began < 1.0
    length = helper("builtins:len")
    assert result_of(length, "abc") == 3
    with length.working_on("abcd"):
        pass
    assert result_of(length, "ab") == 2


def test_a_process_that_died_is_noticed_at_once_and_replaced(helper):
    negate = helper("operator:neg")
    assert result_of(negate, 1) == -1
    negate._process.send_signal(signal.SIGSTOP)
    with negate.working_on(2) as job:
        negate._process.kill()
        began = time.monotonic()
        assert job.result_within(30) is None
        assert time.monotonic() - began < 10
    negate._process.wait()
    assert result_of(negate, 3) == -3


def test_a_job_that_cannot_be_sent_is_done_without(helper, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with helper("operator:neg").working_on(1) as job:
        assert job is None


def test_a_script_without_a_main_guard_is_not_run_twice_and_ends(tmp_path):
    script = tmp_path / "plain.py"
    script.write_text(
        "from sparring.work.helper import HelperProcess\n"
        "print('once')\n"
        "with HelperProcess('operator:neg').working_on(5) as job:\n"
        "    print(job.result_within(20))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "once\n-5\n"
    assert done.stderr == ""


def test_a_result_that_is_too_large_is_not_read_and_the_next_task_gets_a_new_process(helper, monkeypatch):
    monkeypatch.setattr("sparring.work.helper.LARGEST_RESULT", 100_000)
    zeros = helper("builtins:bytes")
    assert result_of(zeros, 50_000) == bytes(50_000)
    assert result_of(zeros, 200_000) is None
    assert result_of(zeros, 50_000) == bytes(50_000)
