"""What a server thinks about, as data: made where it is asked for, and worked out wherever an opponent is free."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, TypeVar

from sparring.coach.analysis import analyse, analysis_json
from sparring.coach.hint import hint_from, value_of
from sparring.coach.review import Review
from sparring.coach.reviewing import Reviewing
from sparring.match.seat import Answer, Seat, answer_for_sure
from sparring.match.table import decision_at
from sparring.opponents import catalogue
from sparring.rules import Analysis, AnyGame, Choice, Offer, Record, SparringError, Thinking
from sparring.rules.audience import Audience, Conversation
from sparring.rules.capabilities import FindsLethal, Lethal
from sparring.rules.player import Converses
from sparring.rules.registry import game as find_game
from sparring.server.seats import Seats
from sparring.work.fork_server import Voice

T = TypeVar("T", covariant=True)

OVERTIME = 2.0
"""Seconds beyond its time after which an opponent that has not stopped is abandoned."""

TELL_EVERY = 0.1
"""Seconds between two reports of how far the thinking has got."""

LONGEST_REVIEW = 900.0
"""Seconds after which a process that reviews a match is killed: several times what a review may take."""


class _Game:
    """A game in a thought. Another process opens it by its name, unless another game has that name there.

    A posed position may have a game of its own, for example one in which the other player began.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        with suppress(SparringError):
            if find_game(self.game.name) is self.game:
                return _opened, (self.game.name,)
        return _Game, (self.game,)


def _opened(name: str) -> _Game:
    return _Game(find_game(name))


@dataclass(frozen=True)
class Thought(ABC, Generic[T]):
    """Something to think about. It can be pickled and needs nothing else."""

    of: _Game

    @property
    def game(self) -> AnyGame:
        """The game that it is about."""
        return self.of.game

    @property
    @abstractmethod
    def who(self) -> str:
        """The opponent that has to be prepared for it."""

    @property
    @abstractmethod
    def most_seconds(self) -> float:
        """The seconds after which its process counts as hung."""

    async def think(self, seats: Seats, voice: Voice) -> T:
        """The result, with a prepared seat."""
        async with seats.lent(self.game, self.who) as seat:
            voice.begin()
            return await self.result(seat, voice)

    @abstractmethod
    async def result(self, seat: Seat, voice: Voice) -> T:
        """The result, by the opponent in a seat."""


@dataclass(frozen=True)
class Asking(Thought[T]):
    """Something that an opponent is asked, with a limit on its time."""

    opponent: str
    longest: float

    @property
    def who(self) -> str:
        """The opponent."""
        return self.opponent

    @property
    def most_seconds(self) -> float:
        """Later than its own process gives up on it."""
        return self.longest + 2 * OVERTIME


@dataclass(frozen=True)
class Answering(Asking[tuple[str, Answer]]):
    """What an opponent plays. The result has its name as others are shown it."""

    position: Any
    seed: int
    number: int
    audience: Audience = field(default=Audience())

    async def result(self, seat: Seat, voice: Voice) -> tuple[str, Answer]:
        """Its answer, or that of the referee."""
        thinking = Thinking(self.longest, _now_and_then(voice.report))
        decision = decision_at(self.game, self.position, self.seed, self.number, thinking)
        decision = replace(decision, audience=self.audience)
        answer = await answer_for_sure(self.game, seat, decision, self.longest + OVERTIME)
        return seat.name, replace(answer, choice=replace(answer.choice, analysis=None))

    def without_opponent(self, best: str | None, failure: Any, seconds: float) -> Answer:
        """The answer of the referee where the opponent's process is lost: its best report, or a random move."""
        decision = decision_at(self.game, self.position, self.seed, self.number)
        option = best if best in decision.options else decision.rng("fallback").choice(decision.options)
        assert option is not None
        return Answer(Choice(option), seconds, failure)


@dataclass(frozen=True)
class Accepting(Asking[bool]):
    """Whether an opponent accepts an offer."""

    offer: Offer
    position: Any
    seed: int
    number: int

    async def result(self, seat: Seat, voice: Voice) -> bool:
        """Whether it does."""
        decision = decision_at(self.game, self.position, self.seed, self.number)
        return bool(await seat.accepts(self.offer, decision, self.longest))


@dataclass(frozen=True)
class Replying(Asking[str]):
    """What a character replies to what was said."""

    talk: Conversation

    async def result(self, seat: Seat, voice: Voice) -> str:
        """What it says."""
        player = seat.player
        assert isinstance(player, Converses)
        return str(await seat.run(lambda: player.reply(self.talk), seconds=self.longest))


@dataclass(frozen=True)
class Judging(Thought[T]):
    """Something that the strongest brain judges: once it is prepared, all that is needed is compiled."""

    position: Any
    depth: int | None
    seconds: float

    @property
    def who(self) -> str:
        """The strongest brain."""
        return catalogue(self.game).analyst

    @property
    def most_seconds(self) -> float:
        """More than it may take."""
        return self.seconds + 3 * OVERTIME

    async def judged(self, seat: Seat) -> Analysis:
        """Every legal move of the position."""
        thinking = Thinking()
        return await seat.run(lambda: analyse(self.game, self.position, self.depth, self.seconds, thinking), thinking)


@dataclass(frozen=True)
class Analysing(Judging[Mapping[str, Any]]):
    """How good every legal move is."""

    async def result(self, seat: Seat, voice: Voice) -> Mapping[str, Any]:
        """The analysis as the API gives it."""
        return analysis_json(self.game, self.position, await self.judged(seat))


@dataclass(frozen=True)
class Hinting(Judging[Mapping[str, Any]]):
    """What would be good to play, and why."""

    async def result(self, seat: Seat, voice: Voice) -> Mapping[str, Any]:
        """The hint as the API gives it."""
        found = await self.judged(seat)
        told = await seat.run(lambda: hint_from(self.game, self.position, found))
        judged = analysis_json(self.game, self.position, found)
        return {**judged, "value": value_of(self.game, found), "idea": told.idea, "reason": told.reason}


@dataclass(frozen=True)
class FindingLethal(Judging[Lethal | None]):
    """Whether the side to move wins in this turn; None if that was not found out in time."""

    worlds: int

    async def result(self, seat: Seat, voice: Voice) -> Lethal | None:
        """What the game's own search finds."""
        game = self.game
        assert isinstance(game, FindsLethal)
        with suppress(TimeoutError):
            return await seat.run(lambda: game.lethal(self.position, Random(0), self.worlds), seconds=self.seconds)
        return None


@dataclass(frozen=True)
class ReviewingMatch(Thought[Mapping[str, Any]]):
    """How good each move of a match was. Reports are reviews that are not finished."""

    record: Record

    @property
    def who(self) -> str:
        """The strongest brain."""
        return catalogue(self.game).analyst

    @property
    def most_seconds(self) -> float:
        """More than all its own limits together."""
        return LONGEST_REVIEW

    async def result(self, seat: Seat, voice: Voice) -> Mapping[str, Any]:
        """The review as JSON."""
        thinking, tell = Thinking(), _now_and_then(lambda found: voice.report(told(found)))

        def judge_all() -> Review:
            for found in Reviewing(self.game, self.record, thinking=thinking).steps():
                tell(found)
            return found

        return told(await seat.run(judge_all, thinking))


@dataclass(frozen=True)
class Preparing(Thought[None]):
    """An opponent that somebody may ask for later."""

    opponent: str

    @property
    def who(self) -> str:
        """The opponent."""
        return self.opponent

    @property
    def most_seconds(self) -> float:
        """By then it is prepared."""
        return OVERTIME

    async def think(self, seats: Seats, voice: Voice) -> None:
        """Prepare it."""
        await seats.prepare(self.game, self.opponent)

    async def result(self, seat: Seat, voice: Voice) -> None:
        """Nothing."""


def about(game: AnyGame) -> _Game:
    """A game as a thought has it."""
    return _Game(game)


def told(found: Review) -> Mapping[str, Any]:
    """A review as JSON, with how many moves are judged, and whether anything may still change."""
    return {**found.as_json(), "done": len(found.moves), "total": found.total, "finished": found.finished}


def _now_and_then(report: Callable[[Any], None]) -> Callable[[Any], None]:
    """Pass on reports, the first one at once and then no more than a few a second."""
    at = -TELL_EVERY

    def tell(news: Any) -> None:
        nonlocal at
        if time.monotonic() - at >= TELL_EVERY:
            at = time.monotonic()
            report(news)

    return tell
