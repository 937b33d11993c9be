"""A program of the user's own that is asked in lines on its standard input and answers on its standard output."""

import os
import select
import shlex
import shutil
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

from sparring.rules import SparringError, Thinking

T = TypeVar("T")

LONGEST_LINE = 1024 * 1024
"""Bytes of one line of an answer."""

LONGEST_ANSWER = 8 * 1024 * 1024
"""Bytes of all lines until the one that answers the question."""

LAST_WORDS = 300
"""Bytes of the standard error output that are repeated when a program ends."""

GRACE = 0.3
"""Seconds that a program has to answer once it was told to stop, or to end once it was told to quit."""

LOOK = 0.02
"""Seconds between two looks at the stop flag."""

KEEPER = Path(__file__).with_name("keeper.py")


class ProgramFailed(RuntimeError):
    """A program cannot be started, has ended, or does not keep to its protocol."""


def command_of(text: str) -> list[str]:
    """A command line as the words of a command, with the path of its program; no shell reads it.

    Programs of the same virtual environment are found too, even if the environment is not activated.
    """
    if os.name != "posix":
        raise SparringError("Other programs can be connected on Linux and macOS only.")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SparringError(f"The command {text!r} cannot be read: {error}.") from None
    if not words:
        raise SparringError("A command is missing, as in engine:./my_engine.")
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])
    found = shutil.which(words[0], path=places)
    if found is None:
        raise SparringError(f"There is no program {words[0]!r} that can be run; check its name and its permissions.")
    return [found, *words[1:]]


class Program:
    """A program that one thread at a time talks with. It is started when it is needed, and again after a failure.

    There is one way to end it, whatever it does: its keeper kills it with everything that it has started. This
    happens when it breaks the protocol, when it does not stop in time, with `close`, and when this process ends.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._words = command_of(command)
        self._running: _Running | None = None

    @property
    def runs(self) -> bool:
        """Whether it runs and has not been seen to end."""
        return self._running is not None

    def ask(
        self, lines: Iterable[str], answer: Callable[[str], T | None], thinking: Thinking, stop: str | None = None
    ) -> T:
        """Send lines, and hand each line that comes back to `answer` until that returns something.

        When the time of `thinking` is over, the program gets the line `stop`. If it does not answer soon after that,
        or if nobody waits any more, it is ended, and ProgramFailed is raised.
        """
        if self._running is None:
            self._running = _started(self._words)
        try:
            return self._running.ask(lines, answer, _Patience(thinking), stop)
        except ProgramFailed as error:
            raise ProgramFailed(f"The program {self.command!r} {error}{self._end()}.") from None
        except BaseException:
            self._end()  # or else its answer would be taken for the answer to the next question
            raise

    def close(self, farewell: str | None = None) -> None:
        """End the program; with a farewell, it may first end by itself."""
        running, self._running = self._running, None
        if running is not None:
            running.close(farewell)

    def _end(self) -> str:
        """End the program; returns what it has written to its standard error output, as the end of a sentence."""
        running, self._running = self._running, None
        if running is None:
            return ""
        running.close()
        return f"; its last words were: {words}" if (words := running.last_words) else ""


def _started(words: list[str]) -> "_Running":
    """Start a program in a thread of its own, because a thread that thinks may be interrupted anywhere.

    Between the start and the moment in which somebody has to end it, an interruption would leave a process behind.
    """
    begun: Future[_Running] = Future()

    def start() -> None:
        try:
            begun.set_result(_Running(words))
        except BaseException as error:
            begun.set_exception(error)

    threading.Thread(target=start, name="sparring program", daemon=True).start()
    return begun.result()


class _Patience:
    """How long to wait for an answer."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._told_at: float | None = None

    @property
    def over(self) -> bool:
        """Whether the program should answer now."""
        return self._thinking.over

    @property
    def lost(self) -> bool:
        """Whether it had its chance to answer after that, too."""
        if self._told_at is None:
            return False
        waited = time.monotonic() - self._told_at
        nobody_waits = self._thinking.stopped or self._thinking.seconds_left != 0
        return waited > (GRACE if nobody_waits else GRACE + 1.0)

    def begin_to_end(self) -> None:
        """The program was told to stop."""
        self._told_at = time.monotonic()

    @property
    def moment(self) -> float:
        """Seconds to wait before the next look."""
        left = self._thinking.seconds_left
        return LOOK if left is None or self._told_at is not None else min(LOOK, max(left, 0.001))


class _Running:
    """A running program with its pipes."""

    def __init__(self, words: list[str]) -> None:
        theirs, control = os.pipe()
        command = [sys.executable, "-I", "-S", str(KEEPER), str(theirs), *words]
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs],
                start_new_session=True,
            )
        except OSError as error:
            os.close(control)
            raise ProgramFailed(f"cannot be started: {error.strerror}") from None
        finally:
            os.close(theirs)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        self._said = bytearray()
        self._hearing = threading.Thread(target=_keep_last, args=(self._process.stderr, self._said), daemon=True)
        self._hearing.start()
        self._rest = b""
        self._end = weakref.finalize(self, _end, self._process, control)  # also when this process ends

    @property
    def last_words(self) -> str:
        """The end of its standard error output, once it has ended."""
        self._hearing.join(1)
        return " ".join(self._said.decode("utf-8", "replace").split())

    def ask(self, lines: Iterable[str], answer: Callable[[str], T | None], patience: _Patience, stop: str | None) -> T:
        """See `Program.ask`; what is wrong with the program is told as the end of a sentence."""
        sending = "".join(f"{line}\n" for line in lines).encode()
        told, received = False, 0
        poll = select.poll()
        poll.register(self._from, select.POLLIN)
        while True:
            while b"\n" in self._rest:
                line, _, self._rest = self._rest.partition(b"\n")
                found = answer(line.decode("utf-8", "replace").rstrip("\r"))
                if found is not None:
                    return found
            if len(self._rest) > LONGEST_LINE:
                raise ProgramFailed(f"sent a line of more than {LONGEST_LINE:,} bytes")
            if patience.lost:
                raise ProgramFailed("gave no answer in time")
            if patience.over and not told:
                told = True
                patience.begin_to_end()
                sending += f"{stop}\n".encode() if stop is not None else b""
            sending = self._send(sending)
            if sending:
                poll.register(self._to, select.POLLOUT)
            else:
                _unregister(poll, self._to)
            if self._from.fileno() in dict(poll.poll(1000 * patience.moment)):
                received += self._receive()
                if received > LONGEST_ANSWER:
                    raise ProgramFailed(f"sent more than {LONGEST_ANSWER:,} bytes without an answer")

    def close(self, farewell: str | None = None) -> None:
        """End the program with everything that it has started; with a farewell, it may first end by itself."""
        if farewell is not None:
            self._send(f"{farewell}\n".encode())
            with suppress(OSError):
                self._to.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        self._end()

    def _send(self, data: bytes) -> bytes:
        """Send as much as fits into the pipe; returns the rest."""
        while data:
            try:
                sent = os.write(self._to.fileno(), data)
            except BlockingIOError:
                return data
            except (OSError, ValueError):  # it hears nothing more; what it has said may still be read
                return b""
            data = data[sent:]
        return data

    def _receive(self) -> int:
        chunk = os.read(self._from.fileno(), 65536)
        if not chunk:
            status = self._process.wait()
            signalled = f"was ended by signal {status - 128}" if status > 128 else f"has ended with status {status}"
            raise ProgramFailed(signalled if status else "has ended")
        self._rest += chunk
        return len(chunk)


def _unregister(poll: "select.poll", pipe: IO[bytes]) -> None:
    with suppress(KeyError):
        poll.unregister(pipe)


def _end(process: "subprocess.Popen[bytes]", control: int) -> None:
    """Have the keeper end the program, wait until it has, and close the pipes.

    A thread does that, because an interruption of the calling thread must not stop it half-way.
    """
    ending = threading.Thread(target=_end_now, args=(process, control), name="sparring end of a program", daemon=True)
    try:
        ending.start()
    except RuntimeError:  # the interpreter ends, and starts no threads any more
        _end_now(process, control)
    else:
        ending.join()


def _end_now(process: "subprocess.Popen[bytes]", control: int) -> None:
    os.close(control)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def _keep_last(stream: IO[bytes], said: bytearray) -> None:
    """Read all that is written, and keep the end."""
    with stream, suppress(OSError, ValueError):
        while chunk := os.read(stream.fileno(), 65536):
            said += chunk
            del said[:-LAST_WORDS]
