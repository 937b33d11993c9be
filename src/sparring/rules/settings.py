"""Settings: what can be set about an opponent, with what it may be, what it is by default, and what it does."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeAlias

from sparring.rules.errors import BadSetting, one_of


@dataclass(frozen=True)
class Number:
    """A number between two bounds."""

    low: float
    high: float
    whole: bool = False
    optional: bool = False
    """Whether the number may be left open, written "none"."""

    def __post_init__(self) -> None:
        if not (isfinite(self.low) and isfinite(self.high) and self.low <= self.high):
            raise BadSetting(f"The bounds of a setting must be finite and in order, not {self.low} and {self.high}.")

    def read(self, name: str, value: object) -> float | int | None:
        """The number, or a BadSetting that names the setting and the bounds."""
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

    def as_json(self) -> dict[str, Any]:
        """The type and the bounds, as programs get them."""
        kind = "integer" if self.whole else "number"
        return {"type": kind, "min": self.low, "max": self.high, "optional": self.optional}

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:.10g} to {self.high:.10g}" + (", or none" if self.optional else "")


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, name: str, value: object) -> str:
        """The word, or a BadSetting that names the setting and the words."""
        if value not in self.words:
            raise BadSetting(f"{name} must be {self}, not {value!r}.")
        return str(value)

    def as_json(self) -> dict[str, Any]:
        """The type and the words, as programs get them."""
        return {"type": "choice", "choices": list(self.words)}

    def __str__(self) -> str:
        return one_of(self.words)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    def read(self, name: str, value: object) -> bool:
        """True for on, False for off, or a BadSetting that names the setting."""
        if isinstance(value, bool):
            return value
        if value not in ("on", "off"):
            raise BadSetting(f"{name} must be {self}, not {value!r}.")
        return value == "on"

    def as_json(self) -> dict[str, Any]:
        """The type and both words, as programs get them."""
        return {"type": "switch", "choices": ["on", "off"]}

    def __str__(self) -> str:
        return "on or off"


@dataclass(frozen=True)
class Text:
    """A text of at most this many characters, without control characters."""

    longest: int

    def read(self, name: str, value: object) -> str:
        """The text, or a BadSetting that names the setting."""
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
            raise BadSetting(f"{name} must be {self}, not {value!r:.100}.")
        return value

    def as_json(self) -> dict[str, Any]:
        """The type and the most characters, as programs get them."""
        return {"type": "text", "max": self.longest}

    def __str__(self) -> str:
        return f"a text of at most {self.longest} characters"


Range: TypeAlias = Number | OneOf | Switch | Text


@dataclass(frozen=True)
class Setting:
    """Something that can be set about an opponent.

    >>> playouts = Setting.whole("playouts", 1, 10_000, default=100, about="how many games it plays out")
    >>> playouts.read("50")
    50
    >>> playouts.read("x")
    Traceback (most recent call last):
    ...
    sparring.rules.errors.BadSetting: playouts must be a whole number from 1 to 10000, not 'x'.
    """

    name: str
    range: Range
    default: Any
    about: str
    """What it does, in a few words."""

    @classmethod
    def whole(
        cls, name: str, low: int, high: int, *, default: int | None, about: str, optional: bool = False
    ) -> "Setting":
        """A whole number between two bounds; an optional one may be left open, written "none"."""
        return cls(name, Number(low, high, whole=True, optional=optional), default, about)

    @classmethod
    def number(
        cls, name: str, low: float, high: float, *, default: float | None, about: str, optional: bool = False
    ) -> "Setting":
        """A number between two bounds; an optional one may be left open, written "none"."""
        return cls(name, Number(low, high, optional=optional), default, about)

    @classmethod
    def choice(cls, name: str, *words: str, default: str | None, about: str) -> "Setting":
        """One of a few words."""
        return cls(name, OneOf(words), default, about)

    @classmethod
    def text(cls, name: str, longest: int, *, default: str, about: str) -> "Setting":
        """A text of at most this many characters."""
        return cls(name, Text(longest), default, about)

    @classmethod
    def switch(cls, name: str, *, default: bool, about: str) -> "Setting":
        """On or off."""
        return cls(name, Switch(), default, about)

    def read(self, value: object) -> Any:
        """The value that a text or a number stands for, or a BadSetting that says what it may be."""
        return self.range.read(self.name, value)

    def as_json(self) -> dict[str, Any]:
        """The setting as programs get it, to make a form or a check from."""
        default = ("off", "on")[self.default] if isinstance(self.range, Switch) else self.default
        return {"name": self.name, **self.range.as_json(), "default": default, "about": self.about}
