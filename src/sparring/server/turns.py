"""Who may choose what in a match now, and what a choice leads to."""

from sparring.match.table import Step
from sparring.rules import Chosen
from sparring.server.live import LiveMatch
from sparring.server.problems import Conflict, NotOpen
from sparring.server.stored import Owner


def demand_owner(live: LiveMatch, seat: int | None, owner: Owner | None) -> None:
    """Refuse a caller whose seat has changed hands since the caller was let in."""
    now = None if seat is None else live.stored.owners.get(seat)
    if now is not None and (owner is None or now.opened_by != owner.opened_by):
        raise not_open_any_more()


def not_open_any_more() -> NotOpen:
    """What somebody is told whose token was exchanged for another one."""
    return NotOpen("This token does not open the seat any more.")


def step_of(live: LiveMatch, seat: int | None, option: str, number: int | None) -> Step | None:
    """What a choice leads to; None if just this was chosen already; an error if it cannot be chosen now."""
    choices, seat = live.table.answers, playing(seat)
    if number is not None and number < len(choices) and choices[number] == Chosen(seat, option):
        return None
    if number is not None and number != len(choices):
        raise Conflict("not_this_decision", f"Decision {number} is not the pending one, {len(choices)} is.")
    demand_turn(live, seat)
    return live.table.preview(option)


def playing(seat: int | None) -> int:
    """The seat of a player; whoever watches is refused."""
    if seat is None:
        raise Conflict("not_yours", "Only a player can choose.")
    return seat


def demand_turn(live: LiveMatch, seat: int) -> None:
    """Refuse a seat that has nothing to decide now."""
    if live.over:
        raise Conflict("match_over", "The match is over; there is nothing to decide.")
    if live.to_move != seat:
        raise Conflict("not_your_turn", "It is not your turn.")
