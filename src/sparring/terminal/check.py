"""`sparring check`: what is wrong with a game, for its author."""

import argparse

from sparring.terminal.arguments import game_of, whole_number
from sparring.terminal.output import plain, show, show_json, with_progress
from sparring.testing import Check

MOST = 1_000_000


def check(options: argparse.Namespace) -> int:
    """Play random games, look for faults of the game, and list them."""
    checked = Check(
        game_of(options),
        games=whole_number("games", options.games, 1, MOST),
        seed=whole_number("seed", options.seed, 0, 2**63 - 1),
        most_plies=whole_number("most-plies", options.most_plies, 1, MOST),
        seconds=whole_number("time", options.time, 1, MOST),
    )
    for _ in with_progress(checked.run(), "random games", checked.planned):
        pass
    faults = checked.faults
    if options.json:
        counted = {"games": checked.games, "positions": checked.positions}
        show_json({"ok": not faults, "faults": [fault.as_json() for fault in faults], **counted})
        return bool(faults)
    games = "1 random game" if checked.games == 1 else f"{checked.games:,} random games"
    played = f"{games} with {checked.positions:,} positions"
    for number, fault in enumerate(faults, 1):
        show(f"{number}. {plain(fault.fault)}\n   [faint]{plain(fault.where)}[/]")
    if faults:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        show(f"\n[warn]{plain(checked.game.title)} has {count}.[/] [faint]({played})[/]")
    else:
        show(f"Nothing is wrong with {plain(checked.game.title)}. [faint]({played})[/]")
    return bool(faults)
