"""The questions before and after a match in the terminal: which game, whom, with which settings, and whether again.

`quit` leaves at every question.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sparring.arena.directory import game_entry
from sparring.arena.standing import Standing, about_score
from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame, SparringError, one_of
from sparring.rules.registry import game as find_game
from sparring.rules.registry import games
from sparring.rules.settings import Setting
from sparring.terminal import me
from sparring.terminal.arguments import split_opponents
from sparring.terminal.keyboard import read_line, somebody_is_there
from sparring.terminal.output import console, level_bar, plain, show, table

QUIT = ("quit", "q", "exit")
HELP = ("?", "help", "more")

USUAL = ("depth", "style", "difficulty", "target", "pace_min", "pace_max")
"""Settings of opponents that most people understand; the others are listed on request."""


class Left(Exception):
    """The person has left, by `quit` or at the end of the input."""


def ask(prompt: str) -> str:
    """One line from the person."""
    try:
        return read_line(prompt).strip()
    except EOFError:
        raise Left from None


def choose_game() -> AnyGame:
    """Ask which game to play, and with which settings if it has any."""
    if not somebody_is_there():
        return next(games())
    found = list(games())
    names = [game.name for game in found]
    if len(found) > 1:
        show("Which game?")
        rows = table(">", "game", "about")
        for number, game in enumerate(found, 1):
            rows.add_row(str(number), f"[name]{plain(game.title)}[/]", plain(game.about))
        console().print(rows)
    spec = _choose(names, names[0], find_game) if len(found) > 1 else names[0]
    game = find_game(spec)
    settings = [
        SettingShown(one["name"], _range(one), one["default"], one["about"]) for one in game_entry(game)["settings"]
    ]
    return game if not settings or ":" in spec else find_game(_with_settings(game.name, settings, find_game))


def choose_opponents(game: AnyGame) -> list[str]:
    """Ask whom to play against, for each other seat, and with which settings; the list begins with the weakest."""
    known, others = catalogue(game), len(game.seats) - 1
    if not somebody_is_there():
        return [known.default] * others
    show(f"\n[name]{plain(game.title)}[/]. Whom do you want to play?\n")
    names = _list_opponents(game, me.standing_in(game))
    if others == 1:
        return [_choose_opponent(game, names, known.default)]
    chosen: list[str] = []
    while len(chosen) < others:
        show(f"Opponent {len(chosen) + 1} of {others}, or several at once with commas, such as {names[-1]},{names[0]}?")
        chosen += _choose_several(game, names, chosen[-1] if chosen else known.default, others - len(chosen))
    return chosen


def _list_opponents(game: AnyGame, standing: Standing) -> list[str]:
    """Show the opponents of a game, with what the person would score; returns their names in that order."""
    entries = sorted(
        catalogue(game).entries.values(), key=lambda entry: (not entry.adapts, _strength(standing, entry.name))
    )
    scores = [_score(standing, entry.name) if not entry.adapts else "" for entry in entries]
    rows = table(">", "", "name", "level", *([">you score"] if any(scores) else []), "about")
    for number, (entry, score) in enumerate(zip(entries, scores, strict=True), 1):
        cells = [str(number), plain(entry.face), f"[name]{entry.name}[/]", level_bar(entry)]
        rows.add_row(*cells, *([score] if any(scores) else []), plain(entry.about))
    console().print(rows)
    return [entry.name for entry in entries]


def _choose_opponent(game: AnyGame, names: list[str], default: str) -> str:
    return _with_own_settings(game, _choose(names, default, lambda text: opponent(game, text)))


def _choose_several(game: AnyGame, names: list[str], default: str, most: int) -> list[str]:
    """One opponent, asked for its settings, or a list of them; Enter takes the default as it is."""
    while True:
        entry = ask(f"Numbers or names (Enter for {default}): ")
        if not entry:
            return [default]
        if entry.lower() in QUIT:
            raise Left
        try:
            given = [_meant(names, each, lambda text: opponent(game, text)) for each in split_opponents(entry)]
        except SparringError as refusal:
            show(f"[warn]{plain(str(refusal))}[/]")
            continue
        if len(given) > most:
            show(f"[warn]{most if most > 1 else 'Only one'} can be named here, not {len(given)}.[/]")
            continue
        return given if len(given) > 1 else [_with_own_settings(game, given[0])]


def _with_own_settings(game: AnyGame, chosen: str) -> str:
    """The opponent with what the person sets about it; one that was named with its settings is not asked about."""
    if ":" in chosen:
        return chosen
    settings = [_told(setting) for setting in catalogue(game)[chosen].known_settings(game).values()]
    return _with_settings(chosen, settings, lambda text: opponent(game, text))


def choose_seat(game: AnyGame) -> int:
    """Ask whether the person begins; if not, the person takes the last seat. Of several seats, ask for one."""
    if len(game.seats) > 2 and somebody_is_there():
        seats = list(game.seats)
        show(f"Which seat do you take: {plain(one_of(seats))}?")
        return seats.index(_choose(seats, seats[0]))
    while somebody_is_there():
        match ask(f"Do you want to begin, as {game.seats[0]}? (Enter for yes, n for no) ").lower():
            case "" | "y" | "yes":
                return 0
            case "n" | "no":
                return len(game.seats) - 1
            case other if other in QUIT:
                raise Left
            case other:
                show(f"[warn]Please answer y or n, not {plain(repr(other))}.[/]")
    return 0


def ask_for_more() -> str:
    """Ask whether to play again: y, s or o, or nothing to leave."""
    while True:
        match ask("Play again? (y, s to swap seats, o for another opponent, Enter to leave) ").lower():
            case "" | "n" | "no" | "q" | "quit" | "exit":
                return ""
            case "y" | "yes" | "s" | "swap" | "o" | "other" as answer:
                return answer[0]
            case other:
                show(f"[warn]Please answer y, s or o, or just press Enter, not {plain(repr(other))}.[/]")


def _choose(names: list[str], default: str, check: Callable[[str], object] | None = None) -> str:
    """One of some names, by its number or its beginning; with a check, a name with settings too."""
    while True:
        entry = ask(f"A number or a name (Enter for {default}): ")
        if not entry:
            return default
        if entry.lower() in QUIT:
            raise Left
        if entry.lower() in HELP:
            settings = ", with settings as NAME:setting=value" if check is not None else ""
            show(f"Type a number from 1 to {len(names)}, or a name{settings}. quit leaves.")
            continue
        try:
            return _meant(names, entry, check)
        except SparringError as refusal:
            show(f"[warn]{plain(str(refusal))}[/]")


def _meant(names: Sequence[str], entry: str, check: Callable[[str], object] | None) -> str:
    """The name that is meant by a number, by its beginning, or with settings, which are checked."""
    if entry.isdecimal() and 1 <= int(entry) <= len(names):
        return names[int(entry) - 1]
    if check is not None and ":" in entry:
        check(entry)
        return entry
    alike = [name for name in names if name.lower().startswith(entry.lower())]
    exact = [name for name in alike if name.lower() == entry.lower()]
    if len(exact or alike) == 1:
        return (exact or alike)[0]
    if alike:
        raise SparringError(f"{entry!r} could be {one_of(alike)}.")
    raise SparringError(f"{entry!r} is none of them; type a number from 1 to {len(names)}, or a name.")


class SettingShown(NamedTuple):
    """A setting as the menu lists it."""

    name: str
    may_be: str
    """Its range, or its choices, in words."""

    default: object
    about: str


def _with_settings(name: str, settings: Sequence[SettingShown], check: Callable[[str], object]) -> str:
    """The name with the settings that the person types; they are listed on request, the usual ones first."""
    usual = sorted((one for one in settings if one.name in USUAL), key=lambda one: USUAL.index(one.name)) or settings
    rest = [one for one in settings if one not in usual]
    while True:
        lists = "? for a list, more for all of them" if len(usual) < len(settings) else "? for a list"
        entry = ask(f"Settings of {name}, such as {_example(settings)} (Enter for none, {lists}): ")
        if not entry:
            return name
        if entry.lower() in QUIT:
            raise Left
        if entry.lower() in HELP:
            _list_settings([*usual, *rest] if entry.lower() == "more" else usual)
            continue
        text = f"{name}:{','.join(entry.replace(',', ' ').split())}"
        try:
            check(text)
        except SparringError as refusal:
            show(f"[warn]{plain(str(refusal))}[/]")
            continue
        return text


def _list_settings(settings: Sequence[SettingShown]) -> None:
    rows = table("setting", "may be", "default", "what it does")
    for one in settings:
        rows.add_row(f"[name]{one.name}[/]", plain(one.may_be), plain(str(one.default)), plain(one.about))
    console().print(rows)


def _example(settings: Sequence[SettingShown]) -> str:
    by_name = {one.name: one.default for one in settings}
    name = next((name for name in ("depth", "style") if by_name.get(name) is not None), settings[0].name)
    return f"{name}={by_name[name] if by_name[name] is not None else '…'}"


def _told(setting: Setting) -> SettingShown:
    default = "none" if setting.default is None else setting.as_json()["default"]
    return SettingShown(setting.name, str(setting.range), default, setting.about)


def _range(setting: dict[str, object]) -> str:
    choices = setting.get("choices")
    return one_of(choices) if isinstance(choices, list) else f"{setting['min']:.10g} to {setting['max']:.10g}"


def _strength(standing: Standing, name: str) -> tuple[float, int]:
    """What opponents are sorted by: their rating if all have one, else their level."""
    known = {other for other, entry in catalogue(standing.game).entries.items() if not entry.adapts}
    all_rated = known <= set(standing.ratings)
    level = catalogue(standing.game)[name].level
    return (standing.ratings.get(name, 0.0) if all_rated else float(level)), level


def _score(standing: Standing, name: str) -> str:
    expected = standing.expected(name) if standing.has_rating else None
    return "" if expected is None else about_score(expected)
