"""Lethal: whether this turn's attacks win, whatever the defender does.

A table is reduced to an assault (`assault.py`): powers, DON!! and what they unlock, blockers, counters and Life. An
event or a Trigger that does anything else is assumed to stop as many attacks as it possibly could (`rescue.py`), and
the defender is assumed to hold the best cards that it could hold. So a win that is called sure is sure.

If no win is sure, there are odds: one order of attacks, kept whatever happens, against the best defence of each likely
hand. Solving each hand separately would overstate the odds, as if the attacker could see the hand.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial, reduce
from typing import NamedTuple

from sparring.games.onepiece.minds.assault import (
    ANY_ATTACK,
    MOST_FOR_ODDS,
    MOST_LOOKED_AT,
    Attacker,
    Defence,
    Fixed,
    Line,
    Search,
    Strike,
    beats,
    hits,
)
from sparring.games.onepiece.minds.rescue import MANY, Reader, Rescue
from sparring.games.onepiece.minds.steady import hinders, is_steady
from sparring.games.onepiece.minds.turns import next_action
from sparring.games.onepiece.rules.cards import Card, Effect
from sparring.games.onepiece.rules.options import Activate, Attack, GiveDon, Option, PlayCard
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack, may_attack_leader
from sparring.games.onepiece.rules.values import has_keyword, is_under, may_rest, permanent_changes, power
from sparring.games.onepiece.rules.words import Gist

MOST_PREPARED = 200
"""Positions after which the search gives up if something is prepared first; all preparations share them."""

MOST_FOR_THREATS = 60
"""Positions after which the search for a threat gives up; it runs in every imagined game."""

MOST_ADDED = 2
"""The most damage that one card or effect can add: another attacker, perhaps with Double Attack."""

MOST_SOLVED = 4
"""Imagined games in which an order of attacks is searched for; each order is then counted in all of them."""


def winning_attack(
    state: State, seat: int, unseen: Sequence[Card] | None = None, most: int = MOST_LOOKED_AT
) -> Option | None:
    """The first option of a sequence of attacks that is sure to win, or None.

    The defender holds the best of the unseen cards; if these are not given, what it holds on this table.
    """
    seen = _attackers(state, seat)
    ordered = tuple(sorted(seen.values(), reverse=True))
    if hits(ordered) <= len(state.sides[1 - seat].life) or not is_steady(state, seat):
        return None
    found = Search(most).first(ordered, state.sides[seat].active, defence_of(state, 1 - seat, unseen))
    return None if found is None else _options(state, seat, seen, (found,))[0]


def sure_win(state: State, seat: int, unseen: Sequence[Card]) -> Option | None:
    """The first option of a turn that is sure to win: an attack, or a card or effect that prepares the attacks."""
    found = winning_attack(state, seat, unseen)
    possible = hits(tuple(_attackers(state, seat).values())) + MOST_ADDED > len(state.sides[1 - seat].life)
    if found is not None or state.question is None or not possible:
        return found
    first = [option for option in state.question.options if isinstance(option, PlayCard | Activate)]
    for option in first:
        after = _prepared(state, option)
        if after is not None and winning_attack(after, seat, unseen, MOST_PREPARED // len(first)) is not None:
            return option
    return None


def attack_wins(state: State, seat: int, number: int, unseen: Sequence[Card]) -> bool:
    """True if a unit's attack on the leader, with the DON!! that it has now, is sure to win this turn."""
    seen = _attackers(state, seat)
    unit = next((unit for unit in seen if unit.id == number), None)
    if unit is None or seen[unit].needs or hits(tuple(seen.values())) <= len(state.sides[1 - seat].life):
        return False
    if not is_steady(state, seat):
        return False
    rest = tuple(sorted((seen[other] for other in seen if other is not unit), reverse=True))
    go_on = partial(Search().wins, rest, state.sides[seat].active)
    return beats(seen[unit], 0, defence_of(state, 1 - seat, unseen), go_on)


def _prepared(state: State, option: Option) -> State | None:
    """The table after an option, or None if another seat or a hidden card has a say in what it leads to."""
    after = next_action(state, option)
    return after if after is not None and _hidden(after) == _hidden(state) else None


def _hidden(state: State) -> list[tuple[int, ...]]:
    """The numbers of hidden cards, without the hand of the player whose turn it is: cards are played from it."""
    return [
        (len(side.deck), len(side.life), len(side.hand) * (side is not state.sides[state.turn_seat]))
        for side in state.sides
    ]


class Odds(NamedTuple):
    """The chance that attacks on the leader win this turn, and the options in their order."""

    chance: float
    options: tuple[Option, ...]


def odds(worlds: Sequence[State], seat: int) -> Odds:
    """The odds of winning this turn with one order of attacks, counted in imagined games."""
    seen = _attackers(worlds[0], seat)
    ordered, don = tuple(sorted(seen.values(), reverse=True)), worlds[0].sides[seat].active
    defences = [defence_of(world, 1 - seat) for world in worlds]
    lines: dict[Line, None] = {}
    for defence in defences[:MOST_SOLVED]:
        if hits(ordered) > defence.life:
            lines[Search(MOST_FOR_ODDS).line(ordered, don, defence)] = None
    counted = {line: sum(Fixed(line).wins(0, defence) for defence in defences) for line in lines if line}
    if not any(counted.values()):
        return Odds(0.0, ())
    best = max(counted, key=counted.__getitem__)
    return Odds(counted[best] / len(worlds), _options(worlds[0], seat, seen, best))


def _attackers(state: State, seat: int) -> dict[Unit, Attacker]:
    """The units of a side that could attack this turn."""
    if state.turn <= 2:
        return {}
    aim = power(state, state.sides[1 - seat].leader)
    fighters = state.sides[seat].fighters()
    able = [unit for unit in fighters if _able(state, unit) and not hinders(unit.card, fighting=True)]
    return {unit: _attacker(state, unit, aim) for unit in able}


def _able(state: State, unit: Unit) -> bool:
    """True if a unit can attack the leader this turn, and no effect of another card could keep it from that."""
    if not unit.fresh:
        return may_attack_leader(state, unit)
    if not may_attack(state, unit) and (is_under(state, unit, "no attack") or not may_rest(state, unit)):
        return False
    return not unit.rested and (_has_rush(unit) or rush_at(unit) > 0)


def _has_rush(unit: Unit) -> bool:
    """True if a unit has Rush by itself, or for this turn."""
    return _own(unit, "Rush") or any(_only_don(effect) <= unit.don for effect in _rushes(unit))


def _rushes(unit: Unit) -> list[Effect]:
    """The unit's own effects that give it Rush, if nothing but DON!! is asked for."""
    return [
        effect
        for effect in unit.card.permanent
        if not any(condition.needs.own_turn or condition.needs.more for condition in effect.conditions)
        and any(word.gist.keyword == "Rush" for word in effect.actions)
    ]


def _only_don(effect: Effect) -> int:
    """The DON!! that an effect asks for."""
    return max((condition.needs.don for condition in effect.conditions), default=0)


def _options(state: State, seat: int, seen: Mapping[Unit, Attacker], line: Line) -> tuple[Option, ...]:
    """The options of a line: for each attack first the DON!!, then the attack itself."""
    left, leader = dict(seen), state.sides[1 - seat].leader.id
    options: list[Option] = []
    for who, given in line:
        unit = next(unit for unit, attacker in left.items() if attacker == who)
        del left[unit]
        options += [GiveDon(unit.id)] * given
        options.append(Attack(unit.id, leader))
    return tuple(options)


def _attacker(state: State, unit: Unit, aim: int) -> Attacker:
    """A unit as an attacker. What other cards add to it does not count, since they may be removed."""
    target = state.sides[1 - unit.seat]
    blockers = [other for other in target.characters if not other.rested and has_keyword(state, other, "Blocker")]
    free = bool(blockers) and all(_cannot_block(state, other, unit) for other in blockers)
    needs = 0 if not unit.fresh or _has_rush(unit) else rush_at(unit)
    gains = [gain for effect in unit.card.effects if (gain := _gain(state, unit, effect, blockers)) is not None]
    now = _own_power(state, unit)
    base = Strike((now - aim) // 1000, _own(unit, "Double Attack"), free)
    for _, more in (gain for gain in gains if gain[0] <= 0):
        base = Strike(base.force + more.force, base.double or more.double, base.unblockable or more.unblockable)
    later = tuple(sorted(gain for gain in gains if gain[0] > 0))
    is_leader = unit.card.category == "leader"
    return Attacker(*base, needs, _own(unit, "Banish"), is_leader, later)


def _own_power(state: State, unit: Unit) -> int:
    """The power of a unit without what permanent effects add, since these may go."""
    now: int = power(state, unit)
    lasting = permanent_changes(state, unit, "power") if state.permanents else ()
    now -= sum(change.value for change in lasting if change.what == "power" and change.value > 0)
    given = [change.value for change in lasting if change.what == "base power"]
    if given:
        timed = [change.value for change in unit.changes if change.what == "base power"]
        now -= max(0, max(given) - max(timed, default=unit.card.power or 0))
    return now


def _cannot_block(state: State, blocker: Unit, attacker: Unit) -> bool:
    """True if nothing can let this Blocker block the attacker any more this turn."""
    barred = (change.value for change in attacker.changes if change.what == "no blocker")
    return _own(attacker, "Unblockable") or any(filter.fits(state, blocker) for filter in barred)


def _own(unit: Unit, keyword: str) -> bool:
    """True if a unit has a keyword that it cannot lose this turn."""
    given = any(change.what == "keyword" and change.value == keyword for change in unit.changes)
    return given or keyword in unit.card.keywords


def _gain(state: State, unit: Unit, effect: Effect, blockers: Sequence[Unit]) -> tuple[int, Strike] | None:
    """DON!! still needed and the bonus they unlock for the unit's attacks, or None if no bonus is guaranteed."""
    if effect.timing not in ("permanent", "when_attacking") or effect.cost:
        return None
    needs = [condition.needs for condition in effect.conditions]
    if any(each.more for each in needs):
        return None
    gain = Strike(0)
    for word in effect.actions:
        if word.gist.target is not None and word.gist.target.select == "this":
            gain = _with(gain, state, unit, word.gist, blockers)
    return None if gain == Strike(0) else (max((each.don for each in needs), default=0) - unit.don, gain)


def _with(gain: Strike, state: State, unit: Unit, gist: Gist, blockers: Sequence[Unit]) -> Strike:
    """A bonus plus what one action adds to it."""
    unblockable = gain.unblockable
    if gist.unblockable is not None:
        unblockable = bool(blockers) and all(gist.unblockable.fits(state, other) for other in blockers)
    if gist.keyword == "Unblockable":
        unblockable = bool(blockers)
    more = gist.power
    if gist.base_power is not None and not any(change.what == "base power" for change in unit.changes):
        more += gist.base_power - (unit.card.power or 0)
    return Strike(gain.force + more // 1000, gain.double or gist.keyword == "Double Attack", unblockable)


def rush_at(unit: Unit) -> int:
    """DON!! still needed to give Rush to a character that was played this turn; 0 if no number does."""
    if unit.rested or not unit.fresh:
        return 0
    return max(0, _only_don(found[0]) - unit.don) if (found := _rushes(unit)) else 0


def defence_of(state: State, seat: int, unseen: Sequence[Card] | None = None) -> Defence:
    """What a seat can defend itself with: the best of the unseen cards, or the cards it has on this table."""
    side = state.sides[seat]
    size, life = len(side.hand), len(side.life)
    held = [state.card(entry) for entry in side.hand]
    coming = [state.card(entry) for entry in reversed(side.life)]
    cards = held + coming if unseen is None else unseen
    reader = Reader(state, seat, cards)
    by_trigger = {card: reader.by_trigger(card) for card in set(coming if unseen is None else unseen)}
    ready = [unit for unit in side.characters if not unit.rested and has_keyword(state, unit, "Blocker")]
    grown = Rescue(raised=_growth(state, side.leader, reader.gives_don))
    more = reduce(Rescue.plus, map(reader.by_blocker, ready), grown)
    more = reduce(Rescue.plus, map(reader.by_bystander, side.units()), more)
    more = reduce(Rescue.plus, map(reader.by_permanents, side.units()), more)
    more = more._replace(stops=min(MANY, more.stops), removes=min(MANY, more.removes))
    if not all(unit.card.understood for unit in side.units()):
        more = more._replace(stops=MANY)
    don = side.active + more.don
    if life:
        don += sum(sorted((by_trigger[card].don for card in cards if card in by_trigger), reverse=True)[:life])
    won_by_events = (max(0, reader.by_counter(card).don - reader.cost(card)) for card in cards)
    don += sum(sorted(won_by_events, reverse=True)[: size + life])
    values = {card: counter_value(card, don, reader) for card in set(cards)}
    if unseen is None:
        counters = tuple(sorted((values[card] for card in held), reverse=True))
        saving = tuple(by_trigger[card][:3] for card in coming)
        return Defence(life, len(ready), counters, tuple(values[card] for card in coming), saving, *more[:3])
    best = tuple(sorted((values[card] for card in unseen), reverse=True)[: size + life])
    stops = sorted((by_trigger[card].stops for card in unseen), reverse=True)
    removes = sorted((by_trigger[card].removes for card in unseen), reverse=True)
    raised = sorted((by_trigger[card].raised for card in unseen), reverse=True)
    saving = tuple(zip(stops, removes, raised, strict=True))[:life]
    return Defence(life, len(ready), best, (), saving, *more[:3], held=size)


def counter_value(card: Card, don: int, reader: Reader) -> int:
    """The power that a card counters with, in thousands, if this many DON!! are active.

    An event that does anything else is assumed to stop any attack.
    """
    if card.counter:
        return card.counter // 1000
    if card.category != "event" or reader.cost(card) > don or not card.timed("counter"):
        return 0
    rescue, given = reader.by_counter(card), reader.power(card)
    stops = MANY if rescue.raised else rescue.stops + rescue.removes
    return ANY_ATTACK + 100 * (stops - (not given)) if stops else given


def _growth(state: State, leader: Unit, given_more: bool) -> int:
    """The most power, in thousands, that effects on the field may still add to a leader this turn."""
    lasting = permanent_changes(state, leader, "power")
    now: int = sum(change.value for change in lasting if change.what == "power")
    printed = leader.card.power or 0
    lowered: int = min((change.value for change in lasting if change.what == "base power"), default=printed)
    now += min(0, lowered - printed)
    possible = 0
    for unit in state.sides[leader.seat].units():
        for effect in unit.card.effects:
            if effect.timing != "permanent" and not (unit is leader and effect.timing == "when_battling"):
                continue
            asked = max((condition.needs.don for condition in effect.conditions), default=0)
            if asked > unit.don and not given_more:
                continue
            for gist in (word.gist for word in effect.actions):
                if gist.target is not None and (gist.target.select == "all" or unit is leader):
                    possible += max(0, gist.power, (gist.base_power or 0) - printed)
    return max(0, -(-(possible - now) // 1000))


def threatened(state: State, seat: int) -> bool:
    """True if the opponent is to act and is sure to win this turn against what this seat has on this table."""
    question = state.question
    if question is None or question.kind != "action" or question.seat == seat:
        return False
    attackers = tuple(sorted(_attackers(state, 1 - seat).values(), reverse=True))
    if hits(attackers) <= len(state.sides[seat].life) or not is_steady(state, 1 - seat):
        return False
    return _wins(attackers, state.sides[1 - seat].active, defence_of(state, seat))


@lru_cache(20_000)
def _wins(attackers: tuple[Attacker, ...], don: int, defence: Defence) -> bool:
    """True if some attack wins; the same assaults come up again and again in the trials of a decision."""
    return Search(MOST_FOR_THREATS).first(attackers, don, defence) is not None
