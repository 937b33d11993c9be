"""A match in the memory of a server process: what is known of it, who may see what, and who waits for it."""

import asyncio
import hashlib
import secrets
import time
from typing import Any

from sparring.server.logs import match_id as match_in_logs
from sparring.server.storage import Stored
from sparring.server.story import Story, decision_for, picture, result_json

HUMAN = "human"

INTEREST = 60.0
"""Seconds after the last request or follower for which opponents still think about a match."""


def digest(secret: str) -> str:
    """What is stored of a token or a player's key."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Live:
    """A match in the memory of this process."""

    def __init__(self, stored: Stored, story: Story | None, closed: str = "") -> None:
        self.stored = stored
        self.story = story
        self.closed = closed
        """Why it cannot be replayed, if it cannot."""

        self.lock = asyncio.Lock()
        self.news = asyncio.Event()
        self.followers = 0
        self.wanted = time.monotonic()
        self.wanted_by = ""
        """The address from which somebody asked last."""

        self.driving: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when the time of the person to move is over."""

        self.claimed: int | None = None
        """The decision that this process has undertaken to answer."""

        self.thought: dict[str, Any] | None = None
        """How far the opponent has got that is thinking now."""

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.story is None or self.story.table.outcome is not None

    @property
    def opponent_to_move(self) -> bool:
        """Whether an opponent is to decide next."""
        return self.story is not None and not self.over and self.stored.players[self.to_move] != HUMAN

    @property
    def to_move(self) -> int:
        """The seat that decides next."""
        assert self.story is not None
        return self.story.game.to_move(self.story.table.position)

    @property
    def is_wanted(self) -> bool:
        """Whether anybody seems to wait for what happens next."""
        return self.followers > 0 or time.monotonic() - self.wanted < INTEREST

    def time_left(self) -> list[float | None]:
        """The seconds that each person has left, if there is a clock; None for opponents, who have no clock."""
        clock, complete, story = self.stored.clock, self.stored.complete, self.story
        if clock is None or story is None:
            return []
        thoughts = story.thoughts if self.over else [*story.thoughts, (self.to_move, story.asked_at, time.time())]
        if complete is None:
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

    def tell(self) -> None:
        """Wake up whoever waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    def state(self, seat: int | None, *, scene: bool = False) -> dict[str, Any]:
        """All that a seat may see of a match."""
        stored, story, seats = self.stored, self.story, range(len(self.stored.players))
        told: dict[str, Any] = {
            "id": stored.id,
            "game": stored.game,
            "seat": seat,
            "players": list(stored.players),
            "names": [stored.owners[seat].player_name if seat in stored.owners else None for seat in seats],
            "seated": [seat not in stored.owners or stored.owners[seat].is_taken for seat in seats],
            "paced": stored.paced,
            "clock": stored.clock,
            "left": self.time_left(),
            "closed": self.closed or None,
            "over": self.over,
        }
        if story is None:
            ending = stored.ending
            return told | {"result": ending and {"winner": ending.winner, "name": None, "reason": ending.reason}}
        outcome, decision = story.table.outcome, story.decision
        return told | {
            "event": story.events[-1].number,
            "moves": [{"seat": by, "option": seen[seat or 0]} for by, seen in story.seen],
            **picture(story.game, story.table.position, seat, scene, story.lasts[-1]),
            "to_move": decision and decision.seat,
            "decision": decision and decision_for(decision, seat),
            "result": None if outcome is None else result_json(story.game, outcome),
            "seed": None if outcome is None else stored.seed,
        }


class in_logs:  # noqa: N801
    """While this lasts, every line of the log names the match."""

    def __init__(self, live: Live) -> None:
        self._id = live.stored.id

    def __enter__(self) -> None:
        self._token = match_in_logs.set(self._id)

    def __exit__(self, *_: object) -> None:
        match_in_logs.reset(self._token)
