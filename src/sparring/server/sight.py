"""What somebody sees of a match: the player of a seat, or whoever watches.

Whoever watches people sees nothing that one of the players does not see, so a link for watchers is of no use to a
player. Two opponents, whom nobody can help, are watched from the first seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import ShownToWatchers, hides_something
from sparring.scenes import Label, Plate, Scene
from sparring.server.live import LiveMatch
from sparring.server.problems import Conflict

COVERED = "The cards of this game stay covered for those who watch. You see who moves, and how it ends."


@dataclass(frozen=True)
class Sight:
    """The sight of one viewer."""

    game: AnyGame
    seat: int | None
    """The viewer's seat; None for whoever watches."""

    outside: bool
    """Whether the viewer watches people."""

    @classmethod
    def of(cls, live: LiveMatch, seat: int | None) -> "Sight":
        """The sight of a seat of a match, or of whoever watches it."""
        return cls(live.game, seat, seat is None and bool(live.stored.owners))

    @property
    def keeps_secrets(self) -> bool:
        """Whether something must stay hidden from the viewer, also when the match is over."""
        return self.outside and hides_something(self.game)

    def demand_open(self, what: str) -> None:
        """Refuse what would show hidden cards to somebody who only watches."""
        if self.keeps_secrets:
            raise Conflict("not_for_watchers", f"{what} of a game with hidden cards is for its players alone.")

    @property
    def covered(self) -> bool:
        """Whether the viewer may see nothing of a position at all."""
        return self.keeps_secrets and not isinstance(self.game, ShownToWatchers)

    def view(self, position: Any) -> Any:
        """What the viewer sees of a position, unless it is covered."""
        if self.outside and isinstance(self.game, ShownToWatchers):
            return self.game.watchers_view(position)
        return self.game.view(position, self.seat or 0)

    def told(self, told: Sequence[str]) -> str:
        """What the viewer is told of something, given what each seat is told; from outside, what all are told alike."""
        if not self.outside:
            return told[self.seat or 0]
        return told[0] if len(set(told)) == 1 else ""


def covered_scene(game: AnyGame) -> Scene:
    """The picture of a position that is covered."""
    lines = COVERED.split(". ")
    labels = [
        Label(f"line-{number}", (0, 70 + 34 * number, 640, 34), line.removesuffix(".") + ".")
        for number, line in enumerate(lines)
    ]
    return Scene(game.title, (640, 220), (Plate("table", (0, 0, 640, 220), "felt"), *labels), about=COVERED)
