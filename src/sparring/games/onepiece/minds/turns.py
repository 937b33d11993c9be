"""How a turn goes on in an imagined game: by a plan as far as it can be followed, and by habit otherwise."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.rules.options import END, Attack, GiveDon, Option, option_text
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power

Plan: TypeAlias = tuple[Option, ...]
"""What to do in one's turn, in this order. Options that are not possible are skipped; habit does the rest."""

Whim: TypeAlias = Callable[[State], Option | None]
"""Sometimes picks one of the options instead of what the plan or habit would do."""

MOST_TO_ATTACK = 12
"""Options that are tried at most until a unit attacks: it may be given up to ten DON!! first."""


def play_on(
    state: State, plan: Sequence[Option], whim: Whim | None = None, *, by_habit: bool = True
) -> Iterator[Option]:
    """Play on in this turn, and yield each option just before it is chosen.

    The plan comes first, then habit, or nothing if not `by_habit`. Questions that come up between two actions are
    answered by habit; they are not yielded. If the turn does not stand at an action, the plan begins with the answer.
    """
    turn, coming = state.turn, deque(plan)
    begun = state.question is not None and state.question.kind == "action"
    while state.question is not None and state.turn == turn and (coming or by_habit):
        question = state.question
        if begun and question.kind != "action":
            state.choose(habits.answer(state))
            continue
        if begun:
            while coming and (coming[0] not in question.options or (coming[0] == END and len(coming) > 1)):
                coming.popleft()
            if not (coming or by_habit):
                return
        begun = True
        option = whim(state) if whim else None
        if option is None:
            option = coming.popleft() if coming else habits.act(state)
        yield option
        state.choose(option)


def cards_first(plan: Plan, able: Collection[Option]) -> Plan:
    """The same options in the order of a careful player: cards, then effects, which may need the DON!! these rest.

    Options that are not among the first ones, such as a card that is still to be drawn, keep their place.
    """
    order = {"play": 0, "activate": 1}
    return tuple(sorted(plan, key=lambda option: order.get(option.kind, 2) if option in able else 2))


def follow(state: State, plan: Plan) -> None:
    """Carry out a plan, and stop when nothing of it is left."""
    for _ in play_on(state, plan, by_habit=False):
        pass


def next_action(state: State, option: Option) -> State | None:
    """The table at the same player's next action of this turn, after an option and answers by habit.

    None if there is no next action in this turn, or if the other player is asked something before it.
    """
    assert state.question is not None
    seat, after = state.question.seat, state.copy()
    after.choose(option)
    while after.question is not None and after.question.kind != "action":
        if after.question.seat != seat:
            return None
        after.choose(habits.answer(after))
    return after if after.question is not None and after.turn == state.turn else None


def expected_line(world: State, plan: Sequence[Option], *, by_habit: bool = True) -> tuple[str, ...]:
    """The options of the rest of the turn as texts, if it is played by a plan and then by habit."""
    state = world.copy()
    return tuple(option_text(state, option) for option in play_on(state, plan, by_habit=by_habit))


# ---------------------------------------------------------------------- what an option leads to


def quiet_points(world: State, option: Option, turns: int) -> Iterator[State]:
    """The table at the next quiet point after an option, and after each of this many turns played to their end.

    It is one table, which is played on: look at it before you ask for the next.
    """
    after = world.copy()
    turn = after.turn
    after.choose(option)
    TO_QUIET_POINT.get(option.kind, _finish)(world, after, option, turns == 0)
    yield after
    for later in range(turns):
        if after.turn == turn + later:
            habits.play_turn(after)
            yield after


# Each kind of action has its own quiet point (OP-9, OP-10). A mind that looks no further (`no_further`) must see there
# what the action is good for; a mind that looks further sees it in the rest of the turn.


def _finish(before: State, after: State, option: Option, no_further: bool) -> None:
    """Fight an attack out, and finish whatever else was begun."""
    habits.to_quiet_point(after)


def _finish_playing(before: State, after: State, option: Option, no_further: bool) -> None:
    """Put a card that was played on the table; a character that may attack at once does so."""
    habits.to_quiet_point(after)
    for unit in list(after.sides[before.turn_seat].characters) if no_further else ():
        if before.find(unit.id) is None and may_attack(after, unit):
            _attack_with(after, unit.id)


def _finish_giving(before: State, after: State, option: Option, no_further: bool) -> None:
    """DON!! are given for an attack, so it follows."""
    assert isinstance(option, GiveDon)
    _attack_with(after, option.unit)


def _finish_effect(before: State, after: State, option: Option, no_further: bool) -> None:
    """Whoever an effect has made stronger attacks."""
    habits.to_quiet_point(after)
    for unit in list(after.sides[before.turn_seat].fighters()) if no_further else ():
        was = before.find(unit.id)
        if was is not None and may_attack(after, unit) and power(after, unit) > power(before, was):
            _attack_with(after, unit.id)


TO_QUIET_POINT: Mapping[str, Callable[[State, State, Option, bool], None]] = {
    "play": _finish_playing,
    "attack": _finish,
    "give": _finish_giving,
    "activate": _finish_effect,
}


def _attack_with(state: State, number: int) -> None:
    """Give a unit the DON!! that it still needs, and attack the target that is worth most."""
    turn = state.turn
    for _ in range(MOST_TO_ATTACK):
        question = state.question
        if question is None or question.kind != "action" or state.turn != turn:
            break
        wish = habits.attack_with(state, number)
        if wish is None:
            break
        state.choose(wish)
        if isinstance(wish, Attack):
            habits.to_quiet_point(state)
            break
