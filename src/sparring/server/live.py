"""A match in the memory of a server process: replayed from what is stored, with everybody who waits for it."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from sparring.match.events import (
    ChanceFell,
    DecisionAsked,
    Event,
    FallbackUsed,
    MatchOver,
    MatchStarted,
    MoveMade,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchBegun,
    TakenBack,
)
from sparring.match.pace import Turns
from sparring.match.table import Fall, Step, Table
from sparring.rules import Agreed, AnyGame, Chosen, Decision, Offer, Outcome, Record, Resigned, Undone, may_share
from sparring.rules.audience import Said
from sparring.rules.record import Entry
from sparring.server import offered
from sparring.server.clocks import Clocks
from sparring.server.logs import match_id as match_in_logs
from sparring.server.offered import Accepted, Bargain, Declined, Offered, Rematched, Withdrawn
from sparring.server.problems import Conflict
from sparring.server.stored import HUMAN as HUMAN
from sparring.server.stored import Logged, Stored
from sparring.server.waiting import StorageLock

Change: TypeAlias = Step | Entry | Bargain
"""What an entry of a match does."""

INTEREST = 60.0
"""Seconds after the last request or follower for which opponents still think about a match."""


def between_people(players: Sequence[str]) -> bool:
    """Whether more than one of the players is a person, so that help for one of them would be unfair."""
    return sum(player == HUMAN for player in players) > 1


def digest(secret: str) -> str:
    """What is stored of a token or a player's key."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Seen(NamedTuple):
    """A choice that stands or an outcome of chance after it, and what each seat was told of it."""

    seat: int | None
    """Who chose; None if chance decided."""

    told: tuple[str, ...]


class Saying(NamedTuple):
    """What a seat says, before it makes its choice."""

    seat: int
    heard: tuple[str, ...]
    """What each seat hears of it."""


class LiveMatch:
    """A match in the memory of this process.

    Its log, its table and its events follow from the stored entries alone, so every process tells the same events
    under the same numbers. A match that cannot be replayed any more is closed: it has no table.
    """

    def __init__(self, stored: Stored, game: AnyGame | None, closed: str = "") -> None:
        self.stored = stored
        self.closed = closed
        """Why it cannot be replayed, if it cannot."""

        self.log: list[Logged] = []
        self.events: list[Event] = []
        self.seen: list[Seen] = []
        self.latest_told: list[tuple[str, ...]] = []
        """For each event, what each seat was told of the latest choice or outcome of chance that stood then."""

        self.clocks = Clocks(stored.created)
        self._table: Table | None = None

        self.lock = StorageLock()
        """Held by whoever reads the storage for this match or writes to it."""

        self.news = asyncio.Event()
        """Set, and then replaced, when anything happens."""

        self.refused: set[Offer] = set()
        """What was declined since the latest choice; it is not offered again before the next one."""

        self.rematch: str | None = None
        """The id of the match in which the same people play again."""

        self.here: list[bool | None] = [None] * len(stored.players)
        """Whether each person of a match between people is here; None for opponents, and where nobody knows."""

        self._begin_alone()
        if game is not None:
            self._table = Table(game, stored.seed)
            self._tell(MatchStarted, stored.players, self._table.start)
            self._tell_falls(self._table.first_falls)
            self._tell_what_is_next()

    def _begin_alone(self) -> None:
        """At first nobody follows the match, thinks about it or talks."""
        self.followers = 0
        self.wanted = time.monotonic()
        self.wanted_by = ""
        """The address from which the latest request came."""

        self.driving: asyncio.Task[None] | None = None
        """The task in which opponents think about this match."""

        self.alarm: asyncio.TimerHandle | None = None
        """Goes off when the time of the person to move is over."""

        self.claimed: int | None = None
        """The number of the entry that this process has claimed to write, with an opponent's answer."""

        self.thought: dict[str, Any] | None = None
        """How far the opponent that thinks now has got."""

        self.saying: Saying | None = None
        """What the opponent that is about to choose says."""

        self.talk: list[Said] = []
        """What a player and a character have said to each other; only this process knows it."""

        self.talking = False
        """Whether a character is about to reply."""

        self.review: dict[str, Any] | None = None
        """How far the review of the match has got, while it is computed here."""

        self.turns = Turns()
        """How long the choices of the current turn took to watch."""

        self.hurried = asyncio.Event()
        """Set while the player at the table does not want to wait for opponents that only seem to think."""

    @classmethod
    def replayed(cls, game: AnyGame, stored: Stored, log: Iterable[Logged]) -> "LiveMatch":
        """The match that is stored, with all its entries."""
        live = cls(stored, game)
        for logged in log:
            live.add(logged)
        live.resume_clock()
        return live

    # ------------------------------------------------------------------ how it stands

    @property
    def table(self) -> Table:
        """The table; a Conflict if the match is closed."""
        if self._table is None:
            raise Conflict("match_closed", self.closed)
        return self._table

    @property
    def game(self) -> AnyGame:
        """The game; a Conflict if the match is closed."""
        return self.table.game

    @property
    def is_closed(self) -> bool:
        """Whether it cannot be replayed any more."""
        return self._table is None

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self._table is None or self._table.outcome is not None

    @property
    def settled(self) -> bool:
        """Whether nothing more will happen, not even a rematch."""
        return self.over and (self.is_closed or self.rematch is not None or not between_people(self.stored.players))

    @property
    def to_move(self) -> int:
        """The seat that decides next."""
        return self.game.to_move(self.table.position)

    @property
    def opponent_to_move(self) -> bool:
        """Whether an opponent is to decide next."""
        return not self.over and self.stored.players[self.to_move] != HUMAN

    @property
    def offered_to_opponent(self) -> Offer | None:
        """An offer that an opponent is to answer."""
        if self.over or len(self.stored.players) != 2:
            return None
        return next((offer for offer in self.table.offers if self.stored.players[1 - offer.seat] != HUMAN), None)

    def may_share(self, seat: int | None) -> bool:
        """Whether a seat may offer now to share what is left."""
        if self.over or seat is None or seat != self.to_move or list(self.table.offers):
            return False
        return len(self.stored.players) == 2 and may_share(self.game, self.table.position)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now, or None when the match is over."""
        latest = self.events[-1] if self.events else None
        return latest.decision if isinstance(latest, DecisionAsked) else None

    @property
    def is_wanted(self) -> bool:
        """Whether anybody seems to wait for what happens next."""
        return self.followers > 0 or time.monotonic() - self.wanted < INTEREST

    def time_left(self) -> list[float | None]:
        """The seconds that each person has left, if there is a clock; None for opponents, who have no clock."""
        if self.stored.clock is None or self.is_closed:
            return []
        left = [
            None if player != HUMAN else self.clocks.left(self.stored, seat)
            for seat, player in enumerate(self.stored.players)
        ]
        if not self.over and (mine := left[self.to_move]) is not None:
            left[self.to_move] = mine - self.clocks.running(self.stored)
        return left

    def said(self) -> list[tuple[int, str]]:
        """All remarks of the match, also with choices that were taken back, each with its seat."""
        return [(event.seat, event.remark) for event in self.events if isinstance(event, MoveMade) and event.remark]

    def resume_clock(self) -> None:
        """Let the running clock go on from what is stored, when the seat to move was not asked by this process."""
        if not self.over:
            self.clocks.resume(self.stored, self.to_move)

    def seat_opened_by(self, token: str | None, player_key: str | None) -> int | None:
        """The seat that a token opens, or without one the first that a player's key does."""
        for seat, owner in self.stored.owners.items():
            if token is not None and secrets.compare_digest(digest(token), owner.token):
                return seat
        if token is None and player_key is not None:
            for seat, owner in self.stored.owners.items():
                if owner.player_key is not None and secrets.compare_digest(player_key, owner.player_key):
                    return seat
        return None

    def watched_with(self, token: str | None) -> bool:
        """Whether a token was given out to those who may watch."""
        if token is None:
            return False
        given = [owner.watch for owner in self.stored.owners.values() if owner.watch is not None]
        return any(secrets.compare_digest(digest(token), watch) for watch in given)

    # ------------------------------------------------------------------ what happens

    def after(self, change: Change) -> tuple[Outcome | None, int]:
        """The outcome that a change would lead to, None if the match would go on, and the seat to move then."""
        match change:
            case Step() as step:
                position = step.end
            case Undone(count):
                position = self.table.positions[-1 - count]
            case Resigned(seat):
                return change.outcome(len(self.game.seats)), seat
            case Agreed(offer):
                return self.table.outcome_of(offer), self.to_move
            case Offered() | Declined() | Withdrawn() | Accepted() | Rematched():
                over = self.table.outcome
                return over, 0 if over else self.to_move
            case _:
                raise ValueError(f"{change} is written by nobody here")
        return self.game.outcome(position), self.game.to_move(position)

    def add(self, logged: Logged, change: Change | None = None) -> None:
        """Add an entry and its events; `change` is what the entry says, if that is known already."""
        change = change or offered.read(logged.entry) or entry_of(logged.entry)
        match change:
            case Step() as step:
                self._add_choice(logged, step)
            case Chosen(seat, option):
                if seat != self.to_move:
                    raise ValueError(f"it is not the turn of seat {seat}")
                self._add_choice(logged, self.table.preview(option))
            case Undone(count):
                asked = self.table.asked_among_last(count)
                self.table.take_back(count)
                self._forget_choices(asked)
                self._tell(TakenBack, asked, self.table.position)
            case Resigned(seat, out_of_time):
                if out_of_time:
                    self.clocks.add(self.stored, logged, seat, in_time=False)
                self.table.resign(seat, out_of_time)
            case Agreed() as agreed:
                self.table.agree(agreed)
            case _:
                self._bargain(change)
        self.log.append(logged)
        if isinstance(change, Bargain):  # the clock of the seat to move goes on
            if self.table.outcome is None:
                self._tell_what_is_next()
            return
        self.refused.clear()
        self.clocks.start(logged.at)
        self._tell_what_is_next()

    def _bargain(self, change: Entry | Bargain) -> None:
        match change:
            case Offered(offer):
                self.table.offer(offer)
                self._tell(OfferMade, offer)
            case Declined(offer):
                self._close(offer)
                self.refused.add(offer)
                self._tell(OfferDeclined, offer)
            case Withdrawn(offer):
                self._close(offer)
                self._tell(OfferWithdrawn, offer)
            case Accepted(offer, by):
                self.table.accept(offer.kind, by)
                self._tell(OfferAccepted, offer, by)
            case Rematched(match):
                self.table.offers.lapse()
                self.rematch = match
                self._tell(RematchBegun, match)

    def _close(self, offer: Offer) -> None:
        """Take an offer from the table; in matches of earlier versions it may be one that lapses today."""
        if offer in self.table.offers:
            self.table.withdraw(offer)

    def hurry(self) -> bool:
        """Let opponents choose without seeming to think, until a person is to decide; False if one is already."""
        if self.opponent_to_move:
            self.hurried.set()
        return self.opponent_to_move

    def announce(self) -> None:
        """Wake up whoever waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    def _add_choice(self, logged: Logged, step: Step) -> None:
        seat, option = step.chosen.seat, step.chosen.option
        self.clocks.add(self.stored, logged, seat)
        self.table.make(step)
        if logged.problem:
            self._tell(FallbackUsed, seat, logged.problem, "", option)
        self.seen.append(Seen(seat, step.seen))
        self._tell(MoveMade, seat, option, step.shown, logged.remark, None, logged.seconds, step.seen)
        self._tell_falls(step.falls)

    def _tell_falls(self, falls: Sequence[Fall]) -> None:
        for fall in falls:
            self.seen.append(Seen(None, fall.seen))
            self._tell(ChanceFell, fall.by_chance.option, fall.position, fall.seen)

    def _forget_choices(self, count: int) -> None:
        """Forget what was seen of the last choices, and of what chance decided after them."""
        while count:
            count -= self.seen.pop().seat is not None

    def _tell_what_is_next(self) -> None:
        if (outcome := self.table.outcome) is not None:
            self._tell(MatchOver, outcome, self.table.position)
        else:
            self._tell(DecisionAsked, self.table.decision())

    def _tell(self, kind: Callable[..., Event], *details: object) -> None:
        self.events.append(kind(len(self.events) + 1, *details))
        self.latest_told.append(self.seen[-1].told if self.seen else ())


def entry_of(text: str) -> Entry:
    """An entry as a record writes it."""
    return Record.parse(f"{Record('')}{text}\n").entries[0]


class in_logs:  # noqa: N801
    """While this lasts, every line of the log names the match."""

    def __init__(self, live: LiveMatch) -> None:
        self._id = live.stored.id

    def __enter__(self) -> None:
        self._token = match_in_logs.set(self._id)

    def __exit__(self, *_: object) -> None:
        match_in_logs.reset(self._token)
