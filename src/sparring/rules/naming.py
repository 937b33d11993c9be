"""Names of games and opponents with their settings: `NAME` or `NAME:key=value,key=value`."""

import re

from sparring.rules.errors import BadSetting

_NAME = re.compile(r"(.*?):(?=\s*\w+\s*=)", re.DOTALL)
"""A name up to the colon before its first setting; the values of settings may have colons too."""


def split(text: str) -> tuple[str, dict[str, str]]:
    """Split a text into a name and its settings.

    >>> split("minimax:depth=8,time=2")
    ('minimax', {'depth': '8', 'time': '2'})
    >>> split("llm:model=llama3:8b")
    ('llm', {'model': 'llama3:8b'})
    """
    named = _NAME.match(text)
    name, colon, rest = (named[1], ":", text[named.end() :]) if named else text.rpartition(":")
    if not colon:
        return text.strip(), {}
    settings: dict[str, str] = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not (key and equals and value):
            raise BadSetting(f"{part!r} in {text!r} is not a setting; write NAME:key=value,key=value.")
        if key in settings:
            raise BadSetting(f"{key} is given twice in {text!r}.")
        settings[key] = value
    return name.strip(), settings
