"""What must hold for an effect: the words of section 4 of the effect language, each declared once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from sparring.games.onepiece.rules.language import AtLeast, Bound, Cards, Category, Count, OneOf, Selector, Text, Whose
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.text import cards_text, player_has
from sparring.games.onepiece.rules.values import among, seats
from sparring.games.onepiece.rules.vocabulary import ATTRIBUTES
from sparring.games.onepiece.rules.words import Condition, Needs


@dataclass(frozen=True)
class DonAttached(Condition):
    """The card has at least this many DON!! attached."""

    min: Count

    in_brackets: ClassVar[bool] = True

    def holds(self, state: State, by: Source) -> bool:
        """Count them."""
        unit = state.find(by.unit)
        return unit is not None and unit.don >= self.min

    def says(self) -> str:
        """As cards print it."""
        return f"DON!! x{self.min}"

    @cached_property
    def needs(self) -> Needs:
        """So many DON!!."""
        return Needs(don=self.min)


@dataclass(frozen=True)
class YourTurn(Condition):
    """It is the controller's turn."""

    in_brackets: ClassVar[bool] = True

    def holds(self, state: State, by: Source) -> bool:
        """Whose turn it is."""
        return state.turn_seat == by.seat

    def says(self) -> str:
        """As cards print it."""
        return "Your Turn"

    @cached_property
    def needs(self) -> Needs:
        """The own turn."""
        return Needs(own_turn=True)


@dataclass(frozen=True)
class OpponentTurn(Condition):
    """It is the opponent's turn."""

    in_brackets: ClassVar[bool] = True

    def holds(self, state: State, by: Source) -> bool:
        """Whose turn it is."""
        return state.turn_seat != by.seat

    def says(self) -> str:
        """As cards print it."""
        return "Opponent's Turn"


@dataclass(frozen=True)
class ThisRested(Condition):
    """The card is rested."""

    def holds(self, state: State, by: Source) -> bool:
        """Look at it."""
        unit = state.find(by.unit)
        return unit is not None and unit.rested

    def says(self) -> str:
        """In words."""
        return "this card is rested"


@dataclass(frozen=True)
class CharacterCount(Condition):
    """That side has so many characters, this one included."""

    side: Whose
    min: AtLeast

    def holds(self, state: State, by: Source) -> bool:
        """Count them."""
        return any(len(state.sides[seat].characters) >= self.min for seat in seats(self.side, by))

    def says(self) -> str:
        """In words."""
        return f"{player_has(self.side)} {self.min} or more characters"


@dataclass(frozen=True)
class HandCount(Condition):
    """That side has at most this many cards in hand."""

    side: Whose
    max: AtLeast

    def holds(self, state: State, by: Source) -> bool:
        """Count them."""
        return any(len(state.sides[seat].hand) <= self.max for seat in seats(self.side, by))

    def says(self) -> str:
        """In words."""
        return f"{player_has(self.side)} {self.max} or fewer cards in hand"


@dataclass(frozen=True)
class LifeCount(Condition):
    """That side has at most this many Life cards."""

    side: Whose
    max: AtLeast

    def holds(self, state: State, by: Source) -> bool:
        """Count them."""
        return any(len(state.sides[seat].life) <= self.max for seat in seats(self.side, by))

    def says(self) -> str:
        """In words."""
        return f"{player_has(self.side)} {self.max} or less Life"


@dataclass(frozen=True)
class LifeCompare(Condition):
    """The controller has fewer Life cards than the opponent."""

    relation: Annotated[str, OneOf("self_less")]

    def holds(self, state: State, by: Source) -> bool:
        """Compare them."""
        return len(state.sides[by.seat].life) < len(state.sides[1 - by.seat].life)

    def says(self) -> str:
        """In words."""
        return "you have less Life than your opponent"


@dataclass(frozen=True)
class LeaderHasType(Condition):
    """The controller's leader has the type."""

    type: Annotated[str, Text()]

    def holds(self, state: State, by: Source) -> bool:
        """Look at the leader."""
        return self.type in state.sides[by.seat].leader.card.types

    def says(self) -> str:
        """In words."""
        return f"your leader is of {{{self.type}}}"


@dataclass(frozen=True)
class DonOnField(Condition):
    """That side has so many DON!! in its cost area and attached."""

    side: Whose
    min: AtLeast

    def holds(self, state: State, by: Source) -> bool:
        """Count them."""
        return any(state.sides[seat].don_on_field >= self.min for seat in seats(self.side, by))

    def says(self) -> str:
        """In words."""
        return f"{player_has(self.side)} {self.min} or more DON!! on the field"


@dataclass(frozen=True)
class DonOnFieldCompare(Condition):
    """The opponent has more DON!! on the field."""

    relation: Annotated[str, OneOf("opponent_more")]

    def holds(self, state: State, by: Source) -> bool:
        """Compare them."""
        return state.sides[1 - by.seat].don_on_field > state.sides[by.seat].don_on_field

    def says(self) -> str:
        """In words."""
        return "your opponent has more DON!! on the field"


@dataclass(frozen=True)
class Exists(Condition):
    """At least one card on the field fits."""

    target: Annotated[Cards, Selector("all")]

    def holds(self, state: State, by: Source) -> bool:
        """Look for one."""
        return bool(among(state, by, self.target.side, self.target.zone, self.target.filter))

    def says(self) -> str:
        """In words."""
        return f"there is {cards_text(self.target, 'a')}"


@dataclass(frozen=True)
class ThisBattledOpponentCharacter(Condition):
    """The card and an opposing character were the two sides of the battle when powers were compared."""

    def holds(self, state: State, by: Source) -> bool:
        """Look at the battle."""
        other = battled(state, by)
        return other is not None and state.battle is not None and state.battle.fought and other not in (0, 1)

    def says(self) -> str:
        """In words."""
        return "this card battled an opposing character"

    @cached_property
    def needs(self) -> Needs:
        """That it fought, and against whom."""
        return Needs(fights=True, more=True)


@dataclass(frozen=True)
class BattleOpponentIs(Condition):
    """The other card in the battle has this category and this attribute."""

    category: Category
    attribute: Annotated[str, OneOf(*ATTRIBUTES)]

    def holds(self, state: State, by: Source) -> bool:
        """Look at that card."""
        other = battled(state, by)
        unit = None if other is None else state.find(other)
        return unit is not None and unit.card.category == self.category and unit.card.attribute == self.attribute

    def says(self) -> str:
        """In words."""
        return f"it battles a {self.attribute} {self.category}"

    @cached_property
    def needs(self) -> Needs:
        """That it fights, and against whom."""
        return Needs(fights=True, more=True)


@dataclass(frozen=True)
class BoundIs(Condition):
    """The card that an earlier action has given this name is of that category."""

    bind: Annotated[str, Bound()]
    category: Category

    def holds(self, state: State, by: Source) -> bool:
        """Look at that card."""
        units = [state.find(number) for number in state.bound_to(self.bind)]
        return any(unit is not None and unit.card.category == self.category for unit in units)

    def says(self) -> str:
        """In words."""
        return f"it is a {self.category}"


def battled(state: State, by: Source) -> int | None:
    """The number of the other card in the battle, if this card is in it; leaders are 0 and 1."""
    battle = state.battle
    if battle is None or by.unit not in (battle.attacker, battle.target):
        return None
    return battle.target if battle.attacker == by.unit else battle.attacker
