"""A hint: what to play, and why."""

from dataclasses import dataclass
from typing import Any

from sparring.coach.analysis import analyse
from sparring.rules import Analysis, AnyGame, Judgement, Thinking
from sparring.rules.capabilities import explanation

HINT_SECONDS = 3.0


@dataclass(frozen=True)
class Hint:
    """A good move and the reason for it."""

    move: str
    reason: str


def hint(game: AnyGame, position: Any, thinking: Thinking | None = None) -> Hint:
    """The move that the strongest brain would play."""
    analysis = analyse(game, position, seconds=HINT_SECONDS, thinking=thinking)
    return Hint(analysis.best, reason_for(game, position, analysis))


def reason_for(game: AnyGame, position: Any, analysis: Analysis) -> str:
    """Why the best move is good; the reason reveals nothing that the side to move may not see."""
    best = analysis[analysis.best]
    nothing_hidden = game.view(position, game.to_move(position)) is position
    explained = explanation(game, position, game.options(position)[best.option]) if nothing_hidden else ""
    reason = explained or analysis.because or expectation(best)
    if best.outcome is not None or not analysis.calibrated:
        return reason
    return f"{reason} You score about {best.rank.chance:.0%} from here."


def value_of(game: AnyGame, analysis: Analysis) -> float:
    """How the side to move stands, from -1 (lost) to 1 (won): what the evaluation bar shows."""
    return 2 * analysis.with_chances(game.half_bar_score)[analysis.best].rank.chance - 1


def expectation(judgement: Judgement) -> str:
    """What a judgement says about the result, in words.

    >>> expectation(Judgement("c3", 9, "win", plies=3))
    'It wins in at most 3 plies.'
    >>> expectation(Judgement("c3", -9, "loss", plies=2))
    'It loses in 2 plies.'
    >>> expectation(Judgement("c3", -9, "loss", plies=4, exact=False))
    'It loses in at most 4 plies.'
    """
    if judgement.outcome is None:
        return "It looks best."
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[judgement.outcome]
    if judgement.plies is None or judgement.outcome == "draw":
        return f"It {verb}."
    # A win is proven against every defence, and some defences are shorter; the losing side can choose the longest.
    most = "at most " if judgement.plies > 1 and (judgement.outcome == "win" or not judgement.exact) else ""
    return f"It {verb} in {most}{judgement.plies} {'ply' if judgement.plies == 1 else 'plies'}."
