"""Styles of play: what each weighs, how bold it is, and how that shifts with the game (OP-5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sparring.games.onepiece.rules.state import State
from sparring.rules.settings import Setting

NAMES = ("board", "resources", "life", "cards", "tempo")

EVEN = 0.5
"""The aggressiveness of one who leans to neither side."""


@dataclass(frozen=True)
class Profile:
    """What a style weighs."""

    weights: tuple[float, float, float, float, float]
    """Board, resources, life, cards, tempo; together 1."""

    aggressiveness: float
    """From 0 to 1: how much it would rather hit the leader than hold what it has."""

    risk: float
    """From 0 to 1: how little it minds an attack that may fail."""

    @property
    def by_name(self) -> Mapping[str, float]:
        """The weights by their factors."""
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
    """The profile as the game asks for it: ahead in Life it presses, behind it holds on; poor in DON!! it saves.

    Only one who leans to a side leans more or less to it; who weighs evenly shifts weights alone.
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
