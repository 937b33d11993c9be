"""What a text speaks of: names of cells and cards, numbers, and words that claim something about the game.

A text of a model is shown only if everything that it speaks of stands in a fact that was checked. This errs on the side
of silence: chatter passes, and a claim that nobody checked does not.
"""

import re
from collections.abc import Iterable

from sparring.rules.facts import NUMBERS

CLAIMS = (
    "threat", "fork", "win", "lose", "lead", "block", "capture", "lethal", "trap", "force", "draw", "counter",
    "attack", "trigger", "safe", "danger", "best", "only", "must", "cannot", "stop", "weak", "strong", "mate", "check",
    "line", "row", "diagonal", "corner", "centre", "edge", "column", "seed", "disc", "stone", "card", "hand", "hold",
    "power", "damage", "deck", "take", "beat", "certain", "sure", "percent", "guarantee", "mistake", "blunder", "open",
    "double", "three", "four", "not",
)  # fmt: skip
"""Stems of words that claim something about a position in any game; the words of one game come with its names."""

FORMS = {
    "won": "win", "wins": "win", "winning": "win", "winner": "win", "victory": "win", "lost": "lose", "loss": "lose",
    "losing": "lose", "loses": "lose", "taken": "take", "took": "take", "taking": "take", "takes": "take",
    "drew": "draw", "drawn": "draw", "center": "centre", "middle": "centre", "cant": "cannot",
    "held": "hold", "never": "not", "no": "not", "without": "not", "neither": "not", "nor": "not", "none": "not",
    "nobody": "not", "nothing": "not", "unstoppable": "stop", "beaten": "beat", "captures": "capture",
    "capturing": "capture", "captured": "capture", "forced": "force", "forces": "force", "forcing": "force",
    "upright": "column", "vertical": "column", "horizontal": "row", "across": "row", "better": "best", "k.o": "beat",
    "trapped": "trap", "stopped": "stop", "stopping": "stop", "guaranteed": "guarantee", "stronger": "strong",
    "weaker": "weak", "surely": "sure", "certainly": "certain",
}  # fmt: skip
"""Other forms of these words."""

HARMLESS = frozenset({"i", "i'm", "i'll", "i've", "i'd", "ok", "hm", "ha", "oh", "ah", "well"})
"""Words with a capital that name nothing."""

SHORTEST_PLURAL = 3
"""The number of letters of the shortest plural of a name; a cell `a` has none, so "as" stays a word."""

BEFORE_A_NAME = frozenset({
    "column", "cell", "square", "at", "from", "in", "on", "to", "play", "plays", "played", "and", "or", "take", "with",
})  # fmt: skip
"""Words after which an "A" is a name and no article; so it is after another name, as in "house A"."""


def spoken_of(text: str, names: Iterable[str] = ()) -> frozenset[str]:
    """Everything that a text speaks of, in lower case: names, numbers and claims.

    `names` are words that name things in this game, however they are written.

    >>> sorted(spoken_of("I take b2 and threaten two lines. Lovely!"))
    ['2', 'b2', 'line', 'take', 'threat']
    >>> sorted(spoken_of("What a day. Your Zoro looks tired"))
    ['zoro']
    """
    known, found = {name.casefold() for name in names}, set()
    for start, word, before in _words(text):
        plain = word.casefold().removesuffix("'s").removesuffix("’s")
        if plain not in known and len(plain) >= SHORTEST_PLURAL and plain.removesuffix("s") in known:
            plain = plain.removesuffix("s")
        if _is_name(word, plain, start, before, known):
            found.add(plain)
        if (claim := _claim(plain)) is not None:
            found.add(claim)
        if plain in NUMBERS[2:]:
            found.add(str(NUMBERS.index(plain)))
        elif any(letter.isdigit() for letter in plain):
            found.add(plain)
    return frozenset(found)


def covered(text: str, said: Iterable[str], names: Iterable[str] = ()) -> bool:
    """Whether everything that a text speaks of stands in one of these sentences, which are known to be true.

    >>> covered("Mine! The fork at b2 is set.", ["It makes a fork.", "You play b2."], ["b2", "c3"])
    True
    >>> covered("And c3 is next.", ["It makes a fork."], ["b2", "c3"])
    False
    """
    names = list(names)
    return spoken_of(text, names) <= frozenset().union(*(spoken_of(sentence, names) for sentence in said))


def _words(text: str) -> Iterable[tuple[bool, str, str]]:
    """Every word with whether it begins a sentence, and the text before it."""
    for match in re.finditer(r"[^\W_](?:[\w.'’+-]*[\w+])?", text):
        before = text[: match.start()].rstrip(" \"'“‘(")
        yield not before or before[-1] in ".!?…:;—–-", match.group().removesuffix("."), before


def _is_name(word: str, plain: str, begins: bool, before: str, known: set[str]) -> bool:
    """Whether a word names something: known names do, and words with a capital in the middle of a sentence."""
    if plain == "a":
        last = before.rpartition(" ")[2].casefold()
        return "a" in known and word == "A" and (last in BEFORE_A_NAME or last in known)
    if plain in known:
        return plain not in HARMLESS or word != "I"
    return word[0].isupper() and not begins and plain not in HARMLESS


def _claim(plain: str) -> str | None:
    """The stem of a word that claims something."""
    if plain.endswith(("n't", "n’t")):
        return "not"
    if plain in FORMS:
        return FORMS[plain]
    for claim in CLAIMS:
        rest = plain.removeprefix(claim)
        if rest != plain and rest in ("", "s", "es", "ed", "en", "ens", "ing", "er", "ers", "ning", "ped", "ping"):
            return claim
    return None
