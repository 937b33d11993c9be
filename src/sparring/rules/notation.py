"""Positions as people give them: moves from the start, a line of text, or a record."""

from collections.abc import Iterator, Sequence
from typing import Any

from sparring.rules.errors import BadPosition, BadRecord, IllegalMove, SparringError
from sparring.rules.game import AnyGame
from sparring.rules.record import Record, Resigned
from sparring.rules.seeds import stream


def start(game: AnyGame, seed: int = 0) -> Any:
    """The position a match with this seed begins with."""
    return game.start(stream(seed, "start"))


def after_moves(game: AnyGame, moves: str | Sequence[str], seed: int = 0) -> Any:
    """The position after moves from the start: "4 4 5", or "445" where every move is one character."""
    position = start(game, seed)
    words = moves.split() if isinstance(moves, str) else moves
    for number, word in enumerate(words, 1):
        for text in _split(game, position, word):
            try:
                position = game.play(position, game.read_move(position, text))
            except IllegalMove as error:
                raise IllegalMove(f"Move {number} cannot be played: {error}") from None
    return position


def replay(game: AnyGame, record: Record) -> Iterator[Any]:
    """Every position of a record that stands, the first one included."""
    if record.rules != game.version:
        raise BadRecord(
            f"The record was played under version {record.rules} of the rules of {game.title}; "
            f"this is version {game.version}, so it cannot be replayed."
        )
    position = start(game, record.seed)
    yield position
    for number, chosen in enumerate(record.choices(), 1):
        if game.outcome(position) is not None:
            raise BadRecord(f"The record goes on with {chosen.option!r} after the game was over.")
        if game.to_move(position) != chosen.seat:
            raise BadRecord(f"Choice {number} of the record is by seat {chosen.seat}, whose turn it is not.")
        options = game.options(position)
        if chosen.option not in options:
            raise BadRecord(f"Choice {number} of the record cannot be played: {game.why_not(position, chosen.option)}")
        position = game.play(position, options[chosen.option])
        yield position


def after_record(game: AnyGame, record: Record) -> Any:
    """The position at the end of a record."""
    if any(isinstance(entry, Resigned) for entry in record.entries):
        raise BadRecord("The record ends with a resignation, so there is no position to go on from.")
    *_, last = replay(game, record)
    return last


def read_line(game: AnyGame, line: str, seed: int = 0) -> Any:
    """The position that one line stands for, be it moves or a position's text."""
    try:
        return after_moves(game, line, seed)
    except IllegalMove as not_moves:
        try:
            return game.read_position(line)
        except BadPosition as not_position:
            raise _likelier(game, line, not_moves, not_position) from None


def _split(game: AnyGame, position: Any, word: str) -> list[str]:
    """A word as one move, or as many where every legal move is one character."""
    options = game.options(position)
    if len(word) > 1 and options and all(len(option) == 1 for option in options):
        return list(word)
    return [word]


def _likelier(game: AnyGame, line: str, not_moves: SparringError, not_position: SparringError) -> SparringError:
    """The error that speaks of what the line was probably meant to be."""
    first = line.split()[0]
    begins_as_moves = any(option.casefold() == first.casefold() for option in game.options(start(game)))
    return not_moves if begins_as_moves else not_position
