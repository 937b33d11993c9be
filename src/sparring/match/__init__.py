"""The referee: asks, checks, times, falls back, records, tells."""

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
from sparring.match.person import Person
from sparring.match.referee import Match, Result
from sparring.match.table import Table

__all__ = [
    "DecisionAsked",
    "Event",
    "FallbackUsed",
    "Match",
    "MatchOver",
    "MatchStarted",
    "MoveMade",
    "Person",
    "Result",
    "Table",
    "TakenBack",
    "ThoughtReported",
]
