"""The referee: asks, checks, times, falls back, records, tells."""

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
from sparring.match.person import Person
from sparring.match.referee import MOST_PLIES, Match
from sparring.match.result import Result
from sparring.match.table import Table

__all__ = [
    "MOST_PLIES",
    "ChanceFell",
    "DecisionAsked",
    "Event",
    "FallbackUsed",
    "Match",
    "MatchOver",
    "MatchStarted",
    "MoveMade",
    "OfferDeclined",
    "OfferMade",
    "Person",
    "RemarkMade",
    "Result",
    "Table",
    "TakenBack",
    "ThoughtReported",
]
