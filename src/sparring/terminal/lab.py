"""`sparring lab`: what a deck is worth against a field of decks, and which of its cards and opening hands win."""

import argparse
from collections.abc import Mapping
from typing import Any

from sparring.arena.lab import DeckLab, Swap
from sparring.arena.lab_report import report
from sparring.opponents import catalogue
from sparring.rules.registry import game as find_game
from sparring.terminal.arguments import jobs_of, seed_of, whole_number
from sparring.terminal.output import console, plain, show, show_json, table, with_progress

MOST_GAMES = 100_000


def lab(options: argparse.Namespace) -> None:
    """Play the games, and show what they tell."""
    tested = DeckLab(
        options.game,
        options.deck,
        options.against.split(","),
        options.opponent or catalogue(find_game(options.game)).default,
        whole_number("games", options.games, 2, MOST_GAMES),
        seed=seed_of(options),
        swap=None if options.swap is None else Swap.parse(options.swap),
        jobs=jobs_of(options),
        ray=options.ray,
    )
    for _ in with_progress(tested.play(), "games", tested.total, len):
        pass
    found = report(tested)
    if options.json:
        show_json(found)
    else:
        _show(found)


def _show(found: Mapping[str, Any]) -> None:
    rows = table("", "against", ">games", ">win rate, 95 %", ">when first", ">when second")
    for number, row in enumerate(found["against"], 1):
        cells = [_share(row), _share(row["first"]), _share(row["second"])]
        rows.add_row(str(number), f"[name]{plain(row['deck'])}[/] {plain(row['title'])}", str(row["games"]), *cells)
    cells = [_share(found), _share(found["first"]), _share(found["second"])]
    rows.add_row("", "all", str(found["games"]), *cells)
    console().print(rows)
    cards = table("card", "", ">in hand", ">won, 95 %", ">played", ">won, 95 %", ">won without")
    for card in found["cards"]:
        held, played = card["held"], card["played"]
        cells = [str(held["games"]), _share(held), str(played["games"]), _share(played), _share(card["without"])]
        cards.add_row(f"[name]{plain(card['card'])}[/]", plain(card["name"]), *cells)
    show("\nHow often the deck won when a card was in hand, and when it was played:\n")
    console().print(cards)
    _show_hands(found["hands"])
    if found["swap"] is not None:
        _show_swap(found["swap"])
    who, deck = plain(found["player"]), plain(found["title"])
    show(f"\n[faint]{found['done']} games of {deck}, {who} plays both sides, seed {found['seed']}[/]")
    if found["fallbacks"]:
        show(f"The referee had to choose {found['fallbacks']} times for an opponent that failed or was too slow.")


def _show_hands(hands: Mapping[str, Any]) -> None:
    kept, another = hands["kept"], hands["another"]
    told = f"{kept['games']} hands were kept, and won {_share(kept)}"
    instead = f"{another['games']} were put back, and the hands taken instead won {_share(another)}"
    show(f"\n{told}\n{instead}\n")
    rows = table("hands kept", ">with", ">won, 95 %", ">without", ">won, 95 %")
    for mark in hands["marks"]:
        has, lacks = mark["with"], mark["without"]
        rows.add_row(plain(mark["mark"]), str(has["games"]), _share(has), str(lacks["games"]), _share(lacks))
    console().print(rows)
    for line in hands["advice"]:
        show(plain(line))


def _show_swap(swap: Mapping[str, Any]) -> None:
    show(f"\n{swap['count']} × {plain(swap['out'])} swapped for {plain(swap['in'])}: {plain(swap['verdict'])}.")
    if swap["pairs"]:
        difference = 100 * swap["difference"]
        show(
            f"With the same seeds the deck won {difference:+.1f} points more with it than without "
            f"({swap['pairs']} times two games each way, {swap['same']} of them ended alike)."
        )


def _share(told: Mapping[str, Any]) -> str:
    if told["rate"] is None:
        return "[faint]–[/]"
    return f"{told['rate']:.0%} [faint]{100 * told['low']:2.0f}–{100 * told['high']:<3.0f}[/]"
