"""A second process that helps with one kind of work: asked without waiting, and done without where it cannot help.

It is a plain Python program that reads jobs and writes answers, so that whatever script asks for it is not run anew.
"""

import importlib
import logging
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

log = logging.getLogger("sparring.work")


class Beside:
    """One process for a function that is named as `module:function`; it is for one who asks at a time."""

    def __init__(self, work: str) -> None:
        self.work = work
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._number = 0

    def start(self) -> None:
        """Have it begun, which takes a second or so; whoever does not do so waits for its first answer."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            command = [sys.executable, "-m", "sparring.work.beside", self.work]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._answers = queue.SimpleQueue()
            reading = threading.Thread(target=self._read, args=(self._process.stdout, self._answers), daemon=True)
            reading.start()

    @contextmanager
    def asked(self, job: object) -> "Iterator[Pending | None]":
        """A job given to it while one's own work goes on; None where it is busy for somebody else, or cannot run."""
        if not self._turn.acquire(blocking=False):
            yield None
            return
        try:
            yield Pending(self, self._number) if self._give(job) else None
        finally:
            self._turn.release()

    def close(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            with suppress(OSError):  # what it was not told any more
                self._process.stdin.close()

    def _give(self, job: object) -> bool:
        try:
            self.start()
            assert self._process is not None
            assert self._process.stdin is not None
            self._number += 1
            pickle.dump((self._number, job), self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
        except OSError as error:
            log.warning("no second process helps with %s: %s", self.work, error)
            return False
        return True

    def _answer(self, number: int, seconds: float) -> Any:
        until = time.monotonic() + seconds
        try:
            while True:
                got, answer = self._answers.get(timeout=max(0.0, until - time.monotonic()))
                if got in (number, GONE):  # others are late answers, which nobody wants any more
                    return answer
        except queue.Empty:
            return None

    @staticmethod
    def _read(answers: "IO[bytes]", into: "queue.SimpleQueue[tuple[int, Any]]") -> None:
        with answers:
            try:
                while True:
                    into.put(pickle.load(answers))
            except (EOFError, OSError, pickle.UnpicklingError):
                into.put((GONE, None))


GONE = -1
"""The number of an answer that will never come."""


class Pending:
    """A job that is being done."""

    def __init__(self, beside: Beside, number: int) -> None:
        self._beside = beside
        self._number = number

    def answer(self, seconds: float) -> Any:
        """What came of it, or None if it does not come in time."""
        return self._beside._answer(self._number, seconds)


def main(work: str) -> None:
    """Do jobs as they come, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for whoever asked
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what is printed must not mix with answers
    module, _, name = work.partition(":")
    function = getattr(importlib.import_module(module), name)
    while True:
        try:
            number, job = pickle.load(jobs)
        except EOFError:
            return
        try:
            answer = function(job)
        except Exception as error:  # one job that fails must not end those that follow
            log.error("a job of %s failed: %r", work, error)
            answer = None
        pickle.dump((number, answer), answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
