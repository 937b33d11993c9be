"""Who talks: four characters that come with the package, and those that a user describes in a file."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import platformdirs

from sparring.rules import BadSetting, one_of
from sparring.rules.files import read_text
from sparring.rules.said import one_line

LONGEST_VOICE = 2000
"""The most characters that a description may have."""


@dataclass(frozen=True)
class Persona:
    """A character: how it speaks, and how strong it plays without its model."""

    name: str
    about: str
    """One line about it, for people."""

    voice: str
    """How it speaks, for the model."""

    face: str = "~(o_o)~"
    plays: float = 0.5
    """How strong it plays by itself, from 0 (the gentlest level of a game) to 1 (the strongest)."""

    temperature: float = 0.7
    silence: str = "Let us play, and see."
    """What it says if it has no better reply."""


def persona(name: str) -> Persona:
    """A character by its name; raises a BadSetting that lists the known ones."""
    known = personas()
    if name not in known:
        raise BadSetting(
            f"There is no character {name!r}; there is {one_of(list(known))}. "
            f"Characters of your own are described in {own_file()}."
        )
    return known[name]


def personas() -> dict[str, Persona]:
    """All characters by name: the shipped ones, and the user's own, which may replace them."""
    own, known = own_file(), dict(_shipped())
    if not own.exists():
        if os.environ.get("SPARRING_CHARACTERS"):
            raise BadSetting(f"SPARRING_CHARACTERS names {own}, but there is no such file.")
        return known
    try:
        tables = tomllib.loads(read_text(own, "The file of your characters"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadSetting(f"{own} cannot be read: {error}.") from None
    return known | {name: _persona(name, table, str(own)) for name, table in tables.items()}


def own_file() -> Path:
    """The file of the user's characters: where SPARRING_CHARACTERS says, or in the user's settings folder."""
    named = os.environ.get("SPARRING_CHARACTERS", "")
    return Path(named) if named else Path(platformdirs.user_config_dir("sparring", appauthor=False)) / "characters.toml"


@cache
def _shipped() -> Mapping[str, Persona]:
    tables = tomllib.loads(files("sparring.talking").joinpath("characters.toml").read_text("utf-8"))
    return {name: _persona(name, table, "characters.toml") for name, table in tables.items()}


def _persona(name: str, table: Any, place: str) -> Persona:
    """A character from its table; raises a BadSetting that says what is wrong with it."""
    if not isinstance(table, dict):
        raise BadSetting(f"{name!r} in {place} is not a character: a character is a table, [{name}].")
    if not name.replace("_", "").replace("-", "").isalnum() or len(name) > 40:
        raise BadSetting(f"The name of a character in {place} must be one short word, not {name!r}.")
    known = {field.name: field for field in fields(Persona) if field.name != "name"}
    for field, value in table.items():
        if field not in known:
            raise BadSetting(f"{name} in {place} has an unknown field {field!r}; known are {', '.join(known)}.")
        if known[field].type in (float, "float"):
            most = 2.0 if field == "temperature" else 1.0
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
                raise BadSetting(f"{field} of {name} in {place} must be a number from 0 to {most:g}, not {value!r}.")
        elif not isinstance(value, str) or not value.strip():
            raise BadSetting(f"{field} of {name} in {place} must be a text.")
    if missing := sorted({"about", "voice"} - set(table)):
        raise BadSetting(f"{name} in {place} lacks {one_of(missing)}.")
    texts = {field: one_line(value, LONGEST_VOICE) for field, value in table.items() if isinstance(value, str)}
    return Persona(name, **{**table, **texts})
