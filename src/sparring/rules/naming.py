"""Names of games and opponents with their settings: `NAME` or `NAME:key=value,key=value`."""

from sparring.rules.errors import BadSetting


def split(text: str) -> tuple[str, dict[str, str]]:
    """Split a text into a name and its settings.

    >>> split("minimax:depth=8,time=2")
    ('minimax', {'depth': '8', 'time': '2'})
    """
    name, colon, rest = text.rpartition(":")
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
