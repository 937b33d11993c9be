"""Styles of play: the weights of the five factors, boldness, and how both shift with the game (OP-5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sparring.games.onepiece.rules.state import State
from sparring.rules.settings import Setting

NAMES = ("board", "resources", "life", "cards", "tempo")

EVEN = 0.5
"""The aggressiveness of the balanced style."""


@dataclass(frozen=True)
class Profile:
    """A style of play."""

    weights: tuple[float, float, float, float, float]
    """The weights of board, resources, life, cards and tempo. They add up to 1."""

    aggressiveness: float
    """From 0 (protects what it has) to 1 (attacks the leader)."""

    risk: float
    """Risk tolerance: from 0 (avoids attacks that may fail) to 1 (seeks them)."""

    @property
    def by_name(self) -> Mapping[str, float]:
        """The weights by the names of the factors."""
        return dict(zip(NAMES, self.weights, strict=True))


PROFILES: Mapping[str, Profile] = {
    "aggressive": Profile((0.25, 0.15, 0.35, 0.10, 0.15), aggressiveness=0.7, risk=0.7),
    "defensive": Profile((0.30, 0.20, 0.20, 0.20, 0.10), aggressiveness=0.2, risk=0.25),
    "balanced": Profile((0.25, 0.20, 0.25, 0.15, 0.15), aggressiveness=EVEN, risk=0.5),
}

STYLE = Setting.choice(
    "style",
    "balanced",
    "aggressive",
    "defensive",
    default="balanced",
    about="what it plays for: aggressive for damage to the leader, defensive for its own Life and cards",
)


def shifted(profile: Profile, state: State, seat: int) -> Profile:
    """The profile adapted to the game: ahead in Life it presses, behind it holds on, short of DON!! it saves.

    The balanced style shifts its weights alone, and never becomes aggressive or defensive.
    """
    own, other = state.sides[seat], state.sides[1 - seat]
    lead = len(own.life) - len(other.life)
    board, resources, life, cards, tempo = profile.weights
    if lead <= -2:
        board, life = board + 0.05, life + 0.05
    elif lead >= 2:
        life, tempo = life + 0.05, tempo + 0.05
    if own.don_on_field < other.don_on_field:
        resources += 0.05
    leans = profile.aggressiveness != EVEN
    total = board + resources + life + cards + tempo
    return replace(
        profile,
        weights=(board / total, resources / total, life / total, cards / total, tempo / total),
        aggressiveness=max(0.0, min(1.0, profile.aggressiveness + 0.05 * lead * leans)),
    )
