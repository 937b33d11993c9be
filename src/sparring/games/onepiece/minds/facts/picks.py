"""Facts about cards that are chosen, and about who goes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.options import KEEP, MULLIGAN, TOP, ChooseCard, End, Go, Option
from sparring.games.onepiece.rules.sides import CODE


@dataclass(frozen=True)
class Goes(Fact):
    """What the first or the second turn brings (R4.2, R4.3, R4.6)."""

    order: str
    weight: ClassVar[int] = 50
    hint: ClassVar[str] = "Whoever goes first attacks first. Whoever goes second begins with a card and two DON!!."

    def holds(self, seen: Seen, option: Option) -> bool:
        """It is the order that the option chooses."""
        return isinstance(option, Go) and option.order == self.order

    def __str__(self) -> str:
        return "lets you attack first, in turn 3" if self.order == "first" else "brings a card and two DON!! in turn 2"


@dataclass(frozen=True)
class MostOnOffer(Fact):
    """Of the cards that may be taken, none costs more."""

    card: str
    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "Compare the costs of the cards on offer."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Compared by printed cost with all cards on offer; one of them costs less."""
        return _on_offer(seen, option, from_hand=False, name=self.card) == "most"

    def __str__(self) -> str:
        return f"{self.card} costs the most of the cards on offer"

    has_subject: ClassVar[bool] = True


@dataclass(frozen=True)
class LeastInHand(Fact):
    """Of the cards that may be given up, none costs less."""

    card: str
    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "Compare the costs of the cards that could go."

    def holds(self, seen: Seen, option: Option) -> bool:
        """Compared by printed cost with all cards on offer; one of them costs more."""
        return _on_offer(seen, option, from_hand=True, name=self.card) == "least"

    def __str__(self) -> str:
        return f"{self.card} costs the least of the cards that could go"

    has_subject: ClassVar[bool] = True


@dataclass(frozen=True)
class EarlyCards(Fact):
    """Cards of the opening hand that can be played early."""

    cards: int
    of: int
    weight: ClassVar[int] = 60
    hint: ClassVar[str] = "Count the cards in your hand that you can play in the first turns."
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The hand may still be exchanged, and this many of its cards cost little."""
        costs = [seen.table.card(entry).cost or 0 for entry in seen.own.hand]
        counts = sum(cost <= EARLY for cost in costs), len(costs)
        return option in (KEEP, MULLIGAN) and counts == (self.cards, self.of)

    def __str__(self) -> str:
        return f"{self.cards} of the {self.of} cards in hand cost {EARLY} DON!! or less"


@dataclass(frozen=True)
class PutsBack(Fact):
    """Cards of one's own deck that were looked at stay on top, or go under the deck."""

    on_top: bool
    weight: ClassVar[int] = 40

    def holds(self, seen: Seen, option: Option) -> bool:
        """That is what is asked, and what the option says."""
        question = seen.table.question
        asked = question is not None and question.about.what == "put back" and question.about.looked_at > 0
        return asked and isinstance(option, End) and (option == TOP) == self.on_top

    def __str__(self) -> str:
        return "leaves these cards to be drawn next" if self.on_top else "draws other cards next"


@dataclass(frozen=True)
class DrawnNext(Fact):
    """A card that was looked at lies on top of the deck."""

    card: str
    weight: ClassVar[int] = 60
    has_subject: ClassVar[bool] = True

    def holds(self, seen: Seen, option: Option) -> bool:
        """The cards are put on top in some order, and it is the uppermost."""
        question, cards = seen.table.question, seen.table.decks.cards
        if question is None or question.about.what != "order cards" or "on top" not in question.about.asks:
            return False
        if not isinstance(option, ChooseCard) or cards[option.code].name != self.card:
            return False
        decks = [after.state.sides[seen.seat].deck for after in seen.afters(option)]
        return all(deck[-1] & CODE == option.code for deck in decks)

    def __str__(self) -> str:
        return f"{self.card} is drawn next"


EARLY = 3
"""The cost of cards that can be played in the first turns."""


def _on_offer(seen: Seen, option: Option, from_hand: bool, name: str) -> str:
    """Whether a card costs most or least of those that can be chosen; empty if all cost the same, or neither."""
    question, cards = seen.table.question, seen.table.decks.cards
    if not isinstance(option, ChooseCard) or question is None or question.about.from_hand != from_hand:
        return ""
    if question.about.what == "order cards" or cards[option.code].name != name:
        return ""
    costs = [cards[each.code].cost or 0 for each in question.options if isinstance(each, ChooseCard)]
    own = cards[option.code].cost or 0
    if min(costs) == max(costs):
        return ""
    return "most" if own == max(costs) else "least" if own == min(costs) else ""
