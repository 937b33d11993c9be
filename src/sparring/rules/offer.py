"""What one player may offer the other during a match; offers are never moves of the game."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from sparring.rules.game import AnyGame, Outcome


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


@runtime_checkable
class SharesAtTheEnd(SharesTheRest, Protocol):
    """A game in which that makes sense only when little is left to be played for."""

    def worth_sharing(self, position: Any) -> bool:
        """Whether so little is left that a player may offer to share it."""


def may_share(game: AnyGame, position: Any) -> bool:
    """Whether a player may offer to share what is left in a position."""
    if isinstance(game, SharesAtTheEnd):
        return game.outcome(position) is None and game.worth_sharing(position)
    return isinstance(game, SharesTheRest)
