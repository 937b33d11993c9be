"""An assault on a leader as a small game: attackers and DON!! against Life, Blockers, counters and Triggers.

The attacker picks who attacks and with how many DON!!; the defender blocks, counters with just enough, or takes the
damage, and Life taken joins the hand or uses its Trigger. The search is an and-or search over that, with what was
found out remembered.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece.minds.rescue import MANY

ANY_ATTACK = 99
"""What stands for a counter that stops whatever attacks; each hundred more stop another attack too."""

MANY_CARDS = 99
"""More than anybody holds: where the hand is known, nothing else limits what is used."""

MOST_LOOKED_AT = 500
"""Positions after which a search gives up: then nothing is called sure."""

MOST_FOR_ODDS = 200
"""The same, where only odds are asked for."""


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
            if hits(attackers) <= defence.life + _stops(defence, attackers, don) or len(self.known) > self.most:
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
    needed = strike.force - defence.raised + 1
    if needed <= 0:
        return go_on(defence)
    if defence.life and not all(map(go_on, _hit(defence, strike.double, attacker.banish))):
        return False
    if defence.stops and not go_on(defence._replace(stops=defence.stops - 1)):
        return False
    if defence.removes and not attacker.leader and not go_on(defence._replace(removes=defence.removes - 1)):
        return False
    if defence.blockers and not strike.unblockable and not go_on(defence._replace(blockers=defence.blockers - 1)):
        return False
    left = _countered(defence.counters, needed, defence.held)
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


def hits(attackers: tuple[Attacker, ...]) -> int:
    """The damage that attackers could do together."""
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
