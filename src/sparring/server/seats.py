"""Prepared opponents, lent out to whoever has something to think about; in each process that thinks."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

from sparring.match.seat import Seat
from sparring.opponents import Opponent, catalogue, listed_opponent
from sparring.rules import AnyGame
from sparring.rules.naming import split
from sparring.work.pool import cores

CAPS = {"threads": cores(), "table": 64, "tree": 64}
"""The largest values that a client may set. All other settings are limited by the time to think."""

Asked: TypeAlias = tuple[str, tuple[str, ...], str]
"""Whom a seat is prepared for: the game's name, its seats in the order of play, and the opponent."""


class Seats:
    """Prepares opponents once, and lends them out."""

    def __init__(self, most_idle: int) -> None:
        """Keep at most this many prepared opponents while nobody asks them."""
        self.stuck = False
        """True if an opponent has not come back from an earlier question."""

        self._most_idle = most_idle
        self._idle: OrderedDict[Asked, list[Seat]] = OrderedDict()
        self._preparing: dict[Asked, asyncio.Lock] = {}
        self._closed = False

    async def prepare(self, game: AnyGame, who: str) -> None:
        """Have a prepared opponent at hand."""
        key = game.name, game.seats, who
        if key not in self._idle:
            self._take_back(key, await self._ready_seat(game, who))

    @asynccontextmanager
    async def lent(self, game: AnyGame, who: str) -> AsyncIterator[Seat]:
        """A seat with this opponent, prepared."""
        key = game.name, game.seats, who
        seats = self._idle.get(key)
        seat = seats.pop() if seats else await self._ready_seat(game, who)
        try:
            yield seat
        finally:
            self._take_back(key, seat)

    def close(self) -> None:
        """Close the seats of all idle opponents, and those of others when they come back."""
        self._closed = True
        for seats in self._idle.values():
            for seat in seats:
                seat.close()
        self._idle.clear()

    async def _ready_seat(self, game: AnyGame, who: str) -> Seat:
        player, key = await asyncio.to_thread(made, game, who), (game.name, game.seats, who)
        if not player.ready:
            seat = Seat(player)
            try:
                async with self._preparing.setdefault(key, asyncio.Lock()):  # what one compiles, the others only load
                    await seat.prepare()
            finally:
                self._preparing.pop(key, None)
                seat.close()
        return Seat(player)  # a new one, without a thread until it is asked

    def _take_back(self, key: Asked, seat: Seat) -> None:
        if seat.away or self._closed:
            self.stuck = self.stuck or seat.away
            seat.close()
            return
        self._idle.setdefault(key, []).append(seat)
        self._idle.move_to_end(key)
        while sum(map(len, self._idle.values())) > self._most_idle:
            next(seats for seats in self._idle.values() if seats).pop().close()
        while len(self._idle) > self._most_idle:
            self._idle.popitem(last=False)


def made(game: AnyGame, who: str) -> Opponent:
    """The opponent, with no setting larger than this server allows."""
    name, given = split(who)
    known = catalogue(game)[name].known_settings(game)
    for setting, cap in CAPS.items():
        if setting in given and setting in known:
            asked = known[setting].range.read(setting, given[setting])
            assert isinstance(asked, int | float)
            given[setting] = str(min(cap, asked))
    return listed_opponent(game, name, **given)
