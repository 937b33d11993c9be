"""A helper process that does one kind of work; whoever asks goes on without it where it cannot help.

It is a plain Python program that reads tasks and writes results. So a script that uses it is not run a second time, as
`multiprocessing` would do.
"""

import importlib
import logging
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from sparring.work.job import Job

log = logging.getLogger("sparring.work")

LARGEST_RESULT = 16 * 1024 * 1024
"""Bytes of one result of a helper process."""


class HelperProcess:
    """A process that runs one function, named as `module:function`, for one caller at a time."""

    def __init__(self, function: str) -> None:
        self.function = function
        self._in_use = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._jobs: dict[int, HelperJob] = {}
        self._number = 0

    def start(self) -> None:
        """Start the process, which takes about a second; otherwise the first task starts it, and waits for that."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            command = [sys.executable, "-m", "sparring.work.helper", self.function]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._jobs = {}
            reading = threading.Thread(target=_read, args=(self._process, self._jobs), daemon=True)
            reading.start()

    @contextmanager
    def working_on(self, task: object) -> "Iterator[HelperJob | None]":
        """Give the process a task; None if it works for somebody else, or cannot run."""
        if not self._in_use.acquire(blocking=False):
            yield None
            return
        job = None
        try:
            job = self._send(task)
            yield job
        finally:
            if job is not None:
                self._jobs.pop(job.number, None)  # its result is not wanted any more
            self._in_use.release()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            with suppress(OSError):  # part of a task may still be in the buffer
                self._process.stdin.close()

    def _send(self, task: object) -> "HelperJob | None":
        try:
            self.start()
            assert self._process is not None
            assert self._process.stdin is not None
            self._number += 1
            job = self._jobs[self._number] = HelperJob(self, self._number)
            pickle.dump((self._number, task), self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
        except OSError as error:
            log.warning("no second process could be started for %s: %s", self.function, error)
            return None
        return job


class HelperJob(Job[Any]):
    """A task that a helper process works on."""

    def __init__(self, helper: HelperProcess, number: int) -> None:
        super().__init__()
        self.number = number
        self._helper = helper

    def result_within(self, seconds: float) -> Any:
        """The result, or None if it does not come in time or the task failed."""
        self.wait_until_done(seconds)
        try:
            return self.wait() if self.done else None
        except Exception:
            return None

    def _end(self) -> None:
        self._helper.close()


class _UpTo:
    """A stream from which one message of at most this many bytes is unpickled; more is refused before it is read."""

    def __init__(self, most: int, stream: "IO[bytes]") -> None:
        self._left = most
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        self._left -= size
        if self._left < 0 or size < 0:
            raise pickle.UnpicklingError("its result is too large")
        return self._stream.read(size)

    def readline(self) -> bytes:
        """The next line."""
        line = self._stream.readline(self._left)
        self._left -= len(line)
        return line


def _read(process: "subprocess.Popen[bytes]", jobs: dict[int, HelperJob]) -> None:
    """Hand each result to its job; a late one, whose job is gone, is dropped."""
    assert process.stdout is not None
    with process.stdout as results:
        try:
            while True:
                number, result = pickle.load(_UpTo(LARGEST_RESULT, results))
                if job := jobs.pop(number, None):
                    job.succeed(result)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            process.kill()  # nothing more can be read from it, so the next task starts another one
            process.wait()
            for job in list(jobs.values()):
                job.fail(RuntimeError(f"The helper process has ended: {error}"))


def main(name: str) -> None:
    """Do tasks as they come, until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what the function prints must not mix with the results
    module, _, attribute = name.partition(":")
    function = getattr(importlib.import_module(module), attribute)
    while True:
        try:
            number, task = pickle.load(tasks)
        except EOFError:
            return
        try:
            result = function(task)
        except Exception as error:  # a task that fails must not end those that follow
            log.error("a task of %s failed: %r", name, error)
            result = None
        pickle.dump((number, result), results, pickle.HIGHEST_PROTOCOL)
        results.flush()


if __name__ == "__main__":
    main(sys.argv[1])
