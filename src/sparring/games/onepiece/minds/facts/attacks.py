"""Facts about attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds import gains, lethal
from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.seen import Seen, missing
from sparring.games.onepiece.rules.options import Attack, Option
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import has_keyword, power, protected
from sparring.rules.facts import counted, listed


@dataclass(frozen=True)
class Lethal(Fact):
    """The option begins attacks that win this turn, whatever the opponent blocks and counters with."""

    attackers: int
    """Units that can attack now."""

    life: int
    blockers: int
    cards: int
    """Cards in the opponent's hand."""

    weight: ClassVar[int] = 110
    hint: ClassVar[str] = "You have lethal: count the attackers."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The search for a win against the best cards that the opponent could hold begins with the option."""
        if self != lethal_count(seen) or seen.view.kind != "action":
            return False
        return lethal.sure_win(seen.table, seen.seat, seen.view.unseen_cards(1 - seen.seat)) == option

    def __str__(self) -> str:
        means = [
            f"{self.life} Life",
            counted(self.blockers, "active Blocker"),
            counted(self.cards, "card") + " in hand",
        ]
        return f"begins lethal: {counted(self.attackers, 'attacker')} against {listed(means)}"


def lethal_count(seen: Seen) -> Lethal:
    """What is to be counted before attacks that shall win."""
    attackers = [unit for unit in seen.own.fighters() if may_attack(seen.table, unit)]
    return Lethal(len(attackers), len(seen.other.life), len(seen.blockers), len(seen.other.hand))


@dataclass(frozen=True)
class Clears(Fact):
    """The attack K.O.s its target, whatever the opponent does."""

    target: str
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 90
    hint: ClassVar[str] = "You have an attack that K.O.s a character for sure."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The target is a character that nothing protects, and nobody can block or counter."""
        return isinstance(option, Attack) and not option.at_leader and _succeeds(seen, option)

    def __str__(self) -> str:
        return f"clears {self.target}"


@dataclass(frozen=True)
class TakesLife(Fact):
    """The attack takes Life, whatever the opponent does."""

    left: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 85
    hint: ClassVar[str] = "You have an attack that takes Life for sure."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Nobody can block or counter, and that much Life is left afterwards."""
        if not isinstance(option, Attack) or not option.at_leader or not _succeeds(seen, option):
            return False
        points = 2 if has_keyword(seen.table, seen.table.on_field(option.attacker), "Double Attack") else 1
        return self.left == max(0, len(seen.other.life) - points) < len(seen.other.life)

    def __str__(self) -> str:
        return "takes the last Life card" if not self.left else f"takes Life down to {self.left}"


@dataclass(frozen=True)
class Aims(Fact):
    """Who is attacked, and the powers."""

    target: str
    force: int
    aim: int
    weight: ClassVar[int] = 20
    hint: ClassVar[str] = "You have an attack with enough power."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The attack has at least the power of its target."""
        return isinstance(option, Attack) and _forces(seen, option) == (self.force, self.aim) and _hits(seen, option)

    def __str__(self) -> str:
        return f"attacks {self.target} ({self.aim}) with {self.force}"


@dataclass(frozen=True)
class Uncounterable(Fact):
    """No hand that the opponent may hold can counter the attack."""

    force: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 80
    hint: ClassVar[str] = "You have an attack that is too strong to be countered."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The best cards it could hold are too little."""
        if not isinstance(option, Attack):
            return False
        return _forces(seen, option)[0] == self.force and _hits(seen, option) and _to_stop(seen, option) is None

    def __str__(self) -> str:
        return f"the opponent cannot counter {self.force} power"


@dataclass(frozen=True)
class RarelyCountered(Fact):
    """Most imagined hands cannot counter the attack."""

    force: int
    hands: int
    of: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 70
    hint: ClassVar[str] = "You have an attack that most hands cannot counter."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """Counted in the imagined games."""
        if not isinstance(option, Attack):
            return False
        force, aim = _forces(seen, option)
        cannot = sum(most < missing(force, aim) for most in seen.imagined_counters)
        counted = (self.hands, self.of) == (cannot, len(seen.worlds)) and 2 * cannot > self.of
        sound = option.at_leader or not seen.may_protect
        return force == self.force and _hits(seen, option) and counted and sound

    def __str__(self) -> str:
        return f"{self.hands} of {self.of} imagined hands cannot counter {self.force} power"


@dataclass(frozen=True)
class CostlyToCounter(Fact):
    """Countering the attack takes several cards."""

    cards: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 60
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """Fewer of the best cards it could hold are too little."""
        if not isinstance(option, Attack) or self.cards < 2:
            return False
        return _hits(seen, option) and _to_stop(seen, option) == self.cards

    @property
    def idea(self) -> str:
        """What the attack would cost the opponent."""
        return f"You have an attack that takes at least {self.cards} cards to counter."

    def __str__(self) -> str:
        return f"countering it takes at least {self.cards} cards"


@dataclass(frozen=True)
class TooWeak(Fact):
    """The attack cannot succeed."""

    force: int
    aim: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = -90

    def holds(self, seen: Seen, option: Option) -> bool:
        """It has less power than its target, and no effect of the attacker could add to it."""
        if not isinstance(option, Attack):
            return False
        card = seen.table.on_field(option.attacker).card
        quiet = not (card.timed("when_attacking") or card.timed("when_battling") or gains.grows_by_attacking(card))
        return quiet and _forces(seen, option) == (self.force, self.aim) and self.force < self.aim

    def __str__(self) -> str:
        return f"has {self.force} against {self.aim} and cannot succeed"


@dataclass(frozen=True)
class AttacksProtected(Fact):
    """The target cannot be K.O.'d by this attack."""

    target: str
    weight: ClassVar[int] = -90

    def holds(self, seen: Seen, option: Option) -> bool:
        """An effect protects it."""
        if not isinstance(option, Attack) or seen.name(seen.table.on_field(option.target)) != self.target:
            return False
        return _is_protected(seen, option)

    def __str__(self) -> str:
        return f"attacks {self.target}, which it cannot K.O."


@dataclass(frozen=True)
class MayBeBlocked(Fact):
    """A Blocker may take the attack."""

    blocker: str
    weight: ClassVar[int] = -30

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is active, is not the target, and no effect of the attacker forbids it."""
        if not isinstance(option, Attack) or seen.table.on_field(option.attacker).card.effects:
            return False
        return any(seen.name(unit) == self.blocker and unit.id != option.target for unit in seen.blockers)

    def __str__(self) -> str:
        return f"may be blocked by {self.blocker}"


@dataclass(frozen=True)
class LeavesForLeader(Fact):
    """A stronger attacker is left for the leader."""

    unit: str
    force: int
    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 55
    hint: ClassVar[str] = "You can keep the stronger attacker for the leader."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The target is a character, and another one can still attack with more power."""
        if not isinstance(option, Attack) or option.at_leader:
            return False
        own = _forces(seen, option)[0]
        aim = power(seen.table, seen.other.leader)
        return any(
            seen.name(unit) == self.unit and power(seen.table, unit) == self.force
            for unit in seen.own.fighters()
            if unit.id != option.attacker
            and may_attack(seen.table, unit)
            and power(seen.table, unit) > max(own, aim - 1)
        )

    def __str__(self) -> str:
        return f"leaves {self.unit} ({self.force}) for the leader"


@dataclass(frozen=True)
class CostsNothing(Fact):
    """A leader's attack costs nothing: it can be attacked whether it is rested or not."""

    reckons: ClassVar[bool] = True
    weight: ClassVar[int] = 15
    hint: ClassVar[str] = "An attack by your leader costs nothing."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The attacker is the leader, and has enough power."""
        if not isinstance(option, Attack) or option.attacker != seen.own.leader.id:
            return False
        return _hits(seen, option)

    def __str__(self) -> str:
        return "the leader's attack costs nothing"


@dataclass(frozen=True)
class Exposes(Fact):
    """The attacker lies rested and can be attacked."""

    unit: str
    weight: ClassVar[int] = -20

    def holds(self, seen: Seen, option: Option) -> bool:
        """The attacker is a character."""
        unit = isinstance(option, Attack) and seen.table.on_field(option.attacker)
        return isinstance(unit, Unit) and unit.card.category == "character" and seen.name(unit) == self.unit

    def __str__(self) -> str:
        return f"leaves {self.unit} rested"


def _forces(seen: Seen, option: Attack) -> tuple[int, int]:
    """The powers of attacker and target now."""
    attacker, target = seen.table.on_field(option.attacker), seen.table.on_field(option.target)
    return power(seen.table, attacker), power(seen.table, target)


def _hits(seen: Seen, option: Attack) -> bool:
    """True if an attack that nobody stops succeeds, and its target is not protected."""
    force, aim = _forces(seen, option)
    return force >= aim and not _is_protected(seen, option)


def _to_stop(seen: Seen, option: Attack) -> int | None:
    """The fewest cards that may stop an attack, or None if no hand can; an event may protect a character at once."""
    force, aim = _forces(seen, option)
    return 1 if not option.at_leader and seen.may_protect else seen.to_stop(missing(force, aim))


def _is_protected(seen: Seen, option: Attack) -> bool:
    target, by_leader = seen.table.on_field(option.target), option.attacker == seen.own.leader.id
    return target.card.category != "leader" and protected(seen.table, target, "battle", by_leader)


def _succeeds(seen: Seen, option: Attack) -> bool:
    """True if nobody can block or counter, and no effect on the field interferes."""
    attacker, target = seen.table.on_field(option.attacker), seen.table.on_field(option.target)
    blockers = [unit for unit in seen.blockers if unit.id != target.id]
    odd = any("when_battling" in unit.card.numbers for unit in (attacker, target)) or any(
        "would_be_ko" in unit.card.numbers or not unit.card.understood for unit in seen.other.units()
    )
    return _hits(seen, option) and not blockers and not odd and _to_stop(seen, option) is None
