"""Another try from a position of a finished match: who plays, and what has been played by then."""

from typing import NamedTuple

from sparring.match.table import Table
from sparring.opponents import catalogue
from sparring.rules import IllegalMove
from sparring.server.live import LiveMatch
from sparring.server.problems import Conflict
from sparring.server.stored import HUMAN


class Beginning(NamedTuple):
    """How a match begins that does not begin from the start."""

    players: list[str]
    moves: list[str]


def before_move(live: LiveMatch, seat: int, ply: int) -> Beginning:
    """The match as it stood before a move; opponents take the seats of other people."""
    table = live.table
    if table.outcome is None:
        raise Conflict("not_over", "You can try again once the match is over.")
    if not 1 <= ply <= len(table.choices):
        raise Conflict("no_such_move", f"The match has {len(table.choices)} moves; there is no move {ply}.")
    usual = catalogue(live.game).default
    players = [usual if player == HUMAN and at != seat else player for at, player in enumerate(live.stored.players)]
    moves = [chosen.option for chosen, asked in zip(table.choices[: ply - 1], table.asked, strict=False) if asked]
    twin = Table(live.game, live.stored.seed)
    try:
        for move in moves:
            twin.choose(move)
    except IllegalMove:  # chance decides anew after moves that were taken back
        raise Conflict("not_again", "This position cannot be reached again, because chance decides anew.") from None
    return Beginning(players, moves)
