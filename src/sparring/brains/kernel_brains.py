"""What all brains share that search kernels."""

from typing import Any

from sparring.rules import AnyGame, BadSetting, kernels
from sparring.rules.capabilities import HasEvaluations


def demand_kernel(game: AnyGame, position: Any, others: str) -> None:
    """Raise an error that names the brains for all games if a position is not a kernel position."""
    if not kernels.has_kernel(position):
        raise BadSetting(f"{game.title} has no kernel, so only brains like {others} can play it.")


def evaluation_name(game: AnyGame, evaluation: str | None) -> str:
    """The name of an evaluation: the one given, or the game's first one; "nothing" for a game without any."""
    known = game.evaluations if isinstance(game, HasEvaluations) else {}
    return evaluation or next(iter(known), "nothing")


def weights_of(game: AnyGame, evaluation: str | None) -> Any:
    """The weights of the evaluation of that name, or of the game's first one; without any, every position scores 0."""
    known = game.evaluations if isinstance(game, HasEvaluations) else {}
    if evaluation is None:
        return next(iter(known.values()), kernels.Blind())
    if evaluation not in known:
        raise BadSetting(f"{game.title} has no evaluation {evaluation!r}; it has {', '.join(known)}.")
    return known[evaluation]
