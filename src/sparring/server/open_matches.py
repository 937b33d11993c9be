"""The matches that this process has in memory, kept in step with the storage.

What counts is in the storage. A process keeps matches in memory only so as not to replay them for every request, and
catches up with what other processes have written before it answers.
"""

import asyncio
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from sparring.match.table import Step
from sparring.rules import AnyGame, BadRecord, UnknownName
from sparring.rules.decks import DeckGiven, with_given_decks
from sparring.rules.registry import game as find_game
from sparring.rules.registry import game_names
from sparring.server.background import Background
from sparring.server.live import Change, LiveMatch, in_logs
from sparring.server.metrics import Metrics
from sparring.server.neighbours import Neighbours
from sparring.server.problems import NotFound
from sparring.server.storage import SeatsChanged, Storage, Taken
from sparring.server.stored import HUMAN, Counts, Ending, Logged, Stored
from sparring.server.thinkers import Thinkers
from sparring.server.waiting import StorageLock

log = logging.getLogger("sparring.server")

ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

KEPT = 2000
"""Matches that stay in memory."""

KEPT_OVER = 50
"""How many of them may be over."""

LONG_TEXT = 200
"""Characters of a game's text from which the game counts as large, such as one with decks of own cards."""

KEPT_LARGE = 30
"""How many of them may be matches of such games that nobody looks at."""

CLAIM = 5.0
"""Seconds for which a process claims a decision. A process that lives renews its claim; one that died is replaced."""


def known_game(name: str, decks: Sequence[DeckGiven] | None = None) -> AnyGame:
    """A game that this server offers, with its settings and decks; a class in a file is not for clients to ask for."""
    if not _offered(name):
        raise NotFound("unknown_game", f"There is no game {name!r:.100}; there is {', '.join(game_names())}.")
    return find_game(name if decks is None else with_given_decks(name, decks))


def _offered(name: str) -> bool:
    return name in game_names() or ("=" in name and name.partition(":")[0] in game_names())


class OpenMatches:
    """Loads matches, keeps the latest in memory, reads what other processes wrote, and writes entries."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        background: Background,
        metrics: Metrics,
        neighbours: Neighbours,
    ) -> None:
        self.neighbours = neighbours
        self._storage = storage
        self._thinkers = thinkers
        self._background = background
        self._metrics = metrics
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: WeakValueDictionary[str, StorageLock] = WeakValueDictionary()
        self._name = secrets.token_hex(8)
        """The name under which this process claims decisions."""

        self.closing = False
        """Whether the server is being stopped, so nobody here thinks any more."""

    def __iter__(self) -> Iterator[LiveMatch]:
        return iter(list(self._live.values()))

    def get(self, match_id: str) -> LiveMatch | None:
        """A match, if it is in memory."""
        return self._live.get(match_id)

    # ------------------------------------------------------------------ memory

    async def create(self, stored: Stored, game: AnyGame, address: str) -> LiveMatch:
        """Store a new match, and keep it in memory."""
        live = await self._background.run(address, lambda: LiveMatch(stored, game))
        await self._storage.create(stored)
        self._keep(live)
        self._metrics.count_start(game.name)
        return live

    async def open(self, match_id: str, address: str, *, latest: bool = True) -> LiveMatch:
        """A match by its id; up to date, unless the caller finds out by itself whether it is."""
        if not ID.fullmatch(match_id):
            raise _unknown(match_id)
        live, just_loaded = self._live.get(match_id), False
        if live is None:
            async with self._loading.setdefault(match_id, StorageLock()):
                live = self._live.get(match_id)
                if live is None:
                    live, just_loaded = await self._load(match_id, address), True
        # Another process may have written more, or given a seat to somebody else.
        if not just_loaded and (latest or len(live.stored.owners) > 1):
            await self.catch_up(live)
        live = self._live.setdefault(match_id, live)  # it may have been forgotten meanwhile, and even loaded anew
        self._live.move_to_end(match_id)
        return live

    def _keep(self, live: LiveMatch) -> None:
        """Keep a match in memory, and forget matches that nobody looks at: those that are over first."""
        self._live[live.stored.id] = live
        idle = [id_ for id_, live in self._live.items() if not live.followers and not live.driving]
        over = [id_ for id_ in idle if self._live[id_].over]
        large = [id_ for id_ in idle if len(self._live[id_].stored.game) > LONG_TEXT]
        for id_ in over[:-KEPT_OVER] + large[:-KEPT_LARGE] + (idle[:1] if len(self._live) > KEPT else []):
            self._live.pop(id_, None)

    async def _load(self, match_id: str, address: str) -> LiveMatch:
        stored = await self._storage.find(match_id)
        if stored is None:
            raise _unknown(match_id)
        logged = await self._storage.entries(match_id)

        def replay() -> LiveMatch:
            game = _game_of(stored)
            for player in stored.players:
                if player != HUMAN:
                    self._thinkers.check(game, player)
            return LiveMatch.replayed(game, stored, logged)

        try:
            live = await self._background.run(address, replay)
        except Exception as error:  # a game that has changed may raise anything on entries that it does not understand
            # Clients get only our own words: those of a game might tell what is hidden.
            reason = str(error) if isinstance(error, UnknownName) else "its entries are no longer legal."
            live = LiveMatch(stored, None, f"It cannot be played on: {reason}")
            with in_logs(live):
                log.warning("match is closed: %s", error)
        self._keep(live)
        return live

    def _forget(self, live: LiveMatch) -> NotFound:
        """Forget a match that somebody has deleted; the result is the error to raise."""
        self._live.pop(live.stored.id, None)
        return _unknown(live.stored.id)

    # ------------------------------------------------------------------ reading

    async def catch_up(self, live: LiveMatch) -> None:
        """Read what other processes have written meanwhile."""
        async with live.lock:
            await self.read_news(live)

    async def read_news(self, live: LiveMatch) -> None:
        """The same for a caller that holds the match's lock."""
        counted = await self._storage.counts([live.stored.id])
        if live.stored.id not in counted:
            raise self._forget(live)
        length, sittings = counted[live.stored.id]
        if sittings > live.stored.sittings:
            await self.read_owners(live)
        if length > len(live.log):
            await self._read_entries(live)

    async def with_news(self, matches: list[LiveMatch]) -> list[LiveMatch]:
        """Those of some matches in which other processes have written."""
        counts = await self._storage.counts([live.stored.id for live in matches])
        known = {live.stored.id: Counts(len(live.log), live.stored.sittings) for live in matches}
        return [live for live in matches if counts.get(live.stored.id, known[live.stored.id]) != known[live.stored.id]]

    async def read_owners(self, live: LiveMatch) -> None:
        """Read who owns the seats."""
        fresh = await self._storage.find(live.stored.id)
        if fresh is None:
            raise self._forget(live)
        clock_starts = live.stored.complete is None and fresh.complete is not None
        live.stored = replace(live.stored, owners=fresh.owners, sittings=fresh.sittings, complete=fresh.complete)
        if clock_starts:
            live.resume_clock()
        live.announce()

    async def _read_entries(self, live: LiveMatch) -> bool:
        """Read new entries; False if there are none."""
        if live.is_closed:
            return False
        news = await self._storage.entries(live.stored.id, len(live.log))
        for logged in news:
            live.add(logged)
            live.resume_clock()
            live.announce()
            await asyncio.sleep(0)  # there may be many, and other tasks need the event loop too
        return bool(news)

    # ------------------------------------------------------------------ writing, with the match's lock held

    async def append(
        self, live: LiveMatch, change: Change, said: Logged | None = None, *, begins: Stored | None = None
    ) -> bool:
        """Write an entry; False if another process wrote first; its entries have then been read.

        If an opponent is to decide next, this process claims that decision in the same transaction. A match that
        `begins` with the entry is stored in it too.
        """
        entry = change.chosen if isinstance(change, Step) else change
        logged = replace(said or Logged(""), entry=str(entry), at=time.time(), took=live.clocks.running(live.stored))
        was_over = live.over
        outcome, next_seat = live.after(change)
        seats = len(live.stored.players)
        ending = None if outcome is None else Ending(outcome.winner, outcome.reason, outcome.places_of(seats))
        goes_on_here = ending is None and live.stored.players[next_seat] != HUMAN and not self.closing
        thinker = self._name if goes_on_here else None
        try:
            await self._storage.append(
                live.stored.id,
                len(live.log),
                logged,
                ending,
                thinker,
                CLAIM,
                sittings=live.stored.sittings,
                begins=begins,
            )
        except SeatsChanged:
            await self.read_owners(live)
            return False
        except Taken:
            if not await self._read_entries(live):
                raise self._forget(live) from None  # only a match that has been deleted refuses it then
            return False
        self.neighbours.tell(live.stored.id)
        live.add(logged, change)
        live.claimed = len(live.log) if goes_on_here else None
        with in_logs(live):
            log.info("entry", extra={"entry": logged.entry})
            if begins is not None:
                self._metrics.count_start(begins.game)
            if outcome is not None and not was_over:
                log.info("match is over", extra={"winner": outcome.winner, "reason": outcome.reason})
                self._metrics.count_end(live.stored.game)
        live.announce()
        return True

    # ------------------------------------------------------------------ claims

    async def claim(self, live: LiveMatch, number: int) -> bool:
        """Claim or renew, for this process, the decision that entry `number` answers; False if another has it."""
        return await self._storage.claim(live.stored.id, number, self._name, CLAIM)

    async def release(self, live: LiveMatch) -> None:
        """Give up this process's claim."""
        await self._storage.release(live.stored.id, self._name)


def _unknown(match_id: str) -> NotFound:
    return NotFound("unknown_match", f"There is no match {match_id!r:.100}.")


def _game_of(stored: Stored) -> AnyGame:
    if not _offered(stored.game):
        raise UnknownName(f"there is no game {stored.game!r} here.")
    game = find_game(stored.game)
    try:
        return game.in_version(stored.rules)
    except BadRecord:
        why = f"it was played under version {stored.rules} of the rules, and this is {game.version}."
        raise UnknownName(why) from None
