"""The server processes on one machine tell each other in which matches they have written.

This only makes it quicker: what gets lost is found by looking at the database, as is what other machines write.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

LONGEST = 64
"""Bytes of a message: the id of a match."""


class Wire:
    """A pair of sockets: all neighbours of a process write into one end, and the process reads at the other."""

    def __init__(self) -> None:
        self.reads, self.writes = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for end in (self.reads, self.writes):
            end.setblocking(False)


class Neighbours:
    """The other processes, as one of them sees them."""

    def __init__(self, reads: socket.socket | None = None, writes: Sequence[socket.socket] = ()) -> None:
        self._reads = reads
        self._writes = writes

    @classmethod
    def of(cls, number: int, wires: Sequence[Wire]) -> "Neighbours":
        """The neighbours of one of the processes that are wired together."""
        return cls(wires[number].reads, [wire.writes for at, wire in enumerate(wires) if at != number])

    def tell(self, match_id: str) -> None:
        """Say that something was written in a match."""
        for neighbour in self._writes:
            with suppress(OSError):  # it reads slowly; it looks by itself soon
                neighbour.send(match_id.encode())

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call a function with the match that another process has written in, from now on."""
        if self._reads is not None:
            self._reads.setblocking(False)
            asyncio.get_running_loop().add_reader(self._reads, self._read, self._reads, hear)

    def close(self) -> None:
        """Listen no more."""
        if self._reads is not None:
            asyncio.get_running_loop().remove_reader(self._reads)

    def _read(self, reads: socket.socket, hear: Callable[[str], None]) -> None:
        with suppress(BlockingIOError):
            while True:
                hear(reads.recv(LONGEST).decode())
