"""Several processes that answer at one port: the parent starts them, replaces one that dies, and stops them all."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

from sparring.rules import SparringError
from sparring.server.metrics import METRICS_FOLDER
from sparring.server.neighbours import Neighbours, Wire
from sparring.server.part import Part, Shared

log = logging.getLogger("sparring.server")

SOON, MOST_DEATHS = 10.0, 5
"""A process that ends within these seconds has failed; after this many failures in a row all are stopped."""

PATIENCE = 15.0
"""Seconds that processes may take to stop, before they are killed."""


@dataclass
class _Hand:
    """One of the processes."""

    process: BaseProcess
    started_at: float
    hears: Connection
    """Where it says that it answers; it fails to start if nobody listens there."""


Work = Callable[[Part, socket.socket | None, Connection], None]
"""What a process does: answer at a socket, or at one of its own at the same port, and say when it does."""


class Crew:
    """The processes of a server, as their parent knows them."""

    def __init__(self, work: Work, count: int, listening: socket.socket) -> None:
        """Where the system spreads connections over sockets, each process but the first one makes its own.

        It does so when it is ready, and its socket ends with it. So clients of one that died come to the others.
        """
        self._work = work
        self._count = count
        self._listening = listening
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._shared = Shared(self._context, count)
        self._wires = [Wire() for _ in range(count)]
        self._hands: dict[int, _Hand] = {}
        self._deaths = 0
        self._told_to_stop = 0

    def run(self, started: Callable[[], None]) -> None:
        """Start all processes, and see to them until told to stop. `started` is called once all of them answer."""
        with tempfile.TemporaryDirectory(prefix="sparring-metrics-") as folder:
            os.environ[METRICS_FOLDER] = folder
            for sent in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sent, self._stop)
            try:
                said = [self._start(number, first=number == 0) for number in range(self._count)]
                self._await_first(said)
                if not self._told_to_stop:
                    started()
                while not self._told_to_stop:
                    self._replace_dead()
            finally:
                self._end()
                del os.environ[METRICS_FOLDER]

    # ------------------------------------------------------------------ starting

    def _start(self, number: int, *, first: bool = False) -> Connection:
        """Start a process; the result hears from it when it answers."""
        hears, says = self._context.Pipe(duplex=False)
        part = Part(number, self._count, self._shared, Neighbours.of(number, self._wires))
        given = self._listening if first or not shares_port() else None
        details = part, given, says
        process = self._context.Process(target=self._work, args=details, name=f"sparring worker {number}")
        process.start()
        says.close()
        if first and shares_port():
            self._listening.close()
        self._hands[number] = _Hand(process, time.monotonic(), hears)
        return hears

    def _await_first(self, said: list[Connection]) -> None:
        """Wait until all processes answer; an error if one of them cannot."""
        for hears in said:
            while not self._told_to_stop and not hears.poll(0.1):
                pass
            if self._told_to_stop:
                return
            with suppress(EOFError):
                problem: str = hears.recv()
                if not problem:
                    continue
                raise SparringError(problem)
            raise SparringError("A worker process ended before it answered; the log says why.")

    # ------------------------------------------------------------------ seeing to them

    def _replace_dead(self) -> None:
        wait([hand.process.sentinel for hand in self._hands.values()], timeout=0.5)
        for number, hand in list(self._hands.items()):
            if hand.process.is_alive() or self._told_to_stop:
                continue
            soon = time.monotonic() - hand.started_at < SOON
            self._deaths = self._deaths + 1 if soon else 1
            log.error("worker %d ended with status %s and is started again", number, hand.process.exitcode)
            if self._deaths > MOST_DEATHS:
                raise SparringError(f"Worker processes ended {self._deaths} times in a row; the log says why.")
            self._forget(number, hand)
            self._start(number)

    def _forget(self, number: int, hand: _Hand) -> None:
        """Take back what a process that has died still counts for."""
        hand.hears.close()
        self._shared.clear(number)
        folder = Path(os.environ[METRICS_FOLDER])
        for gauge in folder.glob(f"gauge_live*_{hand.process.pid}.db"):
            gauge.unlink(missing_ok=True)

    # ------------------------------------------------------------------ stopping

    def _stop(self, sent: int, frame: FrameType | None) -> None:
        """Tell all processes to stop; a second Ctrl-C stops them at once."""
        self._told_to_stop += 1
        for hand in self._hands.values():
            if hand.process.is_alive() and hand.process.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(hand.process.pid, signal.SIGTERM if self._told_to_stop == 1 else signal.SIGKILL)

    def _end(self) -> None:
        if not self._told_to_stop:
            self._stop(signal.SIGTERM, None)
        until = time.monotonic() + PATIENCE
        for hand in self._hands.values():
            hand.process.join(max(0.0, until - time.monotonic()))
            if hand.process.is_alive():
                hand.process.kill()
                hand.process.join()


def shares_port() -> bool:
    """Whether the system spreads connections over several sockets that listen at one port."""
    return sys.platform.startswith("linux") and hasattr(socket, "SO_REUSEPORT")
