"""What a brain is, and the simplest one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from sparring.rules import Analysis, AnyGame, Decision, Judgement
from sparring.rules.settings import Setting


class Brain(ABC):
    """Judges the options of a decision. It has no character and no clock of its own."""

    settings: ClassVar[tuple[Setting, ...]] = ()
    """What can be set about how it thinks. It is built with a keyword argument for each."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def prepare(self) -> None:  # noqa: B027
        """Do what takes long before the first decision: load files, compile."""

    @abstractmethod
    def judge(self, decision: Decision) -> Analysis:
        """Score every option. Report progress to `decision.thinking`, and return when that is over."""


class Whim(Brain):
    """Scores all options alike, so that chance decides."""

    def judge(self, decision: Decision) -> Analysis:
        """Give every option the same score."""
        return Analysis(tuple(Judgement(option, 0.0) for option in decision.options), reason="chance")


def analysis_of(brain: Brain, decision: Decision) -> Analysis:
    """What a brain thinks of a decision, with every option's expected score on the scale of its game."""
    return brain.judge(decision).with_chances(brain.game.half_bar_score)


def verdict(judged: Iterable[Judgement]) -> str:
    """The state of the game in a word or two, from the outcomes of all options."""
    outcomes = {judgement.outcome for judgement in judged}
    if "win" in outcomes:
        return "winning"
    if outcomes == {"loss"}:
        return "lost"
    return "drawn" if outcomes <= {"draw", "loss"} else "looking ahead"


def imagined_worlds(decision: Decision, count: int) -> list[Any]:
    """Full positions to search: the position itself, or `count` samples of it where something is hidden."""
    if getattr(decision.view, "sample", None) is None:
        return [decision.view]
    return [imagine(decision.view, decision.rng(f"world {number}")) for number in range(count)]


def imagine(view: Any, rng: Random) -> Any:
    """A full position to search: the view itself, or a sample that agrees with it where something is hidden."""
    sample = getattr(view, "sample", None)
    return view if sample is None else sample(rng)
