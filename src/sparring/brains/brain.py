"""What a brain is, and the simplest one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from sparring.brains.curves import Curves, Sight, curves_of, situation_of
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

    def sight(self, found: Analysis) -> Sight | None:
        """What the scores of an analysis are made of and how far it looked; None if they say nothing of the result.

        Brains with the same sight share a curve from scores to expected scores.
        """
        return None

    @cached_property
    def curves(self) -> Curves:
        """The curves from its scores to expected scores."""
        return curves_of(self.game)


class Whim(Brain):
    """Scores all options alike, so that chance decides."""

    def judge(self, decision: Decision) -> Analysis:
        """Give every option the same score."""
        return Analysis(tuple(Judgement(option, 0.0) for option in decision.options), reason="chance")


def analysis_of(brain: Brain, decision: Decision) -> Analysis:
    """What a brain thinks of a decision, with the expected score of every option."""
    found, game = brain.judge(decision), brain.game
    curve = brain.curves.at(brain.sight(found))
    if curve is None:
        return found.with_chances(game.half_bar_score)
    when = situation_of(game, decision)
    return found.with_chances(game.half_bar_score, lambda judged: curve.chance(judged, when), curve.calibrated)


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
