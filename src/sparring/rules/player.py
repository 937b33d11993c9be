"""Players: a player is asked a decision and answers with a choice."""

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from sparring.rules.analysis import Analysis
from sparring.rules.audience import Audience, Conversation
from sparring.rules.offer import Offer, OfferKind
from sparring.rules.seeds import fresh_seed, stream

TIME_LIMIT = 60.0
"""The default time limit for a decision, in seconds."""


class Thinking:
    """Connects a thinker with whoever waits for it: the time left, a stop flag, the best answer so far.

    >>> thinking = Thinking(seconds=5)
    >>> thinking.over
    False
    >>> thinking.stop()
    >>> thinking.over
    True
    """

    def __init__(self, seconds: float | None = None, listen: Callable[[Analysis], None] | None = None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.stopped = False
        self.best: str | None = None
        self._listen = listen

    @property
    def seconds_left(self) -> float | None:
        """The time left, or None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    @property
    def over(self) -> bool:
        """True if the thinker should stop: the time is up, or nobody waits for the answer any more."""
        return self.stopped or (self.deadline is not None and time.monotonic() >= self.deadline)

    def stop(self) -> None:
        """Tell the thinker that nobody waits for its answer any more."""
        self.stopped = True

    def report(self, analysis: Analysis) -> None:
        """Report an interim analysis; if time runs out, its best option is played."""
        self.best = analysis.best
        if self._listen is not None:
            self._listen(analysis)

    def limited(self, seconds: float | None) -> "Thinking":
        """The same connection with a shorter time limit."""
        if seconds is not None and (self.seconds_left is None or seconds < self.seconds_left):
            return _Limited(self, seconds)
        return self

    def unheard(self) -> "Thinking":
        """The same time limit and stop flag, for a part of the work whose reports must not reach whoever waits."""
        return _Unheard(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # The stop flag and the listener stay in this process; another process gets the time that is left.
        return Thinking, (self.seconds_left,)


class _Limited(Thinking):
    def __init__(self, wider: Thinking, seconds: float) -> None:
        super().__init__(seconds, wider.report)
        self._wider = wider

    @property
    def over(self) -> bool:
        return self._wider.stopped or super().over


class _Unheard(Thinking):
    def __init__(self, heard: Thinking) -> None:
        super().__init__(heard.seconds_left)
        self._heard = heard

    @property
    def over(self) -> bool:
        return self._heard.over or super().over


@dataclass(frozen=True)
class Decision:
    """What a player is asked, with everything that it may know."""

    seat: int
    """The seat that decides."""

    options: tuple[str, ...]
    """The legal options, as texts."""

    view: Any
    """What this seat may see."""

    kind: str = "move"
    """What sort of decision it is."""

    number: int = 0
    """The number of decisions of the match before this one."""

    seed: int = field(default_factory=fresh_seed)
    """The source of all randomness in the answer, a random one unless given: same decision, same seed, same answer."""

    moves: tuple[str, ...] | None = None
    """All moves of the match so far, also those of chance, as this seat was told of them; None if that is not known."""

    thinking: Thinking = field(default_factory=Thinking, compare=False, repr=False)
    """The time limit, and where to report interim results."""

    audience: Audience = field(default=Audience(), compare=False, repr=False)
    """What may be spoken about; the option does not depend on it."""

    def rng(self, purpose: str) -> Random:
        """A random number generator for one purpose of the answer."""
        return stream(self.seed, purpose)


@dataclass(frozen=True)
class Choice:
    """A player's answer."""

    option: str
    """One of the decision's options."""

    remark: str = ""
    """What the player says with it."""

    analysis: Analysis | None = None
    """What the player thought of every option, if it tells."""

    pace: float = 0.0
    """How many seconds the player wants to seem to think; only a paced match waits for that."""

    offer: OfferKind | None = None
    """What the player offers the other with it."""


class Player(ABC):
    """Anyone who decides: a person, an opponent, a script, a program elsewhere."""

    name: str = "player"

    ready: bool = True
    """False if `prepare` must run before the first decision."""

    def prepare(self) -> None:  # noqa: B027
        """Load or compile what is needed. No clock runs meanwhile."""

    def accepts(self, offer: Offer, decision: Decision) -> bool | None:
        """Whether to accept the other's offer where a decision is pending; None if the player answers later."""
        return False

    @abstractmethod
    def choose(self, decision: Decision) -> Choice | str | Awaitable[Choice | str]:
        """Answer with one of the decision's options, directly or as an awaitable."""


@runtime_checkable
class Converses(Protocol):
    """A player who replies to what others say."""

    async def reply(self, talk: Conversation) -> str:
        """What the player says to the latest of it; empty for nothing."""
