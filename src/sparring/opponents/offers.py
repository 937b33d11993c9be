"""When an opponent offers to share what is left, and when it accepts that."""

from typing import Any

from sparring.rules import Analysis, AnyGame, Decision, OfferKind, SharesTheRest, may_share
from sparring.rules.analysis import PROVEN_CHANCES
from sparring.rules.capabilities import hides_something

AS_MUCH = 0.05
"""Expected scores that differ by no more than this count as equal."""


def offer_with(game: AnyGame, decision: Decision, analysis: Analysis, option: str) -> OfferKind | None:
    """What to offer with a choice: to share, when that has just become possible and playing on would bring the same."""
    seen = decision.audience.seen
    if not isinstance(game, SharesTheRest) or hides_something(game) or not seen:
        return None
    following = game.play(decision.view, game.options(decision.view)[option])
    if game.outcome(following) is not None or not may_share(game, following) or may_share(game, seen[-1]):
        return None
    expected = analysis[option].rank.chance
    return OfferKind.SHARE if abs(worth_of_sharing(game, following, decision.seat) - expected) <= AS_MUCH else None


def sharing_is_right(game: AnyGame, decision: Decision, analysis: Analysis, seat: int) -> bool:
    """Whether sharing brings a seat about as much as playing on, or more."""
    best = analysis[analysis.best].rank.chance
    expected = best if decision.seat == seat else 1 - best
    return worth_of_sharing(game, decision.view, seat) >= expected - AS_MUCH


def worth_of_sharing(game: AnyGame, position: Any, seat: int) -> float:
    """The score of a seat if what is left is shared."""
    assert isinstance(game, SharesTheRest)
    winner = game.shared(position).winner
    return PROVEN_CHANCES["draw" if winner is None else "win" if winner == seat else "loss"]
