"""The match: the referee between players of any kind."""

import asyncio
import logging
import queue
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any, TypeVar

from sparring.match.company import audience_for, heard
from sparring.match.events import (
    ChanceFell,
    DecisionAsked,
    Event,
    FallbackUsed,
    MatchOver,
    MatchStarted,
    MoveMade,
    OfferDeclined,
    OfferMade,
    RemarkMade,
    TakenBack,
    ThoughtReported,
)
from sparring.match.pace import BEAT, Turns, seconds_to_watch, turn_of, weight
from sparring.match.result import Result, limits_for
from sparring.match.seat import Answer, Seat, answer_for_sure, name_of, thinking_time
from sparring.match.standing import amount, who_won
from sparring.match.table import Fall, Step, Table
from sparring.rules import (
    Analysis,
    AnyGame,
    BadSetting,
    Decision,
    Offer,
    OfferKind,
    Outcome,
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

PREPARING = 300.0
"""Seconds that a player may take to get ready, once."""

MOST_PLIES = 5000
"""The most choices of a match, unless it is told otherwise: far more than a game needs that has rules to end it."""

T = TypeVar("T")


class Match:
    """A match of a game between players: `play` it, or `run` it where there is an event loop, or follow its `events`.

    >>> from sparring.opponents import opponent
    >>> players = [opponent("tictactoe", "ChampionChimp"), opponent("tictactoe", "StrategistApe")]
    >>> result = Match("tictactoe", players, seed=7).play()
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
        most_plies: int = MOST_PLIES,
    ) -> None:
        """Set the table.

        `time_limit` is in seconds a decision, for all or for each seat, None for no limit. When `paced`, opponents
        seem to think as long as their character says. The `opening` is chosen before anyone is asked. A match that is
        not over after `most_plies` choices is called a draw.
        """
        self.game = find_game(game)
        if len(players) != len(self.game.seats):
            raise BadSetting(f"{self.game.title} needs {len(self.game.seats)} players, not {len(players)}.")
        self.players = tuple(players)
        self.names = tuple(name_of(player) for player in players)
        self.paced = paced
        self.most_plies = most_plies
        self._limits = limits_for(time_limit, len(players))
        self.table = Table(self.game, seed)
        for option in opening:
            self.table.choose(option)
        self.problems: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self._adjudicated: Outcome | None = None
        self._listeners: list[Callable[[Event], object]] = []
        self._told = 0
        self._turns = Turns()
        self._said: list[tuple[int, str]] = []
        self._took: list[tuple[int, float]] = []
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

    def play(self) -> Result:
        """Play the match to its end, for code that does not await."""
        for _ in self.follow():
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
        if (outcome := self.outcome) is not None:
            headers["Result"] = f"{who_won(self.game.seats, outcome).removesuffix(' wins')}, {outcome.reason}"
            if outcome.payoffs is not None:
                headers["Payoffs"] = " ".join(map(amount, outcome.payoffs))
        if self.problems:
            headers["Fallbacks"] = str(self.problems.total())
        return self.table.record(headers)

    @property
    def result(self) -> Result:
        """How the match ended."""
        outcome = self.outcome
        if outcome is None:
            raise SparringError("The match is not over yet, so it has no result.")
        adjudicated = self._adjudicated is not None
        details = self.record, Counter(self.problems), Counter(self.faults), adjudicated
        return Result(outcome.winner, outcome.reason, *details, outcome.payoffs, outcome.places_of(len(self.players)))

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self._adjudicated or self.table.outcome

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
                asked = self.table.asked_among_last(count)
                self.table.take_back(count)
                self._tell(TakenBack, asked, self.table.position)

        if self.table.outcome is not None or self.table.choices_to_take_back(seat) == 0:
            return False
        self._request(carry_out)
        return True

    def offer(self, offer: Offer) -> None:
        """A seat offers the other something; an error says why that is not possible now."""
        self.table.check_offer(offer)
        self._request(lambda: self._offer(offer))

    def accept(self, kind: OfferKind, seat: int) -> None:
        """A seat accepts what the other offers; if that is not open any more, this changes nothing."""

        def carry_out() -> None:
            with suppress(SparringError):
                self.table.accept(kind, seat)

        self._request(carry_out)

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
            begins_here = not self.table.choices
            self._tell(MatchStarted, self.names, self.table.start if begins_here else self.table.position)
            self._tell_falls(self.table.first_falls if begins_here else ())
            for seat in seats:
                if not seat.player.ready:
                    await self._unless_requested(seat.prepare(PREPARING))
            while self.table.outcome is None:
                if len(self.table.choices) >= self.most_plies:
                    self._adjudicated = Outcome(None, f"called a draw after {self.most_plies} plies")
                    break
                await self._unless_requested(self._answer_offers(seats))
                if self.table.outcome is None:
                    await self._let_decide(seats)
            self._tell(MatchOver, self.outcome, self.table.position)
        finally:
            for seat in seats:
                seat.close()

    async def _let_decide(self, seats: Sequence[Seat]) -> None:
        decision = self._next_decision()
        answered = await self._unless_requested(self._ask(seats[decision.seat], decision))
        if answered is not None:
            self._make_move(decision, *answered)

    def _next_decision(self) -> Decision:
        limit = self._limits[self.game.to_move(self.table.position)]
        loop = asyncio.get_running_loop()

        def pass_on(analysis: Analysis) -> None:  # called from the player's thread
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell_thought, analysis)

        def tell_thought(analysis: Analysis) -> None:
            if decision.number == self.table.number and not decision.thinking.stopped:
                self._tell(ThoughtReported, decision.seat, analysis)

        decision = self.table.decision(Thinking(thinking_time(limit), pass_on))
        patience = self._turns.left_for(decision.seat, turn_of(self.table)) if self.paced else None
        audience = audience_for(self.table, decision.seat, self._said, self._took, patience)
        decision = replace(decision, audience=audience)
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

    async def _ask(self, seat: Seat, decision: Decision) -> tuple[Answer, Step]:
        """The answer of a seat and what it leads to, once it was watched long enough and any remark was heard."""
        answer = await answer_for_sure(self.game, seat, decision, self._limits[decision.seat])
        choice = answer.choice
        if answer.failure is not None:
            self.problems[answer.failure.problem] += 1
            if answer.failure.why:
                self.faults[f"{self.names[decision.seat]}: {answer.failure.why}"] += 1
            details = answer.failure.problem, str(answer.failure), choice.option, answer.failure.why
            self._tell(FallbackUsed, decision.seat, *details)
        step = self.table.preview(choice.option)
        pause = self._seconds_to_watch(decision.seat, answer, step) - answer.seconds if self.paced else 0.0
        if choice.remark:
            beat = BEAT if self.paced else 0.0
            await asyncio.sleep(max(0.0, pause - beat))
            self._said.append((decision.seat, choice.remark))
            self._tell(RemarkMade, decision.seat, heard(choice.remark, choice.option, step.seen))
            pause = beat
        await asyncio.sleep(max(0.0, pause))
        return answer, step

    def _seconds_to_watch(self, seat: int, answer: Answer, step: Step) -> float:
        share = weight(self.game, seat, self.table.position, step.end)
        turn = turn_of(self.table)
        seconds = seconds_to_watch(answer.choice.pace, share, self._turns.left_for(seat, turn))
        self._turns.add(seat, turn, max(seconds, answer.seconds))
        return seconds

    def _make_move(self, decision: Decision, answer: Answer, step: Step) -> None:
        choice = answer.choice
        self.table.make(step)
        self._took.append((decision.seat, answer.seconds))
        details = choice.option, step.shown, choice.remark, choice.analysis, answer.seconds, step.seen
        self._tell(MoveMade, decision.seat, *details)
        self._tell_falls(step.falls)
        if choice.offer is not None:
            self._offer(Offer(choice.offer, decision.seat))

    def _offer(self, offer: Offer) -> None:
        """Make an offer, unless it cannot be made any more."""
        with suppress(SparringError):
            self.table.offer(offer)
            self._tell(OfferMade, offer)

    async def _answer_offers(self, seats: Sequence[Seat]) -> None:
        """Let the other seat answer every open offer; one that answers later is not waited for."""
        for offer in list(self.table.offers) if len(seats) == 2 else []:
            seat = 1 - offer.seat
            accepted = await seats[seat].accepts(offer, self.table.decision(), self._limits[seat] or TIME_LIMIT)
            if accepted:
                self.table.accept(offer.kind, seat)
            elif accepted is not None:
                self.table.decline(offer.kind, seat)
                self._tell(OfferDeclined, offer)

    def _tell_falls(self, falls: Sequence[Fall]) -> None:
        for fall in falls:
            self._tell(ChanceFell, fall.by_chance.option, fall.position, fall.seen)

    def _tell(self, kind: Callable[..., Event], *details: object) -> None:
        self._told += 1
        event = kind(self._told, *details)
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed on event %d of a match of %s", event.number, self.game.name)
