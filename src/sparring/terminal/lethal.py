"""The command `sparring lethal`: whether the side to move wins in this turn."""

import argparse
from random import Random

from sparring.rules import SparringError, notation
from sparring.rules.capabilities import FindsLethal, Posed
from sparring.rules.files import read_text
from sparring.terminal.arguments import game_of, position_of, seed_of, whole_number
from sparring.terminal.output import plain, show, show_json, show_position


def lethal(options: argparse.Namespace) -> None:
    """Say whether there is a win in this turn, and how it begins."""
    game, position = _posed(options)
    if not isinstance(game, FindsLethal):
        raise SparringError(f"{game.title} has no turns of several moves; use `sparring analyse`.")
    worlds = whole_number("worlds", options.worlds, 1, 10_000)
    found = game.lethal(position, Random(seed_of(options)), worlds)
    if options.json:
        show_json(
            {"sure": found.sure, "chance": round(found.chance, 4), "line": list(found.line), "words": found.words}
        )
        return
    show_position(game, position)
    show(plain(found.words))
    for number, text in enumerate(found.line, 1):
        show(f"{number}  {plain(text)}")


def _posed(options: argparse.Namespace) -> Posed:
    if options.table is None:
        return position_of(options)
    return notation.read_text(game_of(options), read_text(options.table, "The table"), any_position=True)
