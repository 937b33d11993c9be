"""What people do in the matches of a server: begin, open, choose, take back, resign, sit down, follow."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from sparring.arena.standing import Help
from sparring.coach.lessons import first_game
from sparring.rules import AnyGame, BadSetting, IllegalMove, Resigned, Undone
from sparring.rules.decks import DeckGiven
from sparring.rules.posing import SetsUpPositions
from sparring.server.again import before_move
from sparring.server.background import Background
from sparring.server.driver import Driver
from sparring.server.live import HUMAN, LiveMatch, between_people, digest, in_logs
from sparring.server.metrics import Metrics
from sparring.server.neighbours import Neighbours
from sparring.server.offers import Offers
from sparring.server.open_matches import OpenMatches, known_game
from sparring.server.presence import Presence
from sparring.server.problems import Conflict, NotFound, NotOpen
from sparring.server.storage import Storage, StorageLost
from sparring.server.stored import Owner, Stored
from sparring.server.thinkers import Thinkers
from sparring.server.turns import demand_owner, demand_turn, not_open_any_more, playing, step_of

log = logging.getLogger("sparring.server")

LOOK_EVERY = 0.2
"""Seconds between two looks at what other processes have written in matches that are followed here."""


class Matches:
    """All matches of a server, whichever process they were begun in."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        background: Background,
        metrics: Metrics,
        neighbours: Neighbours | None = None,
    ) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._background = background
        self._metrics = metrics
        self._neighbours = neighbours or Neighbours()
        self._open = OpenMatches(storage, thinkers, background, metrics, self._neighbours)
        self._driver = Driver(self._open, thinkers)
        self.offers = Offers(self._open, self._driver)
        self.presence = Presence(storage)
        self._looking: asyncio.Task[None] | None = None
        self._heard: set[str] = set()
        """Matches in which a neighbour has written."""

        self._called = asyncio.Event()
        """Set when a neighbour has written."""

    # ------------------------------------------------------------------ starting and stopping

    @property
    def closing(self) -> bool:
        """Whether the server is being stopped."""
        return self._open.closing

    def start(self) -> None:
        """Begin to look for what other processes write."""
        self._looking = asyncio.create_task(self._look_around())
        self._neighbours.listen(self._hear)
        self.presence.start()

    async def close(self) -> None:
        """Stop thinking; what is stored stays, and whoever opens a match next goes on from there."""
        self._open.closing = True
        self._neighbours.close()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})
        await self.presence.close()
        await self._driver.close()
        for live in self._open:
            live.announce()

    def _hear(self, match_id: str) -> None:
        """A neighbour has written in a match: look at once if it is followed here."""
        live = self._open.get(match_id)
        if live is not None and live.followers:
            self._heard.add(match_id)
            self._called.set()

    async def _look_around(self) -> None:
        """Again and again, catch up with matches that are followed here and written elsewhere."""
        loop = asyncio.get_running_loop()
        next_look = loop.time() + LOOK_EVERY
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_look):
                    await self._called.wait()
            self._called.clear()
            heard, self._heard = self._heard, set()
            followed = [live for live in self._open if live.followers and not live.settled]
            if loop.time() < next_look:
                followed = [live for live in followed if live.stored.id in heard]
            else:
                next_look = loop.time() + LOOK_EVERY
            if followed:
                await self._catch_up(followed)

    async def _catch_up(self, followed: list[LiveMatch]) -> None:
        try:
            news = await self._open.with_news(followed)
            for live in followed:
                if live in news:
                    await self._open.catch_up(live)
                self._driver.attend_to(live)
        except (StorageLost, NotFound) as error:
            log.warning("%s", error)
        except Exception:  # a game may raise anything on entries that another version of it wrote
            log.exception("a match that is followed could not be brought up to date")

    # ------------------------------------------------------------------ beginning and opening

    async def create(
        self,
        game_name: str,
        players: list[str],
        *,
        decks: Sequence[DeckGiven] | None = None,
        seed: int | None,
        paced: bool,
        clock: float | None = None,
        increment: float = 0.0,
        seat: int | None = None,
        player_key: str | None,
        player_name: str | None,
        teach: bool = False,
        address: str,
        help: Help = "",
    ) -> tuple[LiveMatch, list[str | None]]:
        """A new match, with a token for each person's seat; the caller's is the given one, else the first.

        With `help` it does not count for a rating.
        """
        if seed is not None and between_people(players):
            raise BadSetting(
                "A match between people takes no seed: whoever chose it could work out everything that chance decides."
            )
        game, named = await self._background.run(address, lambda: self._read(game_name, decks, players))
        if teach:
            _demand_lessons(game, named)
        tokens = [secrets.token_urlsafe(24) if player == HUMAN else None for player in named]
        owners = {seat: Owner(digest(token)) for seat, token in enumerate(tokens) if token}
        if seat is not None and seat not in owners:
            raise BadSetting(f"Seat {seat} is not a person's, so it cannot be yours.")
        if owners:
            own = min(owners) if seat is None else seat
            owners[own] = replace(owners[own], player_key=player_key, player_name=player_name)
        now = time.time()
        stored = Stored(
            id=secrets.token_urlsafe(12),
            game=game.name,
            rules=game.version,
            seed=random.SystemRandom().randrange(2**63) if seed is None else seed,
            players=named,
            paced=paced,
            clock=clock,
            increment=increment,
            complete=None if len(owners) > 1 else now,
            created=now,
            changed=now,
            owners=owners,
            help=help or ("lesson" if teach else "" if seed is None else "seed"),
        )
        live = await self._open.create(stored, game, address)
        live.wanted_by = address
        with in_logs(live):
            log.info("match begins", extra={"game": game.name, "players": named})
        if not help:
            self._driver.attend_to(live)
        return live, tokens

    async def begin_again(
        self, live: LiveMatch, seat: int, ply: int, *, player_key: str | None, address: str
    ) -> tuple[LiveMatch, list[str | None]]:
        """A match from the position before a move of a finished one; opponents take the seats of other people."""
        stored = live.stored
        players, moves = await self._background.run(address, lambda: before_move(live, seat, ply))
        again, tokens = await self.create(
            stored.game,
            players,
            seed=stored.seed,
            paced=stored.paced,
            player_key=player_key,
            player_name=stored.owners[seat].player_name,
            address=address,
            help="start",
        )
        async with self._acting(again):
            for move in moves:
                await self._open.append(again, again.table.preview(move))
        return again, tokens

    def _read(
        self, game_name: str, decks: Sequence[DeckGiven] | None, players: list[str]
    ) -> tuple[AnyGame, tuple[str, ...]]:
        """The game, and the players as others are shown them; or an error that says what is wrong."""
        game = known_game(game_name, decks)
        if len(players) != len(game.seats):
            raise BadSetting(f"{game.title} needs {len(game.seats)} opponents, not {len(players)}.")
        if players.count(HUMAN) > 1 and isinstance(game, SetsUpPositions) and game.is_posed:
            raise BadSetting("A position that was set up is played against an opponent, because it shows both hands.")
        return game, tuple(HUMAN if player == HUMAN else self._thinkers.check(game, player) for player in players)

    async def open(self, match_id: str, address: str, *, latest: bool = True) -> LiveMatch:
        """A match by its id; up to date, unless the caller finds out by itself whether it is."""
        live = await self._open.open(match_id, address, latest=latest)
        live.wanted, live.wanted_by = time.monotonic(), address
        self._driver.attend_to(live)
        return live

    async def seat_of(self, live: LiveMatch, token: str | None, player_key: str | None) -> int | None:
        """The seat that a token or a player's key opens; None for whoever watches."""
        if not live.stored.owners:
            return None
        seat = live.seat_opened_by(token, player_key)
        if seat is None and not live.watched_with(token):  # the seat may have changed hands in another process
            await self._open.read_owners(live)
            self._driver.attend_to(live)
            seat = live.seat_opened_by(token, player_key)
        if seat is None and not live.watched_with(token):
            what = "This token opens no seat of this match" if token else "This match opens only to its players"
            raise NotOpen(f"{what}: send a seat's token as 'Authorization: Bearer …'.")
        return seat

    # ------------------------------------------------------------------ what a seat may do

    async def choose(self, live: LiveMatch, seat: int | None, option: str, number: int | None) -> None:
        """Answer the pending decision; when this returns, the choice is on disk.

        With the decision's number, a choice that arrives twice is made once.
        """
        owner = live.stored.owners.get(seat or 0)
        async with self._acting(live):
            up_to_date = False
            while True:
                demand_owner(live, seat, owner)
                try:
                    step = step_of(live, seat, option, number)
                except (Conflict, IllegalMove):
                    if up_to_date:
                        raise
                    step = None
                if step is None:
                    if up_to_date:
                        return
                    # It cannot be chosen, or was chosen already. Or so it seems here: another process may have written
                    # more, or given the seat away.
                    await self._open.read_news(live)
                    up_to_date = True
                elif not await self._driver.end_if_out_of_time(live) and await self._open.append(live, step):
                    return

    async def why_not(self, live: LiveMatch, seat: int | None, option: str) -> str:
        """Why an option cannot be chosen now, in one sentence; or nothing if it can."""
        try:
            game, position = live.game, live.table.position
            demand_turn(live, playing(seat))
        except Conflict as refusal:
            return str(refusal)

        def explain() -> str:
            return "" if option in game.options(position) else game.why_not(position, option)

        return await self._background.run(live.wanted_by, explain)

    async def take_back(self, live: LiveMatch, seat: int | None) -> None:
        """Take back the seat's last choice and what followed, where all others are opponents."""
        owner = live.stored.owners.get(seat or 0)
        async with self._acting(live):
            while True:
                demand_owner(live, seat, owner)
                table = live.table
                if seat is None or between_people(live.stored.players):
                    raise Conflict("not_alone", "A choice can be taken back only against opponents.")
                if table.outcome is not None:
                    raise Conflict("match_over", "The match is over; nothing can be taken back any more.")
                count = table.choices_to_take_back(seat)
                if not count:
                    raise Conflict("nothing_to_take_back", "You have chosen nothing yet that could be taken back.")
                await self._driver.stop_thinking(live)
                await self.note_help(live, "undo")
                if await self._open.append(live, Undone(count)):
                    return

    async def note_help(self, live: LiveMatch, help: Help) -> None:
        """Note that the person gets help, so that the match does not count; on disk before the help is given."""
        if not live.stored.help:
            await self._storage.note_help(live.stored.id, help)
            live.stored = replace(live.stored, help=help)

    async def resign(self, live: LiveMatch, seat: int | None) -> None:
        """Give the match up."""
        owner = live.stored.owners.get(seat or 0)
        async with self._acting(live):
            while True:
                demand_owner(live, seat, owner)
                table = live.table
                if seat is None:
                    raise Conflict("not_yours", "Only a player can resign.")
                if table.outcome is not None:
                    raise Conflict("match_over", "The match is over; nobody can resign any more.")
                await self._driver.stop_thinking(live)
                if await self._open.append(live, Resigned(seat)):
                    return

    async def take_seat(
        self, live: LiveMatch, seat: int | None, player_key: str | None, player_name: str | None
    ) -> str:
        """Make a seat one's own: the token that opened it stops working, and the new one opens it."""
        if seat is None:
            raise Conflict("no_seat", "You may only watch this match, so there is no seat to take.")
        token = secrets.token_urlsafe(24)
        owner = Owner(digest(token), player_key, player_name)
        if not await self._storage.change_owner(live.stored.id, seat, live.stored.owners[seat].token, owner):
            raise not_open_any_more()
        self._neighbours.tell(live.stored.id)
        await self._open.read_owners(live)
        self._driver.attend_to(live)
        return token

    async def invite_watchers(self, live: LiveMatch, seat: int | None) -> str:
        """A token with which anybody may watch; the one that this seat gave out before stops working."""
        token = secrets.token_urlsafe(24)
        before = live.stored.owners[playing(seat)]
        assert seat is not None
        watched = replace(before, watch=digest(token))
        if not await self._storage.change_owner(live.stored.id, seat, before.token, watched):
            raise not_open_any_more()
        await self._open.read_owners(live)
        return token

    @asynccontextmanager
    async def _acting(self, live: LiveMatch) -> AsyncIterator[None]:
        """Hold the match's lock; afterwards, see to whoever is to decide next."""
        async with live.lock:
            try:
                yield
            finally:
                self._driver.attend_to(live)

    # ------------------------------------------------------------------ following

    async def wait_for_turn(self, live: LiveMatch, seat: int | None, seconds: float) -> None:
        """Wait until the seat is to decide, or the match is over, for at most this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                _count_follower(live, 1)
                try:
                    while not (live.over or live.to_move == seat or self.closing):
                        await live.news.wait()
                finally:
                    _count_follower(live, -1)

    def follow(self, live: LiveMatch) -> None:
        """Somebody listens to the match from now on."""
        _count_follower(live, 1)
        self._metrics.followers.inc()

    def unfollow(self, live: LiveMatch) -> None:
        """Somebody has stopped listening."""
        _count_follower(live, -1)
        self._metrics.followers.dec()


def _count_follower(live: LiveMatch, change: int) -> None:
    live.followers += change
    live.wanted = time.monotonic()


def _demand_lessons(game: AnyGame, players: Sequence[str]) -> None:
    """A game to learn from is one that has lessons, played by one person."""
    first_game(game)
    if sum(player == HUMAN for player in players) != 1:
        raise BadSetting("A game to learn from is played by one person against opponents.")
