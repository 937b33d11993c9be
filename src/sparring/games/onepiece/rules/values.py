"""The current values of a card on the field: power, cost, keywords, and protection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sparring.games.onepiece.rules.state import Source, State

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.cards import Card
    from sparring.games.onepiece.rules.sides import Change, Unit
    from sparring.games.onepiece.rules.words import Condition

ROUNDS = 10
"""The most rounds in which permanent effects are worked out until nothing changes any more (R11.4)."""


class Filter(NamedTuple):
    """Which cards an effect means: every field that is set must match, on the field by current values."""

    types_any: tuple[str, ...] | None = None
    name_any: tuple[str, ...] | None = None
    name_not: tuple[str, ...] | None = None
    category_any: tuple[str, ...] | None = None
    color: str | None = None
    cost_max: int | None = None
    cost_eq: int | None = None
    power_max: int | None = None
    power_min: int | None = None
    rested: bool | None = None
    keyword: str | None = None

    def fits(self, state: State, unit: Unit) -> bool:
        """True if a card on the field fits."""
        if not self.fits_printed(unit.card):
            return False
        if self.rested is not None and unit.rested != self.rested:
            return False
        if self.cost_max is not None and cost(state, unit) > self.cost_max:
            return False
        if self.cost_eq is not None and cost(state, unit) != self.cost_eq:
            return False
        if self.power_max is not None and power(state, unit) > self.power_max:
            return False
        if self.power_min is not None and power(state, unit) < self.power_min:
            return False
        return self.keyword is None or has_keyword(state, unit, self.keyword)

    def fits_card(self, card: Card) -> bool:
        """True if a card that is not on the field fits, by its printed values."""
        price, strength = card.cost or 0, card.power or 0
        return (
            self.fits_printed(card)
            and (self.cost_max is None or price <= self.cost_max)
            and (self.cost_eq is None or price == self.cost_eq)
            and (self.power_max is None or strength <= self.power_max)
            and (self.power_min is None or strength >= self.power_min)
            and (self.keyword is None or self.keyword in card.keywords)
        )

    def fits_printed(self, card: Card) -> bool:
        """True if the values that never change fit."""
        return (
            (self.types_any is None or not card.types.isdisjoint(self.types_any))
            and (self.name_any is None or card.name in self.name_any)
            and (self.name_not is None or card.name not in self.name_not)
            and (self.category_any is None or card.category in self.category_any)
            and (self.color is None or self.color in card.colors)
        )

    @property
    def depends(self) -> bool:
        """True if it looks at values that permanent effects may change."""
        looked_at = (self.cost_max, self.cost_eq, self.power_max, self.power_min, self.keyword)
        return any(value is not None for value in looked_at)


ANY_CARD = Filter()


def power(state: State, unit: Unit) -> int:
    """Printed power, 1000 for each attached DON!! in its owner's turn (R5.7), and whatever effects add."""
    total = unit.card.power or 0
    if unit.don and state.turn_seat == unit.seat:
        total += 1000 * unit.don
    found = changes(state, unit, "power")
    for change in found:
        if change.what == "power":
            total += change.value
    if found and "base power" in state.decks.kinds:
        bases = [change.value for change in found if change.what == "base power"]
        if bases:  # of several, the largest counts
            total += max(bases) - (unit.card.power or 0)
    return total


def cost(state: State, unit: Unit) -> int:
    """Printed cost and whatever effects add, but at least 0 (R0.6)."""
    total = unit.card.cost or 0
    for change in changes(state, unit, "cost"):
        if change.what == "cost":
            total += change.value
    return max(0, total)


def price(state: State, seat: int, code: int) -> int:
    """What a card in a hand costs now: its printed cost and whatever effects add, but at least 0."""
    card = state.decks.cards[code]
    total = card.cost or 0
    if not state.decks.prices_vary:
        return total
    by = Source(seat, -1, code)
    for number in card.timed("in_hand"):
        if holds(state, by, card.effects[number].conditions):
            total -= sum(word.gist.costs_less for word in card.effects[number].actions)
    for change in changes(state, state.sides[seat].leader, "hand cost"):
        if change.what == "hand cost" and change.value.filter.fits_card(card):
            total += change.value.amount
    return max(0, total)


def has_keyword(state: State, unit: Unit, keyword: str) -> bool:
    """Whether it has a keyword now, printed or gained."""
    if keyword in unit.card.keywords:
        return True
    if keyword not in state.decks.kinds:
        return False
    found = changes(state, unit, keyword)
    return bool(found) and any(change.what == "keyword" and change.value == keyword for change in found)


def protected(state: State, unit: Unit, by: str, from_leader: bool = False) -> bool:
    """Whether it cannot be K.O.'d by "battle" or "effect"."""
    for change in changes(state, unit, "no ko"):
        if change.what == "no ko" and (
            change.value in ("any", by) or (change.value == "battle_with_leader" and by == "battle" and from_leader)
        ):
            return True
    return False


def may_block(state: State, blocker: Unit, attacker: Unit) -> bool:
    """Whether no effect forbids this Blocker against this attacker (R6.5)."""
    if state.decks.limits_blocks and (has_keyword(state, attacker, "Unblockable") or not may_rest(state, blocker)):
        return False
    found = changes(state, attacker, "no blocker")
    return not (found and any(change.what == "no blocker" and change.value.fits(state, blocker) for change in found))


def may_rest(state: State, unit: Unit) -> bool:
    """Whether nothing forbids that this card is rested: then it can neither attack nor block."""
    return not ("no rest" in state.decks.kinds and is_under(state, unit, "no rest"))


def may_become_active(state: State, unit: Unit) -> bool:
    """Whether nothing forbids that this card becomes active."""
    return not ("no active" in state.decks.kinds and is_under(state, unit, "no active"))


def is_under(state: State, unit: Unit, what: str) -> bool:
    """Whether a card is under such a change."""
    return any(change.what == what for change in changes(state, unit, what))


def changes(state: State, unit: Unit, what: str) -> tuple[Change, ...]:
    """The changes of a card: those with a duration, and those by permanent effects of this kind."""
    if state.permanents and what in state.decks.permanent_kinds:
        return unit.changes + permanent_changes(state, unit, what)
    return unit.changes


def permanent_changes(state: State, unit: Unit, what: str) -> tuple[Change, ...]:
    """The changes that permanent effects of this kind make to a card."""
    if state.lasting is not None:
        return state.lasting.get(unit.id, ())
    found: list[Change] = []
    for carrier in state.units():
        card = carrier.card
        if what in card.permanent_kinds and (carrier is unit or not card.affects_only_itself):
            if card.permanent_depends:
                return stable(state).get(unit.id, ())
            found += [change for target, change in made_by(state, carrier) if target == unit.id]
    return tuple(found)


def made_by(state: State, carrier: Unit) -> Iterator[tuple[int, Change]]:
    """The changes that the permanent effects of a card make, with the number of the changed card."""
    by = Source(carrier.seat, carrier.id, carrier.code)
    for effect in carrier.card.permanent:
        if holds(state, by, effect.conditions):
            for word in effect.actions:
                yield from word.always(state, by)


def stable(state: State) -> dict[int, tuple[Change, ...]]:
    """Permanent effects that depend on each other: the turn player's first, repeated until stable (R11.4)."""
    carriers = [unit for unit in state.units() if unit.card.permanent]
    state.lasting = {}
    for _ in range(ROUNDS):
        found: dict[int, tuple[Change, ...]] = {}
        for carrier in carriers:
            for target, change in made_by(state, carrier):
                found[target] = (*found.get(target, ()), change)
        if found == state.lasting:
            break
        state.lasting = found
    result, state.lasting = state.lasting, None
    return result


def holds(state: State, by: Source, conditions: tuple[Condition, ...]) -> bool:
    """Whether all conditions hold."""
    for condition in conditions:  # noqa: SIM110  (a generator would take longer than most conditions)
        if not condition.holds(state, by):
            return False
    return True


def seats(side: str, by: Source) -> tuple[int, ...]:
    """The seats that "self", "opponent" or "any" mean for the controller of an effect."""
    if side == "self":
        return (by.seat,)
    return (1 - by.seat,) if side == "opponent" else (by.seat, 1 - by.seat)


def among(state: State, by: Source, side: str, zone: tuple[str, ...], filter: Filter) -> list[Unit]:
    """The leaders and characters that fit."""
    found: list[Unit] = []
    for seat in seats(side, by):
        half = state.sides[seat]
        if "leader" in zone and filter.fits(state, half.leader):
            found.append(half.leader)
        if "character" in zone:
            found.extend(unit for unit in half.characters if filter.fits(state, unit))
    return found
