"""Errors that a user can cause; each message is one clear sentence."""


class SparringError(ValueError):
    """A mistake of the caller; the message says what is wrong, where, and what would be right."""


class UnknownName(SparringError):
    """A game, an opponent or a setting that does not exist."""


class BadPosition(SparringError):
    """The text of a position is malformed, or no game can reach the position."""


class IllegalMove(SparringError):
    """A move is not legal."""


class BadRecord(SparringError):
    """A record cannot be read or replayed."""


class BadSetting(SparringError):
    """A setting has a value outside its range."""


class BrokenGame(RuntimeError):
    """A game breaks the contract of `Game`, for example by offering no move while it goes on."""


def one_of(names: "list[str] | tuple[str, ...]") -> str:
    """The names as a list to choose from.

    >>> one_of(["easy", "medium", "hard"])
    'easy, medium or hard'
    """
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
