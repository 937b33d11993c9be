"""What one player may offer the other during a match; offers are never moves of the game."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from sparring.rules.game import Outcome


class OfferKind(Enum):
    """What is offered."""

    DRAW = "draw"
    """To end the match as a draw."""

    UNDO = "undo"
    """That the offering seat takes back its last choice, and all that followed it."""

    SHARE = "share"
    """To end the match and share what is left on the board; for games that have `SharesTheRest`."""

    REMATCH = "rematch"
    """To play again, once the match is over."""


@dataclass(frozen=True)
class Offer:
    """An offer of one seat to the other."""

    kind: OfferKind
    seat: int
    """Who offers."""


@runtime_checkable
class SharesTheRest(Protocol):
    """A game whose players may agree to stop and share what is left."""

    def shared(self, position: Any) -> Outcome:
        """How the game ends if what is left in a position is shared."""
