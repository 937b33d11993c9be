"""A match as it is stored: its settings, who owns its seats, and its entries. Positions are replayed from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sparring.rules import Record
from sparring.rules.decks import without_own_decks
from sparring.rules.posing import without_position
from sparring.rules.record import Entry

HUMAN = "human"
"""Stands for a person among the players of a match."""


@dataclass(frozen=True)
class Logged:
    """An entry of a match's record, and how it came about."""

    entry: str
    """As a record writes it: "0: b2", "! undo 2", "! resign 1"."""

    remark: str = ""
    seconds: float = 0.0
    problem: str = ""
    """Why the referee chose, if it had to."""

    at: float = 0.0
    """When it was written, in seconds since 1970."""

    took: float | None = None
    """Seconds that the clock of the seat to move had run, by a clock that cannot be set; None in older databases."""


@dataclass(frozen=True)
class Owner:
    """Who owns a seat: the token that opens it, and the player who sat down there."""

    token: str
    """A digest of the token, which only the owner knows."""

    player_key: str | None = None
    """A digest of the player's key, which only the player knows."""

    player_name: str | None = None
    watch: str | None = None
    """A digest of the token with which others may watch, if the owner has given one out."""

    @property
    def opened_by(self) -> tuple[str, str | None]:
        """What opens the seat; it changes when the seat changes hands."""
        return self.token, self.player_key

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits there."""
        return self.player_key is not None


@dataclass(frozen=True)
class Ending:
    """How a match ended."""

    winner: int | None
    reason: str
    places: tuple[int, ...] | None = None
    """The place of each seat; None in older databases."""


@dataclass(frozen=True)
class Stored:
    """A match as the database holds it, without its entries."""

    id: str
    game: str
    rules: int
    seed: int
    players: tuple[str, ...]
    """For each seat "human", or an opponent's text."""

    paced: bool
    clock: float | None = None
    """Seconds that each person has for the whole match, if there is a clock."""

    increment: float = 0.0
    """Seconds that each choice of a person adds to their clock."""

    complete: float | None = None
    """When the last person sat down; no clock runs before."""

    created: float = 0.0
    changed: float = 0.0
    length: int = 0
    sittings: int = 0
    """How often a seat has changed hands."""

    over: bool = False
    help: str = ""
    """What keeps it from counting for the rating of whoever plays it: a hint, an undo, a chosen seed."""

    ending: Ending | None = None
    owners: dict[int, Owner] = field(default_factory=dict)

    def record(self, entries: Sequence[Entry]) -> Record:
        """The match as a record, given its entries."""
        headers = {f"Seat {seat}": player for seat, player in enumerate(self.players)}
        return Record(self.game, self.seed, self.rules, tuple(entries), headers)

    def game_seen_by(self, seat: int | None) -> str:
        """The game's name for a seat: until the match is over, without what others hold."""
        people = {at for at, player in enumerate(self.players) if player == HUMAN}
        if self.over:
            return self.game
        seen = self.game if len(people) < 2 else without_own_decks(self.game, people - {seat})
        return seen if seat is not None or not people else without_position(seen)


class Counts(NamedTuple):
    """How far a match has got, as cheaply as that can be read."""

    length: int
    """How many entries it has."""

    sittings: int
    """How often a seat has changed hands."""


class SeatOf(NamedTuple):
    """A match of a player, and the seat that is theirs."""

    match: Stored
    seat: int
