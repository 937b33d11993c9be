"""What a text claims, and whether a checked fact covers it.

A text of a model is shown only if each of its sentences is chatter, or says what one cited fact says, of the same side.
Chatter is made of known words that claim nothing; every other word, in whatever language, is taken for a claim. This
errs on the side of silence: a true sentence may be dropped, and so is one that nobody checked.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import pairwise

from sparring.rules.facts import NUMBERS

STEMS = (
    "threat", "fork", "win", "lose", "block", "capture", "force", "draw", "counter", "attack", "stop", "take", "beat",
    "make", "complete", "prepare", "let", "leave", "give", "keep", "bring", "cost", "raise", "open", "play",
)  # fmt: skip
"""Words that facts and texts use in several forms."""

FORMS = {
    "won": "win", "winner": "win", "victory": "win", "lost": "lose", "loss": "lose", "losing": "lose",
    "taken": "take", "took": "take", "taking": "take", "drew": "draw", "drawn": "draw", "beaten": "beat",
    "capturing": "capture", "forcing": "force", "making": "make", "made": "make", "completing": "complete",
    "preparing": "prepare", "leaving": "leave", "giving": "give", "gave": "give", "kept": "keep", "brought": "bring",
    "raising": "raise", "center": "centre", "middle": "centre", "vertical": "upright", "horizontal": "across",
    "row": "across", "rows": "across", "one": "1", "can't": "cannot", "choose": "play", "chose": "play",
    "chosen": "play", "choosing": "play", "chooses": "play", "move": "play", "moves": "play", "moved": "play",
    "go": "play", "goes": "play", "going": "play",
}  # fmt: skip
"""Other forms of these words, and other words for the same."""

PLACES = frozenset({"across", "upright", "diagonal", "column", "centre", "corner", "edge"})
"""Words that say where something is, as names and numbers do."""

BEARING = frozenset({
    "threat", "stop", "block", "prevent", "avoid", "prepare", "let", "leave", "keep", "lose", "fail", "no", "not",
    "never", "cannot", "none", "without", "only", "most", "least", "against", "must", "may", "might", "can", "could",
    "would", "if", "every", "all", "any", "other", "1",
})  # fmt: skip
"""Words that change what is said after them: whoever threatens to win has not won."""

OTHER_SIDE = frozenset({
    "you", "your", "you're", "you'll", "you've", "you'd", "yours", "yourself", "opponent", "opponents", "they",
    "their", "theirs", "they're", "they'll", "they've", "he", "she", "his", "her",
})  # fmt: skip
"""Words for the other side."""

BEFORE_A_NAME = frozenset({
    "column", "cell", "square", "at", "from", "in", "on", "to", "play", "plays", "played", "play:", "and", "or", "take",
    "with",
})  # fmt: skip
"""Words after which an "A" is a name and no article; so it is after a word that the game explains, as in "house A"."""

SHORTEST_PLURAL = 4
"""The letters of the shortest word whose last "s" may be that of a plural."""

_WORD = re.compile(r"[^\W_](?:[\w.'+]*[\w+])?")
_END = re.compile(r"(?<=[.!?…])\s+")
_THE_OTHER = re.compile(r"(?i)\bthe other side\b")
_ENDINGS = "", "s", "es", "ed", "en", "ens", "ing", "er", "ers", "ning", "ped", "ping"


class _Kind(Enum):
    """What a word does in a sentence."""

    THING = "a name, a number or a place"
    CLAIM = "it claims something"
    IDLE = "chatter that bears on a claim, or becomes one if it is about a thing"


@dataclass(frozen=True)
class _Token:
    word: str
    kind: _Kind
    other: bool
    """Whether the other side was spoken of before it."""


@dataclass(frozen=True)
class _Sentence:
    tokens: tuple[_Token, ...]

    @property
    def words(self) -> set[str]:
        return {token.word for token in self.tokens}

    @property
    def things(self) -> set[str]:
        return {token.word for token in self.tokens if token.kind is _Kind.THING}

    @property
    def claims(self) -> list[_Token]:
        """What claims something; where things are named, so does who plays them."""
        acts = bool(self.things)
        return [
            token
            for token in self.tokens
            if token.kind is _Kind.CLAIM or (acts and token.kind is _Kind.IDLE and token.word == "play")
        ]

    def bearing_on(self, place: int) -> set[str]:
        """The words that change what is said at a place."""
        return {token.word for token in self.tokens[:place]} & BEARING


@dataclass(frozen=True)
class Vocabulary:
    """Words that mean something in a game, in lower case, even if they are chatter elsewhere."""

    names: frozenset[str] = frozenset()
    """Words that name things."""

    terms: frozenset[str] = frozenset()
    """Words that claim something."""


NO_WORDS = Vocabulary()


def covered(
    text: str,
    said: Iterable[str],
    known: Vocabulary = NO_WORDS,
    always: Iterable[str] = (),
) -> bool:
    """Whether each sentence of a text is chatter, or says what one of these true sentences says.

    `always` are true sentences whose things may be named together with those of any other.

    >>> covered("What fun! I fork you at b2.", ["It makes a fork."], always=["I play: b2."])
    True
    >>> covered("What fun! I fork you at c3.", ["It makes a fork."], always=["I play: b2."])
    False
    >>> covered("You win at once.", ["It wins at once."]), covered("I win at c3.", ["It threatens to win at c3."])
    (False, False)
    """
    if any(map(_disguised, text)):
        return False
    usual = [_read(sentence, known) for sentence in always]
    facts = [*(_read(sentence, known) for sentence in said), *usual, _Sentence(())]
    near = {thing for sentence in usual for thing in sentence.things}
    sentences = (_read(each, known) for each in _END.split(text))
    return all(any(_says(fact, sentence, near) for fact in facts) for sentence in sentences)


def _says(fact: _Sentence, sentence: _Sentence, near: Collection[str]) -> bool:
    """Whether a fact says all that a sentence says, of the same side, with every word that bears on it."""
    claims = sentence.claims
    if not sentence.things <= fact.things.union(() if "play" in {claim.word for claim in claims} else near):
        return False
    if not claims:
        return True
    if not (sentence.words & BEARING) | {token.word for token in claims} <= fact.words:
        return False
    counts = {(a.word, b.word) for a, b in pairwise(sentence.tokens) if a.word.isdigit() and b.kind is _Kind.CLAIM}
    if not counts <= {(a.word, b.word) for a, b in pairwise(fact.tokens)}:
        return False
    return all(
        any(
            there.word == claim.word and there.other == claim.other and fact.bearing_on(place) <= sentence.words
            for place, there in enumerate(fact.tokens)
        )
        for claim in claims
    )


def _read(text: str, known: Vocabulary) -> _Sentence:
    """What a sentence says, without its chatter."""
    found: list[_Token] = []
    other = False
    text = _THE_OTHER.sub("opponent", _phrases().sub("", text.replace("’", "'")))
    for word, before in _words(text):
        plain = word.casefold()
        stem = _stem(plain)
        if plain.removesuffix("'s") in OTHER_SIDE:
            other = True
        elif _is_name(word, plain, before, known) or (stem.isdigit() and plain != "one"):
            found.append(_Token(stem if stem.isdigit() else plain.removesuffix("'s"), _Kind.THING, other))
        elif plain in chatter() and plain not in known.terms:
            if stem in BEARING or stem == "play":
                found.append(_Token(stem, _Kind.IDLE, other))
        else:
            kind = _Kind.THING if stem in PLACES or any(map(str.isdigit, stem)) else _Kind.CLAIM
            found.append(_Token(stem, kind, other))
    return _Sentence(tuple(found))


@cache
def chatter() -> frozenset[str]:
    """The words that claim nothing."""
    return frozenset(word for line in _lines() if line[0] not in "#-" for word in line.split())


@cache
def _phrases() -> re.Pattern[str]:
    """Phrases that claim nothing, although their words do."""
    phrases = [re.escape(line.removeprefix("- ")) for line in _lines() if line[0] == "-"]
    return re.compile(rf"(?i)\b(?:{'|'.join(phrases)})\b")


def _lines() -> list[str]:
    text = files("sparring.talking").joinpath("chatter.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line]


def _words(text: str) -> Iterable[tuple[str, str]]:
    """Every word with the text before it."""
    for match in _WORD.finditer(text):
        yield match.group().removesuffix("."), text[: match.start()].rstrip(" \"'“‘(")


def _is_name(word: str, plain: str, before: str, known: Vocabulary) -> bool:
    """Whether a word names something; the letter A is also an article, and the letter I a person."""
    if plain == "a":
        last = before.rpartition(" ")[2].casefold()
        return plain in known.names and word == "A" and (last in BEFORE_A_NAME or last in known.terms)
    return word != "I" and plain.removesuffix("'s") in known.names


@cache
def _stem(plain: str) -> str:
    """A word without its ending, numbers as digits."""
    if plain.endswith("n't") and plain != "can't":
        return "not"
    plain = plain.removesuffix("'s")
    if plain in NUMBERS[2:]:
        return str(NUMBERS.index(plain))
    if plain in FORMS:
        return FORMS[plain]
    stem = next((stem for stem in STEMS if plain.startswith(stem) and plain[len(stem) :] in _ENDINGS), plain)
    return stem.removesuffix("s") if len(stem) >= SHORTEST_PLURAL and not stem.endswith("ss") else stem


def _disguised(letter: str) -> bool:
    """Whether a sign is a letter or a number in disguise, such as one in a circle, which is no part of a word."""
    name = unicodedata.name(letter, "")
    return not letter.isalnum() and any(word in name for word in ("LETTER", "DIGIT", "NUMBER", "ARROW"))
