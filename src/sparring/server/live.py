"""A match in the memory of a server process: replayed from what is stored, with everybody who waits for it."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sparring.match.events import DecisionAsked, Event, FallbackUsed, MatchOver, MatchStarted, MoveMade, TakenBack
from sparring.match.table import Step, Table
from sparring.rules import Agreed, AnyGame, Chosen, Decision, Outcome, Record, Resigned, Undone
from sparring.rules.record import Entry
from sparring.server.logs import match_id as match_in_logs
from sparring.server.problems import Conflict
from sparring.server.stored import Logged, Stored

HUMAN = "human"

INTEREST = 60.0
"""Seconds after the last request or follower for which opponents still think about a match."""


def digest(secret: str) -> str:
    """What is stored of a token or a player's key."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class SeenChoice(NamedTuple):
    """A choice that stands, and what each seat was told of it."""

    seat: int
    told: tuple[str, ...]


class Thought(NamedTuple):
    """When a seat was asked, and when it chose, in seconds since 1970."""

    seat: int
    asked: float
    made: float


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
        self.seen: list[SeenChoice] = []
        self.latest_told: list[tuple[str, ...]] = []
        """For each event, what each seat was told of the latest choice that stood then."""

        self.thoughts: list[Thought] = []
        self._asked_at = stored.created
        self._table: Table | None = None

        self.lock = asyncio.Lock()
        """Held by whoever reads the storage for this match or writes to it."""

        self.news = asyncio.Event()
        """Set, and then replaced, when anything happens."""

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

        if game is not None:
            self._table = Table(game, stored.seed)
            self._tell(MatchStarted, stored.players, self._table.position)
            self._tell_what_is_next()

    @classmethod
    def replayed(cls, game: AnyGame, stored: Stored, log: Iterable[Logged]) -> "LiveMatch":
        """The match that is stored, with all its entries."""
        live = cls(stored, game)
        for logged in log:
            live.add(logged)
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
    def to_move(self) -> int:
        """The seat that decides next."""
        return self.game.to_move(self.table.position)

    @property
    def opponent_to_move(self) -> bool:
        """Whether an opponent is to decide next."""
        return not self.over and self.stored.players[self.to_move] != HUMAN

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
        clock, complete = self.stored.clock, self.stored.complete
        if clock is None or self.is_closed:
            return []
        thoughts = self.thoughts if self.over else [*self.thoughts, Thought(self.to_move, self._asked_at, time.time())]
        if complete is None:  # no clock runs before everybody has sat down
            thoughts = []
        used = [
            sum(max(0.0, made - max(asked, complete or 0.0)) for by, asked, made in thoughts if by == seat)
            for seat in range(len(self.stored.players))
        ]
        return [
            None if player != HUMAN else clock - seconds
            for player, seconds in zip(self.stored.players, used, strict=True)
        ]

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

    # ------------------------------------------------------------------ what happens

    def after(self, change: Step | Entry) -> tuple[Outcome | None, int]:
        """The outcome that a change would lead to, None if the match would go on, and the seat to move then."""
        match change:
            case Step(position=position):
                pass
            case Undone(count):
                position = self.table.positions[-1 - count]
            case Resigned(seat):
                return Outcome(1 - seat, change.reason), seat
            case _:
                raise ValueError(f"{change} is written by nobody here")
        return self.game.outcome(position), self.game.to_move(position)

    def add(self, logged: Logged, change: Step | Entry | None = None) -> None:
        """Add an entry and its events; `change` is what the entry says, if that is known already."""
        match change or entry_of(logged.entry):
            case Step() as step:
                self._add_choice(logged, step)
            case Chosen(seat, option):
                if seat != self.to_move:
                    raise ValueError(f"it is not the turn of seat {seat}")
                self._add_choice(logged, self.table.preview(option))
            case Undone(count):
                self.table.take_back(count)
                del self.seen[len(self.seen) - count :]
                self._tell(TakenBack, count, self.table.position)
            case Resigned(seat, out_of_time):
                if out_of_time:
                    self.thoughts.append(Thought(seat, self._asked_at, logged.at))
                self.table.resign(seat, out_of_time)
            case Agreed() as agreed:
                self.table.agree(agreed)
        self.log.append(logged)
        self._asked_at = logged.at
        self._tell_what_is_next()

    def announce(self) -> None:
        """Wake up whoever waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    def _add_choice(self, logged: Logged, step: Step) -> None:
        seat, option = step.chosen.seat, step.chosen.option
        self.thoughts.append(Thought(seat, self._asked_at, logged.at))
        self.table.make(step)
        if logged.problem:
            self._tell(FallbackUsed, seat, logged.problem, "", option)
        self.seen.append(SeenChoice(seat, step.seen))
        self._tell(MoveMade, seat, option, step.position, logged.remark, None, logged.seconds, step.seen)

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
