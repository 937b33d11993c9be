"""A battle, step by step: attack, block, counter, damage, end (R6, R7)."""

from sparring.games.onepiece.rules import events, lasting, moving
from sparring.games.onepiece.rules.effects import NOWHERE, activate, make_all_due, make_due, payable, settle
from sparring.games.onepiece.rules.frames import new
from sparring.games.onepiece.rules.ko import ko
from sparring.games.onepiece.rules.options import (
    NO_BLOCK,
    NO_COUNTER,
    TO_HAND,
    TRIGGER,
    Block,
    Counter,
    CounterEvent,
    Option,
    block,
    counter,
    counter_event,
)
from sparring.games.onepiece.rules.sides import CODE, KNOWN, Change, Unit
from sparring.games.onepiece.rules.state import About, Battle, Source, State
from sparring.games.onepiece.rules.values import has_keyword, holds, may_block, power, price

BLOCK, COUNTER = About("block"), About("counter")

EVENTS = frozenset({"on_your_event", "on_opponents_event"})
"""Timings of reactions to events."""

LOW_LIFE = (1, 2)
"""With this much Life, a player who lets an attack through probably cannot stop it."""


def begin_attack(state: State, attacker: Unit, target: int) -> None:
    """Rest the attacker, declare its target (R6.1), and set off its [When Attacking] effects (R6.2)."""
    attacker.rested = True
    state.battle = new(Battle, (attacker.id, target, False, False))
    if state.told is not None:
        aim = state.on_field(target)
        powers = power(state, attacker), power(state, aim)
        state.tell(events.Attacked, attacker.seat, attacker.code, aim.code, *powers)
    state.push(block_step)
    if "on_opponents_attack" in state.decks.timings:
        defenders = state.sides[1 - attacker.seat].units()
        make_all_due(state, (((attacker,), "when_attacking"), (defenders, "on_opponents_attack")))
    else:
        make_due(state, (attacker,), "when_attacking")
    if state.due:
        state.push(settle)


def fighters(state: State) -> tuple[Unit, Unit] | None:
    """The attacker and its target, or None if one of them has left the field (R6.3)."""
    battle = state.battle
    assert battle is not None
    attacker, target = state.find(battle.attacker), state.find(battle.target)
    return None if attacker is None or target is None else (attacker, target)


# ---------------------------------------------------------------------- block and counter


def block_step(state: State) -> None:
    """The defender may rest one Blocker to make it the target (R6.4)."""
    if fighters(state) is None:
        state.push(end_of_battle)
        return
    blockers = able_to_block(state)
    seat = 1 - state.turn_seat
    options: list[Option] = [NO_BLOCK, *[block(unit.id) for unit in blockers]]
    state.ask("blocker", seat, options, BLOCK, _block)


def able_to_block(state: State) -> list[Unit]:
    """The defender's active Blockers that are not the target and that nothing forbids."""
    battle = state.battle
    assert battle is not None
    attacker = state.find(battle.attacker)
    assert attacker is not None
    return [
        unit
        for unit in state.sides[1 - state.turn_seat].characters
        if not unit.rested
        and unit.id != battle.target
        and has_keyword(state, unit, "Blocker")
        and may_block(state, unit, attacker)
    ]


def _block(state: State, option: Option) -> None:
    if not isinstance(option, Block):
        state.push(counter_step)
        return
    blocker, battle = state.on_field(option.unit), state.battle
    assert battle is not None
    blocker.rested = True
    state.battle = battle._replace(target=blocker.id, blocked=True)
    if state.told is not None:
        state.tell(events.Blocked, blocker.seat, blocker.code, power(state, blocker))
    state.push(enter_counter_step)
    state.push(settle)
    if "on_opponents_block" in state.decks.timings:
        attackers = state.sides[1 - blocker.seat].units()
        make_all_due(state, (((blocker,), "on_block"), (attackers, "on_opponents_block")))
    else:
        make_due(state, (blocker,), "on_block")


def enter_counter_step(state: State) -> None:
    """At the end of the block step attacker and target must be in place (R6.3)."""
    state.push(counter_step if fighters(state) else end_of_battle)


def counter_step(state: State) -> None:
    """The defender may use counters, one after the other, as many as they like (R6.6)."""
    seat = 1 - state.turn_seat
    state.ask("counter", seat, counters(state, seat), COUNTER, _counter, seat)


def counters(state: State, seat: int) -> list[Option]:
    """Characters with a counter value for one of one's own, events with [Counter], or nothing."""
    side = state.sides[seat]
    options: list[Option] = [NO_COUNTER]
    battle = state.battle
    assert battle is not None
    fighters: list[int] = []
    vary = state.decks.prices_vary
    for code in {entry & CODE: None for entry in side.hand}:
        card = state.decks.cards[code]
        if card.counter:
            if not fighters:  # the target first, since that is usually meant
                fighters = [unit.id for unit in side.fighters()]
                if battle.target in fighters:
                    fighters.remove(battle.target)
                    fighters.insert(0, battle.target)
            options += [counter(code, number) for number in fighters]
        elif "counter" in card.numbers and (price(state, seat, code) if vary else card.cost or 0) <= side.active:
            options.append(counter_event(code))
    return options


def _counter(state: State, option: Option, seat: int) -> None:
    if isinstance(option, Counter):
        state.push(counter_step)
        moving.trash_from_hand(state, seat, option.code)
        unit = state.on_field(option.unit)
        value = state.decks.cards[option.code].counter or 0
        unit.changes = (*unit.changes, Change("power", value, "battle", seat))
        if state.told is not None:
            state.tell(events.Countered, seat, option.code, unit.code, value, power(state, unit))
    elif isinstance(option, CounterEvent):
        state.push(counter_step)
        use_event(state, seat, option.code, "counter")
    else:
        if len(state.sides[seat].life) in LOW_LIFE:
            _note_what_it_takes(state, seat)
        state.push(damage_step)


def _note_what_it_takes(state: State, seat: int) -> None:
    """Record that a player with little Life let an attack on the leader through."""
    battle, side = state.battle, state.sides[seat]
    assert battle is not None
    attacker = state.find(battle.attacker)
    if attacker is not None and battle.target == side.leader.id:
        missing = power(state, attacker) - power(state, side.leader) + 1
        if missing > 0:
            side.decline("counter", missing)


def use_event(state: State, seat: int, code: int, timing: str) -> None:
    """Pay for an event, put it into the trash, and carry it out (R5.4, R6.6)."""
    card = state.decks.cards[code]
    moving.rest_don(state, seat, price(state, seat, code))
    moving.trash_from_hand(state, seat, code)
    state.tell(events.UsedEvent, seat, code, timing)
    state.push(settle)
    if not EVENTS.isdisjoint(state.decks.timings):
        own, other = state.sides[seat].units(), state.sides[1 - seat].units()
        make_all_due(state, ((own, "on_your_event"), (other, "on_opponents_event")))
    by = Source(seat, NOWHERE, code)
    for number in reversed(card.timed(timing)):
        state.push(use_event_effect, by, number)


def use_event_effect(state: State, by: Source, number: int) -> None:
    """Carry out an effect of an event; its controller may still refuse to pay its cost (R8.5)."""
    effect = state.decks.cards[by.code].effects[number]
    if holds(state, by, effect.conditions):
        state.push(activate, by, number, not effect.cost)


# ---------------------------------------------------------------------- damage


def damage_step(state: State) -> None:
    """Set off what happens when cards battle, before powers are compared (C4)."""
    both = fighters(state)
    if both is None:
        state.push(end_of_battle)
        return
    state.push(compare)
    make_due(state, both, "when_battling")
    if state.due:
        state.push(settle)


def compare(state: State) -> None:
    """The attack succeeds if the attacker's power is at least the target's (R6.8)."""
    both = fighters(state)
    if both is None:
        state.push(end_of_battle)
        return
    attacker, target = both
    assert state.battle is not None
    state.battle = new(Battle, (attacker.id, target.id, state.battle.blocked, True))
    mine, theirs = power(state, attacker), power(state, target)
    success = mine >= theirs
    if state.told is not None:
        state.tell(events.Compared, attacker.seat, attacker.code, target.code, mine, theirs, success)
    state.push(end_of_battle)
    if not success:
        return
    state.push(settle)
    if target.card.category != "leader":
        state.push(ko, (target.id,), "battle", attacker.card.category == "leader")
        return
    if not state.sides[target.seat].life:
        state.end(1 << target.seat, "the leader was hit with no Life left")
        return
    points = 2 if has_keyword(state, attacker, "Double Attack") else 1
    state.push(deal, target.seat, points, has_keyword(state, attacker, "Banish"))


def deal(state: State, seat: int, points: int, banish: bool) -> None:
    """One point of damage takes the top Life card (R7.2, R7.5); a second that finds none does nothing (R7.4)."""
    side = state.sides[seat]
    if not points or not side.life:
        return
    state.push(deal, seat, points - 1, banish)
    if banish:
        code = moving.life_to_trash(state, seat)
        state.tell(events.Banished, seat, code)
        return
    side.limbo.append(side.life.pop() | KNOWN[seat])
    state.push(trigger_step, seat)


def trigger_step(state: State, seat: int) -> None:
    """A Life card with a Trigger may be shown and used instead of going to hand (R7.6)."""
    code = state.sides[seat].limbo[-1] & CODE
    card = state.decks.cards[code]
    by = Source(seat, NOWHERE, code)
    usable = bool(card.trigger) and all(
        holds(state, by, effect.conditions) and payable(state, by, effect.cost) for effect in card.trigger
    )
    options: list[Option] = [TRIGGER, TO_HAND] if usable else [TO_HAND]
    state.ask("value", seat, options, About("trigger", by), _trigger, seat)


def _trigger(state: State, option: Option, seat: int) -> None:
    side = state.sides[seat]
    if option == TO_HAND:
        entry = side.limbo.pop()
        moving.into_hand(state, seat, entry & (CODE | KNOWN[1 - seat]))
        state.tell(events.TookDamage, seat, entry & CODE, len(side.life))
        return
    moving.shown(state, seat, side.limbo[-1])
    code = side.limbo[-1] & CODE
    side.limbo[-1] = code | moving.BOTH
    state.tell(events.UsedTrigger, seat, code, len(side.life))
    state.push(after_trigger, seat, len(side.limbo))
    card, by = state.decks.cards[code], Source(seat, NOWHERE, code)
    for number in reversed(range(len(card.trigger))):
        state.push(activate, by, len(card.effects) + number, True)


def after_trigger(state: State, seat: int, depth: int) -> None:
    """Unless the Trigger put the card elsewhere, it goes to the trash (R7.7)."""
    side = state.sides[seat]
    if len(side.limbo) == depth:
        side.trash.append(side.limbo.pop() & CODE)


# ---------------------------------------------------------------------- the end of it


def end_of_battle(state: State) -> None:
    """Set off what happens at the end of a battle, if powers were compared; then the battle is over (R6.12)."""
    battle = state.battle
    assert battle is not None
    if battle.fought and "end_of_battle" in state.decks.timings:
        make_due(state, state.units(), "end_of_battle")
    state.push(over)
    if state.due:
        state.push(settle)


def over(state: State) -> None:
    """Changes that last for a battle end."""
    state.battle = None
    lasting.end(state, "battle")
