"""An assault on a leader as a small game: attackers and DON!! against Life, Blockers, counters and Triggers.

The attacker picks who attacks and with how many DON!!. The defender blocks, counters with just enough power, or takes
the damage; a Life card that is taken joins the hand or uses its Trigger. The search is an and-or search with a memory.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from sparring.games.onepiece.minds.rescue import MANY

ANY_ATTACK = 99
"""The value of a counter that stops any attack. Each hundred on top of it stops one more attack."""

MANY_CARDS = 99
"""More cards than anybody holds: the limit on used cards if the hand is known."""

MOST_LOOKED_AT = 500
"""Positions after which a search gives up, and calls nothing sure."""

MOST_FOR_ODDS = 200
"""Positions after which a search for odds gives up."""


class Strike(NamedTuple):
    """An attack, or a bonus to it."""

    force: int
    """Its power beyond the leader's, in thousands, rounded down; an attack of 0 or more succeeds."""

    double: bool = False
    unblockable: bool = False


class Attacker(NamedTuple):
    """A unit that can still attack."""

    force: int
    double: bool = False
    unblockable: bool = False
    needs: int = 0
    """DON!! that it must be given before it may attack at all."""

    banish: bool = False
    leader: bool = False
    """Whether it is the leader, which almost no effect removes."""

    gains: tuple[tuple[int, Strike], ...] = ()
    """Numbers of DON!! and the bonus that its own text adds with them."""

    def strike(self, given: int) -> Strike:
        """Its attack with this many DON!!."""
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
        """The fewest DON!! with which it reaches a force of `against`; `don` + 1 if no number does."""
        fits = (given for given in range(self.needs, don + 1) if self.strike(given).force >= against)
        return next(fits, don + 1)


Line: TypeAlias = tuple[tuple[Attacker, int], ...]
"""Attackers in their order, each with the DON!! it is given."""


class Defence(NamedTuple):
    """What the defender has left."""

    life: int
    blockers: int
    counters: tuple[int, ...]
    """The counter of each card that is or may be in hand, in thousands, the largest first."""

    coming: tuple[int, ...] = ()
    """The counters of the Life cards, the next one first, if these are known."""

    saving: tuple[tuple[int, int, int], ...] = ()
    """What their Triggers may do: attacks stopped, characters removed, thousands of power for the leader."""

    stops: int = 0
    """Attacks that earlier effects will still stop."""

    removes: int = 0
    """Characters that earlier effects will still remove."""

    raised: int = 0
    """Thousands of power that the leader has gained for the turn."""

    held: int = MANY_CARDS
    """How many of the counters are in hand. If it is not known which, the defender turns out to hold those it needs."""


class Search:
    """Searches for a sequence of attacks that wins against every defence."""

    def __init__(self, most: int = MOST_LOOKED_AT) -> None:
        self.most = most
        self.known: dict[tuple[tuple[Attacker, ...], int, Defence], bool] = {}

    def wins(self, attackers: tuple[Attacker, ...], don: int, defence: Defence) -> bool:
        """True if some attack now leads to a win, whatever the defender does."""
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
        """The first attack of a sequence that wins: the attacker, and the DON!! it is given."""
        for attacker in dict.fromkeys(attackers):
            rest = list(attackers)
            rest.remove(attacker)
            for given in _worth_giving(attacker, don, defence):
                if beats(attacker, given, defence, partial(self.wins, tuple(rest), don - given)):
                    return attacker, given
        return None

    def line(self, attackers: tuple[Attacker, ...], don: int, defence: Defence) -> Line:
        """A winning sequence as if every attack went through, then the attackers that are left; empty if none wins."""
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
    """Checks whether one order of attacks, kept whatever happens, wins against every defence."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.known: dict[tuple[int, Defence], bool] = {}

    def wins(self, done: int, defence: Defence) -> bool:
        """True if the attacks that are left win."""
        if done == len(self.line):
            return False
        key = done, defence
        if key not in self.known:
            if len(self.known) > MOST_FOR_ODDS:
                return False
            self.known[key] = beats(*self.line[done], defence, partial(self.wins, done + 1))
        return self.known[key]


def beats(attacker: Attacker, given: int, defence: Defence, go_on: Callable[[Defence], bool]) -> bool:
    """True if an attack leads to a win from every defence that the defender can have left after it."""
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
    """Numbers of DON!! for an attack; each makes the attack harder to stop than fewer would."""
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
    """The defences that may be left after an attack hits: each Life card joins the hand or uses its Trigger."""
    left = [defence]
    for _ in range(min(2 if double else 1, defence.life)):
        left = [after for before in left for after in _taken(before, banish)]
    return left


def _taken(defence: Defence, banish: bool) -> Iterator[Defence]:
    """The defences that may be left after one Life card is taken."""
    life, coming, saving = defence.life - 1, defence.coming, defence.saving
    if banish:  # it is not known which card goes, so the one that does least is assumed
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
    """The most damage that attackers can do together."""
    return sum(attacker.most for attacker in attackers)


def _stops(defence: Defence, attackers: tuple[Attacker, ...], don: int) -> int:
    """A lower bound on the attacks that will be stopped: by effects, by blockers, or by one counter each."""
    strikes = [attacker.strike(don) for attacker in attackers]
    free = any(strike.unblockable for strike in strikes)
    most = max(strike.force for strike in strikes) - defence.raised
    large = min(defence.held, sum(counter > most for counter in defence.counters))
    return min(len(attackers), defence.stops + large + (0 if free else defence.blockers))


@lru_cache(20_000)
def _countered(counters: tuple[int, ...], needed: int, most: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way to stop an attack with at most `most` counters and none in vain.

    Each way is the counters that are left, and the number of further attacks that the used ones stop.
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
