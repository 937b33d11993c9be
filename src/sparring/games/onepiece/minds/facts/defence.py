"""Facts about blocks and counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.options import (
    END,
    NO_BLOCK,
    NO_COUNTER,
    Block,
    Counter,
    CounterEvent,
    Option,
    PlayCard,
)
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.values import has_keyword, power, protected


@dataclass(frozen=True)
class Stops(Fact):
    """The counter is enough."""

    now: int
    force: int
    weight: ClassVar[int] = 80
    hint: ClassVar[str] = "You can stop this attack with one card."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Afterwards the target has more power than the attacker."""
        return _countered(seen, option) == (self.now, self.force) and self.now > self.force

    def __str__(self) -> str:
        return f"stops the attack with {self.now} against {self.force}"


@dataclass(frozen=True)
class BeginsToStop(Fact):
    """The counter is the first of several that are enough together."""

    cards: int
    force: int
    weight: ClassVar[int] = 70

    def holds(self, seen: Seen, option: Option) -> bool:
        """With the largest other counters in hand the target would have more power than the attacker."""
        found = _countered(seen, option)
        if found is None or found[1] != self.force or found[0] > self.force:
            return False
        rest = _other_counters(seen, option)
        reached = [found[0] + sum(rest[:count]) for count in range(len(rest) + 1)]
        return next((count for count, now in enumerate(reached) if now > self.force), 0) + 1 == self.cards > 1

    @property
    def idea(self) -> str:
        """How many cards it takes."""
        return f"You can stop this attack with {self.cards} cards."

    def __str__(self) -> str:
        return f"is the first of {self.cards} cards that stop {self.force} power"


@dataclass(frozen=True)
class TooLittle(Fact):
    """The whole hand cannot stop the attack."""

    force: int
    weight: ClassVar[int] = 75
    hint: ClassVar[str] = "Your hand cannot stop this attack."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """All counters in hand together leave the target with no more power than the attacker."""
        found = battle_of(seen)
        if found is None or not seen.counters_only_add():
            return False
        return found[0] + sum(seen.own_counters()) <= found[1] == self.force

    def __str__(self) -> str:
        return f"the hand cannot stop {self.force} power"


@dataclass(frozen=True)
class FailsAnyway(Fact):
    """The attack has too little power already."""

    force: int
    aim: int
    weight: ClassVar[int] = 95
    hint: ClassVar[str] = "Compare the powers: this attack fails anyway."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The target has more power than the attacker."""
        return battle_of(seen) == (self.aim, self.force) and self.aim > self.force

    def __str__(self) -> str:
        return f"the attack fails anyway with {self.force} against {self.aim}"


@dataclass(frozen=True)
class SavesGame(Fact):
    """Without it the attack would win."""

    weight: ClassVar[int] = 100
    hint: ClassVar[str] = "You have no Life left, so this attack would win."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The leader is attacked with enough power, and has no Life."""
        battle, found = seen.table.battle, battle_of(seen)
        if battle is None or found is None or (isinstance(option, Counter) and option.unit != battle.target):
            return False
        defends = isinstance(option, Counter | CounterEvent | Block)
        return defends and battle.target == seen.own.leader.id and not seen.own.life and found[1] >= found[0]

    def __str__(self) -> str:
        return "with no Life left, the attack would win"


@dataclass(frozen=True)
class LifeLeft(Fact):
    """Enough Life is left if the attack is taken."""

    left: int
    weight: ClassVar[int] = 50

    def holds(self, seen: Seen, option: Option) -> bool:
        """The leader is attacked and not defended, and so much Life is left after the damage."""
        battle, life = seen.table.battle, len(seen.own.life)
        if battle is None or battle.target != seen.own.leader.id or option not in (NO_BLOCK, NO_COUNTER):
            return False
        attacker, found = seen.table.find(battle.attacker), battle_of(seen)
        if attacker is None or found is None or found[1] < found[0]:
            return False
        points = 2 if has_keyword(seen.table, attacker, "Double Attack") else 1
        return self.left == life - points >= 2

    @property
    def idea(self) -> str:
        """What is left at worst."""
        return f"You would still have {self.left} Life after this attack."

    def __str__(self) -> str:
        return f"leaves {self.left} Life at worst"


@dataclass(frozen=True)
class GivesUp(Fact):
    """A character that is attacked is given up."""

    unit: str
    weight: ClassVar[int] = -25

    def holds(self, seen: Seen, option: Option) -> bool:
        """The character is attacked with enough power, and not countered for."""
        battle, found = seen.table.battle, battle_of(seen)
        target = seen.table.find(battle.target) if battle else None
        if target is None or found is None or target.card.category == "leader" or option != NO_COUNTER:
            return False
        safe = protected(seen.table, target, "battle", battle is not None and battle.attacker in (0, 1))
        odd = "would_be_ko" in target.card.numbers or "when_battling" in target.card.numbers
        return seen.name(target) == self.unit and found[1] >= found[0] and not safe and not odd

    def __str__(self) -> str:
        return f"gives up {self.unit}"


@dataclass(frozen=True)
class KeepsBlocker(Fact):
    """A Blocker stays active for a later attack."""

    unit: str
    weight: ClassVar[int] = 45
    hint: ClassVar[str] = "You can keep a Blocker for a later attack."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is active, and the option does not rest it."""
        active = [unit for unit in seen.own.characters if not unit.rested and has_keyword(seen.table, unit, "Blocker")]
        return option in (NO_BLOCK, END) and any(seen.name(unit) == self.unit for unit in active)

    def __str__(self) -> str:
        return f"keeps {self.unit} to block"


@dataclass(frozen=True)
class Saves(Fact):
    """A character that is attacked is saved."""

    unit: str
    weight: ClassVar[int] = 45
    hint: ClassVar[str] = "You can save the character that is attacked."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is the target, and the counter is enough."""
        battle, found = seen.table.battle, _countered(seen, option)
        target = seen.table.find(battle.target) if battle else None
        if target is None or found is None or target.card.category == "leader":
            return False
        return seen.name(target) == self.unit and found[0] > found[1]

    def __str__(self) -> str:
        return f"saves {self.unit}"


@dataclass(frozen=True)
class CheapestCounter(Fact):
    """No card in hand of lower cost would be enough."""

    card: str
    weight: ClassVar[int] = 40
    hint: ClassVar[str] = "Look for the cheapest card that stops it."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """Every other counter that is enough alone is a card of at least this cost, and there is one."""
        found = _countered(seen, option)
        if found is None or found[0] <= found[1] or not isinstance(option, Counter):
            return False
        table, now = seen.table, battle_of(seen)
        assert now is not None
        card = table.decks.cards[option.code]
        others = {entry & CODE for entry in seen.own.hand} - {option.code}
        costs = [table.decks.cards[code].cost or 0 for code in others if now[0] + seen.counter_of(code) > now[1]]
        return card.name == self.card and bool(costs) and min(costs) >= (card.cost or 0)

    def __str__(self) -> str:
        return f"no cheaper card than {self.card} stops it"


@dataclass(frozen=True)
class KeepsCounter(Fact):
    """Cards with a counter stay in hand."""

    cards: tuple[str, ...]
    weight: ClassVar[int] = 45
    hint: ClassVar[str] = "You can keep counters in your hand for later attacks."

    def holds(self, seen: Seen, option: Option) -> bool:
        """They are in hand, have a counter, and the option does not use them."""
        used = option.code if isinstance(option, PlayCard | Counter | CounterEvent) else -1
        hand = [entry & CODE for entry in seen.own.hand]
        if used in hand:
            hand.remove(used)
        names = [card.name for code in hand if (card := seen.table.decks.cards[code]).counter or card.timed("counter")]
        return bool(self.cards) and all(name in names for name in self.cards)

    def __str__(self) -> str:
        return f"keeps {' and '.join(self.cards)} to counter with"


@dataclass(frozen=True)
class Survives(Fact):
    """The Blocker has more power than the attacker."""

    unit: str
    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "You have a Blocker that survives the block."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """Compared as they stand."""
        found = battle_of(seen)
        unit = isinstance(option, Block) and seen.table.find(option.unit)
        return bool(unit and found and seen.name(unit) == self.unit and power(seen.table, unit) > found[1])

    def __str__(self) -> str:
        return f"{self.unit} survives the block"


@dataclass(frozen=True)
class Falls(Fact):
    """The Blocker has no more power than the attacker."""

    unit: str
    weight: ClassVar[int] = -35

    def holds(self, seen: Seen, option: Option) -> bool:
        """Compared as they stand, and nothing protects it."""
        found, battle = battle_of(seen), seen.table.battle
        unit = isinstance(option, Block) and seen.table.find(option.unit)
        if not unit or not found or battle is None or power(seen.table, unit) > found[1]:
            return False
        return seen.name(unit) == self.unit and not protected(seen.table, unit, "battle", battle.attacker in (0, 1))

    def __str__(self) -> str:
        return f"loses {self.unit} unless a counter helps"


def battle_of(seen: Seen) -> tuple[int, int] | None:
    """The powers of target and attacker, if there is a battle."""
    battle = seen.table.battle
    attacker, target = (seen.table.find(battle.attacker), seen.table.find(battle.target)) if battle else (None, None)
    if attacker is None or target is None:
        return None
    return power(seen.table, target), power(seen.table, attacker)


def _countered(seen: Seen, option: Option) -> tuple[int, int] | None:
    """The powers of target and attacker after a counter for the target."""
    found, battle = battle_of(seen), seen.table.battle
    if found is None or battle is None:
        return None
    if isinstance(option, CounterEvent) or (isinstance(option, Counter) and option.unit == battle.target):
        return found[0] + seen.counter_of(option.code), found[1]
    return None


def _other_counters(seen: Seen, option: Option) -> list[int]:
    """The counters of the other cards in hand, the largest first; events count only as far as DON!! pay for one."""
    hand = [entry & CODE for entry in seen.own.hand]
    if isinstance(option, Counter | CounterEvent) and option.code in hand:
        hand.remove(option.code)
    free = [card.counter for code in hand if (card := seen.table.decks.cards[code]).counter]
    return sorted(free, reverse=True)
