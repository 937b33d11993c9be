"""How effects are carried out: what is due, in which order, what it costs, and one action after the other.

Everything here is a *frame*: a function that does one thing, or asks one thing, and leaves the rest on the stack. A
frame that asks changes nothing before, so that it can ask again in a position that was only imagined.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sparring.games.onepiece.rules import events, moving
from sparring.games.onepiece.rules.cards import Effect
from sparring.games.onepiece.rules.frames import Frame, new
from sparring.games.onepiece.rules.options import NO, YES, ChooseUnit, Option, Resolve, amount, choose_card, choose_unit
from sparring.games.onepiece.rules.sides import CODE, MOST_CHARACTERS, Unit
from sparring.games.onepiece.rules.state import About, Binding, Replacing, Source, State, Waiting
from sparring.games.onepiece.rules.values import holds
from sparring.games.onepiece.rules.words import Action, Cost, act, pay_part

NOWHERE = -1
"""The number of a source that is not on the field."""

LEAVING = frozenset({"on_your_character_left", "on_opponents_character_left"})
"""Timings of reactions to characters that leave the field."""

UNPAID = -(10**9)
"""Marks a table on which a cost could not be paid."""


def source_of(unit: Unit) -> Source:
    """A card on the field as the source of its effects."""
    return new(Source, (unit.seat, unit.id, unit.code))


def effect_of(state: State, by: Source, number: int) -> Effect:
    """An effect by its number; those of a Trigger come after the others."""
    return state.decks.cards[by.code].every_effect[number]


# ---------------------------------------------------------------------- what is due, and in which order


def make_due(state: State, units: Iterable[Unit], timing: str) -> None:
    """The effects of these cards with such a timing become due at this moment (R11.1)."""
    if timing not in state.decks.timings:
        return
    found = []
    for unit in units:
        if timing in unit.card.numbers:
            by = source_of(unit)
            found += [Waiting(state.batch + 1, by, number, False) for number in unit.card.numbers[timing]]
    if found:
        queue(state, found)


def make_all_due(state: State, moments: Iterable[tuple[Iterable[Unit], str]]) -> None:
    """Effects of several timings become due at the same moment."""
    found: list[Waiting] = []
    for units, timing in moments:
        if timing in state.decks.timings:
            for unit in units:
                numbers = unit.card.numbers.get(timing, ())
                found += [Waiting(state.batch + 1, source_of(unit), number, False) for number in numbers]
    if found:
        queue(state, found)


def leave(state: State, units: Sequence[Unit]) -> list[Waiting]:
    """What becomes due because these characters leave the field at once; they are still there."""
    if LEAVING.isdisjoint(state.decks.timings):
        return []
    found: list[Waiting] = []
    for gone in units:
        for witness in state.units() if gone.card.category == "character" else ():
            timing = "on_your_character_left" if witness.seat == gone.seat else "on_opponents_character_left"
            numbers = witness.card.numbers.get(timing, ()) if witness not in units else ()
            found += [Waiting(state.batch + 1, source_of(witness), number, False) for number in numbers]
    return found


def queue_if_any(state: State, found: list[Waiting]) -> None:
    """Effects that are due at the same moment wait, if there are any."""
    if found:
        queue(state, found)


def queue(state: State, found: list[Waiting]) -> None:
    """Effects that are due at the same moment wait behind all earlier ones, the turn player's first (R11.2)."""
    state.batch += 1
    for seat in (state.turn_seat, 1 - state.turn_seat):
        state.due.extend(waiting for waiting in found if waiting.by.seat == seat)


def settle(state: State) -> None:
    """Carry out the effects that are due; where a player has several at once, that player picks the next."""
    while state.due:
        batch, seat = state.due[0].batch, state.due[0].by.seat
        group = [waiting for waiting in state.due if waiting.batch == batch and waiting.by.seat == seat]
        ready = [waiting for waiting in group if _still_due(state, waiting)]
        if ready:
            options: dict[Option, None] = dict.fromkeys(
                Resolve(waiting.by.unit, waiting.by.code, waiting.effect) for waiting in ready
            )
            state.ask("target", seat, list(options), About("order", asks="Which effect comes first?"), _resolve)
            return
        state.due = [waiting for waiting in state.due if waiting not in group]


def _still_due(state: State, waiting: Waiting) -> bool:
    by = waiting.by
    if waiting.checked:  # an [On K.O.], whose conditions were looked at while the card was on the field (R10.4)
        return payable(state, by, effect_of(state, by, waiting.effect).cost)
    unit = state.find(by.unit)  # R8.13: a source that is gone has no effects any more
    if unit is None or waiting.effect >= len(unit.card.effects):  # nor has one whose effects are negated
        return False
    return can_activate(state, unit, waiting.effect)


def _resolve(state: State, option: Resolve) -> None:
    for index, (_, by, number, _) in enumerate(state.due):
        if by.unit == option.unit and by.code == option.code and number == option.effect:
            del state.due[index]
            state.push(settle)
            state.push(activate, by, number, False)
            return


# ---------------------------------------------------------------------- using an effect


def can_activate(state: State, unit: Unit, number: int) -> bool:
    """Whether an effect of a card on the field can be used now (R8.4, R8.5, R8.7, R8.10)."""
    effect = unit.card.effects[number]
    if effect.once and unit.used >> number & 1:
        return False
    if not effect.conditions and not effect.cost:
        return True
    by = new(Source, (unit.seat, unit.id, unit.code))
    return holds(state, by, effect.conditions) and (not effect.cost or payable(state, by, effect.cost))


def payable(state: State, by: Source, cost: tuple[Cost, ...]) -> bool:
    """Whether a whole cost can be paid (R8.5)."""
    if len(cost) > 1 and _entangled(cost):
        twin = state.copy()
        twin.do_only(Frame(_stop), Frame(pay, (Payment(by, cost),)))
        return _some_way(twin)
    for part in cost:  # noqa: SIM110  (a generator would take longer than most costs)
        if not part.payable(state, by):
            return False
    return True


def _entangled(cost: tuple[Cost, ...]) -> bool:
    """Whether one part may take what another needs, or bring it."""
    taken = [part.takes for part in cost]
    return None in taken or len(set(taken)) < len(taken)


class Payment(NamedTuple):
    """A cost that is being paid."""

    by: Source
    left: tuple[Cost, ...]
    """The parts that are still to be paid."""


def pay(state: State, payment: Payment) -> None:
    """Pay one part of a cost after the other."""
    by, left = payment
    if left:
        part = left[0]
        if part.payable(state, by):
            state.push(pay, Payment(by, left[1:]))
            state.push(pay_part, part, by)
        else:
            state.changes_made = UNPAID


def ask_payer(
    state: State, kind: str, options: list[Option], about: About, then: Callable[..., None], *args: Any
) -> None:
    """Ask the controller what to pay with; options that make the rest of the cost unpayable are left out."""
    assert about.by is not None
    rest = state.stack[-1]
    if len(options) > 1 and any(isinstance(arg, Payment) and arg.left for arg in rest.args):
        possible = []
        for option in options:
            twin = state.copy()
            twin.do_only(Frame(_stop), rest, Frame(then, (option, *args)))
            if _some_way(twin):
                possible.append(option)
        options = possible or options
    state.ask(kind, about.by.seat, options, about, then, *args)


def _some_way(state: State) -> bool:
    """True if some choices pay the whole cost that is being paid on this table."""
    if state.lost or not state.stack:
        return state.changes_made >= 0
    assert state.question is not None
    for option in state.question.options:
        twin = state.copy()
        twin.choose(option)
        if _some_way(twin):
            return True
    return False


def activate(state: State, by: Source, number: int, committed: bool) -> None:
    """Use an effect. Its controller is asked first, unless it must be used or the controller has `committed` to it."""
    effect = effect_of(state, by, number)
    if effect.cost and not payable(state, by, effect.cost):
        return
    if committed or not effect.optional or (effect.asks_itself and not effect.cost):
        use(state, YES, by, number)
    else:
        state.ask("value", by.seat, [YES, NO], About("use", by, effect=number), use, by, number)


def use(state: State, option: Option, by: Source, number: int) -> None:
    """Pay for an effect and carry it out, or decline it."""
    if option == NO:
        state.tell(events.DeclinedEffect, by.seat, by.code, number)
        return
    effect = effect_of(state, by, number)
    if effect.once:
        unit = state.find(by.unit)
        if unit is not None:
            unit.used |= 1 << number
    state.tell(events.UsedEffect, by.seat, by.code, number)
    state.push(_bind_again, state.bound)
    state.bound = ()
    state.push(do, effect.actions, 0, by)
    if effect.cost:
        state.push(pay, Payment(by, effect.cost))


def _bind_again(state: State, bound: tuple[Binding, ...]) -> None:
    state.bound = bound


def do(state: State, actions: tuple[Action, ...], at: int, by: Source) -> None:
    """Carry out actions in their order; what cannot be done is skipped (R0.3)."""
    if at + 1 < len(actions):
        state.push(do, actions, at + 1, by)
    if at < len(actions):
        state.push(act, actions[at], by)


def would_do_something(state: State, actions: tuple[Action, ...], by: Source, number: int) -> bool:
    """Whether carrying out these actions as a replacement would change anything."""
    twin = state.copy()
    twin.replacing = (*state.replacing, Replacing(by.unit, number))
    twin.do_only(Frame(_stop), Frame(do, (actions, 0, by)))
    while not twin.lost and twin.stack:
        assert twin.question is not None
        twin.choose(twin.question.options[0])
    return twin.changes_made > state.changes_made


def _stop(state: State, option: Option = NO) -> None:
    state.ask("value", 0, [YES, NO], About("stop"), _stop)


# ---------------------------------------------------------------------- coming onto the field


def play(state: State, seat: int, code: int, rested: bool = False) -> None:
    """Put a card that was just taken from its zone onto the field, once there is room (R5.2, R5.3, C5)."""
    state.sides[seat].limbo.append(code | moving.BOTH)
    state.push(place, seat, rested)


def place(state: State, seat: int, rested: bool = False) -> None:
    """Put the card in limbo onto the field; a sixth character takes the place of another."""
    side = state.sides[seat]
    if state.card(side.limbo[-1]).category == "character" and len(side.characters) >= MOST_CHARACTERS:
        options: list[Option] = [choose_unit(unit.id) for unit in side.characters]
        asks = f"Which character is trashed to make room for {state.decks.labels[side.limbo[-1] & CODE]}?"
        state.ask("target", seat, options, About("room", asks=asks), _make_room, seat, rested)
        return
    code = side.limbo.pop() & CODE
    unit = state.new_unit(seat, code)
    unit.rested = rested
    if unit.card.category == "stage":
        if side.stage is not None:
            state.tell(events.StageReplaced, seat, side.stage.code)
            moving.to_trash(state, side.stage)
        side.stage = unit
    else:
        side.characters.append(unit)
    state.changes_made += 1
    if unit.card.permanent:
        state.permanents += 1
    state.tell(events.Entered, seat, code)
    make_due(state, (unit,), "on_play")


def _make_room(state: State, option: ChooseUnit, seat: int, rested: bool) -> None:
    unit = state.find(option.unit)
    assert unit is not None
    state.tell(events.MadeRoom, seat, unit.code)
    queue_if_any(state, leave(state, (unit,)))
    moving.to_trash(state, unit)  # not a K.O., and nothing prevents it (R10.2)
    state.push(place, seat, rested)


# ---------------------------------------------------------------------- choosing


def amounts(most: int, least: int = 0) -> list[Option]:
    """The numbers that can be chosen, the largest first."""
    return [amount(number) for number in range(most, least - 1, -1)]


def cards_in(entries: Iterable[int], fits: Callable[[int], bool] = lambda _: True) -> list[Option]:
    """The cards that can be chosen, each once."""
    return [choose_card(code) for code in dict.fromkeys(entry & CODE for entry in entries) if fits(code)]
