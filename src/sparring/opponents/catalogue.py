"""The opponents of each game: those in the `opponents.toml` beside it, and those that play every game."""

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from sparring.brains.brain import Brain
from sparring.opponents.opponent import Character, Opponent
from sparring.opponents.settings import CHARACTER, STYLES, resolve
from sparring.rules import AnyGame, SparringError, UnknownName, kernels, one_of
from sparring.rules.naming import split
from sparring.rules.registry import folder_of
from sparring.rules.registry import game as find_game
from sparring.rules.settings import Number, OneOf, Setting

LEVELS = range(1, 7)


class BadCatalogue(SparringError):
    """An opponents.toml that cannot be used."""


@dataclass(frozen=True)
class Entry:
    """One opponent of a game."""

    name: str
    about: str
    brain: str
    """The class of its brain, as `package.module:Class`."""

    level: int
    """How strong it is meant to be, from 1 to 6."""

    compiled: str = ""
    """The class of its brain in games that have a kernel, if that is a different one."""

    face: str = ""
    tier: str = ""
    explains: bool = False
    says: Mapping[str, list[str]] = field(default_factory=dict)
    ranges: Mapping[str, list[float]] = field(default_factory=dict)
    """Narrower bounds for settings, as [low, high]."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Its own defaults for settings, and whatever else its brain is built with."""

    @property
    def style(self) -> str:
        """Which of equally good moves it prefers."""
        return str(self.options.get("style", CHARACTER["style"].default))

    def brain_class(self, game: AnyGame) -> type[Brain]:
        """The class of its brain, compiled where it can be."""
        brain = self.compiled if self.compiled and kernels.has_kernel(game.start(Random(0))) else self.brain
        module, _, name = brain.partition(":")
        try:
            found: type[Brain] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise BadCatalogue(f"The brain {brain!r} of {self.name} cannot be loaded: {error}.") from None
        if not all(isinstance(setting, Setting) for setting in found.settings):
            raise BadCatalogue(f"The settings of the brain {brain!r} must be a tuple of sparring.Setting values.")
        return found

    def known_settings(self, game: AnyGame) -> dict[str, Setting]:
        """What can be set about it in this game, with the ranges and the defaults that hold for it."""
        known = dict(CHARACTER)
        styles = tuple(style for style in STYLES if style == "balanced" or style in game.tactics)
        known["style"] = replace(known["style"], range=OneOf(styles))
        known |= {setting.name: setting for setting in self.brain_class(game).settings}
        for name, (low, high) in self.ranges.items():
            wide = known[name].range if name in known else None
            if not isinstance(wide, Number):
                raise BadCatalogue(f"ranges.{name} of {self.name} in opponents.toml: {name} is no number to be set.")
            known[name] = replace(known[name], range=Number(low, high, wide.whole))
        for name, value in self.options.items():
            if name in known:
                default = known[name].range.read(f"{name} of {self.name}", value)
                known[name] = replace(known[name], default=default)
        return known


@dataclass(frozen=True)
class Catalogue:
    """All opponents of one game."""

    entries: Mapping[str, Entry]
    default: str
    """The opponent that people play if they name none."""

    analyst: str
    """The opponent whose brain analyses positions."""

    def __getitem__(self, name: str) -> Entry:
        if name in self.entries:
            return self.entries[name]
        alike = [known for known in self.entries if known.casefold() == name.casefold()]
        if alike:
            return self.entries[alike[0]]
        raise UnknownName(f"There is no opponent {name!r} in this game; there is {one_of(list(self.entries))}.")


def catalogue(game: str | AnyGame) -> Catalogue:
    """All opponents of a game: first its own, then those that play every game."""
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
    values = resolve(entry.name, known, given)
    brain_class = entry.brain_class(game)
    thinking = {setting.name: values[setting.name] for setting in brain_class.settings}
    arguments = {name: value for name, value in entry.options.items() if name not in known}
    character = {name: values[name] for name in CHARACTER if name != "difficulty"}
    try:
        brain = brain_class(game, **thinking, **arguments)
    except TypeError as error:
        raise BadCatalogue(f"{entry.name} of {game.title} is not described well in opponents.toml: {error}.") from None
    return Opponent(
        game,
        entry.name + (":" + ",".join(f"{key}={value}" for key, value in given.items()) if given else ""),
        brain,
        Character(**character, says=entry.says, explains=entry.explains),
    )


@cache
def _read(game_class: type[AnyGame]) -> Catalogue:
    everywhere = tomllib.loads(files("sparring.opponents").joinpath("everywhere.toml").read_text("utf-8"))
    own = _beside(game_class)
    default = own.pop("default", everywhere.pop("default"))
    analyst = own.pop("analyst", everywhere.pop("analyst"))
    tables = {**own, **{name: table for name, table in everywhere.items() if name not in own}}
    for role, name in (("default", default), ("analyst", analyst)):
        if name not in tables:
            raise BadCatalogue(f"The {role} {name!r} is none of the opponents of {game_class.title}.")
    return Catalogue({name: _entry(name, table) for name, table in tables.items()}, default, analyst)


def _beside(game_class: type[AnyGame]) -> dict[str, Any]:
    """The opponents.toml beside a game's module, if there is one."""
    folder = folder_of(game_class)
    if folder is None or not (path := folder / "opponents.toml").is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadCatalogue(f"{path} cannot be read: {error}.") from None


def _entry(name: str, table: Any) -> Entry:
    if not isinstance(table, dict):
        raise BadCatalogue(f"{name!r} in opponents.toml is no opponent: one is a table, [{name}].")
    known = {field.name for field in fields(Entry)} - {"name", "options"}
    plain = {key: value for key, value in table.items() if key in known}
    options = {key: value for key, value in table.items() if key not in known}
    if missing := sorted({"about", "brain", "level"} - set(plain)):
        raise BadCatalogue(f"The opponent {name} lacks {one_of(missing)} in opponents.toml.")
    if plain["level"] not in LEVELS:
        raise BadCatalogue(f"The level of {name} must be a whole number from 1 to 6, not {plain['level']!r}.")
    return Entry(name, **plain, options=options)
