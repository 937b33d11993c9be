"""K.O.: what prevents it, what replaces it, and what it sets off (R8.12, R10)."""

from typing import NamedTuple

from sparring.games.onepiece.rules import events, moving
from sparring.games.onepiece.rules.effects import (
    can_activate,
    effect_of,
    leave,
    queue,
    source_of,
    use,
    would_do_something,
)
from sparring.games.onepiece.rules.options import NO, YES, Option
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import About, Replacing, Source, State, Waiting
from sparring.games.onepiece.rules.values import holds, protected


def ko(
    state: State,
    units: tuple[int, ...],
    how: str,
    from_leader: bool = False,
    doomed: tuple[int, ...] = (),
    declined: tuple[Replacing, ...] = (),
) -> None:
    """K.O. characters at once, unless something prevents or replaces it (R8.12, R10)."""
    while units:
        unit = state.find(units[0])
        if unit is not None and unit.card.category == "character" and not protected(state, unit, how, from_leader):
            found = _replacement(state, unit, declined)
            if found is not None:
                by, number = found
                optional = effect_of(state, by, number).optional
                options: list[Option] = [YES, NO] if optional else [YES]
                about = About("use", by, effect=number)
                knocked = Knocked(units, how, from_leader, doomed, declined)
                state.ask("value", unit.seat, options, about, _replace, by, number, knocked)
                return
            doomed = (*doomed, unit.id)
        elif unit is not None and unit.card.category == "character":
            state.tell(events.Protected, unit.seat, unit.code)
        units, declined = units[1:], ()
    knock_out(state, doomed)


class Knocked(NamedTuple):
    """Characters that are about to be K.O.'d, while a replacement is offered for the first of them."""

    units: tuple[int, ...]
    how: str
    from_leader: bool
    doomed: tuple[int, ...]
    """Those for which nothing is left to offer."""

    declined: tuple[Replacing, ...]
    """The replacements that were declined for the first one."""


def _replacement(state: State, unit: Unit, declined: tuple[Replacing, ...]) -> tuple[Source, int] | None:
    """A replacement that can be used: the character's own, then those of other cards of its side."""
    found = [(unit, number) for number in unit.card.timed("would_be_ko")]
    if "would_be_ko_other" in state.decks.timings:
        others = (other for other in state.sides[unit.seat].units() if other is not unit)
        found += [(other, number) for other in others for number in other.card.timed("would_be_ko_other")]
    for carrier, number in found:
        if Replacing(carrier.id, number) in (*state.replacing, *declined):
            continue
        word = carrier.card.effects[number].actions[0]
        by = source_of(carrier)
        if (
            word.may_replace(state, unit)
            and can_activate(state, carrier, number)
            and would_do_something(state, word.inside(), by, number)
        ):
            return by, number
    return None


def _replace(state: State, option: Option, by: Source, number: int, knocked: Knocked) -> None:
    units, how, from_leader, doomed, declined = knocked
    if option == NO and state.decks.edition < 3:
        state.push(ko, units[1:], how, from_leader, (*doomed, by.unit))
        return
    if option == NO:
        state.push(ko, units, how, from_leader, doomed, (*declined, Replacing(by.unit, number)))
        return
    state.push(ko, units[1:], how, from_leader, doomed)
    state.push(_replaced, state.changes_made, state.replacing)
    state.replacing = (*state.replacing, Replacing(by.unit, number))
    use(state, YES, by, number)


def _replaced(state: State, changes_made: int, replacing: tuple[Replacing, ...]) -> None:
    state.changes_made = changes_made  # what is replaced was not done
    state.replacing = replacing


def knock_out(state: State, numbers: tuple[int, ...]) -> None:
    """K.O. characters at once, which nothing prevents any more."""
    units = [unit for number in numbers if (unit := state.find(number)) is not None]
    if not units:
        return
    due: list[Waiting] = []
    batch = state.batch + 1
    for unit in units:
        by = source_of(unit)
        due.extend(
            Waiting(batch, by, number, True)
            for number in unit.card.timed("on_ko")
            if holds(state, by, unit.card.effects[number].conditions)
        )
        for witness in state.units():
            seen = witness.card.timed("on_any_character_ko")
            due.extend(Waiting(batch, source_of(witness), number, False) for number in seen)
    queue(state, due + leave(state, units))
    for unit in units:
        state.tell(events.KnockedOut, unit.seat, unit.code)
        moving.to_trash(state, unit)
