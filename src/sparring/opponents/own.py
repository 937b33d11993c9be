"""Opponents from outside the catalogue: a class in a file, another program, an address; and those of other packages."""

import inspect
import logging
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from sparring.brains.brain import Brain
from sparring.opponents.catalogue import LEVELS, Entry, catalogue, forget_catalogues
from sparring.opponents.guest import Guest
from sparring.opponents.opponent import Opponent
from sparring.outside.engine import Engine, command_in, games_of
from sparring.outside.http_player import HttpPlayer
from sparring.rules import AnyGame, BadSetting, Player, UnknownName
from sparring.rules.naming import split
from sparring.rules.own_code import comes_from_outside, in_words
from sparring.rules.own_modules import module_at
from sparring.rules.registry import note_folder
from sparring.rules.settings import Setting

log = logging.getLogger("sparring.opponents")

GROUP = "sparring.opponents"
"""The entry point group of opponents that other packages bring."""

USUAL_LEVEL = 3

_KINDS: Mapping[str, Callable[[AnyGame, str], Player]] = {
    "engine:": lambda game, text: Engine(game, text.removeprefix("engine:")),
    "http://": lambda game, text: HttpPlayer(game, text),
    "https://": lambda game, text: HttpPlayer(game, text),
}

_TALKS = re.compile(r"llm(?::.*)?", re.DOTALL)
"""A character with a language model."""

_TALKING = "sparring.talking.entry"
"""Where these are made. That room is above this one, so it is looked up by name, as brains are."""

_CLASS = re.compile(r"(?P<place>.+\.py|\w+(?:\.\w+)+):(?P<name>[A-Za-z_]\w*)(?P<settings>:.*)?", re.DOTALL)


def is_from_outside(who: str) -> bool:
    """Whether a text names a program, an address or a class, and not an opponent of the catalogue."""
    return who.startswith(tuple(_KINDS)) or any(kind.fullmatch(who) for kind in (_TALKS, _CLASS))


def opponent_from_outside(game: AnyGame, who: str, given: Mapping[str, Any]) -> Opponent:
    """The opponent that a text from outside names."""
    if _TALKS.fullmatch(who):
        made: Opponent = import_module(_TALKING).talking_opponent(game, who, given)
        return made
    for prefix, make in _KINDS.items():
        if who.startswith(prefix):
            if given:
                raise BadSetting(f"{who} has no settings here; write them into its text.")
            return Guest(game, who, make(game, who))
    found = _CLASS.fullmatch(who)
    assert found is not None
    entry = _own(found["place"], found["name"])
    settings = split(f"own{found['settings']}")[1] if found["settings"] else {}
    return entry.opponent(game, {**settings, **given})


def _own(place: str, name: str) -> "OwnEntry":
    """The class at a place, as an entry."""
    module = module_at(place, f"The opponent {place}:{name}", "The opponent's file")
    refusal = f"{place} has no class {name!r} that is a sparring.Brain or a sparring.Player."
    entry = _entry_of(getattr(module, name, None), f"{place}:{name}", refusal)
    note_folder(entry.own, place)
    return entry


@dataclass(frozen=True)
class OwnEntry(Entry):
    """An opponent whose class is at hand: a brain or a player of the user's own."""

    own: type[Any] = Brain
    games: tuple[str, ...] = ()
    """The names of the games that it plays; empty for all."""

    def brain_class(self, game: AnyGame) -> type[Brain]:
        """The class of its brain."""
        found: type[Brain] = self.own if issubclass(self.own, Brain) else Brain
        return found

    def known_settings(self, game: AnyGame) -> dict[str, Setting]:
        """What can be set about it; nothing about a player, who takes care of itself."""
        return super().known_settings(game) if issubclass(self.own, Brain) else {}

    def brain_with(self, game: AnyGame, values: Mapping[str, Any]) -> Brain:
        """Its brain; whatever its own code raises is told in a sentence."""
        try:
            return super().brain_with(game, values)
        except BaseException as error:
            if comes_from_outside(error):
                raise
            raise UnknownName(f"The opponent {self.name} cannot be made: {in_words(error)}.") from error

    def opponent(self, game: AnyGame, given: Mapping[str, Any]) -> Opponent:
        """The opponent with these settings."""
        if issubclass(self.own, Brain):
            return super().opponent(game, given)
        if given:
            raise BadSetting(f"{self.name} is a player and has no settings, so {next(iter(given))!r} cannot be set.")
        return Guest(game, self.name, _made(self.own, game, self.name))


def _made(player_class: type[Player], game: AnyGame, name: str) -> Player:
    """A player of the class, made with the game if its constructor takes one argument, else without arguments."""
    try:
        parameters = list(inspect.signature(player_class).parameters.values())
        needed = [each for each in parameters if each.default is each.empty and each.kind < each.VAR_POSITIONAL]
        return player_class(game) if needed else player_class()  # type: ignore[call-arg]
    except BaseException as error:
        if comes_from_outside(error):
            raise
        raise UnknownName(f"The opponent {name} cannot be made: {in_words(error)}.") from error


def _entry_of(own: Any, name: str, refusal: str) -> OwnEntry:
    if not (isinstance(own, type) and issubclass(own, Brain | Player)):
        raise UnknownName(refusal)
    if inspect.isabstract(own):
        raise UnknownName(f"{name} lacks {', '.join(sorted(own.__abstractmethods__))}: every {_kind(own)} needs that.")
    said = " ".join((inspect.getdoc(own) or "").split("\n\n")[0].split())
    level = getattr(own, "level", USUAL_LEVEL)
    games = getattr(own, "games", ())
    return OwnEntry(
        name,
        about=said if own.__doc__ else f"a {_kind(own)} of another package",
        level=level if level in LEVELS else USUAL_LEVEL,
        own=own,
        games=tuple(games) if isinstance(games, tuple | list) else (),
    )


def _kind(own: type) -> str:
    return "brain" if issubclass(own, Brain) else "player"


@dataclass(frozen=True)
class BroughtEntry(Entry):
    """An opponent from outside under a name of the catalogue, as whoever runs a server lists it."""

    text: str = ""
    """What it is: a class, a program or an address."""

    games: tuple[str, ...] = ()

    def brain_class(self, game: AnyGame) -> type[Brain]:
        """The class of what stands for its brain."""
        return type(self.opponent(game, {}).brain)

    def known_settings(self, game: AnyGame) -> dict[str, Setting]:
        """Nothing can be set about it."""
        return {}

    def opponent(self, game: AnyGame, given: Mapping[str, Any]) -> Opponent:
        """The opponent, under its name."""
        if given:
            raise BadSetting(f"Nothing can be set about {self.name}, so {next(iter(given))!r} cannot be set.")
        found = opponent_from_outside(game, self.text, {})
        found.name = self.name
        return found


def entry_for(game: AnyGame, who: str) -> Entry:
    """The entry of the opponent that a text names; one from outside has an entry that says what it is."""
    if not is_from_outside(who):
        return catalogue(game)[split(who)[0]]
    if _TALKS.fullmatch(who):
        about, face = import_module(_TALKING).introduction(who)
        return BroughtEntry(_name_in(who), about, USUAL_LEVEL, face=face, talks=True, text=who)
    if found := _CLASS.fullmatch(who):
        return _own(found["place"], found["name"])
    return BroughtEntry(who, "from outside", USUAL_LEVEL, text=who)


_brought: dict[str, OwnEntry | BroughtEntry | None] = {}


def bring(text: str) -> str:
    """Put an opponent from outside into the catalogue: `NAME=TEXT`, or a text alone; returns its name.

    An engine that says which games it plays is listed for these only.
    """
    named = re.fullmatch(r"(\w+)=(.+)", text, re.DOTALL)
    name, text = (named[1], named[2]) if named else (_name_in(text), text)
    if not is_from_outside(text):
        raise UnknownName(f"{text!r} is neither a class (FILE.py:CLASS) nor engine:COMMAND nor an address nor llm:….")
    if name in _brought:
        raise BadSetting(f"There are two opponents {name!r}; name them, as in other=engine:./my_engine.")
    games: tuple[str, ...] = ()
    if (found := _CLASS.fullmatch(text)) is not None:
        games = _own(found["place"], found["name"]).games
    elif text.startswith("engine:"):
        games = games_of(text.removeprefix("engine:"))
    about, face, talks = "brought by whoever runs this server", "", _TALKS.fullmatch(text) is not None
    if talks:
        about, face = import_module(_TALKING).introduction(text)
    _brought[name] = BroughtEntry(name, about, USUAL_LEVEL, face=face, talks=talks, text=text, games=games)
    forget_catalogues()
    return name


def _name_in(text: str) -> str:
    """A name for an opponent from outside: that of its class, its program or its host."""
    if _TALKS.fullmatch(text):
        return split(text)[1].get("character", "llm")
    if found := _CLASS.fullmatch(text):
        return found["name"]
    if text.startswith("engine:"):
        return re.sub(r"\W", "_", PurePath(shlex.split(command_in(text.removeprefix("engine:")))[0]).stem)
    return re.sub(r"\W", "_", urlsplit(text).hostname or "address")


def installed_entries(game: str) -> dict[str, Entry]:
    """The opponents that installed packages and the operator bring for a game.

    One that cannot be loaded is logged once and left out.
    """
    found = {point.name: _load(point) for point in _installed()} | _brought
    return {name: entry for name, entry in found.items() if entry and (not entry.games or game in entry.games)}


def _installed() -> list[EntryPoint]:
    return list(entry_points(group=GROUP))


@cache
def _load(point: EntryPoint) -> OwnEntry | None:
    try:
        if not re.fullmatch(r"\w+", point.name):
            raise UnknownName(f"{point.name!r} is no name for an opponent; use letters, digits and _.")
        return _entry_of(point.load(), point.name, f"{point.value} is no sparring.Brain or sparring.Player.")
    except BaseException as error:  # a faulty package must not take the other opponents away
        if comes_from_outside(error):
            raise
        log.warning("The opponent %r (%s) cannot be used: %s.", point.name, point.value, in_words(error))
        return None
