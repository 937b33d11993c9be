"""How much a choice matters to the player who watches it, and whether it deserves a remark."""

from collections.abc import Iterator
from typing import TypeVar

from sparring.games.onepiece.rules.events import Blocked, Compared, Countered, Event, GaveDon, KnockedOut, TurnBegan
from sparring.games.onepiece.rules.view import View

E = TypeVar("E", bound=Event)

LIGHT = 0.5
"""The weight of a choice about an effect or in defence, which is read sooner than an action of one's own turn."""

STRONG = 5
"""From this cost on, the loss of a character is worth a remark."""


def weight(before: View, after: View) -> float:
    """How much a choice matters: 0 for one more DON!! given and for the end of the turn, less than 1 for an answer."""
    if _told(after, GaveDon) and _told(before, GaveDon):
        return 0.0
    if _told(after, TurnBegan):
        return 0.0
    return 1.0 if before.kind in ("action", "mulligan") else LIGHT


def deeds(before: View, after: View) -> Iterator[str]:
    """What deserves a remark: "fine" for a big K.O. or a stopped attack, "missed" if the leader forgot to attack."""
    mine, theirs = after.seat, before.to_move
    lost = (event for event in _told(after, KnockedOut) if event.seat == mine)
    stopped = any(not event.success and event.seat == mine for event in _told(after, Compared))
    defended = bool(_told(after, Blocked) or _told(after, Countered) or before.kind in ("blocker", "counter"))
    if any((after.decks.cards[event.code].cost or 0) >= STRONG for event in lost) or (stopped and defended):
        yield "fine"
    if before.turn > 2 and before.turn_seat == theirs and _told(after, TurnBegan):
        leader = before.halves[theirs].leader
        if before.kind == "action" and not leader.rested:
            yield "missed"


def _told(view: View, kind: type[E]) -> list[E]:
    return [event for event in view.told if isinstance(event, kind)]
