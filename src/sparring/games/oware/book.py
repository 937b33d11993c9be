"""An opening book for the master: what it prefers when it looks far deeper than it may in a game.

None comes with the game: that it helps has not been shown. Whoever builds one has a master that plays by it.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import platformdirs

from sparring.games.oware.board import HOUSES, START, Board, may_play, play, result
from sparring.rules import Decision
from sparring.rules.files import write_whole
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER
from sparring.work.journal import Journal
from sparring.work.pool import over_processes

DEPTH = 20
"""How many plies the book has looked ahead."""

USUAL_PLIES = 4
"""How far into a game the book goes, unless said."""

COLUMNS = 7
"""A board, the house to sow, and its score in hundredths of a seed."""


class Entry(NamedTuple):
    """What the book says of a board."""

    house: int
    score: int


@cache
def own() -> dict[Board, Entry]:
    """The book that the user has built, if there is one."""
    found: dict[Board, Entry] = {}
    with suppress(OSError, ValueError, TypeError):
        for line in own_path().read_text("ascii").splitlines():
            *board, house, score = map(int, line.split(","))
            if may_play(board[0], board[1], house):
                found[Board(*board)] = Entry(house, score)
    return found


def own_path() -> Path:
    """Where a book is kept."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "oware-book.csv"


def build(job: LongJob) -> str:
    """Look deep into every board of the first so many plies, and write the book; a job that was stopped goes on."""
    plies, path = job.size or USUAL_PLIES, job.save_to or own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    layers = [{START}]
    while len(layers) < plies:
        layers.append(_followers(layers[-1]))
    wanted = set().union(*layers)
    with Journal(path.with_name(path.name + ".journal"), COLUMNS) as journal:
        rows = {Board(*row[:5]): row for row in journal.rows}
        missing = sorted(wanted - rows.keys())
        job.tell("looking into openings", len(wanted) - len(missing), len(wanted))
        for done, row in enumerate(over_processes(looked_at, missing, job.processes), len(wanted) - len(missing) + 1):
            rows[Board(*row[:5])] = row
            journal.write(*row)
            job.tell("looking into openings", done, len(wanted))
    lines = [",".join(map(str, rows[board])) for board in sorted(wanted)]
    write_whole(path, ("\n".join(lines) + "\n").encode("ascii"))
    own.cache_clear()
    return f"{path} knows {len(lines):,} positions."


def looked_at(board: Board) -> tuple[int, ...]:
    """A board with the house that a deep search prefers, and its score."""
    from sparring.games.oware.brain import LookAhead
    from sparring.games.oware.rules import Oware, Position

    game, position = Oware(), Position(board)
    houses = game.options(position)
    brain = LookAhead(game, depth=DEPTH, evaluation="houses", table=256)
    brain.prepare()
    found = brain.judge(Decision(game.to_move(position), tuple(houses), position))
    return (*board, houses[found.best], round(100 * found[found.best].score))


def _followers(boards: set[Board]) -> set[Board]:
    """Every board that one move leads to and on which the game goes on."""
    following = (
        play(board, house) for board in boards for house in range(HOUSES) if may_play(board.mine, board.theirs, house)
    )
    return {board for board in following if result(board) == NOT_OVER}
