"""What a model answered: the option, its words and the facts it speaks of, or what is wrong with the answer."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sparring.rules.said import one_line

LONGEST_TEXT = 240
"""The most characters of a text that are shown."""

MOST_STARTS = 50
"""How many opening braces are tried as the start of an answer."""

ENDINGS = '"}', "}", '"]}', "]}"
"""What an object lacks that was cut off in a text, behind a value, in a list of texts, or behind one of them."""


@dataclass(frozen=True)
class Answer:
    """An option, and what the model says about it."""

    option: str
    reason: str
    cited: tuple[str, ...] = ()
    """The ids of the facts that the reason speaks of."""


@dataclass(frozen=True)
class Wrong:
    """An answer that cannot be used."""

    why: str
    """What is wrong with it, in a sentence to the model."""


def read_answer(text: str, options: Sequence[str], ids: Collection[str]) -> Answer | Wrong:
    """The answer in a text that holds JSON, whatever stands around it.

    >>> read_answer('Sure! {"option": "B2", "reason": "The middle.", "facts": ["f1"]}', ["a1", "b2"], {"f1"})
    Answer(option='b2', reason='The middle.', cited=('f1',))
    >>> read_answer('{"option": "d9", "reason": ""}', ["a1", "b2"], set())
    Wrong(why='"d9" is not one of the legal options.')
    """
    found = read_object(text)
    if found is None:
        return Wrong("The answer was not a JSON object.")
    said = found.get("option")
    if not isinstance(said, str):
        return Wrong('The answer has no text named "option".')
    alike = [option for option in options if option == said.strip()] or [
        option for option in options if option.casefold() == said.strip().casefold()
    ]
    if len(alike) != 1:
        return Wrong(f'"{one_line(said, 60)}" is not one of the legal options.')
    return Answer(alike[0], words_of(found, "reason"), cited_in(found, ids))


def read_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in a text, after the last thought that a model has written down.

    One that was cut off is read as far as it goes.

    >>> read_object('{"option": "b2", "reason": "On and on and')
    {'option': 'b2', 'reason': 'On and on and'}
    """
    text = re.split(r"</think(?:ing)?>", text)[-1]
    decoder = json.JSONDecoder()
    for start, _ in zip(re.finditer(r"\{", text), range(MOST_STARTS), strict=False):
        try:
            found, _ = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    return _cut_off(text[text.find("{") :])


def _cut_off(text: str) -> dict[str, Any] | None:
    """An object whose end is missing, because the model had no tokens left."""
    for left, ending in product((text.rstrip().rstrip(",\\"), text.rpartition(",")[0]), ENDINGS):
        try:
            found = json.loads(left + ending)
        except (ValueError, RecursionError):
            continue
        return found if isinstance(found, dict) else None
    return None


def words_of(found: dict[str, Any], name: str) -> str:
    """A text of an answer as people may see it; empty if there is none."""
    said = found.get(name)
    return one_line(said, LONGEST_TEXT) if isinstance(said, str) else ""


def cited_in(found: dict[str, Any], ids: Collection[str]) -> tuple[str, ...]:
    """The ids of facts that an answer names, as far as there are such facts."""
    named = found.get("facts")
    if not isinstance(named, list):
        return ()
    return tuple(dict.fromkeys(each for each in named if isinstance(each, str) and each in ids))
