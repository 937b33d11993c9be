"""Finds games by name: installed games, registered games, and classes in the user's own files."""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from sparring.rules.errors import BadSetting, UnknownName, one_of
from sparring.rules.game import AnyGame, Game
from sparring.rules.naming import split

GROUP = "sparring.games"
_registered: dict[str, type[AnyGame]] = {}
_opened: dict[str, AnyGame] = {}
_folders: dict[type[AnyGame], Path] = {}


def register(game_class: type[AnyGame]) -> type[AnyGame]:
    """Make a game known by its name. Works as a decorator."""
    _registered[game_class.name] = game_class
    for name in [name for name in _opened if name.partition(":")[0] == game_class.name]:
        del _opened[name]
    return game_class


def game_names() -> list[str]:
    """The names of all games that are installed or registered."""
    return sorted({entry.name for entry in _installed()} | set(_registered))


@cache
def _installed() -> EntryPoints:
    """The games of installed packages; cached, because the lookup reads a file of every package."""
    return entry_points(group=GROUP)


def game(spec: "str | AnyGame | type[AnyGame]", **settings: Any) -> AnyGame:
    """A game by its name, by the place of its class (`nim.py:Nim`, `mypackage.nim:Nim`), or by the class itself.

    Settings of the game are part of the text, or keyword arguments.

    >>> game("fourinarow:width=7,height=7,length=5") == game("fourinarow", width=7, height=7, length=5)
    True
    """
    if isinstance(spec, Game):
        return spec
    if isinstance(spec, type):
        return spec(**settings)
    if "=" in spec.rpartition(":")[2]:
        spec, given = split(spec)
        settings = {**given, **settings}
    game_class = type(_opened[spec]) if spec in _opened else _find(spec)
    values = _settings(game_class, settings)
    name = spec + game_class.name_with(**values).removeprefix(game_class.name)
    if name not in _opened:
        try:
            _opened[name] = game_class(**values)
        except TypeError as error:
            raise UnknownName(f"The game {name!r} cannot be made without arguments: {error}.") from None
    return _opened[name]


def _settings(game_class: type[AnyGame], given: Mapping[str, Any]) -> dict[str, int | str]:
    known = game_class.settings
    for name, value in given.items():
        if not known:
            raise BadSetting(f"{game_class.title} has no settings of its own, so {name!r} cannot be set.")
        if name not in known:
            raise BadSetting(f"{game_class.title} has no setting {name!r}; it has {one_of(list(known))}.")
        if isinstance(known[name], int) and not re.fullmatch(r"[+-]?[0-9]{1,9}", str(value)):
            raise BadSetting(f"{name} must be a whole number, not {value!r}.")
    return {name: type(usual)(given.get(name, usual)) for name, usual in known.items()}


def portable(spec: "str | AnyGame") -> "str | AnyGame":
    """What another process can find the game by: its text, or the game itself if only this process knows it."""
    return game(spec) if isinstance(spec, str) and spec.partition(":")[0] in _registered else spec


def folder_of(game_class: type[AnyGame]) -> Path | None:
    """The folder of the file that defines a game's class; None if the class was typed at a prompt."""
    if game_class in _folders:
        return _folders[game_class]
    try:
        return Path(inspect.getfile(game_class)).parent
    except (OSError, TypeError):
        return None


def _find(spec: str) -> type[AnyGame]:
    if spec in _registered:
        return _registered[spec]
    for entry in _installed():
        if entry.name == spec:
            found: type[AnyGame] = entry.load()
            return found
    place, colon, class_name = spec.rpartition(":")
    if not colon:
        raise UnknownName(
            f"There is no game {spec!r}; there is {one_of(game_names())}. "
            "A game of your own is named by file and class, as in nim.py:Nim."
        )
    own = getattr(_load(place, spec), class_name, None)
    if not (isinstance(own, type) and issubclass(own, Game)):
        raise UnknownName(f"{place} has no game class {class_name!r}.")
    if inspect.isabstract(own):
        missing = sorted(own.__abstractmethods__)
        raise UnknownName(f"{class_name} in {place} lacks {', '.join(missing)}: every game needs these methods.")
    if lacking := [word for word in ("name", "title") if not isinstance(getattr(own, word, None), str)]:
        raise UnknownName(
            f"{class_name} in {place} lacks its {' and '.join(lacking)}, as in name, title = 'nim', 'Nim'."
        )
    if place.endswith(".py"):
        _folders[own] = Path(place).resolve().parent
    return own


def _load(place: str, spec: str) -> ModuleType:
    if not place.endswith(".py"):
        try:
            return importlib.import_module(place)
        except (ImportError, ValueError, TypeError) as error:
            raise UnknownName(f"The game {spec!r} cannot be loaded: {error}.") from None
    path = Path(place).resolve()
    if not path.is_file():
        raise UnknownName(f"The game {spec!r} cannot be loaded: there is no file {place}.")
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    sys.modules.setdefault(path.stem, module)  # so that its positions can be pickled for other processes
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # so that it can import modules beside it, such as a brain
    try:
        module_spec.loader.exec_module(module)
    except Exception as error:
        if sys.modules.get(path.stem) is module:
            del sys.modules[path.stem]
        raise UnknownName(f"The game {spec!r} cannot be loaded: {type(error).__name__}: {error}.") from error
    return module
