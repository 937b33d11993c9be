"""What one of several server processes knows of the others: how many there are, and what all of them count together."""

import hashlib
import secrets
from dataclasses import dataclass, field
from multiprocessing.context import SpawnContext
from typing import Any

from sparring.server.neighbours import Neighbours

SLOTS = 1 << 15
"""Rows in which addresses are counted. Two addresses rarely share one; then they share a limit."""


class Shared:
    """Numbers in memory that several processes share.

    Nobody waits for a lock, which a process could take with it when it is killed. Each process counts in a part of its
    own; buckets are common, and two processes that take from one at the same moment may count one request only.
    """

    def __init__(self, context: SpawnContext, processes: int) -> None:
        self.processes = processes
        self._secret = secrets.token_bytes(16)
        self.waiting: Any = context.RawArray("i", processes * SLOTS)
        self.left: Any = context.RawArray("d", SLOTS)
        self.at: Any = context.RawArray("d", SLOTS)

    def slot(self, address: str) -> int:
        """The row of an address; nobody can work out which addresses share one."""
        digest = hashlib.blake2b(address.encode("utf-8", "replace"), key=self._secret, digest_size=4).digest()
        return int.from_bytes(digest) % SLOTS

    def clear(self, number: int) -> None:
        """Forget what a process that has died counted."""
        for slot in range(number * SLOTS, (number + 1) * SLOTS):
            self.waiting[slot] = 0


@dataclass(frozen=True)
class Part:
    """One of the processes of a server."""

    number: int = 0
    of: int = 1
    shared: Shared | None = None
    neighbours: Neighbours = field(default_factory=Neighbours)

    def share_of(self, limit: int) -> int:
        """The part of a limit that this process may use; at least 1."""
        return max(1, limit // self.of)


ALONE = Part()


class Waiting:
    """Counts how many things each address waits for, in all processes together."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._own: dict[str, int] = {}

    def of(self, address: str) -> int:
        """How many things an address waits for."""
        shared = self._part.shared
        if shared is None:
            return self._own.get(address, 0)
        slot = shared.slot(address)
        return sum(shared.waiting[number * SLOTS + slot] for number in range(shared.processes))

    def add(self, address: str, change: int) -> None:
        """Count one more, or one less."""
        shared = self._part.shared
        if shared is not None:
            shared.waiting[self._part.number * SLOTS + shared.slot(address)] += change
            return
        now = self._own.get(address, 0) + change
        if now:
            self._own[address] = now
        else:
            self._own.pop(address, None)
