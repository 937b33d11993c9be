"""What a brain is, and the simplest one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from math import fsum, isclose
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from sparring.brains.curves import Curves, Sight, curves_of, situation_of
from sparring.rules import Analysis, AnyGame, Decision, Judgement, SparringError
from sparring.rules.settings import Setting

ROUNDING = 1e-6
"""How far probabilities may be from adding up to 1."""


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


@runtime_checkable
class ProvesResults(Protocol):
    """A brain that finds out who wins much sooner than by how much."""

    def prove(self, decision: Decision) -> Analysis:
        """The proven result, and an option that keeps it, without the number of plies; as far as time allows."""


class Compared(NamedTuple):
    """An option compared with the best one, in imagined games that neither was picked by."""

    best: Judgement
    """The best option; the compared one itself if nothing seems better."""

    chosen: Judgement

    error: float
    """The standard error of the difference between their expected scores; 0 where that is known."""

    calibrated: bool


@runtime_checkable
class ComparesOptions(Protocol):
    """A brain for hidden information that can say how sure it is that an option is worse than the best."""

    def compare(self, decision: Decision, option: str) -> Compared:
        """Compare an option with the best one by what the seat may see."""


class BadAnalysis(SparringError):
    """What a brain returns is not what its caller can use."""


def analysis_of(brain: Brain, decision: Decision) -> Analysis:
    """What a brain thinks of a decision, with the expected score of every option."""
    found = _checked(brain.judge(decision))
    game, curve = brain.game, brain.curves.at(brain.sight(found))
    if curve is None:
        return found.with_chances(game.half_bar_score)
    when = situation_of(game, decision)
    return found.with_chances(game.half_bar_score, lambda judged: curve.chance(judged, when), curve.calibrated)


def _checked(found: Any) -> Analysis:
    """The analysis that a brain returned; refused if it is none, has no options, or has impossible probabilities."""
    if not isinstance(found, Analysis):
        returned = "None, so a return is missing" if found is None else f"a {type(found).__name__}, not an Analysis"
        raise BadAnalysis(f"judge returned {returned}.")
    if not found.options:
        raise BadAnalysis("judge returned an Analysis without any option.")
    if found.mixes:
        _demand_probabilities(found)
    return found


def _demand_probabilities(found: Analysis) -> None:
    """Every option has a probability, from 0 to 1, and they add up to 1."""
    given = [judgement.probability for judgement in found.options]
    if None in given:
        raise BadAnalysis("judge gave some options a probability, and others none.")
    probabilities = [float(probability or 0.0) for probability in given]
    if not all(0 <= probability <= 1 + ROUNDING for probability in probabilities):
        raise BadAnalysis(f"judge gave an option a probability that is none: {given}.")
    if not isclose(total := fsum(probabilities), 1, abs_tol=ROUNDING):
        raise BadAnalysis(f"judge gave probabilities that add up to {total:g}, not to 1.")


def verdict(judged: Iterable[Judgement]) -> str:
    """The state of the game in a word or two, from the outcomes of all options."""
    outcomes = {judgement.outcome for judgement in judged}
    if "win" in outcomes:
        return "winning"
    if outcomes == {"loss"}:
        return "lost"
    return "drawn" if outcomes <= {"draw", "loss"} else "looking ahead"


def line_as_text(game: AnyGame, position: Any, moves: Iterable[Any]) -> tuple[str, ...]:
    """The moves of a line as texts, each in the position where it is played."""
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return tuple(texts)


def imagined_worlds(decision: Decision, count: int) -> list[Any]:
    """Full positions to search: the position itself, or `count` samples of it where something is hidden."""
    if getattr(decision.view, "sample", None) is None:
        return [decision.view]
    return [imagine(decision.view, decision.rng(f"world {number}")) for number in range(count)]


def imagine(view: Any, rng: Random) -> Any:
    """A full position to search: the view itself, or a sample that agrees with it where something is hidden."""
    sample = getattr(view, "sample", None)
    return view if sample is None else sample(rng)
