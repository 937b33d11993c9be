"""Every legal move of a position, judged by the strongest brain there is."""

from typing import Any

from sparring.match.table import decision_at
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis, AnyGame, Thinking

MOST_SECONDS = 10.0
"""How long a position is looked at when no limit is given."""


def analyse(
    game: AnyGame, position: Any, depth: int | str | None = None, seconds: float | str | None = None
) -> Analysis:
    """Judge every move of a position, until all is proven or a limit is reached."""
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
    return judge.brain.judge(decision_at(game, position, thinking=Thinking(limit)))
