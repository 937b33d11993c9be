"""What a user can get wrong, each error one clear sentence."""


class SparringError(ValueError):
    """Something the caller got wrong: the message says what, where, and what would be right."""


class UnknownName(SparringError):
    """A game, an opponent or a setting that does not exist."""


class BadPosition(SparringError):
    """A position's text that is malformed, or that no game could reach."""


class IllegalMove(SparringError):
    """A move that is not among the legal ones."""


class BadRecord(SparringError):
    """A match record that cannot be read or replayed."""


class BadSetting(SparringError):
    """A setting with a value outside its range."""


class BrokenGame(RuntimeError):
    """A game that breaks its own promises, such as offering no move while it goes on."""


def one_of(names: "list[str] | tuple[str, ...]") -> str:
    """The names as a list to choose from.

    >>> one_of(["easy", "medium", "hard"])
    'easy, medium or hard'
    """
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
