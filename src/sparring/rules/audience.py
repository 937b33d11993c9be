"""Who watches a decision, and what was said so far: what a player may speak about, and never what it plays."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Audience:
    """What a seat knows of the match besides its view.

    The same decision with another audience gets the same option. Only the remark may differ, and the time.
    """

    said: tuple[str, ...] = ()
    """The remarks that this seat has made in this match, also with choices that were taken back."""

    seen: tuple[Any, ...] = ()
    """What this seat saw before each choice that others have made since its own last one."""

    told: str = ""
    """What it was told of the last of these choices."""

    waited: float = 0.0
    """The most seconds that one of these choices took."""

    patience: float | None = None
    """Seconds after which whoever watches has waited long enough; None if nobody watches."""
