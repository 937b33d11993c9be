"""Piles of cards that can be looked through: a trash that lies open, or what is left in one's own deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from sparring.scenes.scene import Card


@dataclass(frozen=True)
class Pile:
    """Cards that can be looked through."""

    place: str
    """The id of the zone where it lies."""

    title: str
    cards: tuple[tuple[Card, int], ...]
    """Each card once, with its number of copies; where the order is hidden, in an order that tells nothing."""

    about: str = ""
    """A remark about the pile, for example that some of its cards may be face down in Life."""

    private: bool = False
    """True if only the seat whose view it is may look at it."""


@runtime_checkable
class HasPiles(Protocol):
    """A game of cards, some of which can be looked through."""

    def piles(self, view: Any) -> Sequence[Pile]:
        """The piles that the seat of a view may look through, with nothing that is not in the view."""
