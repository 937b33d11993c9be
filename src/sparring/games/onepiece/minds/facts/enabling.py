"""Facts about DON!! that switch an effect on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.gains import needs_don
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.options import Option
from sparring.games.onepiece.rules.sides import Unit


@dataclass(frozen=True)
class SwitchesOn(Fact):
    """A unit gets a DON!! that an effect of it needs, also where it cannot attack this turn."""

    unit: str
    last: bool
    """Whether the effect needs no more after it."""

    weight: ClassVar[int] = 60

    def holds(self, seen: Seen, option: Option) -> bool:
        """It has more DON!! than before, and an effect that works with a number that it can reach this turn."""
        found = [unit for unit in seen.own.fighters() if seen.name(unit) == self.unit]
        if not found:
            return False
        more = _given(seen, option, found[0])
        reach = more + seen.own.active - 1
        return more > 0 and self.last == needs_don(found[0], more) and needs_don(found[0], max(more, reach))

    def __str__(self) -> str:
        which = "the" if self.last else "one of the"
        return f"gives {self.unit} {which} DON!! that its effect needs"


def _given(seen: Seen, option: Option, unit: Unit) -> int:
    """The DON!! that a unit gets, in every imagined game alike; 0 if that differs."""
    afters = [after.state.find(unit.id) for after in seen.afters(option)]
    counts = {0 if now is None else now.don - unit.don for now in afters}
    return counts.pop() if len(counts) == 1 else 0
