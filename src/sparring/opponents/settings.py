"""How opponents are set up: every setting with its default and its range."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sparring.rules import BadSetting, one_of


@dataclass(frozen=True)
class Number:
    """Between two bounds."""

    low: float
    high: float
    whole: bool = False
    optional: bool = False
    """Whether it may be left open, written "none"."""

    def read(self, name: str, value: object) -> float | int | None:
        """The value, if it is in range."""
        if self.optional and value in (None, "none"):
            return None
        number = self._number(value)
        if number is None or not self.low <= number <= self.high:
            raise BadSetting(f"{name} must be {self}, not {value!r}.")
        return number

    def _number(self, value: object) -> float | int | None:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        try:
            number = float(value)
            return int(value) if self.whole and number.is_integer() else None if self.whole else number
        except (ValueError, OverflowError):
            return None

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:.10g} to {self.high:.10g}" + (", or none" if self.optional else "")


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, name: str, value: object) -> str:
        """The value, if it is one of them."""
        if value not in self.words:
            raise BadSetting(f"{name} must be {self}, not {value!r}.")
        return str(value)

    def __str__(self) -> str:
        return one_of(self.words)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    def read(self, name: str, value: object) -> bool:
        """The value, if it is one of the two."""
        if isinstance(value, bool):
            return value
        if value not in ("on", "off"):
            raise BadSetting(f"{name} must be {self}, not {value!r}.")
        return value == "on"

    def __str__(self) -> str:
        return "on or off"


Range: TypeAlias = Number | OneOf | Switch


@dataclass(frozen=True)
class Setting:
    """Something about an opponent that can be set."""

    range: Range
    default: Any
    about: str


DIFFICULTIES: Mapping[str, Mapping[str, float]] = {
    "easy": {"randomness": 0.3, "pace_min": 0.5, "pace_max": 1.5},
    "medium": {"randomness": 0.15, "pace_min": 0.8, "pace_max": 2.0},
    "hard": {"randomness": 0.05, "pace_min": 1.0, "pace_max": 3.0},
}
"""What a difficulty sets, unless the settings themselves are given."""

STYLES = ("balanced", "aggressive", "defensive")
"""Balanced is indifferent; the others are tactics, and exist where a game has a tactic of that name."""

CHARACTER: Mapping[str, Setting] = {
    "difficulty": Setting(OneOf(tuple(DIFFICULTIES)), None, "sets randomness and pace together"),
    "style": Setting(OneOf(STYLES), "balanced", "which of equally good moves it prefers"),
    "variety": Setting(Number(0, 1000), 0.0, "how many points it does not mind losing, so as not to repeat itself"),
    "randomness": Setting(Number(0, 1), 0.0, "the share of its moves that is random"),
    "pace_min": Setting(Number(0, 60), 0.8, "the least seconds it seems to think when a person watches"),
    "pace_max": Setting(Number(0, 60), 2.0, "the most seconds it seems to think when a person watches"),
    "time": Setting(Number(0.001, 3600, optional=True), None, "the most seconds it really thinks"),
}
"""What can be set about every opponent."""

THINKING: Mapping[str, Setting] = {
    "depth": Setting(Number(1, 100, whole=True, optional=True), None, "how many plies it looks ahead"),
    "nodes": Setting(Number(1, 10**12, whole=True, optional=True), None, "how many positions it looks at"),
    "table": Setting(Number(0, 16384), 16, "megabytes to remember positions in; 0 for none"),
    "threads": Setting(Number(1, 64, whole=True), 1, "how many threads look ahead together"),
    "thorough": Setting(Switch(), False, "whether every move gets its exact score, or just the best one"),
    "pruning": Setting(Switch(), True, "whether it leaves out what cannot matter"),
    "deepening": Setting(Switch(), True, "whether it looks one ply deeper at a time"),
    "killers": Setting(Switch(), True, "whether what refuted a sibling is looked at sooner"),
    "history": Setting(Switch(), True, "whether what was good elsewhere is looked at sooner"),
    "hints": Setting(Switch(), True, "whether what the game finds promising is looked at sooner"),
    "scouting": Setting(Switch(), True, "whether moves after the first are only asked if they are better"),
    "endings": Setting(Switch(), True, "whether it knows small endings by heart"),
    "book": Setting(Switch(), True, "whether it knows openings by heart"),
}
"""What can be set about brains, each where a brain knows it."""


def resolve(who: str, known: Mapping[str, Setting], own: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting's value: what was given, else what a given difficulty stands for, else the opponent's own."""
    for name in given:
        if name not in known:
            raise BadSetting(f"{who} has no setting {name!r}; it has {one_of(sorted(known))}.")
    own = {name: known[name].range.read(f"{name} of {who}", value) for name, value in own.items() if name in known}
    read = {name: known[name].range.read(name, value) for name, value in given.items()}
    defaults = {name: setting.default for name, setting in known.items()}
    values = {**defaults, **own, **DIFFICULTIES.get(str(read.get("difficulty")), {}), **read}
    if values["pace_min"] > values["pace_max"]:
        raise BadSetting(
            f"pace_min must be at most pace_max, but {values['pace_min']:g} is more than {values['pace_max']:g}."
        )
    return values
