"""A process that loads once what its workers need, and forks them: they are ready at once and share its memory.

It runs as `python -m sparring.work.fork_server NUMBER`, where NUMBER is that of a socket to its owner. It has one
thread, so a fork inherits no lock that nobody will ever release. It ends, with all workers, when its owner does.
"""

import asyncio
import ctypes
import gc
import importlib
import os
import pickle
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from sparring.rules import SparringError
from sparring.rules.own_code import in_words
from sparring.work.messages import Messages

FORK, WARM_UP, WARM = b"F", b"W", b"w"
"""What the owner asks for, the first with the worker's socket; and the answer when all is loaded."""

PARENT_DIES = 1
"""The number of prctl's PR_SET_PDEATHSIG: the signal that a process gets when its parent ends (Linux)."""

MOST_MEMORY = 4 * 1024**3
"""Bytes of data that one worker may have; a brain that wants more gets a MemoryError."""

GROWN = 512 * 1024**2
"""Bytes that a worker may have grown by before it is replaced by a fresh one."""


class Voice(Protocol):
    """How a worker tells its owner about a task while it works on it."""

    def begin(self) -> None:
        """Everything is prepared: the time of the task runs from now. Called on the event loop."""

    def report(self, news: Any) -> None:
        """Tell how far it has got; called in any thread."""


class Duties(Protocol):
    """What workers do. It is made in the fork server, from what the owner sends, and used in each worker."""

    fit: bool
    """False when something was left behind in this process, so that it should be replaced."""

    def warm_up(self) -> Iterator[None]:
        """Load what workers will need, in small steps. It may start no thread."""

    def start(self) -> None:
        """Load what may start threads; called in each worker first."""

    async def do(self, task: Any, voice: Voice) -> Any:
        """The result of a task; when this is cancelled, the task ends."""


@dataclass(frozen=True)
class Setup:
    """What a fork server is told when it starts."""

    path: list[str]
    """Where modules are looked for, as in the owner."""

    duties: str
    """What makes the duties, as `module:function`."""

    details: Any
    """What that function is called with."""


@dataclass(frozen=True)
class Message:
    """A message about a task, which has a number: "do" brings the task, and "done" and "failed" its result or error."""

    number: int
    kind: Literal["ready", "do", "stop", "began", "report", "done", "failed"]
    content: bytes = b""
    """Packed by itself, since it may hold objects of a game that cannot be read on the other side."""

    fit: bool = True
    """Whether the worker can be used again."""


class NoPickle(RuntimeError):
    """Something cannot be sent to another process, or cannot be read there."""


def packed(content: Any) -> bytes:
    """An object as bytes; NoPickle if that cannot be done."""
    try:
        return pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise NoPickle(in_words(error)) from error


def unpacked(data: bytes) -> Any:
    """The object again; NoPickle if it cannot be read here."""
    try:
        return pickle.loads(data)
    except Exception as error:
        raise NoPickle(in_words(error)) from error


class ForkServer:
    """Forks workers until its owner hangs up."""

    def __init__(self, control: socket.socket, duties: Duties) -> None:
        self._control = control
        self._duties = duties
        self._warming: Iterator[None] | None = None

    def run(self) -> None:
        """Do what the owner asks for; in between, warm up step by step."""
        while True:
            ready, _, _ = select.select([self._control], [], [], None if self._warming is None else 0)
            if ready:
                asked, sockets, *_ = socket.recv_fds(self._control, 1, 1)
                if not asked:
                    return
                if asked == FORK:
                    self._fork(sockets[0])
                elif asked == WARM_UP:
                    self._warming = self._duties.warm_up()
            elif self._warming is not None:
                self._warm_up()

    def _warm_up(self) -> None:
        assert self._warming is not None
        try:
            next(self._warming)
        except StopIteration:
            self._warming = None
            # What is loaded stays. A garbage collector that goes through it in a worker would copy all its pages.
            gc.collect()
            gc.freeze()
            self._control.send(WARM)

    def _fork(self, number: int) -> None:
        if threads() > 1:
            raise RuntimeError("A process with several threads cannot be forked safely.")
        parent = os.getpid()
        if os.fork():
            os.close(number)
            return
        status = 1
        try:
            self._control.close()
            _live_no_longer_than(parent)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._duties.start()
            asyncio.run(_work(socket.socket(fileno=number), self._duties))
            status = 0
        finally:
            os._exit(status)


def threads() -> int:
    """How many threads this process has, where the system tells."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))
    return 1


def _live_no_longer_than(parent: int) -> None:
    """Have this process end with its parent, and before any other process if memory runs out."""
    if sys.platform != "linux":
        return  # it ends when it reads from its socket that the owner is gone
    ctypes.CDLL(None).prctl(PARENT_DIES, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("500")


async def _work(connection: socket.socket, duties: Duties) -> None:
    """What a worker does: tasks, until its owner hangs up."""
    worker = _Worker(duties)
    loop = asyncio.get_running_loop()
    await loop.create_unix_connection(lambda: worker, sock=connection)
    worker.send(Message(0, "ready", packed(os.getpid())))
    await worker.over.wait()


class _Worker(Messages):
    """The connection of a worker to its owner."""

    def __init__(self, duties: Duties) -> None:
        super().__init__()
        self._duties = duties
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._loop = asyncio.get_running_loop()
        self._size = _size()
        self.over = asyncio.Event()

    def received(self, message: Message) -> None:
        """A task begins, or ends before its time."""
        if message.kind == "do":
            self._tasks[message.number] = self._loop.create_task(self._do(message.number, message.content))
        elif message.kind == "stop" and message.number in self._tasks:
            self._tasks[message.number].cancel()

    def ended(self) -> None:
        """The owner is gone, and nobody wants any result."""
        os._exit(0)

    async def _do(self, number: int, task: bytes) -> None:
        try:
            result = await self._duties.do(unpacked(task), _Voice(self, self._loop, number))
        except BaseException as error:  # whatever a brain may raise
            self._answer(number, "failed", _sendable(error))
        else:
            self._answer(number, "done", result)
        finally:
            del self._tasks[number]

    def _answer(self, number: int, kind: Literal["done", "failed"], content: Any) -> None:
        fit = self._duties.fit and _size() - self._size < GROWN
        try:
            self.send(Message(number, kind, packed(content), fit))
        except NoPickle as error:
            self.send(Message(number, "failed", packed(error), fit))


class _Voice:
    """How a task tells its owner something."""

    def __init__(self, worker: _Worker, loop: asyncio.AbstractEventLoop, number: int) -> None:
        self._worker = worker
        self._loop = loop
        self._number = number

    def begin(self) -> None:
        """Everything is prepared. This is sent at once: the task may never let the event loop run again."""
        self._worker.send(Message(self._number, "began"))

    def report(self, news: Any) -> None:
        """Tell how far it has got."""
        self._loop.call_soon_threadsafe(self._worker.send, Message(self._number, "report", packed(news)))


def _sendable(error: BaseException) -> BaseException:
    """The error itself with its traceback as a note; one that has no pickle becomes a RuntimeError with its words."""
    if not isinstance(error, SparringError):
        with suppress(Exception):
            error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(in_words(error))
    return error


def _size() -> int:
    """The bytes of memory of this process that no file backs, where the system tells."""
    with suppress(OSError), open("/proc/self/statm") as told:
        _, resident, of_files, *_ = map(int, told.read().split())
        return (resident - of_files) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _duties(setup: Setup) -> Duties:
    module, _, name = setup.duties.partition(":")
    make: Callable[[Any], Duties] = getattr(importlib.import_module(module), name)
    return make(setup.details)


def main(number: int) -> None:
    """Load what the owner names, and fork workers until it hangs up."""
    for ignored in (signal.SIGINT, signal.SIGTERM):  # these are for the owner
        signal.signal(ignored, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets workers that have ended
    setup: Setup = pickle.load(sys.stdin.buffer)
    sys.path[:] = setup.path
    ForkServer(socket.socket(fileno=number), _duties(setup)).run()


if __name__ == "__main__":
    # What it sends is unpickled elsewhere, where this module has its own name.
    importlib.import_module("sparring.work.fork_server").main(int(sys.argv[1]))
