"""The events of a match."""

from dataclasses import dataclass
from typing import Any

from sparring.rules import Analysis, Decision, Offer, Outcome


@dataclass(frozen=True)
class Event:
    """Something that happened; events of a match are numbered from 1.

    Positions in events are whole ones: what a seat may see of them is `game.view(position, seat)`.
    """

    number: int


@dataclass(frozen=True)
class MatchStarted(Event):
    """The match has begun."""

    players: tuple[str, ...]
    position: Any


@dataclass(frozen=True)
class DecisionAsked(Event):
    """A seat is to decide; only that seat may see the decision."""

    decision: Decision


@dataclass(frozen=True)
class ThoughtReported(Event):
    """A player reports what it thinks so far; only its own seat may see that."""

    seat: int
    analysis: Analysis


@dataclass(frozen=True)
class FallbackUsed(Event):
    """A player failed to answer, and the referee chose for it."""

    seat: int
    problem: str
    """"raised", "illegal", "overrun" or "still thinking"."""

    detail: str
    option: str
    why: str = ""
    """What went wrong in code of the user's own, and where; for its author, not for whoever plays over a server."""


@dataclass(frozen=True)
class RemarkMade(Event):
    """A player says something, and then makes its choice."""

    seat: int
    heard: tuple[str, ...]
    """What each seat hears of it: nothing if it may not know the choice."""


@dataclass(frozen=True)
class MoveMade(Event):
    """A choice was made, and led to this position, in which chance may decide next."""

    seat: int
    option: str
    position: Any
    remark: str
    analysis: Analysis | None
    seconds: float
    """How long the player really took."""

    seen: tuple[str, ...]
    """What each seat is told of it: the option, unless the game hides something of it."""


@dataclass(frozen=True)
class OfferMade(Event):
    """A seat offers the other something."""

    offer: Offer


@dataclass(frozen=True)
class OfferDeclined(Event):
    """An offer was declined."""

    offer: Offer


@dataclass(frozen=True)
class OfferAccepted(Event):
    """One of several players accepted an offer that others have still to answer."""

    offer: Offer
    by: int


@dataclass(frozen=True)
class OfferWithdrawn(Event):
    """A seat took its own offer back."""

    offer: Offer


@dataclass(frozen=True)
class RematchBegun(Event):
    """All players wanted to play again, and another match has begun."""

    match: str
    """The id of that match."""


@dataclass(frozen=True)
class ChanceFell(Event):
    """Chance decided, and led to this position."""

    option: str
    position: Any
    seen: tuple[str, ...]
    """What each seat is told of it: the option, or less if the game hides something."""


@dataclass(frozen=True)
class TakenBack(Event):
    """The last choices that players were asked for were taken back."""

    count: int
    position: Any


@dataclass(frozen=True)
class MatchOver(Event):
    """The match ended."""

    outcome: Outcome
    position: Any
