"""What the database keeps of tests of decks: what was asked, how far each is, and the games so far."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import sqlalchemy as sql

from sparring.server.storage import Storage
from sparring.server.tables import lab_games, labs

LEASE = 90.0
"""Seconds for which a process that runs a test says that it lives; then another one may take it over."""

LabStatus: TypeAlias = Literal["waiting", "running", "finished", "stopped", "spent", "failed"]
"""How far a test is, or how it ended; one that is "spent" has used up its processor time."""

WAITING: LabStatus = "waiting"
RUNNING: LabStatus = "running"
UNDER_WAY = (WAITING, RUNNING)

KEPT = 20
"""Tests that are kept of a player; the oldest that have ended go first."""


@dataclass(frozen=True)
class StoredLab:
    """A test of a deck, as it is stored."""

    id: str
    player_key: str
    game: str
    asked: Mapping[str, Any]
    """The deck, the field and all else that its games follow from."""

    status: LabStatus
    seconds: float
    """The processor time that its games have taken."""

    created: float


COLUMNS = (
    labs.c.id,
    labs.c.player_key,
    labs.c.game,
    labs.c.asked,
    labs.c.status,
    labs.c.seconds,
    labs.c.created,
)


class LabStore:
    """Reads and writes tests of decks."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def create(self, lab: StoredLab) -> None:
        """Store a new test; of many that have ended, the player's oldest go."""

        def work(connection: sql.Connection) -> None:
            mine = sql.select(labs.c.id).where(labs.c.player_key == lab.player_key, labs.c.status.not_in(UNDER_WAY))
            old = connection.execute(mine.order_by(labs.c.created.desc()).offset(KEPT - 1)).scalars()
            delete(connection, list(old))
            row = {name: getattr(lab, name) for name in lab.__dataclass_fields__}
            connection.execute(labs.insert().values(**{**row, "asked": dict(lab.asked)}, alive_until=0.0))

        await self._storage.write(work)

    async def find(self, lab_id: str) -> StoredLab | None:
        """A test without its games."""
        chosen = sql.select(*COLUMNS).where(labs.c.id == lab_id)
        found = await self._storage.read(lambda connection: connection.execute(chosen).first())
        return StoredLab(*found) if found else None

    async def of_player(self, key: str) -> list[StoredLab]:
        """The tests of a player, the latest first."""
        chosen = sql.select(*COLUMNS).where(labs.c.player_key == key).order_by(labs.c.created.desc())
        return await self._storage.read(lambda connection: [StoredLab(*row) for row in connection.execute(chosen)])

    async def under_way(self) -> list[StoredLab]:
        """All tests that wait or run, in the order in which they come."""
        chosen = sql.select(*COLUMNS).where(labs.c.status.in_(UNDER_WAY)).order_by(labs.c.created, labs.c.id)
        return await self._storage.read(lambda connection: [StoredLab(*row) for row in connection.execute(chosen)])

    async def games(self, lab_id: str) -> list[Any]:
        """The games of a test so far."""
        chosen = sql.select(lab_games.c.games).where(lab_games.c.lab_id == lab_id).order_by(lab_games.c.number)
        rows = await self._storage.read(lambda connection: list(connection.execute(chosen).scalars()))
        return [game for games in rows for game in games]

    # ------------------------------------------------------------------ running

    async def claim(self, runner: str) -> StoredLab | None:
        """Take the test that has waited longest, unless one is running anywhere; None if there is nothing to do."""
        now = time.time()
        alive = sql.select(labs.c.id).where(labs.c.status == RUNNING, labs.c.alive_until > now)
        oldest = sql.select(*COLUMNS).where(labs.c.status.in_(UNDER_WAY)).order_by(labs.c.created, labs.c.id).limit(1)

        def work(connection: sql.Connection) -> StoredLab | None:
            if connection.execute(alive).first() is not None:
                return None
            found = connection.execute(oldest).first()
            if found is None:
                return None
            free = labs.update().where(labs.c.id == found.id, labs.c.alive_until <= now)
            taken = free.values(status=RUNNING, runner=runner, alive_until=now + LEASE)
            return StoredLab(*found) if connection.execute(taken).rowcount else None

        return await self._storage.write(work)

    async def keep_on(self, lab: StoredLab, runner: str, games: Sequence[Any] = (), seconds: float = 0.0) -> bool:
        """Say that a test is still running, with games that were played; false if it was stopped or taken over."""

        def work(connection: sql.Connection) -> bool:
            mine = labs.update().where(labs.c.id == lab.id, labs.c.runner == runner, labs.c.status == RUNNING)
            values = {"alive_until": time.time() + LEASE, "seconds": labs.c.seconds + seconds}
            if not connection.execute(mine.values(**values)).rowcount:
                return False
            if games:
                count = sql.select(sql.func.count()).where(lab_games.c.lab_id == lab.id)
                number = connection.execute(count).scalar()
                connection.execute(lab_games.insert().values(lab_id=lab.id, number=number, games=list(games)))
            return True

        return await self._storage.write(work)

    async def end(self, lab_id: str, status: LabStatus) -> None:
        """Say what became of a test that waited or ran."""
        mine = labs.update().where(labs.c.id == lab_id, labs.c.status.in_(UNDER_WAY))
        ended = mine.values(status=status, runner=None, alive_until=0.0)
        await self._storage.write(lambda connection: connection.execute(ended))

    async def release(self, lab_id: str, runner: str) -> None:
        """Leave a test to others, because this process ends."""
        mine = labs.update().where(labs.c.id == lab_id, labs.c.runner == runner)
        await self._storage.write(lambda connection: connection.execute(mine.values(alive_until=0.0)))

    async def forget(self, lab_id: str) -> None:
        """Delete a test with its games."""
        await self._storage.write(lambda connection: delete(connection, [lab_id]))


def delete(connection: sql.Connection, ids: Sequence[str]) -> None:
    """Delete tests with their games."""
    connection.execute(lab_games.delete().where(lab_games.c.lab_id.in_(ids)))
    connection.execute(labs.delete().where(labs.c.id.in_(ids)))
