"""Finds games by name: installed games, registered games, and classes in the user's own files."""

import inspect
import logging
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from threading import Lock
from typing import Any

from sparring.rules.errors import BadSetting, SparringError, UnknownName, one_of
from sparring.rules.game import AnyGame, Game
from sparring.rules.naming import split
from sparring.rules.own_code import comes_from_outside, in_words, keep_from_exiting
from sparring.rules.own_modules import module_at
from sparring.rules.settings import Setting

log = logging.getLogger("sparring.rules")

GROUP = "sparring.games"

LONGEST_TEXT = 20_000
"""The most characters of a text that names a game with its settings, such as two decks of own cards."""

KEPT = 32
"""The most games with settings that stay open; those that were asked for longest ago are forgotten."""

_registered: dict[str, type[AnyGame]] = {}
_opened: OrderedDict[str, AnyGame] = OrderedDict()
"""The open games by their text, the one that was asked for last at the end."""

_keeping = Lock()
"""Held while what is open or unusable is changed."""

_unusable: dict[str, str] = {}
"""Why installed games cannot be used, by their names."""

_folders: dict[type, Path] = {}


def register(game_class: type[AnyGame]) -> type[AnyGame]:
    """Make a game known by its name. Works as a decorator."""
    _registered[game_class.name] = game_class
    with _keeping:
        for name in [name for name in _opened if name.partition(":")[0] == game_class.name]:
            del _opened[name]
    return game_class


def game_names() -> list[str]:
    """The names of all games that are installed or registered, without those that were found to be unusable."""
    return sorted(({entry.name for entry in _installed()} - set(_unusable)) | set(_registered))


def games() -> Iterator[AnyGame]:
    """The games that are installed or registered; one that cannot be loaded is logged once and left out."""
    for name in game_names():
        try:
            found = game(name)
        except BaseException as error:  # a faulty package must not hide the games of the others
            if comes_from_outside(error):
                raise
            if name not in _unusable:
                _give_up(name, f"The game {name!r}", error)
        else:
            yield found


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
    if len(spec) > LONGEST_TEXT:
        raise BadSetting(
            f"The text of a game has at most {LONGEST_TEXT} characters, its settings included, not {len(spec)}."
        )
    if "=" in spec.rpartition(":")[2]:
        spec, given = split(spec)
        settings = {**given, **settings}
    known = _opened.get(spec)
    game_class = _find(spec) if known is None else type(known)
    values = _settings(game_class, settings)
    name = spec + game_class.name_with(**values).removeprefix(game_class.name)
    opened = _opened.get(name)
    return _keep(name, _made(game_class, values, name) if opened is None else opened)


def _made(game_class: type[AnyGame], values: Mapping[str, Any], name: str) -> AnyGame:
    """A game with its settings; whatever its own code raises is told in a sentence."""
    try:
        made = game_class(**values)
        words = {word: getattr(made, word) for word in ("title", "about", "how_to_play", "seats", "offered")}
    except SparringError:
        raise
    except TypeError as error:
        raise UnknownName(f"The game {name!r} cannot be made without arguments: {in_words(error)}.") from error
    except BaseException as error:
        if comes_from_outside(error):
            raise
        raise UnknownName(f"The game {name!r} cannot be made: {in_words(error)}.") from error
    for word, value in words.items():
        is_text, parts = word in ("title", "about"), Setting if word == "offered" else str
        if not (isinstance(value, str) if is_text else _holds(value, parts)):
            needed = "a text" if is_text else f"a tuple of {'sparring.Setting values' if parts is Setting else 'texts'}"
            raise UnknownName(f"The {word} of the game {name!r} must be {needed}, not {value!r:.100}.")
    return made


def _holds(value: Any, parts: type) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(part, parts) for part in value)


def _keep(name: str, opened: AnyGame) -> AnyGame:
    """Keep a game open, unless another thread has opened it meanwhile; forget old ones that have settings."""
    with _keeping:
        kept = _opened.setdefault(name, opened)
        _opened.move_to_end(name)
        for old in [name for name in _opened if "=" in name][:-KEPT]:
            del _opened[old]
    return kept


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


def own_folders() -> set[Path]:
    """The folders of the files and modules from which games and opponents of the user's own were loaded."""
    return set(_folders.values())


def note_folder(own: type, place: str) -> None:
    """Remember the folder of a class of the user's own, by the file or the module that it was loaded from."""
    if place.endswith(".py"):
        _folders[own] = Path(place).resolve().parent
    elif not own.__module__.startswith("sparring.") and (folder := folder_of(own)) is not None:
        _folders[own] = folder


def folder_of(own: type) -> Path | None:
    """The folder of the file that defines a class; None if the class was typed at a prompt."""
    if own in _folders:
        return _folders[own]
    try:
        return Path(inspect.getfile(own)).parent
    except (OSError, TypeError):
        return None


def _find(spec: str) -> type[AnyGame]:
    if spec in _registered:
        return _registered[spec]
    for entry in _installed():
        if entry.name == spec:
            return _class_of(entry)
    place, colon, class_name = spec.rpartition(":")
    if not colon:
        raise UnknownName(
            f"There is no game {spec!r}; there is {one_of(game_names())}. "
            "A game of your own is named by file and class, as in nim.py:Nim."
        )
    own = _complete(
        getattr(module_at(place, f"The game {spec!r}", "The game file"), class_name, None), place, class_name
    )
    note_folder(own, place)
    return own


def _complete(own: Any, place: str, class_name: str) -> type[AnyGame]:
    """The class, if it is a game's and has everything that a game needs."""
    if not (isinstance(own, type) and issubclass(own, Game)):
        raise UnknownName(f"{place} has no game class {class_name!r}.")
    if inspect.isabstract(own):
        missing = sorted(own.__abstractmethods__)
        raise UnknownName(f"{class_name} in {place} lacks {', '.join(missing)}: every game needs these methods.")
    if lacking := [word for word in ("name", "title") if not isinstance(getattr(own, word, None), str)]:
        raise UnknownName(
            f"{class_name} in {place} lacks its {' and '.join(lacking)}, as in name, title = 'nim', 'Nim'."
        )
    if not isinstance(own.settings, Mapping):
        raise UnknownName(f"The settings of {class_name} in {place} must be a mapping from names to defaults.")
    keep_from_exiting(own)
    return own


def _class_of(entry: EntryPoint) -> type[AnyGame]:
    """The class that an entry point names; one that cannot be imported is logged once, and not tried again."""
    if entry.name not in _unusable:
        try:
            return _complete(entry.load(), entry.module, entry.attr)
        except BaseException as error:
            if comes_from_outside(error):
                raise
            _give_up(entry.name, f"The entry point {entry.name!r} ({entry.value})", error)
    raise UnknownName(_unusable[entry.name])


def _give_up(name: str, what: str, error: BaseException) -> None:
    """Remember why an installed game cannot be used, and log it in one sentence."""
    said = in_words(error)
    why = said.partition(": ")[2].removesuffix(".") if isinstance(error, SparringError) else said
    with _keeping:
        known = name in _unusable  # another thread was faster
        _unusable[name] = f"{what} cannot be loaded: {why}."
    if not known:
        log.warning("%s", _unusable[name])
