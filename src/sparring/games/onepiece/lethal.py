"""Whether this turn's attacks win, whatever the defender does: blocks and counters against attackers and DON!!.

The attacker picks who attacks and with how many DON!!; the defender blocks, counters with just enough, or takes the
damage, and Life taken joins the hand. The search is an and-or search over that, with what was found out remembered. It
knows powers, DON!!, blockers, counters and Life; an event or a Trigger that does something else counts as stopping any
attack. With the best cards that the defender could hold, what it calls sure is sure.

Where nothing is sure there are odds: one order of attacks, kept to whatever happens, against the best defence of each
hand that is likely. To solve each of them for itself would overstate it, as if the attacker could see.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece import habits
from sparring.games.onepiece.cards import Card, Word
from sparring.games.onepiece.state import Option, State, Unit
from sparring.games.onepiece.turn import may_attack
from sparring.games.onepiece.values import has_keyword, may_block, permanent_changes, power

ANY_ATTACK = 99
"""What stands for a counter that stops whatever attacks."""

OTHER_STOPS = {"return_to_hand", "ko", "character_to_life", "place_at_deck_bottom", "rest", "draw"}
"""Words by which a card stops an attack without power, or brings another that may."""

MOST_LOOKED_AT = 2000
"""Positions after which a search gives up: then nothing is called sure."""


MOST_FOR_ODDS = 200
"""The same, where only odds are asked for."""

MOST_PREPARED, MOST_LIFE_PREPARED = 300, 3
"""The same after something else was done first, and with how much Life on the other side that is looked at."""

MOST_SOLVED = 4
"""In how many imagined games an order of attacks is looked for; it is counted in all of them."""


class Attacker(NamedTuple):
    """One who can still attack."""

    force: int
    """Its power beyond the leader's, in thousands, rounded down; an attack of 0 or more succeeds."""

    double: bool
    unblockable: bool
    needs: int = 0
    """How many DON!! it must be given before it may attack at all."""


Line: TypeAlias = tuple[tuple[Attacker, int], ...]
"""Who attacks, one after the other, and with how many DON!!."""


class Defence(NamedTuple):
    """What the defender has left."""

    life: int
    blockers: int
    counters: tuple[int, ...]
    """What each card in hand can counter with, in thousands, the largest first."""

    coming: tuple[int, ...]
    """The same for the Life cards that will be taken, the next one first."""

    triggers: int = 0
    """How many of these may have a Trigger that stops an attack: by a Blocker it plays, or by removing the attacker."""

    stops: int = 0
    """Attacks that Triggers stop."""


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
            for given in range(max(attacker.needs, -attacker.force, 0), don + 1):
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
            defence = _hit(defence, best[0])
        for attacker in rest if found else ():
            given = max(attacker.needs, -attacker.force, 0)
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
    if defence.life and not go_on(_hit(defence, attacker)):
        return False
    if defence.stops and not go_on(defence._replace(stops=defence.stops - 1)):
        return False
    if defence.blockers and not attacker.unblockable and not go_on(defence._replace(blockers=defence.blockers - 1)):
        return False
    left = _countered(defence.counters, attacker.force + given + 1)
    return all(go_on(defence._replace(counters=counters)) for counters in left)


def _hit(defence: Defence, attacker: Attacker) -> Defence:
    """What is left when an attack is let through."""
    hits = min(2 if attacker.double else 1, defence.life)
    used = min(hits, defence.triggers)
    return defence._replace(
        life=defence.life - hits,
        counters=tuple(sorted(defence.counters + defence.coming[:hits], reverse=True)),
        coming=defence.coming[hits:],
        triggers=defence.triggers - used,
        stops=defence.stops + used,
    )


def _hits(attackers: tuple[Attacker, ...]) -> int:
    return sum(2 if attacker.double else 1 for attacker in attackers)


def _stops(defence: Defence, attackers: tuple[Attacker, ...], don: int) -> int:
    """A bound: attacks that are stopped for sure, by blockers where all can be blocked, or by one counter each."""
    free = any(attacker.unblockable for attacker in attackers)
    most = max(attacker.force for attacker in attackers) + don
    large = sum(counter > most for counter in defence.counters)
    return min(len(attackers), defence.stops + large + (0 if free else defence.blockers))


@lru_cache(20_000)
def _countered(counters: tuple[int, ...], needed: int) -> tuple[tuple[int, ...], ...]:
    """What may be left of counters after some that just suffice: each way to use no card in vain."""
    found: dict[tuple[int, ...], None] = {}

    def use(left: tuple[int, ...], missing: int, start: int) -> None:
        for index in range(start, len(left)):
            if index > start and left[index] == left[index - 1]:
                continue
            if left[index] <= 0:
                continue
            rest = left[:index] + left[index + 1 :]
            if left[index] >= missing:
                found[rest] = None
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
    defence = defence_of(state, 1 - seat, unseen)
    ordered = tuple(sorted(seen.values(), reverse=True))
    found = Search(most).first(ordered, state.sides[seat].active, defence) if _possible(ordered, defence) else None
    return None if found is None else _options(state, seat, seen, (found,))[0]


def sure_way(state: State, seat: int, unseen: Sequence[Card]) -> Option | None:
    """The same, or a card to be played or an effect to be used first, after which the attacks win for sure."""
    found = sure_win(state, seat, unseen)
    if found is not None or state.question is None or len(state.sides[1 - seat].life) > MOST_LIFE_PREPARED:
        return found
    for option in state.question.options:
        if option[0] in ("play", "activate"):
            after = _prepared(state, seat, option)
            if after is not None and sure_win(after, seat, unseen, MOST_PREPARED) is not None:
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
    defences = [_defence_in(world, 1 - seat) for world in worlds]
    lines: dict[Line, None] = {}
    for defence in defences[:MOST_SOLVED]:
        if _possible(ordered, defence):
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
    aim = most_power(state, state.sides[1 - seat].leader)
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


def _defence_in(state: State, seat: int) -> Defence:
    """What a seat can defend itself with in an imagined game, Triggers in its Life included."""
    triggers = sum(stops_by_trigger(state.card(entry)) for entry in state.sides[seat].life)
    return defence_of(state, seat, None)._replace(triggers=triggers)


def _possible(attackers: tuple[Attacker, ...], defence: Defence) -> bool:
    return _hits(attackers) > defence.life


def _attacker(state: State, unit: Unit, aim: int) -> Attacker:
    target = state.sides[1 - unit.seat]
    blockers = [other for other in target.characters if not other.rested and has_keyword(state, other, "Blocker")]
    free = bool(blockers) and not any(may_block(state, other, unit) for other in blockers)
    needs = 0 if may_attack(state, unit) else rush_at(unit)
    return Attacker((power(state, unit) - aim) // 1000, has_keyword(state, unit, "Double Attack"), free, needs)


def rush_at(unit: Unit) -> int:
    """How many more DON!! give Rush to a character that just came; 0 if none do."""
    if unit.rested or not unit.fresh:
        return 0
    for effect in unit.card.permanent:
        grants = [word for word in effect.actions if word.word == "grant_keyword" and word.args[1] == "Rush"]
        if grants and all(word.word == "don_attached" for word in effect.conditions):
            return max(0, max((word.args[0] for word in effect.conditions), default=0) - unit.given)
    return 0


def defence_of(state: State, seat: int, unseen: Sequence[Card] | None) -> Defence:
    """What a seat can defend itself with."""
    side = state.sides[seat]
    ready = [unit for unit in side.characters if not unit.rested and has_keyword(state, unit, "Blocker")]
    blockers = sum(2 if "on_block" in unit.card.numbers else 1 for unit in ready)  # such a one may stop another too
    don = side.active
    if unseen is None:
        held = sorted((counter_value(state.card(entry), don) for entry in side.hand), reverse=True)
        coming = tuple(counter_value(state.card(entry), don) for entry in reversed(side.life))
        return Defence(len(side.life), blockers, tuple(held), coming)
    best = sorted((counter_value(card, don) for card in unseen), reverse=True)
    size, life = len(side.hand), len(side.life)
    triggers = min(life, sum(map(stops_by_trigger, unseen)))
    return Defence(life, blockers, tuple(best[:size]), tuple(best[size : size + life]), triggers)


def counter_value(card: Card, don: int) -> int:
    """What a card can counter with, in thousands, with so many DON!!; an event that does more stops any attack."""
    if card.counter:
        return card.counter // 1000
    if card.category != "event" or (card.cost or 0) > don or not card.timed("counter"):
        return 0
    words = [word for number in card.timed("counter") for word in every_word(card.effects[number].actions)]
    return ANY_ATTACK if any(_stops_otherwise(word) for word in words) else habits.counter_power(card) // 1000


def stops_by_trigger(card: Card) -> bool:
    """Whether taking this card as damage may stop a later attack."""
    words = [word for effect in card.trigger for word in every_word(effect.actions)]
    blocks = "Blocker" in card.keywords and any(word.word == "play_this" for word in words)
    uses = any(word.word in ("activate_own_effect", "play_card", "deck_to_life") for word in words)
    helps = any(word.word == "modify_power" and word.args[0].side == "self" for word in words)
    return blocks or uses or helps or any(_stops_otherwise(word) for word in words)


def every_word(actions: Sequence[Word]) -> list[Word]:
    """Actions with those inside them."""
    found: list[Word] = []
    for word in actions:
        found.append(word)
        for arg in word.args:
            if isinstance(arg, tuple) and arg and isinstance(arg[0], Word):
                found += every_word(arg)
    return found


def _stops_otherwise(word: Word) -> bool:
    if word.word == "modify_power":
        return bool(word.args[0].side != "self")
    return word.word in OTHER_STOPS


def most_power(state: State, leader: Unit) -> int:
    """The most power that a leader may have this turn, whatever its permanent effects wait for."""
    now: int = sum(change.value for change in permanent_changes(state, leader, "power") if change.what == "power")
    words = [word for effect in leader.card.permanent for word in effect.actions if word.word == "modify_power"]
    possible: int = sum(max(0, word.args[1]) for word in words)
    return power(state, leader) - now + max(now, possible)


def threatened(state: State, seat: int) -> bool:
    """Whether the opponent, with everything active and next turn's DON!!, would win against what this seat holds."""
    other = state.sides[1 - seat]
    own = state.sides[seat]
    attackers = []
    aim = power(state, own.leader)
    for unit in other.fighters():
        printed = (unit.card.power or 0) - aim
        attackers.append(Attacker(printed // 1000, has_keyword(state, unit, "Double Attack"), False))
    don = other.active + other.rested + sum(unit.given for unit in other.fighters()) + min(2, other.don_deck)
    defence = defence_of(state, seat, None)
    ordered = tuple(sorted(attackers, reverse=True))
    return _possible(ordered, defence) and Search().first(ordered, don, defence) is not None
