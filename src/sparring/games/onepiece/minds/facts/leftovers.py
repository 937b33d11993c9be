"""Facts about DON!!, cards and attacks that are left at the end of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import END, GiveDon, Option
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power


@dataclass(frozen=True)
class SpareDon(Fact):
    """Nothing in hand can be paid for with the active DON!!."""

    weight: ClassVar[int] = 45
    hint: ClassVar[str] = "No card in your hand can use your active DON!!."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The active DON!! pay for no card in hand: not to play it, and not as a counter event."""
        cards = [seen.table.card(entry) for entry in seen.own.hand]
        wanted = [card for card in cards if card.main_price <= seen.own.active or _is_counter_event(seen, card)]
        return isinstance(option, GiveDon) and not wanted

    def __str__(self) -> str:
        return "no card in hand can use the DON!!"


@dataclass(frozen=True)
class NoAttackLeft(Fact):
    """Nobody can attack with success, even with every DON!!."""

    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "No attack of yours can succeed now."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """No attacker reaches the power of any target."""
        targets = [seen.other.leader, *(unit for unit in seen.other.characters if unit.rested)]
        least = min(power(seen.table, unit) for unit in targets)
        ready = [unit for unit in seen.own.fighters() if may_attack(seen.table, unit)]
        plain = not any(unit.card.effects for unit in seen.own.fighters() if not unit.rested)
        reach = max((power(seen.table, unit) + 1000 * seen.own.active for unit in ready), default=-1)
        return option == END and (seen.table.turn <= 2 or (plain and reach < least))

    def __str__(self) -> str:
        return "no attack can succeed"


@dataclass(frozen=True)
class NothingToPlay(Fact):
    """No card in hand can be played."""

    weight: ClassVar[int] = 40
    hint: ClassVar[str] = "No card in your hand can be played now."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """Each costs more than the active DON!!, or cannot be played in the main phase."""
        return option == END and all(seen.table.card(entry).main_price > seen.own.active for entry in seen.own.hand)

    def __str__(self) -> str:
        return "no card in hand can be played"


@dataclass(frozen=True)
class KeepsDonFor(Fact):
    """Active DON!! pay for an event in the opponent's turn."""

    event: str
    weight: ClassVar[int] = 65
    hint: ClassVar[str] = "You can keep DON!! for an event in your opponent's turn."

    def holds(self, seen: Seen, option: Option) -> bool:
        """The event is in hand, counters, and can be paid for."""
        cards = [seen.table.card(entry) for entry in seen.own.hand]
        return option == END and any(card.name == self.event and _is_counter_event(seen, card) for card in cards)

    def __str__(self) -> str:
        return f"keeps DON!! for {self.event}"


@dataclass(frozen=True)
class LeavesDon(Fact):
    """Active DON!! are left that a card in hand could use."""

    number: int
    card: str
    weight: ClassVar[int] = -60

    def holds(self, seen: Seen, option: Option) -> bool:
        """That many are active, and the card can be played."""
        cards = [seen.table.card(entry) for entry in seen.own.hand]
        playable = any(card.name == self.card and card.main_price <= seen.own.active for card in cards)
        return option == END and seen.own.active == self.number > 0 and playable

    def __str__(self) -> str:
        return f"leaves {self.number} DON!! unused and {self.card} in hand"


@dataclass(frozen=True)
class LeavesAttack(Fact):
    """Somebody could still attack the leader with success."""

    unit: str
    weight: ClassVar[int] = -70

    def holds(self, seen: Seen, option: Option) -> bool:
        """The unit may attack, and has the leader's power."""
        aim = power(seen.table, seen.other.leader)
        return (
            option == END
            and any(
                seen.name(unit) == self.unit and may_attack(seen.table, unit) and power(seen.table, unit) >= aim
                for unit in seen.own.fighters()
            )
            and seen.table.turn > 2
        )

    def __str__(self) -> str:
        return f"leaves an attack by {self.unit} unused"


def _is_counter_event(seen: Seen, card: Card) -> bool:
    """Whether a card is a [Counter] event that the active DON!! can pay for."""
    return card.category == "event" and bool(card.timed("counter")) and (card.cost or 0) <= seen.own.active
