"""Another try from a move of a recorded match: who plays, and what has been played by then."""

import argparse
from typing import NamedTuple

from sparring.match.table import Table
from sparring.opponents import catalogue
from sparring.rules import AnyGame, Record, SparringError
from sparring.terminal.arguments import opponents_of, record_of, whole_number


class Beginning(NamedTuple):
    """How a match begins that does not begin from the start."""

    game: AnyGame
    opponents: list[str]
    seat: int
    seed: int
    opening: list[str]


def another_try(options: argparse.Namespace, game: AnyGame) -> Beginning:
    """The match as it stood before a move, in the seat of whoever made it."""
    given = [word for word in ("second", "seat", "decks", "seed") if getattr(options, word)]
    if given:
        raise SparringError(f"The record says how the match began, so --again takes no --{given[0]}.")
    if not (options.again and options.move):
        raise SparringError("To try again, give the record and the move: --again FILE --move N.")
    record = record_of(options.again, game)
    table = Table.of_record(game, record)
    if not table.choices:
        raise SparringError("Nothing was played in this match, so there is no move to try again from.")
    ply = whole_number("move", options.move, 1, len(table.choices))
    seat = table.choices[ply - 1].seat
    opening = [chosen.option for chosen, asked in zip(table.choices[: ply - 1], table.asked, strict=False) if asked]
    opponents = opponents_of(options.opponent, game) or _recorded_opponents(game, record, seat)
    return Beginning(table.game, opponents, seat, record.seed, opening)


def _recorded_opponents(game: AnyGame, record: Record, seat: int) -> list[str]:
    """Who sat in the other seats; the usual opponent for people and for names that are not known."""
    everybody = catalogue(game)
    named = [record.headers.get(f"Seat {other}", "") for other in range(len(game.seats)) if other != seat]
    return [name if name.partition(":")[0] in everybody.entries else everybody.default for name in named]
