"""How long a task has waited for the database: waiting for others that wait for it counts too."""

import asyncio
import time
from weakref import WeakKeyDictionary

_began: "WeakKeyDictionary[asyncio.Task[object], float]" = WeakKeyDictionary()
"""When each task that holds a lock, or waits for one, began to wait for it."""


def waits_since() -> float:
    """When the running task began to wait for the database, by the monotonic clock: now, or when it came to a lock."""
    task = asyncio.current_task()
    now = time.monotonic()
    return now if task is None else _began.get(task, now)


class StorageLock(asyncio.Lock):
    """A lock for what is read and written about one match.

    Whoever holds it may be waiting for the database. So those behind it give up at the same time, instead of each
    waiting for the database in its turn.
    """

    _is_outermost = True
    """Whether the task that holds it began to wait with this lock, and holds no other."""

    async def __aenter__(self) -> None:
        """Wait for the lock."""
        task = asyncio.current_task()
        assert task is not None
        is_outermost = task not in _began
        _began.setdefault(task, time.monotonic())
        try:
            await super().__aenter__()
        except BaseException:
            if is_outermost:
                del _began[task]
            raise
        self._is_outermost = is_outermost

    async def __aexit__(self, *error: object) -> None:
        """Give the lock back."""
        task = asyncio.current_task()
        assert task is not None
        if self._is_outermost:
            del _began[task]
        self.release()
