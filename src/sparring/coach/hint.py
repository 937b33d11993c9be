"""A hint: what to play, and why."""

from dataclasses import dataclass
from typing import Any

from sparring.coach.analysis import analyse
from sparring.rules import AnyGame, Judgement

HINT_SECONDS = 3.0


@dataclass(frozen=True)
class Hint:
    """A good move and what can be said for it."""

    move: str
    reason: str


def hint(game: AnyGame, position: Any) -> Hint:
    """What the strongest brain would play."""
    analysis = analyse(game, position, seconds=HINT_SECONDS)
    best = analysis[analysis.best]
    explained = game.explain(position, game.options(position)[best.option])
    return Hint(best.option, explained or expectation(best))


def expectation(judgement: Judgement) -> str:
    """What a judgement promises, in words.

    >>> expectation(Judgement("c3", 9, "win", plies=3))
    'It wins in 3 plies.'
    """
    if judgement.outcome is None:
        return "It looks best."
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[judgement.outcome]
    if judgement.plies is None or judgement.outcome == "draw":
        return f"It {verb}."
    return f"It {verb} in {judgement.plies} {'ply' if judgement.plies == 1 else 'plies'}."
