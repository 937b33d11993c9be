"""The matches of a server: beginning, finding, choosing, taking back, giving up, sitting down.

What counts is in the storage. A process keeps matches in memory only so as not to replay them for every request, and
catches up with what others have written before it answers.
"""

import asyncio
import logging
import random
import re
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from sparring.rules import AnyGame, BadRecord, BadSetting, Chosen, IllegalMove, Resigned, Undone, UnknownName
from sparring.rules.record import Entry
from sparring.rules.registry import game as find_game
from sparring.rules.registry import game_names
from sparring.server.driver import CLAIM, Driver
from sparring.server.live import HUMAN, Live, digest, in_logs
from sparring.server.metrics import Metrics
from sparring.server.problems import Conflict, NotFound, NotOpen
from sparring.server.storage import Ending, Logged, Moved, Owner, Storage, StorageLost, Stored, Taken
from sparring.server.story import Story, replayed
from sparring.server.thinkers import Thinkers

log = logging.getLogger("sparring.server")

ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

KEPT = 2000
"""Matches that stay in memory."""

KEPT_OVER = 50
"""Of these, so many that are over."""

LOOK_EVERY = 0.2
"""Seconds between two looks at what other processes have written in matches that are followed here."""


def known_game(name: str) -> AnyGame:
    """A game that this server offers, with its settings: a class in some file is nothing a client may ask for."""
    if not _offered(name):
        raise NotFound("unknown_game", f"There is no game {name!r:.100}; there is {', '.join(game_names())}.")
    return find_game(name)


def _offered(name: str) -> bool:
    return name in game_names() or ("=" in name and name.partition(":")[0] in game_names())


class Matches:
    """All matches, wherever they are."""

    def __init__(self, storage: Storage, thinkers: Thinkers, metrics: Metrics) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._metrics = metrics
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._driver = Driver(storage, thinkers, self._append, self._catch_up)
        self._looking: asyncio.Task[None] | None = None
        self.closing = False

    # ------------------------------------------------------------------ beginning and finding

    async def create(
        self,
        game_name: str,
        players: list[str],
        *,
        seed: int | None,
        paced: bool,
        clock: float | None = None,
        seat: int | None = None,
        player_key: str | None,
        player_name: str | None,
        address: str,
    ) -> tuple[Live, list[str | None]]:
        """A new match, with a token for each person's seat; the caller's is the given one, else the first."""
        game = known_game(game_name)
        if len(players) != len(game.seats):
            raise BadSetting(f"{game.title} needs {len(game.seats)} opponents, not {len(players)}.")
        named = tuple(HUMAN if player == HUMAN else self._thinkers.check(game, player) for player in players)
        tokens = [secrets.token_urlsafe(24) if player == HUMAN else None for player in named]
        owners = {seat: Owner(digest(token)) for seat, token in enumerate(tokens) if token}
        if seat is not None and seat not in owners:
            raise BadSetting(f"Seat {seat} is not a person's, so it cannot be yours.")
        if owners:
            own = min(owners) if seat is None else seat
            owners[own] = replace(owners[own], player_key=player_key, player_name=player_name)
        seed = random.SystemRandom().randrange(2**63) if seed is None else seed
        now = time.time()
        match_id = secrets.token_urlsafe(12)
        complete = None if len(owners) > 1 else now
        stored = Stored(
            match_id,
            game.name,
            game.version,
            seed,
            named,
            paced,
            clock,
            complete,
            created=now,
            changed=now,
            owners=owners,
        )
        live = Live(stored, Story(game, named, seed, now))
        live.wanted_by = address
        await self._storage.create(stored)
        self._keep(live)
        self._metrics.started.labels(game.name).inc()
        with in_logs(live):
            log.info("match begins", extra={"game": game.name, "players": named})
        self._driver.see_to(live)
        return live, tokens

    async def open(self, match_id: str, address: str, *, latest: bool = True) -> Live:
        """A match by its id; up to date, unless whoever asks finds that out by itself."""
        if not ID.fullmatch(match_id):
            raise _unknown(match_id)
        live, just_loaded = self._live.get(match_id), False
        if live is None:
            async with self._loading.setdefault(match_id, asyncio.Lock()):
                live = self._live.get(match_id)
                if live is None:
                    live, just_loaded = await self._load(match_id), True
        # Another process may have written more, or given a seat to somebody else.
        if not just_loaded and (latest or len(live.stored.owners) > 1):
            await self._catch_up(live)
        live = self._live.setdefault(match_id, live)  # it may have been forgotten meanwhile, and even loaded anew
        self._live.move_to_end(match_id)
        live.wanted, live.wanted_by = time.monotonic(), address
        self._driver.see_to(live)
        return live

    async def seat_of(self, live: Live, token: str | None, player_key: str | None) -> int | None:
        """The seat that a token or a player's key opens; None for whoever watches two opponents."""
        if not live.stored.owners:
            return None
        seat = live.seat_opened_by(token, player_key)
        if seat is None:  # the seat may have changed hands in another process
            await self._find_owners(live)
            seat = live.seat_opened_by(token, player_key)
        if seat is None:
            what = "This token opens no seat of this match" if token else "This match opens only to its players"
            raise NotOpen(f"{what}: send a seat's token as 'Authorization: Bearer …'.")
        return seat

    async def _find_owners(self, live: Live) -> None:
        fresh = await self._storage.find(live.stored.id)
        if fresh is None:
            raise self._forget(live)
        live.stored = replace(live.stored, owners=fresh.owners, sittings=fresh.sittings, complete=fresh.complete)
        live.tell()
        self._driver.see_to(live)

    def _demand(self, live: Live, seat: int | None, owner: Owner | None) -> None:
        """Refuse a caller whose seat has changed hands since the caller was let in."""
        if seat is not None and live.stored.owners.get(seat) != owner:
            raise NotOpen("This token opens the seat no longer.")

    # ------------------------------------------------------------------ what a seat may see

    async def wait_for_turn(self, live: Live, seat: int | None, seconds: float) -> None:
        """Wait until the seat is to decide, or the match is over; so many seconds at the most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                self._follow(live, 1)
                try:
                    while not (live.over or live.to_move == seat or self.closing):
                        await live.news.wait()
                finally:
                    self._follow(live, -1)

    # ------------------------------------------------------------------ what a seat may do

    async def choose(self, live: Live, seat: int | None, option: str, number: int | None) -> None:
        """Answer the pending decision; when this returns, the choice is on disk.

        With the decision's number, a choice that arrives twice is made once.
        """
        owner = live.stored.owners.get(seat or 0)
        async with live.lock:
            up_to_date = False
            while True:
                self._demand(live, seat, owner)
                try:
                    chosen = self._was_chosen(live, seat, option, number)
                    if chosen and up_to_date:
                        return
                except (Conflict, IllegalMove):
                    if up_to_date:
                        raise
                    chosen = True
                if chosen:  # or so it seems here: another process may have written more, or given the seat away
                    await self._look(live)
                    up_to_date = True
                    continue
                if await self._driver.fell(live):
                    continue
                if await self._append(live, Chosen(live.to_move, option)):
                    return

    def _was_chosen(self, live: Live, seat: int | None, option: str, number: int | None) -> bool:
        """Whether the decision was answered so already; refuses what cannot be chosen now."""
        story = self._story(live)
        choices = story.table.choices
        if seat is None:
            raise Conflict("not_yours", "Only a player can choose.")
        if number is not None and number < len(choices) and choices[number] == Chosen(seat, option):
            return True
        if number is not None and number != len(choices):
            raise Conflict("not_this_decision", f"Decision {number} is not the pending one, {len(choices)} is.")
        if live.over:
            raise Conflict("match_over", "The match is over; there is nothing to decide.")
        if live.to_move != seat:
            raise Conflict("not_your_turn", f"It is the turn of {story.game.seats[live.to_move]}.")
        if option not in story.game.options(story.table.position):
            raise IllegalMove(story.game.why_not(story.table.position, option))
        return False

    async def take_back(self, live: Live, seat: int | None) -> None:
        """Take back the seat's last choice and what followed; only where nobody else is asked for leave."""
        owner = live.stored.owners.get(seat or 0)
        async with live.lock:
            while True:
                self._demand(live, seat, owner)
                story = self._story(live)
                if seat is None or sum(player == HUMAN for player in live.stored.players) != 1:
                    raise Conflict("not_alone", "Only against opponents can a choice be taken back.")
                if live.over:
                    raise Conflict("match_over", "The match is over; nothing can be taken back any more.")
                count = story.table.choices_to_take_back(seat)
                if not count:
                    raise Conflict("nothing_to_take_back", "You have chosen nothing yet that could be taken back.")
                await self._driver.stop_thinking(live)
                if await self._append(live, Undone(count)):
                    return

    async def resign(self, live: Live, seat: int | None) -> None:
        """Give the match up."""
        owner = live.stored.owners.get(seat or 0)
        async with live.lock:
            while True:
                self._demand(live, seat, owner)
                self._story(live)
                if seat is None:
                    raise Conflict("not_yours", "Only a player can resign.")
                if live.over:
                    raise Conflict("match_over", "The match is over; nobody can resign any more.")
                await self._driver.stop_thinking(live)
                if await self._append(live, Resigned(seat)):
                    return

    def why_not(self, live: Live, seat: int | None, option: str) -> str:
        """Why an option cannot be chosen now, in one sentence; or nothing if it can."""
        try:
            self._was_chosen(live, seat, option, None)
        except (Conflict, IllegalMove) as refusal:
            return str(refusal)
        return ""

    async def take_seat(self, live: Live, seat: int | None, player_key: str | None, player_name: str | None) -> str:
        """Make a seat one's own: the token that opened it opens nothing any more, the new one does."""
        if seat is None:
            raise Conflict("no_seat", "Nobody sits down where only opponents play.")
        token = secrets.token_urlsafe(24)
        owner = Owner(digest(token), player_key, player_name)
        if not await self._storage.change_owner(live.stored.id, seat, live.stored.owners[seat].token, owner):
            raise NotOpen("This token opens the seat no longer.")
        await self._find_owners(live)
        return token

    # ------------------------------------------------------------------ following, starting, stopping

    def follow(self, live: Live) -> None:
        """Somebody listens to the match from now on."""
        self._follow(live, 1)
        self._metrics.followers.inc()

    def unfollow(self, live: Live) -> None:
        """Somebody stopped listening."""
        self._follow(live, -1)
        self._metrics.followers.dec()

    def start(self) -> None:
        """Begin to look for what other processes write."""
        self._looking = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        """Stop thinking; what is stored stays, and whoever opens a match next goes on from there."""
        self.closing = self._driver.closing = True
        tasks = [live.driving for live in self._live.values() if live.driving] + [self._looking]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
        for live in self._live.values():
            live.tell()

    def _follow(self, live: Live, change: int) -> None:
        live.followers += change
        live.wanted = time.monotonic()

    async def _look_around(self) -> None:
        """Again and again, catch up with matches that are followed here and written elsewhere."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            followed = [live for live in self._live.values() if live.followers and not live.over]
            if not followed:
                continue
            try:
                counts = await self._storage.counts([live.stored.id for live in followed])
                for live in followed:
                    known = len(live.story.log) if live.story else 0, live.stored.sittings
                    if counts.get(live.stored.id, known) != known:
                        await self._catch_up(live)
                    self._driver.see_to(live)
            except (StorageLost, NotFound) as error:
                log.warning("%s", error)
            except Exception:  # whatever a game makes of what another version of it wrote
                log.exception("a match that is followed could not be looked at")

    # ------------------------------------------------------------------ memory and storage

    def _keep(self, live: Live) -> None:
        """Keep a match in memory, and let go of those that nobody looks at: what is over first."""
        self._live[live.stored.id] = live
        idle = [id_ for id_, live in self._live.items() if not live.followers and not live.driving]
        over = [id_ for id_ in idle if self._live[id_].over]
        for id_ in over[:-KEPT_OVER] + (idle[:1] if len(self._live) > KEPT else []):
            self._live.pop(id_, None)

    async def _load(self, match_id: str) -> Live:
        stored = await self._storage.find(match_id)
        if stored is None:
            raise _unknown(match_id)
        logged = await self._storage.entries(match_id)
        try:
            game = _game_of(stored)
            for player in stored.players:
                if player != HUMAN:
                    self._thinkers.check(game, player)
            story = await asyncio.to_thread(replayed, game, stored, logged)
            live = Live(stored, story)
        except Exception as error:  # whatever a game that changed does with what it does not understand
            # Only our own words go out: those of a game might tell what is hidden.
            reason = str(error) if isinstance(error, UnknownName) else "its entries are no longer legal."
            live = Live(stored, None, f"It cannot be played on: {reason}")
            with in_logs(live):
                log.warning("match is closed: %s", error)
        self._keep(live)
        return live

    def _forget(self, live: Live) -> NotFound:
        """A match that somebody has deleted."""
        self._live.pop(live.stored.id, None)
        return _unknown(live.stored.id)

    async def _catch_up(self, live: Live) -> None:
        """Tell what other processes have written meanwhile."""
        async with live.lock:
            await self._look(live)

    async def _look(self, live: Live) -> None:
        counted = await self._storage.counts([live.stored.id])
        if live.stored.id not in counted:
            raise self._forget(live)
        length, sittings = counted[live.stored.id]
        if sittings > live.stored.sittings:
            await self._find_owners(live)
        if live.story is not None and length > len(live.story.log):
            await self._fetch(live)

    async def _fetch(self, live: Live) -> bool:
        """Tell what is new in the storage; whether anything was."""
        if live.story is None:
            return False
        news = await self._storage.entries(live.stored.id, len(live.story.log))
        for logged in news:
            live.story.add(logged)
        if news:
            live.tell()
        return bool(news)

    async def _append(self, live: Live, entry: Entry, said: Logged | None = None) -> bool:
        """Write an entry and tell it; False if another process was first, whose entry is then told."""
        story = self._story(live)
        logged = replace(said or Logged(""), entry=str(entry), at=time.time())
        outcome, next_seat = story.after(entry)
        ending = None if outcome is None else Ending(outcome.winner, outcome.reason)
        goes_on_here = ending is None and live.stored.players[next_seat] != HUMAN and not self.closing
        thinker = self._driver.name if goes_on_here else None
        try:
            await self._storage.append(
                live.stored.id, len(story.log), logged, ending, thinker, CLAIM, sittings=live.stored.sittings
            )
        except Moved:
            await self._find_owners(live)
            return False
        except Taken:
            if not await self._fetch(live):
                raise self._forget(live) from None  # for only a match that is no longer there refuses it
            return False
        story.add(logged, entry)
        live.claimed = len(story.log) if goes_on_here else None
        with in_logs(live):
            log.info("entry", extra={"entry": logged.entry})
            if outcome is not None:
                log.info("match is over", extra={"winner": outcome.winner, "reason": outcome.reason})
                self._metrics.finished.labels(live.stored.game).inc()
        live.tell()
        self._driver.see_to(live)
        return True

    def _story(self, live: Live) -> Story:
        if live.story is None:
            raise Conflict("match_closed", live.closed)
        return live.story


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
