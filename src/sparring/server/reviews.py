"""Reviews of finished matches: each is computed once, in the background, told as it fills in, and kept."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from sparring.coach.review import Review
from sparring.rules import AnyGame
from sparring.rules.capabilities import hides_something, move_as_seen
from sparring.server.background import Background
from sparring.server.live import LiveMatch, in_logs
from sparring.server.problems import Conflict, TooMuch
from sparring.server.storage import Storage, StorageLost
from sparring.server.tables import reviews
from sparring.server.thinkers import ClosingDown, Thinkers
from sparring.server.thoughts import told

log = logging.getLogger("sparring.server")

EVERY = 0.25
"""Seconds between two reports of how far a review has got."""

FOR_ONE = 32
"""Reviews that one address may have under way at the same time: a class behind one address ends many games at once."""

FOR_ALL = 64
"""Reviews that may be under way at the same time; most of them wait for their turn."""

Told = Mapping[str, Any]
"""A review as JSON, with how much of it is done."""


class Reviews:
    """The reviews that are computed by this process, and those that are kept."""

    def __init__(self, storage: Storage, thinkers: Thinkers, background: Background) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._background = background
        self._under_way: dict[str, Told] = {}
        """What is known so far, by match."""

        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: Counter[str] = Counter()

    async def close(self) -> None:
        """Stop computing; whoever asks again starts anew."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def of(self, live: LiveMatch, address: str, *, start: bool = True) -> Told:
        """What is known of the review of a match; the first call starts it, unless told not to."""
        if live.is_closed:
            raise Conflict("closed", f"This match cannot be reviewed. {live.closed}")
        if live.table.outcome is None:
            raise Conflict("not_over", "A match can be reviewed once it is over.")
        match = live.stored.id
        if match not in self._under_way and (kept := await self._kept(match)) is not None:
            return kept
        if match not in self._under_way:
            if not start:
                return told(Review(live.game, (), len(live.table.choices)))
            self._start(live, address)
        return self._under_way[match]

    def _start(self, live: LiveMatch, address: str) -> None:
        if self._asked[address] >= FOR_ONE:
            raise TooMuch(f"You are waiting for {FOR_ONE} reviews already; wait for one of them first.", 5)
        if len(self._under_way) >= FOR_ALL:
            raise TooMuch("Too many matches are being reviewed; try again soon.", 10)
        self._asked[address] += 1
        self._note(live, told(Review(live.game, (), len(live.table.choices))))
        task = asyncio.create_task(self._compute(live, address))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compute(self, live: LiveMatch, address: str) -> None:
        loop, told_at, match = asyncio.get_running_loop(), 0.0, live.stored.id

        def listen(found: Told) -> None:
            nonlocal told_at
            if time.monotonic() - told_at >= EVERY:
                told_at = time.monotonic()
                loop.call_soon_threadsafe(self._note, live, found)

        try:
            record = live.stored.record(live.table.entries)
            found = await self._thinkers.review(live.game, record, listen, address=address)
            self._note(live, found)
            await self._keep(match, found)
        except ClosingDown:
            pass
        except StorageLost as error:
            log.warning("a review was not kept: %s", error)
        except Exception:  # a game or a brain may raise anything
            with in_logs(live):
                log.exception("a match could not be reviewed")
        finally:
            self._under_way.pop(match, None)
            live.review = None
            live.announce()
            self._asked[address] -= 1
            if not self._asked[address]:
                del self._asked[address]

    def _note(self, live: LiveMatch, found: Told) -> None:
        """Remember how far a review has got, and tell it to those who follow the match."""
        if live.review is not None and live.review["finished"]:
            return  # a report that comes late
        self._under_way[live.stored.id] = found
        live.review = {name: found[name] for name in ("done", "total", "finished")}
        live.announce()

    async def _kept(self, match: str) -> Told | None:
        chosen = sql.select(reviews.c.review).where(reviews.c.match_id == match)
        found: Told | None = await self._storage.read(lambda connection: connection.execute(chosen).scalar())
        return found

    async def _keep(self, match: str, review: Told) -> None:
        row = reviews.insert().values(match_id=match, review=dict(review))
        with suppress(IntegrityError):  # another process was faster, or the match is gone
            await self._storage.write(lambda connection: connection.execute(row))


def shown_to_seat(game: AnyGame, live: LiveMatch, review: Told, seat: int | None) -> dict[str, Any]:
    """A review as a seat may see it, each move with the number of the picture that shows it.

    Where something is hidden, the moves of the others are named as they were told, and what they should have played
    instead is left out: it would tell what they held.
    """
    frames = _frames(live)
    viewer = seat or 0
    moves = []
    for move in review["moves"]:
        mine = game.seats.index(move["seat"]) == viewer
        shown = {**move, "number": frames.get(move["ply"])}
        if hides_something(game) and not mine and seat is not None:
            position = live.table.positions[move["ply"] - 1]
            option = game.options(position)[move["move"]]
            shown |= {"move": move_as_seen(game, viewer, position, option), "best": None, "line": []}
        moves.append(shown)
    return {**review, "seat": seat, "moves": moves}


def _frames(live: LiveMatch) -> dict[int, int]:
    """For each move that a player was asked for, by its ply, its number among the moves and falls that are told."""
    told = [number for number, seen in enumerate(live.seen, 1) if seen.seat is not None]
    asked = [ply for ply, was_asked in enumerate(live.table.asked, 1) if was_asked]
    return dict(zip(asked, told, strict=False))
