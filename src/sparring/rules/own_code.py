"""Code of the user's own: whatever it raises becomes an error in one sentence, and it cannot end the program."""

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from sparring.rules.errors import BrokenGame, SparringError
from sparring.rules.game import AnyGame, Game

P = ParamSpec("P")
T = TypeVar("T")


LONGEST = 300
"""Characters of an error's message that are repeated."""


class Interrupted(BaseException):
    """Raised inside a thread whose result nobody waits for any more."""


def comes_from_outside(error: BaseException) -> bool:
    """Whether the code did not raise an error itself: Ctrl-C reaches the main thread alone, Interrupted the others."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    return isinstance(error, Interrupted) or (isinstance(error, KeyboardInterrupt) and in_main_thread)


@contextmanager
def loading(what: str, kind: type[SparringError]) -> Iterator[None]:
    """Import the user's code inside this; whatever that raises becomes a `kind` of error.

    Only Ctrl-C and what interrupts the thread pass through.

    >>> with loading("The game 'nim.py:Nim'", SparringError):
    ...     raise SystemExit(3)
    Traceback (most recent call last):
        ...
    sparring.rules.errors.SparringError: The game 'nim.py:Nim' cannot be loaded: SystemExit: 3.
    """
    try:
        yield
    except BaseException as error:
        if comes_from_outside(error):
            raise
        raise kind(f"{what} cannot be loaded: {in_words(error)}.") from error


def in_words(error: BaseException) -> str:
    """An error as its kind and the beginning of its message on one line, even if its own code fails.

    >>> in_words(ValueError("no\\nluck"))
    'ValueError: no luck'
    """
    try:
        message = " ".join(str(error).split())
    except BaseException:
        message = ""
    if len(message) > LONGEST:
        message = message[: LONGEST - 1] + "…"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def keep_from_exiting(game_class: type[AnyGame]) -> None:
    """Make the methods of a game raise BrokenGame instead of SystemExit, which would end a server or a tournament."""
    for owner in game_class.__mro__:
        if issubclass(owner, Game) and not owner.__module__.startswith("sparring."):
            for name, method in list(vars(owner).items()):
                if inspect.isfunction(method) and not hasattr(method, "exits_as_error"):
                    setattr(owner, name, _without_exit(method))


def _without_exit(method: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(method)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except SystemExit as error:
            raise BrokenGame(f"{method.__qualname__} wants to end the program ({in_words(error)}).") from error

    guarded.exits_as_error = True  # type: ignore[attr-defined]
    return guarded
