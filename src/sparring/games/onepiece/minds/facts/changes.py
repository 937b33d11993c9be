"""Facts about what an option changes on the table, and about what it leaves as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.seen import OTHER_DECISIONS, After, Seen, missing
from sparring.games.onepiece.rules.options import END, Attack, GiveDon, Option, PlayCard, ReturnDon
from sparring.games.onepiece.rules.sides import Side, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import may_block, power

SMALL = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things in words: "a card", "two cards"."""
    return f"{SMALL[number] if number < len(SMALL) else number} {thing if number == 1 else things or thing + 's'}"


@dataclass(frozen=True)
class Removes(Fact):
    """A card of the opponent leaves the field."""

    unit: str
    sure: bool
    weight: ClassVar[int] = 90
    hint: ClassVar[str] = "You can remove a card of your opponent's from the field."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is there before, and not afterwards."""
        ids, afters = [unit.id for unit in seen.other.units() if seen.name(unit) == self.unit], seen.afters(option)
        gone = bool(ids) and all(after.state.find(ids[0]) is None for after in afters)
        return gone and self.sure != any(after.chosen for after in afters)

    def __str__(self) -> str:
        return f"{'clears' if self.sure else 'can clear'} {self.unit}"


@dataclass(frozen=True)
class Rests(Fact):
    """A character of the opponent is rested, so that it can be attacked and cannot block."""

    unit: str
    sure: bool
    weight: ClassVar[int] = 65
    hint: ClassVar[str] = "You can rest a character of your opponent's: then it cannot block, and can be attacked."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is active before, and rested afterwards."""
        ids = [unit.id for unit in seen.other.characters if seen.name(unit) == self.unit and not unit.rested]
        afters = seen.afters(option)
        found = [after.state.find(ids[0]) for after in afters] if ids else [None]
        rested = all(unit is not None and unit.rested for unit in found)
        return rested and self.sure != any(after.chosen for after in afters)

    def __str__(self) -> str:
        return f"{'rests' if self.sure else 'can rest'} {self.unit}"


@dataclass(frozen=True)
class Brings(Fact):
    """A character comes onto the field."""

    power: int
    keywords: tuple[str, ...]
    weight: ClassVar[int] = 50

    def holds(self, seen: Seen, option: Option) -> bool:
        """It was not there before, and has these values."""
        if not isinstance(option, PlayCard):
            return False
        card = seen.table.decks.cards[option.code]
        known = {unit.id for unit in seen.own.characters}
        new = [unit for unit in seen.afters(option)[0].state.sides[seen.seat].characters if unit.id not in known]
        fits = card.power == self.power and set(self.keywords) <= card.keywords
        return fits and any(unit.code == option.code for unit in new)

    @property
    def idea(self) -> str:
        """What can come onto the field."""
        return f"You can bring {'a Blocker' if 'Blocker' in self.keywords else 'a character'} with {self.power} power."

    def __str__(self) -> str:
        what = "a Blocker" if "Blocker" in self.keywords else "a character"
        at_once = " that can attack at once" if "Rush" in self.keywords else ""
        return f"brings {what} with {self.power} power{at_once}"


@dataclass(frozen=True)
class Strengthens(Fact):
    """A unit that can attack gets stronger."""

    unit: str
    force: int
    enough: bool
    """Whether it now beats the leader, and did not before."""

    sure: bool
    weight: ClassVar[int] = 70

    def holds(self, seen: Seen, option: Option) -> bool:
        """It has more power than before, and may attack."""
        aim = power(seen.table, seen.other.leader)
        afters = seen.afters(option)
        for after in afters:
            unit, was = _raised(seen, after, self.unit)
            if unit is None or was is None or not may_attack(after.state, unit) or after.state.turn != seen.table.turn:
                return False
            if power(after.state, unit) != self.force or self.enough != (was < aim <= self.force):
                return False
        return seen.table.turn > 2 and self.sure == (not any(after.chosen for after in afters))

    @property
    def idea(self) -> str:
        """What can become stronger."""
        enough = "strong enough for the leader" if self.enough else "stronger"
        return f"You can make one of your attackers {enough}."

    def __str__(self) -> str:
        verb = "raises" if self.sure else "can raise"
        return f"{verb} {self.unit} to {self.force} power" + (", enough for the leader" if self.enough else "")


@dataclass(frozen=True)
class StrengthensIdle(Fact):
    """A unit that cannot attack this turn gets stronger."""

    unit: str
    weight: ClassVar[int] = -80

    def holds(self, seen: Seen, option: Option) -> bool:
        """It has more power or DON!! than before, and may not attack."""
        afters = seen.afters(option)
        for after in afters:
            unit, was = _raised(seen, after, self.unit)
            if unit is None or was is None or after.state.turn != seen.table.turn:
                return False
            if seen.table.turn > 2 and may_attack(after.state, unit):
                return False
        return seen.table.turn_seat == seen.seat

    def __str__(self) -> str:
        return f"strengthens {self.unit}, who cannot attack this turn"


def _raised(seen: Seen, after: After, name: str) -> tuple[Unit | None, int | None]:
    """An own unit that has more power after an option, and its power before."""
    for unit in seen.own.fighters():
        if seen.name(unit) == name:
            now, was = after.state.find(unit.id), power(seen.table, unit)
            if now is not None and power(after.state, now) > was:
                return now, was
    return None, None


@dataclass(frozen=True)
class PassesBlockers(Fact):
    """A unit that can attack gets past every active Blocker."""

    unit: str
    sure: bool
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 70
    hint: ClassVar[str] = "You can get one of your attackers past the Blockers."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Some Blocker may block it before, and none afterwards, though all are still active."""
        ids = [unit.id for unit in seen.own.fighters() if seen.name(unit) == self.unit and may_attack(seen.table, unit)]
        blockers, afters = [unit.id for unit in seen.blockers], seen.afters(option)
        if not ids or not _blocked(seen.table, ids[0], blockers) or isinstance(option, Attack):
            return False
        if seen.table.turn <= 2 or seen.table.battle is not None:
            return False
        past = all(not _blocked(after.state, ids[0], blockers) for after in afters)
        there = all(after.state.find(blocker) is not None for after in afters for blocker in blockers)
        return past and there and self.sure == (not any(after.chosen for after in afters))

    def __str__(self) -> str:
        return f"{'lets' if self.sure else 'can let'} {self.unit} past the Blockers"


def _blocked(state: State, attacker: int, blockers: Sequence[int]) -> bool:
    """Whether one of some Blockers may block a unit."""
    unit = state.on_field(attacker)
    found = [state.find(blocker) for blocker in blockers]
    return any(blocker is not None and not blocker.rested and may_block(state, blocker, unit) for blocker in found)


@dataclass(frozen=True)
class HarderToCounter(Fact):
    """With the DON!!, countering an attack on the leader takes more cards than without it."""

    force: int
    cards: int
    """0 if no hand that the opponent may hold can counter it."""

    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 75
    hint: ClassVar[str] = "With another DON!!, one of your attacks is harder to counter."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Counted with the best cards that the opponent could hold."""
        unit = seen.table.find(option.unit) if isinstance(option, GiveDon) else None
        now = seen.afters(option)[0].state.find(unit.id) if unit is not None else None
        if unit is None or now is None or not may_attack(seen.table, unit) or seen.table.turn <= 2:
            return False
        aim, was, force = power(seen.table, seen.other.leader), power(seen.table, unit), self.force
        if power(seen.afters(option)[0].state, now) != force or force < aim:
            return False
        before = seen.to_stop(missing(was, aim)) if was >= aim else -1
        return before is not None and (seen.to_stop(missing(force, aim)) or 0) == self.cards != before

    def __str__(self) -> str:
        if not self.cards:
            return f"the opponent cannot counter {self.force} power"
        return f"countering {self.force} power takes at least {counted(self.cards, 'card')}"

    has_subject: ClassVar[bool] = True


@dataclass(frozen=True)
class FirstOf(Fact):
    """The DON!! is the first of several that let a unit beat the leader."""

    unit: str
    don: int
    aim: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 65

    def holds(self, seen: Seen, option: Option) -> bool:
        """That many DON!! are active, and they bring the unit to the leader's power."""
        unit = seen.table.find(option.unit) if isinstance(option, GiveDon) else None
        if unit is None or seen.name(unit) != self.unit or not may_attack(seen.table, unit) or self.don < 2:
            return False
        lacking = power(seen.table, seen.other.leader) - power(seen.table, unit)
        right = power(seen.table, seen.other.leader) == self.aim and self.don == -(-lacking // 1000)
        return right and self.don <= seen.own.active and seen.table.turn > 2

    @property
    def idea(self) -> str:
        """How many DON!! it takes."""
        return f"{self.don} DON!! make one of your attackers strong enough for the leader."

    def __str__(self) -> str:
        return f"is the first of {SMALL[self.don]} DON!! that raise {self.unit} to the leader's {self.aim} power"


@dataclass(frozen=True)
class Gains(Fact):
    """How many cards in hand, DON!! or Life cards are won or paid, beside the card itself."""

    what: str
    """"card", "DON!!" or "Life"."""

    number: int
    """Below 0 if they are paid."""

    sure: bool
    weight: ClassVar[int] = 55

    def holds(self, seen: Seen, option: Option) -> bool:
        """Counted before and afterwards."""
        afters = seen.afters(option)
        used = isinstance(option, PlayCard)
        changes = [_numbers(after.state.sides[seen.seat])[self.what] for after in afters]
        own = _numbers(seen.own)[self.what] - (used and self.what == "card")
        here = all(after.state.turn == seen.table.turn for after in afters)
        fits = here and all(number - own == self.number for number in changes)
        return fits and self.number != 0 and self.sure == (not any(after.chosen for after in afters))

    @property
    def idea(self) -> str:
        """What can be won."""
        things = {"card": "cards", "DON!!": "DON!!", "Life": "Life"}[self.what]
        return f"You can gain {things}." if self.number > 0 else ""

    def __str__(self) -> str:
        things = {"card": "cards", "DON!!": "DON!!", "Life": "Life cards"}[self.what]
        thing = "Life card" if self.what == "Life" else self.what
        said = counted(abs(self.number), thing, things)
        if self.number < 0:
            return f"{'costs' if self.sure else 'may cost'} {said}"
        return f"{'brings' if self.sure else 'may bring'} {said}"


def _numbers(side: Side) -> dict[str, int]:
    return {"card": len(side.hand), "DON!!": side.don_on_field, "Life": len(side.life)}


@dataclass(frozen=True)
class TakesTheirLife(Fact):
    """Life of the opponent goes without an attack."""

    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "You can take Life without an attack."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It has less than before."""
        life = len(seen.other.life)
        afters = seen.afters(option)
        return not isinstance(option, Attack) and all(
            len(after.state.sides[1 - seen.seat].life) < life for after in afters
        )

    def __str__(self) -> str:
        return "can trash a Life card"


@dataclass(frozen=True)
class Loses(Fact):
    """A card of one's own leaves the field."""

    unit: str
    weight: ClassVar[int] = -50

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is there before, and not afterwards."""
        ids = [unit.id for unit in seen.own.units() if seen.name(unit) == self.unit]
        return bool(ids) and all(after.state.find(ids[0]) is None for after in seen.afters(option))

    def __str__(self) -> str:
        return f"gives up {self.unit}"


@dataclass(frozen=True)
class ChangesNothing(Fact):
    """Nothing on the table is different afterwards."""

    weight: ClassVar[int] = -95

    def holds(self, seen: Seen, option: Option) -> bool:
        """All cards and DON!! are where they were, with the same values."""
        before = _looks(seen.own), _looks(seen.other)
        afters = [after.state for after in seen.afters(option)]
        mine, theirs = seen.seat, 1 - seen.seat
        asked = seen.table.question
        return (
            option != END
            and not (asked is not None and asked.about.what in HIDDEN)
            and all(
                state.turn == seen.table.turn
                and not state.lost
                and (state.question is None or state.question.kind in OTHER_DECISIONS)
                and (_looks(state.sides[mine]), _looks(state.sides[theirs])) == before
                and state.battle == seen.table.battle
                for state in afters
            )
        )

    def __str__(self) -> str:
        return "changes nothing"


HIDDEN = ("put back", "order cards", "life back", "life end")
"""Questions whose answers change the order of cards that nobody sees."""


def _looks(side: Side) -> tuple[object, ...]:
    """All that others see of a side, except which effects were used."""
    units = [(unit.id, unit.rested, unit.don, unit.changes) for unit in side.units()]
    return units, len(side.hand), len(side.life), len(side.deck), len(side.trash), side.active, side.rested


@dataclass(frozen=True)
class UsesDon(Fact):
    """The card uses all active DON!!."""

    number: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 35
    hint: ClassVar[str] = "You can use all your active DON!!."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The card costs as many as are active."""
        cards = seen.table.decks.cards
        return isinstance(option, PlayCard) and cards[option.code].cost == self.number == seen.own.active > 0

    def __str__(self) -> str:
        return "uses the last DON!!" if self.number == 1 else f"uses all {self.number} DON!!"


@dataclass(frozen=True)
class KeepsActiveDon(Fact):
    """A DON!! is returned that could not be used any more this turn."""

    weight: ClassVar[int] = 50
    hint: ClassVar[str] = "You can keep the DON!! that are still active."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is a rested one, and there are active ones."""
        return isinstance(option, ReturnDon) and option.place == "rested" and seen.own.active > 0

    def __str__(self) -> str:
        return "keeps the active DON!!"
