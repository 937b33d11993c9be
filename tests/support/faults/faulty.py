"""What a fault is, and the player that has one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sparring.rules import Analysis, Decision, Judgement, Player

FOR_EVER = 1e9
AT_ONCE = 30.0
"""The time limit of a player who answers at once: enough on the slowest machine."""

SOON = 0.05
"""The time limit of a player who never answers."""


@dataclass(frozen=True)
class Fault:
    """One way to fail."""

    name: str
    make: Callable[[], Player]

    problems: frozenset[str]
    """The problems that the referee may see in it; empty if the answer is valid in spite of the fault."""

    comes_back: bool = True
    """True if its thread ends once nobody waits for it: told to stop, cancelled or interrupted."""

    always: bool = True
    """True if every decision ends in a fallback."""

    limit: float = AT_ONCE

    def __str__(self) -> str:
        return self.name


class Faulty(Player):
    """A player who calls a function and answers with its result."""

    def __init__(self, name: str, answer: Callable[[Decision], Any]) -> None:
        self.name = name
        self.answer = answer
        self.asked = 0

    def choose(self, decision: Decision) -> Any:
        self.asked += 1
        return self.answer(decision)


Answer = Callable[[Decision], Any]


class Chapter(dict[str, Fault]):
    """The faults of one kind, by their names.

    Each module of the catalogue fills its own. If all filled the same one, the order of the faults would depend on the
    order of the imports, and pytest imports these modules a second time to look for doctests.
    """

    def __init__(self) -> None:
        super().__init__()
        self.raised = self.mixed("raised")
        self.illegal = self.mixed("illegal")
        self.harmless = self.mixed(always=False)
        self.overrun = self.mixed("overrun", "still thinking", limit=SOON)
        self.stuck = self.mixed("overrun", "still thinking", limit=SOON, comes_back=False)

    def mixed(self, *problems: str, **traits: Any) -> Callable[[Answer], Answer]:
        """A decorator that adds a fault in which the referee may see any of these problems."""

        def add(answer: Answer) -> Answer:
            name = answer.__name__.strip("_").replace("_", " ")
            self[name] = Fault(name, lambda: Faulty(name, answer), frozenset(problems), **traits)
            return answer

        return add


def judged(best: Any, *others: Any, score: float = 1.0) -> Analysis:
    """An analysis that scores one option highest."""
    return Analysis((Judgement(best, score), *(Judgement(other, 0.0) for other in others)))
