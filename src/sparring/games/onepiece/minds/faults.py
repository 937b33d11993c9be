"""What can go wrong while an opponent decides, each with what it was about (OP-11); none of it ends a game."""

from typing import Any


class OpponentError(Exception):
    """Something went wrong in an opponent."""

    def __init__(self, what: str, **context: Any) -> None:
        self.context = context
        details = ", ".join(f"{name}={value!r}" for name, value in context.items())
        super().__init__(f"{what} ({details})" if details else what)


class DecisionError(OpponentError):
    """A decision could not be made as it should have been."""


class EvaluationError(OpponentError):
    """A factor failed, or gave no number; it counts as nothing."""


class OutOfTime(OpponentError):
    """Time was over before every option was looked at."""


class InvalidActionError(OpponentError):
    """An option that was thought of is none of those that there are."""
