"""Changes that last for a while: how they begin, and when they end."""

from sparring.games.onepiece.rules.sides import Change, Unit
from sparring.games.onepiece.rules.state import State


def ends_at(state: State, seat: int, duration: str) -> str:
    """The end of a duration, as a `Change` has it; that of the next turn of an opponent is counted out."""
    if duration != "until_opponents_next_turn_end":
        return duration
    return end_of_turn(state.turn + (1 if state.turn_seat == seat else 2))


def end_of_turn(turn: int) -> str:
    """The name for the end of a turn."""
    return f"end of turn {turn}"


def begin(state: State, unit: Unit, change: Change) -> None:
    """Add a change to a card."""
    unit.changes = (*unit.changes, change)
    if change.what == "negated":
        show_effects(state, unit)


def end(state: State, *ends: str, seat: int | None = None) -> None:
    """All changes with one of these ends are over; if a seat is given, only those that it controls."""
    for unit in state.units():
        if unit.changes:
            unit.changes = tuple(
                change
                for change in unit.changes
                if change.until not in ends or (seat is not None and change.seat != seat)
            )
            if "negated" in state.decks.kinds:
                show_effects(state, unit)


def show_effects(state: State, unit: Unit) -> None:
    """Give a card on the field its effects, or none while they are negated."""
    card = state.decks.cards[unit.code]
    if any(change.what == "negated" for change in unit.changes):
        card = card.blank
    if card is not unit.card:
        state.permanents += bool(card.permanent) - bool(unit.card.permanent)
        unit.card = card
