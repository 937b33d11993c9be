"""The opponents of each game, read from the `opponents.toml` beside it, with those that play everything."""

import importlib
import inspect
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sparring.brains.brain import Brain
from sparring.opponents.opponent import Character, Opponent
from sparring.opponents.settings import CHARACTER, STYLES, THINKING, Number, OneOf, Setting, resolve, split
from sparring.rules import AnyGame, BrokenGame, UnknownName, one_of
from sparring.rules.registry import game as find_game


@dataclass(frozen=True)
class Entry:
    """One opponent of a game."""

    name: str
    about: str
    brain: str
    """Where its brain's class is, as `package.module:Class`."""

    level: int
    """How strong it is meant to be, from 1 to 6."""

    face: str = ""
    tier: str = ""
    explains: bool = False
    says: Mapping[str, list[str]] = field(default_factory=dict)
    ranges: Mapping[str, list[float]] = field(default_factory=dict)
    """Narrower bounds for settings, as [low, high]."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """Its own defaults for settings."""

    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What else its brain is built with."""

    @property
    def style(self) -> str:
        """Which of equally good moves it prefers."""
        return str(self.settings.get("style", CHARACTER["style"].default))

    def brain_class(self) -> type[Brain]:
        """The class of its brain."""
        module, _, name = self.brain.partition(":")
        found: type[Brain] = getattr(importlib.import_module(module), name)
        return found

    def known_settings(self, game: AnyGame) -> dict[str, Setting]:
        """What can be set about it in this game, with the ranges that hold for it."""
        thinking = {name: THINKING[name] for name in sorted(self.brain_class().settings)}
        known = {**CHARACTER, **thinking}
        styles = tuple(style for style in STYLES if style == "balanced" or style in game.tactics)
        known["style"] = replace(known["style"], range=OneOf(styles))
        for name, (low, high) in self.ranges.items():
            wide = known[name].range
            assert isinstance(wide, Number)
            known[name] = replace(known[name], range=Number(low, high, wide.whole))
        return known


@dataclass(frozen=True)
class Catalogue:
    """All opponents of one game."""

    entries: Mapping[str, Entry]
    default: str
    """Whom you play if you do not say."""

    analyst: str
    """Whose brain judges best."""

    def __getitem__(self, name: str) -> Entry:
        if name in self.entries:
            return self.entries[name]
        alike = [known for known in self.entries if known.casefold() == name.casefold()]
        if alike:
            return self.entries[alike[0]]
        raise UnknownName(f"There is no opponent {name!r} in this game; there is {one_of(list(self.entries))}.")


def catalogue(game: str | AnyGame) -> Catalogue:
    """The opponents of a game, its own first."""
    return _read(type(find_game(game)))


def opponent(game: str | AnyGame, who: str, /, **given: Any) -> Opponent:
    """An opponent by its text, `NAME` or `NAME:key=value,key=value`; settings may be given as keywords too.

    >>> opponent("tictactoe", "minimax", depth=6).name
    'minimax:depth=6'
    """
    game = find_game(game)
    name, settings = split(who)
    entry = catalogue(game)[name]
    known = entry.known_settings(game)
    given = {**settings, **given}
    values = resolve(entry.name, known, entry.settings, given)
    brain_class = entry.brain_class()
    thinking = {name: values[name] for name in brain_class.settings}
    character = {name: values[name] for name in ("style", "randomness", "pace_min", "pace_max", "time")}
    return Opponent(
        game,
        entry.name + (":" + ",".join(f"{key}={value}" for key, value in given.items()) if given else ""),
        brain_class(game, **thinking, **entry.arguments),
        Character(**character, says=entry.says, explains=entry.explains),
    )


@cache
def _read(game_class: type[AnyGame]) -> Catalogue:
    everywhere = tomllib.loads(files("sparring.opponents").joinpath("everywhere.toml").read_text("utf-8"))
    try:
        beside = Path(inspect.getfile(game_class)).with_name("opponents.toml")
        own = tomllib.loads(beside.read_text("utf-8"))
    except (OSError, TypeError):  # a game of one file, or typed at a prompt, has none
        own = {}
    default = own.pop("default", everywhere.pop("default"))
    analyst = own.pop("analyst", everywhere.pop("analyst"))
    tables = {**own, **{name: table for name, table in everywhere.items() if name not in own}}
    return Catalogue({name: _entry(name, table) for name, table in tables.items()}, default, analyst)


def _entry(name: str, table: dict[str, Any]) -> Entry:
    own = {key: table.pop(key) for key in list(table) if key in {*CHARACTER, *THINKING}}
    known = {field.name for field in fields(Entry)} - {"name", "settings", "arguments"}
    plain = {key: table.pop(key) for key in list(table) if key in known}
    try:
        return Entry(name, **plain, settings=own, arguments=table)
    except TypeError as error:
        raise BrokenGame(f"The opponent {name} is not described in full: {error}") from None
