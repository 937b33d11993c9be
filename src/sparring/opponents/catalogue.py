"""The opponents of each game: those in the `opponents.toml` beside it, or three levels; and those for every game."""

import importlib
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from sparring.brains.brain import Brain
from sparring.brains.learned import LEARNED, found_path
from sparring.brains.limited_sight import LimitedSight, Measure
from sparring.opponents.evaluations import demand_evaluation, evaluation_setting, prepared_for
from sparring.opponents.faults import BadCatalogue
from sparring.opponents.levels import STRONGEST, TABLE, WEAKEST, check_sight, level_tables
from sparring.opponents.opponent import ABSURD, Character, Opponent
from sparring.opponents.settings import CHARACTER, PLAYS_AS, STYLES, adaptive_settings, resolve
from sparring.rules import AnyGame, UnknownName, kernels, one_of
from sparring.rules.capabilities import HasChance
from sparring.rules.files import read_text
from sparring.rules.naming import split
from sparring.rules.own_code import loading
from sparring.rules.registry import folder_of
from sparring.rules.registry import game as find_game
from sparring.rules.settings import Number, OneOf, Setting

LEVELS = range(WEAKEST, STRONGEST + 1)

TRAINED = {
    "about": "Has taught itself by playing against itself on this machine.",
    "level": 5,
    "brain": "sparring.brains.alphabeta:AlphaBeta",
    "evaluation": LEARNED,
    "time": 1,
}
"""The opponent that a game has once `sparring train` has learned an evaluation, unless it has a search of its own."""

_importing = threading.RLock()
"""Held while a brain is imported: Numba cannot be imported by two threads at once through different modules."""


@dataclass(frozen=True)
class Entry:
    """One opponent of a game."""

    name: str
    about: str
    level: int
    """How strong it is meant to be, from 1 to 6."""

    brain: str = ""
    """The class of its brain, as `package.module:Class`."""

    compiled: str = ""
    """The class of its brain in games that have a kernel, if that is a different one."""

    hidden: str = ""
    """The class of its brain in games that hide something, if that is a different one."""

    face: str = ""
    tier: str = ""
    explains: bool = False
    talks: bool = False
    """Whether it has a language model, and replies to what people say."""

    talks_as: str = ""
    """The character with a language model that this opponent plays for when the model does not answer."""

    adapts: bool = False
    """Whether it plays as another opponent of the game: the one that suits the person, or else the default."""

    exact: bool = False
    """Whether it always plays the best move, so that it has no difficulty."""

    sight: Mapping[str, float] = field(default_factory=dict)
    """How far it looks if that is limited, as {depth = 2.6} or {playouts = 30}; see `brains/limited_sight.py`."""

    slack: float = 0.0
    """How readily it plays what looks a little worse to it; see `opponents/slips.py`."""

    absurd: float = ABSURD
    """The loss of expected score that it never slips into."""

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
        """The class of its brain: the one for games that hide something, or compiled where it can be."""
        if self.adapts:
            return self._played_by_default(game).brain_class(game)
        position, brain = game.start(Random(0)), self.brain
        if self.hidden and hasattr(game.view(position, 0), "sample"):
            brain = self.hidden
        elif self.compiled and kernels.has_kernel(position) and not isinstance(game, HasChance):
            brain = self.compiled
        module, _, name = brain.partition(":")
        with _importing, loading(f"The brain {brain!r} of {self.name}", BadCatalogue):
            found: type[Brain] = getattr(importlib.import_module(module), name)
        if not all(isinstance(setting, Setting) for setting in found.settings):
            raise BadCatalogue(f"The settings of the brain {brain!r} must be a tuple of sparring.Setting values.")
        return found

    def known_settings(self, game: AnyGame) -> dict[str, Setting]:
        """What can be set about it in this game, with the ranges and the defaults that hold for it."""
        if self.adapts:
            others = [name for name, entry in catalogue(game).entries.items() if not entry.adapts]
            usual = self._played_by_default(game)
            return {**adaptive_settings(others, usual.name), **usual.known_settings(game)}
        known = dict(CHARACTER)
        if self.exact:
            del known["difficulty"]
        styles = tuple(style for style in STYLES if style == "balanced" or style in game.tactics)
        known["style"] = replace(known["style"], range=OneOf(styles))
        known |= {setting.name: setting for setting in self._brain_settings(game)}
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

    def brain_with(self, game: AnyGame, values: Mapping[str, Any]) -> Brain:
        """Its brain, built with the values of its settings."""
        brain_class, known = self.brain_class(game), self.known_settings(game)
        arguments = {name: value for name, value in self.options.items() if name not in known}
        arguments |= {setting.name: values[setting.name] for setting in self._brain_settings(game)}
        game = prepared_for(game, arguments)
        if not self.sight:
            return brain_class(game, **arguments)
        [(name, far)] = self.sight.items()
        return LimitedSight(game, lambda amount: brain_class(game, **{name: amount}, **arguments), Measure(name), far)

    def opponent(self, game: AnyGame, given: Mapping[str, Any]) -> Opponent:
        """The opponent with these settings."""
        demand_evaluation(game, given)
        values = resolve(self.name, self.known_settings(game), given)
        character = {name: values[name] for name in CHARACTER if name != "difficulty"}
        try:
            brain = self.brain_with(game, values)
        except TypeError as error:
            raise BadCatalogue(
                f"{self.name} of {game.title} is not described well in opponents.toml: {error}."
            ) from None
        return Opponent(
            game,
            _text(self.name, given),
            brain,
            Character(**character, slack=self.slack, absurd=self.absurd, says=self.says, explains=self.explains),
        )

    def _brain_settings(self, game: AnyGame) -> tuple[Setting, ...]:
        """What can be set about its brain: nothing if its sight is limited, because that makes its strength."""
        if self.sight:
            return ()
        brain = self.brain_class(game)
        return *brain.settings, *evaluation_setting(game, brain)

    def _played_by_default(self, game: AnyGame) -> "Entry":
        """Whom an adaptive opponent plays as when nobody says for whom."""
        known = catalogue(game)
        return known[known.default]


@dataclass(frozen=True)
class Catalogue:
    """All opponents of one game."""

    entries: Mapping[str, Entry]
    default: str
    """The opponent that people play if they name none."""

    analyst: str
    """The opponent whose brain analyses positions."""

    anchor: str
    """The opponent that ratings are measured from; its strength does not depend on the machine."""

    opening_plies: int = 2
    """The number of random plies at the start of games that measure strength."""

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
    """An opponent by its text: `NAME` or `NAME:key=value,key=value`; settings may be given as keywords too.

    An opponent from outside is a class (`FILE.py:CLASS`), a program (`engine:COMMAND`) or an address (`http://…`).

    >>> opponent("tictactoe", "minimax", depth=6).name
    'minimax:depth=6'
    """
    from sparring.opponents.own import is_from_outside, opponent_from_outside  # it builds upon entries

    game = find_game(game)
    return opponent_from_outside(game, who, given) if is_from_outside(who) else listed_opponent(game, who, **given)


def listed_opponent(game: AnyGame, who: str, /, **given: Any) -> Opponent:
    """An opponent of the catalogue by its text; a file, a program or an address is not looked at."""
    name, settings = split(who)
    entry = catalogue(game)[name]
    given = {**settings, **given}
    return _stand_in(game, entry, given) if entry.adapts else entry.opponent(game, given)


def _stand_in(game: AnyGame, entry: Entry, given: Mapping[str, Any]) -> Opponent:
    """The opponent that an adaptive one plays as, under the adaptive one's name."""
    own = adaptive_settings([], "")
    known = entry.known_settings(game)
    read = {name: known[name].read(value) for name, value in given.items() if name in own}
    passed_on = {name: value for name, value in given.items() if name not in own}
    found = listed_opponent(game, read.get(PLAYS_AS, known[PLAYS_AS].default), **passed_on)
    found.name = _text(entry.name, given)
    return found


def _text(name: str, given: Mapping[str, Any]) -> str:
    """An opponent's name with the settings that were given."""
    return name + (":" + ",".join(f"{key}={value}" for key, value in given.items()) if given else "")


def forget_catalogues() -> None:
    """Read all catalogues again when they are needed next."""
    _read.cache_clear()


@cache
def _read(game_class: type[AnyGame]) -> Catalogue:
    everywhere, own = _shipped("everywhere.toml"), _beside(game_class) or _shipped("levels.toml")
    default = own.pop("default", everywhere.pop("default"))
    analyst = own.pop("analyst", everywhere.pop("analyst"))
    anchor = own.pop("anchor", everywhere.pop("anchor"))
    plies = own.pop("opening_plies", everywhere.pop("opening_plies"))
    if not isinstance(plies, int) or plies < 0:
        raise BadCatalogue(f"opening_plies of {game_class.title} must be a whole number from 0, not {plies!r}.")
    usual = everywhere.pop(TABLE)
    recipe = own.pop(TABLE, usual)
    tables = {**own, **{name: table for name, table in everywhere.items() if name not in own}}
    if found_path(game_class) is not None and not hasattr(game_class, "practice"):  # else its own opponents use it
        tables = {LEARNED: dict(TRAINED), **tables}
    tables |= {name: table for name, table in level_tables(recipe, usual["says"], tables).items() if name not in own}
    for role, name in (("default", default), ("analyst", analyst), ("anchor", anchor)):
        if name not in tables:
            raise BadCatalogue(f"The {role} {name!r} is none of the opponents of {game_class.title}.")
        if tables[name].get("adapts"):
            raise BadCatalogue(f"The {role} of {game_class.title} cannot be {name!r}, which plays as another opponent.")
    entries = {name: _entry(name, table) for name, table in tables.items()}
    from sparring.opponents.own import installed_entries  # it builds upon entries

    entries |= {name: entry for name, entry in installed_entries(game_class.name).items() if name not in entries}
    return Catalogue(entries, default, analyst, anchor, plies)


def _shipped(name: str) -> dict[str, Any]:
    """A list of opponents that comes with this package."""
    return tomllib.loads(files("sparring.opponents").joinpath(name).read_text("utf-8"))


def _beside(game_class: type[AnyGame]) -> dict[str, Any]:
    """The opponents.toml beside a game's module, if there is one."""
    folder = folder_of(game_class)
    if folder is None or not (path := folder / "opponents.toml").is_file():
        return {}
    try:
        return tomllib.loads(read_text(path, "The list of opponents"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadCatalogue(f"{path} cannot be read: {error}.") from None


def _entry(name: str, table: Any) -> Entry:
    if not isinstance(table, dict):
        raise BadCatalogue(f"{name!r} in opponents.toml is no opponent: one is a table, [{name}].")
    known = {field.name for field in fields(Entry)} - {"name", "options"}
    plain = {key: value for key, value in table.items() if key in known}
    options = {key: value for key, value in table.items() if key not in known}
    needed = {"about", "level"} if plain.get("adapts") else {"about", "brain", "level"}
    if missing := sorted(needed - set(plain)):
        raise BadCatalogue(f"The opponent {name} lacks {one_of(missing)} in opponents.toml.")
    if plain["level"] not in LEVELS:
        raise BadCatalogue(f"The level of {name} must be a whole number from 1 to 6, not {plain['level']!r}.")
    if "sight" in plain:
        check_sight(name, plain["sight"])
    return Entry(name, **plain, options=options)
