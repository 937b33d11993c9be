"""What a player may speak about: who watches, what was said, and what the others did. It never affects the move."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Audience:
    """What a seat knows of the match besides its view.

    It affects only the remark and the pace: the same decision with another audience gets the same option.
    """

    said: tuple[str, ...] = ()
    """The remarks that this seat has made in this match, also with choices that were taken back."""

    seen: tuple[Any, ...] = ()
    """What this seat saw before each choice that others have made since its own last one."""

    told: str = ""
    """What it was told of the last of these choices."""

    waited: float = 0.0
    """The most seconds that one of these choices took."""

    match: str = ""
    """The same text for all decisions of a match, and another one for every match; empty outside matches."""

    patience: float | None = None
    """Seconds after which whoever watches has waited long enough; None if nobody watches."""


@dataclass(frozen=True)
class Said:
    """Something that was said in a match."""

    seat: int
    text: str


@dataclass(frozen=True)
class Conversation:
    """What people and players said to each other in a match. It tells nothing of the position."""

    seat: int
    """The seat that is to reply."""

    said: tuple[Said, ...]
    """What was said so far, the latest last."""

    match: str = ""
    """The same text as in the audience of the match's decisions."""
