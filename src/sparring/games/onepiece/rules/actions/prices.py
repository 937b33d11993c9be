"""What effects change about the cost of cards in hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, NamedTuple

from sparring.games.onepiece.rules import lasting
from sparring.games.onepiece.rules.actions.changing import TOLD, over_already
from sparring.games.onepiece.rules.language import EitherSide, Fitting, Until, Whole
from sparring.games.onepiece.rules.sides import Change
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.text import filter_text, until
from sparring.games.onepiece.rules.values import Filter, seats
from sparring.games.onepiece.rules.words import Action, Gist

Difference = Annotated[int, Whole(-20, 20)]
TOLD["hand cost"] = "changes what cards in hand cost"


class HandCost(NamedTuple):
    """A change of what cards in a hand cost."""

    filter: Filter
    amount: int


@dataclass(frozen=True)
class ModifyHandCost(Action):
    """Such cards in that side's hand cost more or less."""

    side: EitherSide
    filter: Fitting
    amount: Difference
    duration: Until

    changes: ClassVar[str] = "hand cost"

    def _change(self, by: Source, ends: str) -> Change:
        return Change(self.changes, HandCost(self.filter, self.amount), ends, by.seat)

    def act(self, state: State, by: Source) -> None:
        """The leader of that side carries the change."""
        if not over_already(state, self.duration):
            (seat,) = seats(self.side, by)
            lasting.begin(
                state, state.sides[seat].leader, self._change(by, lasting.ends_at(state, by.seat, self.duration))
            )
            state.changes_made += 1

    def always(self, state: State, by: Source) -> Iterator[tuple[int, Change]]:
        """The same as long as the conditions of a permanent effect hold."""
        (seat,) = seats(self.side, by)
        yield state.sides[seat].leader.id, self._change(by, "while_condition")

    def says(self) -> str:
        """In words."""
        kinds = " or ".join(self.filter.category_any or ("card",))
        which = " ".join(part for part in (f"{kinds}s", filter_text(self.filter)) if part)
        whose = "your hand" if self.side == "self" else "your opponent's hand"
        return f"{which} in {whose} cost {_difference(self.amount)}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """What its controller gains by it."""
        return Gist(costs_less=-self.amount if self.side == "self" else self.amount, until=self.duration)


@dataclass(frozen=True)
class CostInHand(Action):
    """The card costs more or less while it is in hand."""

    amount: Difference

    only: ClassVar[str] = "in_hand"

    def act(self, state: State, by: Source) -> None:
        """Nothing to do: it counts whenever the cost is looked at."""

    def says(self) -> str:
        """In words."""
        return f"this card costs {_difference(self.amount)}"

    @cached_property
    def gist(self) -> Gist:
        """So much less."""
        return Gist(costs_less=-self.amount)


def _difference(amount: int) -> str:
    return f"{abs(amount)} {'less' if amount < 0 else 'more'}"
