"""`sparring games` and `sparring opponents`: lists of what can be played."""

import argparse

from sparring.arena.directory import game_entry, opponent_entries
from sparring.arena.ladder import ratings_by_name
from sparring.opponents import Catalogue, catalogue
from sparring.rules import AnyGame
from sparring.rules.registry import games as all_games
from sparring.terminal.arguments import game_of
from sparring.terminal.output import console, level_bar, plain, show, show_json, table


def games(options: argparse.Namespace) -> None:
    """List the games."""
    found = list(all_games())
    if options.json:
        show_json([game_entry(game) for game in found])
        return
    rows = table("name", "game", "about")
    for game in found:
        rows.add_row(f"[name]{plain(game.name)}[/]", plain(game.title), plain(game.about))
    console().print(rows)


def opponents(options: argparse.Namespace) -> None:
    """List a game's opponents with what can be set about them."""
    game = game_of(options)
    if options.json:
        show_json(opponent_entries(game))
        return
    known, ratings = catalogue(game), ratings_by_name(game)
    rows = table("", "name", "level", ">rating", "about")
    for entry in known.entries.values():
        rating = f"{ratings[entry.name]['rating']:.0f}" if entry.name in ratings else "–"
        name = f"[name]{plain(entry.name)}[/]" + (" [faint](default)[/]" if entry.name == known.default else "")
        rows.add_row(plain(entry.face), name, level_bar(entry), rating, plain(entry.about))
    console().print(rows)
    show("\n[faint]What can be set, as in NAME:key=value,key=value[/]")
    settings = table("setting", "may be", "what it does")
    for (name, allowed, about), owners in _settings(game, known).items():
        whose = "" if len(owners) == len(known.entries) else f" [faint]({', '.join(owners)})[/]"
        settings.add_row(f"[name]{plain(name)}[/]", plain(allowed), plain(about) + whose)
    console().print(settings)


def _settings(game: AnyGame, known: Catalogue) -> dict[tuple[str, str, str], list[str]]:
    """All settings (name, range, what it does) with the opponents that have just that one, in the order of names."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for entry in known.entries.values():
        for name, setting in entry.known_settings(game).items():
            found.setdefault((name, str(setting.range), setting.about), []).append(entry.name)
    names = list(dict.fromkeys(name for name, _, _ in found))
    return dict(sorted(found.items(), key=lambda row: names.index(row[0][0])))
