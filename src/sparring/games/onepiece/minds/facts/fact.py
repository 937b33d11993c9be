"""A fact about an option: a typed value with a check against what the seat sees, and its words.

A fact that speaks for its option has a positive weight, one that speaks against it a negative one. The larger the
weight, the more it tells. `reasons.py` proposes facts, drops those whose check fails, and puts the rest into words.
"""

from abc import abstractmethod
from typing import ClassVar

from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.rules.options import Option
from sparring.rules import facts


class Fact(facts.Fact):
    """Something about an option that can be checked."""

    hint: ClassVar[str] = ""
    """Its idea, if that is always the same."""

    reckons: ClassVar[bool] = False
    """Whether it reckons with blocks and counters as they usually are, so that it is not said of decks that react."""

    has_subject: ClassVar[bool] = False
    """Whether its words name a subject of their own; otherwise the option is their subject."""

    @abstractmethod
    def holds(self, seen: Seen, option: Option) -> bool:
        """Whether it is true, as far as the seat can see."""

    def is_true(self, seen: Seen, option: Option) -> bool:
        """Whether it may be said: it holds, and nothing in the decks makes what it reckons with unsure."""
        return (not self.reckons or seen.usual) and self.holds(seen, option)

    @abstractmethod
    def __str__(self) -> str:
        """The fact in the game's words."""

    @property
    def idea(self) -> str:
        """What to look for."""
        return self.hint

    @property
    def reason(self) -> str:
        """The fact's words as a sentence."""
        return facts.sentence(str(self) if self.has_subject else f"it {self}")
