"""Characters that talk by their text: `llm:character=mentor,strength=level3,model=NAME`."""

from collections.abc import Mapping
from typing import Any

from sparring.opponents import Opponent, catalogue, opponent
from sparring.opponents.settings import CHARACTER
from sparring.rules import AnyGame, BadSetting, one_of
from sparring.rules.naming import split
from sparring.rules.settings import Setting
from sparring.talking.characters import Persona, persona, personas
from sparring.talking.client import Client
from sparring.talking.endpoint import configured_endpoint
from sparring.talking.talker import Manner, Talker

NAME, DEFAULT = "llm", "mentor"
PACES = "pace_min", "pace_max"


def talking_settings(game: AnyGame) -> dict[str, Setting]:
    """What can be set about a character that talks."""
    settings = (
        Setting.choice("character", *personas(), default=DEFAULT, about="who talks"),
        Setting.choice(
            "strength",
            *(name for name, entry in catalogue(game).entries.items() if not entry.adapts),
            default=None,
            about="the opponent whose picks the model chooses among; without it, the model chooses among all options",
        ),
        Setting.text("model", 200, default="", about="the language model to ask, if not the usual one"),
        Setting.number("wait", 0.5, 300, default=20.0, about="the most seconds that it waits for its model"),
        Setting.switch("talk", default=True, about="whether it says what its model says"),
    )
    paces = {name: CHARACTER[name] for name in PACES}
    return {setting.name: setting for setting in settings} | paces


def talking_opponent(game: AnyGame, who: str, given: Mapping[str, Any]) -> Opponent:
    """The character that a text names, with the opponent that plays for it where its model does not."""
    given = {**split(who)[1], **given}
    known = talking_settings(game)
    if unknown := [name for name in given if name not in known]:
        raise BadSetting(f"{NAME} has no setting {unknown[0]!r}; it has {one_of(sorted(known))}.")
    read = {name: known[name].read(value) for name, value in given.items()}
    values = {name: read.get(name, setting.default) for name, setting in known.items()}
    endpoint = configured_endpoint(values["model"])
    character = persona(values["character"])
    paces = {name: read[name] for name in PACES if name in read}
    behind = opponent(game, values["strength"] or stand_in(game, character), **paces)
    manner = Manner(values["wait"], bound=values["strength"] is not None, talks=values["talk"])
    text = NAME + (":" + ",".join(f"{key}={value}" for key, value in given.items()) if given else "")
    return Talker(game, text, character, behind, Client(endpoint), manner)


def introduction(text: str) -> tuple[str, str]:
    """A line about the character that a text names, and its face; raises an error if it cannot talk."""
    given = split(text)[1]
    configured_endpoint(given.get("model", ""))
    who = persona(given.get("character", DEFAULT))
    return who.about, who.face


def stand_in(game: AnyGame, who: Persona) -> str:
    """The opponent that a character plays as by itself: the game's own of that kind, or the level nearest to it."""
    entries = catalogue(game).entries
    for name, entry in entries.items():
        if entry.talks_as == who.name:
            return name
    levels = [name for name in entries if name.removeprefix("level").isdecimal()]
    return levels[round(who.plays * (len(levels) - 1))] if levels else catalogue(game).default
