"""Small games for the tests, one with a mutable position and one with secrets, and players that behave."""

import asyncio
import secrets as _secrets
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, NamedTuple

from sparring.match import Event, Match, MoveMade
from sparring.rules import Choice, Decision, Game, Outcome, Player, Record, notation
from sparring.rules.seeds import derive

COINS = 6
STALLED = 60.0
"""Seconds after which a match counts as stalled; none here should take more than a few."""

WAIT = 30.0
"""Seconds after which waiting for something fails."""


class Coins(Game[list[list[int]], int]):
    """Take one or two of six coins; whoever takes the last one wins.

    A position is a list of what was taken, [seat, coins] each, so that a player can easily spoil it.
    """

    name: ClassVar[str] = "coins"
    title: ClassVar[str] = "Coins"

    def start(self, rng: Random) -> list[list[int]]:
        return []

    def to_move(self, position: list[list[int]]) -> int:
        return len(position) % 2

    def moves(self, position: list[list[int]]) -> list[int]:
        return [coins for coins in (1, 2) if coins <= COINS - sum(taken for _, taken in position)]

    def play(self, position: list[list[int]], move: int) -> list[list[int]]:
        return [*([seat, taken] for seat, taken in position), [self.to_move(position), move]]

    def outcome(self, position: list[list[int]]) -> Outcome | None:
        left = COINS - sum(taken for _, taken in position)
        return None if left else Outcome(position[-1][0], "took the last coin")

    def move_text(self, position: list[list[int]], move: int) -> str:
        return f"take {move}"


@dataclass(frozen=True)
class Hands:
    """The secrets of both seats, and the guesses so far."""

    held: tuple[str, str]
    guesses: tuple[str, ...] = ()


class Seen(NamedTuple):
    """What one seat sees of them."""

    seat: int
    own: str
    guesses: tuple[str, ...]

    def sample(self, rng: Random) -> Hands:
        """Hands that agree with what this seat knows."""
        other = f"{rng.getrandbits(64):016x}"
        return Hands((self.own, other) if self.seat == 0 else (other, self.own), self.guesses)


class Secrets(Game[Hands, str]):
    """Each seat has a secret of 16 hexadecimal digits; the first to guess the first digit of the other's wins.

    After three guesses each it is a draw.
    """

    name: ClassVar[str] = "secrets"
    title: ClassVar[str] = "Secrets"

    def __init__(self, held: tuple[str, str] | None = None) -> None:
        self.held = held

    def start(self, rng: Random) -> Hands:
        return Hands(self.held or (f"{rng.getrandbits(64):016x}", f"{rng.getrandbits(64):016x}"))

    def to_move(self, position: Hands) -> int:
        return len(position.guesses) % 2

    def moves(self, position: Hands) -> list[str]:
        return list("0123456789abcdef")

    def play(self, position: Hands, move: str) -> Hands:
        return replace(position, guesses=(*position.guesses, move))

    def outcome(self, position: Hands) -> Outcome | None:
        if position.guesses:
            seat = (len(position.guesses) - 1) % 2
            if position.held[1 - seat][0] == position.guesses[-1]:
                return Outcome(seat, "guessed it")
        return Outcome(None, "nobody guessed it") if len(position.guesses) == 6 else None

    def view(self, position: Hands, seat: int) -> Seen:
        return Seen(seat, position.held[seat], position.guesses)

    def evaluate(self, position: Hands, seat: int) -> float:
        return float(derive(0, position.held[seat], position.guesses) % 1000)


def secret() -> str:
    """A secret that nobody can have guessed."""
    return _secrets.token_hex(8)


class Honest(Player):
    """Plays by the rules, and keeps what it was asked and what it answered."""

    def __init__(self, name: str = "honest") -> None:
        self.name = name
        self.asked: list[Decision] = []
        self.said: list[Choice] = []

    def choose(self, decision: Decision) -> Choice:
        option = decision.options[decision.rng("honest").randrange(len(decision.options))]
        choice = Choice(option, remark=f"answer {decision.number}")
        self.asked.append(decision)
        self.said.append(choice)
        return choice


class Scripted(Player):
    """Gives the answers that it was made with, in that order."""

    def __init__(self, *answers: str) -> None:
        self.name = "scripted"
        self.answers = list(answers)

    def choose(self, decision: Decision) -> str:
        return self.answers.pop(0)


async def told(match: Match) -> list[Event]:
    """All events of a match; a match that stalls raises an error."""
    events: list[Event] = []

    async def collect() -> None:
        async with aclosing(match.events()) as stream:
            events.extend([event async for event in stream])

    await asyncio.wait_for(collect(), STALLED)
    return events


def play(game: Any, players: Sequence[Player], **settings: Any) -> tuple[Match, list[Event]]:
    """A match played to its end, and all its events."""
    match = Match(game, players, **settings)
    return match, asyncio.run(told(match))


def moves_of(events: Sequence[Event], seat: int) -> list[MoveMade]:
    """The moves of one seat."""
    return [event for event in events if isinstance(event, MoveMade) and event.seat == seat]


def timeless(events: Sequence[Event]) -> list[Event]:
    """The same events without the seconds that were measured."""
    return [replace(event, seconds=0.0) if isinstance(event, MoveMade) else event for event in events]


def assert_replays(match: Match) -> None:
    """Check that the record of a match, written, read back and replayed, ends where the match did."""
    record = match.record
    assert Record.parse(str(record)) == record
    assert all(type(chosen.option) is str for chosen in record.choices())
    *_, last = notation.replay(match.game, record)
    assert last == match.table.position
