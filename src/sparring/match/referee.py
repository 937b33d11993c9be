"""The match: the referee between players of any kind."""

import asyncio
import logging
import queue
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeVar

from sparring.match.events import (
    DecisionAsked,
    Event,
    FallbackUsed,
    MatchOver,
    MatchStarted,
    MoveMade,
    TakenBack,
    ThoughtReported,
)
from sparring.match.seat import Answer, Seat, answer_for_sure, name_of, thinking_time
from sparring.match.table import Table
from sparring.rules import (
    Analysis,
    AnyGame,
    BadSetting,
    Decision,
    Player,
    Record,
    SparringError,
    Thinking,
)
from sparring.rules.player import TIME_LIMIT
from sparring.rules.registry import game as find_game
from sparring.scenes import scene_of, svg
from sparring.work.job import MOMENT, Job
from sparring.work.threads import JobThread

log = logging.getLogger("sparring.match")

LONGEST_PACE = 60.0
"""Seconds that an opponent may seem to think, at the most."""

PREPARING = 300.0
"""Seconds that a player may take to get ready, once."""

T = TypeVar("T")


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    winner: int | None
    """The seat that won, or None for a draw."""

    reason: str
    record: Record
    problems: Counter[str] = field(default_factory=Counter)
    """How often the referee had to choose for a player, by what went wrong."""

    @property
    def fallbacks(self) -> int:
        """How often the referee had to choose for a player."""
        return self.problems.total()

    @property
    def illegal(self) -> int:
        """How often a player answered with something that was not one of the options."""
        return self.problems["illegal"]


class Match:
    """A match of a game between players; `run` it, or follow its `events`.

    >>> from sparring.opponents import opponent
    >>> players = [opponent("tictactoe", "ChampionChimp"), opponent("tictactoe", "StrategistApe")]
    >>> result = asyncio.run(Match("tictactoe", players, seed=7).run())
    >>> result.winner in (0, None), result.fallbacks
    (True, 0)
    """

    def __init__(
        self,
        game: str | AnyGame,
        players: Sequence[Player],
        *,
        seed: int = 0,
        time_limit: float | Sequence[float | None] | None = TIME_LIMIT,
        paced: bool = False,
        opening: Sequence[str] = (),
    ) -> None:
        """Set the table.

        `time_limit` is in seconds a decision, for all or for each seat, None for no limit. When `paced`, opponents
        seem to think as long as their character says. The `opening` is chosen before anyone is asked.
        """
        self.game = find_game(game)
        if len(players) != len(self.game.seats):
            raise BadSetting(f"{self.game.title} needs {len(self.game.seats)} players, not {len(players)}.")
        self.players = tuple(players)
        self.names = tuple(name_of(player) for player in players)
        self.paced = paced
        self._limits = _limits(time_limit, len(players))
        self.table = Table(self.game, seed)
        for option in opening:
            self.table.choose(option)
        self.problems: Counter[str] = Counter()
        self._listeners: list[Callable[[Event], object]] = []
        self._told = 0
        self._requests: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._requested = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._driving: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ following a match

    async def run(self) -> Result:
        """Play the match to its end."""
        async with aclosing(self.events()) as events:
            async for _ in events:
                pass
        return self.result

    async def events(self) -> AsyncGenerator[Event, None]:
        """Play the match and yield its events; whoever stops iterating stops the match."""
        if self._driving is not None:
            raise SparringError("A match can be played only once; make another one.")
        told: asyncio.Queue[Event | None] = asyncio.Queue()
        self.listen(told.put_nowait)
        self._loop = asyncio.get_running_loop()
        if not self._requests.empty():
            self._requested.set()
        self._driving = asyncio.create_task(self._drive())
        self._driving.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (event := await told.get()) is not None:
                yield event
            if not self._driving.cancelled():
                self._driving.result()
        finally:
            self._driving.cancel()
            await asyncio.wait({self._driving})

    def follow(self) -> Iterator[Event]:
        """The same for code that does not await; the match runs in a thread of its own."""
        told: queue.SimpleQueue[Event | None] = queue.SimpleQueue()

        async def play() -> None:
            try:
                async with aclosing(self.events()) as events:
                    async for event in events:
                        told.put(event)
            finally:
                told.put(None)

        thread = JobThread("sparring match")
        playing: Job[None] = thread.start(play)
        try:
            while True:
                try:
                    event = told.get(timeout=MOMENT)
                except queue.Empty:
                    continue
                if event is None:
                    playing.wait()  # raises the error that ended the match, if there was one
                    return
                yield event
        finally:
            playing.cancel()
            thread.close()

    def listen(self, listener: Callable[[Event], object]) -> None:
        """Call a function with every event from now on."""
        self._listeners.append(listener)

    @property
    def record(self) -> Record:
        """The match so far, as a record."""
        headers = {f"Seat {seat}": name for seat, name in enumerate(self.names)}
        if (outcome := self.table.outcome) is not None:
            headers["Result"] = f"{self.game.seat_name(outcome.winner)}, {outcome.reason}"
        if self.problems:
            headers["Fallbacks"] = str(self.problems.total())
        return self.table.record(headers)

    @property
    def result(self) -> Result:
        """How the match ended."""
        outcome = self.table.outcome
        if outcome is None:
            raise SparringError("The match is not over yet, so it has no result.")
        return Result(outcome.winner, outcome.reason, self.record, Counter(self.problems))

    def _repr_svg_(self) -> str:
        """The match as a notebook shows it: what the seat to move sees."""
        position = self.table.position
        last = self.table.choices[-1].option if self.table.choices else None
        return svg(scene_of(self.game, self.game.view(position, self.game.to_move(position)), last))

    # ------------------------------------------------------------------ requests, from any thread

    def take_back(self, seat: int) -> bool:
        """Take back what a seat chose last, and all that followed; False if there is nothing to take back."""

        def carry_out() -> None:
            if count := self.table.choices_to_take_back(seat):
                self.table.take_back(count)
                self._tell(TakenBack, count, self.table.position)

        if self.table.outcome is not None or self.table.choices_to_take_back(seat) == 0:
            return False
        self._request(carry_out)
        return True

    def resign(self, seat: int) -> None:
        """A seat gives up; once the match is over this changes nothing."""
        if seat not in range(len(self.players)):
            raise SparringError(f"There is no seat {seat} in this match.")
        self._request(lambda: self.table.resign(seat) if self.table.outcome is None else None)

    def stop(self) -> None:
        """Stop the match; its record stays."""
        if self._loop is not None and self._driving is not None and not self._loop.is_closed():
            with suppress(RuntimeError):  # it was closed just now
                self._loop.call_soon_threadsafe(self._driving.cancel)

    def _request(self, carry_out: Callable[[], object]) -> None:
        self._requests.put(carry_out)
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._requested.set)

    # ------------------------------------------------------------------ the referee's work

    async def _drive(self) -> None:
        seats = [Seat(player) for player in self.players]
        try:
            self._tell(MatchStarted, self.names, self.table.position)
            for seat in seats:
                if not seat.player.ready:
                    await self._unless_requested(seat.prepare(PREPARING))
            while self.table.outcome is None:
                decision = self._next_decision()
                answer = await self._unless_requested(self._ask(seats[decision.seat], decision))
                if answer is not None:
                    self._make_move(decision, answer)
            self._tell(MatchOver, self.table.outcome, self.table.position)
        finally:
            for seat in seats:
                seat.close()

    def _next_decision(self) -> Decision:
        limit = self._limits[self.game.to_move(self.table.position)]
        loop = asyncio.get_running_loop()

        def pass_on(analysis: Analysis) -> None:  # called from the player's thread
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell_thought, analysis)

        def tell_thought(analysis: Analysis) -> None:
            if decision.number == len(self.table.choices) and not decision.thinking.stopped:
                self._tell(ThoughtReported, decision.seat, analysis)

        decision = self.table.decision(Thinking(thinking_time(limit), pass_on))
        self._tell(DecisionAsked, decision)
        return decision

    async def _unless_requested(self, asking: Coroutine[Any, Any, T]) -> T | None:
        """The result, or None if a request from outside came first, which is then carried out."""
        answer, request = asyncio.ensure_future(asking), asyncio.ensure_future(self._requested.wait())
        try:
            await asyncio.wait({answer, request}, return_when=asyncio.FIRST_COMPLETED)
            if not request.done():
                return answer.result()
        finally:
            answer.cancel()
            request.cancel()
            await asyncio.wait({answer, request})
        self._requested.clear()
        while not self._requests.empty():
            self._requests.get()()
        return None

    async def _ask(self, seat: Seat, decision: Decision) -> Answer:
        answer = await answer_for_sure(self.game, seat, decision, self._limits[decision.seat])
        if answer.failure is not None:
            self.problems[answer.failure.problem] += 1
            details = answer.failure.problem, str(answer.failure), answer.choice.option
            self._tell(FallbackUsed, decision.seat, *details)
        if self.paced:
            await asyncio.sleep(max(0.0, min(answer.choice.pace, LONGEST_PACE) - answer.seconds))
        return answer

    def _make_move(self, decision: Decision, answer: Answer) -> None:
        choice = answer.choice
        seen = self.table.choose(choice.option)
        details = choice.option, self.table.position, choice.remark, choice.analysis, answer.seconds, seen
        self._tell(MoveMade, decision.seat, *details)

    def _tell(self, kind: Callable[..., Event], *details: object) -> None:
        self._told += 1
        event = kind(self._told, *details)
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed on event %d of a match of %s", event.number, self.game.name)


def _limits(time_limit: float | Sequence[float | None] | None, seats: int) -> tuple[float | None, ...]:
    limits = tuple(time_limit) if isinstance(time_limit, Sequence) else (time_limit,) * seats
    if len(limits) != seats or any(limit is not None and not 0 < limit < inf for limit in limits):
        raise BadSetting(f"A time limit is a number of seconds above 0, or none, for each seat; not {time_limit!r}.")
    return limits
