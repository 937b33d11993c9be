"""Every legal move of a position, judged by the game's strongest brain."""

from collections.abc import Mapping
from typing import Any

from sparring.brains.brain import analysis_of
from sparring.match.table import decision_at
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis, AnyGame, Thinking
from sparring.rules.chance import chances_at
from sparring.rules.settings import Setting

LOOKS_AHEAD = "minimax"
"""The opponent that analyses to a given depth where the game's analyst has no depth."""

MOST_SECONDS = 10.0
"""The time limit for a position if the caller gives no limit."""


def analyse(
    game: AnyGame,
    position: Any,
    depth: int | str | None = None,
    seconds: float | str | None = None,
    thinking: Thinking | None = None,
) -> Analysis:
    """Judge every move of a position until everything is proven, a limit is reached, or `thinking` says stop."""
    if game.outcome(position) is not None:
        return Analysis(())
    analyst, known = _analyst(game, depth)
    limits: dict[str, Any] = {"time": "none" if seconds is None else seconds}
    if "depth" in known:
        limits["depth"] = "none" if depth is None else depth
    if "thorough" in known:
        limits["thorough"] = True
    judge = opponent(game, analyst, **limits)
    judge.prepare()
    limit = MOST_SECONDS if depth is None and seconds is None else judge.character.time
    return analysis_of(judge.brain, decision_at(game, position, thinking=(thinking or Thinking()).limited(limit)))


def _analyst(game: AnyGame, depth: int | str | None) -> tuple[str, Mapping[str, Setting]]:
    """The opponent that analyses a game, with its settings; with a depth, one that looks this many plies ahead."""
    everybody = catalogue(game)
    for name in (everybody.analyst, LOOKS_AHEAD):
        known = everybody[name].known_settings(game)
        if depth is None or "depth" in known:
            break
    return name, known


def analysis_json(game: AnyGame, position: Any, found: Analysis) -> dict[str, Any]:
    """An analysis as the command line and the API give it."""
    return {
        "to_move": seat_to_move(game, position),
        "best": found.best if found.options else None,
        "options": [judgement.as_json() for judgement in found.options],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "calibrated": found.calibrated or not found.options,
        **({"method": found.method} if found.method else {}),
    }


def seat_to_move(game: AnyGame, position: Any) -> str | None:
    """The name of the seat to move, "chance" if chance decides next, or None when the game is over."""
    if game.outcome(position) is not None:
        return None
    return "chance" if chances_at(game, position) else game.seats[game.to_move(position)]
