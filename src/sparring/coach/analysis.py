"""Every legal move of a position, judged by the strongest brain there is."""

from typing import Any

from sparring.brains.brain import analysis_of
from sparring.match.table import decision_at
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis, AnyGame, Thinking

MOST_SECONDS = 10.0
"""How long a position is looked at when no limit is given."""


def analyse(
    game: AnyGame,
    position: Any,
    depth: int | str | None = None,
    seconds: float | str | None = None,
    thinking: Thinking | None = None,
) -> Analysis:
    """Judge every move of a position, until all is proven, a limit is reached, or the wire says stop."""
    if game.outcome(position) is not None:
        return Analysis(())
    analyst = catalogue(game).analyst
    known = catalogue(game)[analyst].known_settings(game)
    limits: dict[str, Any] = {"time": "none" if seconds is None else seconds}
    if "depth" in known or depth is not None:
        limits["depth"] = "none" if depth is None else depth
    if "thorough" in known:
        limits["thorough"] = True
    judge = opponent(game, analyst, **limits)
    judge.prepare()
    limit = MOST_SECONDS if depth is None and seconds is None else judge.character.time
    return analysis_of(judge.brain, decision_at(game, position, thinking=(thinking or Thinking()).limited(limit)))


def analysis_json(game: AnyGame, position: Any, found: Analysis) -> dict[str, Any]:
    """An analysis as programs get it."""
    return {
        "to_move": seat_to_move(game, position),
        "best": found.best if found.options else None,
        "options": [judgement.as_json() for judgement in found.options],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def seat_to_move(game: AnyGame, position: Any) -> str | None:
    """What the seat is called that is to move, or None when the game is over."""
    return None if game.outcome(position) else game.seats[game.to_move(position)]
