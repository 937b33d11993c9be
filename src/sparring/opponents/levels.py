"""Levels: `level1`, `level2` and so on, which every game has from one recipe of sight and slack.

A recipe is the table `[levels]` in a game's `opponents.toml`, or else the one in `everywhere.toml`. Its `steps` are the
levels, weakest first. Each step says what makes that level; everything else in the table holds for all of them. A step
that is `like` another opponent of the game thinks as that one does.
"""

from collections.abc import Mapping
from typing import Any

from sparring.brains.limited_sight import Measure
from sparring.opponents.faults import BadCatalogue
from sparring.rules import one_of

TABLE = "levels"
"""The name of the table with the recipe, which no opponent can have."""

WEAKEST, STRONGEST = 1, 6
"""How strong an opponent may be said to be."""

LOOKS = frozenset({"about", "face", "level", "tier", "says"})
"""What a level does not take over from the opponent that it is like."""

LEAST = 1
"""The shortest sight: one ply, or one playout for each option. So every level sees a win in one."""


def level_tables(recipe: Any, says: Any, others: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The levels of a recipe as tables of opponents, by their names.

    `says` are the remarks of all levels where the recipe has none, `others` the tables of the game's other opponents.

    >>> best = {"about": "Sees all.", "level": 6, "brain": "own:Best", "time": 1}
    >>> steps = [{"sight": {"depth": 1}, "slack": 2}, {"about": "The best.", "like": "best"}]
    >>> tables = level_tables({"brain": "own:Mind", "steps": steps}, {}, {"best": best})
    >>> tables["level1"]
    {'about': 'Level 1 of 2.', 'level': 1, 'says': {}, 'brain': 'own:Mind', 'sight': {'depth': 1}, 'slack': 2}
    >>> tables["level2"]
    {'about': 'The best.', 'level': 6, 'says': {}, 'brain': 'own:Best', 'time': 1}
    """
    steps = recipe.get("steps") if isinstance(recipe, dict) else None
    if not isinstance(steps, list) or len(steps) < 2 or not all(isinstance(step, dict) for step in steps):
        raise BadCatalogue(
            f"[{TABLE}] in opponents.toml needs a list of steps, with a table for each of two or more levels."
        )
    shared = {key: value for key, value in recipe.items() if key != "steps"}
    says = shared.get("says", says)
    return {
        f"level{number}": {
            "about": f"Level {number} of {len(steps)}.",
            "level": WEAKEST + round((STRONGEST - WEAKEST) * (number - 1) / (len(steps) - 1)),
            "says": says,
            **(_like(f"level{number}", step, others) if "like" in step else shared | step),
        }
        for number, step in enumerate(steps, 1)
    }


def check_sight(name: str, sight: Any) -> None:
    """Refuse a sight that is not one measure with a number."""
    measures = {measure.value for measure in Measure}
    value = next(iter(sight.values())) if isinstance(sight, dict) and len(sight) == 1 else None
    number = isinstance(value, int | float) and not isinstance(value, bool) and value >= LEAST
    if not number or not sight.keys() <= measures:
        wanted = one_of([f"{{{measure} = NUMBER}}" for measure in sorted(measures)])
        raise BadCatalogue(
            f"The sight of {name} in opponents.toml must be {wanted} of at least {LEAST}, not {sight!r}."
        )


def _like(name: str, step: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """The table of a level that thinks as another opponent does."""
    other = others.get(step["like"])
    if other is None or other.get("adapts"):
        raise BadCatalogue(f"{name} in opponents.toml is like {step['like']!r}, which is no opponent with a brain.")
    thinking = {key: value for key, value in other.items() if key not in LOOKS}
    return thinking | {key: value for key, value in step.items() if key != "like"}
