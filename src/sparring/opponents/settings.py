"""What can be set about every opponent, whatever its brain; each brain declares what else it can be set to."""

from collections.abc import Mapping, Sequence
from typing import Any

from sparring.rules import BadSetting, one_of
from sparring.rules.settings import Setting

DIFFICULTIES: Mapping[str, Mapping[str, float]] = {
    "easy": {"randomness": 0.3, "pace_min": 0.5, "pace_max": 1.5},
    "medium": {"randomness": 0.15, "pace_min": 0.8, "pace_max": 2.0},
    "hard": {"randomness": 0.05, "pace_min": 1.0, "pace_max": 3.0},
}
"""The settings that a difficulty stands for. Settings that are given themselves take precedence."""

HARDEST = "hard"

STYLES = ("balanced", "aggressive", "defensive")
"""Balanced has no preference. The others exist where a game has a tactic of that name."""

CHARACTER: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting.choice(
            "difficulty",
            *DIFFICULTIES,
            default=None,
            about="how often it plays at random, and how long it seems to think",
        ),
        Setting.choice("style", *STYLES, default="balanced", about="which of equally good moves it prefers"),
        Setting.number(
            "variety", 0, 1000, default=0.0, about="how many points it may give away so as not to repeat its games"
        ),
        Setting.number("randomness", 0, 1, default=0.0, about="the share of its moves that are random"),
        Setting.number(
            "pace_min", 0, 60, default=0.8, about="the fewest seconds it seems to think when a person watches"
        ),
        Setting.number(
            "pace_max", 0, 60, default=2.0, about="the most seconds it seems to think when a person watches"
        ),
        Setting.number("time", 0.001, 3600, default=None, optional=True, about="the most seconds it really thinks"),
    )
}
"""What can be set about every opponent."""

SEEN_ONLY = frozenset({"pace_min", "pace_max"})
"""Settings that change what people see of an opponent, and not how strong it is."""

PLAYS_AS, TARGET = "as", 0.45
"""The setting that says whom an adaptive opponent plays as, and the share that a person scores against it by default.
"""


def adaptive_settings(names: Sequence[str], default: str) -> dict[str, Setting]:
    """What can be set about an adaptive opponent, besides what can be set about the one that it plays as."""
    return {
        "target": Setting.number(
            "target", 0.05, 0.95, default=TARGET, about="the share that you should score against it in the long run"
        ),
        PLAYS_AS: Setting.choice(
            PLAYS_AS, *names, default=default, about="whom it plays as; by default, whoever suits you"
        ),
    }


def resolve(who: str, known: Mapping[str, Setting], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every setting: the given one, else what a given difficulty stands for, else the default."""
    for name in given:
        if name not in known:
            raise BadSetting(f"{who} has no setting {name!r}; it has {one_of(sorted(known))}.")
    read = {name: known[name].read(value) for name, value in given.items()}
    defaults = {name: setting.default for name, setting in known.items()}
    values = {**defaults, **_of_difficulty(read.get("difficulty"), defaults), **read}
    if values["pace_min"] > values["pace_max"]:
        raise BadSetting(
            f"pace_min must be at most pace_max, but {values['pace_min']:g} is more than {values['pace_max']:g}."
        )
    return values


def _of_difficulty(difficulty: str | None, defaults: Mapping[str, Any]) -> dict[str, float]:
    """The settings that a difficulty stands for; "hard" never makes anybody play more randomly than by default."""
    if difficulty is None:
        return {}
    meant = dict(DIFFICULTIES[difficulty])
    if difficulty == HARDEST:
        meant["randomness"] = min(meant["randomness"], defaults["randomness"])
    return meant
