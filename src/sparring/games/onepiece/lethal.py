"""Whether this turn's attacks win, whatever the defender does: blocks and counters against attackers and DON!!.

The attacker picks who attacks and with how many DON!!; the defender blocks, counters with just enough, or takes the
damage, and Life taken joins the hand. The search is an and-or search over that, with what was found out remembered. It
knows powers, DON!! and what they bring, blockers, counters and Life; an event or a Trigger that does something else
stops as many attacks as it possibly could (`rescue.py`). With the best cards that the defender could hold, what it
calls sure is sure.

Where nothing is sure there are odds: one order of attacks, kept to whatever happens, against the best defence of each
hand that is likely. To solve each of them for itself would overstate it, as if the attacker could see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece import habits
from sparring.games.onepiece.cards import Card, Effect, Word
from sparring.games.onepiece.rescue import MANY, Reader, Rescue
from sparring.games.onepiece.state import Option, State, Unit
from sparring.games.onepiece.turn import may_attack
from sparring.games.onepiece.values import Filter, has_keyword, may_block, permanent_changes, power

ANY_ATTACK = 99
"""What stands for a counter that stops whatever attacks; each hundred more stop another attack too."""

MANY_CARDS = 99

MOST_LOOKED_AT = 500
"""Positions after which a search gives up: then nothing is called sure."""

MOST_FOR_ODDS = 200
"""The same, where only odds are asked for."""

MOST_PREPARED = 200
"""The same after something else was done first, all such things together."""

MOST_FOR_THREATS = 60
"""The same where it is asked in every imagined game whether the opponent could win."""

MOST_ADDED = 2
"""How much more damage one card or effect may make possible: by another attacker, who may have Double Attack."""

MOST_SOLVED = 4
"""In how many imagined games an order of attacks is looked for; it is counted in all of them."""


class Strike(NamedTuple):
    """An attack, or what DON!! add to it."""

    force: int
    """Its power beyond the leader's, in thousands, rounded down; an attack of 0 or more succeeds."""

    double: bool = False
    unblockable: bool = False


class Attacker(NamedTuple):
    """One who can still attack."""

    force: int
    double: bool = False
    unblockable: bool = False
    needs: int = 0
    """How many DON!! it must be given before it may attack at all."""

    banish: bool = False
    leader: bool = False
    """Whether it is the leader, whom hardly an effect takes away."""

    gains: tuple[tuple[int, Strike], ...] = ()
    """What its own text adds when it is given so many DON!!."""

    def strike(self, given: int) -> Strike:
        """Its attack with so many DON!!."""
        force, double, unblockable = self.force + given, self.double, self.unblockable
        for at, more in self.gains:
            if given >= at:
                force += more.force
                double |= more.double
                unblockable |= more.unblockable
        return Strike(force, double, unblockable)

    @property
    def most(self) -> int:
        """The damage that it could do."""
        return 2 if self.double or any(more.double for _, more in self.gains) else 1

    def least(self, against: int, don: int) -> int:
        """With how few DON!! its attack succeeds against a leader who has grown; more than there are if with none."""
        fits = (given for given in range(self.needs, don + 1) if self.strike(given).force >= against)
        return next(fits, don + 1)


Line: TypeAlias = tuple[tuple[Attacker, int], ...]
"""Who attacks, one after the other, and with how many DON!!."""


class Defence(NamedTuple):
    """What the defender has left."""

    life: int
    blockers: int
    counters: tuple[int, ...]
    """What each card in hand, or that may be in hand, can counter with, in thousands, the largest first."""

    coming: tuple[int, ...] = ()
    """The same for the Life cards that will be taken, the next one first, if they are known."""

    saving: tuple[tuple[int, int, int], ...] = ()
    """What the Triggers of these may do: attacks stopped, characters taken away, thousands of power for the leader."""

    stops: int = 0
    """Attacks that are stopped by what was set off so far."""

    removes: int = 0
    """Characters that it takes away."""

    raised: int = 0
    """Thousands of power that the leader has gained for the turn."""

    held: int = MANY_CARDS
    """How many of its counters are in hand: where it is not known which, it turns out to hold those it needs."""


class Search:
    """Looks for a sequence of attacks that wins against every defence."""

    def __init__(self, most: int = MOST_LOOKED_AT) -> None:
        self.most = most
        self.known: dict[tuple[tuple[Attacker, ...], int, Defence], bool] = {}

    def wins(self, attackers: tuple[Attacker, ...], don: int, defence: Defence) -> bool:
        """Whether some attack now leads to a win whatever follows."""
        if not attackers:
            return False
        key = attackers, don, defence
        known = self.known.get(key)
        if known is None:
            if _hits(attackers) <= defence.life + _stops(defence, attackers, don) or len(self.known) > self.most:
                return False
            known = self.known[key] = self.first(attackers, don, defence) is not None
        return known

    def first(self, attackers: tuple[Attacker, ...], don: int, defence: Defence) -> tuple[Attacker, int] | None:
        """Who attacks first, and with how many DON!!, in a sequence that wins."""
        for attacker in dict.fromkeys(attackers):
            rest = list(attackers)
            rest.remove(attacker)
            for given in _worth_giving(attacker, don, defence):
                if beats(attacker, given, defence, partial(self.wins, tuple(rest), don - given)):
                    return attacker, given
        return None

    def line(self, attackers: tuple[Attacker, ...], don: int, defence: Defence) -> Line:
        """The attacks of a sequence that wins, as if all went through, and then those who are left; or none."""
        found: list[tuple[Attacker, int]] = []
        rest = list(attackers)
        while (best := self.first(tuple(rest), don, defence)) is not None:
            found.append(best)
            rest.remove(best[0])
            don -= best[1]
            if not defence.life:
                break
            defence = _hit(defence, best[0].strike(best[1]).double, best[0].banish)[0]
        for attacker in rest if found else ():
            given = attacker.least(0, don)
            if given <= don:
                found.append((attacker, given))
                don -= given
        if found and don:
            found[-1] = (found[-1][0], found[-1][1] + don)
        return tuple(found)


class Fixed:
    """Looks whether one order of attacks, kept to whatever happens, wins against every defence."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.known: dict[tuple[int, Defence], bool] = {}

    def wins(self, done: int, defence: Defence) -> bool:
        """Whether the attacks that are left win."""
        if done == len(self.line):
            return False
        key = done, defence
        if key not in self.known:
            if len(self.known) > MOST_FOR_ODDS:
                return False
            self.known[key] = beats(*self.line[done], defence, partial(self.wins, done + 1))
        return self.known[key]


def beats(attacker: Attacker, given: int, defence: Defence, go_on: Callable[[Defence], bool]) -> bool:
    """Whether an attack with so many DON!! wins in the end: if it does from all that the defender can leave of it."""
    strike = attacker.strike(given)
    missing = strike.force - defence.raised + 1
    if missing <= 0:
        return go_on(defence)
    if defence.life and not all(map(go_on, _hit(defence, strike.double, attacker.banish))):
        return False
    if defence.stops and not go_on(defence._replace(stops=defence.stops - 1)):
        return False
    if defence.removes and not attacker.leader and not go_on(defence._replace(removes=defence.removes - 1)):
        return False
    if defence.blockers and not strike.unblockable and not go_on(defence._replace(blockers=defence.blockers - 1)):
        return False
    left = _countered(defence.counters, missing, defence.held)
    return all(go_on(_used(defence, counters, stops)) for counters, stops in left)


def _worth_giving(attacker: Attacker, don: int, defence: Defence) -> Iterator[int]:
    """Numbers of DON!! for an attack, each with which it is harder to stop than with fewer."""
    before = None
    for given in range(attacker.least(defence.raised, don), don + 1):
        force, double, unblockable = attacker.strike(given)
        stopping = _countered(defence.counters, force - defence.raised + 1, defence.held)
        if (stopping, double, unblockable) != before:
            yield given
        before = stopping, double, unblockable


def _used(defence: Defence, counters: tuple[int, ...], stops: int) -> Defence:
    held = defence.held - len(defence.counters) + len(counters)
    return defence._replace(counters=counters, stops=min(MANY, defence.stops + stops), held=held)


def _hit(defence: Defence, double: bool, banish: bool) -> list[Defence]:
    """What may be left when an attack is let through: each Life card comes to hand or uses its Trigger."""
    left = [defence]
    for _ in range(min(2 if double else 1, defence.life)):
        left = [after for before in left for after in _taken(before, banish)]
    return left


def _taken(defence: Defence, banish: bool) -> Iterator[Defence]:
    """What may be left when a Life card is taken."""
    life, coming, saving = defence.life - 1, defence.coming, defence.saving
    if banish:  # the one that does least, since which one it is is not known
        yield defence._replace(life=life, coming=coming[:life], saving=saving[:life])
        return
    counters = tuple(sorted(defence.counters + coming[:1], reverse=True)) if coming else defence.counters
    held = defence.held + 1
    yield defence._replace(life=life, counters=counters, coming=coming[1:], saving=saving[1:], held=held)
    if saving and any(saving[0]):
        stops, removes, raised = saving[0]
        yield defence._replace(
            life=life,
            coming=coming[1:],
            saving=saving[1:],
            stops=min(MANY, defence.stops + stops),
            removes=min(MANY, defence.removes + removes),
            raised=defence.raised + raised,
        )


def _hits(attackers: tuple[Attacker, ...]) -> int:
    return sum(attacker.most for attacker in attackers)


def _stops(defence: Defence, attackers: tuple[Attacker, ...], don: int) -> int:
    """A bound: attacks that are stopped for sure, by blockers where all can be blocked, or by one counter each."""
    strikes = [attacker.strike(don) for attacker in attackers]
    free = any(strike.unblockable for strike in strikes)
    most = max(strike.force for strike in strikes) - defence.raised
    large = min(defence.held, sum(counter > most for counter in defence.counters))
    return min(len(attackers), defence.stops + large + (0 if free else defence.blockers))


@lru_cache(20_000)
def _countered(counters: tuple[int, ...], needed: int, most: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """What may be left of counters after at most so many that just suffice, with the further attacks that those stop.

    Each way is here that uses no card in vain.
    """
    found: dict[tuple[tuple[int, ...], int], None] = {}
    fewest = len(counters) - most

    def use(left: tuple[int, ...], missing: int, start: int) -> None:
        if len(left) <= fewest:
            return
        for index in range(start, len(left)):
            if index > start and left[index] == left[index - 1]:
                continue
            if left[index] <= 0:
                continue
            rest = left[:index] + left[index + 1 :]
            if left[index] >= missing:
                found[rest, left[index] // 100] = None
            else:
                use(rest, missing - left[index], index)

    use(counters, needed, 0)
    return tuple(found)


# ---------------------------------------------------------------------- from a table


def sure_win(
    state: State, seat: int, unseen: Sequence[Card] | None = None, most: int = MOST_LOOKED_AT
) -> Option | None:
    """The first thing to do in a sequence of attacks that wins for sure, or None.

    The defender is given the best of the unseen cards it could hold; without those, what it holds on this table.
    """
    seen = _attackers(state, seat)
    ordered = tuple(sorted(seen.values(), reverse=True))
    if _hits(ordered) <= len(state.sides[1 - seat].life):
        return None
    found = Search(most).first(ordered, state.sides[seat].active, defence_of(state, 1 - seat, unseen))
    return None if found is None else _options(state, seat, seen, (found,))[0]


def sure_way(state: State, seat: int, unseen: Sequence[Card]) -> Option | None:
    """The same, or a card to be played or an effect to be used first, after which the attacks win for sure."""
    found = sure_win(state, seat, unseen)
    possible = _hits(tuple(_attackers(state, seat).values())) + MOST_ADDED > len(state.sides[1 - seat].life)
    if found is not None or state.question is None or not possible:
        return found
    first = [option for option in state.question.options if option[0] in ("play", "activate")]
    for option in first:
        after = _prepared(state, seat, option)
        if after is not None and sure_win(after, seat, unseen, MOST_PREPARED // len(first)) is not None:
            return option
    return None


def _prepared(state: State, seat: int, option: Option) -> State | None:
    """The table after an option that nobody but this seat had a say in, and no hidden card either."""
    after = state.copy()
    after.choose(option)
    while after.question is not None and after.question.kind != "action":
        if after.question.seat != seat:
            return None
        after.choose(habits.answer(after))
    if after.question is None or after.turn != state.turn or _hidden(after) != _hidden(state):
        return None
    return after


def _hidden(state: State) -> list[tuple[int, ...]]:
    """How many cards lie where not everybody sees them, but for the own hand, which cards are played from."""
    return [
        (len(side.deck), len(side.life), len(side.hand) * (side is not state.sides[state.turn_seat]))
        for side in state.sides
    ]


class Odds(NamedTuple):
    """How likely attacks on the leader win this turn, and in which order."""

    chance: float
    options: tuple[Option, ...]


def odds(worlds: Sequence[State], seat: int) -> Odds:
    """The odds to win this turn with one order of attacks, over games that agree with what a seat sees."""
    seen = _attackers(worlds[0], seat)
    ordered, don = tuple(sorted(seen.values(), reverse=True)), worlds[0].sides[seat].active
    defences = [defence_of(world, 1 - seat) for world in worlds]
    lines: dict[Line, None] = {}
    for defence in defences[:MOST_SOLVED]:
        if _hits(ordered) > defence.life:
            lines[Search(MOST_FOR_ODDS).line(ordered, don, defence)] = None
    counted = {line: sum(Fixed(line).wins(0, defence) for defence in defences) for line in lines if line}
    if not any(counted.values()):
        return Odds(0.0, ())
    best = max(counted, key=counted.__getitem__)
    return Odds(counted[best] / len(worlds), _options(worlds[0], seat, seen, best))


def _attackers(state: State, seat: int) -> dict[Unit, Attacker]:
    """Who of a side could attack this turn."""
    if state.turn <= 2:
        return {}
    aim = power(state, state.sides[1 - seat].leader)
    fighters = state.sides[seat].fighters()
    return {unit: _attacker(state, unit, aim) for unit in fighters if may_attack(state, unit) or rush_at(unit)}


def _options(state: State, seat: int, seen: Mapping[Unit, Attacker], line: Line) -> tuple[Option, ...]:
    """What to do for a line: DON!! first, then the attack."""
    left, leader = dict(seen), state.sides[1 - seat].leader.id
    options: list[Option] = []
    for who, given in line:
        unit = next(unit for unit, attacker in left.items() if attacker == who)
        del left[unit]
        options += [("give", unit.id)] * given
        options.append(("attack", unit.id, leader))
    return tuple(options)


def _attacker(state: State, unit: Unit, aim: int) -> Attacker:
    """What one can attack with: what others than itself add to it does not count, since they may be taken away."""
    target = state.sides[1 - unit.seat]
    blockers = [other for other in target.characters if not other.rested and has_keyword(state, other, "Blocker")]
    free = bool(blockers) and not any(may_block(state, other, unit) for other in blockers)
    needs = 0 if may_attack(state, unit) else rush_at(unit)
    gains = [gain for effect in unit.card.effects if (gain := _gain(state, unit, effect, blockers)) is not None]
    lasting = permanent_changes(state, unit, "power") if state.permanents else ()
    now = power(state, unit) - sum(change.value for change in lasting if change.what == "power" and change.value > 0)
    base = Strike((now - aim) // 1000, _own(unit, "Double Attack"), free)
    for _, more in (gain for gain in gains if gain[0] <= 0):
        base = Strike(base.force + more.force, base.double or more.double, base.unblockable or more.unblockable)
    later = tuple(sorted(gain for gain in gains if gain[0] > 0))
    is_leader = unit.card.category == "leader"
    return Attacker(*base, needs, _own(unit, "Banish"), is_leader, later)


def _own(unit: Unit, keyword: str) -> bool:
    """Whether it has a keyword that nobody takes away this turn."""
    given = any(change.what == "keyword" and change.value == keyword for change in unit.changes)
    return given or keyword in unit.card.keywords


def _gain(state: State, unit: Unit, effect: Effect, blockers: Sequence[Unit]) -> tuple[int, Strike] | None:
    """With how many more DON!! an effect adds what to the attacks of the one who has it; None if nothing for sure."""
    if effect.timing not in ("permanent", "when_attacking") or effect.cost:
        return None
    asked = {word.word: word.args for word in effect.conditions}
    if not asked.keys() <= {"don_attached", "your_turn"}:
        return None
    gain = Strike(0)
    for word in effect.actions:
        if word.args and getattr(word.args[0], "select", None) == "this":
            gain = _with(gain, state, word, blockers)
    return None if gain == Strike(0) else (asked.get("don_attached", (0,))[0] - unit.given, gain)


def _with(gain: Strike, state: State, word: Word, blockers: Sequence[Unit]) -> Strike:
    """A gain, and what a word about the attacker adds to it."""
    if word.word == "modify_power":
        return gain._replace(force=gain.force + word.args[1] // 1000)
    if word.word == "grant_keyword" and word.args[1] == "Double Attack":
        return gain._replace(double=True)
    if word.word == "forbid_blocker":
        which: Filter = word.args[2]
        return gain._replace(unblockable=bool(blockers) and all(which.fits(state, other) for other in blockers))
    return gain


def rush_at(unit: Unit) -> int:
    """How many more DON!! give Rush to a character that just came; 0 if none do."""
    if unit.rested or not unit.fresh:
        return 0
    for effect in unit.card.permanent:
        grants = [word for word in effect.actions if word.word == "grant_keyword" and word.args[1] == "Rush"]
        if grants and all(word.word == "don_attached" for word in effect.conditions):
            return max(0, max((word.args[0] for word in effect.conditions), default=0) - unit.given)
    return 0


def defence_of(state: State, seat: int, unseen: Sequence[Card] | None = None) -> Defence:
    """What a seat can defend itself with: with the best of the unseen cards, or with what it has on this table."""
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
    don = side.active + more.don
    if life:
        don += sum(sorted((by_trigger[card].don for card in cards if card in by_trigger), reverse=True)[:life])
    won_by_events = (max(0, reader.by_counter(card).don - (card.cost or 0)) for card in cards)
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
    """What a card can counter with, in thousands, with so many DON!!; an event that does more stops any attack."""
    if card.counter:
        return card.counter // 1000
    if card.category != "event" or (card.cost or 0) > don or not card.timed("counter"):
        return 0
    rescue, given = reader.by_counter(card), reader.power(card)
    stops = MANY if rescue.raised else rescue.stops + rescue.removes
    return ANY_ATTACK + 100 * (stops - (not given)) if stops else given


def _growth(state: State, leader: Unit, given_more: bool) -> int:
    """How much stronger, in thousands, effects on the field may yet make a leader this turn, whatever they wait for."""
    now: int = sum(change.value for change in permanent_changes(state, leader, "power") if change.what == "power")
    possible = 0
    for unit in state.sides[leader.seat].units():
        for effect in unit.card.effects:
            if effect.timing != "permanent" and not (unit is leader and effect.timing == "when_battling"):
                continue
            asked = max((word.args[0] for word in effect.conditions if word.word == "don_attached"), default=0)
            if asked > unit.given and not given_more:
                continue
            for word in effect.actions:
                others = word.word == "modify_power" and (word.args[0].select == "all" or unit is leader)
                possible += max(0, word.args[1]) if others else 0
    return max(0, -(-(possible - now) // 1000))


def threatened(state: State, seat: int) -> bool:
    """Whether the opponent, who is to act, can win this turn for sure, against what this seat has on this table."""
    question = state.question
    if question is None or question.kind != "action" or question.seat == seat:
        return False
    return sure_win(state, 1 - seat, most=MOST_FOR_THREATS) is not None
