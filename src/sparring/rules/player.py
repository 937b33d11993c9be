"""Who decides: decisions are put to a player, and a player answers with a choice."""

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sparring.rules.analysis import Analysis
from sparring.rules.seeds import stream

TIME_LIMIT = 60.0
"""Seconds a player has for a decision, unless said otherwise."""


class Thinking:
    """The wire between one who thinks and one who waits: the time left, a stop sign, the best answer so far.

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
        """How much time is left, or None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether to stop thinking now: the time is up, or nobody waits any more."""
        return self.stopped or (self.deadline is not None and time.monotonic() >= self.deadline)

    def stop(self) -> None:
        """Tell the one who thinks that nobody waits any more."""
        self.stopped = True

    def report(self, analysis: Analysis) -> None:
        """Tell the one who waits what is thought so far; should time run out, its best option is played."""
        self.best = analysis.best
        if self._listen is not None:
            self._listen(analysis)

    def limited(self, seconds: float | None) -> "Thinking":
        """The same wire with less time."""
        if seconds is not None and (self.seconds_left is None or seconds < self.seconds_left):
            return _Limited(self, seconds)
        return self

    def unheard(self) -> "Thinking":
        """The same time and the same stop sign, for a part of the work whose answers mean nothing to whoever waits."""
        return _Unheard(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # A wire ends where a process ends; what travels is the time that is left.
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
    """What a player is asked, and all it may know when it answers."""

    seat: int
    """Who is asked."""

    options: tuple[str, ...]
    """The legal options, as texts."""

    view: Any
    """What this seat may see."""

    kind: str = "move"
    """What sort of decision it is."""

    number: int = 0
    """How many decisions of the match came before it."""

    seed: int = 0
    """Where an answer's randomness comes from: the same decision with the same seed is answered alike."""

    thinking: Thinking = field(default_factory=Thinking, compare=False, repr=False)
    """The time to answer in, and the way to tell what is thought so far."""

    def rng(self, purpose: str) -> Random:
        """Random numbers for one purpose of the answer."""
        return stream(self.seed, purpose)


@dataclass(frozen=True)
class Choice:
    """A player's answer."""

    option: str
    """One of the decision's options."""

    remark: str = ""
    """What the player says with it."""

    analysis: Analysis | None = None
    """What it thought of every option, if it tells."""

    pace: float = 0.0
    """How many seconds it wants to seem to think. Only people ever wait for that."""


class Player(ABC):
    """Whoever decides: a person, an opponent, a script, a program elsewhere."""

    name: str = "player"

    ready: bool = True
    """Whether it can be asked now; if not, `prepare` comes first."""

    def prepare(self) -> None:  # noqa: B027
        """Get ready, however long it takes: load, compile. Nobody's clock runs yet."""

    @abstractmethod
    def choose(self, decision: Decision) -> Choice | str | Awaitable[Choice | str]:
        """Answer with one of the decision's options, at once or awaited."""
