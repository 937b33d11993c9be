"""A second process that helps: it answers, it is done without where it cannot, and it never keeps anybody waiting."""

import signal
import subprocess
import sys
import time

import pytest

from sparring.work.beside import Beside


@pytest.fixture
def beside():
    made = []

    def beside(work):
        made.append(Beside(work))
        return made[-1]

    yield beside
    for one in made:
        one.close()


def asked(beside, job, seconds=20):
    with beside.asked(job) as pending:
        return pending.answer(seconds)


def test_jobs_are_done_one_after_the_other_in_one_process(beside):
    square = beside("operator:neg")
    assert [asked(square, number) for number in range(5)] == [0, -1, -2, -3, -4]
    mine = beside("sparring.work.pool:cores")  # which takes no argument, so every job fails
    assert asked(mine, 1) is None
    assert asked(square, 7) == -7


def test_whoever_comes_second_does_without(beside):
    negate = beside("operator:neg")
    with negate.asked(1) as first:
        with negate.asked(2) as second:
            assert second is None
        assert first.answer(20) == -1
    assert asked(negate, 3) == -3


def test_an_answer_that_is_late_is_not_taken_for_the_next(beside):
    slow = beside("time:sleep")
    assert asked(slow, 0) is None  # it is there now
    began = time.monotonic()
    with slow.asked(1.5) as pending:
        assert pending.answer(0.1) is None
    assert time.monotonic() - began < 1.0
    length = beside("builtins:len")
    assert asked(length, "abc") == 3
    with length.asked("abcd"):
        pass
    assert asked(length, "ab") == 2


def test_a_process_that_died_is_noticed_at_once_and_replaced(beside):
    negate = beside("operator:neg")
    assert asked(negate, 1) == -1
    negate._process.send_signal(signal.SIGSTOP)
    with negate.asked(2) as pending:
        negate._process.kill()
        began = time.monotonic()
        assert pending.answer(30) is None
        assert time.monotonic() - began < 10
    negate._process.wait()
    assert asked(negate, 3) == -3


def test_a_job_that_cannot_be_sent_is_done_without(beside, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with beside("operator:neg").asked(1) as pending:
        assert pending is None


def test_a_script_without_a_main_guard_is_not_run_twice_and_ends(tmp_path):
    script = tmp_path / "plain.py"
    script.write_text(
        "from sparring.work.beside import Beside\n"
        "print('once')\n"
        "with Beside('operator:neg').asked(5) as pending:\n"
        "    print(pending.answer(20))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "once\n-5\n"
    assert done.stderr == ""
