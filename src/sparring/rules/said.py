"""What players say, as others may see it."""

import unicodedata


def one_line(text: str, longest: int) -> str:
    """A text on one line, without characters that control a terminal or turn the direction of writing, cut to length.

    >>> one_line("  Ha!\\x1b[31m\\n\\u202eYou lose", 14)
    'Ha![31m You…'
    """
    shown = "".join(" " if letter.isspace() else letter for letter in text[: 20 * longest] if _shows(letter))
    shown = " ".join(shown.split())
    if len(shown) <= longest:
        return shown
    return shown[: longest - 1].rsplit(" ", 1)[0].rstrip() + "…"


def _shows(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] != "C"
