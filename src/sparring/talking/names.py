"""The words that name things in a game, such as its cells and cards, and those that it explains."""

import re
from collections.abc import Sequence
from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import news
from sparring.rules.teaching import glossary
from sparring.talking.prompt import view_text

COMMON = frozenset({
    "a", "about", "after", "all", "also", "am", "an", "and", "another", "any", "are", "as", "at", "back", "be",
    "because", "been", "before", "but", "by", "can", "come", "could", "did", "do", "does", "done", "down", "each",
    "every", "first", "for", "from", "game", "give", "gives", "go", "goes", "good", "had", "has", "have", "he", "her",
    "here", "him", "his", "how", "if", "in", "into", "is", "it", "its", "just", "last", "let", "like", "made", "make",
    "many", "me", "more", "most", "move", "much", "my", "new", "next", "now", "of", "off", "on", "once", "one", "or",
    "other", "our", "out", "over", "pass", "play", "player", "players", "plays", "rest", "round", "said", "same",
    "say", "second", "see", "she", "side", "so", "some", "such", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "time", "to", "too", "turn", "two", "up", "us", "very", "want", "was",
    "way", "we", "well", "were", "what", "when", "where", "which", "while", "who", "whose", "will", "with", "would",
    "yet", "you", "your",
})  # fmt: skip
"""Words that name nothing, although they may begin a line with a capital."""


def names_in(game: AnyGame, view: Any, options: Sequence[str]) -> frozenset[str]:
    """Words that name things in a position, in lower case."""
    words = _words(*options, *news(game, view), view_text(game, view))
    named = {word for word in words if word[0].isupper() or any(map(str.isdigit, word))}
    return frozenset(_plain(named | {word for option in options for word in option.split()}) | _letters(options))


def terms_of(game: AnyGame) -> frozenset[str]:
    """Words that the game explains, in lower case: they claim something, even where they are chatter elsewhere."""
    return frozenset(_plain(_words(*glossary(game))))


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W_][\w.'’+-]*", text)}


def _plain(words: set[str]) -> set[str]:
    return {word.strip(".'’-").casefold() for word in words} - COMMON


def _letters(options: Sequence[str]) -> set[str]:
    """Options that are a single letter, even where that letter is a word."""
    return {option.casefold() for option in options if len(option) == 1}
