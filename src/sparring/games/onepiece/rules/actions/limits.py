"""What effects forbid and allow: to attack, to be rested, to become active, to have effects at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sparring.games.onepiece.rules.actions.changing import ChangingWord
from sparring.games.onepiece.rules.language import Cards, Fitting, Target, Until
from sparring.games.onepiece.rules.text import cards_text, filter_text, until
from sparring.games.onepiece.rules.values import ANY_CARD
from sparring.games.onepiece.rules.words import Gist


@dataclass(frozen=True)
class NegateEffects(ChangingWord):
    """Such cards have none of their own keywords and effects; what other cards give them stays."""

    target: Target
    duration: Until

    changes: ClassVar[str] = "negated"
    told: ClassVar[str] = "has no effects"
    lasts: ClassVar[bool] = False
    asks: ClassVar[str] = "Whose effects are negated?"

    def change(self) -> tuple[Cards, Any, str]:
        """No effects."""
        return self.target, True, self.duration

    def says(self) -> str:
        """In words."""
        return f"negate the effects of {cards_text(self.target)}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """No effects, and so perhaps a failed attack."""
        return Gist(self.target, until=self.duration, negates=True)


@dataclass(frozen=True)
class ForbidAttack(ChangingWord):
    """Such cards cannot attack."""

    target: Target
    duration: Until

    changes: ClassVar[str] = "no attack"
    told: ClassVar[str] = "cannot attack"
    asks: ClassVar[str] = "Who cannot attack?"

    def change(self) -> tuple[Cards, Any, str]:
        """No attacks."""
        return self.target, True, self.duration

    def says(self) -> str:
        """In words."""
        return f"{cards_text(self.target)} cannot attack{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """They are out of the fight."""
        return Gist(self.target, until=self.duration, holds_back=True)


@dataclass(frozen=True)
class ForbidRest(ChangingWord):
    """Such cards cannot be rested, so they can neither attack nor block."""

    target: Target
    duration: Until

    changes: ClassVar[str] = "no rest"
    told: ClassVar[str] = "cannot be rested"
    asks: ClassVar[str] = "Who cannot be rested?"

    def change(self) -> tuple[Cards, Any, str]:
        """They stay as they are."""
        return self.target, True, self.duration

    def says(self) -> str:
        """In words."""
        return f"{cards_text(self.target)} cannot be rested{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """They are out of the fight."""
        return Gist(self.target, until=self.duration, holds_back=True)


@dataclass(frozen=True)
class ForbidActive(ChangingWord):
    """Such cards cannot become active, neither at the start of a turn nor by an effect."""

    target: Target
    duration: Until

    changes: ClassVar[str] = "no active"
    told: ClassVar[str] = "cannot become active"
    asks: ClassVar[str] = "Who cannot become active?"

    def change(self) -> tuple[Cards, Any, str]:
        """They stay rested."""
        return self.target, True, self.duration

    def says(self) -> str:
        """In words."""
        return f"{cards_text(self.target)} cannot become active{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """They are out of the fight for another turn."""
        return Gist(self.target, until=self.duration, keeps_rested=True)


@dataclass(frozen=True)
class AttackActive(ChangingWord):
    """Such cards may attack active characters too."""

    target: Target
    duration: Until
    aim_filter: Fitting = ANY_CARD

    changes: ClassVar[str] = "attack active"
    told: ClassVar[str] = "may attack active characters"
    asks: ClassVar[str] = "Who may attack active characters?"

    def change(self) -> tuple[Cards, Any, str]:
        """Which active characters."""
        return self.target, self.aim_filter, self.duration

    def says(self) -> str:
        """In words."""
        which = f" {filter_text(self.aim_filter)}" if self.aim_filter != ANY_CARD else ""
        return f"{cards_text(self.target)} may attack active characters{which}{until(self.duration)}"

    @cached_property
    def gist(self) -> Gist:
        """More to attack, which makes no attack on a leader stronger."""
        return Gist(self.target, until=self.duration, aims=True)
