"""Code of the user's own: whatever it raises becomes an error in one sentence, and it cannot end the program."""

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from sparring.rules.errors import BrokenGame, SparringError
from sparring.rules.game import AnyGame, Game

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def loading(what: str, kind: type[SparringError]) -> Iterator[None]:
    """Import the user's code inside this; whatever that raises becomes a `kind` of error. Only Ctrl-C passes.

    >>> with loading("The game 'nim.py:Nim'", SparringError):
    ...     raise SystemExit(3)
    Traceback (most recent call last):
        ...
    sparring.rules.errors.SparringError: The game 'nim.py:Nim' cannot be loaded: SystemExit: 3.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise kind(f"{what} cannot be loaded: {in_words(error)}.") from error


def in_words(error: BaseException) -> str:
    """An error as its kind and its message, even if its own code fails."""
    try:
        message = str(error)
    except BaseException:
        message = ""
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
