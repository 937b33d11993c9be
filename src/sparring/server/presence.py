"""Who of the people that play each other has the match open now, whichever process they are connected to."""

import asyncio
import logging
import time
from collections import Counter

import sqlalchemy as sql

from sparring.server.live import HUMAN, LiveMatch, between_people
from sparring.server.storage import Storage, StorageLost
from sparring.server.tables import seats

log = logging.getLogger("sparring.server")

LASTS = 8.0
"""Seconds for which somebody counts as here after a process last said so. It says so again in half of that time."""

LOOK_EVERY = 1.0
"""Seconds between two looks at whom other processes have seen."""


class Presence:
    """Notes who follows a match from here, and finds out who follows it elsewhere."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._here: Counter[tuple[LiveMatch, int]] = Counter()
        """How many connections each seat has in this process."""

        self._said: dict[tuple[str, int], float] = {}
        """Until when each seat counts as here, as this process has written."""

        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell other processes, and to ask them."""
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})

    def enter(self, live: LiveMatch, seat: int | None) -> None:
        """Somebody begins to follow a match."""
        if seat is not None and between_people(live.stored.players):
            self._here[live, seat] += 1
            self._show(live, seat, True)

    def leave(self, live: LiveMatch, seat: int | None) -> None:
        """Somebody stops following. Perhaps they only load the page again, so they are not away at once."""
        if (live, seat or 0) in self._here and seat is not None:
            self._here[live, seat] -= 1
            if not self._here[live, seat]:
                del self._here[live, seat]

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY * LASTS / 8)
            try:
                await self._say_who_is_here()
                await self._ask_who_is_elsewhere()
            except StorageLost as error:
                log.warning("who is here could not be told: %s", error)

    async def _say_who_is_here(self) -> None:
        now = time.time()
        self._said = {seat: until for seat, until in self._said.items() if until > now}
        due = [
            (live.stored.id, seat)
            for live, seat in self._here
            if self._said.get((live.stored.id, seat), 0.0) < now + LASTS / 2
        ]
        if not due:
            return
        rows = [{"match": match, "at": seat, "until": now + LASTS} for match, seat in due]
        await self._storage.write(lambda connection: connection.execute(SAY, rows))
        self._said |= dict.fromkeys(due, now + LASTS)

    async def _ask_who_is_elsewhere(self) -> None:
        asked = {live.stored.id: live for live, _ in self._here}
        if not asked:
            return
        ids = {"ids": list(asked)}
        rows = await self._storage.read(lambda connection: connection.execute(ASK, ids).all())
        now = time.time()
        for match, seat, until in rows:
            live = asked[match]
            if live.stored.players[seat] == HUMAN:
                self._show(live, seat, (live, seat) in self._here or until > now)

    def _show(self, live: LiveMatch, seat: int, here: bool) -> None:
        if live.here[seat] is not here:
            live.here = [here if at == seat else before for at, before in enumerate(live.here)]
            live.announce()


SAY = (
    seats.update()
    .where(seats.c.match_id == sql.bindparam("match"), seats.c.seat == sql.bindparam("at"))
    .values(here_until=sql.bindparam("until"))
)
ASK = sql.select(seats.c.match_id, seats.c.seat, seats.c.here_until).where(
    seats.c.match_id.in_(sql.bindparam("ids", expanding=True))
)
