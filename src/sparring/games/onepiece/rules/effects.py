"""How effects are carried out: what is due, in which order, what it costs, and one action after the other.

Everything here is a *frame*: a function that does one thing, or asks one thing, and leaves the rest on the stack. A
frame that asks changes nothing before, so that it can ask again in a position that was only imagined.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from sparring.games.onepiece.rules import moving
from sparring.games.onepiece.rules.cards import Effect, Word
from sparring.games.onepiece.rules.state import (
    CODE,
    MOST_CHARACTERS,
    Frame,
    Option,
    Source,
    State,
    Unit,
)
from sparring.games.onepiece.rules.values import holds, protected

YES, NO, NONE = ("yes",), ("no",), ("none",)
NOWHERE = -1
"""The number of a source that is not on the field."""

PAYABLE: dict[str, Callable[..., bool]] = {}
"""For each word of a cost, whether it can be paid."""

ENTANGLED = ({"rest_don", "return_don"}, {"trash_from_hand", "life_to_hand"})
"""Parts of a cost of which one may take what another needs, or bring it."""

UNPAID = -(10**9)
"""What stands for the deeds of one who could not pay."""


def source_of(unit: Unit) -> Source:
    """A card on the field as the source of its effects."""
    return Source(unit.seat, unit.id, unit.code)


def effect_of(state: State, by: Source, number: int) -> Effect:
    """An effect by its number; those of a Trigger come after the others."""
    card = state.decks.cards[by.code]
    return card.effects[number] if number < len(card.effects) else card.trigger[number - len(card.effects)]


# ---------------------------------------------------------------------- what is due, and in which order


def make_due(state: State, units: Iterable[Unit], timing: str) -> None:
    """The effects of these cards with such a timing become due at this moment (R11.1)."""
    found = [(source_of(unit), number, False) for unit in units for number in unit.card.numbers.get(timing, ())]
    if found:
        queue(state, found)


def queue(state: State, found: list[tuple[Source, int, bool]]) -> None:
    """Effects that are due at the same moment queue behind all that wait: the turn player's first (R11.2)."""
    state.batch += 1
    for seat in (state.turn_seat, 1 - state.turn_seat):
        state.due.extend((state.batch, seat, *waiting) for waiting in found if waiting[0].seat == seat)


def settle(state: State) -> None:
    """Carry out what is due, one after the other; of several at once their controller chooses the next."""
    while state.due:
        batch, seat = state.due[0][:2]
        group = [waiting for waiting in state.due if waiting[0] == batch and waiting[1] == seat]
        ready = [waiting for waiting in group if _still_due(state, *waiting[2:])]
        if ready:
            alike = dict.fromkeys(("resolve", by.unit, by.code, number) for _, _, by, number, _ in ready)
            state.ask("target", seat, list(alike), (_resolve,), ("order",))
            return
        state.due = [waiting for waiting in state.due if waiting not in group]


def _still_due(state: State, by: Source, number: int, sure: bool) -> bool:
    effect = effect_of(state, by, number)
    if sure:  # an [On K.O.], whose conditions were looked at while the card was on the field (R10.4)
        return payable(state, by, effect.cost)
    unit = state.find(by.unit)  # R8.13: a source that is gone has no effects any more
    return unit is not None and can_activate(state, unit, number)


def _resolve(state: State, option: Option) -> None:
    _, unit, code, number = option
    for index, (_, _, by, due_number, _) in enumerate(state.due):
        if (by.unit, by.code, due_number) == (unit, code, number):
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
    by = Source(unit.seat, unit.id, unit.code)
    return holds(state, by, effect.conditions) and payable(state, by, effect.cost)


def payable(state: State, by: Source, cost: tuple[Word, ...]) -> bool:
    """Whether a whole cost can be paid (R8.5)."""
    if len(cost) > 1 and _entangled(cost):
        twin = state.copy()
        twin.do_only((_stop,), (pay, by, cost, 0))
        return _some_way(twin)
    for word in cost:  # noqa: SIM110  (a generator would take longer than most costs)
        if not PAYABLE[word.word](state, by, *word.args):
            return False
    return True


@cache
def _entangled(cost: tuple[Word, ...]) -> bool:
    return any(sum(word.word in group for word in cost) > 1 for group in ENTANGLED)


def pay(state: State, by: Source, cost: tuple[Word, ...], at: int) -> None:
    """Pay one part of a cost after the other."""
    if at < len(cost):
        word = cost[at]
        if PAYABLE[word.word](state, by, *word.args):
            state.push(pay, by, cost, at + 1)
            state.push(word.does, by, *word.args)
        else:
            state.deeds = UNPAID


def ask_payer(state: State, kind: str, by: Source, options: list[Option], then: Frame, about: tuple[Any, ...]) -> None:
    """Have the controller choose what to pay with; nothing that leaves the rest of the cost unpaid is offered."""
    below = state.stack[-1]
    if len(options) > 1 and below[0] is pay and below[3] < len(below[2]):
        possible = []
        for option in options:
            twin = state.copy()
            twin.do_only((_stop,), below, (_chosen_already, option, then))
            if _some_way(twin):
                possible.append(option)
        options = possible or options
    state.ask(kind, by.seat, options, then, about)


def _chosen_already(state: State, option: Option, then: Frame) -> None:
    then[0](state, option, *then[1:])


def _some_way(state: State) -> bool:
    """Whether some choices pay the whole cost that is being paid on this table."""
    if state.lost or not state.stack:
        return state.deeds >= 0
    assert state.question is not None
    for option in state.question.options:
        twin = state.copy()
        twin.choose(option)
        if _some_way(twin):
            return True
    return False


def activate(state: State, by: Source, number: int, committed: bool) -> None:
    """Use an effect, if its controller wants that; one who has said so already is not asked again."""
    effect = effect_of(state, by, number)
    if effect.cost and not payable(state, by, effect.cost):
        return
    if committed or not effect.optional or (effect.asks_itself and not effect.cost):
        _use(state, YES, by, number)
    else:
        state.ask("value", by.seat, [YES, NO], (_use, by, number), ("use", by, number))


def _use(state: State, option: Option, by: Source, number: int) -> None:
    if option == NO:
        state.tell("decline", by.seat, by.code, number)
        return
    effect = effect_of(state, by, number)
    if effect.once:
        unit = state.find(by.unit)
        if unit is not None:
            unit.used |= 1 << number
    state.tell("effect", by.seat, by.code, number)
    state.push(_bind_again, state.bound)
    state.bound = ()
    state.push(do, effect.actions, 0, by)
    if effect.cost:
        state.push(pay, by, effect.cost, 0)


def _bind_again(state: State, bound: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    state.bound = bound


def do(state: State, actions: tuple[Word, ...], at: int, by: Source) -> None:
    """Carry out actions in their order; what cannot be done is skipped (R0.3)."""
    if at + 1 < len(actions):
        state.push(do, actions, at + 1, by)
    if at < len(actions):
        word = actions[at]
        state.push(word.does, by, *word.args)


def would_do_something(state: State, actions: tuple[Word, ...], by: Source, number: int) -> bool:
    """Whether carrying out these actions as a replacement would change anything."""
    twin = state.copy()
    twin.replacing = (*state.replacing, (by.unit, number))
    twin.do_only((_stop,), (do, actions, 0, by))
    while not twin.lost and twin.stack:
        assert twin.question is not None
        twin.choose(twin.question.options[0])
    return twin.deeds > state.deeds


def _stop(state: State, option: Option = NO) -> None:
    state.ask("value", 0, [YES, NO], (_stop,))


# ---------------------------------------------------------------------- K.O.


def ko(state: State, units: tuple[int, ...], how: str, from_leader: bool = False, doomed: tuple[int, ...] = ()) -> None:
    """K.O. characters at once, unless something prevents or replaces it (R8.12, R10)."""
    while units:
        unit = state.find(units[0])
        if unit is not None and unit.card.category == "character" and not protected(state, unit, how, from_leader):
            number = _replacement(state, unit)
            if number is not None:
                by = source_of(unit)
                then: Frame = (_replace, by, number, units, how, from_leader, doomed)
                options = [YES, NO] if unit.card.effects[number].optional else [YES]
                state.ask("value", unit.seat, options, then, ("use", by, number))
                return
            doomed = (*doomed, unit.id)
        elif unit is not None and unit.card.category == "character":
            state.tell("protected", unit.seat, unit.code)
        units = units[1:]
    _knock_out(state, doomed)


def _replacement(state: State, unit: Unit) -> int | None:
    for number in unit.card.timed("would_be_ko"):
        if (unit.id, number) in state.replacing:
            continue
        actions = unit.card.effects[number].actions[0].args[0]
        if can_activate(state, unit, number) and would_do_something(state, actions, source_of(unit), number):
            return number
    return None


def _replace(
    state: State,
    option: Option,
    by: Source,
    number: int,
    units: tuple[int, ...],
    how: str,
    from_leader: bool,
    doomed: tuple[int, ...],
) -> None:
    if option == NO:
        doomed = (*doomed, by.unit)
    state.push(ko, units[1:], how, from_leader, doomed)
    if option == YES:
        state.push(_replaced, state.deeds, state.replacing)
        state.replacing = (*state.replacing, (by.unit, number))
        _use(state, YES, by, number)


def _replaced(state: State, deeds: int, replacing: tuple[tuple[int, int], ...]) -> None:
    state.deeds = deeds  # what is replaced was not done
    state.replacing = replacing


def _knock_out(state: State, numbers: tuple[int, ...]) -> None:
    units = [unit for number in numbers if (unit := state.find(number)) is not None]
    if not units:
        return
    due: list[tuple[Source, int, bool]] = []
    for unit in units:
        by = source_of(unit)
        due.extend(
            (by, number, True)
            for number in unit.card.timed("on_ko")
            if holds(state, by, unit.card.effects[number].conditions)
        )
        for witness in state.units():
            due.extend((source_of(witness), number, False) for number in witness.card.timed("on_any_character_ko"))
    queue(state, due)
    for unit in units:
        state.tell("ko", unit.seat, unit.code)
        moving.to_trash(state, unit)


# ---------------------------------------------------------------------- coming onto the field


def play(state: State, seat: int, code: int) -> None:
    """Put a card that was just taken from its zone onto the field, once there is room (R5.2, R5.3, C5)."""
    state.sides[seat].limbo.append(code | moving.BOTH)
    state.push(place, seat)


def place(state: State, seat: int) -> None:
    """Put the card that is in no zone onto the field; a sixth character needs the place of another."""
    side = state.sides[seat]
    if state.card(side.limbo[-1]).category == "character" and len(side.characters) >= MOST_CHARACTERS:
        options: list[Option] = [("unit", unit.id) for unit in side.characters]
        state.ask("target", seat, options, (_make_room, seat), ("room",))
        return
    code = side.limbo.pop() & CODE
    unit = state.new_unit(seat, code)
    if unit.card.category == "stage":
        if side.stage is not None:
            state.tell("replaced", seat, side.stage.code)
            moving.to_trash(state, side.stage)
        side.stage = unit
    else:
        side.characters.append(unit)
    state.deeds += 1
    if unit.card.permanent:
        state.permanents += 1
    state.tell("enter", seat, code)
    make_due(state, (unit,), "on_play")


def _make_room(state: State, option: Option, seat: int) -> None:
    unit = state.find(option[1])
    assert unit is not None
    state.tell("room", seat, unit.code)
    moving.to_trash(state, unit)  # not a K.O., and nothing prevents it (R10.2)
    state.push(place, seat)


# ---------------------------------------------------------------------- choosing


def amounts(most: int, least: int = 0) -> list[Option]:
    """The numbers that can be chosen, the largest first."""
    return [("amount", number) for number in range(most, least - 1, -1)]


def cards_in(entries: Iterable[int], fits: Callable[[int], bool] = lambda _: True) -> list[Option]:
    """The cards that can be chosen, each once."""
    return [("card", code) for code in dict.fromkeys(entry & CODE for entry in entries) if fits(code)]
