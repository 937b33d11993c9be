"""What can go wrong while an opponent decides, each with what it was about (OP-11); none of it ends a game."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

log = logging.getLogger("sparring.onepiece")

T = TypeVar("T")


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


class TimeWarning:
    """Logs that an opponent ran out of time: the first time as a warning, and then only for debugging."""

    def __init__(self) -> None:
        self._level = logging.WARNING

    def log(self, error: OutOfTime) -> None:
        """Log one decision that ran out of time."""
        log.log(self._level, "%s", error)
        self._level = logging.DEBUG


def guarded(what: str, work: Callable[[], T], otherwise: T, **context: Any) -> T:
    """The result of some work; if the work fails, log why and return something else."""
    try:
        return work()
    except Exception as error:  # no part of the thinking may stop a decision
        log.warning("%s", DecisionError(f"{what}: {error!r}", **context))
        return otherwise
